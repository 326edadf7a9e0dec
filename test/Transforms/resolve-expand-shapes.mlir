// RUN: autotune-opt %s --autotune-resolve-expand-shapes | FileCheck %s
// RUN: autotune-opt %s --autotune-resolve-expand-shapes --expand-strided-metadata -o /dev/null

// Several unknown sizes of one group.
// CHECK-LABEL: func @two(
// CHECK-SAME: %[[SOURCE:.*]]: memref<?x4xf32>, %[[X:.*]]: index, %[[Y:.*]]: index)
// CHECK: %[[STRIDE:.*]] = arith.muli %c4{{.*}}, %[[Y]]
// CHECK: %[[CAST:.*]] = memref.reinterpret_cast %[[SOURCE]] to offset: [0], sizes: [%[[X]], %[[Y]], 4], strides: [%[[STRIDE]], 4, 1] : memref<?x4xf32> to memref<?x?x4xf32>
// CHECK: return %[[CAST]]
func.func @two(%source: memref<?x4xf32>, %x: index, %y: index) -> memref<?x?x4xf32> {
  %0 = memref.expand_shape %source [[0, 1], [2]] output_shape [%x, %y, 4] : memref<?x4xf32> into memref<?x?x4xf32>
  return %0 : memref<?x?x4xf32>
}

// With a layout that knows nothing.
// CHECK-LABEL: func @strided(
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %[[STRIDES:.*]] = memref.extract_strided_metadata
// CHECK: %[[INNER:.*]] = arith.muli %[[STRIDES]], %c3
// CHECK: %[[OUTER:.*]] = arith.muli %[[INNER]], %arg2
// CHECK: memref.reinterpret_cast %arg0 to offset: [%[[OFFSET]]], sizes: [%arg1, %arg2, 3], strides: [%[[OUTER]], %[[INNER]], %[[STRIDES]]]
func.func @strided(%source: memref<?xf32, strided<[?], offset: ?>>, %x: index, %y: index) -> memref<?x?x3xf32, strided<[?, ?, ?], offset: ?>> {
  %0 = memref.expand_shape %source [[0, 1, 2]] output_shape [%x, %y, 3] : memref<?xf32, strided<[?], offset: ?>> into memref<?x?x3xf32, strided<[?, ?, ?], offset: ?>>
  return %0 : memref<?x?x3xf32, strided<[?, ?, ?], offset: ?>>
}

// One is upstream's.
// CHECK-LABEL: func @one(
// CHECK-NEXT: memref.expand_shape
func.func @one(%source: memref<?x4xf32>, %x: index) -> memref<?x2x4xf32> {
  %0 = memref.expand_shape %source [[0, 1], [2]] output_shape [%x, 2, 4] : memref<?x4xf32> into memref<?x2x4xf32>
  return %0 : memref<?x2x4xf32>
}
