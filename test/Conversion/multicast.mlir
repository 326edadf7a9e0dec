// CTAs of a cluster load slices of a tile and send them to each other.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Two CTAs along M share B: each loads 68 of its 136 rows, from where its
  // slice starts, into the same place of both; A stays a CTA's own.
  // CHECK-LABEL: llvm.func @along_m(
  // CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>
  // CHECK-SAME: {box = array<i64: 68, 64>, kind = "tensor_map", operand = 1 : i64
  // CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[RM:.*]] = arith.remui %[[RANK]], %c2_i32
  // "Empty" hears one warpgroup of each CTA.
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c1_i32
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c2_i32
  // Nobody reaches for a peer before it has started.
  // CHECK: nvvm.fence.mbarrier.init
  // CHECK: nvvm.cluster.arrive.relaxed {aligned}
  // CHECK: nvvm.cluster.wait {aligned}
  // CHECK-NOT: nvvm.barrier
  // All bytes of the slot are announced, whoever sends them.
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c25600_i32
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
  // CHECK-NOT: multicast_mask
  // Each CTA sends 68 rows, which are no whole blocks of eight.
  // CHECK: %[[ROWS:.*]] = arith.muli %[[RM]], %c68_i32
  // CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %[[ROWS]]
  // CHECK: %[[BYTES:.*]] = arith.muli %[[RM]], %c8704_i32
  // CHECK: %[[MASK:.*]] = arith.shli %c3_i32, %{{.*}}
  // CHECK: %[[MASK16:.*]] = arith.trunci %[[MASK]]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} box[%{{.*}}, %[[AT]]] multicast_mask = %[[MASK16]]
  // The producer leaves only when all its slots have come back: two waits for
  // two stages.
  // CHECK-COUNT-2: nvvm.mbarrier.try_wait.parity
  // CHECK: } else {
  // The first two threads of the warpgroup tell one CTA each.
  // CHECK: %[[T:.*]] = arith.andi %{{.*}}, %c127_i32
  // CHECK: %[[TELLS:.*]] = arith.cmpi ult, %[[T]], %c2_i32
  // CHECK: scf.if %[[TELLS]]
  // CHECK: %[[REMOTE:.*]] = nvvm.mapa
  // CHECK-NEXT: nvvm.mbarrier.arrive %[[REMOTE]] : !llvm.ptr<7>
  tile.kernel @along_m(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>) cluster(2, 1, 1) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %B, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 136x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %M) tile(64, 136, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 136x64xbf16> -> !tile.slot<64x64xbf16, 136x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 136x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] multicast(m) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 136x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %M) tile(64, 136, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 136x64xbf16> -> !tile.slot<64x64xbf16, 136x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 136x64xbf16>, !tile.ring<64x64xbf16, 136x64xbf16>
      }
    }
  }
  // Two CTAs along N share A: ranks along N are those two apart by one row of
  // the cluster, here one.
  // CHECK-LABEL: llvm.func @along_n(
  // CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>
  // CHECK-SAME: {box = array<i64: 32, 64>, kind = "tensor_map", operand = 0 : i64
  // CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[RN:.*]] = arith.remui %[[RANK]], %c2_i32
  // CHECK: %[[ROWS:.*]] = arith.muli %[[RN]], %c32_i32
  // CHECK: arith.muli %[[RN]], %c4096_i32
  // CHECK: %[[MASK:.*]] = arith.shli %c3_i32,
  // CHECK: arith.trunci %[[MASK]]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} multicast_mask =
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
  // CHECK-NOT: multicast_mask
  // CHECK: } else {
  tile.kernel @along_n(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>) cluster(1, 2, 1) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %B, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 128x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %M) tile(64, 128, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 128x64xbf16> -> !tile.slot<64x64xbf16, 128x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] multicast(n) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 128x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 128x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %M) tile(64, 128, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 128x64xbf16> -> !tile.slot<64x64xbf16, 128x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 128x64xbf16>, !tile.ring<64x64xbf16, 128x64xbf16>
      }
    }
  }
  // Two by two: A goes to the CTAs of a row (ranks r and r + 2: bits 0b101 from
  // the own place along M), B to those of a column (0b11 from the column's).
  // CHECK-LABEL: llvm.func @both(
  // CHECK-SAME: nvvm.cluster_dim = array<i32: 4, 1, 1>
  // CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[RM:.*]] = arith.remui %[[RANK]], %c2_i32
  // CHECK: %[[HALF:.*]] = arith.divui %[[RANK]], %c2_i32
  // CHECK: %[[RN:.*]] = arith.remui %[[HALF]], %c2_i32
  // CHECK: %[[RK:.*]] = arith.divui %[[RANK]], %c4_i32
  // Three CTAs write here (this one, one in its row, one in its column), and two
  // warpgroups read: six arrivals.
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c1_i32
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c6_i32
  // The tile of this CTA in its cluster's tile of 2 x 2.
  // CHECK: arith.addi %{{.*}}, %[[RM]]
  // CHECK: arith.addi %{{.*}}, %[[RN]]
  // CHECK: %[[KBITS:.*]] = arith.muli %[[RK]], %c4_i32
  // CHECK: %[[SA:.*]] = arith.addi %[[RM]], %[[KBITS]]
  // CHECK: %[[MA:.*]] = arith.shli %c5_i32, %[[SA]]
  // CHECK: %[[MA16:.*]] = arith.trunci %[[MA]]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} multicast_mask = %[[MA16]]
  // CHECK: %[[COL:.*]] = arith.muli %[[RN]], %c2_i32
  // CHECK: %[[SB:.*]] = arith.addi %[[COL]], %[[KBITS]]
  // CHECK: %[[MB:.*]] = arith.shli %c3_i32, %[[SB]]
  // CHECK: %[[MB16:.*]] = arith.trunci %[[MB]]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} multicast_mask = %[[MB16]]
  // Threads 0 and 1 tell the column, thread 2 the rest of the row: three in all.
  // CHECK: } else {
  // CHECK: %[[T:.*]] = arith.andi %{{.*}}, %c127_i32
  // CHECK: arith.cmpi ult, %[[T]], %c3_i32
  // CHECK: %[[INCOL:.*]] = arith.cmpi ult, %[[T]], %c2_i32
  // CHECK: arith.select %[[INCOL]], %[[T]], %[[RM]]
  // CHECK: arith.select %[[INCOL]], %[[RN]],
  // CHECK: nvvm.mapa
  tile.kernel @both(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>) cluster(2, 2, 1) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %B, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 128x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %M) tile(64, 128, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 128x64xbf16> -> !tile.slot<64x64xbf16, 128x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] multicast(n) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 128x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] multicast(m) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 128x64xbf16>
      }
    }
    tile.role "consumer" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %M) tile(64, 128, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 128x64xbf16> -> !tile.slot<64x64xbf16, 128x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 128x64xbf16>, !tile.ring<64x64xbf16, 128x64xbf16>
      }
    }
  }
  // What a warp reads as operands may be on its way when it gives the slot back:
  // it is told to no CTA that writes there before it has come.
  // CHECK-LABEL: llvm.func @operands(
  // CHECK-COUNT-2: nvvm.ldmatrix
  // CHECK: nvvm.bar.warp.sync
  // CHECK: nvvm.mapa
  // CHECK-NEXT: nvvm.mbarrier.arrive %{{.*}} {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
  // CHECK: nvvm.mma.sync
  // CHECK-NOT: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<7>
  tile.kernel @operands(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) cluster(2, 1, 1) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<32x64xbf16, 32x64xbf16>
    tile.role "worker" warps(4) grid [2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(32, 32, 64) {
        %zero = arith.constant 0.0 : f32
        %none = tile.splat %zero : f32 -> !tile.fragment<32x32xf32>
        %slot = tile.wait %ring : !tile.ring<32x64xbf16, 32x64xbf16> -> !tile.slot<32x64xbf16, 32x64xbf16>
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<32x64xbf16, 32x64xbf16> -> !tile.operands<32x16xbf16, 32x16xbf16>
        tile.release %slot to %ring : !tile.slot<32x64xbf16, 32x64xbf16>, !tile.ring<32x64xbf16, 32x64xbf16>
        %d = tile.multiply %x, %none : !tile.operands<32x16xbf16, 32x16xbf16>, !tile.fragment<32x32xf32> -> !tile.fragment<32x32xf32>
        tile.store %d, %C[%m, %n] : !tile.fragment<32x32xf32>, memref<?x?xf32>
      }
    }
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(32, 32, 64) {
        %slot = tile.acquire %ring : !tile.ring<32x64xbf16, 32x64xbf16> -> !tile.slot<32x64xbf16, 32x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xbf16>, !tile.slot<32x64xbf16, 32x64xbf16>
        tile.load %A[%n, %k0] into %slot[1] multicast(m) : memref<?x?xbf16>, !tile.slot<32x64xbf16, 32x64xbf16>
      }
    }
  }
}
