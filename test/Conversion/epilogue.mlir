// Functions of fragments and of what lies in memory at their elements' places.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse > %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=PAIRS < %t
// RUN: FileCheck %s --check-prefix=ROOTS < %t

// A row is read in pairs, one for both halves of each of the four groups of
// columns; what is taken for granted of it is said.
// CHECK-LABEL: llvm.func @over
// CHECK-SAME: {alignment = 4 : i64, kind = "pointer", operand = 3 : i64}
// PAIRS-COUNT-4: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<2xbf16>
// PAIRS-NOT: -> vector<2xbf16>
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
