// What a launch of a lowered kernel refuses of windows.
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu=buffers=device -verify-diagnostics

module {
  gpu.module @kernels {
    llvm.func @conv(%n: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 1, 0, 1, 1>,
        params = [{kind = "window", number = "rows", operand = 0 : i64}, {dim = 3 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @f(%x: memref<1x8x8x64xf16>, %y: memref<64x8xf16>) {
    // expected-error@+1 {{'tile.launch' op needs a 'window': @kernels::@conv loads windows}}
    tile.launch @kernels::@conv ins(%x : memref<1x8x8x64xf16>) outs(%y : memref<64x8xf16>)
    return
  }
}

// -----

module {
  gpu.module @kernels {
    llvm.func @conv(%n: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 1, 0, 1, 1>,
        params = [{kind = "window", number = "rows", operand = 0 : i64}, {dim = 3 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @f(%x: memref<1x8x8x64xf16>, %y: memref<63x8xf16>) {
    // expected-error@+1 {{'tile.launch' op has a 'window' with 64 places in 'memref<1x8x8x64xf16>'; operand 1 must have as many rows, not 63}}
    tile.launch @kernels::@conv ins(%x : memref<1x8x8x64xf16>) outs(%y : memref<63x8xf16>)
        window [3, 3] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1]
    return
  }
}

// -----

module {
  gpu.module @kernels {
    llvm.func @matmul(%n: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 1, 0, 1, 1>,
        params = [{dim = 0 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @f(%x: memref<8x8xf16>, %y: memref<8x8xf16>) {
    // expected-error@+1 {{'tile.launch' op has a 'window', but @kernels::@matmul loads no windows}}
    tile.launch @kernels::@matmul ins(%x : memref<8x8xf16>) outs(%y : memref<8x8xf16>)
        window [3, 3] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1]
    return
  }
}
