// Three experts, of which one has few tokens.
func.func @experts(%x0: tensor<100x96xbf16>, %x1: tensor<8x96xbf16>, %x2: tensor<40x96xbf16>,
                   %w0: tensor<96x136xbf16>, %w1: tensor<96x136xbf16>, %w2: tensor<96x136xbf16>)
    -> (tensor<100x136xbf16>, tensor<8x136xbf16>, tensor<40x136xbf16>) {
  %e0 = tensor.empty() : tensor<100x136xbf16>
  %e1 = tensor.empty() : tensor<8x136xbf16>
  %e2 = tensor.empty() : tensor<40x136xbf16>
  %y0 = linalg.matmul ins(%x0, %w0 : tensor<100x96xbf16>, tensor<96x136xbf16>)
          outs(%e0 : tensor<100x136xbf16>) -> tensor<100x136xbf16>
  %y1 = linalg.matmul ins(%x1, %w1 : tensor<8x96xbf16>, tensor<96x136xbf16>)
          outs(%e1 : tensor<8x136xbf16>) -> tensor<8x136xbf16>
  %y2 = linalg.matmul ins(%x2, %w2 : tensor<40x96xbf16>, tensor<96x136xbf16>)
          outs(%e2 : tensor<40x136xbf16>) -> tensor<40x136xbf16>
  return %y0, %y1, %y2 : tensor<100x136xbf16>, tensor<8x136xbf16>, tensor<40x136xbf16>
}
