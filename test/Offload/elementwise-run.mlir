// Concatenations have the right elements in kernels of rows, as they have where
// the host copies the pieces.
// REQUIRES: plugin
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim offload" | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim" | %run_sim | FileCheck %s

// Two tensors side by side, and one above itself.
// CHECK: [0, 1, 2, 3, 10, 11]
// CHECK-NEXT: [4, 5, 6, 7, 12, 13]
// CHECK: [0, 1, 2, 3]
// CHECK-NEXT: [4, 5, 6, 7]
// CHECK-NEXT: [0, 1, 2, 3]
// CHECK-NEXT: [4, 5, 6, 7]
// The negated second half, and the first half.
// CHECK: [-2, -3, 0, 1]
// CHECK-NEXT: [-6, -7, 4, 5]
// Three pieces: a row without its dimension, a transposed tensor, and a row that
// is spread.
// CHECK: [4, 5]
// CHECK-NEXT: [10, 12]
// CHECK-NEXT: [11, 13]
// CHECK-NEXT: [20, 20]
// CHECK-NEXT: [20, 20]

#id = affine_map<(i, j) -> (i, j)>
#point = affine_map<(i, j) -> (0, 0)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @model(%x: tensor<2x4xf32>, %y: tensor<2x2xf32>, %z: tensor<1x1xf32>)
    -> (tensor<2x6xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<5x2xf32>) {
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = tensor.concat dim(1) %x, %y : (tensor<2x4xf32>, tensor<2x2xf32>) -> tensor<2x6xf32>
  %1 = tensor.concat dim(0) %x, %x : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %low = tensor.extract_slice %x[0, 0] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
  %high = tensor.extract_slice %x[0, 2] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%high : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.negf %i : f32
    linalg.yield %v : f32
  } -> tensor<2x2xf32>
  %2 = tensor.concat dim(1) %n, %low : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  %row = tensor.extract_slice %x[1, 0] [1, 2] [1, 1] : tensor<2x4xf32> to tensor<2xf32>
  %first = tensor.expand_shape %row [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
  %t = linalg.transpose ins(%y : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
  %s = linalg.generic {indexing_maps = [#point, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<1x1xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<2x2xf32>
  %3 = tensor.concat dim(0) %first, %t, %s : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
  return %0, %1, %2, %3 : tensor<2x6xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<5x2xf32>
}

func.func @main() {
  %x = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]> : tensor<2x4xf32>
  %y = arith.constant dense<[[10.0, 11.0], [12.0, 13.0]]> : tensor<2x2xf32>
  %z = arith.constant dense<20.0> : tensor<1x1xf32>
  %r:4 = call @model(%x, %y, %z) : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<1x1xf32>)
      -> (tensor<2x6xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<5x2xf32>)
  %0 = bufferization.to_buffer %r#0 read_only : tensor<2x6xf32> to memref<2x6xf32>
  %1 = memref.cast %0 : memref<2x6xf32> to memref<*xf32>
  call @printMemrefF32(%1) : (memref<*xf32>) -> ()
  %2 = bufferization.to_buffer %r#1 read_only : tensor<4x4xf32> to memref<4x4xf32>
  %3 = memref.cast %2 : memref<4x4xf32> to memref<*xf32>
  call @printMemrefF32(%3) : (memref<*xf32>) -> ()
  %4 = bufferization.to_buffer %r#2 read_only : tensor<2x4xf32> to memref<2x4xf32>
  %5 = memref.cast %4 : memref<2x4xf32> to memref<*xf32>
  call @printMemrefF32(%5) : (memref<*xf32>) -> ()
  %6 = bufferization.to_buffer %r#3 read_only : tensor<5x2xf32> to memref<5x2xf32>
  %7 = memref.cast %6 : memref<5x2xf32> to memref<*xf32>
  call @printMemrefF32(%7) : (memref<*xf32>) -> ()
  return
}
