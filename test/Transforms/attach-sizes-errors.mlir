// RUN: autotune-opt %s --autotune-attach-configs=target=h200 -split-input-file -verify-diagnostics

func.func @known(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  // expected-error@+1 {{autotune.sizes names n, which is known to be 96; unknown sizes: m}}
  %0 = linalg.matmul {autotune.sizes = #autotune.sizes<m to 64, n from 1>}
    ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

func.func @batch(%a: tensor<32x64xf32>, %b: tensor<64x96xf32>, %c: tensor<32x96xf32>) -> tensor<32x96xf32> {
  // expected-error@+1 {{autotune.sizes names batch, which is known to be 1; unknown sizes: none}}
  %0 = linalg.matmul {autotune.sizes = #autotune.sizes<batch to 64>}
    ins(%a, %b : tensor<32x64xf32>, tensor<64x96xf32>) outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}

// -----

// The number of parts of K is no batch.
func.func @parts(%a: tensor<?x32x64xf32>, %b: tensor<?x64x96xf32>, %c: tensor<32x96xf32>) -> tensor<32x96xf32> {
  // expected-error@+1 {{autotune.sizes names batch, which is known to be 1; unknown sizes: none}}
  %0 = linalg.batch_reduce_matmul {autotune.sizes = #autotune.sizes<batch to 64>}
    ins(%a, %b : tensor<?x32x64xf32>, tensor<?x64x96xf32>) outs(%c : tensor<32x96xf32>) -> tensor<32x96xf32>
  return %0 : tensor<32x96xf32>
}
