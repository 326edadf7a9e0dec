// The pipeline that stands before autotune-attach-configs.
// RUN: autotune-opt %s -split-input-file -autotune-prepare | FileCheck %s
// RUN: autotune-opt %s -split-input-file -pass-pipeline='builtin.module(autotune-prepare{fold-transposes=false})' | FileCheck %s --check-prefix=KEPT

// As torch-mlir writes a linear layer: the weight is transposed first.
// CHECK-LABEL: func.func @linear(
// CHECK-NOT: linalg.transpose
// CHECK: linalg.matmul indexing_maps
// KEPT-LABEL: func.func @linear(
// KEPT: linalg.transpose
func.func @linear(%x: tensor<64x128xbf16>, %w: tensor<256x128xbf16>, %c: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %e = tensor.empty() : tensor<128x256xbf16>
  %t = linalg.transpose ins(%w : tensor<256x128xbf16>) outs(%e : tensor<128x256xbf16>) permutation = [1, 0]
  %r = linalg.matmul ins(%x, %t : tensor<64x128xbf16>, tensor<128x256xbf16>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// -----

// As JAX writes an activation: in a function of its own, which goes. One that
// another program may call stays, and so does one with products.
// CHECK-LABEL: func.func @relu_layer(
// CHECK: linalg.matmul
// CHECK-NOT: call @relu
// CHECK: arith.maximumf
// CHECK: call @product
// CHECK-NOT: func.func private @relu
// CHECK: func.func private @product
// CHECK: func.func @public
func.func @relu_layer(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = call @relu(%p) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = call @product(%r, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}
func.func private @relu(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %r = func.call @max(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func private @max(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %z : f32
    linalg.yield %m : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func private @product(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func @public(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}

// -----

// A function that calls itself can't stand where it is called.
// CHECK-LABEL: func.func @calls(
// CHECK: call @itself
func.func @calls() {
  call @itself() : () -> ()
  return
}
func.func private @itself() {
  call @itself() : () -> ()
  return
}

// -----

// Positions, as torch-mlir computes them, of which a kernel can compute the scan, and
// attention, which a kernel can compute, too.
// CHECK-LABEL: func.func @positions(
// CHECK: tm_tensor.scan
// CHECK-NOT: tm_tensor.attention
// CHECK-NOT: linalg.
// CHECK: problem.attention
// CHECK-NOT: linalg.
// CHECK: return
func.func @positions(%x: tensor<1x128xi64>, %a: tensor<1xi64>, %q: tensor<8x128x64xf16>) -> (tensor<1x128xi64>, tensor<8x128x64xf16>) {
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<1x128xi64>) outs(%x, %a : tensor<1x128xi64>, tensor<1xi64>) {
  ^bb0(%s: i64, %e: i64):
    %0 = arith.addi %s, %e : i64
    tm_tensor.yield %0 : i64
  } -> tensor<1x128xi64>, tensor<1xi64>
  %o = tensor.empty() : tensor<8x128x64xf16>
  %p = tm_tensor.attention ins(%q, %q, %q : tensor<8x128x64xf16>, tensor<8x128x64xf16>, tensor<8x128x64xf16>) outs(%o : tensor<8x128x64xf16>) -> tensor<8x128x64xf16>
  return %r#0, %p : tensor<1x128xi64>, tensor<8x128x64xf16>
}

// -----

// No kernel computes attention of f32, but its products get kernels.
// CHECK-LABEL: func.func @single(
// CHECK-NOT: tm_tensor.attention
// CHECK: linalg.batch_matmul
// CHECK: linalg.softmax
// CHECK: linalg.batch_matmul
func.func @single(%q: tensor<8x128x64xf32>) -> tensor<8x128x64xf32> {
  %o = tensor.empty() : tensor<8x128x64xf32>
  %p = tm_tensor.attention ins(%q, %q, %q : tensor<8x128x64xf32>, tensor<8x128x64xf32>, tensor<8x128x64xf32>) outs(%o : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
  return %p : tensor<8x128x64xf32>
}
