// A role that fills several rings counts the slots of all of them. So each slot is a group
// of cp.async if one ring is copied by it, even a slot that registers copy.
// RUN: autotune-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK: nvvm.cp.async.shared.global
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: nvvm.barrier
gpu.module @g [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16, strided<[?, 1], offset: ?>>, %B: memref<?x?xbf16, strided<[?, 1], offset: ?>>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16, strided<[?, 1], offset: ?>>
    %N = memref.dim %A, %c1 : memref<?x?xbf16, strided<[?, 1], offset: ?>>
    %left = tile.ring stages(1) : !tile.ring<64x64xbf16>
    %right = tile.ring stages(1) : !tile.ring<64x64xbf16>
    tile.role "worker" warps(4) grid [4, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %a = tile.acquire %left : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.copy %A[%m, %k0] into %a[0] alignment(16) async : memref<?x?xbf16, strided<[?, 1], offset: ?>>, !tile.slot<64x64xbf16>
        tile.commit %a to %left : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
        %b = tile.acquire %right : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.copy %B[%n, %k0] into %b[0] alignment(2) : memref<?x?xbf16, strided<[?, 1], offset: ?>>, !tile.slot<64x64xbf16>
        tile.commit %b to %right : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
        %x = tile.wait %left pending(1) : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        %y = tile.wait %right pending(0) : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.release %x to %left : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
        tile.release %y to %right : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
      }
    }
  }
}
