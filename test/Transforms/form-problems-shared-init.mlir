// A fill that a matmul adds to may also be what the operation before it was to write into, as common subexpressions
// are. Both go with the problem, the fill once.
// RUN: autotune-opt %s --autotune-form-problems="all target=h200" | FileCheck %s

// CHECK-LABEL: func.func @shared_init(
// CHECK-NOT: linalg.fill
// CHECK: problem.contract ins(%arg0, %arg1 :{{.*}}stored_with(%arg3, %arg2 :
// CHECK-NOT: linalg.
#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @shared_init(%x: tensor<256x256xbf16>, %w: tensor<256x256xi8>, %s: tensor<256x2xbf16>, %z: tensor<256x2xbf16>) -> tensor<256x256xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e2 = tensor.empty() : tensor<256x256xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e2 : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %d = linalg.generic {indexing_maps = [#id, #groups, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s, %z : tensor<256x256xi8>, tensor<256x2xbf16>, tensor<256x2xbf16>) outs(%init : tensor<256x256xbf16>) {
  ^bb0(%q: i8, %f: bf16, %p: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.subf %0, %p : bf16
    %2 = arith.mulf %1, %f : bf16
    linalg.yield %2 : bf16
  } -> tensor<256x256xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%init : tensor<256x256xbf16>) -> tensor<256x256xbf16>
  return %r : tensor<256x256xbf16>
}
