// What convert-tile-to-nvvm refuses of batches in two dimensions.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

// The outer dimension is the batch of a loop whose N is the inner one.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?x?xbf16>, %B: memref<?x?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %batch = memref.dim %B, %c0 : memref<?x?x?xbf16>
    %H = memref.dim %A, %c1 : memref<?x?x?x?xbf16>
    %M = memref.dim %A, %c2 : memref<?x?x?x?xbf16>
    tile.role "r" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op the size of the batch must be memref.dim of the first dimension of an argument with four dimensions: the host counts CTAs by it}}
      tile.for_each_tile (%m, %h, %k0, %k1, %b) in (%M, %H, %M) batch(%batch) tile(64, 1, 64) {}
    }
  }
}

// -----

// With another N, nobody would count the inner one.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %batch = memref.dim %A, %c0 : memref<?x?x?x?xbf16>
    %M = memref.dim %A, %c2 : memref<?x?x?x?xbf16>
    %N = memref.dim %A, %c3 : memref<?x?x?x?xbf16>
    tile.role "r" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op the size of the batch must be memref.dim of the first dimension of an argument with three dimensions: the host counts CTAs by it}}
      tile.for_each_tile (%m, %n, %k0, %k1, %b) in (%M, %N, %M) batch(%batch) tile(64, 16, 64) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?x?xbf16>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %H = memref.dim %A, %c1 : memref<?x?x?x?xbf16>
    %M = memref.dim %A, %c2 : memref<?x?x?x?xbf16>
    tile.role "r" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op has the inner dimension of a batch along N, and needs the outer one as its 'batch'}}
      tile.for_each_tile (%m, %h, %k0, %k1) in (%M, %H, %M) tile(64, 1, 64) {}
    }
  }
}

// -----

// M is no dimension of a batch.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?x?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %batch = memref.dim %A, %c0 : memref<?x?x?x?xbf16>
    %H = memref.dim %A, %c1 : memref<?x?x?x?xbf16>
    %N = memref.dim %A, %c2 : memref<?x?x?x?xbf16>
    tile.role "r" warps(1) {
      // expected-error@+1 {{'tile.for_each_tile' op the sizes along M and N must be memref.dim of the kernel's arguments, and M of a matrix: the host counts CTAs by them}}
      tile.for_each_tile (%h, %n, %k0, %k1, %b) in (%H, %N, %N) batch(%batch) tile(1, 64, 64) {}
    }
  }
}
