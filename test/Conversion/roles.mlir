// Roles become branches on the warp, which the compiler knows to be uniform.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Roles take the CTA's warps in order, as a chain of branches. 448 threads
  // are 14 warps, four in the fullest of an SM's parts: of its 16384 registers
  // each thread has 128. Fewer are given back, more are asked for.
  // An elected thread runs alone; of the producer's warps the first elects it.
  // CHECK-LABEL: llvm.func @three(
  // CHECK-SAME: nvvm.maxntid = array<i32: 448, 1, 1>, nvvm.minctasm = 1 : i32
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[W:.*]] = arith.shrui %[[TID]], %c5_i32
  // CHECK: %[[WARP:.*]] = nvvm.shfl.sync  idx %{{.*}}, %[[W]], %c0_i32, %c31_i32
  // CHECK: %[[FIRST:.*]] = arith.cmpi ult, %[[WARP]], %c4_i32
  // CHECK: scf.if %[[FIRST]]
  // CHECK: nvvm.setmaxregister decrease 24
  // CHECK: %[[LEADER:.*]] = arith.cmpi eq, %[[WARP]], %c0_i32
  // CHECK: scf.if %[[LEADER]]
  // CHECK: %[[ELECTED:.*]] = nvvm.elect.sync -> i1
  // CHECK: scf.if %[[ELECTED]]
  // CHECK: llvm.store
  // CHECK: } else {
  // CHECK: %[[SECOND:.*]] = arith.cmpi ult, %[[WARP]], %c12_i32
  // CHECK: scf.if %[[SECOND]]
  // CHECK: nvvm.setmaxregister increase 176
  // CHECK-NOT: nvvm.elect.sync
  // CHECK: llvm.store
  // CHECK: } else {
  // CHECK-NOT: nvvm.setmaxregister
  // CHECK: llvm.store
  tile.kernel @three(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.role "elected" warps(4) registers(24) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
        memref.store %x, %A[%m, %n] : memref<?x?xf32>
      }
    }
    tile.role "many" warps(8) registers(176) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
        memref.store %x, %A[%m, %n] : memref<?x?xf32>
      }
    }
    tile.role "rest" warps(2) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
        memref.store %x, %A[%m, %n] : memref<?x?xf32>
      }
    }
  }

  // How many CTAs an SM is to hold is the kernel's own wish.
  // CHECK-LABEL: llvm.func @two_ctas(
  // CHECK-SAME: nvvm.minctasm = 2 : i32
  // CHECK-SAME: ctas_per_sm = 2 : i64
  tile.kernel @two_ctas(%A: memref<?x?xf32>) threads(64) ctas_per_sm(2) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
  }
}
