// The last tiles along M and N begin so early that they fit, in clusters that
// multicast along M, several tiles for each cluster, stored by TMA.
func.func @f(%a: tensor<256x512xbf16>, %b: tensor<256x512xbf16>) -> tensor<256x256xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %d = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<
      hopper_wgmma, tile = [128, 64, 64], stages = 3, consumers = 2, schedule =
      cooperative, cluster = [2, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
      swap = false, persistent = true, store = tma, ctas_per_sm = 1,
      evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  %r = arith.truncf %d : tensor<256x256xf32> to tensor<256x256xbf16>
  return %r : tensor<256x256xbf16>
}
