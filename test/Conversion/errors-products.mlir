// What convert-tile-to-nvvm refuses of products, and of waiting for their sums.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xf16> -> !tile.slot<64x64xbf16, 64x16xf16>
        // expected-error@+1 {{'tile.mma' op multiplies bf16 by bf16; f16 by f16; i8 by i8, bf16 or f16; f8E4M3FN or f8E5M2 by either of them, bf16 or f16; f32 by f32 as tf32; or, with a prologue, bf16, f16 or f32 by bf16 or f16; not 'bf16' by 'f16'}}
        %d = tile.mma %w : !tile.slot<64x64xbf16, 64x16xf16> -> !tile.fragment<64x16xf32>
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xf32, 64x16xf32>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<64x64xf32, 64x16xf32> -> !tile.slot<64x64xf32, 64x16xf32>
        // expected-error@+1 {{'tile.mma' op multiplies bf16 by bf16; f16 by f16; i8 by i8, bf16 or f16; f8E4M3FN or f8E5M2 by either of them, bf16 or f16; f32 by f32 as tf32; or, with a prologue, bf16, f16 or f32 by bf16 or f16; not 'f32' by 'f32'}}
        %d = tile.mma %w : !tile.slot<64x64xf32, 64x16xf32> -> !tile.fragment<64x16xf32>
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        // expected-error@+1 {{'tile.mma' op sums in f32, not in 'f16'}}
        %d = tile.mma %w : !tile.slot<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x16xf16>
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xf16, 64x16xf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<64x64xf16, 64x16xf16> -> !tile.slot<64x64xf16, 64x16xf16>
        // expected-error@+1 {{'tile.mma' op sums in f32 or f16, not in 'bf16'}}
        %d = tile.mma %w : !tile.slot<64x64xf16, 64x16xf16> -> !tile.fragment<64x16xbf16>
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
    %ring = tile.ring stages(2) : !tile.ring<64x8xbf16, 8x16xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<64x8xbf16, 8x16xbf16> -> !tile.slot<64x8xbf16, 8x16xbf16>
        // expected-error@+1 {{'tile.mma' op K must be a multiple of 16, not 8}}
        %d = tile.mma %w : !tile.slot<64x8xbf16, 8x16xbf16> -> !tile.fragment<64x16xf32>
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
    %ring = tile.ring stages(2) : !tile.ring<32x64xbf16, 64x16xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<32x64xbf16, 64x16xbf16> -> !tile.slot<32x64xbf16, 64x16xbf16>
        // expected-error@+1 {{'tile.mma' op a fragment over 1 warpgroups has a multiple of 64 rows, and 8 to 256 columns in steps of 8; not 32x16}}
        %d = tile.mma %w : !tile.slot<32x64xbf16, 64x16xbf16> -> !tile.fragment<32x16xf32>
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x12xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x12xbf16> -> !tile.slot<64x64xbf16, 64x12xbf16>
        // expected-error@+1 {{8 to 256 columns in steps of 8; not 64x12}}
        %d = tile.mma %w : !tile.slot<64x64xbf16, 64x12xbf16> -> !tile.fragment<64x12xf32>
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x264xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x264xbf16> -> !tile.slot<64x64xbf16, 64x264xbf16>
        // expected-error@+1 {{8 to 256 columns in steps of 8; not 64x264}}
        %d = tile.mma %w : !tile.slot<64x64xbf16, 64x264xbf16> -> !tile.fragment<64x264xf32>
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
        %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xbf16>
        // expected-error@+1 {{'tile.mma_wait' op waits for sums in f32, f16 or i32, not in 'bf16'}}
        %d = tile.mma_wait pending(0) %f : !tile.fragment<64x16xbf16> -> !tile.fragment<64x16xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %N = memref.dim %A, %c1 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xi8>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 128) {
        %w = tile.wait %ring : !tile.ring<64x128xi8, 16x128xi8> -> !tile.slot<64x128xi8, 16x128xi8>
        // expected-error@+1 {{'tile.mma' op sums in i32, not in 'f32'}}
        %d = tile.mma %w transpose_b : !tile.slot<64x128xi8, 16x128xi8> -> !tile.fragment<64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %N = memref.dim %A, %c1 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x16xi8>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 128) {
        %w = tile.wait %ring : !tile.ring<64x128xi8, 128x16xi8> -> !tile.slot<64x128xi8, 128x16xi8>
        // expected-error@+1 {{'tile.mma' op multiplies elements of other widths than 16 bits only with a contiguous K: A as m x k, and B as n x k with transpose_b}}
        %d = tile.mma %w : !tile.slot<64x128xi8, 128x16xi8> -> !tile.fragment<64x16xi32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %N = memref.dim %A, %c1 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 40x128xi8>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 40, 128) {
        %w = tile.wait %ring : !tile.ring<64x128xi8, 40x128xi8> -> !tile.slot<64x128xi8, 40x128xi8>
        // expected-error@+1 {{'tile.mma' op multiplies integers with an N of 8, 24 or a multiple of 16, not 40}}
        %d = tile.mma %w transpose_b : !tile.slot<64x128xi8, 40x128xi8> -> !tile.fragment<64x40xi32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf8E4M3FN>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf8E4M3FN>
    %N = memref.dim %A, %c1 : memref<?x?xf8E4M3FN>
    %ring = tile.ring stages(2) : !tile.ring<64x128xf8E4M3FN, 16x128xi8>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 128) {
        %w = tile.wait %ring : !tile.ring<64x128xf8E4M3FN, 16x128xi8> -> !tile.slot<64x128xf8E4M3FN, 16x128xi8>
        // expected-error@+1 {{'tile.mma' op multiplies bf16 by bf16; f16 by f16; i8 by i8, bf16 or f16; f8E4M3FN or f8E5M2 by either of them, bf16 or f16; f32 by f32 as tf32; or, with a prologue, bf16, f16 or f32 by bf16 or f16; not 'f8E4M3FN' by 'i8'}}
        %d = tile.mma %w transpose_b : !tile.slot<64x128xf8E4M3FN, 16x128xi8> -> !tile.fragment<64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %N = memref.dim %A, %c1 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<64x16xi8, 16x16xi8>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 16) {
        %w = tile.wait %ring : !tile.ring<64x16xi8, 16x16xi8> -> !tile.slot<64x16xi8, 16x16xi8>
        // expected-error@+1 {{'tile.mma' op K must be a multiple of 32, not 16}}
        %d = tile.mma %w transpose_b : !tile.slot<64x16xi8, 16x16xi8> -> !tile.fragment<64x16xi32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<128x64xi8, 16x128xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %w = tile.wait %ring : !tile.ring<128x64xi8, 16x128xbf16> -> !tile.slot<128x64xi8, 16x128xbf16>
        // expected-error@+1 {{'tile.mma' op converts only signed integers or floats with a contiguous K: A as m x k}}
        %d = tile.mma %w transpose_a transpose_b : !tile.slot<128x64xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %w = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        // expected-error@+1 {{'tile.mma' op converts only signed integers or floats with a contiguous K}}
        %d = tile.mma %w transpose_b unsigned_a : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %w = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        // expected-error@+1 {{'tile.mma' op converts A into registers, which its next execution overwrites: a tile.mma_wait for all products must follow it in the same block}}
        %d = tile.mma %w transpose_b : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
        tile.mma_wait pending(1)
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>, %S: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 128) {
        %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        %v = tile.read_rows %S[%m, %k0] : memref<?x?xbf16> -> !tile.rows<64x16xbf16>
        // expected-error@+1 {{'tile.mma' op takes values of rows for parts of K that are a multiple of 16, not for 8}}
        %d = tile.mma %s transpose_b rows(%v : !tile.rows<64x16xbf16>) prologue {
        ^bb0(%q: i8, %y: bf16):
          tile.yield %y : bf16
        } : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>, %S: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 128) {
        %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        // expected-error@+1 {{'tile.read_rows' op values of rows over 1 warpgroups must be for a multiple of 64 rows, not for 32}}
        %v = tile.read_rows %S[%m, %k0] : memref<?x?xbf16> -> !tile.rows<32x1xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>, %S: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 128) {
        %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        // expected-error@+1 {{'tile.read_rows' op values of 64x128 take 256 registers of each thread; a thread has 255}}
        %v = tile.read_rows %S[%m, %k0] : memref<?x?xbf16> -> !tile.rows<64x128xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>, %S: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 128) {
        %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        %d = tile.mma %s transpose_b prologue {
        ^bb0(%q: i8):
          // expected-error@+1 {{'arith.mulsi_extended' op can't be lowered in a prologue; it needs one result, no region and no effect on memory}}
          %low, %high = arith.mulsi_extended %q, %q : i8
          %0 = arith.sitofp %high : i8 to bf16
          tile.yield %0 : bf16
        } : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
      }
    }
  }
}
