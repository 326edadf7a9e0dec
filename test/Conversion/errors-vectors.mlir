// RUN: autotune-opt %s -split-input-file -verify-diagnostics -convert-tile-to-nvvm

!matrix = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @rank {
  tile.kernel @f(%A: !matrix) threads(32) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : !matrix
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
      // expected-error@+1 {{'vector.load' op of a kernel's matrix must load a vector of one dimension and of fixed size, not 'vector<2x8xbf16>'}}
      %0 = vector.load %A[%m, %n] : !matrix, vector<2x8xbf16>
    }
  }
}

// -----

!matrix = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @size {
  tile.kernel @f(%A: !matrix) threads(32) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : !matrix
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
      // expected-error@+1 {{'vector.load' op that is nontemporal must load 16 bytes with the same alignment, not 8, aligned to 16}}
      %0 = vector.load %A[%m, %n] {alignment = 16, nontemporal = true} : !matrix, vector<4xbf16>
    }
  }
}

// -----

!matrix = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @alignment {
  tile.kernel @f(%A: !matrix) threads(32) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : !matrix
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
      // expected-error@+1 {{'vector.load' op that is nontemporal must load 16 bytes with the same alignment, not 16, aligned to 2}}
      %0 = vector.load %A[%m, %n] {nontemporal = true} : !matrix, vector<8xbf16>
    }
  }
}

// -----

!matrix = memref<?x?xbf16, strided<[?, 1], offset: ?>>

gpu.module @stored {
  tile.kernel @f(%A: !matrix) threads(32) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : !matrix
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {
      // expected-error@+1 {{'vector.load' op that is nontemporal must not load from a matrix that the kernel stores to}}
      %0 = vector.load %A[%m, %n] {alignment = 16, nontemporal = true} : !matrix, vector<8xbf16>
      %1 = vector.extract %0[0] : bf16 from vector<8xbf16>
      memref.store %1, %A[%m, %n] : !matrix
    }
  }
}
