// RUN: autotune-opt %s -split-input-file -verify-diagnostics --autotune-attach-configs=target=h200
// RUN: not autotune-opt %s -split-input-file --autotune-attach-configs='target=h200 plan-configs=0' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not autotune-opt %s -split-input-file --autotune-attach-configs='target=h200 plan-rows=65' 2>&1 | FileCheck %s --check-prefix=MANY

// NONE: error: plan-configs = 0 is none of 1 to 64
// MANY: error: plan-rows = 65 is none of 1 to 64

// A config must be legal for all sizes of its row: simt_stream has a number of
// rows, which a range does not.
func.func @range(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  // expected-error@+1 {{autotune.config breaks the constraint few-rows in row 0:}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<[m to 3]: <simt_stream, rows = 3>, else: <simt>>}
                     ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

// Rows of any length are aligned to nothing.
func.func @alignment(%a: tensor<?x?xbf16>, %b: tensor<?x4096xbf16>, %c: tensor<?x4096xbf16>) -> tensor<?x4096xbf16> {
  // expected-error@+1 {{autotune.config breaks the constraint tma-alignment in row 1: load = tma, but A has a row stride that is not known}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<[k by 8]: <hopper_wgmma, load = tma>, [k by 4]: <hopper_wgmma, load = tma>, else: <simt>>}
                     ins(%a, %b : tensor<?x?xbf16>, tensor<?x4096xbf16>)
                     outs(%c : tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %0 : tensor<?x4096xbf16>
}

// -----

// A guard can't be against a size that is known.
func.func @known(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  // expected-error@+1 {{row 0 is for n to 64, but n is 96 here}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<[n to 64]: <simt>, else: <simt>>}
                     ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

func.func @group(%a: tensor<?x64xbf16>, %b: tensor<32x64xbf16>, %c: tensor<?x32xbf16>) -> tensor<?x32xbf16> {
  // expected-error@+1 {{autotune.config breaks the constraint plan: guards can't speak of a group, of an unknown number of parts of K, of an unknown second K of a sum, or of an unknown number of images; they take an #autotune.config}}
  %0 = problem.grouped_matmul ins(%a : tensor<?x64xbf16>) by(%b : tensor<32x64xbf16>) transpose_b
      outs(%c : tensor<?x32xbf16>) {autotune.config = #autotune.plan<[m to 64]: <hopper_wgmma>, else: <hopper_wgmma>>}
      -> tensor<?x32xbf16>
  return %0 : tensor<?x32xbf16>
}
