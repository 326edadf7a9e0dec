// One operand transposed before any role starts, and one packed as it is, by a unit of
// work or more for each CTA.
func.func @f(%a: tensor<257x257xi8>, %b: tensor<257x80xi8>) -> tensor<257x80xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<257x80xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<257x80xi32>) -> tensor<257x80xi32>
  %d = linalg.matmul {autotune.config = #autotune.config<
      hopper_wgmma, tile = [64, 80, 128], stages = 2, consumers = 1, schedule =
      cooperative, promote = 1, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
      swap = false, persistent = true, load = pack, store = direct, ctas_per_sm
      = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<257x257xi8>, tensor<257x80xi8>) outs(%f : tensor<257x80xi32>) -> tensor<257x80xi32>
  return %d : tensor<257x80xi32>
}
