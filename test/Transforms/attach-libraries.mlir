// RUN: split-file %s %t
// RUN: autotune-opt %t/plan.mlir --autotune-attach-configs=target=h200 | FileCheck %t/plan.mlir
// RUN: autotune-opt %t/errors.mlir -split-input-file -verify-diagnostics --autotune-attach-configs=target=h200
// RUN: autotune-opt %t/table.mlir --autotune-attach-configs="target=h200 table=%t/table.json" --remarks-filter=autotune 2>&1 -o - | FileCheck %t/table.mlir

//--- plan.mlir

// A kernel behind a library is completed as any is. The library's config stays.
// It is no candidate.
// CHECK: autotune.candidates = [#autotune.config<simt, tile = [32, 32, 16], thread = [1, 1]>]
// CHECK-SAME: autotune.config = #autotune.plan<any: <cublaslt, version = 130100, algorithm = [1, 0, 0, 0, 0, 0, 0, 0], defaults>, else: <simt, tile = [32, 32, 16], thread = [1, 1]>>
func.func @f(%a: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [1, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      else: <simt, tile = [32, 32, 16]>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

//--- errors.mlir

// Nobody but the library knows an algorithm.
func.func @partial(%a: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // expected-error@+1 {{autotune.config breaks the constraint version in row 0: version = 0; it must be the version of the library that returned the algorithm}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt>, else: <simt>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// -----

func.func @range(%a: tensor<?x64xf32>, %b: tensor<64x32xf32>, %c: tensor<?x32xf32>) -> tensor<?x32xf32> {
  // expected-error@+1 {{autotune.config breaks the constraint known-sizes in row 0: the matmul is ? x 32 x 64;}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<[m to 3]: <cublaslt, version = 1, defaults>, else: <simt>>}
      ins(%a, %b : tensor<?x64xf32>, tensor<64x32xf32>) outs(%c : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}

//--- table.json
{
  "version": 1,
  "entries": [
    {
      "match": { "m": 16, "n": 32, "k": 64 },
      "configs": ["cublaslt, version = 130100, algorithm = [1, 0, 0, 0, 0, 0, 0, 0], workspace = 0", "simt, tile = [32, 32, 16]"]
    }
  ]
}
//--- table.mlir

// A table's config of a library is no candidate: it needs a kernel behind it.
// CHECK: table.json:6: its config <cublaslt v130100 algorithm1x0x0x0x0x0x0x0 workspace0 ...> is a call of a library, which the option libraries does not allow
// CHECK: autotune.config = #autotune.config<simt, tile = [32, 32, 16], thread = [1, 1]>
func.func @f(%a: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
