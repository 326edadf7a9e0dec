// Launches become gpu.launch_func, by what the lowered kernel says of itself.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu -split-input-file | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device -split-input-file | FileCheck %s --check-prefixes=CHECK,DEVICE

// CHECK: module attributes {gpu.container_module}
// CHECK: llvm.func @mgpuAutotuneTensorMapEncode2D(!llvm.ptr, !llvm.ptr, i32, i64, i64, i64, i32, i32, i32)
module {
  gpu.module @kernels {
    llvm.func @matmul(%pointer: !llvm.ptr<1>, %size: i32, %stride: i64,
                      %map: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 2, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 1, 1>,
          params = [{kind = "pointer", operand = 1 : i64},
                    {dim = 1 : i64, kind = "size", operand = 0 : i64},
                    {dim = 0 : i64, kind = "stride", operand = 0 : i64},
                    {box = array<i64: 64, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}],
          persistent = true, shared_memory = 4096 : i64, threads = 384 : i64, tile = array<i64: 128, 64>}} {
      llvm.return
    }
  }

  // CHECK-LABEL: func.func @launch(
  // CHECK-SAME: %[[A:.*]]: memref<?x?xbf16>, %[[C:.*]]: memref<?x?xf32>)
  // The map's 128 bytes are taken once for the call, not for each turn of the
  // loop.
  // CHECK: %[[MAP:.*]] = llvm.alloca %{{.*}} x !llvm.array<128 x i8> {alignment = 64 : i64}
  // CHECK: scf.for
  // CHECK-NOT: llvm.alloca
  func.func @launch(%a: memref<?x?xbf16>, %c: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      // Nothing is launched for a matrix without elements.
      // CHECK: %{{.*}}, %{{.*}}, %[[SA:.*]]:2, %[[TA:.*]]:2 = memref.extract_strided_metadata %[[A]]
      // CHECK: %{{.*}}, %{{.*}}, %[[SC:.*]]:2, %[[TC:.*]]:2 = memref.extract_strided_metadata %[[C]]
      // CHECK-COUNT-4: arith.minui
      // CHECK: %[[SOME:.*]] = arith.cmpi ne
      // CHECK: scf.if %[[SOME]]
      // CHECK: %[[T0:.*]] = gpu.wait async
      // Host memory is copied to the device and what is written back.
      // HOST: %[[DA:.*]], %[[T1:.*]] = gpu.alloc async [%[[T0]]] (%[[SA]]#0, %[[SA]]#1) : memref<?x?xbf16>
      // HOST: %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %[[DA]], %[[A]]
      // HOST: %[[DC:.*]], %[[T3:.*]] = gpu.alloc async [%[[T2]]] (%[[SC]]#0, %[[SC]]#1) : memref<?x?xf32>
      // HOST: %[[T4:.*]] = gpu.memcpy async [%[[T3]]] %[[DC]], %[[C]]
      // DEVICE-NOT: gpu.alloc
      // DEVICE-NOT: gpu.memcpy
      // The parameters, in the kernel's order.
      // CHECK: %[[S1:.*]] = arith.index_cast %[[SA]]#1 : index to i32
      // CHECK: %[[ST:.*]] = arith.index_cast %[[TA]]#0 : index to i64
      // The element's number is that of the runtime's list: 0 is bf16.
      // CHECK: %[[KIND:.*]] = arith.constant 0 : i32
      // CHECK: %[[BOX0:.*]] = arith.constant 64 : i32
      // CHECK: %[[BOX1:.*]] = arith.constant 32 : i32
      // CHECK: %[[SWIZZLE:.*]] = arith.constant 128 : i32
      // CHECK: llvm.call @mgpuAutotuneTensorMapEncode2D(%[[MAP]], %{{.*}}, %[[KIND]], %{{.*}}, %{{.*}}, %{{.*}}, %[[BOX0]], %[[BOX1]], %[[SWIZZLE]])
      // CHECK: %[[BYTES:.*]] = llvm.load %[[MAP]] : !llvm.ptr -> !llvm.array<128 x i8>
      // The grid: clusters of two tiles of 128 along M, tiles of 64 along N; a
      // persistent kernel has no more than fit 132 SMs; two CTAs each.
      // CHECK: %[[C256:.*]] = arith.constant 256 : index
      // CHECK: %[[ROWS:.*]] = arith.ceildivui %[[SA]]#0, %[[C256]]
      // CHECK: %[[C64:.*]] = arith.constant 64 : index
      // CHECK: %[[COLUMNS:.*]] = arith.ceildivui %[[SC]]#1, %[[C64]]
      // CHECK: %[[TILES:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
      // CHECK: %[[C66:.*]] = arith.constant 66 : index
      // CHECK: %[[FIT:.*]] = arith.minui %[[TILES]], %[[C66]]
      // CHECK: %[[GRID:.*]] = arith.muli %[[FIT]],
      // CHECK: %[[THREADS:.*]] = arith.constant 384 : index
      // CHECK: %[[CLUSTER:.*]] = arith.constant 2 : index
      // CHECK: %[[SHARED:.*]] = arith.constant 4096 : i32
      // CHECK: %[[T5:.*]] = gpu.launch_func async [%{{.*}}] @kernels::@matmul clusters in (%[[CLUSTER]], %{{.*}}, %{{.*}}) blocks in (%[[GRID]], %{{.*}}, %{{.*}}) threads in (%[[THREADS]], %{{.*}}, %{{.*}}) dynamic_shared_memory_size %[[SHARED]] args(%{{.*}} : !llvm.ptr, %[[S1]] : i32, %[[ST]] : i64, %[[BYTES]] : !llvm.array<128 x i8>)
      // HOST: %[[T6:.*]] = gpu.memcpy async [%[[T5]]] %[[C]], %[[DC]]
      // HOST-NOT: gpu.memcpy
      // HOST: gpu.dealloc async [%[[T6]]] %[[DA]]
      // HOST: gpu.dealloc async {{.*}} %[[DC]]
      // CHECK: gpu.wait [
      tile.launch @kernels::@matmul ins(%a : memref<?x?xbf16>) outs(%c : memref<?x?xf32>)
    }
    return
  }

  // Of 11 SMs, clusters of two CTAs fill 5 times two.
  // CHECK-LABEL: func.func @few(
  // CHECK: %[[TILES:.*]] = arith.muli
  // CHECK: %[[C5:.*]] = arith.constant 5 : index
  // CHECK: arith.minui %{{.*}}, %[[C5]] : index
  func.func @few(%a: memref<?x?xbf16>, %c: memref<?x?xf32>) {
    tile.launch @kernels::@matmul ins(%a : memref<?x?xbf16>) outs(%c : memref<?x?xf32>) sms(11)
    return
  }
}

// -----

// A matrix that is a part of a larger one starts at its offset; no cluster and
// no shared memory are asked for.
// DEVICE-LABEL: func.func @part(
// DEVICE-SAME: %[[C:.*]]: memref<4x4xf32, strided<[8, 1], offset: 3>>)
// DEVICE: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[C]]
// DEVICE: %{{.*}}, %[[START:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[C]]
// DEVICE: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[C]]
// DEVICE: %[[BYTES:.*]] = arith.muli %[[START]], %c4
// DEVICE: arith.addi %[[BASE]], %[[BYTES]]
// DEVICE: gpu.wait async
// DEVICE: gpu.launch_func async [%{{.*}}] @kernels::@scale blocks in
// DEVICE-NOT: dynamic_shared_memory_size
// On the host the bytes from its first element to its last are copied.
// HOST-LABEL: func.func @part(
// HOST-SAME: %[[C:.*]]: memref<4x4xf32, strided<[8, 1], offset: 3>>)
// HOST: %[[BYTES:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !llvm.struct<{{.*}}> to memref<?xi8>
// HOST: %[[COPY:.*]], %{{.*}} = gpu.alloc async [%{{.*}}] (%{{.*}}) : memref<?xi8>
// HOST: gpu.memcpy async [%{{.*}}] %[[COPY]], %[[BYTES]] : memref<?xi8>, memref<?xi8>
// HOST: gpu.launch_func async
// HOST: gpu.memcpy async [%{{.*}}] %[[BYTES]], %[[COPY]] : memref<?xi8>, memref<?xi8>
// HOST: gpu.dealloc async [%{{.*}}] %[[COPY]]
module {
  gpu.module @kernels {
    llvm.func @scale(%pointer: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{kind = "pointer", operand = 0 : i64}], persistent = false,
        shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @part(%c: memref<4x4xf32, strided<[8, 1], offset: 3>>) {
    tile.launch @kernels::@scale outs(%c : memref<4x4xf32, strided<[8, 1], offset: 3>>)
    return
  }
}
