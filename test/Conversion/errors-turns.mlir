// Products that can't start in turn.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<128x128xi8, 16x128xbf16>
    tile.role "c" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(128, 16, 128) {
        %s = tile.wait %ring : !tile.ring<128x128xi8, 16x128xbf16> -> !tile.slot<128x128xi8, 16x128xbf16>
        // expected-error@+1 {{'tile.mma' op with 'in_turn' needs a role with two or three warpgroups and without copies; "c" has 1 and 1 copies}}
        %d = tile.mma %s transpose_b in_turn : !tile.slot<128x128xi8, 16x128xbf16> -> !tile.fragment<128x16xf32>
        %e = tile.mma_wait pending(0) %d : !tile.fragment<128x16xf32> -> !tile.fragment<128x16xf32>
        tile.release %s to %ring : !tile.slot<128x128xi8, 16x128xbf16>, !tile.ring<128x128xi8, 16x128xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<128x128xi8, 16x128xbf16>
    tile.role "r0" warps(4) {
    }
    tile.role "r1" warps(4) {
    }
    tile.role "r2" warps(4) {
    }
    tile.role "r3" warps(4) {
    }
    tile.role "c" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(128, 16, 128) {
        %s = tile.wait %ring : !tile.ring<128x128xi8, 16x128xbf16> -> !tile.slot<128x128xi8, 16x128xbf16>
        // expected-error@+1 {{'tile.mma' op with 'in_turn' needs a kernel of at most 4 roles}}
        %d = tile.mma %s transpose_b in_turn : !tile.slot<128x128xi8, 16x128xbf16> -> !tile.fragment<128x16xf32>
        %e = tile.mma_wait pending(0) %d : !tile.fragment<128x16xf32> -> !tile.fragment<128x16xf32>
        tile.release %s to %ring : !tile.slot<128x128xi8, 16x128xbf16>, !tile.ring<128x128xi8, 16x128xbf16>
      }
    }
  }
}
