// The CTAs that split K add their sums through each other's shared memory.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // 64 x 16 over two CTAs. Each thread writes its 8 sums as two pieces of 16
  // bytes, 2048 bytes apart, so that no two threads of a quarter of a warp meet
  // in a bank; each CTA then reads one of the pieces from both, in the order of
  // their ranks, and gets columns [8 r, 8 r + 8).
  // CHECK-LABEL: llvm.func @reduce(
  // CHECK-SAME: depth = array<i64: 1, 1, 64>
  // CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: nvvm.wgmma.wait.group.sync.aligned 0
  // CHECK: %[[T:.*]] = arith.andi %{{.*}}, %c127_i32
  // CHECK: %[[T16:.*]] = arith.muli %[[T]], %c16_i32
  // CHECK: %[[MINE:.*]] = arith.addi %{{.*}}, %[[T16]]
  // No warpgroup of this CTA reads the ring any more.
  // CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %c128_i32
  // CHECK: %[[P0:.*]] = llvm.inttoptr %[[MINE]]
  // CHECK: llvm.store %{{.*}}, %[[P0]] {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
  // CHECK: %[[M1:.*]] = arith.addi %[[MINE]], %c2048_i32
  // CHECK: %[[P1:.*]] = llvm.inttoptr %[[M1]]
  // CHECK: llvm.store %{{.*}}, %[[P1]] {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
  // Everybody has written.
  // CHECK: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  // CHECK: %[[SHARE:.*]] = arith.muli %[[RANK]], %c2048_i32
  // CHECK: %[[AT:.*]] = arith.addi %[[MINE]], %[[SHARE]]
  // CHECK: %[[HOME0:.*]] = llvm.inttoptr %[[AT]] : i32 to !llvm.ptr<3>
  // CHECK: %[[PEER0:.*]] = nvvm.mapa %[[HOME0]], %c0_i32
  // CHECK: %[[PEER1:.*]] = nvvm.mapa %{{.*}}, %c1_i32
  // CHECK: %[[L0:.*]] = llvm.load %[[PEER0]] {alignment = 16 : i64} : !llvm.ptr<7> -> vector<4xf32>
  // CHECK: %[[X0:.*]] = llvm.extractelement %[[L0]][%c0_i32
  // CHECK: %[[L1:.*]] = llvm.load %[[PEER1]] {alignment = 16 : i64} : !llvm.ptr<7> -> vector<4xf32>
  // CHECK: %[[X1:.*]] = llvm.extractelement %[[L1]][%c0_i32
  // CHECK: arith.addf %[[X0]], %[[X1]]
  // Nobody leaves while a peer may still read.
  // CHECK: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  tile.kernel @reduce(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %ring = tile.ring stages(1) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        %p = tile.mma %slot : !tile.slot<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x16xf32>
        %d = tile.mma_wait pending(0) %p : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        %sum, %offset = tile.cluster_reduce %d through %ring : !tile.fragment<64x16xf32>, !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x8xf32>
        %at = arith.addi %n, %offset : index
        tile.store %sum, %C[%m, %at] : !tile.fragment<64x8xf32>, memref<?x?xf32>
      }
    }
  }
}
