// Tiles that threads copy: by cp.async where rows start at multiples of 16 bytes,
// else through registers.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

// A, 16 bytes at a time, has no tensor map; nor has B.
// CHECK-LABEL: llvm.func @copy(
// CHECK-NOT: byval
// CHECK-SAME: tile.abi = {{{.*}}params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}
// CHECK-SAME: {alignment = 2 : i64, kind = "pointer", operand = 1 : i64}

// Each of the producer's threads arrives when its part of A has come, and each warp
// when its threads have stored their part of B.
// CHECK: nvvm.mbarrier.init %{{.*}}, %c132_i32
// CHECK: nvvm.mbarrier.init %{{.*}}, %c1_i32

// 64 x 64 elements of A are 512 chunks, four for each thread: 16 rows apart.
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK-NOT: nvvm.mbarrier.arrive.expect_tx
// CHECK: scf.if
// CHECK: %[[FROM:.*]] = llvm.inline_asm {{.*}} "", "=l,0"
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %[[FROM]], 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
// CHECK: %[[ROWS:.*]] = arith.muli %{{.*}}, %c16_i64
// CHECK: llvm.getelementptr %[[FROM]][%[[ROWS]]]
// CHECK-COUNT-3: nvvm.cp.async.shared.global {{.*}} cache = cg : !llvm.ptr<3>, !llvm.ptr<1>

// At an edge, what is outside is not read: 0 bytes.
// CHECK: } else {
// CHECK: scf.for
// CHECK: %[[LEFT:.*]] = arith.minui %{{.*}}, %c8_i32
// CHECK: %[[COUNT:.*]] = arith.select %{{.*}}, %[[LEFT]], %c0_i32
// CHECK: %[[BYTES:.*]] = arith.muli %[[COUNT]], %c2_i32
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %[[BYTES]]
// CHECK: nvvm.cp.async.shared.global
// CHECK-NOT: nvvm.cp.async.shared.global

// B: two vectors for each chunk, where they are inside, all loaded before the
// first store, and the chunk's bytes shifted out.
// CHECK-COUNT-8: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK-NOT: llvm.load
// CHECK: arith.andi %{{.*}}, %c8_i32
// CHECK: arith.andi %{{.*}}, %c4_i32
// CHECK: arith.andi %{{.*}}, %c2_i32
// CHECK: llvm.intr.fshr
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>

// At the edges, behind a barrier of the role, single elements over what others
// stored.
// CHECK: nvvm.barrier id = %c9_i32 number_of_threads = %c128_i32
// CHECK: scf.for
// CHECK: scf.if %{{.*}} -> (i16) {
// CHECK: llvm.store %{{.*}} : i16, !llvm.ptr<3>

// To commit is to let cp.async arrive, and to fence and arrive for the rest.
// CHECK: nvvm.cp.async.mbarrier.arrive %[[FULL:.*]] {noinc = true}
// CHECK: nvvm.fence.proxy
// CHECK: nvvm.mbarrier.arrive %[[FULL]]
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 0

// Nobody fenced what came on its own: the consumer does.
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK-NEXT: nvvm.fence.proxy
gpu.module @kernels {
  tile.kernel @copy(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %N = memref.dim %B, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<64x64xbf16, 64x64xbf16>
    tile.role "producer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 64, 64) {
        scf.for %k = %k0 to %k1 step %c64 {
          %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
          tile.copy %A[%m, %k] into %slot[0] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
          tile.copy %B[%k, %n] into %slot[1] alignment(2) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
          tile.commit %slot to %ring : !tile.slot<64x64xbf16, 64x64xbf16>, !tile.ring<64x64xbf16, 64x64xbf16>
        }
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 64, 64) {
        scf.for %k = %k0 to %k1 step %c64 {
          %slot = tile.wait %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
          tile.release %slot to %ring : !tile.slot<64x64xbf16, 64x64xbf16>, !tile.ring<64x64xbf16, 64x64xbf16>
        }
      }
    }
  }

  // Of a tile that is all in the matrix no chunk is looked at. Of two parts each
  // is two of a thread's four chunks, which are 16 rows apart.
  // CHECK-LABEL: llvm.func @parts(
  // CHECK-NOT: scf.if
  // CHECK: %[[FROM:.*]] = llvm.inline_asm {{.*}} "", "=l,0"
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %[[FROM]], 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: %[[ROWS:.*]] = arith.muli %{{.*}}, %c16_i64
  // CHECK: %[[NEXT:.*]] = llvm.getelementptr {{.*}}[%[[ROWS]]]
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %[[NEXT]], 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK-NOT: nvvm.cp.async.shared.global
  // CHECK: %[[FROM:.*]] = llvm.inline_asm {{.*}} "", "=l,0"
  // CHECK: %[[ROWS:.*]] = arith.muli %{{.*}}, %c32_i64
  // CHECK: %[[THIRD:.*]] = llvm.getelementptr %[[FROM]][%[[ROWS]]]
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %[[THIRD]], 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK-NOT: nvvm.cp.async.shared.global
  // CHECK: nvvm.cp.async.commit.group
  tile.kernel @parts(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<64x64xbf16>
    tile.role "worker" warps(4) grid [2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.copy %A[%m, %k0] into %slot[0] alignment(16) async whole part [0, 2] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
        tile.copy %A[%m, %k0] into %slot[0] alignment(16) async whole part [1, 2] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
        tile.commit %slot to %ring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
      }
    }
  }

  // Rows at multiples of 4 bytes: 32 chunks each, one for each lane, through L1.
  // Four warps copy four rows at a time, so two places follow from their numbers.
  // CHECK-LABEL: llvm.func @short(
  // CHECK-NOT: across_rows
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, 4, cache = ca, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
  // CHECK-NOT: cache = cg
  // CHECK: nvvm.cp.async.commit.group
  tile.kernel @short(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<64x64xbf16>
    tile.role "worker" warps(4) grid [2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.copy %A[%m, %k0] into %slot[0] alignment(4) async : memref<?x?xbf16>, !tile.slot<64x64xbf16>
        tile.commit %slot to %ring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
      }
    }
  }

  // Without `async` registers copy, and may read from one row into the next. What
  // is of the next row becomes zeros.
  // CHECK-LABEL: llvm.func @registers(
  // CHECK-SAME: across_rows = array<i64: 0>
  // CHECK-NOT: nvvm.cp.async.shared.global
  // CHECK: %[[LONG:.*]] = arith.cmpi uge, %{{.*}}, %c16_i32
  // CHECK: %[[ADJACENT:.*]] = arith.cmpi eq, %{{.*}} : i64
  // CHECK: %[[DENSE:.*]] = arith.andi %[[LONG]], %[[ADJACENT]]
  // CHECK: %[[CLIPS:.*]] = arith.andi %[[DENSE]], %{{.*}}
  // CHECK: scf.if %[[DENSE]]
  tile.kernel @registers(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<64x64xbf16>
    tile.role "worker" warps(4) grid [2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        tile.copy %A[%m, %k0] into %slot[0] alignment(4) : memref<?x?xbf16>, !tile.slot<64x64xbf16>
        tile.commit %slot to %ring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
      }
    }
  }
}
