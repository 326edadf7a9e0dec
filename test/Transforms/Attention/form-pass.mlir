// Attentions are formed that a template serves: on the target, or without one, on any
// target. With `all`, all of them are.
// RUN: autotune-opt %s -autotune-form-attention -remarks-filter=autotune -o %t 2> %t.remarks
// RUN: FileCheck %s --check-prefix=HOPPER < %t && FileCheck %s --check-prefix=ANYWHERE < %t.remarks
// RUN: autotune-opt %s -autotune-form-attention=target=h200 -remarks-filter=autotune -o %t 2> %t.remarks
// RUN: FileCheck %s --check-prefix=HOPPER < %t && FileCheck %s --check-prefix=ON-HOPPER < %t.remarks
// RUN: autotune-opt %s -autotune-form-attention=target=a100-sxm -remarks-filter=autotune -o %t 2> %t.remarks
// RUN: FileCheck %s --check-prefix=AMPERE < %t && FileCheck %s --check-prefix=ON-AMPERE < %t.remarks
// RUN: autotune-opt %s -autotune-form-attention=all -o %t
// RUN: FileCheck %s --check-prefix=ALL < %t
// RUN: autotune-opt %s '-autotune-form-attention=target=a100-sxm all' | FileCheck %s --check-prefix=ALL
// RUN: not autotune-opt %s -autotune-form-attention=target=x100 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: unknown target 'x100'

#q = affine_map<(b, m, n, d) -> (b, m, d)>
#k = affine_map<(b, m, n, d) -> (b, n, d)>
#s = affine_map<(b, m, n, d) -> (b, m, n)>

// ANYWHERE: Function=half | Remark="formed attention of 8 heads, 128 queries and 96 keys, with a score function of 0 operations that reads 0 inputs"
// ON-HOPPER: Function=half | Remark="formed attention of 8 heads,
// ON-AMPERE: Function=half | Remark="formed attention of 8 heads,
// HOPPER-LABEL: func.func @half
// HOPPER: problem.attention
// AMPERE-LABEL: func.func @half
// AMPERE: problem.attention
// ALL-LABEL: func.func @half
// ALL: problem.attention
func.func @half(%q: tensor<8x128x64xf16>, %k: tensor<8x96x64xf16>, %v: tensor<8x96x64xf16>) -> tensor<8x128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<8x128x96xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8x128x96xf32>) -> tensor<8x128x96xf32>
  %2 = linalg.batch_matmul indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<8x128x64xf16>, tensor<8x96x64xf16>) outs(%1 : tensor<8x128x96xf32>) -> tensor<8x128x96xf32>
  %3 = linalg.softmax dimension(2) ins(%2 : tensor<8x128x96xf32>) outs(%0 : tensor<8x128x96xf32>) -> tensor<8x128x96xf32>
  %4 = arith.truncf %3 : tensor<8x128x96xf32> to tensor<8x128x96xf16>
  %5 = tensor.empty() : tensor<8x128x64xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
  %7 = linalg.batch_matmul ins(%4, %v : tensor<8x128x96xf16>, tensor<8x96x64xf16>) outs(%6 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
  return %7 : tensor<8x128x64xf32>
}

// ANYWHERE: Function=single | Remark="no attention is formed: Q, K and V are neither of bf16 nor of f16,
// ON-HOPPER: Function=single | Remark="no attention is formed: Q, K and V are neither of bf16 nor of f16,
// ON-AMPERE: Function=single | Remark="no attention is formed: Q, K and V are neither of bf16 nor of f16,
// HOPPER-LABEL: func.func @single
// HOPPER-NOT: problem.attention
// AMPERE-LABEL: func.func @single
// AMPERE-NOT: problem.attention
// ALL-LABEL: func.func @single
// ALL: problem.attention
func.func @single(%q: tensor<8x128x64xf32>, %k: tensor<8x96x64xf32>, %v: tensor<8x96x64xf32>) -> tensor<8x128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<8x128x96xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8x128x96xf32>) -> tensor<8x128x96xf32>
  %2 = linalg.batch_matmul indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<8x128x64xf32>, tensor<8x96x64xf32>) outs(%1 : tensor<8x128x96xf32>) -> tensor<8x128x96xf32>
  %3 = linalg.softmax dimension(2) ins(%2 : tensor<8x128x96xf32>) outs(%0 : tensor<8x128x96xf32>) -> tensor<8x128x96xf32>
  %4 = tensor.empty() : tensor<8x128x64xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
  %6 = linalg.batch_matmul ins(%3, %v : tensor<8x128x96xf32>, tensor<8x96x64xf32>) outs(%5 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
  return %6 : tensor<8x128x64xf32>
}
