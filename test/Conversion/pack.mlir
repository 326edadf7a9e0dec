// A matrix that is packed before the roles start, and one that TMA loads as it is.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

// The copy is operand 2, made of operand 0, which needs no tensor map of its own:
// the maps are of the copy and of B. Rows of A are at multiples of 4 bytes.
// CHECK-LABEL: llvm.func @pack(
// CHECK-SAME: tile.abi = {{{.*}}packed = array<i64: 0>, params = [{alignment = 4 : i64, kind = "pointer", operand = 0 : i64}
// CHECK-SAME: {kind = "pointer", operand = 1 : i64}
// CHECK-SAME: {kind = "pointer", operand = 2 : i64}, {dim = 0 : i64, kind = "stride", operand = 2 : i64}, {kind = "counters"},
// CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 1 : i64, swizzle = 128 : i64}
// CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 2 : i64, swizzle = 128 : i64}]

// One thread says that the CTA takes its unit: a bit for each.
// CHECK: nvvm.fence.mbarrier.init
// CHECK-NOT: nvvm.elect.sync
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32
// CHECK: %[[CTAS:.*]] = nvvm.read.ptx.sreg.nctaid.x
// CHECK: %[[BIT:.*]] = arith.shli %c1_i32, %{{.*}}
// CHECK: llvm.atomicrmw _or %{{.*}}, %[[BIT]] syncscope("device") monotonic : !llvm.ptr<1>, i32

// All threads copy chunks of 16 bytes, each out of two vectors, of which several
// are on their way before the first is used. Rows at multiples of 4 bytes need no
// shift by less.
// CHECK: scf.while
// CHECK: scf.for
// CHECK-COUNT-8: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK-NOT: llvm.load
// CHECK: arith.andi %{{.*}}, %c8_i32
// CHECK: arith.andi %{{.*}}, %c4_i32
// CHECK-NOT: llvm.intr.fshr
// CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>

// At the ends of the matrix and its rows, single elements.
// CHECK: scf.if
// CHECK: scf.for
// CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr<1> -> i16
// CHECK-NOT: llvm.load
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<8xi16>, !llvm.ptr<1>

// Then all are done with the unit, and one thread counts it.
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
// CHECK-NEXT: nvvm.barrier
// CHECK: scf.if %[[FIRST]] {
// CHECK: llvm.fence syncscope("device") acq_rel
// CHECK: llvm.atomicrmw add %[[DONE:.*]], %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, i32

// It waits until all units are counted, but not for ever: so many looks.
// CHECK: scf.while (%[[LEFT_LOOKS:.*]] = %{{.*}})
// CHECK: %[[SEEN:.*]] = llvm.load %[[DONE]] atomic syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// CHECK: %[[LESS:.*]] = arith.cmpi ne, %[[SEEN]], %[[UNITS:.*]] : i32
// CHECK: %[[PATIENT:.*]] = arith.cmpi ne, %[[LEFT_LOOKS]], %c0_i32
// CHECK: %[[GOES_ON:.*]] = arith.andi %[[LESS]], %[[PATIENT]]
// CHECK: scf.condition(%[[GOES_ON]])

// If they are, it acquires what others stored; if not, it takes a unit whose bit
// nobody has set, if there is one.
// CHECK: %[[ALL:.*]] = arith.cmpi eq, %{{.*}}, %[[UNITS]]
// CHECK: scf.if %[[ALL]] -> (i32) {
// CHECK-NEXT: llvm.fence syncscope("device") acq_rel
// CHECK: } else {
// CHECK: scf.while
// CHECK: %[[TAKEN:.*]] = llvm.load %{{.*}} atomic syncscope("device") monotonic
// CHECK: %[[OTHERS:.*]] = arith.xori %[[TAKEN]], %c-1_i32
// CHECK: arith.andi %[[OTHERS]], %{{.*}}
// CHECK: llvm.intr.cttz
// CHECK: llvm.atomicrmw _or %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, i32

// The others are told through shared memory.
// CHECK: llvm.store %{{.*}}, %[[MESSAGE:.*]] : i32, !llvm.ptr<3>
// CHECK: nvvm.barrier
// CHECK: llvm.load %[[MESSAGE]] : !llvm.ptr<3> -> i32
// CHECK-NOT: nvvm.barrier

// TMA reads what was stored, by this CTA or another.
// CHECK: } do {
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}

// The last CTA sets all counters back.
// CHECK: %[[LEFT:.*]] = llvm.atomicrmw add %{{.*}}, %c1_i32 syncscope("device") monotonic
// CHECK: %[[WITH_THIS:.*]] = arith.addi %[[LEFT]], %c1_i32
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[WITH_THIS]], %[[CTAS]]
// CHECK: scf.if %[[LAST]] {
// CHECK: scf.for %{{.*}} = %c0_i32 to %c64_i32 step %c1_i32
// CHECK: llvm.store %c0_i32, %{{.*}} : i32, !llvm.ptr<1>

// All that comes before the roles: the producer's thread is elected here only.
// CHECK: nvvm.elect.sync
// CHECK-NOT: llvm.atomicrmw
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-NOT: llvm.atomicrmw
gpu.module @kernels {
  tile.kernel @pack(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %packed = tile.pack %A alignment(4) : memref<?x?xbf16>
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %N = memref.dim %B, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<64x64xbf16, 64x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 64, 64) {
        scf.for %k = %k0 to %k1 step %c64 {
          %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
          tile.load %packed[%m, %k] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
          tile.load %B[%k, %n] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
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
}

// Rows that start at any element: the chunk's bytes are shifted out, too, of words
// beside each other. Two matrices are packed in one go, each of as many units as it
// has chunks for, and both by the same code.
// CHECK-LABEL: llvm.func @both(
// CHECK-SAME: packed = array<i64: 1, 0>, params = [{alignment = 2 : i64, kind = "pointer", operand = 0 : i64}
// CHECK-SAME: {alignment = 16 : i64, kind = "pointer", operand = 1 : i64}
// CHECK-SAME: {kind = "pointer", operand = 2 : i64}, {dim = 0 : i64, kind = "stride", operand = 2 : i64}, {kind = "pointer", operand = 3 : i64}, {dim = 0 : i64, kind = "stride", operand = 3 : i64}, {kind = "counters"}, {box
// CHECK-SAME: kind = "tensor_map", operand = 2 : i64
// CHECK-SAME: kind = "tensor_map", operand = 3 : i64
// CHECK-NOT: nvvm.elect.sync
// CHECK-COUNT-8: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK-NOT: llvm.load %{{.*}} -> vector<4xi32>
// CHECK: arith.andi %{{.*}}, %c2_i32
// CHECK: llvm.intr.fshr
// CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK-NOT: llvm.load %{{.*}} -> vector<4xi32>
// CHECK: nvvm.elect.sync
gpu.module @more {
  tile.kernel @both(%A: memref<?x?xf16>, %B: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = tile.pack %B alignment(16) : memref<?x?xf16>
    %a = tile.pack %A alignment(2) : memref<?x?xf16>
    %M = memref.dim %A, %c0 : memref<?x?xf16>
    %N = memref.dim %B, %c1 : memref<?x?xf16>
    %ring = tile.ring stages(3) : !tile.ring<64x64xf16, 64x64xf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %slot = tile.acquire %ring : !tile.ring<64x64xf16, 64x64xf16> -> !tile.slot<64x64xf16, 64x64xf16>
        tile.load %a[%m, %k0] into %slot[0] : memref<?x?xf16>, !tile.slot<64x64xf16, 64x64xf16>
        tile.load %b[%k0, %n] into %slot[1] : memref<?x?xf16>, !tile.slot<64x64xf16, 64x64xf16>
      }
    }
  }
}
