// RUN: autotune-opt %s -split-input-file -verify-diagnostics

gpu.module @g {
  // expected-error@+1 {{of a group takes memrefs of three dimensions, with the number of the problem first, not 'memref<?x?xf32>'}}
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
