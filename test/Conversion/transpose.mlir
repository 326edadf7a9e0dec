// Tiles that three warps transpose in shared memory.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

// Bytes: 16 units of work are quarters of 64 of K by 128 columns, of which a warp takes
// every third. Words of 16 rows are loaded, each row's from its place in the swizzle;
// those of three units, before what becomes of them is stored: four pieces each. A warp
// commits once all its lanes have fenced, and releases the slot likewise.
gpu.module @bytes {
  // CHECK-LABEL: llvm.func @bytes(
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c1_i32
  // The first ring's slots are given back by three warps and by four.
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c7_i32
  // The other one's are filled by three warps, and given back by a warpgroup.
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c3_i32
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c1_i32
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: %[[FIRST:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK: %[[SECOND:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-COUNT-46: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NOT: llvm.load
  // CHECK: nvvm.prmt {{.*}} %[[FIRST]], %[[SECOND]]
  // CHECK-COUNT-31: nvvm.prmt
  // CHECK-NOT: nvvm.prmt
  // CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK: nvvm.fence.proxy
  // CHECK: nvvm.bar.warp.sync
  // CHECK: scf.if
  // CHECK: nvvm.mbarrier.arrive
  // CHECK: nvvm.bar.warp.sync
  // CHECK: scf.if
  // CHECK: nvvm.mbarrier.arrive

  // A comes from the slot that was loaded, of 40 KiB, B from the other one, of 32 KiB,
  // whose ring lies behind that.
  // CHECK: %[[SLOT:.*]] = arith.muli %{{.*}}, %c40960_i32
  // CHECK: %[[A:.*]] = arith.addi %[[SLOT]], %[[BASE:.*]] : i32
  // CHECK: %[[OTHER:.*]] = arith.muli %{{.*}}, %c32768_i32
  // CHECK: %[[RING:.*]] = arith.addi %[[BASE]], %c81920_i32
  // CHECK: %[[B:.*]] = arith.addi %[[OTHER]], %[[RING]]
  // CHECK: arith.andi %[[A]], %c262143_i32
  // CHECK: arith.andi %[[B]], %c262143_i32
  // CHECK: nvvm.wgmma.mma_async {{.*}} A[<s8>, <one>, <row>], B[<s8>, <one>, <col>]
  tile.kernel @bytes(%A: memref<?x?xi8>, %B: memref<?x?xi8>, %C: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %K = memref.dim %A, %c1 : memref<?x?xi8>
    %N = memref.dim %B, %c1 : memref<?x?xi8>
    %step = arith.constant 128 : index
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
    %turned = tile.ring stages(2) : !tile.ring<256x128xi8>
    tile.role "producer" warps(1) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 256, 128) {
        scf.for %k = %k0 to %k1 step %step {
          %slot = tile.acquire %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
          tile.load %A[%m, %k] into %slot[0] : memref<?x?xi8>, !tile.slot<64x128xi8, 128x256xi8>
          tile.load %B[%k, %n] into %slot[1] : memref<?x?xi8>, !tile.slot<64x128xi8, 128x256xi8>
        }
      }
    }
    tile.role "transposer" warps(3) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 256, 128) {
        scf.for %k = %k0 to %k1 step %step {
          %slot = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
          %t = tile.acquire %turned : !tile.ring<256x128xi8> -> !tile.slot<256x128xi8>
          tile.transpose %slot[1] into %t : !tile.slot<64x128xi8, 128x256xi8>, !tile.slot<256x128xi8>
          tile.commit %t to %turned : !tile.slot<256x128xi8>, !tile.ring<256x128xi8>
          tile.release %slot to %ring : !tile.slot<64x128xi8, 128x256xi8>, !tile.ring<64x128xi8, 128x256xi8>
        }
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 256, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
        %t = tile.wait %turned : !tile.ring<256x128xi8> -> !tile.slot<256x128xi8>
        %d = tile.mma %slot transpose_b right(%t : !tile.slot<256x128xi8>) : !tile.slot<64x128xi8, 128x256xi8> -> !tile.fragment<64x256xi32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x256xi32> -> !tile.fragment<64x256xi32>
        tile.release %slot to %ring : !tile.slot<64x128xi8, 128x256xi8>, !tile.ring<64x128xi8, 128x256xi8>
        tile.release %t to %turned : !tile.slot<256x128xi8>, !tile.ring<256x128xi8>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x256xi32>, memref<?x?xi32>
      }
    }
  }
}

// Words: of 16 units of 4 of K by 32 columns a warp takes five, and the first one a
// sixth. Nothing is permuted.
gpu.module @words {
  // CHECK-LABEL: llvm.func @words(
  // CHECK-COUNT-20: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NOT: llvm.load
  // CHECK-NOT: nvvm.prmt
  // CHECK-COUNT-5: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK: scf.if
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK: nvvm.fence.proxy
  tile.kernel @words(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<32x64xf32, 16x32xf32>
    %turned = tile.ring stages(2) : !tile.ring<64x32xf32>
    tile.role "producer" warps(1) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
        %slot = tile.acquire %ring : !tile.ring<32x64xf32, 16x32xf32> -> !tile.slot<32x64xf32, 16x32xf32>
        tile.load %A[%k0, %m] into %slot[0] : memref<?x?xf32>, !tile.slot<32x64xf32, 16x32xf32>
        tile.load %A[%n, %k0] into %slot[1] : memref<?x?xf32>, !tile.slot<32x64xf32, 16x32xf32>
      }
    }
    tile.role "transposer" warps(3) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
        %slot = tile.wait %ring : !tile.ring<32x64xf32, 16x32xf32> -> !tile.slot<32x64xf32, 16x32xf32>
        %t = tile.acquire %turned : !tile.ring<64x32xf32> -> !tile.slot<64x32xf32>
        tile.transpose %slot[0] into %t : !tile.slot<32x64xf32, 16x32xf32>, !tile.slot<64x32xf32>
        tile.commit %t to %turned : !tile.slot<64x32xf32>, !tile.ring<64x32xf32>
        tile.release %slot to %ring : !tile.slot<32x64xf32, 16x32xf32>, !tile.ring<32x64xf32, 16x32xf32>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
        %slot = tile.wait %ring : !tile.ring<32x64xf32, 16x32xf32> -> !tile.slot<32x64xf32, 16x32xf32>
        %t = tile.wait %turned : !tile.ring<64x32xf32> -> !tile.slot<64x32xf32>
        %d = tile.mma %slot transpose_b tf32 left(%t : !tile.slot<64x32xf32>) : !tile.slot<32x64xf32, 16x32xf32> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<32x64xf32, 16x32xf32>, !tile.ring<32x64xf32, 16x32xf32>
        tile.release %t to %turned : !tile.slot<64x32xf32>, !tile.ring<64x32xf32>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}
