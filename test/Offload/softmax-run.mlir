// Operations that stand for several, and stand alone, are expanded before kernels of rows are
// formed: a softmax is one kernel.
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim offload" -mlir-print-ir-after=autotune-bufferize 2>&1 >%t \
// RUN:   | FileCheck %s --check-prefix=KERNEL
// RUN: %run_sim < %t | FileCheck %s
// REQUIRES: plugin

// KERNEL-LABEL: func.func @softmax
// KERNEL-COUNT-1: tile.run
// KERNEL-NOT: tile.run
// KERNEL-NOT: linalg
// KERNEL: return

// The largest of each row is ahead of the others by 1, 10 and infinity.
// CHECK: 0.475367, 0.174878, 0.174878, 0.174878
// CHECK: 0.999864, 4.5{{[0-9]*}}e-05, 4.5{{[0-9]*}}e-05, 4.5{{[0-9]*}}e-05
// CHECK: 1, 0, 0, 0

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @softmax(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = tensor.empty() : tensor<3x4xf32>
  %1 = linalg.softmax dimension(1) ins(%x : tensor<3x4xf32>) outs(%0 : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

func.func @main() {
  %x = arith.constant dense<[[1.0, 0.0, 0.0, 0.0], [-2.0, -12.0, -12.0, -12.0], [5.0, 0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<3x4xf32>
  %r = call @softmax(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %m = bufferization.to_buffer %r read_only : tensor<3x4xf32> to memref<3x4xf32>
  %u = memref.cast %m : memref<3x4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
