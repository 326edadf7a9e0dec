// A fill of -0.0 is no fill of 0.0: sums that begin with 0.0 would lose the sign
// of a result of -0.0.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-compile="target=h200 format=sim" | %run_sim | FileCheck %s --check-prefix=VALUES

// CHECK-LABEL: func.func private @negative(
// CHECK: linalg.fill
// CHECK: tile.launch @{{.*}}::@[[ADDS:.*]] ins
// CHECK-LABEL: func.func private @positive(
// CHECK-NOT: linalg.fill
// CHECK: tile.launch @{{.*}}::@[[STARTS:.*]] ins

// Elements outside of the matrices change no sum either.
// CHECK: tile.kernel @[[ADDS]](
// CHECK-DAG: %[[NEGATIVE:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: scf.for {{.*}} = %[[NEGATIVE]]

// VALUES: [-0,   -0,   1,   -0]
// VALUES: [0,   0,   1,   0]
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @negative(%a: tensor<1x5xf32>, %b: tensor<5x4xf32>) -> tensor<1x4xf32> {
  %zero = arith.constant -0.0 : f32
  %e = tensor.empty() : tensor<1x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<1x5xf32>, tensor<5x4xf32>) outs(%i : tensor<1x4xf32>) -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}
func.func private @positive(%a: tensor<1x5xf32>, %b: tensor<5x4xf32>) -> tensor<1x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<1x5xf32>, tensor<5x4xf32>) outs(%i : tensor<1x4xf32>) -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}
func.func @main() {
  %a = arith.constant dense<-1.0> : tensor<1x5xf32>
  %b = arith.constant dense<[[0.0, 0.0, -1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<5x4xf32>
  %r0 = call @negative(%a, %b) : (tensor<1x5xf32>, tensor<5x4xf32>) -> tensor<1x4xf32>
  %m0 = bufferization.to_buffer %r0 read_only : tensor<1x4xf32> to memref<1x4xf32>
  %u0 = memref.cast %m0 : memref<1x4xf32> to memref<*xf32>
  call @printMemrefF32(%u0) : (memref<*xf32>) -> ()
  %r1 = call @positive(%a, %b) : (tensor<1x5xf32>, tensor<5x4xf32>) -> tensor<1x4xf32>
  %m1 = bufferization.to_buffer %r1 read_only : tensor<1x4xf32> to memref<1x4xf32>
  %u1 = memref.cast %m1 : memref<1x4xf32> to memref<*xf32>
  call @printMemrefF32(%u1) : (memref<*xf32>) -> ()
  return
}
