// Functions of fragments and of what lies in memory at their elements' places.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -canonicalize -cse > %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=PAIRS < %t
// RUN: FileCheck %s --check-prefix=ROOTS < %t
// RUN: FileCheck %s --check-prefix=INSIDE < %t
// RUN: FileCheck %s --check-prefix=BLOCKS < %t

// A row is read in pairs, one for both halves of each of the four groups of
// columns; what is taken for granted of it is said. Of bf16 that become f32 a
// pair is a word, of which each is one half.
// CHECK-LABEL: llvm.func @over
// CHECK-SAME: {alignment = 4 : i64, kind = "pointer", operand = 3 : i64}
// PAIRS-LABEL: llvm.func @over
// PAIRS-COUNT-4: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// PAIRS-NOT: {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// PAIRS-LABEL: llvm.func @inside
// The function of the math dialect is an instruction, of each element.
// ROOTS-COUNT-16: llvm.call_intrinsic "llvm.sqrt"
// ROOTS-NOT: llvm.sqrt
gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @over(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>,
                    %row: memref<1x?xbf16>, %column: memref<?x1xf32>, %one: memref<1x1xf32>, %all: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %C, %c0 : memref<?x?xf32>
    %n = memref.dim %C, %c1 : memref<?x?xf32>
    %k = memref.dim %A, %c1 : memref<?x?xbf16>
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%i, %j, %k0, %k1) in (%m, %n, %k) tile(64, 32, 64) {
        %sums = tile.splat %zero : f32 -> !tile.fragment<64x32xf32>
        %r = tile.epilogue %sums with %row, %column, %one, %all at [%i, %j] {alignments = array<i64: 4, 1, 1, 1>}
            : !tile.fragment<64x32xf32>, memref<1x?xbf16>, memref<?x1xf32>, memref<1x1xf32>, memref<?x?xf32> -> !tile.fragment<64x32xf32> {
        ^bb0(%s: f32, %b: bf16, %d: f32, %o: f32, %x: f32):
          %w = arith.extf %b : bf16 to f32
          %0 = arith.addf %s, %w : f32
          %1 = arith.addf %0, %d : f32
          %2 = arith.addf %1, %o : f32
          %3 = arith.addf %2, %x : f32
          %4 = math.sqrt %3 : f32
          tile.yield %4 : f32
        }
        tile.store %r, %C[%i, %j] : !tile.fragment<64x32xf32>, memref<?x?xf32>
      }
    }
  }
}

// -----

// Where a matrix has all of the fragment, pairs of it are known distances apart:
// no coordinate is compared with a size, and the addresses of four groups of
// columns come from one.
// INSIDE-LABEL: llvm.func @inside
// INSIDE: %[[FIRST:.*]] = llvm.inline_asm {{.*}}"=l,0" %{{.*}} : (!llvm.ptr<1>) -> !llvm.ptr<1>
// INSIDE-NOT: arith.minui
// INSIDE: %[[PAIR:.*]] = llvm.load %[[FIRST]] {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// INSIDE: arith.shli %[[PAIR]], %c16
// INSIDE: arith.andi %[[PAIR]], %c-65536
// INSIDE: %[[SECOND:.*]] = llvm.getelementptr %[[FIRST]][8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, bf16
// INSIDE: llvm.load %[[SECOND]] {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// INSIDE: llvm.getelementptr %[[FIRST]][24]
// INSIDE-NOT: arith.minui
gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @inside(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>, %all: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %C, %c0 : memref<?x?xf32>
    %n = memref.dim %C, %c1 : memref<?x?xf32>
    %k = memref.dim %A, %c1 : memref<?x?xbf16>
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%i, %j, %k0, %k1) in (%m, %n, %k) tile(64, 32, 64) {
        %sums = tile.splat %zero : f32 -> !tile.fragment<64x32xf32>
        %r = tile.epilogue %sums with %all at [%i, %j] {alignments = array<i64: 4>, inside}
            : !tile.fragment<64x32xf32>, memref<?x?xbf16> -> !tile.fragment<64x32xf32> {
        ^bb0(%s: f32, %x: bf16):
          %w = arith.extf %x : bf16 to f32
          %0 = arith.addf %s, %w : f32
          tile.yield %0 : f32
        }
        tile.store %r, %C[%i, %j] : !tile.fragment<64x32xf32>, memref<?x?xf32>
      }
    }
  }
}

// -----

// Of what has an element for each block an element is read where a block may begin:
// one of blocks of 128 x 128 for all 32 columns; of 16 columns one for each half of
// the rows, twice; of three rows and five columns all, of each of four groups.
// INSIDE-LABEL: llvm.func @blocks
// BLOCKS-LABEL: llvm.func @blocks
// BLOCKS: %[[ROW:.*]] = arith.divui %{{.*}}, %c128
// BLOCKS: arith.minui %[[ROW]],
// BLOCKS: %[[COLUMN:.*]] = arith.divui %{{.*}}, %c128
// BLOCKS: arith.minui %[[COLUMN]],
// BLOCKS: llvm.load {{.*}} -> f32
// BLOCKS-NOT: llvm.load {{.*}} -> f32
// BLOCKS: llvm.store
// BLOCKS-LABEL: llvm.func @columns
// BLOCKS-COUNT-4: llvm.load {{.*}} -> f32
// BLOCKS-NOT: llvm.load
// BLOCKS-LABEL: llvm.func @odd
// BLOCKS-COUNT-16: llvm.load {{.*}} -> f32
// BLOCKS-NOT: llvm.load
gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @blocks(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>, %scale: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %C, %c0 : memref<?x?xf32>
    %n = memref.dim %C, %c1 : memref<?x?xf32>
    %k = memref.dim %A, %c1 : memref<?x?xbf16>
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%i, %j, %k0, %k1) in (%m, %n, %k) tile(64, 32, 64) {
        %sums = tile.splat %zero : f32 -> !tile.fragment<64x32xf32>
        %r = tile.epilogue %sums with %scale at [%i, %j] {groups = array<i64: 128, 128>}
            : !tile.fragment<64x32xf32>, memref<?x?xf32> -> !tile.fragment<64x32xf32> {
        ^bb0(%s: f32, %x: f32):
          %0 = arith.mulf %s, %x : f32
          tile.yield %0 : f32
        }
        tile.store %r, %C[%i, %j] : !tile.fragment<64x32xf32>, memref<?x?xf32>
      }
    }
  }
  tile.kernel @columns(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>, %scale: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %C, %c0 : memref<?x?xf32>
    %n = memref.dim %C, %c1 : memref<?x?xf32>
    %k = memref.dim %A, %c1 : memref<?x?xbf16>
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%i, %j, %k0, %k1) in (%m, %n, %k) tile(64, 32, 64) {
        %sums = tile.splat %zero : f32 -> !tile.fragment<64x32xf32>
        %r = tile.epilogue %sums with %scale at [%i, %j] {groups = array<i64: 1, 16>}
            : !tile.fragment<64x32xf32>, memref<?x?xf32> -> !tile.fragment<64x32xf32> {
        ^bb0(%s: f32, %x: f32):
          %0 = arith.mulf %s, %x : f32
          tile.yield %0 : f32
        }
        tile.store %r, %C[%i, %j] : !tile.fragment<64x32xf32>, memref<?x?xf32>
      }
    }
  }
  tile.kernel @odd(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>, %scale: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.dim %C, %c0 : memref<?x?xf32>
    %n = memref.dim %C, %c1 : memref<?x?xf32>
    %k = memref.dim %A, %c1 : memref<?x?xbf16>
    %zero = arith.constant 0.0 : f32
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%i, %j, %k0, %k1) in (%m, %n, %k) tile(64, 32, 64) {
        %sums = tile.splat %zero : f32 -> !tile.fragment<64x32xf32>
        %r = tile.epilogue %sums with %scale at [%i, %j] {groups = array<i64: 3, 5>}
            : !tile.fragment<64x32xf32>, memref<?x?xf32> -> !tile.fragment<64x32xf32> {
        ^bb0(%s: f32, %x: f32):
          %0 = arith.mulf %s, %x : f32
          tile.yield %0 : f32
        }
        tile.store %r, %C[%i, %j] : !tile.fragment<64x32xf32>, memref<?x?xf32>
      }
    }
  }
}
