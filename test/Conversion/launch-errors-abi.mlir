// What the lowering of launches refuses: kernels that do not say how they are launched.
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs its kernel lowered first (convert-tile-to-nvvm): @g::@k has no 'tile.abi'}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{a kernel's 'tile.abi' must be a dictionary}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = 4 : i32} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [4 : i32], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "texture", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = -1 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "stride", operand = 0 : i64, dim = 4 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "tensor_map", operand = 0 : i64, box = array<i64: 8>, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 0>, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'extents'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'extents'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 2>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'extents'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: -1, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'tile'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 0, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'cluster'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 0>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'cluster'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'persistent'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = 1 : i64, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'ctas_per_sm'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 0 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'threads'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = -32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'shared_memory'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = -1 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'depth'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 2>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'depth'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 2>, depth = array<i64: 0, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'depth'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 2>, depth = array<i64: 0, 2, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'depth'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 2>, depth = array<i64: 0, 1, 0>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{alignment = 0 : i64, kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

// An alignment is a power of two.
gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{alignment = 12 : i64, kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'split'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, split = 0 : i64, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

// Who splits K says which.
gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'depth'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, split = 2 : i64, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'dependent_launch'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, dependent_launch = 1 : i64, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'split'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, split = 3 : i64, depth = array<i64: 0, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'split'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, split = 32 : i64, depth = array<i64: 0, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'split'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, split = 2 : i64, depth = array<i64: 0, 1, 64>, persistent = true, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'split'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 2>, split = 2 : i64, depth = array<i64: 0, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

// Sums of a tile that CTAs share lie in registers.
gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'tile'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 65536, 65536>, cluster = array<i64: 1, 1, 1>, split = 2 : i64, depth = array<i64: 0, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // Of an earlier version: its tiles are cut at the ends of ranges of K.
  // expected-error@+1 {{'tile.abi' has no valid 'stream': such kernels can't be launched any more; build the kernel again with another config}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, stream, persistent = true, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'params'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, split = 2 : i64, depth = array<i64: 0, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'in_place'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [], in_place = array<i64: 1>, fit_m, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.abi' has no valid 'in_place'}}
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [], in_place = 1 : i64, extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}
