// Floats of 8 bits with scales of 1x128 and 128x128.
#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
module attributes {autotune.target = #autotune.target<"h200">} {
  func.func @layer(%qa: tensor<64x256xf8E4M3FN>, %sa: tensor<64x2xf32>, %qb: tensor<192x256xf8E4M3FN>, %sb: tensor<2x2xf32>) -> tensor<64x192xf32> {
    %ea = tensor.empty() : tensor<64x256xf32>
    %da = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%qa, %sa : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) outs(%ea : tensor<64x256xf32>) {
    ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
      %0 = arith.extf %q : f8E4M3FN to f32
      %1 = arith.mulf %0, %s : f32
      linalg.yield %1 : f32
    } -> tensor<64x256xf32>
    %eb = tensor.empty() : tensor<192x256xf32>
    %db = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
        ins(%qb, %sb : tensor<192x256xf8E4M3FN>, tensor<2x2xf32>) outs(%eb : tensor<192x256xf32>) {
    ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
      %0 = arith.extf %q : f8E4M3FN to f32
      %1 = arith.mulf %0, %s : f32
      linalg.yield %1 : f32
    } -> tensor<192x256xf32>
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<64x192xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x192xf32>) -> tensor<64x192xf32>
    %r = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.allow_tf32 = "tf32"}
        ins(%da, %db : tensor<64x256xf32>, tensor<192x256xf32>) outs(%init : tensor<64x192xf32>) -> tensor<64x192xf32>
    return %r : tensor<64x192xf32>
  }
}
