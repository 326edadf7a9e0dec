// The warps of a grid load parts of a slot into registers, and multiply them by
// mma.sync.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Both operands K-major: four warps, each with 16 rows and four groups of 8
  // columns in one block, and 16 along K. The ring has no mbarriers: what the
  // threads copied has arrived, and all have met. The second part is on its way
  // while the first is multiplied.
  // CHECK-LABEL: llvm.func @k_major(
  // CHECK-NOT: mbarrier
  // CHECK: nvvm.barrier
  // CHECK-NOT: mbarrier
  // CHECK: %[[A:.*]] = nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}
  // CHECK: %[[A0:.*]] = llvm.extractvalue %[[A]][0]
  // CHECK: %[[B:.*]] = nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<row>, num = 4
  // CHECK: %[[B0:.*]] = llvm.extractvalue %[[B]][0]
  // CHECK: %[[B1:.*]] = llvm.extractvalue %[[B]][1]
  // CHECK: nvvm.ldmatrix
  // The pieces of a row of 128 bytes are exchanged by the row's number: of the
  // second part, 32 bytes further, each lane's differs in bit 1 of its number.
  // CHECK: arith.xori %{{.*}}, %c2_i32
  // CHECK-COUNT-3: nvvm.ldmatrix
  // CHECK-NOT: nvvm.ldmatrix
  // CHECK: %[[D:.*]] = nvvm.mma.sync A[%[[A0]], %{{.*}}, %{{.*}}, %{{.*}}] B[%[[B0]], %[[B1]]] C[%[[ZERO:.*]], %[[ZERO]], %[[ZERO]], %[[ZERO]]] {{.*}}multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32)
  // CHECK: %[[D0:.*]] = llvm.extractvalue %[[D]][0]
  // CHECK-COUNT-3: nvvm.mma.sync
  // CHECK: nvvm.mma.sync A[{{.*}}] C[%[[D0]],
  // CHECK-COUNT-3: nvvm.mma.sync
  // CHECK-NOT: nvvm.mma.sync
  tile.kernel @k_major(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(3) : !tile.ring<32x64xbf16, 64x64xbf16>
    tile.role "worker" warps(4) grid [2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(32, 64, 64) {
        %zero = arith.constant 0.0 : f32
        %none = tile.splat %zero : f32 -> !tile.fragment<32x64xf32>
        %slot = tile.wait %ring pending(1) : !tile.ring<32x64xbf16, 64x64xbf16> -> !tile.slot<32x64xbf16, 64x64xbf16>
        %x0 = tile.read_operands %slot part(0) transpose_b : !tile.slot<32x64xbf16, 64x64xbf16> -> !tile.operands<32x16xbf16, 64x16xbf16>
        %x1 = tile.read_operands %slot part(1) transpose_b : !tile.slot<32x64xbf16, 64x64xbf16> -> !tile.operands<32x16xbf16, 64x16xbf16>
        %d0 = tile.multiply %x0, %none : !tile.operands<32x16xbf16, 64x16xbf16>, !tile.fragment<32x64xf32> -> !tile.fragment<32x64xf32>
        %d1 = tile.multiply %x1, %d0 : !tile.operands<32x16xbf16, 64x16xbf16>, !tile.fragment<32x64xf32> -> !tile.fragment<32x64xf32>
        tile.store %d1, %C[%m, %n] : !tile.fragment<32x64xf32>, memref<?x?xf32>
      }
    }
  }
  // Neither operand is K-major: ldmatrix transposes. Two warps along the rows
  // have two blocks each, 32 rows apart, and all columns.
  // CHECK-LABEL: llvm.func @mn_major(
  // CHECK-COUNT-4: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<col>, num = 4
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
  // CHECK-NOT: nvvm.ldmatrix
  // CHECK-COUNT-8: nvvm.mma.sync {{.*}} : (vector<2xf16>, vector<2xf16>, f32)
  // CHECK-NOT: nvvm.mma.sync
  tile.kernel @mn_major(%A: memref<?x?xf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(3) : !tile.ring<32x64xf16, 32x32xf16>
    tile.role "worker" warps(2) grid [2, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 32, 32) {
        %zero = arith.constant 0.0 : f32
        %none = tile.splat %zero : f32 -> !tile.fragment<64x32xf32>
        %slot = tile.wait %ring pending(1) : !tile.ring<32x64xf16, 32x32xf16> -> !tile.slot<32x64xf16, 32x32xf16>
        %x = tile.read_operands %slot part(1) transpose_a : !tile.slot<32x64xf16, 32x32xf16> -> !tile.operands<64x16xf16, 32x16xf16>
        %d = tile.multiply %x, %none : !tile.operands<64x16xf16, 32x16xf16>, !tile.fragment<64x32xf32> -> !tile.fragment<64x32xf32>
        tile.store %d, %C[%m, %n] : !tile.fragment<64x32xf32>, memref<?x?xf32>
      }
    }
  }
  // f64: of four along K a thread has one, of two rows of A and of each of two
  // columns of B. Lanes of odd numbers take the second of two neighbours first,
  // and the first with the next part. Products are 8 by 8.
  // CHECK-LABEL: llvm.func @doubles(
  // CHECK: arith.andi %{{.*}}, %c1_i32
  // CHECK: %[[ODD:.*]] = arith.andi %{{.*}}, %c1_i32
  // CHECK-NEXT: arith.muli %[[ODD]], %c8_i32
  // CHECK-COUNT-2: llvm.load volatile %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> f64
  // CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> f64
  // CHECK: arith.xori %[[ODD]], %c1_i32
  // CHECK-COUNT-2: llvm.load volatile %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> f64
  // CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> f64
  // CHECK-NOT: llvm.load
  // CHECK-COUNT-8: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  // CHECK-NOT: nvvm.mma.sync
  tile.kernel @doubles(%A: memref<?x?xf64>, %C: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf64>
    %ring = tile.ring stages(3) : !tile.ring<16x16xf64, 16x16xf64>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 16) {
        %zero = arith.constant 0.0 : f64
        %none = tile.splat %zero : f64 -> !tile.fragment<16x16xf64>
        %slot = tile.wait %ring pending(1) : !tile.ring<16x16xf64, 16x16xf64> -> !tile.slot<16x16xf64, 16x16xf64>
        %x0 = tile.read_operands %slot part(0) : !tile.slot<16x16xf64, 16x16xf64> -> !tile.operands<16x4xf64, 16x4xf64>
        %x1 = tile.read_operands %slot part(1) : !tile.slot<16x16xf64, 16x16xf64> -> !tile.operands<16x4xf64, 16x4xf64>
        %d0 = tile.multiply %x0, %none : !tile.operands<16x4xf64, 16x4xf64>, !tile.fragment<16x16xf64> -> !tile.fragment<16x16xf64>
        %d1 = tile.multiply %x1, %d0 : !tile.operands<16x4xf64, 16x4xf64>, !tile.fragment<16x16xf64> -> !tile.fragment<16x16xf64>
        tile.store %d1, %C[%m, %n] : !tile.fragment<16x16xf64>, memref<?x?xf64>
      }
    }
  }
  // Integers of either sign; sums wrap. Operands pass from one time round a loop
  // to the next.
  // CHECK-LABEL: llvm.func @integers(
  // CHECK-COUNT-2: nvvm.ldmatrix
  // CHECK: %[[FIRST:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[7] : !llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32)>
  // CHECK: scf.for {{.*}} iter_args({{.*}}, %[[CARRIED:.*]] = %[[FIRST]])
  // CHECK: %[[A0:.*]] = llvm.extractvalue %[[CARRIED]][0]
  // CHECK: %[[B0:.*]] = llvm.extractvalue %[[CARRIED]][4]
  // CHECK: nvvm.mma.sync A[%[[A0]], {{.*}} B[%[[B0]], {{.*}}intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, {{.*}}multiplicandAPtxType = #nvvm.mma_type<u8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, i32)
  tile.kernel @integers(%A: memref<?x?xi8>, %C: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %M = memref.dim %C, %c0 : memref<?x?xi32>
    %ring = tile.ring stages(3) : !tile.ring<16x128xi8, 16x128xi8>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 128) {
        %zero = arith.constant 0 : i32
        %none = tile.splat %zero : i32 -> !tile.fragment<16x16xi32>
        %slot = tile.wait %ring pending(1) : !tile.ring<16x128xi8, 16x128xi8> -> !tile.slot<16x128xi8, 16x128xi8>
        %x = tile.read_operands %slot part(3) transpose_b : !tile.slot<16x128xi8, 16x128xi8> -> !tile.operands<16x32xi8, 16x32xi8>
        %d:2 = scf.for %k = %k0 to %k1 step %c128 iter_args(%sum = %none, %y = %x) -> (!tile.fragment<16x16xi32>, !tile.operands<16x32xi8, 16x32xi8>) {
          %s = tile.wait %ring pending(1) : !tile.ring<16x128xi8, 16x128xi8> -> !tile.slot<16x128xi8, 16x128xi8>
          %z = tile.read_operands %s part(0) transpose_b : !tile.slot<16x128xi8, 16x128xi8> -> !tile.operands<16x32xi8, 16x32xi8>
          %r = tile.multiply %y, %sum unsigned_a : !tile.operands<16x32xi8, 16x32xi8>, !tile.fragment<16x16xi32> -> !tile.fragment<16x16xi32>
          scf.yield %r, %z : !tile.fragment<16x16xi32>, !tile.operands<16x32xi8, 16x32xi8>
        }
        tile.store %d#0, %C[%m, %n] : !tile.fragment<16x16xi32>, memref<?x?xi32>
      }
    }
  }
}

// f64 on sm_90: 16 rows, 8 columns and 4 along K at once.
gpu.module @hopper [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  // CHECK-LABEL: llvm.func @wide_doubles(
  // CHECK-COUNT-2: llvm.load volatile %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> f64
  // CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> f64
  // CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k4.row.col.f64"({{.*}}) : (f64, f64, f64, f64, f64, f64, f64) -> !llvm.struct<(f64, f64, f64, f64)>
  // CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k4.row.col.f64"
  // CHECK-NOT: mma
  tile.kernel @wide_doubles(%A: memref<?x?xf64>, %C: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf64>
    %ring = tile.ring stages(3) : !tile.ring<16x16xf64, 16x16xf64>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 16) {
        %zero = arith.constant 0.0 : f64
        %none = tile.splat %zero : f64 -> !tile.fragment<16x16xf64>
        %slot = tile.wait %ring pending(1) : !tile.ring<16x16xf64, 16x16xf64> -> !tile.slot<16x16xf64, 16x16xf64>
        %x = tile.read_operands %slot part(0) : !tile.slot<16x16xf64, 16x16xf64> -> !tile.operands<16x4xf64, 16x4xf64>
        %d = tile.multiply %x, %none : !tile.operands<16x4xf64, 16x4xf64>, !tile.fragment<16x16xf64> -> !tile.fragment<16x16xf64>
        tile.store %d, %C[%m, %n] : !tile.fragment<16x16xf64>, memref<?x?xf64>
      }
    }
  }
}

// Beside a role that loads by TMA, warps wait for mbarriers, and each gives back
// the slots that it has read.
gpu.module @loaded [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  // CHECK-LABEL: llvm.func @loads(
  // CHECK-SAME: nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32
  // One arrival fills a slot, beside its bytes; four warps empty it.
  // CHECK-COUNT-2: nvvm.mbarrier.init %{{.*}}, %c1_i32
  // CHECK: nvvm.mbarrier.init %{{.*}}, %c4_i32
  // CHECK: nvvm.barrier
  // CHECK: scf.if
  // CHECK: nvvm.setmaxregister increase 216
  // CHECK-NOT: nvvm.barrier
  // CHECK: nvvm.mbarrier.try_wait
  // CHECK-COUNT-4: llvm.load volatile %{{.*}} : !llvm.ptr<3> -> f64
  // CHECK: nvvm.bar.warp.sync
  // CHECK: scf.if
  // CHECK-NEXT: llvm.inttoptr
  // CHECK-NEXT: nvvm.mbarrier.arrive
  // CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k4.row.col.f64"
  // CHECK: } else {
  // CHECK: nvvm.setmaxregister decrease 40
  // CHECK: nvvm.elect.sync
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  // CHECK-COUNT-2: nvvm.cp.async.bulk.tensor.shared.cluster.global
  tile.kernel @loads(%A: memref<?x?xf64>, %C: memref<?x?xf64>) ctas_per_sm(2) {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %M = memref.dim %C, %c0 : memref<?x?xf64>
    %ring = tile.ring stages(2) : !tile.ring<32x16xf64, 32x16xf64>
    tile.role "worker" warps(4) registers(216) grid [2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(32, 32, 16) persistent {
        %zero = arith.constant 0.0 : f64
        %none = tile.splat %zero : f64 -> !tile.fragment<32x32xf64>
        %sums = scf.for %k = %k0 to %k1 step %c16 iter_args(%sum = %none) -> (!tile.fragment<32x32xf64>) {
          %slot = tile.wait %ring : !tile.ring<32x16xf64, 32x16xf64> -> !tile.slot<32x16xf64, 32x16xf64>
          %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<32x16xf64, 32x16xf64> -> !tile.operands<32x4xf64, 32x4xf64>
          tile.release %slot to %ring : !tile.slot<32x16xf64, 32x16xf64>, !tile.ring<32x16xf64, 32x16xf64>
          %d = tile.multiply %x, %sum : !tile.operands<32x4xf64, 32x4xf64>, !tile.fragment<32x32xf64> -> !tile.fragment<32x32xf64>
          scf.yield %d : !tile.fragment<32x32xf64>
        }
        tile.store %sums, %C[%m, %n] : !tile.fragment<32x32xf64>, memref<?x?xf64>
      }
    }
    tile.role "producer" warps(4) registers(40) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(32, 32, 16) persistent {
        scf.for %k = %k0 to %k1 step %c16 {
          %slot = tile.acquire %ring : !tile.ring<32x16xf64, 32x16xf64> -> !tile.slot<32x16xf64, 32x16xf64>
          tile.load %A[%m, %k] into %slot[0] : memref<?x?xf64>, !tile.slot<32x16xf64, 32x16xf64>
          tile.load %A[%n, %k] into %slot[1] : memref<?x?xf64>, !tile.slot<32x16xf64, 32x16xf64>
        }
      }
    }
  }
}
