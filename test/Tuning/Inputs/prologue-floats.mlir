// A factor of each place along K before a matmul of few columns.
#id = affine_map<(m, k) -> (m, k)>
#depth = affine_map<(m, k) -> (k)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func @layer(%x: tensor<4096x4096xbf16>, %w: tensor<512x4096xbf16>, %g: tensor<4096xbf16>) -> tensor<4096x512xf32> {
  %e = tensor.empty() : tensor<4096x4096xbf16>
  %n = linalg.generic {indexing_maps = [#id, #depth, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %g : tensor<4096x4096xbf16>, tensor<4096xbf16>) outs(%e : tensor<4096x4096xbf16>) {
  ^bb0(%v: bf16, %h: bf16, %o: bf16):
    %0 = arith.mulf %v, %h : bf16
    linalg.yield %0 : bf16
  } -> tensor<4096x4096xbf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<4096x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4096x512xf32>) -> tensor<4096x512xf32>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%n, %w : tensor<4096x4096xbf16>, tensor<512x4096xbf16>) outs(%init : tensor<4096x512xf32>) -> tensor<4096x512xf32>
  return %y : tensor<4096x512xf32>
}
