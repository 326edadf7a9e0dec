// What can't be lowered of tiles whose K several CTAs share.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(4) {}
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-note@+1 {{the other loop}}
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {}
    }
    tile.role "b" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op visits other tiles than the loop of another role; both must visit the same tiles}}
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 16, 64) {}
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op shares K among CTAs twice, by the cluster and by 'split'; it may use one of them}}
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {}
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %s = arith.addi %K, %K : index
    tile.role "a" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op splits K: the size along K must be the same memref.dim of an argument of the kernel in all roles: the host checks that no CTA's part is empty}}
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %s) tile(64, 16, 64) split(2) {}
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xbf16>
        // expected-error@+1 {{'tile.contribute' op adds f32 and i32 only, not 'bf16'}}
        %s = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xbf16>
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x8xf32>
        // expected-error@+1 {{'tile.contribute' op must take the sums of a whole tile of 64x16, not of 64x8}}
        %s = tile.contribute %f to %p shares(2) : !tile.fragment<64x8xf32>
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.contribute' op must be the only tile.contribute of its kernel}}
        %s = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
        %t = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.contribute' op must be the only tile.contribute of its kernel}}
        %s = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
      }
    }
    tile.role "b" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        %s = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        scf.for %i = %c0 to %m step %c1 {
          // expected-error@+1 {{'tile.contribute' op must stand directly in the body of its tile loop: every CTA that has a part of a tile executes it once}}
          %s = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
        }
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.collect' op needs a tile.contribute of the same fragment before it}}
        %s = tile.collect %f of %p share(%c0) : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>
        %t = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        %t = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
        %g = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.collect' op needs a tile.contribute of the same fragment before it}}
        %s = tile.collect %g of %p share(%c0) : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        %s = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.collect_mean' op needs a tile.contribute of the same fragment, 'weighted', before it}}
        %c:2 = tile.collect_mean %f of %p share(%m) : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>, !tile.rows<64x1xf32>
      }
    }
  }
}

// -----

gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %K) tile(64, 16, 64) split(2) {
        %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        %w = tile.reduce_rows max %f : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
        %s = tile.contribute %f weighted %w to %p shares(2) : !tile.fragment<64x16xf32>, !tile.rows<64x1xf32>
        // expected-error@+1 {{'tile.collect' op needs a tile.contribute of the same fragment before it}}
        %c = tile.collect %f of %p share(%m) : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>
      }
    }
  }
}

// -----

// A constant K has a step for each part.
gpu.module @g [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  tile.kernel @k(%A: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    tile.role "a" warps(4) {
      // expected-error@+1 {{'tile.for_each_tile' op splits K: the size along K must be the same memref.dim of an argument of the kernel in all roles: the host checks that no CTA's part is empty}}
      tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%M, %N, %c1) tile(64, 16, 1) split(2) {}
    }
  }
}
