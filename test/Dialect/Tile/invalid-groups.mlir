// RUN: autotune-opt %s -split-input-file -verify-diagnostics

gpu.module @g {
  // expected-error@+1 {{of a group takes memrefs of three dimensions, the first of which numbers its problems, not 'memref<?x?xf32>'}}
  tile.kernel @k(%A: memref<?x?xf32>) threads(32) group(2) {}
}

// -----

gpu.module @g {
  // expected-error@+1 {{'group' failed to satisfy constraint}}
  tile.kernel @k(%A: memref<?x?x?xf32>) threads(32) group(65) {}
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?xf32>) threads(32) group(2) {}
}
func.func @operands(%a: memref<4x4xf32>, %b: memref<2x4x4xf32>) {
  // expected-error@+1 {{has 1 operands, but @g::@k takes 2}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?xf32>) threads(32) group(2) {}
}
func.func @batches(%a: memref<4x4xf32>, %b: memref<2x4x4xf32>) {
  // expected-error@+1 {{operand of type 'memref<2x4x4xf32>' can't be the kernel's argument of type 'memref<?x?x?xf32>'}}
  tile.launch @g::@k outs(%a, %b : memref<4x4xf32>, memref<2x4x4xf32>)
  return
}

// -----

func.func @lists(%a: memref<4x4xf32>) {
  // expected-error@+1 {{has as many matrices of each list, one at least, not 2, 1 and 2}}
  tile.grouped_matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) by(%a : memref<4x4xf32>) outs(%a, %a : memref<4x4xf32>, memref<4x4xf32>)
  return
}

// -----

func.func @mixed(%a: memref<4x4xf32>, %b: tensor<4x4xf32>) {
  // expected-error@+1 {{takes tensors or memrefs, and not both}}
  tile.grouped_matmul ins(%b : tensor<4x4xf32>) by(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

// -----

func.func @results(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{has one result for each tensor in 'outs', of its type}}
  tile.grouped_matmul ins(%a : tensor<4x4xf32>) by(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>)
  return
}

// -----

func.func @unknown(%a: memref<4x?xf32>, %b: memref<?x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{needs an N and a K that are static and not 0}}
  tile.grouped_matmul ins(%a : memref<4x?xf32>) by(%b : memref<?x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @sizes(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %d: memref<5x16xf32>) {
  // expected-error@+1 {{product 1 is of 'memref<4x8xf32>' and 'memref<8x16xf32>' to 'memref<5x16xf32>'; all are of N = 16 and K = 8}}
  tile.grouped_matmul ins(%a, %a : memref<4x8xf32>, memref<4x8xf32>) by(%b, %b : memref<8x16xf32>, memref<8x16xf32>) outs(%c, %d : memref<4x16xf32>, memref<5x16xf32>)
  return
}

// -----

func.func @types(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %d: memref<4x8xf16>) {
  // expected-error@+1 {{product 1 has other element types than the first}}
  tile.grouped_matmul ins(%a, %d : memref<4x8xf32>, memref<4x8xf16>) by(%b, %b : memref<8x16xf32>, memref<8x16xf32>) outs(%c, %c : memref<4x16xf32>, memref<4x16xf32>)
  return
}
