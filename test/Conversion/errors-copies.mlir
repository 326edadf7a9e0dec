// What convert-tile-to-nvvm refuses: tiles that threads copy.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'tile.acquire' op fills a slot both by tile.load and by tile.copy, tile.split or tile.transpose; one kind must fill all its tiles}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[0] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
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
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'tile.acquire' op takes a slot for tile.copy, tile.split or tile.transpose, which all threads of the role execute: the role must have neither 'elect' nor copies}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[0] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[1] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
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
    tile.role "r" warps(4) copies(2) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) persistent {
        // expected-error@+1 {{'tile.acquire' op takes a slot for tile.copy, tile.split or tile.transpose, which all threads of the role execute: the role must have neither 'elect' nor copies}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[0] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[1] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
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
        // expected-error@+1 {{'tile.acquire' op takes a slot that is filled by copies: one tile.commit must follow, not 0}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[0] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[1] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
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
        // expected-error@+1 {{'tile.acquire' op takes a slot that is filled by copies: one tile.commit must follow, not 2}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[0] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[1] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
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
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'tile.acquire' op takes a slot that is filled by loads: no tile.commit may follow, not 1}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
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
        // expected-error@+1 {{'tile.acquire' op takes a slot but never loads its tile 1: the slot would never be full}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[0] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
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
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        // expected-error@+1 {{'tile.copy' op copies 8 elements at once: it needs rows of a multiple of 8 elements that are aligned to their size, not rows of 64 aligned to 1}}
        tile.copy %A[%c0, %c0] into %s[0] alignment(1) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.copy %A[%c0, %c0] into %s[1] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
      }
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xf32, 64x16xf32>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xf32, 64x16xf32> -> !tile.slot<64x64xf32, 64x16xf32>
        // expected-error@+1 {{'tile.copy' op copies elements of 16 bits, or elements of any width if it is 'async'; not 'f32'}}
        tile.copy %A[%c0, %c0] into %s[0] alignment(4) : memref<?x?xf32>, !tile.slot<64x64xf32, 64x16xf32>
        tile.copy %A[%c0, %c0] into %s[1] alignment(16) async : memref<?x?xf32>, !tile.slot<64x64xf32, 64x16xf32>
        tile.commit %s to %ring : !tile.slot<64x64xf32, 64x16xf32>, !tile.ring<64x64xf32, 64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        // expected-error@+1 {{'tile.copy' op that is 'whole' must be 'async'}}
        tile.copy %A[%c0, %c0] into %s[0] alignment(8) whole : memref<?x?xbf16>, !tile.slot<64x64xbf16>
        tile.commit %s to %ring : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
      }
    }
  }
}
