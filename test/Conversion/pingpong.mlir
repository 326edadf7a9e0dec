// Two instances of a role take tiles, and the tensor cores, in turn.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

// Each instance has a barrier for its turn. Instance 0 starts with the parity
// that has passed, instance 1 with the one that instance 0 will complete.
// CHECK-LABEL: llvm.func @matmul(
// CHECK-SAME: persistent = true
// CHECK: %[[WG:.*]] = nvvm.shfl.sync  idx
// CHECK: %[[WG:.*]] = nvvm.shfl.sync  idx
// CHECK-COUNT-4: llvm.alloca
// CHECK: %[[TURN:.*]] = llvm.alloca
// CHECK: llvm.store %c1_i32, %[[TURN]]
// CHECK: %[[COPY:.*]] = arith.addi %[[WG]], %c-1_i32
// CHECK: %[[PARITY:.*]] = arith.xori %[[COPY]], %c1_i32
// CHECK: llvm.store %[[PARITY]], %[[TURN]]
// Six slots with two barriers each, and two turns: of one arrival all, for one
// warpgroup reads each slot.
// CHECK-COUNT-14: nvvm.mbarrier.init %{{.*}}, %c1_i32
// CHECK-NOT: nvvm.mbarrier.init
// CHECK: nvvm.fence.mbarrier.init

// CHECK: } else {
// CHECK: nvvm.setmaxregister increase 232
// The instance starts with its own tile, and skips the slots of the other's.
// CHECK: %[[GRID:.*]] = nvvm.read.ptx.sreg.nctaid.x
// CHECK: %[[MINE:.*]] = arith.muli %[[COPY]], %[[GRID]]
// CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %[[MINE]]
// CHECK: %[[STEP:.*]] = arith.muli %[[GRID]], %c2_i32
// CHECK: %[[SKIP:.*]] = arith.muli %[[COPY]], %[[KSTEPS:.*]] : i32
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %[[SKIP]]
// CHECK: %[[ROUNDS:.*]] = arith.divui %[[NEXT]], %c6_i32
// CHECK: arith.andi %[[ROUNDS]], %c1_i32
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %{{.*}} step %[[STEP]]
// Its turn: wait, and flip the parity for the next time.
// CHECK: %[[P:.*]] = llvm.load %[[TURN]]
// CHECK: nvvm.mbarrier.try_wait.parity %{{.*}}, %[[P]],
// CHECK: %[[FLIPPED:.*]] = arith.xori %[[P]], %c1_i32
// CHECK: llvm.store %[[FLIPPED]], %[[TURN]]
// CHECK: nvvm.wgmma.mma_async
// CHECK: scf.for
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// One thread tells the other instance (number 1 - copy), before its own sums are complete.
// CHECK: arith.muli %[[PARITY]], %c8_i32
// CHECK: nvvm.mbarrier.arrive
// CHECK: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
// Past the tile, the slots of the other's next one are skipped.
// CHECK: arith.addi %{{.*}}, %[[KSTEPS]]
gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @matmul(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(6) : !tile.ring<128x64xbf16, 128x64xbf16>
    %staging = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "producer" warps(4) registers(40) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 128, 64) raster(along_m, 16) persistent {
        scf.for %k = %k0 to %k1 step %c64 {
          %slot = tile.acquire %ring : !tile.ring<128x64xbf16, 128x64xbf16> -> !tile.slot<128x64xbf16, 128x64xbf16>
          tile.load %A[%m, %k] into %slot[0] : memref<?x?xbf16>, !tile.slot<128x64xbf16, 128x64xbf16>
          tile.load %B[%n, %k] into %slot[1] : memref<?x?xbf16>, !tile.slot<128x64xbf16, 128x64xbf16>
        }
      }
    }
    tile.role "consumer" warps(4) copies(2) registers(232) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 128, 64) raster(along_m, 16) persistent {
        tile.take_turn
        %first = tile.wait %ring : !tile.ring<128x64xbf16, 128x64xbf16> -> !tile.slot<128x64xbf16, 128x64xbf16>
        %d0 = tile.mma %first transpose_b : !tile.slot<128x64xbf16, 128x64xbf16> -> !tile.fragment<128x128xf32>
        %k0n = arith.addi %k0, %c64 : index
        %sum, %last = scf.for %k = %k0n to %k1 step %c64 iter_args(%acc = %d0, %prev = %first) -> (!tile.fragment<128x128xf32>, !tile.slot<128x64xbf16, 128x64xbf16>) {
          %slot = tile.wait %ring : !tile.ring<128x64xbf16, 128x64xbf16> -> !tile.slot<128x64xbf16, 128x64xbf16>
          %d = tile.mma %slot, %acc transpose_b : !tile.slot<128x64xbf16, 128x64xbf16>, !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32>
          tile.mma_wait pending(1)
          tile.release %prev to %ring : !tile.slot<128x64xbf16, 128x64xbf16>, !tile.ring<128x64xbf16, 128x64xbf16>
          scf.yield %d, %slot : !tile.fragment<128x128xf32>, !tile.slot<128x64xbf16, 128x64xbf16>
        }
        tile.pass_turn
        %done = tile.mma_wait pending(0) %sum : !tile.fragment<128x128xf32> -> !tile.fragment<128x128xf32>
        tile.release %last to %ring : !tile.slot<128x64xbf16, 128x64xbf16>, !tile.ring<128x64xbf16, 128x64xbf16>
        tile.store %done, %C[%m, %n] through %staging alignment(16) : !tile.fragment<128x128xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }
}

// Turns need their barriers where no ring has any.
// CHECK-LABEL: llvm.func @turns_alone(
// CHECK-COUNT-2: nvvm.mbarrier.init %{{.*}}, %c1_i32
// CHECK: nvvm.fence.mbarrier.init
// CHECK: nvvm.mbarrier.try_wait.parity
gpu.module @turns [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @turns_alone(%C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    tile.role "c" warps(4) copies(2) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 8, 64) persistent {
        tile.take_turn
        %f = tile.read %C[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x8xf32>
        tile.pass_turn
        tile.store %f, %C[%m, %n] : !tile.fragment<64x8xf32>, memref<?x?xf32>
      }
    }
  }
}
