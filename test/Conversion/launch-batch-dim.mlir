// Kernels whose N is the inner batch, such as the heads of an attention: the outer
// batch counts the tiles (`batch_dim` = 3).
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu=buffers=device -verify-diagnostics | FileCheck %s

module {
  gpu.module @kernels {
    llvm.func @k(%batch: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, batch_dim = 3 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64,
        extents = array<i64: 0, 0, 0, 2>, params = [{dim = 3 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 64, 1>}} {
      llvm.return
    }
  }

  // The grid has a CTA for each 64 rows of each head of each batch. Nothing is launched
  // if one of the sizes is 0.
  // CHECK-LABEL: func.func @dynamic(
  // CHECK-SAME: %[[C:.*]]: memref<?x?x?x64xf32>
  // CHECK: %{{.*}}, %{{.*}}, %[[S:.*]]:4, %{{.*}}:4 = memref.extract_strided_metadata %[[C]]
  // CHECK: arith.minui %{{.*}}, %[[S]]#1
  // CHECK: arith.minui %{{.*}}, %[[S]]#0
  // CHECK: scf.if
  // CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[S]]#0, %{{.*}}
  // CHECK: cf.assert %[[FITS]], "tile.launch @kernels::@k: operand 0 has more than 2147418111 elements along dimension 0, which the kernel counts in 32 bits"
  // CHECK: %[[M:.*]] = arith.ceildivui %[[S]]#2, %{{.*}}
  // CHECK: %[[N:.*]] = arith.ceildivui %[[S]]#1, %{{.*}}
  // CHECK: %[[TILES:.*]] = arith.muli %[[M]], %[[N]]
  // CHECK: %[[ALL:.*]] = arith.muli %[[TILES]], %[[S]]#0
  // CHECK: %[[COUNTED:.*]] = arith.cmpi ule, %[[ALL]], %{{.*}}
  // CHECK: cf.assert %[[COUNTED]], "tile.launch @kernels::@k: the kernel numbers at most 2147418111 tiles of 64x1"
  // CHECK: %[[BATCH:.*]] = arith.index_cast %[[S]]#0 : index to i32
  // CHECK: %[[GRID:.*]] = arith.muli %{{.*}}, %[[S]]#0
  // CHECK: %[[CTAS:.*]] = arith.muli %[[GRID]], %{{.*}}
  // CHECK: gpu.launch_func async [%{{.*}}] @kernels::@k blocks in (%[[CTAS]], %{{.*}}, %{{.*}}) {{.*}} args(%[[BATCH]] : i32)
  func.func @dynamic(%c: memref<?x?x?x64xf32>) {
    tile.launch @kernels::@k outs(%c : memref<?x?x?x64xf32>)
    return
  }

  // What the type shows is not asserted.
  // CHECK-LABEL: func.func @static(
  // CHECK-NOT: cf.assert
  // CHECK: gpu.launch_func
  func.func @static(%c: memref<2x8x200x64xf32>) {
    tile.launch @kernels::@k outs(%c : memref<2x8x200x64xf32>)
    return
  }
}

// -----

module {
  gpu.module @kernels {
    llvm.func @k(%batch: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, batch_dim = 3 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64,
        extents = array<i64: 0, 0, 0, 2>, params = [{dim = 3 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 64, 1>}} {
      llvm.return
    }
  }
  func.func @three(%c: memref<8x200x64xf32>) {
    // expected-error@+1 {{'tile.launch' op the kernel takes operand 0 as a batch of matrices in two dimensions, but 'memref<8x200x64xf32>' is not one}}
    tile.launch @kernels::@k outs(%c : memref<8x200x64xf32>)
    return
  }
}

// -----

// The tiles of all heads and batches are numbered.
module {
  gpu.module @kernels {
    llvm.func @k(%batch: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, batch_dim = 3 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64,
        extents = array<i64: 0, 0, 0, 2>, params = [{dim = 3 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 64, 1>}} {
      llvm.return
    }
  }
  func.func @many(%c: memref<65536x65536x200x64xf32>) {
    // expected-error@+1 {{'tile.launch' op the kernel numbers at most 2147418111 tiles of 64x1, not 17179869184}}
    tile.launch @kernels::@k outs(%c : memref<65536x65536x200x64xf32>)
    return
  }
}

// -----

// N is the inner batch only if the outer one counts beside it.
module {
  gpu.module @kernels {
    // expected-error@+1 {{'tile.abi' has no valid 'extents'}}
    llvm.func @k(%batch: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64,
        extents = array<i64: 0, 0, 0, 2>, params = [{dim = 3 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 64, 1>}} {
      llvm.return
    }
  }
  func.func @one(%c: memref<2x8x200x64xf32>) {
    tile.launch @kernels::@k outs(%c : memref<2x8x200x64xf32>)
    return
  }
}

// -----

module {
  gpu.module @kernels {
    // expected-error@+1 {{'tile.abi' has no valid 'batch_dim'}}
    llvm.func @k(%batch: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        batch = 0 : i64, batch_dim = 4 : i64, cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64,
        extents = array<i64: 0, 0, 0, 2>, params = [{dim = 3 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 64, 1>}} {
      llvm.return
    }
  }
  func.func @none(%c: memref<2x8x200x64xf32>) {
    tile.launch @kernels::@k outs(%c : memref<2x8x200x64xf32>)
    return
  }
}
