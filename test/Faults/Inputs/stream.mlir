// Vectors to registers, shuffles, two warps for a column.
func.func @f(%a: tensor<2x2048xbf16>, %b: tensor<512x2048xbf16>) -> tensor<2x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x512xf32>) -> tensor<2x512xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<
      simt_stream, rows = 2, columns = 2, unroll = 2, warps = 4, split_k = 2, lanes = 16>}
      ins(%a, %b : tensor<2x2048xbf16>, tensor<512x2048xbf16>) outs(%f : tensor<2x512xf32>) -> tensor<2x512xf32>
  return %d : tensor<2x512xf32>
}
