// A grid of warps whose ring another role fills by TMA; A along K, B across.
func.func @f(%a: tensor<256x512xbf16>, %b: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<256x256xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %d = linalg.matmul
      {autotune.config = #autotune.config<
      ampere_mma, tile = [64, 64, 64], warps = [2, 2], stages = 3, raster = along_m, group = 8, ctas_per_sm = 2, load = tma, persistent = true>}
      ins(%a, %b : tensor<256x512xbf16>, tensor<512x256xbf16>) outs(%f : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  return %d : tensor<256x256xbf16>
}
