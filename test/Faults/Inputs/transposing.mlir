// A right operand that three warps transpose in shared memory.
func.func @f(%a: tensor<256x512xi8>, %b: tensor<512x256xi8>) -> tensor<256x256xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<256x256xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<256x256xi32>) -> tensor<256x256xi32>
  %d = linalg.matmul {autotune.config = #autotune.config<
      hopper_wgmma, tile = [64, 128, 128], stages = 2, consumers = 1, schedule =
      cooperative, promote = 1, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
      swap = false, persistent = true, load = transpose, store = direct, ctas_per_sm
      = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<256x512xi8>, tensor<512x256xi8>) outs(%f : tensor<256x256xi32>) -> tensor<256x256xi32>
  return %d : tensor<256x256xi32>
}
