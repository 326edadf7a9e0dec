// A kernel that packs an operand is launched with a workspace.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device | FileCheck %s --check-prefixes=CHECK,DEVICE
// RUN: autotune-opt %s -convert-tile-launch-to-gpu | FileCheck %s --check-prefixes=CHECK,HOST
// Of sizes that are known, so is the workspace's: 8192 bytes of counters, 5 rows
// of 192 bytes in 256 each, up to a multiple of 256; then 96 rows of 10 in 128.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device -canonicalize | FileCheck %s --check-prefix=KNOWN


// CHECK-DAG: llvm.func @mgpuAutotuneWorkspaceAcquire(i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @mgpuAutotuneWorkspaceRelease(!llvm.ptr)
module {
  gpu.module @kernels {
    llvm.func @one(%map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
                   %rows: i32, %stride: i64, %inner: i64, %packed: !llvm.ptr<1>, %counters: !llvm.ptr<1>)
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 2, 0, 2, 1>,
          packed = array<i64: 0>,
          params = [{box = array<i64: 64, 32>, kind = "tensor_map", operand = 3 : i64, swizzle = 128 : i64},
                    {dim = 0 : i64, kind = "size", operand = 3 : i64},
                    {dim = 0 : i64, kind = "stride", operand = 3 : i64},
                    {dim = 1 : i64, kind = "stride", operand = 3 : i64},
                    {kind = "pointer", operand = 3 : i64},
                    {kind = "counters", operand = 0 : i64}],
          persistent = false, shared_memory = 0 : i64, threads = 128 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
    llvm.func @two(%b: !llvm.ptr<1>, %a: !llvm.ptr<1>)
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 2, 0, 2, 1>,
          packed = array<i64: 1, 0>,
          params = [{kind = "pointer", operand = 3 : i64}, {kind = "pointer", operand = 4 : i64}],
          persistent = false, shared_memory = 0 : i64, threads = 128 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
    llvm.func @turned(%map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
                      %stride: i64, %rows: i32, %a: !llvm.ptr<1>)
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 2, 0, 2, 1>,
          packed = array<i64: 1, 0>, transposed = array<i64: 1>,
          params = [{box = array<i64: 64, 128>, kind = "tensor_map", operand = 3 : i64, swizzle = 128 : i64},
                    {dim = 0 : i64, kind = "stride", operand = 3 : i64},
                    {dim = 0 : i64, kind = "size", operand = 3 : i64},
                    {kind = "pointer", operand = 4 : i64}],
          persistent = false, shared_memory = 0 : i64, threads = 128 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
    llvm.func @several(%map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
                       %batch: i32, %stride: i64, %outputs: i32)
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          batch = 2 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 2, 0, 2, 1>,
          packed = array<i64: 1, 0>, transposed = array<i64: 1>,
          params = [{batched, box = array<i64: 64, 128>, kind = "tensor_map", operand = 3 : i64, swizzle = 128 : i64},
                    {dim = 2 : i64, kind = "size", operand = 1 : i64},
                    {dim = 2 : i64, kind = "stride", operand = 3 : i64},
                    {dim = 2 : i64, kind = "size", operand = 2 : i64}],
          persistent = false, shared_memory = 0 : i64, threads = 128 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
    llvm.func @counting(%counters: !llvm.ptr<1>)
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 2, 0, 2, 1>,
          params = [{kind = "counters", operand = 0 : i64}],
          persistent = false, shared_memory = 0 : i64, threads = 128 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
    llvm.func @sharing(%counters: !llvm.ptr<1>)
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 2, 0, 2, 1>,
          params = [{kind = "counters", operand = 0 : i64}], split = 4 : i64, depth = array<i64: 0, 1, 64>,
          persistent = false, shared_memory = 0 : i64, threads = 128 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
    llvm.func @without(%c: !llvm.ptr<1>)
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 2, 0, 2, 1>,
          params = [{kind = "pointer", operand = 2 : i64}],
          persistent = false, shared_memory = 0 : i64, threads = 128 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
  }

  // CHECK-LABEL: func.func @pack_one(
  // CHECK-SAME: %[[A:.*]]: memref<?x?xbf16>, %[[B:.*]]: memref<?x?xbf16>, %[[C:.*]]: memref<?x?xf32>)
  // CHECK: %[[MAP:.*]] = llvm.alloca
  // CHECK: %{{.*}}, %{{.*}}, %[[SA:.*]]:2, %{{.*}}:2 = memref.extract_strided_metadata %[[A]]
  // CHECK: scf.if
  // The size that the kernel counts in 32 bits is that of the source.
  // CHECK: cf.assert {{.*}}operand 0 has more than 2147418111 elements along dimension 0
  // CHECK-NOT: 2147418111 elements
  // CHECK: %[[COUNTERS:.*]] = arith.constant 8192 : index
  // CHECK: %[[ELEMENT:.*]] = arith.constant 2 : index
  // CHECK: %[[LENGTH:.*]] = arith.muli %[[SA]]#1, %[[ELEMENT]]
  // CHECK: %[[LINE:.*]] = arith.constant 128 : index
  // CHECK: %[[LINES:.*]] = arith.ceildivui %[[LENGTH]], %[[LINE]]
  // CHECK: %[[LINE2:.*]] = arith.constant 128 : index
  // CHECK: %[[ROW:.*]] = arith.muli %[[LINES]], %[[LINE2]]
  // CHECK: %[[ELEMENT2:.*]] = arith.constant 2 : index
  // CHECK: %[[STRIDE:.*]] = arith.divui %[[ROW]], %[[ELEMENT2]]
  // CHECK: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK: %[[COPY:.*]] = arith.muli %[[SA]]#0, %[[ROW]]
  // CHECK: %[[END:.*]] = arith.addi %[[COUNTERS]], %[[COPY]]
  // CHECK: %[[UNIT:.*]] = arith.constant 256 : index
  // CHECK: %[[UNITS:.*]] = arith.ceildivui %[[END]], %[[UNIT]]
  // CHECK: %[[UNIT2:.*]] = arith.constant 256 : index
  // CHECK: %[[ALL:.*]] = arith.muli %[[UNITS]], %[[UNIT2]]
  // CHECK: %[[BYTES:.*]] = arith.index_cast %[[ALL]] : index to i64
  // CHECK: %[[SPACE:.*]] = llvm.call @mgpuAutotuneWorkspaceAcquire(%[[BYTES]]) : (i64) -> !llvm.ptr
  // CHECK: %[[PLACE:.*]] = arith.index_cast %[[COUNTERS]] : index to i64
  // CHECK: %[[PACKED:.*]] = llvm.getelementptr %[[SPACE]][%[[PLACE]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // HOST: gpu.memcpy async {{.*}}, %[[B]]
  // CHECK: %[[ROWS:.*]] = arith.index_cast %[[SA]]#0 : index to i64
  // CHECK: %[[COLUMNS:.*]] = arith.index_cast %[[SA]]#1 : index to i64
  // CHECK: %[[STRIDE64:.*]] = arith.index_cast %[[STRIDE]] : index to i64
  // CHECK: llvm.call @mgpuAutotuneTensorMapEncode2D(%[[MAP]], %[[PACKED]], %{{.*}}, %[[ROWS]], %[[COLUMNS]], %[[STRIDE64]],
  // CHECK: %[[BOX:.*]] = llvm.load %[[MAP]]
  // CHECK: %[[ROWS32:.*]] = arith.index_cast %[[SA]]#0 : index to i32
  // CHECK: %[[S:.*]] = arith.index_cast %[[STRIDE]] : index to i64
  // CHECK: %[[I:.*]] = arith.index_cast %[[ONE]] : index to i64
  // CHECK: gpu.launch_func {{.*}} @kernels::@one {{.*}} args(%[[BOX]] : !llvm.array<128 x i8>, %[[ROWS32]] : i32, %[[S]] : i64, %[[I]] : i64, %[[PACKED]] : !llvm.ptr, %[[SPACE]] : !llvm.ptr)
  // Another launch may use the workspace once this one is done.
  // DEVICE: gpu.wait [
  // HOST: gpu.dealloc
  // HOST: gpu.wait [
  // CHECK-NEXT: llvm.call @mgpuAutotuneWorkspaceRelease(%[[SPACE]]) : (!llvm.ptr) -> ()
  func.func @pack_one(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>, %c: memref<?x?xf32>) {
    tile.launch @kernels::@one ins(%a, %b : memref<?x?xbf16>, memref<?x?xbf16>) outs(%c : memref<?x?xf32>)
    return
  }

  // KNOWN-LABEL: func.func @pack_known(
  // KNOWN: %[[ALL:.*]] = arith.constant 21760 : i64
  // KNOWN: %[[SPACE:.*]] = llvm.call @mgpuAutotuneWorkspaceAcquire(%[[ALL]])
  // KNOWN: %[[B:.*]] = llvm.getelementptr %[[SPACE]][8192]
  // KNOWN: %[[A:.*]] = llvm.getelementptr %[[SPACE]][9472]
  // KNOWN: gpu.launch_func {{.*}} args(%[[B]] : !llvm.ptr, %[[A]] : !llvm.ptr)
  // KNOWN: llvm.call @mgpuAutotuneWorkspaceRelease(%[[SPACE]])
  func.func @pack_known(%a: memref<96x5xbf16>, %b: memref<5x96xbf16>, %c: memref<96x96xf32>) {
    tile.launch @kernels::@two ins(%a, %b : memref<96x5xbf16>, memref<5x96xbf16>) outs(%c : memref<96x96xf32>)
    return
  }

  // The transpose of B, 300 rows of 5 bytes, lies in 300 of 128; its map is over
  // them. Behind it A as it is: 96 rows of 5 in 96 of 128.
  // KNOWN-LABEL: func.func @transpose_known(
  // KNOWN-DAG: %[[ALL:.*]] = arith.constant 58880 : i64
  // KNOWN-DAG: %[[N:.*]] = arith.constant 300 : i64
  // KNOWN-DAG: %[[K:.*]] = arith.constant 5 : i64
  // KNOWN-DAG: %[[ROW:.*]] = arith.constant 128 : i64
  // KNOWN-DAG: %[[N32:.*]] = arith.constant 300 : i32
  // KNOWN: %[[SPACE:.*]] = llvm.call @mgpuAutotuneWorkspaceAcquire(%[[ALL]])
  // KNOWN: %[[B:.*]] = llvm.getelementptr %[[SPACE]][8192]
  // KNOWN: %[[A:.*]] = llvm.getelementptr %[[SPACE]][46592]
  // KNOWN: llvm.call @mgpuAutotuneTensorMapEncode2D(%{{.*}}, %[[B]], %{{.*}}, %[[N]], %[[K]], %[[ROW]],
  // KNOWN: gpu.launch_func {{.*}} args(%{{.*}} : !llvm.array<128 x i8>, %[[ROW]] : i64, %[[N32]] : i32, %[[A]] : !llvm.ptr)
  func.func @transpose_known(%a: memref<96x5xi8>, %b: memref<5x300xi8>, %c: memref<96x300xi32>) {
    tile.launch @kernels::@turned ins(%a, %b : memref<96x5xi8>, memref<5x300xi8>) outs(%c : memref<96x300xi32>)
    return
  }

  // What the kernel counts in 32 bits of the transpose is the other size of B.
  // CHECK-LABEL: func.func @transpose(
  // CHECK: cf.assert {{.*}}operand 1 has more than 2147418111 elements along dimension 1
  // CHECK-NOT: 2147418111 elements
  // CHECK: llvm.call @mgpuAutotuneWorkspaceAcquire
  func.func @transpose(%a: memref<?x?xi8>, %b: memref<?x?xi8>, %c: memref<?x?xi32>) {
    tile.launch @kernels::@turned ins(%a, %b : memref<?x?xi8>, memref<?x?xi8>) outs(%c : memref<?x?xi32>)
    return
  }

  // Of a batch a copy for each matrix, 300 rows of 128 bytes one behind the other's; of
  // what all products share one.
  // KNOWN-LABEL: func.func @several(
  // KNOWN-DAG: %[[ALL:.*]] = arith.constant 173312 : i64
  // KNOWN-DAG: %[[STRIDE:.*]] = arith.constant 38400 : i64
  // KNOWN-DAG: %[[BATCH:.*]] = arith.constant 4 : i64
  // KNOWN: %[[SPACE:.*]] = llvm.call @mgpuAutotuneWorkspaceAcquire(%[[ALL]])
  // KNOWN: llvm.call @mgpuAutotuneTensorMapEncode3D({{.*}}, %[[BATCH]], %[[STRIDE]])
  // KNOWN: gpu.launch_func {{.*}} args(%{{.*}} : !llvm.array<128 x i8>, %{{.*}} : i32, %[[STRIDE]] : i64, %{{.*}} : i32)
  func.func @several(%a: memref<90x5xi8>, %b: memref<4x5x300xi8>, %c: memref<4x90x300xi32>) {
    tile.launch @kernels::@several ins(%a, %b : memref<90x5xi8>, memref<4x5x300xi8>) outs(%c : memref<4x90x300xi32>)
    return
  }

  // CHECK-LABEL: func.func @count(
  // CHECK: %[[BYTES:.*]] = arith.constant 8192 : index
  // CHECK-NEXT: %[[BYTES64:.*]] = arith.index_cast %[[BYTES]] : index to i64
  // CHECK-NEXT: %[[SPACE:.*]] = llvm.call @mgpuAutotuneWorkspaceAcquire(%[[BYTES64]])
  // CHECK: gpu.launch_func {{.*}} args(%[[SPACE]] : !llvm.ptr)
  func.func @count(%a: memref<96x5xbf16>, %b: memref<5x96xbf16>, %c: memref<96x96xf32>) {
    tile.launch @kernels::@counting ins(%a, %b : memref<96x5xbf16>, memref<5x96xbf16>) outs(%c : memref<96x96xf32>)
    return
  }

  // CHECK-LABEL: func.func @none(
  // CHECK-NOT: @mgpuAutotuneWorkspace
  func.func @none(%a: memref<96x5xbf16>, %b: memref<5x96xbf16>, %c: memref<96x96xf32>) {
    tile.launch @kernels::@without ins(%a, %b : memref<96x5xbf16>, memref<5x96xbf16>) outs(%c : memref<96x96xf32>)
    return
  }

  // Six tiles in four parts each: two places for each of 24 CTAs' sums, of 128 x
  // 64 f32, behind the counters.
  // CHECK-LABEL: func.func @share_known(
  // KNOWN-LABEL: func.func @share_known(
  // KNOWN: %[[CTAS:.*]] = arith.constant 24 : index
  // KNOWN: %[[ALL:.*]] = arith.constant 1581056 : i64
  // KNOWN: %[[SPACE:.*]] = llvm.call @mgpuAutotuneWorkspaceAcquire(%[[ALL]])
  // KNOWN: gpu.launch_func {{.*}} blocks in (%[[CTAS]], %{{.*}}, %{{.*}}) {{.*}} args(%[[SPACE]] : !llvm.ptr)
  func.func @share_known(%a: memref<256x512xbf16>, %b: memref<512x192xbf16>, %c: memref<256x192xf32>) {
    tile.launch @kernels::@sharing ins(%a, %b : memref<256x512xbf16>, memref<512x192xbf16>) outs(%c : memref<256x192xf32>)
    return
  }

  // What isn't known is checked: a step of K for each part, a counter for each
  // tile.
  // CHECK-LABEL: func.func @share(
  // CHECK: %[[STEPS:.*]] = arith.ceildivui
  // CHECK: %[[FEWER:.*]] = arith.constant 3 : index
  // CHECK: %[[SOME:.*]] = arith.cmpi ult, %[[FEWER]], %[[STEPS]]
  // CHECK: cf.assert %[[SOME]], {{.*}}dimension 1 of operand 0, K, has no step of 64 for each of the 4 CTAs that split it
  // CHECK: %[[MOST:.*]] = arith.constant 1984 : index
  // CHECK: %[[COUNTED:.*]] = arith.cmpi ule, %{{.*}}, %[[MOST]]
  // CHECK: cf.assert %[[COUNTED]], {{.*}}the kernel splits K and counts the parts of at most 1984 tiles of 128x64
  // CHECK: %[[C4:.*]] = arith.constant 4 : index
  // CHECK: arith.muli %{{.*}}, %[[C4]]
  // CHECK: llvm.call @mgpuAutotuneWorkspaceAcquire
  func.func @share(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>, %c: memref<?x?xf32>) {
    tile.launch @kernels::@sharing ins(%a, %b : memref<?x?xbf16>, memref<?x?xbf16>) outs(%c : memref<?x?xf32>)
    return
  }
}
