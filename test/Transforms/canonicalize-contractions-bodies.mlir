// RUN: autotune-opt %s --split-input-file --autotune-canonicalize-contractions=fold-transposes --remarks-filter=autotune -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s <%t

// A body may use what lies around the operation, and do more than it yields:
// such are left.

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// The factor is the function's argument, not the body's of that number.
// REMARK: Function=captured_factor | {{.*}}a factor is no element of an operand
// CHECK-LABEL: func @captured_factor
// CHECK-NOT: linalg.matmul
// CHECK: return
func.func @captured_factor(%pad: f32, %scale: f32, %a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %scale : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// REMARK: Function=effects | {{.*}}its body has operations with regions or side effects
// CHECK-LABEL: func @effects
// CHECK: memref.store
func.func @effects(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %last: memref<f32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    memref.store %p, %last[] : memref<f32>
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// What an element-wise user's body holds is not moved with it.
#id = affine_map<(b, m, n) -> (b, m, n)>
// CHECK-LABEL: func @nested
// CHECK: linalg.generic
// CHECK-SAME: tensor<1x4x4xf32>
// CHECK: linalg.matmul
func.func @nested(%a: tensor<1x4x8xf32>, %b: tensor<1x8x4xf32>, %c: tensor<1x4x4xf32>, %v: tensor<8xf32>, %d: tensor<f32>) -> tensor<1x4x4xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<1x4x8xf32>, tensor<1x8x4xf32>) outs(%c : tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<1x4x4xf32>) outs(%c : tensor<1x4x4xf32>) {
  ^bb0(%x: f32, %z: f32):
    %p = linalg.dot ins(%v, %v : tensor<8xf32>, tensor<8xf32>) outs(%d : tensor<f32>) -> tensor<f32>
    %q = tensor.extract %p[] : tensor<f32>
    %s = arith.addf %x, %q : f32
    linalg.yield %s : f32
  } -> tensor<1x4x4xf32>
  return %1 : tensor<1x4x4xf32>
}

// -----

// An operand whose type says more than a layout is not looked through.
// CHECK-LABEL: func @encoded
// CHECK: linalg.transpose
func.func @encoded(%a: tensor<8x4xf32, "x">, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %t: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %0 = linalg.transpose ins(%a : tensor<8x4xf32, "x">) outs(%t : tensor<4x8xf32>) permutation = [1, 0]
  %1 = linalg.matmul ins(%0, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
