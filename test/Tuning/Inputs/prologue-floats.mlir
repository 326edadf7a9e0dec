// A factor of each place along K before a matmul of few rows.
#id = affine_map<(m, k) -> (m, k)>
#depth = affine_map<(m, k) -> (k)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func @layer(%x: tensor<16x4096xbf16>, %w: tensor<12288x4096xbf16>, %g: tensor<4096xbf16>) -> tensor<16x12288xf32> {
  %e = tensor.empty() : tensor<16x4096xbf16>
  %n = linalg.generic {indexing_maps = [#id, #depth, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %g : tensor<16x4096xbf16>, tensor<4096xbf16>) outs(%e : tensor<16x4096xbf16>) {
  ^bb0(%v: bf16, %h: bf16, %o: bf16):
    %0 = arith.mulf %v, %h : bf16
    linalg.yield %0 : bf16
  } -> tensor<16x4096xbf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<16x12288xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x12288xf32>) -> tensor<16x12288xf32>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%n, %w : tensor<16x4096xbf16>, tensor<12288x4096xbf16>) outs(%init : tensor<16x12288xf32>) -> tensor<16x12288xf32>
  return %y : tensor<16x12288xf32>
}
