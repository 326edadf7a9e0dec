// What convert-tile-to-nvvm refuses: matrices that are packed.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf64>
    %N = memref.dim %A, %c1 : memref<?x?xf64>
    // expected-error@+1 {{'tile.pack' op copies elements of 8, 16 or 32 bits, aligned to their size; not 'f64' aligned to 8}}
    %packed = tile.pack %A alignment(8) : memref<?x?xf64>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    // expected-error@+1 {{'tile.pack' op copies elements of 8, 16 or 32 bits, aligned to their size; not 'f32' aligned to 2}}
    %packed = tile.pack %A alignment(2) : memref<?x?xf32>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
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
    // expected-error@+1 {{'tile.pack' op copies elements of 8, 16 or 32 bits, aligned to their size; not 'bf16' aligned to 1}}
    %packed = tile.pack %A alignment(1) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi5>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi5>
    %N = memref.dim %A, %c1 : memref<?x?xi5>
    // expected-error@+1 {{'tile.pack' op copies elements of 8, 16 or 32 bits, aligned to their size; not 'i5' aligned to 2}}
    %packed = tile.pack %A alignment(2) : memref<?x?xi5>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

// Elements that wgmma takes in either layout are not transposed.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    // expected-error@+1 {{'tile.pack' op transposes elements of 8 or 32 bits, not 'bf16', which wgmma takes either way}}
    %packed = tile.pack %A transposed alignment(16) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

// A matrix has one copy.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %N = memref.dim %A, %c1 : memref<?x?xi8>
    %a = tile.pack %A transposed alignment(16) : memref<?x?xi8>
    // expected-error@+1 {{'tile.pack' op packs a matrix that another tile.pack of the kernel packs already}}
    %b = tile.pack %A alignment(16) : memref<?x?xi8>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

// All copies of a kernel are of elements of one size.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>, %B: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %N = memref.dim %A, %c1 : memref<?x?xi8>
    %a = tile.pack %A transposed alignment(16) : memref<?x?xi8>
    // expected-error@+1 {{'tile.pack' op copies elements of 16 bits, and another tile.pack of the kernel those of 8; they must be of one size}}
    %b = tile.pack %B alignment(2) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

// Sources are arguments.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %scratch = memref.alloca() : memref<4x4xbf16>
    // expected-error@+1 {{'tile.pack' op the matrix must be an argument of the kernel}}
    %packed = tile.pack %scratch alignment(2) : memref<4x4xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
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
    %same = memref.cast %A : memref<?x?xbf16> to memref<4x4xbf16>
    // expected-error@+1 {{'tile.pack' op the matrix must be an argument of the kernel}}
    %packed = tile.pack %same alignment(2) : memref<4x4xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
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
    %packed = tile.pack %A alignment(2) : memref<?x?xbf16>
    // expected-error@+1 {{'tile.pack' op can't be lowered on a packed matrix; tile.load can}}
    %again = tile.pack %packed alignment(16) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

// Copies are for tile.load alone.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %packed = tile.pack %A alignment(2) : memref<?x?xbf16>
    // expected-error@+1 {{'memref.dim' op can't be lowered on a packed matrix; tile.load can}}
    %rows = memref.dim %packed, %c0 : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
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
    %packed = tile.pack %A alignment(2) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'memref.load' op can't be lowered on a packed matrix; tile.load can}}
        %x = memref.load %packed[%c0, %c0] : memref<?x?xbf16>
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
    %packed = tile.pack %A alignment(2) : memref<?x?xbf16>
    %x = arith.constant 0.0 : bf16
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'memref.store' op can't be lowered on a packed matrix; tile.load can}}
        memref.store %x, %packed[%c0, %c0] : memref<?x?xbf16>
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
    %packed = tile.pack %A alignment(2) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'tile.read' op can't be lowered on a packed matrix; tile.load can}}
        %f = tile.read %packed[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
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
    %packed = tile.pack %A alignment(2) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.store' op can't be lowered on a packed matrix; tile.load can}}
        tile.store %f, %packed[%c0, %c0] : !tile.fragment<64x16xf32>, memref<?x?xbf16>
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
    %packed = tile.pack %A alignment(2) : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        // expected-error@+1 {{'tile.copy' op can't be lowered on a packed matrix; tile.load can}}
        tile.copy %packed[%c0, %c0] into %s[0] alignment(16) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[1] alignment(16) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
      }
    }
  }
}

// -----

gpu.module @kernels {
  tile.kernel @late(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %K) tile(64, 64, 64) {
      }
    }
    // expected-error@+1 {{'tile.pack' op packs before roles start: it must stand before the role "all"}}
    %packed = tile.pack %A alignment(2) : memref<?x?xbf16>
  }
}
