// CTAs that share K add their sums through the launch's workspace.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Cluster 4 t + p has part p of tile t; the parts' bounds differ by a step at
  // most.
  // CHECK-LABEL: llvm.func @shares(
  // CHECK-SAME: params = [{{.*}}{kind = "counters"}
  // CHECK-SAME: split = 4 : i64
  // CHECK: %[[CTA:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK: %[[TILE:.*]] = arith.divui %[[CTA]], %c4_i32
  // CHECK: %[[PART:.*]] = arith.remui %[[CTA]], %c4_i32
  // Each thread leaves its 16 sums as four pieces of 16 bytes, 2048 apart.
  // CHECK: %[[MINE:.*]] = llvm.getelementptr %[[SPACE:.*]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  // CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // When all threads have, the first counts the CTA.
  // CHECK: nvvm.barrier id = %c9_i32 number_of_threads = %c128_i32
  // CHECK: scf.if
  // CHECK: %[[NUMBER:.*]] = arith.addi %[[TILE]], %c64_i32
  // CHECK: %[[COUNTER:.*]] = llvm.getelementptr %[[SPACE]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  // CHECK: llvm.fence syncscope("device") acq_rel
  // CHECK: %[[BEFORE:.*]] = llvm.atomicrmw add %[[COUNTER]], %c1_i32 syncscope("device") monotonic
  // Those that have come and not gone, and those that have.
  // CHECK: %[[HERE:.*]] = arith.andi %[[BEFORE]], %c255_i32
  // CHECK: %[[GONE:.*]] = arith.shrui %[[BEFORE]], %c30_i32
  // CHECK: %[[CAME:.*]] = arith.addi %[[HERE]], %[[GONE]]
  // CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[CAME]], %c3_i32
  // CHECK: scf.if %[[LAST]]
  // The last takes the shares that were left, and makes up for their bits.
  // CHECK: %[[LEFT:.*]] = arith.andi %[[BEFORE]], %c16776960_i32
  // CHECK: %[[GO:.*]] = arith.subi %c1073741823_i32, %[[LEFT]]
  // CHECK: llvm.atomicrmw add %[[COUNTER]], %[[GO]]
  // CHECK: } else {
  // The others look so many times.
  // CHECK: scf.while (%{{.*}} = %c16_i32)
  // CHECK: llvm.load %[[COUNTER]] atomic syncscope("device") monotonic {alignment = 4 : i64}
  // CHECK: scf.condition
  // CHECK: llvm.atomicrmw add %[[COUNTER]], %c1073741823_i32
  // CHECK: } else {
  // Whoever leaves its share says so, and takes it back if all have come.
  // CHECK: %[[BIT:.*]] = arith.shli %c1_i32, %{{.*}}
  // CHECK: %[[LEAVES:.*]] = arith.addi %[[BIT]], %c1073741823_i32
  // CHECK: llvm.atomicrmw add %[[COUNTER]], %[[LEAVES]]
  // CHECK: %[[BACK:.*]] = arith.subi %c0_i32, %[[BIT]]
  // CHECK: llvm.atomicrmw add %[[COUNTER]], %[[BACK]]
  // CHECK: llvm.fence syncscope("device") acq_rel
  // CHECK: llvm.store %{{.*}}, %[[MESSAGE:.*]] : i32, !llvm.ptr<3>
  // CHECK: nvvm.barrier id = %c9_i32 number_of_threads = %c128_i32
  // CHECK: llvm.load %[[MESSAGE]]
  // A share of 8 columns is one piece of each of four parts, added in order.
  // CHECK: scf.if
  // CHECK: %[[L0:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  // CHECK: %[[X0:.*]] = llvm.extractelement %[[L0]][%c0_i32
  // CHECK: %[[L1:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  // CHECK: %[[X1:.*]] = llvm.extractelement %[[L1]][%c0_i32
  // CHECK: %[[S1:.*]] = arith.addf %[[X0]], %[[X1]]
  // CHECK: %[[L2:.*]] = llvm.load
  // CHECK: %[[X2:.*]] = llvm.extractelement %[[L2]][%c0_i32
  // CHECK: %[[S2:.*]] = arith.addf %[[S1]], %[[X2]]
  // CHECK: llvm.load {{.*}} vector<4xf32>
  // CHECK-NOT: llvm.load {{.*}} vector<4xf32>
  tile.kernel @shares(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xf32>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %N, %K) tile(64, 32, 64) split(4) {
        %f = tile.read %A[%m, %k0] : memref<?x?xf32> -> !tile.fragment<64x32xf32>
        %todo = tile.contribute %f to %parts shares(4) : !tile.fragment<64x32xf32>
        %zero = arith.constant 0 : i32
        %any = arith.cmpi ne, %todo, %zero : i32
        scf.if %any {
          %sum = tile.collect %f of %parts share(%c1) : !tile.fragment<64x32xf32> -> !tile.fragment<64x8xf32>
          %at = arith.addi %n, %c8 : index
          tile.store %sum, %C[%m, %at] : !tile.fragment<64x8xf32>, memref<?x?xf32>
        }
      }
    }
  }

  // A part has weights, and as many words as 8 columns more. K has a step for each part.
  // CHECK-LABEL: llvm.func @means(
  // CHECK-SAME: depth = array<i64: 0, 0, 0>
  // CHECK-SAME: partial = 2560 : i64
  // Only threads with rows leave something.
  // CHECK-COUNT-4: nvvm.shfl.sync bfly
  // CHECK: %[[HAS:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i32
  // CHECK: scf.if %[[HAS]] {
  // CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xf32>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : vector<2xf32>
  // CHECK: nvvm.barrier
  // The weights of a row: powers of two below the largest.
  // CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
  // CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
  // CHECK: llvm.intr.maxnum
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  tile.kernel @means(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %N, %c2) tile(64, 32, 1) split(2) {
        %f = tile.read %A[%m, %k0] : memref<?x?xf32> -> !tile.fragment<64x32xf32>
        %w = tile.reduce_rows max %f : !tile.fragment<64x32xf32> -> !tile.rows<64x1xf32>
        %left = arith.subi %M, %m : index
        %todo = tile.contribute %f weighted %w rows(%left) to %parts shares(2) : !tile.fragment<64x32xf32>, !tile.rows<64x1xf32>
        %zero = arith.constant 0 : i32
        %any = arith.cmpi ne, %todo, %zero : i32
        scf.if %any {
          %mean:2 = tile.collect_mean %f of %parts share(%c1) rows(%left) : !tile.fragment<64x32xf32> -> !tile.fragment<64x16xf32>, !tile.rows<64x1xf32>
          tile.store %mean#0, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
          tile.store_rows %mean#1, %C[%m, %c0] : !tile.rows<64x1xf32>, memref<?x?xf32>
        }
      }
    }
  }
}
