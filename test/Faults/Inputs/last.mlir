// K split between two CTAs, of which the last to come adds up.
func.func @f(%a: tensor<256x1024xbf16>, %b: tensor<1024x192xbf16>) -> tensor<256x192xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x192xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x192xf32>) -> tensor<256x192xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<
      hopper_wgmma, tile = [64, 64, 64], stages = 3, consumers = 1, split_k = 2,
      reduce = last, persistent = false>}
      ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x192xbf16>) outs(%f : tensor<256x192xf32>) -> tensor<256x192xf32>
  %r = arith.truncf %d : tensor<256x192xf32> to tensor<256x192xbf16>
  return %r : tensor<256x192xbf16>
}
