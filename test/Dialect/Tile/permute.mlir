// A tensor in another order of dimensions: a view, which becomes one of its buffer.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics | autotune-opt -split-input-file | FileCheck %s
// RUN: autotune-opt %s -split-input-file -canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: autotune-opt %s -split-input-file -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s --check-prefix=BUFFER

// CHECK-LABEL: func @heads(
// CHECK: tile.permute %arg0 [1, 0, 2] : tensor<512x?x128xbf16> -> tensor<?x512x128xbf16>
// BUFFER-LABEL: func @heads(
// BUFFER-SAME: %[[X:.*]]: memref<512x?x128xbf16>
// BUFFER-NOT: memref.copy
// BUFFER: %[[HEADS:.*]] = memref.transpose %[[X]] (d0, d1, d2) -> (d1, d0, d2) : memref<512x?x128xbf16> to memref<?x512x128xbf16, strided<[128, ?, 1]>>
// BUFFER: memref.load %[[HEADS]]
func.func @heads(%x: tensor<512x?x128xbf16>, %i: index) -> bf16 {
  %heads = tile.permute %x [1, 0, 2] : tensor<512x?x128xbf16> -> tensor<?x512x128xbf16>
  %element = tensor.extract %heads[%i, %i, %i] : tensor<?x512x128xbf16>
  return %element : bf16
}

// What is written to a view leaves the source as it is where that is read.
// BUFFER-LABEL: func @written(
// BUFFER: memref.alloc
// BUFFER: memref.copy
func.func @written(%x: tensor<4x8xf32>, %v: f32, %i: index) -> (tensor<8x4xf32>, f32) {
  %t = tile.permute %x [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %w = tensor.insert %v into %t[%i, %i] : tensor<8x4xf32>
  %old = tensor.extract %x[%i, %i] : tensor<4x8xf32>
  return %w, %old : tensor<8x4xf32>, f32
}

// FOLD-LABEL: func @same(
// FOLD-NEXT: return %arg0
func.func @same(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %t = tile.permute %x [0, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  return %t : tensor<4x8xf32>
}

// Of no dimensions there is one order.
// BUFFER-LABEL: func @scalar(
// BUFFER-NOT: memref.transpose
// BUFFER: memref.load
func.func @scalar(%x: tensor<f32>) -> f32 {
  %t = tile.permute %x [] : tensor<f32> -> tensor<f32>
  %element = tensor.extract %t[] : tensor<f32>
  return %element : f32
}
