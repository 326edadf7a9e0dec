// Weights that are dequantized by scales of groups of 8, which is less than a
// kernel of tensor cores takes: for itself, in a pair, in a sum, and of the
// second product of a pair and of a sum alone.
#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 8)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
!x = tensor<256x64xbf16>
!i = tensor<128x64xi8>
!s = tensor<128x8xbf16>
!w = tensor<128x64xbf16>
!r = tensor<256x128xf32>
module attributes {autotune.target = #autotune.target<"h200">} {
  func.func @alone(%x: !x, %i1: !i, %s1: !s) -> !r {
    %e = tensor.empty() : !w
    %zero = arith.constant 0.0 : f32
    %e2 = tensor.empty() : !r
    %init = linalg.fill ins(%zero : f32) outs(%e2 : !r) -> !r
    %d1 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%i1, %s1 : !i, !s) outs(%e : !w) {
    ^bb0(%q: i8, %f: bf16, %o: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.mulf %0, %f : bf16
      linalg.yield %1 : bf16
    } -> !w
    %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d1 : !x, !w) outs(%init : !r) -> !r
    return %r : !r
  }
  func.func @pair(%x: !x, %i1: !i, %s1: !s, %i2: !i, %s2: !s) -> !r {
    %e = tensor.empty() : !w
    %zero = arith.constant 0.0 : f32
    %e2 = tensor.empty() : !r
    %init = linalg.fill ins(%zero : f32) outs(%e2 : !r) -> !r
    %d1 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%i1, %s1 : !i, !s) outs(%e : !w) {
    ^bb0(%q: i8, %f: bf16, %o: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.mulf %0, %f : bf16
      linalg.yield %1 : bf16
    } -> !w
    %d2 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%i2, %s2 : !i, !s) outs(%e : !w) {
    ^bb0(%q: i8, %f: bf16, %o: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.mulf %0, %f : bf16
      linalg.yield %1 : bf16
    } -> !w
    %p = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d1 : !x, !w) outs(%init : !r) -> !r
    %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d2 : !x, !w) outs(%init : !r) -> !r
    %r = arith.mulf %p, %v : !r
    return %r : !r
  }
  func.func @sum(%x: !x, %i1: !i, %s1: !s, %i2: !i, %s2: !s) -> !r {
    %e = tensor.empty() : !w
    %zero = arith.constant 0.0 : f32
    %e2 = tensor.empty() : !r
    %init = linalg.fill ins(%zero : f32) outs(%e2 : !r) -> !r
    %d1 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%i1, %s1 : !i, !s) outs(%e : !w) {
    ^bb0(%q: i8, %f: bf16, %o: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.mulf %0, %f : bf16
      linalg.yield %1 : bf16
    } -> !w
    %d2 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%i2, %s2 : !i, !s) outs(%e : !w) {
    ^bb0(%q: i8, %f: bf16, %o: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.mulf %0, %f : bf16
      linalg.yield %1 : bf16
    } -> !w
    %p = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d1 : !x, !w) outs(%init : !r) -> !r
    %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d2 : !x, !w) outs(%p : !r) -> !r
    return %r : !r
  }
  func.func @second_of_pair(%x: !x, %d1: !w, %i2: !i, %s2: !s) -> !r {
    %e = tensor.empty() : !w
    %zero = arith.constant 0.0 : f32
    %e2 = tensor.empty() : !r
    %init = linalg.fill ins(%zero : f32) outs(%e2 : !r) -> !r
    %d2 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%i2, %s2 : !i, !s) outs(%e : !w) {
    ^bb0(%q: i8, %f: bf16, %o: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.mulf %0, %f : bf16
      linalg.yield %1 : bf16
    } -> !w
    %p = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d1 : !x, !w) outs(%init : !r) -> !r
    %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d2 : !x, !w) outs(%init : !r) -> !r
    %r = arith.mulf %p, %v : !r
    return %r : !r
  }
  func.func @second_of_sum(%x: !x, %d1: !w, %i2: !i, %s2: !s) -> !r {
    %e = tensor.empty() : !w
    %zero = arith.constant 0.0 : f32
    %e2 = tensor.empty() : !r
    %init = linalg.fill ins(%zero : f32) outs(%e2 : !r) -> !r
    %d2 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
        ins(%i2, %s2 : !i, !s) outs(%e : !w) {
    ^bb0(%q: i8, %f: bf16, %o: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.mulf %0, %f : bf16
      linalg.yield %1 : bf16
    } -> !w
    %p = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d1 : !x, !w) outs(%init : !r) -> !r
    %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d2 : !x, !w) outs(%p : !r) -> !r
    return %r : !r
  }
}
