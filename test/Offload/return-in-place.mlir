// Results become arguments, in whose memory they are computed if they can be.
// RUN: autotune-opt %s -autotune-return-in-place | FileCheck %s

// CHECK-LABEL: func @reshaped
// CHECK-SAME: (%{{.*}}: memref<4x8xf32>, %[[OUT:.*]]: memref<32xf32>) attributes {llvm.emit_c_interface}
// CHECK: %[[PLACE:.*]] = memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [4, 8], strides: [8, 1]
// CHECK: memref.copy %{{.*}}, %[[PLACE]]
// CHECK: return{{$}}
func.func @reshaped(%x: memref<4x8xf32>) -> memref<32xf32> {
  %a = memref.alloc() : memref<4x8xf32>
  memref.copy %x, %a : memref<4x8xf32> to memref<4x8xf32>
  %r = memref.collapse_shape %a [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  return %r : memref<32xf32>
}

// Dimensions in another order, as heads in the rows of a matrix have, and in order again.
// CHECK-LABEL: func @permuted
// CHECK-SAME: (%{{.*}}: memref<8x4x2xf32>, %[[OUT:.*]]: memref<32x2xf32>)
// CHECK: %[[PLACE:.*]] = memref.reinterpret_cast %[[OUT]] to offset: [0], sizes: [4, 8, 2], strides: [16, 2, 1]
// CHECK: %[[VIEW:.*]] = memref.transpose %[[PLACE]]
// CHECK: memref.copy %{{.*}}, %[[VIEW]]
// CHECK-NOT: memref.copy
// CHECK: return{{$}}
func.func @permuted(%x: memref<8x4x2xf32>) -> memref<32x2xf32> {
  %a = memref.alloc() : memref<4x8x2xf32>
  %t = memref.transpose %a (i, j, k) -> (j, i, k) : memref<4x8x2xf32> to memref<8x4x2xf32, strided<[2, 16, 1]>>
  memref.copy %x, %t : memref<8x4x2xf32> to memref<8x4x2xf32, strided<[2, 16, 1]>>
  %u = memref.transpose %t (i, j, k) -> (j, i, k) : memref<8x4x2xf32, strided<[2, 16, 1]>> to memref<4x8x2xf32, strided<[16, 2, 1]>>
  %c = memref.collapse_shape %u [[0, 1], [2]] : memref<4x8x2xf32, strided<[16, 2, 1]>> into memref<32x2xf32, strided<[2, 1]>>
  %r = memref.cast %c : memref<32x2xf32, strided<[2, 1]>> to memref<32x2xf32>
  return %r : memref<32x2xf32>
}

// The same buffer twice, and an argument.
// CHECK-LABEL: func @copied
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %[[C:.*]]: memref<8xf32>)
// CHECK-DAG: memref.copy %[[A]], %[[B]]
// CHECK-DAG: memref.copy %[[X]], %[[C]]
func.func @copied(%x: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>, memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  return %a, %a, %x : memref<8xf32>, memref<8xf32>, memref<8xf32>
}

// Unknown sizes, and functions that others call, stay.
// CHECK-LABEL: func @unknown
// CHECK-SAME: -> memref<?xf32>
func.func @unknown(%x: memref<?xf32>) -> memref<?xf32> {
  return %x : memref<?xf32>
}
// CHECK-LABEL: func @called
// CHECK-SAME: -> memref<8xf32>
func.func @called(%x: memref<8xf32>) -> memref<8xf32> {
  return %x : memref<8xf32>
}
func.func private @caller(%x: memref<8xf32>) {
  %r = call @called(%x) : (memref<8xf32>) -> memref<8xf32>
  return
}
