// What the verifiers of fragments and staging buffers refuse.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.staging' op must have between 1 and 8 buffers, not 0}}
  %r = tile.staging buffers(0) : !tile.staging<8x64xbf16>
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.staging' op must have between 1 and 8 buffers, not 9}}
  %r = tile.staging buffers(9) : !tile.staging<8x64xbf16>
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.staging' op must have between 1 and 8 buffers, not -1}}
  %r = tile.staging buffers(-1) : !tile.staging<8x64xbf16>
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %B = memref.alloc(%x) : memref<?xbf16>
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.read' op needs a matrix in memory, not 'memref<?xbf16>'}}
    %f = tile.read %B[%x] : memref<?xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.read' op needs two indices}}
    %f = tile.read %A[%x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.read' op reads elements of type 'bf16' as 'f16'; it can only widen floats}}
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.read' op reads elements of type 'i8' as 'i32'; it can only widen floats}}
    %f = tile.read %A[%x, %x] : memref<?x?xi8> -> !tile.fragment<64x16xi32>
  }
}

// -----

func.func @f(%A: memref<?x?xbf16>, %x: index) {
  // expected-error@+1 {{'tile.read' op failed to verify that stands in a tile.role}}
  %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
  return
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %B = memref.alloc(%x) : memref<?xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op needs a matrix in memory, not 'memref<?xbf16>'}}
    tile.store %f, %B[%x] : !tile.fragment<64x16xf32>, memref<?xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op needs two indices}}
    tile.store %f, %A[] : !tile.fragment<64x16xf32>, memref<?x?xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.read' op 'alignment' is a power of two between 1 and 1024, not 6}}
    %f = tile.read %A[%x, %x] alignment(6) : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op 'alignment' is a power of two between 1 and 1024, not 0}}
    tile.store %f, %A[%x, %x] alignment(0) : !tile.fragment<64x16xf32>, memref<?x?xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op 'alignment' is a power of two between 1 and 1024, not 3}}
    tile.store %f, %A[%x, %x] alignment(3) : !tile.fragment<64x16xf32>, memref<?x?xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op 'alignment' is a power of two between 1 and 1024, not -9223372036854775808}}
    tile.store %f, %A[%x, %x] alignment(-9223372036854775808) : !tile.fragment<64x16xf32>, memref<?x?xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op 'alignment' is a power of two between 1 and 1024, not 2048}}
    tile.store %f, %A[%x, %x] alignment(2048) : !tile.fragment<64x16xf32>, memref<?x?xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?xi32>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op stores elements of type 'f32' as 'i32'; it only converts between floats of different widths, and integers to narrower ones}}
    tile.store %f, %B[%x, %x] : !tile.fragment<64x16xf32>, memref<?x?xi32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op with 'copied' needs 'through' with a staging}}
    tile.store %f, %A[%x, %x] copied alignment(2) : !tile.fragment<64x16xf32>, memref<?x?xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?xf32>, %x: index) {
  %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op stages elements of type 'bf16' for a matrix of 'f32'}}
    tile.store %f, %B[%x, %x] through %st : !tile.fragment<64x16xf32>, memref<?x?xf32>, !tile.staging<64x64xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op a box of 64x64 does not divide the 64x16 elements that are stored}}
    tile.store %f, %A[%x, %x] through %st : !tile.fragment<64x16xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.store' op a box of 64x64 does not divide the 16x64 elements that are stored}}
    tile.store %f, %A[%x, %x] through %st transposed : !tile.fragment<64x16xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    scf.for %i = %x to %x step %x iter_args(%t = %st) -> (!tile.staging<64x64xbf16>) {
      // expected-error@+1 {{'tile.store' op the staging must come straight from a tile.staging}}
      tile.store %f, %A[%x, %x] through %t : !tile.fragment<64x16xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      scf.yield %t : !tile.staging<64x64xbf16>
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.map' op needs at least one fragment}}
    %m = "tile.map"() ({
    ^bb0:
      %c = arith.constant 0.0 : f32
      tile.yield %c : f32
    }) : () -> (!tile.fragment<64x16xf32>)
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.map' op its function takes one element of each input}}
    %m = tile.map %f : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%a: f32, %b: f32):
      tile.yield %a : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    %g = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x8xf32>
    // expected-error@+1 {{'tile.map' op all fragments must have the same shape}}
    %m = tile.map %f, %g : !tile.fragment<64x16xf32>, !tile.fragment<64x8xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%a: f32, %b: f32):
      tile.yield %a : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.map' op its function takes 'bf16' where the fragment holds 'f32'}}
    %m = tile.map %f : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%a: bf16):
      %c = arith.extf %a : bf16 to f32
      tile.yield %c : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.map' op its function must yield one 'f32'}}
    %m = tile.map %f : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%a: f32):
      tile.yield
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.map' op its function must yield one 'f32'}}
    %m = tile.map %f : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%a: f32):
      tile.yield %x : index
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{expects a non-empty block}}
    %m = "tile.map"(%f) ({
    ^bb0(%a: f32):
    }) : (!tile.fragment<64x16xf32>) -> (!tile.fragment<64x16xf32>)
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.map' op its function computes with elements: it must not hold operations of the tile dialect}}
    %m = tile.map %f : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%a: f32):
      %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
      tile.yield %a : f32
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) cluster(1, 1, 2) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.cluster_reduce' op splits the columns among the 2 CTAs along K: the result must be 64x8 of the same elements}}
    %s, %o = tile.cluster_reduce %f through %ring : !tile.fragment<64x16xf32>, !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) cluster(1, 1, 2) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.cluster_reduce' op splits the columns among the 2 CTAs along K: the result must be 64x8 of the same elements}}
    %s, %o = tile.cluster_reduce %f through %ring : !tile.fragment<64x16xf32>, !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x8xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    scf.for %i = %x to %x step %x iter_args(%r = %ring) -> (!tile.ring<64x64xbf16, 64x16xbf16>) {
      // expected-error@+1 {{'tile.cluster_reduce' op the ring must come straight from a tile.ring}}
      %s, %o = tile.cluster_reduce %f through %r : !tile.fragment<64x16xf32>, !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x16xf32>
      scf.yield %r : !tile.ring<64x64xbf16, 64x16xbf16>
    }
  }
}
