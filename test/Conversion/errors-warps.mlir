// What convert-tile-to-nvvm refuses of a role with a grid of warps.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g [#nvvm.target<chip = "sm_75", features = "+ptx80">] {
  // expected-error@+1 {{'tile.kernel' op has a role with a grid, which is lowered for sm_80 and later; its gpu.module is for sm_75}}
  tile.kernel @k() {
    tile.role "worker" warps(1) grid [1, 1] {}
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
  // expected-error@+1 {{'tile.kernel' op has clusters of 2 CTAs, which sm_80 has not}}
  tile.kernel @k() cluster(2, 1, 1) {
    tile.role "worker" warps(1) grid [1, 1] {}
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_89", features = "+ptx80">] {
  tile.kernel @k() {
    // expected-error@+1 {{'tile.wait_for_previous' op takes sm_90; the kernel's gpu.module is for sm_89}}
    tile.wait_for_previous
    tile.role "worker" warps(1) grid [1, 1] {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(3) : !tile.ring<16x32xf32, 16x32xf32>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 32) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x32xf32, 16x32xf32> -> !tile.slot<16x32xf32, 16x32xf32>
        // expected-error@+1 {{'tile.mma' op of a grid of warps multiplies bf16, f16, f64 or i8 by the same, not 'f32' by 'f32'}}
        %d = tile.mma %slot transpose_b tf32 : !tile.slot<16x32xf32, 16x32xf32> -> !tile.fragment<16x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 64) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
        // expected-error@+1 {{'tile.mma' op sums 'bf16' in f32, not in 'f64'}}
        %d = tile.mma %slot transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.fragment<16x16xf64>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf64>
    %ring = tile.ring stages(3) : !tile.ring<16x16xf64, 16x16xf64>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 16) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x16xf64, 16x16xf64> -> !tile.slot<16x16xf64, 16x16xf64>
        // expected-error@+1 {{'tile.mma' op sums 'f64' in f64, not in 'f32'}}
        %d = tile.mma %slot transpose_b : !tile.slot<16x16xf64, 16x16xf64> -> !tile.fragment<16x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(3) : !tile.ring<16x128xi8, 128x16xi8>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 128) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x128xi8, 128x16xi8> -> !tile.slot<16x128xi8, 128x16xi8>
        // expected-error@+1 {{'tile.mma' op multiplies i8 only where K is contiguous: A as m x k, and B as n x k with transpose_b}}
        %d = tile.mma %slot : !tile.slot<16x128xi8, 128x16xi8> -> !tile.fragment<16x16xi32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<16x8xbf16, 16x8xbf16>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 8) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x8xbf16, 16x8xbf16> -> !tile.slot<16x8xbf16, 16x8xbf16>
        // expected-error@+1 {{'tile.mma' op K must be a multiple of 16, not 8}}
        %d = tile.mma %slot transpose_b : !tile.slot<16x8xbf16, 16x8xbf16> -> !tile.fragment<16x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf64>
    %ring = tile.ring stages(3) : !tile.ring<16x4xf64, 16x4xf64>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 4) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x4xf64, 16x4xf64> -> !tile.slot<16x4xf64, 16x4xf64>
        // expected-error@+1 {{'tile.mma' op K must be a multiple of 16, not 4}}
        %d = tile.mma %slot transpose_b : !tile.slot<16x4xf64, 16x4xf64> -> !tile.fragment<16x16xf64>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
    tile.role "worker" warps(2) grid [2, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 64) {
        %zero = arith.constant 0.0 : f32
        // expected-error@+1 {{'tile.splat' op a fragment over a grid of 2x1 warps has a multiple of 32 rows and of 16 columns; not 48x16}}
        %d = tile.splat %zero : f32 -> !tile.fragment<48x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
    tile.role "worker" warps(2) grid [1, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 64) {
        %zero = arith.constant 0.0 : f64
        // expected-error@+1 {{'tile.splat' op a fragment of 128x128 takes 512 registers of each of 2 warps' threads; one has 255}}
        %d = tile.splat %zero : f64 -> !tile.fragment<128x128xf64>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %staging = tile.staging buffers(1) : !tile.staging<64x64xbf16>
    tile.role "worker" warps(4) grid [4, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %zero = arith.constant 0.0 : f32
        %d = tile.splat %zero : f32 -> !tile.fragment<64x64xf32>
        // expected-error@+1 {{'tile.store' op through a staging takes whole warpgroups; the role "worker" has a grid of warps}}
        tile.store %d, %A[%m, %n] through %staging : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "worker" warps(4) grid [4, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%M, %M, %M) tile(64, 64, 64) split(2) {
        %zero = arith.constant 0.0 : f32
        %d = tile.splat %zero : f32 -> !tile.fragment<64x64xf32>
        // expected-error@+1 {{'tile.contribute' op takes whole warpgroups; the role "worker" has a grid of warps}}
        %todo = tile.contribute %d to %parts : !tile.fragment<64x64xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 64) {
        %c32 = arith.constant 32 : index
        // expected-error@+1 {{'scf.for' op steps along K by 32 and takes 1 slots of a ring each time; the tile loop around it counts a slot for every 64, so that the step must be 64}}
        scf.for %k = %k0 to %k1 step %c32 {
          %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
          %s = tile.acquire %ring : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
          tile.copy %A[%m, %k] into %s[0] alignment(16) : memref<?x?xbf16>, !tile.slot<16x64xbf16, 16x64xbf16>
          tile.copy %A[%n, %k] into %s[1] alignment(16) : memref<?x?xbf16>, !tile.slot<16x64xbf16, 16x64xbf16>
          tile.commit %s to %ring : !tile.slot<16x64xbf16, 16x64xbf16>, !tile.ring<16x64xbf16, 16x64xbf16>
        }
      }
    }
  }
}
