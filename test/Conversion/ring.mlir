// A ring becomes slots of shared memory with two mbarriers each, filled by TMA.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

// The parameters: for each matrix its address, sizes and strides; then a tensor
// map for each box that is loaded, by value, where TMA may read it. The kernel
// tells the host all of it.
// CHECK-LABEL: llvm.func @ring(
// CHECK-SAME: %[[AP:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[K:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64,
// CHECK-SAME: %[[BP:[a-z0-9]+]]: !llvm.ptr<1>, %{{[a-z0-9]+}}: i32, %[[N:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64,
// CHECK-SAME: %[[MAPB:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant},
// CHECK-SAME: %[[MAPA:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
// CHECK-SAME: gpu.kernel, nvvm.kernel
// CHECK-SAME: nvvm.maxntid = array<i32: 256, 1, 1>
// CHECK-SAME: tile.abi = {cluster = array<i64: 1, 1, 1>
// CHECK-SAME: extents = array<i64: 0, 0, 1, 1>
// CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 1 : i64, swizzle = 128 : i64}
// CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}
// CHECK-SAME: persistent = false

// Three slots of 8192 bytes of A and 16384 of B (96 columns take two chunks of
// 64), from a base aligned to 1024 bytes; six barriers behind them; and room to
// align the base.
// CHECK-SAME: shared_memory = 74800 : i64
// CHECK-SAME: tile = array<i64: 64, 96>
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[RAW:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i32
// CHECK: %[[UP:.*]] = arith.addi %[[RAW]], %c1023_i32
// CHECK: %[[BASE:.*]] = arith.andi %[[UP]], %c-1024_i32

// The consumer's position starts in phase 0; the producer's in the phase before
// the first, which has passed: empty slots are to be had at once.
// CHECK: %[[CSTAGE:.*]] = llvm.alloca
// CHECK: llvm.store %c0_i32, %[[CSTAGE]]
// CHECK: %[[CPHASE:.*]] = llvm.alloca
// CHECK: llvm.store %c0_i32, %[[CPHASE]]
// CHECK: %[[PSTAGE:.*]] = llvm.alloca
// CHECK: llvm.store %c0_i32, %[[PSTAGE]]
// CHECK: %[[PPHASE:.*]] = llvm.alloca
// CHECK: llvm.store %c1_i32, %[[PPHASE]]

// One thread makes the barriers: full and empty of each slot take one arrival,
// that of the producer and that of the one consuming warpgroup.
// CHECK: scf.if
// CHECK: %[[F0:.*]] = arith.addi %[[BASE]], %c73728_i32
// CHECK: %[[F0P:.*]] = llvm.inttoptr %[[F0]]
// CHECK: nvvm.mbarrier.init %[[F0P]], %c1_i32
// CHECK: %[[E0:.*]] = arith.addi %[[BASE]], %c73752_i32
// CHECK: %[[E0P:.*]] = llvm.inttoptr %[[E0]]
// CHECK: nvvm.mbarrier.init %[[E0P]], %c1_i32
// CHECK-COUNT-4: nvvm.mbarrier.init
// CHECK-NOT: nvvm.mbarrier.init
// CHECK: nvvm.prefetch tensormap, %[[MAPB]]
// CHECK: nvvm.prefetch tensormap, %[[MAPA]]
// CHECK: nvvm.fence.mbarrier.init
// CHECK: nvvm.barrier

// To acquire is to wait for "empty", then to announce the bytes to "full".
// CHECK: scf.for %[[KAT:.*]] = %c0
// CHECK: %[[S:.*]] = llvm.load %[[PSTAGE]]
// CHECK: %[[P:.*]] = llvm.load %[[PPHASE]]
// CHECK: %[[S8:.*]] = arith.muli %[[S]], %c8_i32
// CHECK: %[[FULL:.*]] = arith.addi %[[S8]], %{{.*}}
// CHECK: %[[EMPTY:.*]] = arith.addi %[[FULL]], %c24_i32
// CHECK: %[[EMPTYP:.*]] = llvm.inttoptr %[[EMPTY]]
// CHECK: nvvm.mbarrier.try_wait.parity %[[EMPTYP]], %[[P]],
// CHECK: %[[FULLP:.*]] = llvm.inttoptr %[[FULL]]
// CHECK: nvvm.mbarrier.arrive.expect_tx %[[FULLP]], %c24576_i32

// The position moves on by one, and its phase flips where the ring starts anew.
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %c1_i32
// CHECK: %[[WRAPS:.*]] = arith.cmpi eq, %[[NEXT]], %c3_i32
// CHECK: %[[WRAPPED:.*]] = arith.select %[[WRAPS]], %c0_i32, %[[NEXT]]
// CHECK: llvm.store %[[WRAPPED]], %[[PSTAGE]]
// CHECK: %[[FLIP:.*]] = arith.extui %[[WRAPS]]
// CHECK: %[[PHASE:.*]] = arith.xori %{{.*}}, %[[FLIP]]
// CHECK: llvm.store %[[PHASE]], %[[PPHASE]]

// A is one box, B two side by side, coordinates innermost first. A has its hint
// for L2 (a constant of createpolicy).
// CHECK: %[[SLOT:.*]] = arith.muli %[[S]], %c24576_i32
// CHECK: %[[K32:.*]] = arith.index_cast %[[KAT]]
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[MAPA]], %[[FULLP]], box[%[[K32]], %[[MAT:.*]]] l2_cache_hint = %c1364590687093260288_i64
// CHECK: arith.addi %[[BASE]], %c8192_i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[MAPB]], %[[FULLP]], box[%[[NAT:.*]], %[[K32]]] :
// CHECK: %[[NAT64:.*]] = arith.addi %[[NAT]], %c64_i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[MAPB]], %[[FULLP]], box[%[[NAT64]], %[[K32]]] :

// The consumer waits for "full"; to release is one thread's arrival at "empty".
// CHECK: } else {
// CHECK: llvm.load %[[CSTAGE]]
// CHECK: %[[CP:.*]] = llvm.load %[[CPHASE]]
// CHECK: nvvm.mbarrier.try_wait.parity %{{.*}}, %[[CP]],
// CHECK: %[[INGROUP:.*]] = arith.andi %[[TID]], %c127_i32
// CHECK: %[[LEADS:.*]] = arith.cmpi eq, %[[INGROUP]], %c0_i32
// CHECK: scf.if %[[LEADS]]
// CHECK: nvvm.mbarrier.arrive
gpu.module @kernels {
  tile.kernel @ring(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %N = memref.dim %B, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<64x64xbf16, 64x96xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 96, 64) {
        scf.for %k = %k0 to %k1 step %c64 {
          %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x96xbf16> -> !tile.slot<64x64xbf16, 64x96xbf16>
          tile.load %A[%m, %k] into %slot[0] cache(evict_first) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x96xbf16>
          tile.load %B[%k, %n] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x96xbf16>
        }
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 96, 64) {
        scf.for %k = %k0 to %k1 step %c64 {
          %slot = tile.wait %ring : !tile.ring<64x64xbf16, 64x96xbf16> -> !tile.slot<64x64xbf16, 64x96xbf16>
          tile.release %slot to %ring : !tile.slot<64x64xbf16, 64x96xbf16>, !tile.ring<64x64xbf16, 64x96xbf16>
        }
      }
    }
  }
}
