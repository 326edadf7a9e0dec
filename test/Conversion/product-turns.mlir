// Two warpgroups that convert what they multiply start their products in turn: each
// waits at a barrier of its own, at which the one before it arrives.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

// CHECK-LABEL: llvm.func @turns(
// The last one lets the first begin.
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[GROUP:.*]], %c1_i32
// CHECK-NEXT: scf.if %[[LAST]]
// CHECK-NEXT: nvvm.barrier.arrive id = %c13_i32 number_of_threads = %c256_i32
// Between what is converted and the products.
// CHECK: nvvm.prmt
// CHECK: %[[MINE:.*]] = arith.addi %[[GROUP]], %c13_i32
// CHECK: nvvm.barrier id = %[[MINE]] number_of_threads = %c256_i32
// CHECK-NEXT: nvvm.wgmma.fence.aligned
// CHECK: wgmma.mma_async
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: %[[WRAPS:.*]] = arith.cmpi eq
// CHECK: %[[NEXT:.*]] = arith.select %[[WRAPS]], %c0_i32
// CHECK: %[[OTHER:.*]] = arith.addi %[[NEXT]], %c13_i32
// CHECK: nvvm.barrier.arrive id = %[[OTHER]] number_of_threads = %c256_i32
// The first takes the turn that the last one has passed on when all is done.
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[GROUP]], %c0_i32
// CHECK-NEXT: scf.if %[[FIRST]]
// CHECK-NEXT: nvvm.barrier id = %c13_i32 number_of_threads = %c256_i32
gpu.module @kernels {
  tile.kernel @turns(%A: memref<?x?xi8>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %K = memref.dim %A, %c1 : memref<?x?xi8>
    %N = memref.dim %B, %c0 : memref<?x?xbf16>
    %step = arith.constant 128 : index
    %ring = tile.ring stages(3) : !tile.ring<128x128xi8, 16x128xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 16, 128) {
        scf.for %k = %k0 to %k1 step %step {
          %slot = tile.acquire %ring : !tile.ring<128x128xi8, 16x128xbf16> -> !tile.slot<128x128xi8, 16x128xbf16>
          tile.load %A[%m, %k] into %slot[0] : memref<?x?xi8>, !tile.slot<128x128xi8, 16x128xbf16>
          tile.load %B[%n, %k] into %slot[1] : memref<?x?xbf16>, !tile.slot<128x128xi8, 16x128xbf16>
        }
      }
    }
    tile.role "consumer" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 16, 128) {
        %zero = arith.constant 0.0 : f32
        %zeros = tile.splat %zero : f32 -> !tile.fragment<128x16xf32>
        %sums = scf.for %k = %k0 to %k1 step %step iter_args(%acc = %zeros) -> (!tile.fragment<128x16xf32>) {
          %slot = tile.wait %ring : !tile.ring<128x128xi8, 16x128xbf16> -> !tile.slot<128x128xi8, 16x128xbf16>
          %d = tile.mma %slot, %acc transpose_b in_turn : !tile.slot<128x128xi8, 16x128xbf16>, !tile.fragment<128x16xf32> -> !tile.fragment<128x16xf32>
          %done = tile.mma_wait pending(0) %d : !tile.fragment<128x16xf32> -> !tile.fragment<128x16xf32>
          tile.release %slot to %ring : !tile.slot<128x128xi8, 16x128xbf16>, !tile.ring<128x128xi8, 16x128xbf16>
          scf.yield %done : !tile.fragment<128x16xf32>
        }
        tile.store %sums, %C[%m, %n] : !tile.fragment<128x16xf32>, memref<?x?xf32>
      }
    }
  }
}
