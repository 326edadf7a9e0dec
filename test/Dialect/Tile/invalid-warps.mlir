// Kernels whose role has a grid of warps, and that mean nothing.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'grid' must be two numbers with the product 'warps' = 4, not [2, 4]}}
  tile.role "r" warps(4) grid [2, 4] {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'grid' must be two numbers with the product 'warps' = 4, not [4]}}
  tile.role "r" warps(4) grid [4] {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op 'grid' must be two numbers with the product 'warps' = 4, not [-2, -2]}}
  tile.role "r" warps(4) grid [-2, -2] {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op has a 'grid', in which all warps do the same: it can't have 'elect' or 'copies'}}
  tile.role "r" warps(4) copies(2) grid [2, 2] {}
}

// -----

tile.kernel @k() {
  tile.role "r" warps(4) {}
  // expected-error@+1 {{'tile.role' op has a 'grid', which needs the first warps of the kernel: it must be the first role}}
  tile.role "s" warps(4) grid [2, 2] {}
}

// -----

tile.kernel @k() {
  tile.role "r" warps(4) grid [2, 2] {}
  // expected-error@+1 {{'tile.role' op has a 'grid', which needs the first warps of the kernel: it must be the first role}}
  tile.role "s" warps(4) grid [2, 2] {}
}

// -----

tile.kernel @k() {
  // expected-error@+1 {{'tile.role' op grants registers to whole warpgroups: 'warps' must be a multiple of 4}}
  tile.role "r" warps(2) registers(240) grid [2, 1] {}
}

// -----

tile.kernel @k() {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16>
  tile.role "r" warps(4) grid [2, 2] {
    // expected-error@+1 {{'tile.wait' op in a role with a 'grid' must have 'pending' if the role fills the ring itself, and only then}}
    %slot = tile.wait %ring : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
}

// -----

tile.kernel @k() {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16>
  tile.role "r" warps(4) grid [2, 2] {
    // expected-error@+1 {{'tile.wait' op in a role with a 'grid' must have 'pending' if the role fills the ring itself, and only then}}
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
  tile.role "s" warps(4) elect {
    %slot = tile.acquire %ring : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
}

// -----

tile.kernel @k() {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16>
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.wait' op may have 'pending' only in a role with a 'grid' that fills the ring itself}}
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
}

// -----

tile.kernel @k() {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16>
  tile.role "r" warps(4) grid [2, 2] {
    // expected-error@+1 {{'tile.wait' op leaves 3 slots pending in a ring of 3, of which one is read; legal is at most 2}}
    %slot = tile.wait %ring pending(3) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
}

// -----

tile.kernel @k(%x: f64) {
  tile.role "r" warps(4) {
    // expected-error@+1 {{'tile.splat' op makes elements of type 'f32' from a value of type 'f64'}}
    %f = tile.splat %x : f64 -> !tile.fragment<64x64xf32>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op loads from the first two tiles of a slot; the slot has 1}}
    %y = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op A has a K of 64, but B a K of 16}}
    %y = tile.read_operands %slot part(0) : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op loads 16 rows of 'bf16', not 32 of 'bf16'}}
    %y = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xbf16, 32x16xbf16>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op loads 16 rows of 'bf16', not 16 of 'f16'}}
    %y = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xf16, 16x16xbf16>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op loads part 4 of a K of 64 by 16; parts must divide K and are numbered from 0}}
    %y = tile.read_operands %slot part(4) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op loads part 0 of a K of 64 by 24; parts must divide K and are numbered from 0}}
    %y = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x24xbf16, 16x24xbf16>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    %f = tile.splat %x : f32 -> !tile.fragment<32x16xf32>
    %y = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
    // expected-error@+1 {{'tile.multiply' op the product is 16x16, not 32x16}}
    %d = tile.multiply %y, %f : !tile.operands<16x16xbf16, 16x16xbf16>, !tile.fragment<32x16xf32> -> !tile.fragment<32x16xf32>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    %f = tile.splat %x : f32 -> !tile.fragment<32x16xf32>
    %y = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
    // expected-error@+1 {{'tile.multiply' op the accumulator and the result must have the same type}}
    %d = tile.multiply %y, %f : !tile.operands<16x16xbf16, 16x16xbf16>, !tile.fragment<32x16xf32> -> !tile.fragment<16x16xf32>
  }
}

// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(1) : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    %f = tile.splat %x : f32 -> !tile.fragment<16x16xf32>
    %y = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
    // expected-error@+1 {{'tile.multiply' op only integers can be unsigned}}
    %d = tile.multiply %y, %f unsigned_b : !tile.operands<16x16xbf16, 16x16xbf16>, !tile.fragment<16x16xf32> -> !tile.fragment<16x16xf32>
  }
}

// -----

tile.kernel @k() {
  %ring = tile.ring stages(3) : !tile.ring<16x64xbf16, 16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.acquire %ring : !tile.ring<16x64xbf16, 16x64xbf16> -> !tile.slot<16x64xbf16, 16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op the slot must come straight from a tile.wait}}
    %y = tile.read_operands %slot part(0) transpose_b : !tile.slot<16x64xbf16, 16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
  }
}

// -----

// Slots are counted over all rings that the role fills.
tile.kernel @k(%A: memref<?x?xbf16>, %i: index) {
  %ring = tile.ring stages(1) : !tile.ring<16x64xbf16>
  %other = tile.ring stages(2) : !tile.ring<16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %s = tile.acquire %other : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    %fine = tile.wait %ring pending(2) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    // expected-error@+1 {{'tile.wait' op leaves 3 slots pending in rings of 3, of which one is read; legal is at most 2}}
    %slot = tile.wait %ring pending(3) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
  }
}


// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(1) : !tile.ring<16x64xbf16>
  %other = tile.ring stages(2) : !tile.ring<16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(0) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op 'left' must be a slot of another ring}}
    %y = tile.read_operands %slot part(0) transpose_b left(%slot : !tile.slot<16x64xbf16>) : !tile.slot<16x64xbf16> -> !tile.operands<16x16xbf16, 16x16xbf16>
  }
}


// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(1) : !tile.ring<16x64xbf16>
  %other = tile.ring stages(2) : !tile.ring<16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(0) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    %left = tile.wait %other pending(0) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    // expected-error@+1 {{'tile.read_operands' op A has a K of 64, but B a K of 16}}
    %y = tile.read_operands %slot part(0) left(%left : !tile.slot<16x64xbf16>) : !tile.slot<16x64xbf16> -> !tile.operands<16x16xbf16, 64x16xbf16>
  }
}


// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(1) : !tile.ring<16x64xbf16>
  %other = tile.ring stages(2) : !tile.ring<16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(0) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    %held = tile.splat %x : f32 -> !tile.fragment<16x16xf32>
    // expected-error@+1 {{'tile.read_operands' op takes bf16 or f16 'from' registers, not 'f32'}}
    %y = tile.read_operands %slot part(0) from(%held : !tile.fragment<16x16xf32>) : !tile.slot<16x64xbf16> -> !tile.operands<16x16xbf16, 64x16xbf16>
  }
}


// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(1) : !tile.ring<16x64xbf16>
  %other = tile.ring stages(2) : !tile.ring<16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(0) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    %sums = tile.splat %x : f32 -> !tile.fragment<16x16xf32>
    %held = tile.round %sums : !tile.fragment<16x16xf32> -> !tile.fragment<16x16xbf16>
    // expected-error@+1 {{'tile.read_operands' op takes A 'from' registers as it is multiplied: it has no 'left' and no 'transpose_a'}}
    %y = tile.read_operands %slot part(0) transpose_a from(%held : !tile.fragment<16x16xbf16>) : !tile.slot<16x64xbf16> -> !tile.operands<16x16xbf16, 64x16xbf16>
  }
}


// -----

tile.kernel @k(%x: f32) {
  %ring = tile.ring stages(1) : !tile.ring<16x64xbf16>
  %other = tile.ring stages(2) : !tile.ring<16x64xbf16>
  tile.role "r" warps(1) grid [1, 1] {
    %slot = tile.wait %ring pending(0) : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
    %sums = tile.splat %x : f32 -> !tile.fragment<16x32xf32>
    %held = tile.round %sums : !tile.fragment<16x32xf32> -> !tile.fragment<16x32xbf16>
    // expected-error@+1 {{'tile.read_operands' op A has a K of 32, but B a K of 16}}
    %y = tile.read_operands %slot part(0) from(%held : !tile.fragment<16x32xbf16>) : !tile.slot<16x64xbf16> -> !tile.operands<16x16xbf16, 64x16xbf16>
  }
}
