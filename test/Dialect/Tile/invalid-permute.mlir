// What the verifier of views in another order refuses.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tile.permute' op 'order' must have each of the 2 dimensions of the source once}}
  %t = tile.permute %x [1, 1] : tensor<4x8xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tile.permute' op 'order' must have each of the 2 dimensions of the source once}}
  %t = tile.permute %x [1, 0, 2] : tensor<4x8xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{'tile.permute' op the result must be of type 'tensor<8x4xf32>', not 'tensor<4x8xf32>'}}
  %t = tile.permute %x [1, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<?x8xf32>) {
  // expected-error@+1 {{'tile.permute' op the result must be of type 'tensor<8x?xf32>', not 'tensor<8x4xf32>'}}
  %t = tile.permute %x [1, 0] : tensor<?x8xf32> -> tensor<8x4xf32>
  return
}
