// What the verifiers of products and turns refuse.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
    // expected-error@+1 {{'tile.mma' op multiplies the first two tiles of a slot; the slot has 1}}
    %d = tile.mma %s : !tile.slot<64x64xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 32x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 32x16xbf16> -> !tile.slot<64x64xbf16, 32x16xbf16>
    // expected-error@+1 {{'tile.mma' op A has a K of 64, but B a K of 32}}
    %d = tile.mma %s : !tile.slot<64x64xbf16, 32x16xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xbf16, 16x32xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xbf16, 16x32xbf16> -> !tile.slot<64x128xbf16, 16x32xbf16>
    // expected-error@+1 {{'tile.mma' op A has a K of 64, but B a K of 32}}
    %d = tile.mma %s transpose_a transpose_b : !tile.slot<64x128xbf16, 16x32xbf16> -> !tile.fragment<128x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.mma' op the product is 64x16, not 64x32}}
    %d = tile.mma %s : !tile.slot<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x32xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    %a = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xbf16>
    // expected-error@+1 {{'tile.mma' op the accumulator and the result must have the same type}}
    %d = tile.mma %s, %a : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.fragment<64x16xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.mma' op the slot must come straight from a tile.wait}}
    %d = tile.mma %s : !tile.slot<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    scf.for %i = %x to %x step %x iter_args(%t = %s) -> (!tile.slot<64x64xbf16, 64x16xbf16>) {
      // expected-error@+1 {{'tile.mma' op the slot must come straight from a tile.wait}}
      %d = tile.mma %t : !tile.slot<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x16xf32>
      scf.yield %t : !tile.slot<64x64xbf16, 64x16xbf16>
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.mma_wait' op 'pending' is between 0 and 7, not 8}}
    tile.mma_wait pending(8)
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.mma_wait' op 'pending' is between 0 and 7, not -1}}
    tile.mma_wait pending(-1)
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.mma_wait' op must return a fragment of the type that it takes, or none}}
    %d = tile.mma_wait pending(0) %f : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.mma_wait' op must return a fragment of the type that it takes, or none}}
    "tile.mma_wait"(%f) <{pending = 0 : i64}> : (!tile.fragment<64x16xf32>) -> ()
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.mma_wait' op must return a fragment of the type that it takes, or none}}
    %d = "tile.mma_wait"() <{pending = 0 : i64}> : () -> (!tile.fragment<64x16xf32>)
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    %c = tile.mma %s : !tile.slot<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x16xf32>
    // expected-error@+1 {{'tile.mma_wait' op returns the sums of a product that it doesn't wait for: with pending(1), at least 1 newer products must have been started, not 0}}
    %d = tile.mma_wait pending(1) %c : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
  }
}

// -----

func.func @f() {
  // expected-error@+1 {{'tile.mma_wait' op failed to verify that stands in a tile.role}}
  tile.mma_wait pending(0)
  return
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.take_turn' op failed to verify that stands in a role with more than one copy}}
    tile.take_turn
  }
}

// -----

func.func @f() {
  // expected-error@+1 {{'tile.take_turn' op failed to verify that stands in a role with more than one copy}}
  tile.take_turn
  return
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.pass_turn' op failed to verify that stands in a role with more than one copy}}
    tile.pass_turn
  }
}

// -----

func.func @f() {
  // expected-error@+1 {{'tile.pass_turn' op failed to verify that stands in a role with more than one copy}}
  tile.pass_turn
  return
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 16x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 16x64xbf16> -> !tile.slot<64x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.mma' op only integers can be unsigned}}
    %d = tile.mma %s transpose_b unsigned_b : !tile.slot<64x64xbf16, 16x64xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 16x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 16x64xbf16> -> !tile.slot<64x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.mma' op only f32 is multiplied as tf32}}
    %d = tile.mma %s transpose_b tf32 : !tile.slot<64x64xbf16, 16x64xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    // expected-error@+1 {{'tile.mma' op 'low' is only for products of tf32}}
    %d = tile.mma %s transpose_b low(%s : !tile.slot<64x32xf32, 16x32xf32>) : !tile.slot<64x32xf32, 16x32xf32> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  %lows = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    %l = tile.acquire %lows : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    // expected-error@+1 {{'tile.mma' op the slot 'low' must come straight from a tile.wait}}
    %d = tile.mma %s transpose_b tf32 low(%l : !tile.slot<64x32xf32, 16x32xf32>) : !tile.slot<64x32xf32, 16x32xf32> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  %lows = tile.ring stages(2) : !tile.ring<64x32xf32, 8x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    %l = tile.wait %lows : !tile.ring<64x32xf32, 8x32xf32> -> !tile.slot<64x32xf32, 8x32xf32>
    // expected-error@+1 {{'tile.mma' op 'low' must have the type of the factors' slot, '!tile.slot<64x32xf32, 16x32xf32>', not '!tile.slot<64x32xf32, 8x32xf32>'}}
    %d = tile.mma %s transpose_b tf32 low(%l : !tile.slot<64x32xf32, 8x32xf32>) : !tile.slot<64x32xf32, 16x32xf32> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 16x64xbf16>
  %lows = tile.ring stages(2) : !tile.ring<64x64xbf16, 16x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 16x64xbf16> -> !tile.slot<64x64xbf16, 16x64xbf16>
    %l = tile.acquire %lows : !tile.ring<64x64xbf16, 16x64xbf16> -> !tile.slot<64x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.split' op splits f32, not 'bf16'}}
    tile.split %s into %l : !tile.slot<64x64xbf16, 16x64xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    // expected-error@+1 {{'tile.split' op the slot for low parts must come straight from a tile.acquire}}
    tile.split %s into %s : !tile.slot<64x32xf32, 16x32xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    %l = tile.acquire %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    // expected-error@+1 {{'tile.split' op must split into a slot of another ring, not of the same}}
    tile.split %s into %l : !tile.slot<64x32xf32, 16x32xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  %lows = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    %l = tile.acquire %lows : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    // expected-error@+1 {{'tile.split' op fills all tiles of a slot, so nothing else may fill the slot}}
    tile.split %s into %l : !tile.slot<64x32xf32, 16x32xf32>
    tile.split %s into %l : !tile.slot<64x32xf32, 16x32xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    // expected-error@+1 {{'tile.mma' op 'low' must be a slot of another ring than the factors}}
    %d = tile.mma %s transpose_b tf32 low(%s : !tile.slot<64x32xf32, 16x32xf32>) : !tile.slot<64x32xf32, 16x32xf32> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
    // expected-error@+1 {{'tile.split' op the slot must come straight from a tile.wait}}
    tile.split %s into %s : !tile.slot<64x32xf32, 16x32xf32>
  }
}

// -----

tile.kernel @k(%x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  %B = memref.alloca() : memref<64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    // expected-error@+1 {{'tile.read_rows' op needs a matrix in memory, not 'memref<64xbf16>'}}
    %v = tile.read_rows %B[%x] : memref<64xbf16> -> !tile.rows<64x1xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    // expected-error@+1 {{'tile.read_rows' op needs two indices}}
    %v = tile.read_rows %A[%x] : memref<?x?xbf16> -> !tile.rows<64x1xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    // expected-error@+1 {{'tile.read_rows' op reads elements of type 'bf16' as 'f32'}}
    %v = tile.read_rows %A[%x, %x] : memref<?x?xbf16> -> !tile.rows<64x1xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    %v = tile.read_rows %A[%x, %x] : memref<?x?xbf16> -> !tile.rows<64x1xbf16>
    // expected-error@+1 {{'tile.mma' op has values of rows, but no prologue that takes them}}
    %d = tile.mma %s transpose_b rows(%v : !tile.rows<64x1xbf16>) : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<128x64xbf16, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<128x64xbf16, 16x128xbf16> -> !tile.slot<128x64xbf16, 16x128xbf16>
    // expected-error@+1 {{'tile.mma' op has a prologue, which needs integers or floats of up to 32 bits in A, stored m x k, and floats in B, without 'tf32'}}
    %d = tile.mma %s transpose_a transpose_b prologue {
    ^bb0(%q: bf16):
      tile.yield %q : bf16
    } : !tile.slot<128x64xbf16, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xf64, 16x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xf64, 16x64xbf16> -> !tile.slot<64x64xf64, 16x64xbf16>
    // expected-error@+1 {{'tile.mma' op has a prologue, which needs integers or floats of up to 32 bits in A, stored m x k, and floats in B, without 'tf32'}}
    %d = tile.mma %s transpose_b prologue {
    ^bb0(%q: f64):
      %0 = arith.truncf %q : f64 to bf16
      tile.yield %0 : bf16
    } : !tile.slot<64x64xf64, 16x64xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<1x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 16x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 16x64xbf16> -> !tile.slot<64x64xbf16, 16x64xbf16>
    %v = tile.read_columns %A[%x, %x] transposed : memref<1x?xbf16> -> !tile.columns<32x1xbf16>
    // expected-error@+1 {{'tile.mma' op takes values for 64 single columns of A, not '!tile.columns<32x1xbf16>'}}
    %d = tile.mma %s transpose_b rows(%v : !tile.columns<32x1xbf16>) prologue {
    ^bb0(%q: bf16, %w: bf16):
      tile.yield %w : bf16
    } : !tile.slot<64x64xbf16, 16x64xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<1x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 16x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 16x64xbf16> -> !tile.slot<64x64xbf16, 16x64xbf16>
    %v = tile.read_columns %A[%x, %x] transposed : memref<1x?xbf16> -> !tile.columns<64x1xbf16>
    // expected-error@+1 {{'tile.mma' op its function takes 'f16' where the columns hold 'bf16'}}
    %d = tile.mma %s transpose_b rows(%v : !tile.columns<64x1xbf16>) prologue {
    ^bb0(%q: bf16, %w: f16):
      tile.yield %q : bf16
    } : !tile.slot<64x64xbf16, 16x64xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    // expected-error@+1 {{'tile.mma' op its function takes one 'i8' and one element of each of its rows}}
    %d = tile.mma %s transpose_b prologue {
    ^bb0(%q: i32, %y: bf16):
      tile.yield %y : bf16
    } : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    %v = tile.read_rows %A[%x, %x] : memref<?x?xbf16> -> !tile.rows<64x1xbf16>
    // expected-error@+1 {{'tile.mma' op its function takes 'f16' where the rows hold 'bf16'}}
    %d = tile.mma %s transpose_b rows(%v : !tile.rows<64x1xbf16>) prologue {
    ^bb0(%q: i8, %y: f16):
      %0 = arith.sitofp %q : i8 to bf16
      tile.yield %0 : bf16
    } : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    %v = tile.read_rows %A[%x, %x] : memref<?x?xbf16> -> !tile.rows<64x3xbf16>
    // expected-error@+1 {{'tile.mma' op takes values for 64 rows and for equal parts of a K of 128, not '!tile.rows<64x3xbf16>'}}
    %d = tile.mma %s transpose_b rows(%v : !tile.rows<64x3xbf16>) prologue {
    ^bb0(%q: i8, %y: bf16):
      tile.yield %y : bf16
    } : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    // expected-error@+1 {{'tile.mma' op its function must yield one 'bf16'}}
    %d = tile.mma %s transpose_b prologue {
    ^bb0(%q: i8):
      tile.yield %q : i8
    } : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}
