// An unmodified mlir-opt reads what torch-mlir exports, and prepares it.
// REQUIRES: plugin
// RUN: %mlir_opt %s --load-dialect-plugin=%autotune_plugin --load-pass-plugin=%autotune_plugin -pass-pipeline='builtin.module(autotune-prepare,autotune-attach-configs{target=h200})' | FileCheck %s

// CHECK-LABEL: func.func @layer(
// CHECK: tm_tensor.scan
// CHECK-NOT: linalg.transpose
// CHECK: autotune.config = #autotune.config<
func.func @layer(%x: tensor<64x128xbf16>, %w: tensor<256x128xbf16>, %c: tensor<64x256xf32>, %p: tensor<4xi64>, %a: tensor<i64>) -> (tensor<64x256xf32>, tensor<4xi64>) {
  %s:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%p : tensor<4xi64>) outs(%p, %a : tensor<4xi64>, tensor<i64>) {
  ^bb0(%l: i64, %r: i64):
    %0 = arith.addi %l, %r : i64
    tm_tensor.yield %0 : i64
  } -> tensor<4xi64>, tensor<i64>
  %e = tensor.empty() : tensor<128x256xbf16>
  %t = linalg.transpose ins(%w : tensor<256x128xbf16>) outs(%e : tensor<128x256xbf16>) permutation = [1, 0]
  %r = linalg.matmul ins(%x, %t : tensor<64x128xbf16>, tensor<128x256xbf16>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %r, %s#0 : tensor<64x256xf32>, tensor<4xi64>
}
