// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 space=none" | FileCheck %s

// What tensor cores can't do gets tiles for CUDA cores: other types,

// CHECK-LABEL: func @f32
// CHECK: autotune.config = #autotune.config<simt, tile = [128, 128, 16], thread = [8, 8]>
// CHECK-SAME: heuristics = ["simt-default"]
func.func @f32(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>)
                     outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

// unknown row strides, and ones that are no multiple of 16 bytes.

// CHECK-LABEL: func @dynamic
// CHECK: autotune.config = #autotune.config<simt,
// CHECK-LABEL: func @ragged
// CHECK: autotune.config = #autotune.config<simt,
func.func @dynamic(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %c: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>)
                     outs(%c : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %0 : tensor<?x?xbf16>
}
func.func @ragged(%a: tensor<100x100xbf16>, %b: tensor<100x100xbf16>, %c: tensor<100x100xbf16>) -> tensor<100x100xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<100x100xbf16>, tensor<100x100xbf16>)
                     outs(%c : tensor<100x100xbf16>) -> tensor<100x100xbf16>
  return %0 : tensor<100x100xbf16>
}
