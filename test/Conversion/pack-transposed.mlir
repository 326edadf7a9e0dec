// A matrix that is transposed as it is packed.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

// The copy is operand 2, the transpose of operand 1. Units are of blocks, eight
// chunks each, whose strips are of 32 rows and lie in groups of 128 columns.
// CHECK-LABEL: llvm.func @bytes(
// CHECK-SAME: %[[ROWS:arg6]]: i32, %[[COLUMNS:arg7]]: i32, %[[STRIDE:arg8]]: i64,
// CHECK-SAME: packed = array<i64: 1>, params = [{kind = "pointer", operand = 0 : i64}
// CHECK-SAME: {alignment = 16 : i64, kind = "pointer", operand = 1 : i64}
// CHECK-SAME: {kind = "pointer", operand = 2 : i64}, {dim = 0 : i64, kind = "stride", operand = 2 : i64}, {kind = "counters"},
// CHECK-SAME: {box = array<i64: 32, 128>, kind = "tensor_map", operand = 2 : i64, swizzle = 128 : i64}
// CHECK-SAME: {box = array<i64: 64, 128>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}]
// CHECK-SAME: transposed = array<i64: 1>
// CHECK: %[[TO32:.*]] = arith.addi %[[ROWS]], %c31_i32
// CHECK: %[[STRIPS:.*]] = arith.divui %[[TO32]], %c32_i32
// CHECK: %[[TO128:.*]] = arith.addi %[[COLUMNS]], %c127_i32
// CHECK: %[[GROUPS:.*]] = arith.divui %[[TO128]], %c128_i32
// CHECK: %[[BLOCKS:.*]] = arith.muli %[[GROUPS]], %c32_i32
// CHECK: scf.while

// A vector of 8 bytes of each of 16 rows, if the block is all inside; a row beyond the
// last one is that one.
// CHECK: scf.for
// CHECK: scf.if
// CHECK: llvm.load %[[FIRST:.*]] {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
// CHECK: %[[IS_ROW:.*]] = arith.cmpi ult, %{{.*}}, %[[ROWS]]
// CHECK: %[[STEP:.*]] = arith.select %[[IS_ROW]], %[[STRIDE]], %c0_i64
// CHECK: %[[SECOND:.*]] = llvm.getelementptr %[[FIRST]][%[[STEP]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: llvm.load %[[SECOND]] {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
// CHECK-COUNT-14: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
// CHECK-NOT: llvm.load

// Eight squares of four by four bytes, of eight permutations each.
// CHECK-COUNT-64: nvvm.prmt
// CHECK-NOT: nvvm.prmt
// CHECK-COUNT-8: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK-NOT: vector<4xi32>, !llvm.ptr<1>

// Columns behind the last vector of a row, one after the other.
// CHECK: %[[REST:.*]] = arith.remui %[[COLUMNS]], %c8_i32
// CHECK: scf.if
// CHECK: scf.for
// CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr<1> -> i8
// CHECK-NOT: llvm.load
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<16xi8>, !llvm.ptr<1>

// Counters, waits and fences are those of what is packed as it is.
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
// CHECK-NEXT: nvvm.barrier
// CHECK: nvvm.elect.sync
gpu.module @kernels {
  tile.kernel @bytes(%A: memref<?x?xi8>, %B: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %packed = tile.pack %B transposed alignment(16) : memref<?x?xi8>
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %K = memref.dim %A, %c1 : memref<?x?xi8>
    %N = memref.dim %B, %c1 : memref<?x?xi8>
    %ring = tile.ring stages(3) : !tile.ring<64x128xi8, 32x128xi8>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 32, 128) {
        %slot = tile.acquire %ring : !tile.ring<64x128xi8, 32x128xi8> -> !tile.slot<64x128xi8, 32x128xi8>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xi8>, !tile.slot<64x128xi8, 32x128xi8>
        tile.load %packed[%n, %k0] into %slot[1] : memref<?x?xi8>, !tile.slot<64x128xi8, 32x128xi8>
      }
    }
  }
}

// Words are loaded where they are to lie: of 4 rows, and of 4 others 8 rows below. Of
// both matrices by the code for rows at multiples of 8 bytes, two vectors of each.
// CHECK-LABEL: llvm.func @words(
// CHECK-SAME: packed = array<i64: 0, 1>,
// CHECK-SAME: transposed = array<i64: 0, 1>
// CHECK: scf.for
// CHECK: scf.if
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
// CHECK: arith.muli %{{.*}}, %c5_i64
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
// CHECK-NOT: llvm.load
// CHECK-NOT: nvvm.prmt
// CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK-NOT: llvm.store
// CHECK: scf.if
// CHECK-COUNT-8: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
// CHECK-COUNT-4: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK-NOT: llvm.store
// CHECK: scf.if
// CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK-COUNT-2: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK: nvvm.elect.sync
gpu.module @more {
  tile.kernel @words(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = tile.pack %A transposed alignment(8) : memref<?x?xf32>
    %b = tile.pack %B transposed alignment(16) : memref<?x?xf32>
    %K = memref.dim %A, %c0 : memref<?x?xf32>
    %M = memref.dim %A, %c1 : memref<?x?xf32>
    %N = memref.dim %B, %c1 : memref<?x?xf32>
    %ring = tile.ring stages(3) : !tile.ring<64x32xf32, 32x32xf32>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 32, 32) {
        %slot = tile.acquire %ring : !tile.ring<64x32xf32, 32x32xf32> -> !tile.slot<64x32xf32, 32x32xf32>
        tile.load %a[%m, %k0] into %slot[0] : memref<?x?xf32>, !tile.slot<64x32xf32, 32x32xf32>
        tile.load %b[%n, %k0] into %slot[1] : memref<?x?xf32>, !tile.slot<64x32xf32, 32x32xf32>
      }
    }
  }
}

// One packed as it is, whose units come first, and one transposed, of rows that start
// anywhere: by its bytes.
// CHECK-LABEL: llvm.func @mixed(
// CHECK-SAME: packed = array<i64: 1, 0>,
// CHECK-SAME: transposed = array<i64: 1>
// CHECK: scf.while
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK: scf.if %[[FIRST]] {
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK-NOT: llvm.load
// CHECK: arith.andi %{{.*}}, %c3_i32
// CHECK: llvm.intr.fshr
// CHECK: } else {
// CHECK-NOT: vector<2xi32>
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr<1> -> i8
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<16xi8>, !llvm.ptr<1>
// CHECK: nvvm.elect.sync
gpu.module @both {
  tile.kernel @mixed(%A: memref<?x?xi8>, %B: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %b = tile.pack %B transposed alignment(2) : memref<?x?xi8>
    %a = tile.pack %A alignment(1) : memref<?x?xi8>
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %K = memref.dim %A, %c1 : memref<?x?xi8>
    %N = memref.dim %B, %c1 : memref<?x?xi8>
    %ring = tile.ring stages(3) : !tile.ring<64x128xi8, 32x128xi8>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 32, 128) {
        %slot = tile.acquire %ring : !tile.ring<64x128xi8, 32x128xi8> -> !tile.slot<64x128xi8, 32x128xi8>
        tile.load %a[%m, %k0] into %slot[0] : memref<?x?xi8>, !tile.slot<64x128xi8, 32x128xi8>
        tile.load %b[%n, %k0] into %slot[1] : memref<?x?xi8>, !tile.slot<64x128xi8, 32x128xi8>
      }
    }
  }
}

// A batch and a matrix for all of it, each by code of its own. Of the batch the kernel is
// told how many matrices there are, and how far one is from the next in both; lines are
// counted through all of them.
// CHECK-LABEL: llvm.func @batch(
// CHECK-SAME: {dim = 2 : i64, kind = "size", operand = 1 : i64}
// CHECK-SAME: {dim = 2 : i64, kind = "stride", operand = 1 : i64}
// CHECK-SAME: {dim = 0 : i64, kind = "stride", operand = 3 : i64}, {dim = 2 : i64, kind = "stride", operand = 3 : i64}, {kind = "pointer", operand = 4 : i64}, {dim = 0 : i64, kind = "stride", operand = 4 : i64}, {kind = "counters"},
// CHECK-SAME: {batched, box = array<i64: 32, 128>, kind = "tensor_map", operand = 3 : i64, swizzle = 128 : i64}
// CHECK-SAME: {box = array<i64: 64, 128>, kind = "tensor_map", operand = 4 : i64, swizzle = 128 : i64}
// CHECK-SAME: transposed = array<i64: 1>
// CHECK: scf.while
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK: scf.if %[[FIRST]] {
// CHECK: vector<4xi32>
// CHECK: } else {
// The number of an item, its line and its matrix go on together.
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[IN_BATCH:.*]] = %{{.*}}) -> (i32, i32, i32)
// CHECK: %[[WIDE:.*]] = arith.extui %[[IN_BATCH]] : i32 to i64
// CHECK: arith.muli %[[WIDE]], %[[STRIDE:arg[0-9]+]] : i64
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
// CHECK: arith.muli %[[WIDE]], %{{arg[0-9]+}} : i64
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK: nvvm.elect.sync
gpu.module @several {
  tile.kernel @batch(%A: memref<?x?xi8>, %B: memref<?x?x?xi8>, %C: memref<?x?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %b = tile.pack %B transposed alignment(16) : memref<?x?x?xi8>
    %a = tile.pack %A alignment(1) : memref<?x?xi8>
    %L = memref.dim %C, %c0 : memref<?x?x?xi32>
    %M = memref.dim %C, %c1 : memref<?x?x?xi32>
    %N = memref.dim %C, %c2 : memref<?x?x?xi32>
    %K = memref.dim %A, %c1 : memref<?x?xi8>
    %ring = tile.ring stages(3) : !tile.ring<64x128xi8, 32x128xi8>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1, %l) in (%M, %N, %K) batch(%L) tile(64, 32, 128) {
        %slot = tile.acquire %ring : !tile.ring<64x128xi8, 32x128xi8> -> !tile.slot<64x128xi8, 32x128xi8>
        tile.load %a[%m, %k0] into %slot[0] : memref<?x?xi8>, !tile.slot<64x128xi8, 32x128xi8>
        tile.load %b[%l, %n, %k0] into %slot[1] : memref<?x?x?xi8>, !tile.slot<64x128xi8, 32x128xi8>
      }
    }
  }
}
