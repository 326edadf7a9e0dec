// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s

// Results along a dimension that neither input has.

#k = affine_map<(m, n, k) -> (k)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// On tensors one row is computed, and added to all of C's.
// CHECK-LABEL: func.func @row(
// CHECK: %[[ROW:.*]] = linalg.matmul ins(%{{.*}}, %arg1 : tensor<1x8xf32>, tensor<8x4xf32>) outs(%{{.*}} : tensor<1x4xf32>)
// CHECK: %[[P:.*]] = tensor.collapse_shape %[[ROW]]
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[P]] : tensor<4xf32>) outs(%arg2 : tensor<5x4xf32>)
// CHECK: arith.addf
// CHECK: return %[[SUM]]
func.func @row(%a: tensor<8xf32>, %b: tensor<8x4xf32>, %c: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = linalg.matmul indexing_maps = [#k, #b, #c] ins(%a, %b : tensor<8xf32>, tensor<8x4xf32>) outs(%c : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// Of zeros nothing is added, and sizes may be unknown.
// CHECK-LABEL: func.func @column_of_zeros(
// CHECK: linalg.matmul {{.*}} ins(%{{.*}}, %arg0 : tensor<1x8xi8>, tensor<?x8xi8>) outs(%{{.*}} : tensor<1x?xi32>)
// CHECK: linalg.broadcast ins(%{{.*}} : tensor<?xi32>) outs(%{{.*}} : tensor<?x?xi32>) dimensions = [1]
func.func @column_of_zeros(%a: tensor<?x8xi8>, %b: tensor<8xi8>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %z = arith.constant 0 : i32
  %f = linalg.fill ins(%z : i32) outs(%c : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0 = linalg.matmul indexing_maps = [#a, #k, #c] ins(%a, %b : tensor<?x8xi8>, tensor<8xi8>) outs(%f : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// What C's type doesn't say of its sizes, inputs may.
// CHECK-LABEL: func.func @column_of_known(
// CHECK: %[[COLUMN:.*]] = tensor.cast %{{.*}} : tensor<16xi32> to tensor<?xi32>
// CHECK: linalg.broadcast ins(%[[COLUMN]] : tensor<?xi32>) outs(%{{.*}} : tensor<?x?xi32>) dimensions = [1]
func.func @column_of_known(%a: tensor<16x8xi8>, %b: tensor<8xi8>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %z = arith.constant 0 : i32
  %f = linalg.fill ins(%z : i32) outs(%c : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0 = linalg.matmul indexing_maps = [#a, #k, #c] ins(%a, %b : tensor<16x8xi8>, tensor<8xi8>) outs(%f : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// Of two vectors one sum, which is in all.
// CHECK-LABEL: func.func @dot(
// CHECK: linalg.matmul {{.*}} -> tensor<1x1xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<f32>) outs(%arg2 : tensor<5x4xf32>)
func.func @dot(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = linalg.contract indexing_maps = [#k, #k, #c] ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%c : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// On memrefs the input is viewed as a matrix of that row.
// CHECK-LABEL: func.func @row_memref(
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %arg0
// CHECK: %[[M:.*]] = memref.dim %arg2
// CHECK: %[[A:.*]] = memref.reinterpret_cast %arg0 to offset: [%[[OFFSET]]], sizes: [%[[M]], 8], strides: [0, %[[STRIDE]]]
// CHECK: linalg.matmul ins(%[[A]], %arg1 : memref<?x8xf32, strided<[0, ?], offset: ?>>, memref<8x?xf32>) outs(%arg2 : memref<?x?xf32>)
func.func @row_memref(%a: memref<8xf32, strided<[?], offset: ?>>, %b: memref<8x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul indexing_maps = [#k, #b, #c] ins(%a, %b : memref<8xf32, strided<[?], offset: ?>>, memref<8x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func.func @dot_memref(
// CHECK-DAG: memref.reinterpret_cast %arg0 to offset: [0], sizes: [3, 8], strides: [0, 1]
// CHECK-DAG: memref.reinterpret_cast %arg1 to offset: [0], sizes: [%{{.*}}, 8], strides: [0, 1]
// CHECK: linalg.matmul
func.func @dot_memref(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<3x?xf32>) {
  linalg.contract indexing_maps = [#k, #k, #c] ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%c : memref<3x?xf32>)
  return
}

#ba = affine_map<(b, m, n, k) -> (b, m, k)>
#bk = affine_map<(b, m, n, k) -> (b, k)>
#one = affine_map<(b, m, n, k) -> (k)>
#bb = affine_map<(b, m, n, k) -> (b, k, n)>
#bc = affine_map<(b, m, n, k) -> (b, m, n)>

// CHECK-LABEL: func.func @batch(
// CHECK: linalg.batch_matmul ins(%{{.*}}, %arg1 : tensor<2x1x8xf32>, tensor<2x8x4xf32>) outs(%{{.*}} : tensor<2x1x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x4xf32>) outs(%arg2 : tensor<2x5x4xf32>)
func.func @batch(%a: tensor<2x8xf32>, %b: tensor<2x8x4xf32>, %c: tensor<2x5x4xf32>) -> tensor<2x5x4xf32> {
  %0 = linalg.batch_matmul indexing_maps = [#bk, #bb, #bc] ins(%a, %b : tensor<2x8xf32>, tensor<2x8x4xf32>) outs(%c : tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// CHECK-LABEL: func.func @batch_memref(
// CHECK: %[[A:.*]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [2, 5, 8], strides: [8, 0, 1]
// CHECK: linalg.batch_matmul ins(%[[A]], %arg1 :
func.func @batch_memref(%a: memref<2x8xf32>, %b: memref<2x8x4xf32>, %c: memref<2x5x4xf32>) {
  linalg.batch_matmul indexing_maps = [#bk, #bb, #bc] ins(%a, %b : memref<2x8xf32>, memref<2x8x4xf32>) outs(%c : memref<2x5x4xf32>)
  return
}

// What has M gets N from the other one, whose batch M then takes up.
// CHECK-LABEL: func.func @batch_column(
// CHECK: %[[B:.*]] = memref.reinterpret_cast %arg1 to offset: [0], sizes: [4, 8], strides: [0, 1]
// CHECK: linalg.matmul {{.*}} ins(%{{.*}}, %[[B]] : memref<10x8xf32>, memref<4x8xf32, strided<[0, 1]>>) outs(%{{.*}} : memref<10x4xf32>)
func.func @batch_column(%a: memref<2x5x8xf32>, %b: memref<8xf32>, %c: memref<2x5x4xf32>) {
  linalg.batch_matmul indexing_maps = [#ba, #one, #bc] ins(%a, %b : memref<2x5x8xf32>, memref<8xf32>) outs(%c : memref<2x5x4xf32>)
  return
}
