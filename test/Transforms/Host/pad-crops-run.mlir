// Pads with negative numbers crop, as upstream's type rule says, and so they do if the tensor
// keeps its type, or if another pad puts padding where elements were.
// REQUIRES: plugin
// UNSUPPORTED: sanitizers
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=sim attach" | %run_sim | FileCheck %s
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=sim attach offload" | %run_sim | FileCheck %s

// CHECK: [0, 1, 2]
// CHECK-NEXT: [0, 5, 6]
// CHECK: [0, 0, 0, 0]
// CHECK-NEXT: [1, 2, 3, 4]
// CHECK-NEXT: [5, 6, 7, 8]
// CHECK: [0, 0, 0, 0]
// CHECK-NEXT: [5, 6, 7, 8]
// CHECK-NEXT: [0, 0, 0, 0]
// CHECK: [6]
// CHECK-NEXT: [10]
// CHECK: [11]

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @crop(%x: tensor<3x4xf32>) -> tensor<2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1] high[-1, -2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x4xf32> to tensor<2x3xf32>
  return %p : tensor<2x3xf32>
}

// One token later, as RWKV reads its tokens.
func.func private @shift(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1, 0] high[-1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x4xf32> to tensor<3x4xf32>
  return %p : tensor<3x4xf32>
}

func.func private @crop_and_pad(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[-1, 0] high[-1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x4xf32> to tensor<1x4xf32>
  %q = tensor.pad %p low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<1x4xf32> to tensor<3x4xf32>
  return %q : tensor<3x4xf32>
}

func.func private @unknown(%x: tensor<?x4xf32>) -> tensor<?x1xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[-1, -1] high[0, -2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x4xf32> to tensor<?x1xf32>
  return %p : tensor<?x1xf32>
}

func.func private @pooling(%x: tensor<1x1x3x4xf32>) -> tensor<1x1x1x1xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, -1, 1] high[0, 0, 0, -1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f32
  } : tensor<1x1x3x4xf32> to tensor<1x1x2x4xf32>
  %e = tensor.empty() : tensor<1x1x1x1xf32>
  %window = tensor.empty() : tensor<2x4xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %window : tensor<1x1x2x4xf32>, tensor<2x4xf32>) outs(%f : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %r : tensor<1x1x1x1xf32>
}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %unknown = tensor.cast %x : tensor<3x4xf32> to tensor<?x4xf32>
  %image = tensor.expand_shape %x [[0, 1, 2], [3]] output_shape [1, 1, 3, 4] : tensor<3x4xf32> into tensor<1x1x3x4xf32>
  %0 = call @crop(%x) : (tensor<3x4xf32>) -> tensor<2x3xf32>
  %1 = call @shift(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = call @crop_and_pad(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %3 = call @unknown(%unknown) : (tensor<?x4xf32>) -> tensor<?x1xf32>
  %4 = call @pooling(%image) : (tensor<1x1x3x4xf32>) -> tensor<1x1x1x1xf32>
  %m0 = bufferization.to_buffer %0 read_only : tensor<2x3xf32> to memref<2x3xf32>
  %u0 = memref.cast %m0 : memref<2x3xf32> to memref<*xf32>
  call @printMemrefF32(%u0) : (memref<*xf32>) -> ()
  %m1 = bufferization.to_buffer %1 read_only : tensor<3x4xf32> to memref<3x4xf32>
  %u1 = memref.cast %m1 : memref<3x4xf32> to memref<*xf32>
  call @printMemrefF32(%u1) : (memref<*xf32>) -> ()
  %m2 = bufferization.to_buffer %2 read_only : tensor<3x4xf32> to memref<3x4xf32>
  %u2 = memref.cast %m2 : memref<3x4xf32> to memref<*xf32>
  call @printMemrefF32(%u2) : (memref<*xf32>) -> ()
  %m3 = bufferization.to_buffer %3 read_only : tensor<?x1xf32> to memref<?x1xf32>
  %u3 = memref.cast %m3 : memref<?x1xf32> to memref<*xf32>
  call @printMemrefF32(%u3) : (memref<*xf32>) -> ()
  %m4 = bufferization.to_buffer %4 read_only : tensor<1x1x1x1xf32> to memref<1x1x1x1xf32>
  %u4 = memref.cast %m4 : memref<1x1x1x1xf32> to memref<*xf32>
  call @printMemrefF32(%u4) : (memref<*xf32>) -> ()
  return
}
