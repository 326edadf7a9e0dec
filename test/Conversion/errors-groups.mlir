// What is refused of kernels of groups.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?xf32>) threads(32) group(2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %B = memref.dim %A, %c0 : memref<?x?x?xf32>
    %M = memref.dim %A, %c1 : memref<?x?x?xf32>
    %N = memref.dim %A, %c2 : memref<?x?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %N) batch(%B) tile(8, 8, 8) {
      // expected-error@+1 {{can't stand in a kernel of a group; only tile.load, tile.read, tile.read_rows, tile.read_columns and tile.store reach the matrices of a group}}
      memref.store %x, %A[%i, %m, %n] : memref<?x?x?xf32>
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?xf32>) threads(32) group(2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %B = memref.dim %A, %c0 : memref<?x?x?xf32>
    %M = memref.dim %A, %c1 : memref<?x?x?xf32>
    // expected-error@+1 {{shares K among CTAs, which a kernel of a group can't}}
    tile.for_each_tile (%m, %n, %k0, %k1, %i, %p) in (%M, %M, %M) batch(%B) tile(8, 8, 8) split(2) {
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  // expected-error@+1 {{needs PTX ISA 8.1: the #nvvm.target of its gpu.module must have features = "+ptx81" or later, not "+ptx80"}}
  tile.kernel @k(%A: memref<?x?x?xf32>) group(2) {
    tile.role "r" warps(4) {}
  }
}

// -----

// 64 x (8 + 2 x 4 + 2 x 8) bytes of each matrix.
gpu.module @g {
  // expected-error@+1 {{needs 34816 bytes of parameters; a launch has at most 32764}}
  tile.kernel @k(%A: memref<?x?x?xf32>, %B: memref<?x?x?xf32>, %C: memref<?x?x?xf32>, %D: memref<?x?x?xf32>, %E: memref<?x?x?xf32>,
                 %F: memref<?x?x?xf32>, %G: memref<?x?x?xf32>, %H: memref<?x?x?xf32>, %I: memref<?x?x?xf32>, %J: memref<?x?x?xf32>,
                 %K: memref<?x?x?xf32>, %L: memref<?x?x?xf32>, %M: memref<?x?x?xf32>, %N: memref<?x?x?xf32>, %O: memref<?x?x?xf32>,
                 %P: memref<?x?x?xf32>, %Q: memref<?x?x?xf32>) threads(32) group(64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %Z = memref.dim %A, %c0 : memref<?x?x?xf32>
    %Y = memref.dim %A, %c1 : memref<?x?x?xf32>
    tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%Y, %Y, %Y) batch(%Z) tile(8, 8, 8) {
    }
  }
}
