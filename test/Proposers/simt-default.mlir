// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" | FileCheck %s

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

// unknown sizes of them, and elements of a row that are apart.

// CHECK-LABEL: func @dynamic
// CHECK: autotune.config = #autotune.config<simt,
// CHECK-LABEL: func @strided
// CHECK: autotune.config = #autotune.config<simt,
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
                     outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @strided(%a: memref<128x128xbf16, strided<[256, 2]>>, %b: memref<128x128xbf16>, %c: memref<128x128xbf16>) {
  linalg.matmul ins(%a, %b : memref<128x128xbf16, strided<[256, 2]>>, memref<128x128xbf16>)
                outs(%c : memref<128x128xbf16>)
  return
}

// -----

// A product so small that they are done before tensor cores would have copied an
// operand that TMA does not load.

// CHECK-LABEL: func @small
// CHECK: autotune.config = #autotune.config<simt,
// CHECK-SAME: "simt-default"
// CHECK-LABEL: func @large
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}} load = pack,
// CHECK-SAME: "simt-default"
func.func @small(%a: tensor<64x64xi8>, %b: tensor<64x60xi8>, %c: tensor<64x60xi32>) -> tensor<64x60xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xi8>, tensor<64x60xi8>) outs(%c : tensor<64x60xi32>) -> tensor<64x60xi32>
  return %0 : tensor<64x60xi32>
}
func.func @large(%a: tensor<2048x2048xi8>, %b: tensor<2048x2040xi8>, %c: tensor<2048x2040xi32>) -> tensor<2048x2040xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<2048x2048xi8>, tensor<2048x2040xi8>) outs(%c : tensor<2048x2040xi32>) -> tensor<2048x2040xi32>
  return %0 : tensor<2048x2040xi32>
}
