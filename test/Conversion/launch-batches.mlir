// Batches of batches: maps have a fourth dimension, and what lies in one has no such map.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: llvm.func @mgpuAutotuneTensorMapEncode4D(!llvm.ptr, !llvm.ptr, i32, i64, i64, i64, i32, i32, i32, i64, i64, i64, i64)
module {
  gpu.module @kernels {
    llvm.func @matmul(%size: i32, %stride: i64,
                      %map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          batch = 1 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 1, 0, 1, 1>,
          params = [{dim = 2 : i64, kind = "size", operand = 0 : i64},
                    {dim = 3 : i64, kind = "stride", operand = 0 : i64},
                    {batched, outer, box = array<i64: 64, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64},
                    {dim = 2 : i64, kind = "size", operand = 1 : i64}],
          persistent = false, shared_memory = 4096 : i64, threads = 384 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
  }

  // CHECK-LABEL: func.func @launch(
  // CHECK-SAME: %[[A:.*]]: memref<2x16x?x128xbf16, strided<[?, 128, 2048, 1]>>
  // CHECK: %{{.*}}, %{{.*}}, %[[S:.*]]:4, %[[T:.*]]:4 = memref.extract_strided_metadata %[[A]]
  // TMA asks as much of the outer batches' starts as of the rows'.
  // CHECK: cf.assert %{{.*}}, "tile.launch @kernels::@matmul: operand 0 does not start each matrix of the batch at a multiple of 16 bytes"
  // CHECK: arith.index_cast %[[T]]#0 : index to i64
  // CHECK: %[[INNER:.*]] = arith.index_cast %[[S]]#1 : index to i64
  // CHECK: %[[INNERSTRIDE:.*]] = arith.index_cast %[[T]]#1 : index to i64
  // CHECK: %[[OUTER:.*]] = arith.index_cast %[[S]]#0 : index to i64
  // CHECK: %[[OUTERSTRIDE:.*]] = arith.index_cast %[[T]]#0 : index to i64
  // CHECK: llvm.call @mgpuAutotuneTensorMapEncode4D({{.*}}, %[[INNER]], %[[INNERSTRIDE]], %[[OUTER]], %[[OUTERSTRIDE]])
  func.func @launch(%a: memref<2x16x?x128xbf16, strided<[?, 128, 2048, 1]>>, %c: memref<32x?x?xf32>) {
    tile.launch @kernels::@matmul ins(%a : memref<2x16x?x128xbf16, strided<[?, 128, 2048, 1]>>) outs(%c : memref<32x?x?xf32>)
    return
  }
}

// -----

module {
  gpu.module @kernels {
    llvm.func @matmul(%stride: i64) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 1, 0, 1, 1>,
        params = [{dim = 3 : i64, kind = "stride", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @one(%a: memref<32x8x8xf32>, %c: memref<8x8xf32>) {
    // expected-error@+1 {{'tile.launch' op the kernel takes operand 0 as a batch of matrices in two dimensions, but 'memref<32x8x8xf32>' is not one}}
    tile.launch @kernels::@matmul ins(%a : memref<32x8x8xf32>) outs(%c : memref<8x8xf32>)
    return
  }
}

// -----

module {
  gpu.module @kernels {
    llvm.func @matmul(%stride: i64) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 1, 0, 1, 1>,
        params = [{dim = 2 : i64, kind = "stride", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @left(%a: memref<2x16x8x8xf32>, %c: memref<8x8xf32>) {
    // expected-error@+1 {{'tile.launch' op the kernel takes operand 0 as one matrix, but 'memref<2x16x8x8xf32>' may be several}}
    tile.launch @kernels::@matmul ins(%a : memref<2x16x8x8xf32>) outs(%c : memref<8x8xf32>)
    return
  }
}
