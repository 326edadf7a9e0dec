// What convert-tile-to-nvvm refuses of rings and of what TMA loads into them.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    // expected-error@+1 {{'tile.ring' op a tile's rows are a multiple of 8, not 4}}
    %ring = tile.ring stages(2) : !tile.ring<4x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
      }
    }
  }
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.kernel' op needs 549755815168 bytes of shared memory; a CTA has at most 232448}}
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(16) : !tile.ring<65536x65536xf64>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
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
    %ring = tile.ring stages(2) : !tile.ring<512x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<512x64xbf16> -> !tile.slot<512x64xbf16>
        // expected-error@+1 {{'tile.load' op loads 512 rows at once; TMA takes at most 256}}
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xbf16>, !tile.slot<512x64xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) cluster(1, 3, 1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        // expected-error@+1 {{'tile.load' op splits 64 rows among 3 CTAs: each must get the same number}}
        tile.load %A[%c0, %c0] into %s[0] multicast(n) : memref<?x?xbf16>, !tile.slot<64x64xbf16>
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    %B = memref.alloca() : memref<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        // expected-error@+1 {{'tile.load' op goes through TMA: the matrix must be an argument of the kernel}}
        tile.load %B[%c0, %c0] into %s[0] : memref<64x64xbf16>, !tile.slot<64x64xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf8E4M3FNUZ>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf8E4M3FNUZ>
    %N = memref.dim %A, %c1 : memref<?x?xf8E4M3FNUZ>
    %ring = tile.ring stages(2) : !tile.ring<64x128xf8E4M3FNUZ>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x128xf8E4M3FNUZ> -> !tile.slot<64x128xf8E4M3FNUZ>
        // expected-error@+1 {{'tile.load' op goes through TMA, but no tensor map has elements of type 'f8E4M3FNUZ'}}
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xf8E4M3FNUZ>, !tile.slot<64x128xf8E4M3FNUZ>
      }
    }
  }
}

// -----

// Of a packed copy, the kernel does not know the number of rows.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %P = tile.pack %A alignment(16) : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        // expected-error@+1 {{'tile.load' op 'trim' is for arguments of the kernel, and not in groups}}
        tile.load %P[%m, %k0] into %s[0] trim : memref<?x?xbf16>, !tile.slot<64x64xbf16>
      }
    }
  }
}

// -----

// Of a group, each problem has another number of rows.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?xbf16>) group(2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %B = memref.dim %A, %c0 : memref<?x?x?xbf16>
    %M = memref.dim %A, %c1 : memref<?x?x?xbf16>
    %N = memref.dim %A, %c2 : memref<?x?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %N) batch(%B) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        // expected-error@+1 {{'tile.load' op 'trim' is for arguments of the kernel, and not in groups}}
        tile.load %A[%i, %m, %k0] into %s[0] trim : memref<?x?x?xbf16>, !tile.slot<64x64xbf16>
      }
    }
  }
}

// -----

// No launch chooses.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        // expected-error@+1 {{'tile.load' op is 'chosen', and the kernel has no tile.chosen_columns}}
        tile.load %A[%n, %k0] into %s[0] chosen : memref<?x?xbf16>, !tile.slot<64x64xbf16>
      }
    }
  }
}

// -----

// The slot is for tiles that no launch chooses.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<72x64xbf16>
    tile.role "r" warps(4) elect {
      %columns = tile.chosen_columns [56, 64]
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) chosen {
        %s = tile.acquire %ring : !tile.ring<72x64xbf16> -> !tile.slot<72x64xbf16>
        // expected-error@+1 {{'tile.load' op is 'chosen' and loads a tile of 72 rows; it must have 64, the most of the kernel's tile.chosen_columns}}
        tile.load %A[%n, %k0] into %s[0] chosen : memref<?x?xbf16>, !tile.slot<72x64xbf16>
      }
    }
  }
}
