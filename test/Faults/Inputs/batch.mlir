// Three products, stored from registers.
func.func @f(%a: tensor<3x128x512xbf16>, %b: tensor<3x512x128xbf16>) -> tensor<3x128x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x128x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x128x128xf32>) -> tensor<3x128x128xf32>
  %d = linalg.batch_matmul {autotune.config = #autotune.config<
      hopper_wgmma, tile = [64, 64, 64], stages = 3, consumers = 1, cluster = [1, 1],
      persistent = false, store = direct>}
      ins(%a, %b : tensor<3x128x512xbf16>, tensor<3x512x128xbf16>) outs(%f : tensor<3x128x128xf32>) -> tensor<3x128x128xf32>
  %r = arith.truncf %d : tensor<3x128x128xf32> to tensor<3x128x128xbf16>
  return %r : tensor<3x128x128xbf16>
}
