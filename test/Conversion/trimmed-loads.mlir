// Where a matrix has fewer rows than the tile, TMA loads only these.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s
// RUN: autotune-opt %s -convert-tile-to-nvvm -convert-tile-launch-to-gpu -canonicalize -cse \
// RUN:   | FileCheck %s --check-prefix=HOST

gpu.module @kernels {
  // A slot has 64 x 64 elements of A, whose rows are 128 bytes, and 8192 bytes
  // of B.
  // CHECK-LABEL: llvm.func @trimmed(
  // CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32
  // CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 1 : i64, swizzle = 128 : i64}
  // CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64, trimmed}
  // CHECK: %[[ROWS:.*]] = arith.minui %[[M]], %c64_i32
  // CHECK: %[[OFA:.*]] = arith.muli %[[ROWS]], %c128_i32
  // CHECK: %[[BYTES:.*]] = arith.addi %[[OFA]], %c8192_i32
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
  tile.kernel @trimmed(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] trim : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 64, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 64x64xbf16>, !tile.ring<64x64xbf16, 64x64xbf16>
      }
    }
  }

  // An operand that is loaded both ways has two maps.
  // CHECK-LABEL: llvm.func @both(
  // CHECK-SAME: %[[WHOLE:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, {{[^)]*}}%[[TRIMMED:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64
  // CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}
  // CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64, trimmed}
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[TRIMMED]],
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[WHOLE]],
  tile.kernel @both(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] trim : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
        tile.load %A[%n, %k0] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 64x64xbf16>, !tile.ring<64x64xbf16, 64x64xbf16>
      }
    }
  }
}

// Matrices of batches: each of both tiles counts its own rows.
gpu.module @batches {
  // CHECK-LABEL: llvm.func @batch(
  // CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr<1>, %[[N:[a-z0-9]+]]: i32,
  // CHECK-SAME: {batched, box = array<i64: 64, 64>, kind = "tensor_map", operand = 1 : i64, swizzle = 128 : i64, trimmed}
  // CHECK-SAME: {batched, box = array<i64: 64, 64>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64, trimmed}
  // CHECK: %[[ROWSOFB:.*]] = arith.minui %[[N]], %c64_i32
  // CHECK: %[[OFB:.*]] = arith.muli %[[ROWSOFB]], %c128_i32
  // CHECK: %[[ROWSOFA:.*]] = arith.minui %[[M]], %c64_i32
  // CHECK: %[[OFA:.*]] = arith.muli %[[ROWSOFA]], %c128_i32
  // CHECK: %[[BYTES:.*]] = arith.addi %[[OFB]], %[[OFA]]
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
  tile.kernel @batch(%A: memref<?x?x?xbf16>, %B: memref<?x?x?xbf16>, %C: memref<?x?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %L = memref.dim %C, %c0 : memref<?x?x?xf32>
    %M = memref.dim %C, %c1 : memref<?x?x?xf32>
    %N = memref.dim %C, %c2 : memref<?x?x?xf32>
    %K = memref.dim %A, %c2 : memref<?x?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %K) batch(%L) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        tile.load %A[%i, %m, %k0] into %slot[0] trim : memref<?x?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
        tile.load %B[%i, %n, %k0] into %slot[1] trim : memref<?x?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %K) batch(%L) tile(64, 64, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 64x64xbf16>, !tile.ring<64x64xbf16, 64x64xbf16>
      }
    }
  }
}

// The rows of a box that is trimmed are passed as a negative number.
// HOST-LABEL: func.func @launch
// HOST: %[[TRIMMED:.*]] = arith.constant -64 : i32
// HOST: llvm.call @mgpuAutotuneTensorMapEncode2D({{.*}}, %[[TRIMMED]], %{{[^,]*}}, %{{[^,]*}})
func.func @launch(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
  tile.launch @kernels::@trimmed ins(%A, %B : memref<?x?xbf16>, memref<?x?xbf16>) outs(%C : memref<?x?xf32>) sms(132)
  return
}

// HOST-LABEL: func.func @launch_batch
// HOST-COUNT-2: llvm.call @mgpuAutotuneTensorMapEncode3D({{.*}}, %c-64_i32, {{.*}})
func.func @launch_batch(%A: memref<?x?x?xbf16>, %B: memref<?x?x?xbf16>, %C: memref<?x?x?xf32>) {
  tile.launch @batches::@batch ins(%A, %B : memref<?x?x?xbf16>, memref<?x?x?xbf16>) outs(%C : memref<?x?x?xf32>) sms(132)
  return
}
