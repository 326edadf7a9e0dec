// No wgmma, no TMA.
func.func @f(%a: tensor<256x512xbf16>, %b: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<
      simt, tile = [32, 32, 16], thread = [4, 4]>}
      ins(%a, %b : tensor<256x512xbf16>, tensor<512x256xbf16>) outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  %r = arith.truncf %d : tensor<256x256xf32> to tensor<256x256xbf16>
  return %r : tensor<256x256xbf16>
}
