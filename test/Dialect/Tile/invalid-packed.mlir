// What the verifiers refuse of integers of 4 bits, two to a byte.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k(%A: memref<?x?xbf16>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    // expected-error@+1 {{'tile.mma' op A has a K of 256, but B a K of 128}}
    %d = tile.mma %s transpose_b packed_a : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x256xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x256xi8> -> !tile.slot<64x128xi8, 16x256xi8>
    // expected-error@+1 {{'tile.mma' op may have packed integers only in an A of signed i8 that is stored m x k/2, with floats in B}}
    %d = tile.mma %s transpose_b packed_a : !tile.slot<64x128xi8, 16x256xi8> -> !tile.fragment<64x16xi32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x256xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x256xbf16> -> !tile.slot<64x128xi8, 16x256xbf16>
    // expected-error@+1 {{'tile.mma' op may have packed integers only in an A of signed i8 that is stored m x k/2, with floats in B}}
    %d = tile.mma %s transpose_b unsigned_a packed_a : !tile.slot<64x128xi8, 16x256xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  %ring = tile.ring stages(2) : !tile.ring<128x64xi8, 16x256xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<128x64xi8, 16x256xbf16> -> !tile.slot<128x64xi8, 16x256xbf16>
    // expected-error@+1 {{'tile.mma' op may have packed integers only in an A of signed i8 that is stored m x k/2, with floats in B}}
    %d = tile.mma %s transpose_a transpose_b packed_a : !tile.slot<128x64xi8, 16x256xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x256xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x256xbf16> -> !tile.slot<64x128xi8, 16x256xbf16>
    // expected-error@+1 {{'tile.mma' op its function takes one 'i4' and one element of each of its rows}}
    %d = tile.mma %s transpose_b packed_a prologue {
    ^bb0(%q: i8):
      %0 = arith.sitofp %q : i8 to bf16
      tile.yield %0 : bf16
    } : !tile.slot<64x128xi8, 16x256xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

// Bytes of two are read, and not written.
gpu.module @kernels {
  tile.kernel @k(%A: memref<?x?xi8>) threads(32) {
  }
}
func.func @f(%a: memref<4x4xi4>) {
  // expected-error@+1 {{'tile.launch' op operand of type 'memref<4x4xi4>' can't be the kernel's argument of type 'memref<?x?xi8>'}}
  tile.launch @kernels::@k outs(%a : memref<4x4xi4>)
  return
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
    // expected-error@+1 {{'tile.mma' op may have reordered integers only in an A that is 'packed_a', with a K that is a multiple of 256}}
    %d = tile.mma %s transpose_b reordered_a : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xbf16>) {
  %ring = tile.ring stages(2) : !tile.ring<64x64xi8, 16x128xbf16>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x64xi8, 16x128xbf16> -> !tile.slot<64x64xi8, 16x128xbf16>
    // expected-error@+1 {{'tile.mma' op may have reordered integers only in an A that is 'packed_a', with a K that is a multiple of 256}}
    %d = tile.mma %s transpose_b packed_a reordered_a : !tile.slot<64x64xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
  }
}

// -----

func.func @narrow(%w: tensor<64x288xi4>) -> tensor<64x288xi4> {
  // expected-error@+1 {{'tile.reorder' op reorders a matrix of i4 with a known number of rows, and a known multiple of 256 columns, not 'tensor<64x288xi4>'}}
  %r = tile.reorder %w : tensor<64x288xi4>
  return %r : tensor<64x288xi4>
}

// -----

func.func @bytes(%w: tensor<64x256xi8>) -> tensor<64x256xi8> {
  // expected-error@+1 {{'tile.reorder' op reorders a matrix of i4 with a known number of rows}}
  %r = tile.reorder %w : tensor<64x256xi8>
  return %r : tensor<64x256xi8>
}
