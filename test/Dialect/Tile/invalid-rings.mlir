// What the verifiers of rings and slots refuse.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.ring' op must have between 1 and 64 stages, not 0}}
  %r = tile.ring stages(0) : !tile.ring<8x64xbf16>
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.ring' op must have between 1 and 64 stages, not -1}}
  %r = tile.ring stages(-1) : !tile.ring<8x64xbf16>
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.ring' op must have between 1 and 64 stages, not 65}}
  %r = tile.ring stages(65) : !tile.ring<8x64xbf16>
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.ring' op must have between 1 and 64 stages, not 9223372036854775807}}
  %r = tile.ring stages(9223372036854775807) : !tile.ring<8x64xbf16>
}

// -----

func.func @f() {
  // expected-error@+1 {{'tile.ring' op expects parent op 'tile.kernel'}}
  %r = tile.ring stages(1) : !tile.ring<8x64xbf16>
  return
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.acquire' op the slot holds other tiles than the ring}}
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    scf.for %i = %x to %x step %x iter_args(%r = %ring) -> (!tile.ring<64x64xbf16, 64x16xbf16>) {
      // expected-error@+1 {{'tile.acquire' op the ring must come straight from a tile.ring}}
      %s = tile.acquire %r : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
      scf.yield %r : !tile.ring<64x64xbf16, 64x16xbf16>
    }
  }
}

// -----

tile.kernel @k() threads(32) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  // expected-error@+1 {{'tile.acquire' op failed to verify that stands in a tile.role}}
  %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.wait' op the slot holds other tiles than the ring}}
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    scf.for %i = %x to %x step %x iter_args(%r = %ring) -> (!tile.ring<64x64xbf16, 64x16xbf16>) {
      // expected-error@+1 {{'tile.wait' op the ring must come straight from a tile.ring}}
      %s = tile.wait %r : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
      scf.yield %r : !tile.ring<64x64xbf16, 64x16xbf16>
    }
  }
}

// -----

tile.kernel @k() threads(32) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  // expected-error@+1 {{'tile.wait' op failed to verify that stands in a tile.role}}
  %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  %other = tile.ring stages(2) : !tile.ring<64x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.release' op the slot holds other tiles than the ring}}
    tile.release %s to %other : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    scf.for %i = %x to %x step %x iter_args(%r = %ring) -> (!tile.ring<64x64xbf16, 64x16xbf16>) {
      // expected-error@+1 {{'tile.release' op the ring must come straight from a tile.ring}}
      tile.release %s to %r : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
      scf.yield %r : !tile.ring<64x64xbf16, 64x16xbf16>
    }
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  %B = memref.alloc(%x, %x, %x, %x, %x) : memref<?x?x?x?x?xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op loads from a matrix, not from 'memref<?x?x?x?x?xbf16>'}}
    tile.load %B[%x, %x, %x, %x, %x] into %s[0] : memref<?x?x?x?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    %u = memref.cast %A : memref<?x?xbf16> to memref<*xbf16>
    // expected-error@+1 {{invalid kind of type specified: expected builtin.memref, but found 'memref<*xbf16>'}}
    tile.load %u[%x, %x] into %s[0] : memref<*xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%B: memref<?x?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op needs three indices}}
    tile.load %B[%x, %x] into %s[1] : memref<?x?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op needs two indices}}
    tile.load %A[%x] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op 'trim' is for whole tiles of one CTA, without 'half' and 'multicast'}}
    tile.load %A[%x, %x] into %s[0] trim multicast(m) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op 'trim' is for whole tiles of one CTA, without 'half' and 'multicast'}}
    tile.load %A[%x, %x] into %s[0] half [0, 1] trim : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op the slot has 2 tiles; there is no tile 2}}
    tile.load %A[%x, %x] into %s[2] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op the slot has 2 tiles; there is no tile -1}}
    "tile.load"(%A, %x, %x, %s) <{operandSegmentSizes = array<i32: 1, 2, 0, 1>, tile = -1 : i64}> : (memref<?x?xbf16>, index, index, !tile.slot<64x64xbf16, 64x16xbf16>) -> ()
  }
}

// -----

tile.kernel @k(%B: memref<?x?xf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op loads elements of type 'f16' into a tile of 'bf16'}}
    tile.load %B[%x, %x] into %s[0] : memref<?x?xf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.load' op the slot must come straight from a tile.acquire}}
    tile.load %A[%x, %x] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    scf.for %i = %x to %x step %x iter_args(%t = %s) -> (!tile.slot<64x64xbf16, 64x16xbf16>) {
      // expected-error@+1 {{'tile.load' op the slot must come straight from a tile.acquire}}
      tile.load %A[%x, %x] into %t[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
      scf.yield %t : !tile.slot<64x64xbf16, 64x16xbf16>
    }
  }
}

// -----

// A block argument gives no slot.
func.func @f(%A: memref<?x?xbf16>, %s: !tile.slot<64x64xbf16, 64x16xbf16>, %x: index) {
  // expected-error@+1 {{'tile.load' op failed to verify that stands in a tile.role}}
  tile.load %A[%x, %x] into %s[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  return
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{expected string or keyword containing one of the following enum values for attribute 'multicast' [m, n]}}
    tile.load %A[%x, %x] into %s[0] multicast(k) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.copy' op alignment must be 1, 2, 4, 8 or 16, not 12}}
    tile.copy %A[%x, %x] into %s[0] alignment(12) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.copy' op copies 4, 8 or 16 bytes at once if it is 'async', and needs such an alignment; not 2}}
    tile.copy %A[%x, %x] into %s[0] alignment(2) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf64>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xf64, 64x16xf64>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xf64, 64x16xf64> -> !tile.slot<64x64xf64, 64x16xf64>
    // expected-error@+1 {{'tile.copy' op copies whole elements: those of 64 bits need an alignment of 8, not of 4}}
    tile.copy %A[%x, %x] into %s[0] alignment(4) async : memref<?x?xf64>, !tile.slot<64x64xf64, 64x16xf64>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.copy' op may have 'part' only with 'whole'}}
    tile.copy %A[%x, %x] into %s[0] alignment(16) async part [0, 2] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.copy' op 'part' is the number of a part, from 0 on, and the number of parts}}
    tile.copy %A[%x, %x] into %s[0] alignment(16) async whole part [2, 2] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.copy' op 'part' is the number of a part, from 0 on, and the number of parts}}
    tile.copy %A[%x, %x] into %s[0] alignment(16) async whole part [-1, 2] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.copy' op 'part' is the number of a part, from 0 on, and the number of parts}}
    tile.copy %A[%x, %x] into %s[0] alignment(16) async whole part [0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.copy' op the slot has 2 tiles; there is no tile 2}}
    tile.copy %A[%x, %x] into %s[2] alignment(16) async : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    // expected-error@+1 {{'tile.commit' op the slot must come straight from a tile.acquire of the same ring}}
    tile.commit %s to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  // expected-error@+1 {{'tile.pack' op alignment must be 1, 2, 4, 8 or 16, not 0}}
  %p = tile.pack %A alignment(0) : memref<?x?xbf16>
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  // expected-error@+1 {{'tile.pack' op alignment must be 1, 2, 4, 8 or 16, not 12}}
  %p = tile.pack %A alignment(12) : memref<?x?xbf16>
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  // expected-error@+1 {{'tile.pack' op alignment must be 1, 2, 4, 8 or 16, not 32}}
  %p = tile.pack %A alignment(32) : memref<?x?xbf16>
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  %line = memref.alloca() : memref<4xbf16>
  // expected-error@+1 {{'tile.pack' op operand #0 must be 2D/3D memref of any type values, but got 'memref<4xbf16>'}}
  %p = tile.pack %line alignment(2) : memref<4xbf16>
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  %line = memref.alloca() : memref<4xi8>
  // expected-error@+1 {{'tile.pack' op operand #0 must be 2D/3D memref of any type values, but got 'memref<4xi8>'}}
  %p = tile.pack %line transposed alignment(1) : memref<4xi8>
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  // expected-error@+1 {{'tile.pack' op alignment must be 1, 2, 4, 8 or 16, not 3}}
  %p = tile.pack %A transposed alignment(3) : memref<?x?xi8>
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.pack' op expects parent op 'tile.kernel'}}
    %p = tile.pack %A alignment(2) : memref<?x?xbf16>
  }
}

// -----

func.func @f(%A: memref<?x?xbf16>) {
  // expected-error@+1 {{'tile.pack' op expects parent op 'tile.kernel'}}
  %p = tile.pack %A alignment(2) : memref<?x?xbf16>
  return
}
