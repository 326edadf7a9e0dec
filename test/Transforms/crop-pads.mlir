// RUN: autotune-opt %s -autotune-crop-pads -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @shift
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[0, 0] [3, 8] [1, 1] : tensor<4x8xf32> to tensor<3x8xf32>
// CHECK: tensor.pad %[[S]] low[1, 0] high[0, 0]
func.func @shift(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1, 0] high[-1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x8xf32> to tensor<4x8xf32>
  return %p : tensor<4x8xf32>
}

// What operands are constants of is known then.
// CHECK-LABEL: func.func @constants
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[1] [7] [1]
// CHECK: tensor.pad %[[S]] low[0] high[2]
// CHECK: } : tensor<7xf32> to tensor<9xf32>
// CHECK: tensor.cast
func.func @constants(%x: tensor<8xf32>) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %a = arith.constant -1 : index
  %b = arith.constant 2 : index
  %p = tensor.pad %x low[%a] high[%b] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<8xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

// Nothing of the source remains.
// CHECK-LABEL: func.func @empty
// CHECK-NOT: tensor.pad
func.func @empty(%x: tensor<4xf32>) -> tensor<0xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[-4] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<0xf32>
  return %p : tensor<0xf32>
}

// CHECK-LABEL: func.func @padding
// CHECK: tensor.generate
// CHECK: } : tensor<3xf32>
func.func @padding(%x: tensor<4xf32>) -> tensor<3xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[-6] high[5] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<3xf32>
  return %p : tensor<3xf32>
}

// Unknown sizes may be smaller than what is cropped.
// CHECK-LABEL: func.func @unknown
// CHECK: affine.min
// CHECK: tensor.extract_slice
// CHECK: tensor.pad
func.func @unknown(%x: tensor<?xf32>) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

// Numbers of which nothing is known stay.
// CHECK-LABEL: func.func @amounts
// CHECK: tensor.pad %arg0 low[%arg1]
func.func @amounts(%x: tensor<4xf32>, %l: index) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[%l] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}
