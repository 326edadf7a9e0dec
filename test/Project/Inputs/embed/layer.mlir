func.func @f(%a: tensor<64x14336xbf16>, %b: tensor<4096x14336xbf16>)
    -> tensor<64x4096xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<64x4096xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<64x4096xbf16>)
      -> tensor<64x4096xbf16>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                                      affine_map<(m, n, k) -> (n, k)>,
                                      affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<64x14336xbf16>, tensor<4096x14336xbf16>)
      outs(%init : tensor<64x4096xbf16>) -> tensor<64x4096xbf16>
  return %c : tensor<64x4096xbf16>
}
