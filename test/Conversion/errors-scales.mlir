// RUN: autotune-opt %s -convert-tile-to-nvvm -split-input-file -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %S, %c0 : memref<?x?xf32>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 128) {
        // expected-error@+1 {{'tile.read_columns' op values of single columns must be for a multiple of 8 columns, not for 12}}
        %0 = tile.read_columns %S[%n, %k0] : memref<?x?xf32> -> !tile.columns<12x1xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %S, %c0 : memref<?x?xf32>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 128) {
        // expected-error@+1 {{'tile.read_columns' op values of 256 blocks of 8 columns take 256 registers of each thread; a thread has 255}}
        %0 = tile.read_columns %S[%n, %k0] : memref<?x?xf32> -> !tile.columns<256x8xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %S, %c0 : memref<?x?xf32>
    tile.role "r" warps(4) grid [2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 128) {
        // expected-error@+1 {{'tile.read_columns' op has values of columns, which a role with a 'grid' can't hold}}
        %0 = tile.read_columns %S[%n, %k0] : memref<?x?xf32> -> !tile.columns<1x64xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %S, %c0 : memref<?x?xf32>
    %own = memref.alloca() : memref<4x4xf32>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 128) {
        // expected-error@+1 {{'tile.read_columns' op the matrix must be an argument of the kernel}}
        %0 = tile.read_columns %own[%n, %k0] : memref<4x4xf32> -> !tile.columns<1x64xf32>
      }
    }
  }
}
