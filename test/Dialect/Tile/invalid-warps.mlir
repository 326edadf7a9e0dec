// Kernels whose role has a grid of warps, and that mean nothing.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'grid' is two numbers whose product is 'warps' = 4, not [2, 4]}}
  tile.role "r" warps(4) grid [2, 4] {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'grid' is two numbers whose product is 'warps' = 4, not [4]}}
  tile.role "r" warps(4) grid [4] {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'grid' is two numbers whose product is 'warps' = 4, not [-2, -2]}}
  tile.role "r" warps(4) grid [-2, -2] {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op has a 'grid', in which all warps do the same: it can't have 'elect', 'copies' or 'registers'}}
  tile.role "r" warps(4) copies(2) grid [2, 2] {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op has a 'grid': it must be the only role of its kernel}}
  tile.role "r" warps(4) grid [2, 2] {}
  tile.role "s" warps(4) {}
}

// -----

tile.kernel @k() {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16>
  tile.role "r" warps(4) grid [2, 2] {
    // expected-error@+1 {{'tile.wait' op must say what is 'pending' in a role with a 'grid', which fills the ring itself, and in no other}}
    %slot = tile.wait %ring : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
}

// -----

tile.kernel @k() {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16>
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.wait' op must say what is 'pending' in a role with a 'grid', which fills the ring itself, and in no other}}
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
}

// -----

tile.kernel @k() {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16>
  tile.role "r" warps(4) grid [2, 2] {
    // expected-error@+1 {{'tile.wait' op leaves 2 slots pending in a ring of 3, of which one is read and one is filled; legal is at most 1}}
    %slot = tile.wait %ring pending(2) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
}

// -----

tile.kernel @k(%x: f64) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.splat' op makes elements of type 'f32' of a 'f64'}}
    %f = tile.splat %x : f64 -> !tile.fragment<64x64xf32>
  }
}
