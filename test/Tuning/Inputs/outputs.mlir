// x w + bias returned, and what relu makes of it in 16 bits; weights of 8-bit floats.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func @layer(%x: tensor<32x128xbf16>, %w: tensor<64x128xf8E4M3FN>, %s: tensor<64xbf16>, %bias: tensor<64xf32>) -> (tensor<32x64xf32>, tensor<32x64xbf16>) {
  %zero = arith.constant 0.0 : f32
  %q = tensor.empty() : tensor<64x128xbf16>
  %d = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<64x128xf8E4M3FN>, tensor<64xbf16>) outs(%q : tensor<64x128xbf16>) {
  ^bb0(%f: f8E4M3FN, %g: bf16, %o: bf16):
    %0 = arith.extf %f : f8E4M3FN to bf16
    %1 = arith.mulf %0, %g : bf16
    linalg.yield %1 : bf16
  } -> tensor<64x128xbf16>
  %e = tensor.empty() : tensor<32x64xf32>
  %h = tensor.empty() : tensor<32x64xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<32x128xbf16>, tensor<64x128xbf16>)
         outs(%init : tensor<32x64xf32>) -> tensor<32x64xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<32x64xf32>, tensor<64xf32>) outs(%e, %h : tensor<32x64xf32>, tensor<32x64xbf16>) {
  ^bb0(%u: f32, %v: f32, %o: f32, %p: bf16):
    %0 = arith.addf %u, %v : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %0, %2 : f32, bf16
  } -> (tensor<32x64xf32>, tensor<32x64xbf16>)
  return %r#0, %r#1 : tensor<32x64xf32>, tensor<32x64xbf16>
}
