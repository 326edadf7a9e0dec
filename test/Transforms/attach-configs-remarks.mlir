// RUN: autotune-opt %s --autotune-attach-configs="target=h200" --remarks-filter=autotune -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t

// Remarks say what was attached and who proposed it, and why the rest is left
// alone. What is left alone stays as it is.

// CHECK: remarks.mlir:[[@LINE+7]]:{{.*}}[Passed] AttachConfigs | Category:autotune | Function=served
// CHECK-SAME: attached #autotune.config<hopper_wgmma,
// CHECK-SAME: the first of {{[0-9]+}} candidates; heuristics that fired: skinny-gemm, one-wave, split-k, wave-fill
// IR-LABEL: func @served
// IR: linalg.matmul {autotune
func.func @served(%a: tensor<16x4096xbf16>, %b: tensor<4096x4096xbf16>,
                  %c: tensor<16x4096xf32>) -> tensor<16x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  return %0 : tensor<16x4096xf32>
}

// CHECK: [Missed] AttachConfigs | Category:autotune | Function=vector | {{.*}}left alone: it is a linalg.matvec, not a linalg.matmul, linalg.batch_matmul or linalg.batch_reduce_matmul
// IR-LABEL: func @vector
// IR: linalg.matvec ins
func.func @vector(%a: tensor<4x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.matvec ins(%a, %b : tensor<4x4xf32>, tensor<4xf32>)
                     outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK: [Passed] AttachConfigs | Category:autotune | Function=reduced | {{.*}}attached #autotune.config<simt,
// IR-LABEL: func @reduced
// IR: linalg.batch_reduce_matmul {autotune
func.func @reduced(%a: tensor<2x4x4xf32>, %b: tensor<2x4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<2x4x4xf32>, tensor<2x4x4xf32>)
                                  outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK: Function=zero | {{.*}}left alone: hopper_wgmma: element-types: {{.*}}; simt: size-zero: the matmul is 4 x 0 x 4; no size may be 0
// IR-LABEL: func @zero
// IR: linalg.matmul ins
func.func @zero(%a: tensor<4x4xf32>, %b: tensor<4x0xf32>, %c: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x0xf32>)
                     outs(%c : tensor<4x0xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}

// CHECK: [Passed] AttachConfigs | Category:autotune | Function=kept | {{.*}}kept the config that is there: it is complete and legal
func.func @kept(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [64, 64, 16], thread = [4, 4]>}
      ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
