// What the lowering of launches refuses of batches.
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu=buffers=device -verify-diagnostics

// What is taken as a batch must be one.
module {
  gpu.module @kernels {
    llvm.func @k(%size: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{dim = 2 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @matrix(%c: memref<4x4xf32>) {
    // expected-error@+1 {{'tile.launch' op the kernel takes operand 0 as a batch of matrices, but 'memref<4x4xf32>' is not one}}
    tile.launch @kernels::@k outs(%c : memref<4x4xf32>)
    return
  }
}

// -----

module {
  gpu.module @kernels {
    // expected-error@+1 {{'tile.abi' has no valid 'batch'}}
    llvm.func @k(%size: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = -1 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [], persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @matrix(%c: memref<4x4xf32>) {
    tile.launch @kernels::@k outs(%c : memref<4x4xf32>)
    return
  }
}

// -----

// Maps take matrices whose starts are aligned as rows are.
module {
  gpu.module @kernels {
    llvm.func @k(%map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{batched, box = array<i64: 8, 8>, kind = "tensor_map", operand = 0 : i64, swizzle = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @strides(%c: memref<4x8x8xf32, strided<[66, 8, 1]>>) {
    // expected-error@+1 {{its matrices must lie at multiples of 16 bytes; the stride or offset of 'memref<4x8x8xf32, strided<[66, 8, 1]>>' is 264}}
    tile.launch @kernels::@k outs(%c : memref<4x8x8xf32, strided<[66, 8, 1]>>)
    return
  }
}

// -----

// The reverse: a kernel of one matrix would compute the first of them alone.
module {
  gpu.module @kernels {
    llvm.func @k(%c: !llvm.ptr, %size: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{kind = "pointer", operand = 0 : i64}, {dim = 0 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @several(%c: memref<4x16x4xf32>) {
    // expected-error@+1 {{the kernel takes operand 0 as one matrix, but 'memref<4x16x4xf32>' may be several}}
    tile.launch @kernels::@k outs(%c : memref<4x16x4xf32>)
    return
  }
}

// -----

// Kernels count tiles in 31 bits, also those that no CTA of their own has.
module {
  gpu.module @kernels {
    llvm.func @k(%size: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, cluster = array<i64: 2, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{dim = 2 : i64, kind = "size", operand = 0 : i64}],
        persistent = true, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @many(%c: memref<1073741824x8x4xf32>) {
    // expected-error@+1 {{the kernel numbers at most 1073709055 tiles of 16x8, not 1073741824}}
    tile.launch @kernels::@k outs(%c : memref<1073741824x8x4xf32>)
    return
  }
}
