// RUN: autotune-opt %s -split-input-file -verify-diagnostics -convert-tile-launch-to-gpu

func.func @tensors(%a: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // expected-error@+1 {{must be bufferized before its launch is lowered}}
  %r, %done = tile.call_library "cublaslt" "" ins(%a, %b : tensor<16x64xf32>, tensor<64x32xf32>)
      outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}

// -----

func.func private @mgpuAutotuneLibraryReady()

func.func @taken(%a: memref<16x64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>) {
  // expected-error@+1 {{needs the symbol @mgpuAutotuneLibraryReady of the runtime, but the symbol is taken}}
  %done = tile.call_library "cublaslt" "" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>)
  return
}

// -----

func.func @results(%a: tensor<16x64xf32>, %b: tensor<64x32xf32>, %c: tensor<16x32xf32>) {
  // expected-error@+1 {{must have one result of the same type for each tensor in 'outs'}}
  %done = tile.call_library "cublaslt" "" ins(%a, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%c : tensor<16x32xf32>)
  return
}

// -----

func.func @rank(%a: memref<64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>) {
  // expected-error@+1 {{takes matrices, of two dimensions, and batches of them, of three, not 'memref<64xf32>'}}
  %done = tile.call_library "cublaslt" "" ins(%a, %b : memref<64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>)
  return
}

// -----

func.func @kernel(%a: memref<16x64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>) {
  // expected-error@+1 {{has 'sums' without 'then'; the kernel needs both}}
  %done = tile.call_library "cublaslt" "" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>) sums f32
  return
}

// -----

func.func @missing(%a: memref<16x64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>) {
  // expected-error@+1 {{launches @kernels::@epilogue, which does not exist}}
  %done = tile.call_library "cublaslt" "" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>) sums f32 then @kernels::@epilogue
  return
}

// -----

func.func @sums(%a: memref<16x64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>) {
  // expected-error@+1 {{has sums of 'index'; they must be integers or floats}}
  %done = tile.call_library "cublaslt" "" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>) sums index then @kernels::@epilogue
  return
}

// -----

gpu.module @kernels {
  tile.kernel @epilogue(%s: memref<?x?xf32>, %c: memref<?x?xf32>) threads(256) {
  }
}
func.func @operands(%a: memref<16x64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>, %e: memref<16x32xf32>) {
  // expected-error@+1 {{launches @kernels::@epilogue, which takes 2 operands; the sums, 'outs' and 'with' are 3}}
  %done = tile.call_library "cublaslt" "" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>) with(%e : memref<16x32xf32>) sums f32 then @kernels::@epilogue
  return
}
