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

// -----

#a = affine_map<(m, n, k) -> (m, k floordiv 4)>
#b = affine_map<(m, n, k) -> (n, k floordiv 4)>
func.func @some_scales(%a: tensor<4x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<4x16xf32>, %s: tensor<4x2xf32>, %t: tensor<16x2xf32>) {
  // expected-error@+1 {{must have scales of each A and of each B, 2, or none, not 1 and 2}}
  %r:2 = problem.grouped_matmul ins(%a, %a : tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) by(%b, %b : tensor<16x8xf8E4M3FN>, tensor<16x8xf8E4M3FN>) transpose_b
      scales(%s : tensor<4x2xf32>) by(%t, %t : tensor<16x2xf32>, tensor<16x2xf32>) maps [#a, #b]
      outs(%c, %c : tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>, tensor<4x16xf32>
  return
}

// -----

func.func @no_scales(%a: tensor<4x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<4x16xf32>) {
  // expected-error@+1 {{must have scales of each A and of each B, 1, or none, not 0 and 0}}
  %r = "problem.grouped_matmul"(%a, %b, %c) {transpose_b, scale_maps = [], operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>} : (tensor<4x8xf8E4M3FN>, tensor<16x8xf8E4M3FN>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @no_maps(%a: tensor<4x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<4x16xf32>, %s: tensor<4x2xf32>, %t: tensor<16x2xf32>) {
  // expected-error@+1 {{must have two 'maps' of scales, of A and of B, not 0}}
  %r = "problem.grouped_matmul"(%a, %b, %s, %t, %c) {transpose_b, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>} : (tensor<4x8xf8E4M3FN>, tensor<16x8xf8E4M3FN>, tensor<4x2xf32>, tensor<16x2xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

#a = affine_map<(m, n, k) -> (m, k floordiv 4)>
func.func @one_map(%a: tensor<4x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<4x16xf32>, %s: tensor<4x2xf32>, %t: tensor<16x2xf32>) {
  // expected-error@+1 {{must have two 'maps' of scales, of A and of B, not 1}}
  %r = problem.grouped_matmul ins(%a : tensor<4x8xf8E4M3FN>) by(%b : tensor<16x8xf8E4M3FN>) transpose_b
      scales(%s : tensor<4x2xf32>) by(%t : tensor<16x2xf32>) maps [#a] outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

#a = affine_map<(m, k) -> (m, k floordiv 4)>
#b = affine_map<(m, n, k) -> (n, k floordiv 4)>
func.func @dimensions(%a: tensor<4x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<4x16xf32>, %s: tensor<4x2xf32>, %t: tensor<16x2xf32>) {
  // expected-error@+1 {{has a map of scales of 2 dimensions and 0 symbols; it must be of m, n and k}}
  %r = problem.grouped_matmul ins(%a : tensor<4x8xf8E4M3FN>) by(%b : tensor<16x8xf8E4M3FN>) transpose_b
      scales(%s : tensor<4x2xf32>) by(%t : tensor<16x2xf32>) maps [#a, #b] outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

#a = affine_map<(m, n, k) -> (n, k floordiv 4)>
#b = affine_map<(m, n, k) -> (n, k floordiv 4)>
func.func @map_of_other(%a: tensor<4x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<4x16xf32>, %s: tensor<4x2xf32>, %t: tensor<16x2xf32>) {
  // expected-error@+1 {{operand 2 has values for rows or groups of them and for groups of K (floordiv): the two results of its map must be these, or 0 if all share one value, not affine_map<(d0, d1, d2) -> (d1, d2 floordiv 4)>}}
  %r = problem.grouped_matmul ins(%a : tensor<4x8xf8E4M3FN>) by(%b : tensor<16x8xf8E4M3FN>) transpose_b
      scales(%s : tensor<4x2xf32>) by(%t : tensor<16x2xf32>) maps [#a, #b] outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

#a = affine_map<(m, n, k) -> (m, k floordiv 4)>
#b = affine_map<(m, n, k) -> (n, k floordiv 4)>
func.func @f16_scales(%a: tensor<4x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<4x16xf32>, %s: tensor<4x2xf16>, %t: tensor<16x2xf32>) {
  // expected-error@+1 {{scales are f32, not 'f16'}}
  %r = problem.grouped_matmul ins(%a : tensor<4x8xf8E4M3FN>) by(%b : tensor<16x8xf8E4M3FN>) transpose_b
      scales(%s : tensor<4x2xf16>) by(%t : tensor<16x2xf32>) maps [#a, #b] outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

#a = affine_map<(m, n, k) -> (m, k floordiv 4)>
#b = affine_map<(m, n, k) -> (n, k floordiv 4)>
func.func @bf16_factors(%a: tensor<4x8xbf16>, %b: tensor<16x8xbf16>, %c: tensor<4x16xf32>, %s: tensor<4x2xf32>, %t: tensor<16x2xf32>) {
  // expected-error@+1 {{scales need factors of 8-bit floats, not 'bf16'}}
  %r = problem.grouped_matmul ins(%a : tensor<4x8xbf16>) by(%b : tensor<16x8xbf16>) transpose_b
      scales(%s : tensor<4x2xf32>) by(%t : tensor<16x2xf32>) maps [#a, #b] outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

// A row of scales for each row of the product.
#a = affine_map<(m, n, k) -> (m, k floordiv 4)>
#b = affine_map<(m, n, k) -> (n, k floordiv 4)>
func.func @rows(%a: tensor<4x8xf8E4M3FN>, %d: tensor<5x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<?x16xf32>, %s: tensor<4x2xf32>, %t: tensor<16x2xf32>) {
  // expected-error@+1 {{product 1 needs 5 scales of A along a dimension where 'tensor<4x2xf32>' has 4}}
  %r:2 = problem.grouped_matmul ins(%a, %d : tensor<4x8xf8E4M3FN>, tensor<5x8xf8E4M3FN>) by(%b, %b : tensor<16x8xf8E4M3FN>, tensor<16x8xf8E4M3FN>) transpose_b
      scales(%s, %s : tensor<4x2xf32>, tensor<4x2xf32>) by(%t, %t : tensor<16x2xf32>, tensor<16x2xf32>) maps [#a, #b]
      outs(%c, %c : tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>, tensor<?x16xf32>
  return
}

// -----

#a = affine_map<(m, n, k) -> (0, k floordiv 4)>
#b = affine_map<(m, n, k) -> (k floordiv 4, n floordiv 8)>
func.func @blocks(%a: tensor<?x8xf8E4M3FN>, %b: tensor<16x8xf8E4M3FN>, %c: tensor<?x16xf32>, %s: tensor<1x3xf32>, %t: tensor<2x1xf32>) {
  // expected-error@+1 {{product 0 needs at least 2 scales of B along a dimension where 'tensor<2x1xf32>' has 1}}
  %r = problem.grouped_matmul ins(%a : tensor<?x8xf8E4M3FN>) by(%b : tensor<16x8xf8E4M3FN>) transpose_b
      scales(%s : tensor<1x3xf32>) by(%t : tensor<2x1xf32>) maps [#a, #b] outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
  return
}
