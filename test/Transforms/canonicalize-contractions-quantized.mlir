// RUN: autotune-opt %s --autotune-canonicalize-contractions=allow-copies --canonicalize --cse | FileCheck %s
// RUN: autotune-opt %s --autotune-canonicalize-contractions --remarks-filter=autotune -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT

// Zero points are taken out of the product.

// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func @both(
// CHECK-SAME: %[[A:.*]]: tensor<3x5xi8>, %[[B:.*]]: tensor<5x7xi8>, %[[ZA:.*]]: i32, %[[ZB:.*]]: i32, %[[C:.*]]: tensor<3x7xi32>)
// CHECK: %[[COLUMNS:.*]] = linalg.generic {indexing_maps = [#[[ALL]], #[[COLUMN]]], iterator_types = ["reduction", "parallel"]} ins(%[[B]] : tensor<5x7xi8>)
// CHECK: arith.extsi
// CHECK-NEXT: arith.addi
// CHECK: %[[ROWS:.*]] = linalg.generic {indexing_maps = [#[[ALL]], #[[ROW]]], iterator_types = ["parallel", "reduction"]} ins(%[[A]] : tensor<3x5xi8>)
// CHECK: %[[ZAB:.*]] = arith.muli %[[ZA]], %[[ZB]]
// CHECK: %[[KZAB:.*]] = arith.muli %[[ZAB]], %c5_i32
// CHECK: %[[P:.*]] = linalg.matmul ins(%[[A]], %[[B]] : tensor<3x5xi8>, tensor<5x7xi8>) outs(%[[C]] : tensor<3x7xi32>)
// CHECK: linalg.generic {indexing_maps = [#[[COLUMN]], #[[ROW]], #[[ALL]]], iterator_types = ["parallel", "parallel"]} ins(%[[COLUMNS]], %[[ROWS]] : tensor<7xi32>, tensor<3xi32>) outs(%[[P]] : tensor<3x7xi32>)
// CHECK-NEXT: ^bb0(%[[COL:.*]]: i32, %[[RO:.*]]: i32, %[[OUT:.*]]: i32):
// CHECK-NEXT: %[[T0:.*]] = arith.muli %[[COL]], %[[ZA]]
// CHECK-NEXT: %[[S0:.*]] = arith.subi %[[OUT]], %[[T0]]
// CHECK-NEXT: %[[T1:.*]] = arith.muli %[[RO]], %[[ZB]]
// CHECK-NEXT: %[[S1:.*]] = arith.subi %[[S0]], %[[T1]]
// CHECK-NEXT: %[[S2:.*]] = arith.addi %[[S1]], %[[KZAB]]
// CHECK-NEXT: linalg.yield %[[S2]]
func.func @both(%a: tensor<3x5xi8>, %b: tensor<5x7xi8>, %za: i32, %zb: i32, %c: tensor<3x7xi32>) -> tensor<3x7xi32> {
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<3x5xi8>, tensor<5x7xi8>, i32, i32) outs(%c : tensor<3x7xi32>) -> tensor<3x7xi32>
  return %0 : tensor<3x7xi32>
}

// Constants of 0 correct nothing: of one operand, or of both.
// CHECK-LABEL: func @one(
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<?x3x5xi8>)
// CHECK-NOT: reduction
// CHECK: linalg.batch_matmul ins(%arg0, %arg1 : tensor<?x3x5xi8>, tensor<?x5x7xi8>) outs(%arg3 : tensor<?x3x7xi32>)
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
func.func @one(%a: tensor<?x3x5xi8>, %b: tensor<?x5x7xi8>, %zb: i32, %c: tensor<?x3x7xi32>) -> tensor<?x3x7xi32> {
  %za = arith.constant 0 : i32
  %0 = linalg.quantized_batch_matmul ins(%a, %b, %za, %zb : tensor<?x3x5xi8>, tensor<?x5x7xi8>, i32, i32) outs(%c : tensor<?x3x7xi32>) -> tensor<?x3x7xi32>
  return %0 : tensor<?x3x7xi32>
}

// CHECK-LABEL: func @none(
// CHECK-NEXT: linalg.matmul ins(%arg0, %arg1 : tensor<3x5xi8>, tensor<5x7xi8>) outs(%arg2 : tensor<3x7xi32>)
// CHECK-NEXT: return
func.func @none(%a: tensor<3x5xi8>, %b: tensor<5x7xi8>, %c: tensor<3x7xi32>) -> tensor<3x7xi32> {
  %zero = arith.constant 0 : i32
  %0 = linalg.quantized_matmul ins(%a, %b, %zero, %zero : tensor<3x5xi8>, tensor<5x7xi8>, i32, i32) outs(%c : tensor<3x7xi32>) -> tensor<3x7xi32>
  return %0 : tensor<3x7xi32>
}

// On memrefs the sums are buffers that are freed; without leave to allocate them
// the operation stays.
// LEFT: Function=memref | {{.*}}no matmul: its zero points need sums of rows or columns, which need extra buffers on memrefs (allow-copies)
// LEFT-NOT: Function
// CHECK-LABEL: func @memref(
// CHECK: %[[SUMS:.*]] = memref.alloc() : memref<3xi32>
// CHECK: linalg.generic {{.*}} ins(%arg0 : memref<3x5xi8>) outs(%[[SUMS]] : memref<3xi32>)
// CHECK: linalg.matmul ins(%arg0, %arg1 : memref<3x5xi8>, memref<5x7xi8>) outs(%arg3 : memref<3x7xi32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]] : memref<3xi32>) outs(%arg3 : memref<3x7xi32>)
// CHECK: memref.dealloc %[[SUMS]]
func.func @memref(%a: memref<3x5xi8>, %b: memref<5x7xi8>, %zb: i32, %c: memref<3x7xi32>) {
  %za = arith.constant 0 : i32
  linalg.quantized_matmul ins(%a, %b, %za, %zb : memref<3x5xi8>, memref<5x7xi8>, i32, i32) outs(%c : memref<3x7xi32>)
  return
}

// As a generic with an unsigned operand, a narrow zero point, and C transposed.
// CHECK-LABEL: func @generic(
// CHECK: %[[Z:.*]] = arith.extui %arg2 : i8 to i32
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<5x3xi8>)
// CHECK: arith.extui
// CHECK: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg1, %arg0 : tensor<7x5xi8>, tensor<5x3xi8>)
// CHECK: linalg.generic {indexing_maps = [#[[COLUMN]], #[[ALL]]]
// CHECK: arith.muli %{{.*}}, %[[Z]]
func.func @generic(%a: tensor<5x3xi8>, %b: tensor<7x5xi8>, %zb: i8, %c: tensor<7x3xi32>) -> tensor<7x3xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> ()>,
                                        affine_map<(m, n, k) -> (n, m)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %zb : tensor<5x3xi8>, tensor<7x5xi8>, i8) outs(%c : tensor<7x3xi32>) {
  ^bb0(%x: i8, %y: i8, %q: i8, %z: i32):
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
    %qw = arith.extui %q : i8 to i32
    %yz = arith.subi %yw, %qw : i32
    %p = arith.muli %xw, %yz : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  } -> tensor<7x3xi32>
  return %0 : tensor<7x3xi32>
}
