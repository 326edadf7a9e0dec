// A difference of integers that may wrap is computed in its own type; only one
// that is proved not to wrap is computed in floats.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s

#id = affine_map<(n, k) -> (n, k)>
#row = affine_map<(n, k) -> (n)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// The range of i8 holds what the difference wraps to, and proves nothing.
// CHECK: tile.kernel @{{.*}}
// CHECK: tile.mma {{.*}} prologue {
// CHECK-NEXT: ^bb0(%[[Q:.*]]: i8, %[[Z:.*]]: i8, %[[S:.*]]: bf16):
// CHECK-NEXT: %[[D:.*]] = arith.subi %[[Q]], %[[Z]] : i8
// CHECK-NEXT: arith.sitofp %[[D]] : i8 to bf16
func.func @wraps(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %z: tensor<192xi8>, %s: tensor<192xbf16>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %z, %s : tensor<192x512xi8>, tensor<192xi8>, tensor<192xbf16>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %p: i8, %f: bf16, %o: bf16):
    %0 = arith.subi %q, %p : i8
    %1 = arith.sitofp %0 : i8 to bf16
    %2 = arith.mulf %1, %f : bf16
    linalg.yield %2 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "prologue"} ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// One that wraps and is extended afterwards.
// CHECK: tile.kernel @{{.*}}
// CHECK: tile.mma {{.*}} prologue {
// CHECK-NEXT: ^bb0(%[[Q:.*]]: i8, %[[Z:.*]]: i8, %[[S:.*]]: bf16):
// CHECK-NEXT: %[[D:.*]] = arith.addi %[[Q]], %[[Z]] : i8
// CHECK-NEXT: arith.sitofp %[[D]] : i8 to bf16
func.func @wraps_and_widens(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %z: tensor<192xi8>, %s: tensor<192xbf16>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %z, %s : tensor<192x512xi8>, tensor<192xi8>, tensor<192xbf16>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %p: i8, %f: bf16, %o: bf16):
    %0 = arith.addi %q, %p : i8
    %1 = arith.extsi %0 : i8 to i32
    %2 = arith.sitofp %1 : i32 to bf16
    %3 = arith.mulf %2, %f : bf16
    linalg.yield %3 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "prologue"} ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// What the program promises not to wrap.
// CHECK: tile.kernel @{{.*}}
// CHECK: tile.mma {{.*}} prologue {
// CHECK-NEXT: ^bb0(
// CHECK-NOT: arith.subi
// CHECK: arith.subf {{.*}} : bf16
// CHECK-NOT: arith.subi
// CHECK: tile.yield
func.func @promised(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %z: tensor<192xi8>, %s: tensor<192xbf16>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %z, %s : tensor<192x512xi8>, tensor<192xi8>, tensor<192xbf16>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %p: i8, %f: bf16, %o: bf16):
    %0 = arith.subi %q, %p overflow<nsw> : i8
    %1 = arith.sitofp %0 : i8 to bf16
    %2 = arith.mulf %1, %f : bf16
    linalg.yield %2 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "prologue"} ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}
