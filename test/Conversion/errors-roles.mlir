// What convert-tile-to-nvvm refuses: roles and rings.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    tile.role "idle" warps(1) {}
    // expected-error@+1 {{'tile.role' op has registers or copies: its warps, and the warps before them, must be whole warpgroups of 4}}
    tile.role "r" warps(4) registers(40) {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{'tile.role' op has registers or copies: its warps, and the warps before them, must be whole warpgroups of 4}}
    tile.role "r" warps(2) copies(2) {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    // expected-error@+1 {{'tile.role' op holds fragments, which are spread over warps: it must not have 'elect', which leaves one thread}}
    tile.role "r" warps(4) elect {
      %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
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
    // expected-error@+1 {{'tile.role' op holds fragments: its warps, and the warps before them, must be whole warpgroups of 4}}
    tile.role "r" warps(2) {
      %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
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
    tile.role "idle" warps(2) {}
    // expected-error@+1 {{'tile.role' op holds fragments: its warps, and the warps before them, must be whole warpgroups of 4}}
    tile.role "r" warps(4) {
      %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
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
    tile.role "one" warps(4) {
      %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    }
    // expected-error@+1 {{'tile.role' op holds fragments in 2 warpgroups, and the role "one" in 1; both must have the same number}}
    tile.role "two" warps(8) {
      %f = tile.read %A[%c0, %c0] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    }
  }
}

// -----

gpu.module @g {
  // expected-error@+1 {{'tile.kernel' op has at most 7 roles, not 8}}
  tile.kernel @k() {
    tile.role "a" warps(1) {}
    tile.role "b" warps(1) {}
    tile.role "c" warps(1) {}
    tile.role "d" warps(1) {}
    tile.role "e" warps(1) {}
    tile.role "f" warps(1) {}
    tile.role "g" warps(1) {}
    tile.role "h" warps(1) {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "r" warps(4) copies(2) {
      // expected-error@+1 {{'tile.for_each_tile' op deals tiles to the copies of its role in turn: it must be persistent}}
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
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'tile.acquire' op needs a role with 'elect', or a slot that tile.copy, tile.split or tile.transpose fills}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
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
        // expected-error@+1 {{'tile.acquire' op takes a slot but never loads its tile 1: the slot would never be full}}
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
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
        // expected-error@+1 {{'tile.wait' op slots are drained by whole warpgroups: the role's warps, and the warps before them, must be multiples of 4, without 'elect'}}
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
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
    tile.role "r" warps(2) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        // expected-error@+1 {{'tile.wait' op slots are drained by whole warpgroups}}
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
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
    // expected-error@+1 {{'tile.ring' op is filled by the roles}}
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "a" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
      }
    }
    tile.role "b" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
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
    // expected-error@+1 {{'tile.ring' op is filled by the roles "a" and "b"; only one role may fill it}}
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
    tile.role "b" warps(1) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
      }
    }
    tile.role "a" warps(1) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
        tile.load %A[%c0, %c0] into %s[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
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
    // expected-error@+1 {{'tile.role' op has copies that wait for one ring: each copy must take its turn (tile.take_turn) and pass it on (tile.pass_turn)}}
    tile.role "r" warps(4) copies(2) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) persistent {
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
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
    // expected-error@+1 {{'tile.role' op has copies that wait for one ring: each copy must take its turn (tile.take_turn) and pass it on (tile.pass_turn)}}
    tile.role "r" warps(4) copies(2) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) persistent {
        tile.take_turn
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
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
    // expected-error@+1 {{'tile.role' op has copies that wait for one ring: each copy must take its turn (tile.take_turn) and pass it on (tile.pass_turn)}}
    tile.role "r" warps(4) copies(2) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) persistent {
        tile.pass_turn
        %w = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
      }
    }
  }
}
