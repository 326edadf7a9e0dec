// Products of high and low parts, which a warpgroup splits slots into.
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @f(%a: tensor<256x512xf32>, %b: tensor<256x512xf32>) -> tensor<256x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {
      autotune.allow_tf32 = "3xtf32", autotune.config = #autotune.config<
      hopper_wgmma, tile = [128, 64, 32], stages = 2, consumers = 2, schedule =
      cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
      swap = false, persistent = true, store = direct, ctas_per_sm = 1,
      evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<256x512xf32>, tensor<256x512xf32>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %d : tensor<256x256xf32>
}
