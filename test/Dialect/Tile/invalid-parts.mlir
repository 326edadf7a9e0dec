// What the verifiers refuse of tiles whose K several CTAs share.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op 'split' is a power of two between 1 and 16, not 3}}
  tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%x, %x, %x) tile(8, 8, 8) split(3) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op 'split' is a power of two between 1 and 16, not 32}}
  tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%x, %x, %x) tile(8, 8, 8) split(32) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op 'split' is a power of two between 1 and 16, not 0}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) split(0) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op with 'split' gives each cluster one part of a tile: it can't be persistent}}
  tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%x, %x, %x) tile(8, 8, 8) persistent split(2) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op with 'split' gives each cluster one part of a tile: it can't be persistent}}
  tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%x, %x, %x) tile(8, 8, 8) persistent split(2) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op CTAs can share only tiles of at most 65536 elements, as many sums as registers hold, not of 65536x65536}}
  tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%x, %x, %x) tile(65536, 65536, 8) split(2) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op CTAs can share only tiles of at most 65536 elements, as many sums as registers hold, not of 256x257}}
  tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%x, %x, %x) tile(256, 257, 8) split(2) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op with 'split' binds four coordinates and the parts of the tile, not 4}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) split(2) {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{'tile.for_each_tile' op binds four coordinates (m, n, k0, k1), not 5}}
  tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%x, %x, %x) tile(8, 8, 8) persistent {}
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{expected ')'}}
  tile.for_each_tile (%m, %n, %k0, %k1, %p) in (%x, %x, %x) tile(8, 8, 8) split(2, 2) {}
}

// -----

"tile.kernel"() ({
^bb0(%x: index):
  // expected-error@+1 {{'tile.for_each_tile' op must bind parts of type !tile.parts, not 'index'}}
  "tile.for_each_tile"(%x, %x, %x) ({
  ^bb0(%m: index, %n: index, %k0: index, %k1: index, %p: index):
    "tile.yield"() : () -> ()
  }) {tile = array<i64: 8, 8, 8>, split = 2 : i64} : (index, index, index) -> ()
  "tile.yield"() : () -> ()
}) {sym_name = "k", function_type = (index) -> (), threads = 32 : i64} : () -> ()

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 16, 64) split(4) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
      // expected-error@+1 {{'tile.contribute' op cuts the columns into one share for each of the 4 parts of the tile loop; not 2}}
      %s = tile.contribute %f to %parts shares(2) : !tile.fragment<64x16xf32>
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 16, 64) split(2) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
      // expected-error@+1 {{'tile.collect' op collects 1 of 2 shares of the columns: the result must be 64x8 of the same elements}}
      %s = tile.collect %f of %parts share(%m) : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 16, 64) split(2) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
      // expected-error@+1 {{'tile.collect' op collects 1 of 2 shares of the columns: the result must be 64x8 of the same elements}}
      %s = tile.collect %f of %parts share(%m) : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xbf16>
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 16, 64) split(2) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
      scf.for %i = %x to %x step %x iter_args(%p = %parts) -> (!tile.parts) {
        // expected-error@+1 {{'tile.contribute' op the parts must come straight from a tile.for_each_tile}}
        %s = tile.contribute %f to %p shares(2) : !tile.fragment<64x16xf32>
        scf.yield %p : !tile.parts
      }
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 16, 64) split(2) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
      scf.for %i = %x to %x step %x iter_args(%p = %parts) -> (!tile.parts) {
        // expected-error@+1 {{'tile.collect' op the parts must come straight from a tile.for_each_tile}}
        %s = tile.collect %f of %p share(%m) : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>
        scf.yield %p : !tile.parts
      }
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 24, 64) split(16) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x24xf32>
      // expected-error@+1 {{'tile.contribute' op cuts 24 columns into 16 shares; the columns must be a multiple of 16}}
      %s = tile.contribute %f to %parts shares(16) : !tile.fragment<64x24xf32>
    }
  }
}

// -----

tile.kernel @k(%x: index) threads(32) {
  // expected-error@+1 {{expected m or n}}
  tile.for_each_tile (%m, %n, %k0, %k1) in (%x, %x, %x) tile(8, 8, 8) fit(k) {}
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 16, 64) split(2) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
      %g = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<128x16xf32>
      %w = tile.reduce_rows max %g : !tile.fragment<128x16xf32> -> !tile.rows<128x1xf32>
      // expected-error@+1 {{'tile.contribute' op takes means of f32 and one weight of f32 for each of their 64 rows, not '!tile.fragment<64x16xf32>' and '!tile.rows<128x1xf32>'}}
      %s = tile.contribute %f weighted %w to %parts shares(2) : !tile.fragment<64x16xf32>, !tile.rows<128x1xf32>
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 16, 64) split(2) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
      // expected-error@+1 {{'tile.collect_mean' op collects 1 of 2 shares of the columns: the result must be 64x8 of the same elements}}
      %s:2 = tile.collect_mean %f of %parts share(%m) : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>, !tile.rows<64x1xf32>
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    tile.for_each_tile (%m, %n, %k0, %k1, %parts) in (%x, %x, %x) tile(64, 16, 64) split(2) {
      %f = tile.read %A[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
      // expected-error@+1 {{'tile.collect_mean' op takes means of f32 and one weight of f32 for each of their 64 rows, not '!tile.fragment<64x16xf32>' and '!tile.rows<64x2xf32>'}}
      %s:2 = tile.collect_mean %f of %parts share(%m) : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>, !tile.rows<64x2xf32>
    }
  }
}
