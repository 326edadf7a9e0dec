// RUN: autotune-opt %s --autotune-trace-sizes -split-input-file -verify-diagnostics

func.func @contradiction(%x: tensor<?x64xf32> {autotune.sizes = #autotune.dims<[0] to 8>}, %w: tensor<64x96xf32>,
                         %c: tensor<?x96xf32> {autotune.sizes = #autotune.dims<[0] from 16>}) -> tensor<?x96xf32> {
  // expected-error@+1 {{autotune.sizes of arguments contradict each other: m is expected to 8, and from 16}}
  %0 = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}
