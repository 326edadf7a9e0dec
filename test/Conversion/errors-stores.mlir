// What convert-tile-to-nvvm refuses: reductions, staged stores and what else stands in a kernel.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %B = memref.alloca() : memref<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'tile.read' op the matrix must be an argument of the kernel}}
        %f = tile.read %B[%c0, %c0] : memref<64x64xbf16> -> !tile.fragment<64x16xf32>
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
    %B = memref.alloca() : memref<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.store' op the matrix must be an argument of the kernel}}
        tile.store %f, %B[%c0, %c0] : !tile.fragment<64x16xf32>, memref<64x64xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xbf16>
        // expected-error@+1 {{'tile.cluster_reduce' op adds f32 and i32 only, not 'bf16'}}
        %s, %o = tile.cluster_reduce %f through %ring : !tile.fragment<64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x8xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "r" warps(4) copies(2) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) persistent {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.cluster_reduce' op synchronizes its role: the role can't have copies}}
        %s, %o = tile.cluster_reduce %f through %ring : !tile.fragment<64x16xf32>, !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x8xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "other" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
      }
    }
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.cluster_reduce' op uses the ring, which the role "other" still reads; only this operation's role, and one that splits or transposes slots for it, may drain it}}
        %s, %o = tile.cluster_reduce %f through %ring : !tile.fragment<64x16xf32>, !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x8xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) persistent {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.cluster_reduce' op overwrites the ring, into which other CTAs of a persistent kernel already load the next tile: the kernel must not be persistent}}
        %s, %o = tile.cluster_reduce %f through %ring : !tile.fragment<64x16xf32>, !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x8xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<8x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.cluster_reduce' op needs 4096 bytes of the ring, which has 2048}}
        %s, %o = tile.cluster_reduce %f through %ring : !tile.fragment<64x16xf32>, !tile.ring<8x64xbf16> -> !tile.fragment<64x8xf32>
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
    // expected-error@+1 {{'tile.staging' op a box must have rows of 128 bytes, and a multiple of 8 rows up to 256; this box has 64 of 64 bytes}}
    %st = tile.staging buffers(2) : !tile.staging<64x32xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        tile.store %f, %A[%c0, %c0] through %st : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<64x32xbf16>
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
    // expected-error@+1 {{this box has 4 of 128 bytes}}
    %st = tile.staging buffers(2) : !tile.staging<4x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        tile.store %f, %A[%c0, %c0] through %st : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<4x64xbf16>
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
    %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x64xbf16>
        // expected-error@+1 {{'tile.store' op stages fragments of f32 as floats, of i32 as integers of no more bits, and of f16 as f16}}
        tile.store %f, %A[%c0, %c0] through %st : !tile.fragment<64x64xbf16>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
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
    %st = tile.staging buffers(2) : !tile.staging<32x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        // expected-error@+1 {{'tile.store' op a transposed store goes through boxes of 64x64 elements of 16 bits, not 32x64 of 16}}
        tile.store %f, %A[%c0, %c0] through %st transposed : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<32x64xbf16>
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
    %st = tile.staging buffers(2) : !tile.staging<32x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        // expected-error@+1 {{'tile.store' op a store goes through boxes of 64 rows of elements of at most 32 bits, not 32 of 16-bit elements}}
        tile.store %f, %A[%c0, %c0] through %st : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<32x64xbf16>
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
    %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        // expected-error@+1 {{'tile.store' op must be the only store through its staging}}
        tile.store %f, %A[%c0, %c0] through %st : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
        tile.store %f, %A[%c0, %c0] through %st : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
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
    %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'scf.for' op can't take a staging buffer; only tile.store can}}
        %r = scf.for %i = %k0 to %k1 step %m iter_args(%t = %st) -> (!tile.staging<64x64xbf16>) {
          scf.yield %t : !tile.staging<64x64xbf16>
        }
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
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        %g = tile.read %A[%c1, %c1] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        %b = arith.cmpi ult, %m, %n : index
        // expected-error@+1 {{'arith.select' op can't pass on rings, slots or fragments; only scf.for, scf.if and scf.while can}}
        %h = arith.select %b, %f, %g : !tile.fragment<64x16xf32>
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x64xbf16>
    %st = tile.staging buffers(2) over %ring : !tile.ring<64x64xbf16, 64x64xbf16> : !tile.staging<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) persistent {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        // expected-error@+1 {{'tile.store' op overwrites the ring, into which other CTAs of a persistent kernel already load the next tile: the kernel must not be persistent}}
        tile.store %f, %A[%c0, %c0] through %st : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
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
    %ring = tile.ring stages(2) : !tile.ring<8x64xbf16, 8x64xbf16>
    %st = tile.staging buffers(2) over %ring : !tile.ring<8x64xbf16, 8x64xbf16> : !tile.staging<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        // expected-error@+1 {{'tile.store' op needs 16384 bytes of the ring, which has 4096}}
        tile.store %f, %A[%c0, %c0] through %st : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }
}
