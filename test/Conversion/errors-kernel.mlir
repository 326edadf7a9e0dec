// What convert-tile-to-nvvm refuses: kernels and tile loops.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

// expected-error@+1 {{'tile.kernel' op must stand in a gpu.module}}
tile.kernel @k() threads(32) {}

// -----

gpu.module @g {
  llvm.func @tile_dynamic_shared()
  // expected-error@+1 {{'tile.kernel' op needs the symbol @tile_dynamic_shared for its shared memory, but the symbol is taken}}
  tile.kernel @k() threads(32) {}
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_80">] {
  // expected-error@+1 {{'tile.kernel' op has roles, which are lowered for sm_90a only; its gpu.module is for sm_80}}
  tile.kernel @k() {
    tile.role "r" warps(1) {}
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx78">] {
  // expected-error@+1 {{'tile.kernel' op needs PTX ISA 8.0: the #nvvm.target of its gpu.module must have features = "+ptx80" or later, not "+ptx78"}}
  tile.kernel @k() {
    tile.role "r" warps(1) {}
  }
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.kernel' op has no tile.for_each_tile}}
  tile.kernel @k() threads(32) {}
}

// -----

gpu.module @g {
  tile.kernel @k(%x: index) threads(32) {
    // expected-error@+1 {{'tile.for_each_tile' op the sizes along M and N must be memref.dim of the kernel's arguments, and M of a matrix: the host counts CTAs by them}}
    tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(64, 16, 64) {
    }  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %c2 = arith.constant 2 : index
    %X = memref.dim %A, %c2 : memref<?x?xbf16>
    // expected-error@+1 {{'tile.for_each_tile' op the sizes along M and N must be memref.dim of the kernel's arguments}}
    tile.for_each_tile (%m, %n, %k0, %k1) in (%X, %N, %N) tile(64, 16, 64) {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %c2 = arith.constant 2 : index
    // expected-error@+1 {{'memref.dim' op of a kernel's matrix needs a constant dimension, 0 or 1}}
    %X = memref.dim %A, %c2 : memref<?x?xbf16>
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %X) tile(64, 16, 64) {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    // expected-error@+1 {{'memref.dim' op of a kernel's matrix needs a constant dimension, 0 or 1}}
    %X = memref.dim %A, %M : memref<?x?xbf16>
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %X) tile(64, 16, 64) {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    // expected-error@+1 {{'memref.copy' op can't be lowered on a kernel's matrix; memref.load, memref.store, memref.dim, vector.load and vector.store can}}
    memref.copy %A, %A : memref<?x?xbf16> to memref<?x?xbf16>
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 32, 64) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) fit(m) {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) fit(m, n) {}
    }
  }
}

// -----

// What overlapping tiles store must not be read.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    tile.role "a" warps(4) {
      // expected-error@+1 {{'tile.for_each_tile' op has tiles that overlap ('fit'), and the kernel reads and stores its argument number 0; nothing may be read that overlapping tiles store}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) fit(m) {
        %c = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        tile.store %c, %A[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) raster(along_m, 4) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) raster(along_n, 1) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) persistent {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%N, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

// A launch chooses once.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [64, 72]
    tile.role "a" warps(1) {
      // expected-error@+1 {{'tile.chosen_columns' op has other choices than another tile.chosen_columns of the kernel; a launch chooses once}}
      %others = tile.chosen_columns [72]
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 72, 64) chosen {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?xbf16>) group(2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %B = memref.dim %A, %c0 : memref<?x?x?xbf16>
    %M = memref.dim %A, %c1 : memref<?x?x?xbf16>
    %N = memref.dim %A, %c2 : memref<?x?x?xbf16>
    // expected-error@+1 {{'tile.chosen_columns' op is for one problem, and not for a group of them}}
    %columns = tile.chosen_columns [64, 72]
    tile.role "a" warps(1) {
      tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %N) batch(%B) tile(64, 72, 64) chosen {}
    }
  }
}

// -----

// The tiles of the loops are what the launch chooses.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op is 'chosen', and the kernel has no tile.chosen_columns}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 72, 64) chosen {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [64, 72]
    tile.role "a" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op must be 'chosen' and have tiles of 72 columns, the most of the kernel's tile.chosen_columns}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 72, 64) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [64, 72]
    tile.role "a" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op must be 'chosen' and have tiles of 72 columns, the most of the kernel's tile.chosen_columns}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) chosen {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [64, 72]
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 72, 64) chosen {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 72, 64) {}
    }
  }
}

// -----

// The host sizes the memory of partial sums by the tile.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [64, 72]
    tile.role "a" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op shares K among CTAs by 'split', and is 'chosen'; the partial sums of a tile have a fixed size}}
      tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %N, %N) tile(64, 72, 64) split(2) chosen {}
    }
  }
}
