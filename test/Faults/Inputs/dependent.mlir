// Launched before the kernel before it has ended.
func.func @f(%a: tensor<256x512xbf16>, %b: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<
      hopper_wgmma, tile = [64, 64, 64], stages = 3, consumers = 1, schedule =
      cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
      swap = false, persistent = false, load = tma, store = direct, ctas_per_sm = 1,
      evict_first = none, dependent_launch = true>}
      ins(%a, %b : tensor<256x512xbf16>, tensor<512x256xbf16>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  %r = arith.truncf %d : tensor<256x256xf32> to tensor<256x256xbf16>
  return %r : tensor<256x256xbf16>
}
