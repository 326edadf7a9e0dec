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
  // expected-error@+1 {{'tile.kernel' op has clusters of 2 CTAs, which needs sm_90; the kernel's gpu.module is for sm_80}}
  tile.kernel @k() cluster(2, 1, 1) {
    tile.role "worker" warps(1) grid [1, 1] {}
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_89", features = "+ptx80">] {
  tile.kernel @k() {
    // expected-error@+1 {{'tile.wait_for_previous' op needs sm_90; the kernel's gpu.module is for sm_89}}
    tile.wait_for_previous
    tile.role "worker" warps(1) grid [1, 1] {}
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
        // expected-error@+1 {{'tile.mma' op needs whole warpgroups; the role "worker" has a grid of warps}}
        %d = tile.mma %slot transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.fragment<16x16xf32>
      }
    }
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
        // expected-error@+1 {{'tile.read_operands' op has operands of bf16, f16, f64 or i8, both of the same type, not of 'f32' and 'f32'}}
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x32xf32, 16x32xf32> -> !tile.operands<16x8xf32, 16x8xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xf16>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 64) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x64xbf16, 16x64xf16> -> !tile.slot<16x64xbf16, 16x64xf16>
        // expected-error@+1 {{'tile.read_operands' op has operands of bf16, f16, f64 or i8, both of the same type, not of 'bf16' and 'f16'}}
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xf16> -> !tile.operands<16x16xbf16, 16x16xf16>
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
        // expected-error@+1 {{'tile.read_operands' op has operands of 'bf16' with a K of 16, not of 32}}
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x32xbf16, 16x32xbf16>
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
        // expected-error@+1 {{'tile.read_operands' op has operands of 'f64' with a K of 4, not of 8}}
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x16xf64, 16x16xf64> -> !tile.operands<16x8xf64, 16x8xf64>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf64>
    %ring = tile.ring stages(3) : !tile.ring<16x8xf64, 16x8xf64>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 8) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x8xf64, 16x8xf64> -> !tile.slot<16x8xf64, 16x8xf64>
        // expected-error@+1 {{'tile.read_operands' op loads f64 from a slot with a K that is a multiple of 16, not of 8}}
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x8xf64, 16x8xf64> -> !tile.operands<16x4xf64, 16x4xf64>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<48x64xbf16, 16x64xbf16>
    tile.role "worker" warps(2) grid [2, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(48, 16, 64) {
        %slot = tile.wait %ring pending(0) : !tile.ring<48x64xbf16, 16x64xbf16> -> !tile.slot<48x64xbf16, 16x64xbf16>
        // expected-error@+1 {{'tile.read_operands' op has 48 rows or columns for 2 warps; legal is a multiple of 32}}
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<48x64xbf16, 16x64xbf16> -> !tile.operands<48x16xbf16, 16x16xbf16>
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
        // expected-error@+1 {{'tile.read_operands' op loads i8 only where K is contiguous: A as m x k, and B as n x k with transpose_b}}
        %x = tile.read_operands %slot part(0) : !tile.slot<16x128xi8, 128x16xi8> -> !tile.operands<16x32xi8, 16x32xi8>
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
        %zero = arith.constant 0.0 : f64
        %none = tile.splat %zero : f64 -> !tile.fragment<16x16xf64>
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
        // expected-error@+1 {{'tile.multiply' op sums 'bf16' in f32, not in 'f64'}}
        %d = tile.multiply %x, %none : !tile.operands<16x16xbf16, 16x16xbf16>, !tile.fragment<16x16xf64> -> !tile.fragment<16x16xf64>
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
        %zero = arith.constant 0.0 : f32
        %none = tile.splat %zero : f32 -> !tile.fragment<16x16xf32>
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x16xf64, 16x16xf64> -> !tile.operands<16x4xf64, 16x4xf64>
        // expected-error@+1 {{'tile.multiply' op sums 'f64' in f64, not in 'f32'}}
        %d = tile.multiply %x, %none : !tile.operands<16x4xf64, 16x4xf64>, !tile.fragment<16x16xf32> -> !tile.fragment<16x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(3) : !tile.ring<16x128xi8, 16x128xi8>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 128) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x128xi8, 16x128xi8> -> !tile.slot<16x128xi8, 16x128xi8>
        %zero = arith.constant 0.0 : f32
        %none = tile.splat %zero : f32 -> !tile.fragment<16x16xf32>
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x128xi8, 16x128xi8> -> !tile.operands<16x32xi8, 16x32xi8>
        // expected-error@+1 {{'tile.multiply' op sums 'i8' in i32, not in 'f32'}}
        %d = tile.multiply %x, %none : !tile.operands<16x32xi8, 16x32xi8>, !tile.fragment<16x16xf32> -> !tile.fragment<16x16xf32>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(3) : !tile.ring<64x64xbf16, 16x64xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 16x64xbf16> -> !tile.slot<64x64xbf16, 16x64xbf16>
        // expected-error@+1 {{'tile.read_operands' op must stand in a role with a 'grid'}}
        %x = tile.read_operands %slot part(0) transpose_b : !tile.slot<64x64xbf16, 16x64xbf16> -> !tile.operands<64x16xbf16, 16x16xbf16>
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
        // expected-error@+1 {{'tile.splat' op a fragment over a grid of 2x1 warps has a multiple of 32 rows and of 8 columns; not 48x16}}
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
        // expected-error@+1 {{'tile.splat' op a fragment of 128x128 takes 512 registers of each of 2 warps' threads; a thread has 255}}
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
        // expected-error@+1 {{'tile.store' op through a staging needs whole warpgroups; the role "worker" has a grid of warps}}
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
        // expected-error@+1 {{'tile.contribute' op needs whole warpgroups; the role "worker" has a grid of warps}}
        %todo = tile.contribute %d to %parts shares(2) : !tile.fragment<64x64xf32>
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
        // expected-error@+1 {{'scf.for' op steps along K by 32 and takes 1 slots of a ring each time; the tile loop around it counts a slot for every 64, so the step must be 64}}
        scf.for %k = %k0 to %k1 step %c32 {
          %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
          %s = tile.acquire %ring : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
          tile.copy %A[%m, %k] into %s[0] alignment(16) async : memref<?x?xbf16>, !tile.slot<16x64xbf16, 16x64xbf16>
          tile.copy %A[%n, %k] into %s[1] alignment(16) async : memref<?x?xbf16>, !tile.slot<16x64xbf16, 16x64xbf16>
          tile.commit %s to %ring : !tile.slot<16x64xbf16, 16x64xbf16>, !tile.ring<16x64xbf16, 16x64xbf16>
        }
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
  tile.kernel @k() {
    tile.role "worker" warps(4) grid [2, 2] {}
    // expected-error@+1 {{'tile.role' op stands beside a role with a 'grid': a kernel of two roles needs sm_90; the kernel's gpu.module is for sm_80}}
    tile.role "producer" warps(4) elect {}
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90", features = "+ptx80">] {
  tile.kernel @k() {
    // expected-error@+1 {{'tile.role' op grants registers, which needs sm_90a; the kernel's gpu.module is for sm_90}}
    tile.role "worker" warps(4) registers(216) grid [2, 2] {}
    tile.role "producer" warps(4) registers(40) elect {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    // expected-error@+1 {{'tile.ring' op is filled by the role with a 'grid' that drains it: that role must be the only one}}
    %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
    tile.role "worker" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 64) {
        %slot = tile.wait %ring pending(0) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
      }
    }
    tile.role "other" warps(4) {}
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "worker" warps(4) grid [4, 1] {}
    // expected-error@+1 {{'tile.role' op holds fragments beside a role with a 'grid'; only the role with the 'grid' may hold them}}
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %zero = arith.constant 0.0 : f32
        %d = tile.splat %zero : f32 -> !tile.fragment<64x64xf32>
        tile.store %d, %A[%m, %n] : !tile.fragment<64x64xf32>, memref<?x?xf32>
      }
    }
  }
}
