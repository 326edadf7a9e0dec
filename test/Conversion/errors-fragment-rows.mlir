// What convert-tile-to-nvvm refuses of rows of fragments, and of products whose A is in
// registers.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

// The warps of a grid with several columns share rows, so that none of them has a row's
// value.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    tile.role "r" warps(4) grid[2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 32, 64) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x32xf32>
        // expected-error@+1 {{'tile.reduce_rows' op has values of rows, which a grid of warps holds only with one column of warps; not with 2}}
        %r = tile.reduce_rows max %x : !tile.fragment<64x32xf32> -> !tile.rows<64x1xf32>
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
    tile.role "r" warps(4) grid[2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 32, 64) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x32xf32>
        // expected-error@+1 {{'tile.fold' op a fragment over a grid of 2x2 warps has a multiple of 32 rows and of 32 columns; not 64x8}}
        %r = tile.fold %x : !tile.fragment<64x32xf32> -> !tile.fragment<64x8xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>, %B: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<16x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 16) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        %a = tile.round %x : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf16>
        %s = tile.wait %ring : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
        // expected-error@+1 {{'tile.mma' op multiplies bf16 by bf16; f16 by f16; i8 by i8, bf16 or f16; f8E4M3FN or f8E5M2 by either of them, bf16 or f16; f32 by f32 as tf32; or, with a prologue, bf16, f16 or f32 by bf16 or f16; not 'f16' by 'bf16'}}
        %d = tile.mma %s from(%a : !tile.fragment<64x16xf16>) : !tile.slot<16x64xbf16> -> !tile.fragment<64x64xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>, %B: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<16x64xf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 16) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        %a = tile.round %x : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf16>
        %s = tile.wait %ring : !tile.ring<16x64xf16> -> !tile.slot<16x64xf16>
        // expected-error@+1 {{'tile.mma' op sums in f32, not in 'f16'}}
        %d = tile.mma %s from(%a : !tile.fragment<64x16xf16>) : !tile.slot<16x64xf16> -> !tile.fragment<64x64xf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>, %B: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<24x64xf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 24) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x24xf32>
        %a = tile.round %x : !tile.fragment<64x24xf32> -> !tile.fragment<64x24xf16>
        %s = tile.wait %ring : !tile.ring<24x64xf16> -> !tile.slot<24x64xf16>
        // expected-error@+1 {{'tile.mma' op K must be a multiple of 16, not 24}}
        %d = tile.mma %s from(%a : !tile.fragment<64x24xf16>) : !tile.slot<24x64xf16> -> !tile.fragment<64x64xf32>
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
    tile.role "r" warps(4) grid[4, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 32, 64) {
        // expected-error@+1 {{'tile.read_rows' op values of rows over 4 warps must be for a multiple of 64 rows, not for 32}}
        %r = tile.read_rows %A[%m, %k0] : memref<?x?xf32> -> !tile.rows<32x1xf32>
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
    tile.role "r" warps(4) grid[4, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 32, 64) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x32xf32>
        // expected-error@+1 {{'tile.read_rows' op needs whole warpgroups; the role "r" has a grid of warps}}
        %r = tile.read_rows %A[%m, %k0] : memref<?x?xf32> -> !tile.rows<64x1xf32>
      }
    }
  }
}

// -----

// Each warp of a row would need all of the row's columns.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf16>
    %N = memref.dim %A, %c1 : memref<?x?xf16>
    %ring = tile.ring stages(1) : !tile.ring<32x32xf16>
    tile.role "r" warps(4) grid[2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(32, 32, 16) {
        %x = tile.read %A[%m, %n] : memref<?x?xf16> -> !tile.fragment<32x32xf16>
        %slot = tile.wait %ring pending(0) : !tile.ring<32x32xf16> -> !tile.slot<32x32xf16>
        // expected-error@+1 {{'tile.read_operands' op takes A 'from' registers, which needs a grid of one column of warps; not of 2}}
        %y = tile.read_operands %slot part(0) from(%x : !tile.fragment<32x32xf16>) : !tile.slot<32x32xf16> -> !tile.operands<32x16xf16, 32x16xf16>
      }
    }
  }
}
