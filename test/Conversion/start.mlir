// What a producer computes of its tile stands before the barrier at which it waits
// for the kernel's start.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // One tile: the warp that loads computes its place there.
  // CHECK-LABEL: llvm.func @one_tile(
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[CTA:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK: arith.cmpi eq, %[[TID]], %c32_i32
  // CHECK: nvvm.mbarrier.init
  // CHECK: nvvm.fence.mbarrier.init
  // CHECK: %[[MINE:.*]] = arith.cmpi ult, %{{.*}}, %c1_i32
  // CHECK: %[[PLACE:.*]]:2 = scf.if %[[MINE]] -> (i32, i32) {
  // CHECK: arith.divui %[[CTA]],
  // CHECK: llvm.inline_asm {{.*}}@never trap{{.*}} "r,r" %[[M:.*]], %[[N:.*]] : (i32, i32)
  // CHECK-NEXT: scf.yield %[[M]], %[[N]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %c0_i32, %c0_i32
  // CHECK-NEXT: }
  // CHECK-NEXT: nvvm.barrier
  // CHECK: scf.if
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[%{{.*}}, %[[PLACE]]#0]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[%{{.*}}, %[[PLACE]]#1]
  tile.kernel @one_tile(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %B, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %M) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %M) tile(64, 64, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
        %sum = tile.mma %slot transpose_b : !tile.slot<64x64xbf16, 64x64xbf16> -> !tile.fragment<64x64xf32>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 64x64xbf16>, !tile.ring<64x64xbf16, 64x64xbf16>
      }
    }
  }

  // Of many tiles, nothing is.
  // CHECK-LABEL: llvm.func @many_tiles(
  // CHECK-NOT: llvm.inline_asm
  // CHECK: nvvm.barrier
  tile.kernel @many_tiles(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) persistent {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) persistent {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
      }
    }
  }

  // Nor where the depth of the tile is known later.
  // CHECK-LABEL: llvm.func @depth_of_loop(
  // CHECK-NOT: llvm.inline_asm
  // CHECK: nvvm.barrier
  tile.kernel @depth_of_loop(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "producer" warps(4) elect {
      scf.for %i = %c1 to %c4 step %c1 {
        tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %i) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
      }
      }
    }
    tile.role "consumer" warps(4) {
      scf.for %i = %c1 to %c4 step %c1 {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %i) tile(64, 64, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
      }
      }
    }
  }
}
