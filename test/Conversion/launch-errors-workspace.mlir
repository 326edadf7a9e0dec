// What the lowering of launches refuses of kernels that need a workspace.
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu -verify-diagnostics

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 3 : i64}], packed = array<i64: 0>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel takes operand 3; there are 2, and packed copies of 1}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 2 : i64}], packed = array<i64>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel takes operand 2; there are 2}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// An output has nothing to copy yet.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 2 : i64}], packed = array<i64: 1>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel packs operand 1; it may pack inputs, of which there are 1}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 2 : i64}], packed = array<i64: 7>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel packs operand 7; it may pack inputs, of which there are 1}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 2 : i64}], packed = array<i64: 0>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xi24>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel packs operand 0, but elements of type 'i24' can't be packed}}
  tile.launch @g::@k ins(%a : memref<4x4xi24>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "scalar", operand = 2 : i64}], packed = array<i64: 0>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op passes matrices only; operand 2 of the kernel is a scalar}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 2 : i64}], packed = array<i64: 0>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4294967296xi8>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel counts in 32 bits: operand 0 must have at most 2147418111 elements along dimension 1, not 4294967296}}
  tile.launch @g::@k ins(%a : memref<4x4294967296xi8>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// An offset that no address space reaches.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 1 : i64}], packed = array<i64>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32, strided<[4, 1], offset: 4611686018427387904>>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op operand 0 is larger than an address space: sizes, strides and offset may take at most 2^57 bytes}}
  tile.launch @g::@k ins(%a : memref<4x4xf32, strided<[4, 1], offset: 4611686018427387904>>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// No operand is taken, however many there are.
func.func private @mgpuAutotuneWorkspaceAcquire()
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 9 : i64}], packed = array<i64>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs the symbol @mgpuAutotuneWorkspaceAcquire of the runtime, but the symbol is taken}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func private @mgpuAutotuneWorkspaceRelease()
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], packed = array<i64>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs the symbol @mgpuAutotuneWorkspaceRelease of the runtime, but the symbol is taken}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'packed'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], packed = array<i64: -1>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'packed'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], packed = 0 : i64, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'packed'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], transposed = array<i64: 0>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'packed'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], packed = array<i64: 0>, transposed = array<i64: 1>, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'transposed'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], packed = array<i64: 0>, transposed = true, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}
