// What convert-tile-to-nvvm refuses: loops along K that take other slots than the
// tile loop counts.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics -o /dev/null

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 32 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %K) tile(64, 64, 64) {
        // expected-error@+1 {{'scf.for' op steps along K by 32 and takes 1 slots of a ring each time; the tile loop around it counts a slot for every 64, so the step must be 64}}
        scf.for %k = %k0 to %k1 step %step {
          %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          tile.load %A[%m, %k] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
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
    %step = arith.constant 64 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %K) tile(64, 64, 64) {
        // expected-error@+1 {{'scf.for' op steps along K by 64 and takes 2 slots of a ring each time; the tile loop around it counts a slot for every 64, so the step must be 128}}
        scf.for %k = %k0 to %k1 step %step {
          %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          tile.load %A[%m, %k] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
          %t = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          tile.load %A[%m, %k] into %t[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
        }
      }
    }
  }
}

// -----

// One slot for each step of 64, twice a turn.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 128 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %K) tile(64, 64, 64) {
        scf.for %k = %k0 to %k1 step %step {
          %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          tile.load %A[%m, %k] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
          %t = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          tile.load %A[%m, %k] into %t[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
        }
      }
    }
  }
}

// -----

// A part of the range: what takes the rest stands elsewhere.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 128 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %K) tile(64, 64, 64) {
        %two = arith.constant 2 : index
        %half = arith.divui %k1, %two : index
        scf.for %k = %k0 to %half step %step {
          %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
          tile.load %A[%m, %k] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
        }
      }
    }
  }
}

// -----

// How many slots a turn takes is not known.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 32 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %K) tile(64, 64, 64) {
        scf.for %k = %k0 to %k1 step %step {
          %first = arith.cmpi eq, %k, %k0 : index
          scf.if %first {
            %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
            tile.load %A[%m, %k] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16>
          }
        }
      }
    }
  }
}

// -----

// A loop that takes none goes as it likes.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %step = arith.constant 32 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %K) tile(64, 64, 64) {
        scf.for %k = %k0 to %k1 step %step {
          %x = memref.load %A[%m, %k] : memref<?x?xbf16>
          memref.store %x, %A[%m, %k] : memref<?x?xbf16>
        }
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>, %K: index) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "r" warps(4) {
      // expected-error@+1 {{'tile.for_each_tile' op splits K: the size along K must be the same memref.dim of an argument of the kernel in all roles: the host checks that no CTA's part is empty}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %K) tile(8, 8, 8) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
    tile.role "b" warps(4) {
      // expected-error@+1 {{'tile.for_each_tile' op splits K: the size along K must be the same memref.dim}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %N) tile(8, 8, 8) {}
    }
  }
}
