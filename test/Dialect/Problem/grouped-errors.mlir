// RUN: autotune-opt %s -split-input-file -verify-diagnostics

func.func @lists(%a: memref<4x4xf32>) {
  // expected-error@+1 {{must have as many matrices in each list, at least one, not 2, 1 and 2}}
  problem.grouped_matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) by(%a : memref<4x4xf32>) outs(%a, %a : memref<4x4xf32>, memref<4x4xf32>)
  return
}

// -----

func.func @mixed(%a: memref<4x4xf32>, %b: tensor<4x4xf32>) {
  // expected-error@+1 {{takes tensors or memrefs, but not both}}
  problem.grouped_matmul ins(%b : tensor<4x4xf32>) by(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

// -----

func.func @results(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{must have one result of the same type for each tensor in 'outs'}}
  problem.grouped_matmul ins(%a : tensor<4x4xf32>) by(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>)
  return
}

// -----

func.func @unknown(%a: memref<4x?xf32>, %b: memref<?x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{needs an N and a K that are static and not 0}}
  problem.grouped_matmul ins(%a : memref<4x?xf32>) by(%b : memref<?x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @sizes(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %d: memref<5x16xf32>) {
  // expected-error@+1 {{product 1 is of 'memref<4x8xf32>' and 'memref<8x16xf32>' to 'memref<5x16xf32>'; all must have N = 16 and K = 8}}
  problem.grouped_matmul ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) by(%b, %b : memref<8x16xf32>, memref<8x16xf32>) outs(%c, %d : memref<4x16xf32>, memref<5x16xf32>)
  return
}

// -----

func.func @types(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %d: memref<4x8xf16>) {
  // expected-error@+1 {{product 1 has other element types than the first}}
  problem.grouped_matmul ins(%a, %d : memref<4x8xf32>, memref<4x8xf16>) by(%b, %b : memref<8x16xf32>, memref<8x16xf32>) outs(%c, %c : memref<4x16xf32>, memref<4x16xf32>)
  return
}
