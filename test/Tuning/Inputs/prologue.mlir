// Weights that are dequantized by scales of groups of K.
#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 64)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
module attributes {autotune.target = #autotune.target<"h200">} {
  func.func @layer(%x: tensor<16x256xbf16>, %w: tensor<128x256xi8>, %s: tensor<128x4xbf16>) -> tensor<16x128xf32> {
    %e = tensor.empty() : tensor<128x256xbf16>
    %d = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%w, %s : tensor<128x256xi8>, tensor<128x4xbf16>) outs(%e : tensor<128x256xbf16>) {
    ^bb0(%q: i8, %f: bf16, %o: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.mulf %0, %f : bf16
      linalg.yield %1 : bf16
    } -> tensor<128x256xbf16>
    %zero = arith.constant 0.0 : f32
    %e2 = tensor.empty() : tensor<16x128xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x128xf32>) -> tensor<16x128xf32>
    %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x256xbf16>, tensor<128x256xbf16>) outs(%init : tensor<16x128xf32>) -> tensor<16x128xf32>
    return %r : tensor<16x128xf32>
  }
}
