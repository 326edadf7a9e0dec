// Batches: the host counts the tiles of all outputs, and maps have a third
// dimension.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device -split-input-file | FileCheck %s
// RUN: autotune-opt %s -convert-tile-launch-to-gpu -split-input-file | FileCheck %s --check-prefix=HOST

// CHECK: llvm.func @mgpuAutotuneTensorMapEncode3D(!llvm.ptr, !llvm.ptr, i32, i64, i64, i64, i32, i32, i32, i64, i64)
module {
  gpu.module @kernels {
    llvm.func @matmul(%size: i32, %stride: i64,
                      %map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          batch = 1 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 1, 0, 1, 1>,
          params = [{dim = 2 : i64, kind = "size", operand = 1 : i64},
                    {dim = 2 : i64, kind = "stride", operand = 1 : i64},
                    {batched, box = array<i64: 64, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}],
          persistent = false, shared_memory = 4096 : i64, threads = 384 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
  }

  // CHECK-LABEL: func.func @launch(
  // CHECK-SAME: %[[A:.*]]: memref<?x?x64xbf16>, %[[C:.*]]: memref<?x?x?xf32>)
  // CHECK: %{{.*}}, %{{.*}}, %[[SA:.*]]:3, %[[TA:.*]]:3 = memref.extract_strided_metadata %[[A]]
  // CHECK: %{{.*}}, %{{.*}}, %[[SC:.*]]:3, %[[TC:.*]]:3 = memref.extract_strided_metadata %[[C]]
  // CHECK-COUNT-6: arith.minui
  // TMA asks as much of the matrices' starts as of the rows'.
  // CHECK-DAG: cf.assert %{{.*}}, "tile.launch @kernels::@matmul: operand 1 has more than 2147418111 elements along dimension 0, which the kernel counts in 32 bits"
  // CHECK: cf.assert %{{.*}}, "tile.launch @kernels::@matmul: the kernel numbers at most 2147418111 tiles of 128x64"
  // CHECK: arith.index_cast %[[SC]]#0 : index to i32
  // CHECK: arith.index_cast %[[TC]]#0 : index to i64
  // CHECK: %[[ROWS:.*]] = arith.index_cast %[[SA]]#1 : index to i64
  // CHECK: %[[COLUMNS:.*]] = arith.index_cast %[[SA]]#2 : index to i64
  // CHECK: %[[ROWSTRIDE:.*]] = arith.index_cast %[[TA]]#1 : index to i64
  // CHECK: %[[BATCH:.*]] = arith.index_cast %[[SA]]#0 : index to i64
  // CHECK: %[[BATCHSTRIDE:.*]] = arith.index_cast %[[TA]]#0 : index to i64
  // CHECK: llvm.call @mgpuAutotuneTensorMapEncode3D(%{{.*}}, %{{.*}}, %{{.*}}, %[[ROWS]], %[[COLUMNS]], %[[ROWSTRIDE]], %{{.*}}, %{{.*}}, %{{.*}}, %[[BATCH]], %[[BATCHSTRIDE]])
  // CHECK: %[[TILES:.*]] = arith.muli
  // CHECK: arith.muli %[[TILES]], %[[SC]]#0
  // HOST-LABEL: func.func @launch(
  // HOST: gpu.alloc async [%{{.*}}] (%{{.*}}#0, %{{.*}}#1) : memref<?x?x64xbf16>
  func.func @launch(%a: memref<?x?x64xbf16>, %c: memref<?x?x?xf32>) {
    tile.launch @kernels::@matmul ins(%a : memref<?x?x64xbf16>) outs(%c : memref<?x?x?xf32>)
    return
  }
}

// -----

// A batch of one matrix is one.
module {
  gpu.module @kernels {
    llvm.func @scale(%rows: i32, %stride: i64) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{dim = 0 : i64, kind = "size", operand = 0 : i64}, {dim = 0 : i64, kind = "stride", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  // CHECK-LABEL: func.func @one(
  // CHECK-SAME: %[[C:.*]]: memref<1x?x4xf32>
  // CHECK: %{{.*}}, %{{.*}}, %[[SC:.*]]:3, %[[TC:.*]]:3 = memref.extract_strided_metadata %[[C]]
  // CHECK: arith.index_cast %[[SC]]#1 : index to i32
  // CHECK: arith.index_cast %[[TC]]#1 : index to i64
  func.func @one(%c: memref<1x?x4xf32>) {
    tile.launch @kernels::@scale outs(%c : memref<1x?x4xf32>)
    return
  }
}

// -----

// Of no matrices: nothing to count, and no division by it.
// CHECK-LABEL: func.func @none
module {
  gpu.module @kernels {
    llvm.func @k(%w: !llvm.ptr, %size: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        depth = array<i64: 0, 1, 8>, split = 2 : i64,
        params = [{kind = "counters", operand = 0 : i64}, {dim = 2 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @none(%c: memref<0x64x64xf32>) {
    tile.launch @kernels::@k outs(%c : memref<0x64x64xf32>)
    return
  }
}
