// Both operands packed before any role starts, by a unit of work or more for each
// CTA.
func.func @f(%a: tensor<257x513xbf16>, %b: tensor<513x257xbf16>) -> tensor<257x257xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<257x257xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<257x257xf32>) -> tensor<257x257xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<
      hopper_wgmma, tile = [64, 64, 64], stages = 3, consumers = 1, schedule =
      cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
      swap = false, persistent = true, load = pack, store = direct, ctas_per_sm
      = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<257x513xbf16>, tensor<513x257xbf16>) outs(%f : tensor<257x257xf32>) -> tensor<257x257xf32>
  %r = arith.truncf %d : tensor<257x257xf32> to tensor<257x257xbf16>
  return %r : tensor<257x257xbf16>
}
