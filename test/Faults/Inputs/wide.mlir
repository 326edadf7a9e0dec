// Products wider than a swizzle, sums stored as f32 in four boxes by TMA.
func.func @f(%a: tensor<256x512xbf16>, %b: tensor<512x256xbf16>) -> tensor<256x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<
      hopper_wgmma, tile = [64, 128, 64], stages = 2, consumers = 1, schedule =
      cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
      swap = false, persistent = true, store = tma, ctas_per_sm = 1,
      evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<256x512xbf16>, tensor<512x256xbf16>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %d : tensor<256x256xf32>
}
