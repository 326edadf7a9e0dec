// What the verifiers refuse of tiles whose columns the launch chooses.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.chosen_columns' op has no choices; it needs one or more}}
  %c = tile.chosen_columns []
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.chosen_columns' op has choices from 8 to 256 in steps of 8, not 0}}
  %c = tile.chosen_columns [0, 8]
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.chosen_columns' op has choices from 8 to 256 in steps of 8, not -8}}
  %c = tile.chosen_columns [-8, 8]
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.chosen_columns' op has choices from 8 to 256 in steps of 8, not 60}}
  %c = tile.chosen_columns [56, 60]
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.chosen_columns' op has choices from 8 to 256 in steps of 8, not 264}}
  %c = tile.chosen_columns [256, 264]
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.chosen_columns' op has choices in ascending order, not 64 after 72}}
  %c = tile.chosen_columns [64, 72, 64]
}

// -----

tile.kernel @k() threads(32) {
  // expected-error@+1 {{'tile.chosen_columns' op has choices in ascending order, not 64 after 64}}
  %c = tile.chosen_columns [64, 64]
}

// -----

func.func @f() {
  // expected-error@+1 {{'tile.chosen_columns' op must stand in a tile.kernel}}
  %c = tile.chosen_columns [64]
  return
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
    // expected-error@+1 {{'tile.load' op 'chosen' is for whole tiles of one CTA, without 'half' and 'multicast'}}
    tile.load %A[%x, %x] into %s[0] half [0, 1] chosen : memref<?x?xbf16>, !tile.slot<64x64xbf16>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) cluster(2, 1, 1) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
  tile.role "r" warps(4) {
    %s = tile.acquire %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
    // expected-error@+1 {{'tile.load' op 'chosen' is for whole tiles of one CTA, without 'half' and 'multicast'}}
    tile.load %A[%x, %x] into %s[0] chosen multicast(m) : memref<?x?xbf16>, !tile.slot<64x64xbf16>
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op has 'columns', but @g::@k has no tile.chosen_columns}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>) columns(64)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {
    %c = tile.chosen_columns [64, 72, 80]
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs 'columns', one of 64, 72, 80}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {
    %c = tile.chosen_columns [64, 72, 80]
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs 'columns', one of 64, 72, 80, not 76}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>) columns(76)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {
    %c = tile.chosen_columns [64]
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs 'columns', one of 64, not 0}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>) columns(0)
  return
}
