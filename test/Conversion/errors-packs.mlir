// What convert-tile-to-nvvm refuses: matrices that are packed.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf64>
    %N = memref.dim %A, %c1 : memref<?x?xf64>
    // expected-error@+1 {{'tile.pack' op copies elements of 8, 16 or 32 bits, aligned to their size; not 'f64' aligned to 8}}
    %packed = tile.pack %A alignment(8) : memref<?x?xf64>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
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
    // expected-error@+1 {{'tile.pack' op copies elements of 8, 16 or 32 bits, aligned to their size; not 'f32' aligned to 2}}
    %packed = tile.pack %A alignment(2) : memref<?x?xf32>
    tile.role "r" warps(4) {
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
    // expected-error@+1 {{'tile.pack' op copies elements of 8, 16 or 32 bits, aligned to their size; not 'bf16' aligned to 1}}
    %packed = tile.pack %A alignment(1) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi5>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi5>
    %N = memref.dim %A, %c1 : memref<?x?xi5>
    // expected-error@+1 {{'tile.pack' op copies elements of 8, 16 or 32 bits, aligned to their size; not 'i5' aligned to 2}}
    %packed = tile.pack %A alignment(2) : memref<?x?xi5>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

// Elements that wgmma takes in either layout are not transposed.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %N = memref.dim %A, %c1 : memref<?x?xbf16>
    // expected-error@+1 {{'tile.pack' op transposes elements of 8 or 32 bits, not 'bf16', which wgmma reads in both layouts}}
    %packed = tile.pack %A transposed alignment(16) : memref<?x?xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}

// -----

// A matrix has one copy.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %N = memref.dim %A, %c1 : memref<?x?xi8>
    %a = tile.pack %A transposed alignment(16) : memref<?x?xi8>
    // expected-error@+1 {{'tile.pack' op packs a matrix that another tile.pack of the kernel packs already}}
    %b = tile.pack %A alignment(16) : memref<?x?xi8>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {}
    }
  }
}
