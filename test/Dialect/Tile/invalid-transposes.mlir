// What is transposed in shared memory, and what is multiplied of it.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %turned = tile.ring stages(2) : !tile.ring<256x128xi8>
  tile.role "r" warps(3) {
    %s = tile.acquire %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.acquire %turned : !tile.ring<256x128xi8> -> !tile.slot<256x128xi8>
    // expected-error@+1 {{'tile.transpose' op the slot must come straight from a tile.wait}}
    tile.transpose %s[1] into %t : !tile.slot<64x128xi8, 128x256xi8>, !tile.slot<256x128xi8>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %turned = tile.ring stages(2) : !tile.ring<256x128xi8>
  tile.role "r" warps(3) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.wait %turned : !tile.ring<256x128xi8> -> !tile.slot<256x128xi8>
    // expected-error@+1 {{'tile.transpose' op the slot for the transpose must come straight from a tile.acquire}}
    tile.transpose %s[1] into %t : !tile.slot<64x128xi8, 128x256xi8>, !tile.slot<256x128xi8>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<128x128xi8>
  tile.role "r" warps(3) {
    %s = tile.wait %ring : !tile.ring<128x128xi8> -> !tile.slot<128x128xi8>
    %t = tile.acquire %ring : !tile.ring<128x128xi8> -> !tile.slot<128x128xi8>
    // expected-error@+1 {{'tile.transpose' op must transpose into a slot of another ring, not of the same}}
    tile.transpose %s[0] into %t : !tile.slot<128x128xi8>, !tile.slot<128x128xi8>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %turned = tile.ring stages(2) : !tile.ring<256x128xi8>
  tile.role "r" warps(3) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.acquire %turned : !tile.ring<256x128xi8> -> !tile.slot<256x128xi8>
    // expected-error@+1 {{'tile.transpose' op the slot has 2 tiles; there is no tile 2}}
    tile.transpose %s[2] into %t : !tile.slot<64x128xi8, 128x256xi8>, !tile.slot<256x128xi8>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %turned = tile.ring stages(2) : !tile.ring<128x256xi8>
  tile.role "r" warps(3) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.acquire %turned : !tile.ring<128x256xi8> -> !tile.slot<128x256xi8>
    // expected-error@+1 {{'tile.transpose' op fills a slot of one tile, of 'vector<256x128xi8>', not '!tile.slot<128x256xi8>'}}
    tile.transpose %s[1] into %t : !tile.slot<64x128xi8, 128x256xi8>, !tile.slot<128x256xi8>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %turned = tile.ring stages(2) : !tile.ring<256x128xi8, 256x128xi8>
  tile.role "r" warps(3) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.acquire %turned : !tile.ring<256x128xi8, 256x128xi8> -> !tile.slot<256x128xi8, 256x128xi8>
    // expected-error@+1 {{'tile.transpose' op fills a slot of one tile, of 'vector<256x128xi8>', not '!tile.slot<256x128xi8, 256x128xi8>'}}
    tile.transpose %s[1] into %t : !tile.slot<64x128xi8, 128x256xi8>, !tile.slot<256x128xi8, 256x128xi8>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<128x128xi8, 128x128xi8>
  %turned = tile.ring stages(2) : !tile.ring<128x128xi8>
  tile.role "r" warps(3) {
    %s = tile.wait %ring : !tile.ring<128x128xi8, 128x128xi8> -> !tile.slot<128x128xi8, 128x128xi8>
    %t = tile.acquire %turned : !tile.ring<128x128xi8> -> !tile.slot<128x128xi8>
    // expected-error@+1 {{'tile.transpose' op fills the only tile of a slot, so nothing else may fill the slot}}
    tile.transpose %s[0] into %t : !tile.slot<128x128xi8, 128x128xi8>, !tile.slot<128x128xi8>
    tile.transpose %s[1] into %t : !tile.slot<128x128xi8, 128x128xi8>, !tile.slot<128x128xi8>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %turned = tile.ring stages(2) : !tile.ring<256x128xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.acquire %turned : !tile.ring<256x128xi8> -> !tile.slot<256x128xi8>
    // expected-error@+1 {{'tile.mma' op the slot of 'right' must come straight from a tile.wait}}
    %d = tile.mma %s transpose_b right(%t : !tile.slot<256x128xi8>) : !tile.slot<64x128xi8, 128x256xi8> -> !tile.fragment<64x256xi32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    // expected-error@+1 {{'tile.mma' op 'left' must be a slot of another ring}}
    %d = tile.mma %s left(%s : !tile.slot<64x128xi8, 128x256xi8>) : !tile.slot<64x128xi8, 128x256xi8> -> !tile.fragment<64x256xi32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %other = tile.ring stages(2) : !tile.ring<64x128xi8, 256x128xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.wait %other : !tile.ring<64x128xi8, 256x128xi8> -> !tile.slot<64x128xi8, 256x128xi8>
    // expected-error@+1 {{'tile.mma' op 'right' must be a slot of one tile; the slot has 2}}
    %d = tile.mma %s transpose_b right(%t : !tile.slot<64x128xi8, 256x128xi8>) : !tile.slot<64x128xi8, 128x256xi8> -> !tile.fragment<64x256xi32>
  }
}

// -----

// The tile that is multiplied counts, not the one that is not.
tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %turned = tile.ring stages(2) : !tile.ring<256x64xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.wait %turned : !tile.ring<256x64xi8> -> !tile.slot<256x64xi8>
    // expected-error@+1 {{'tile.mma' op A has a K of 128, but B a K of 64}}
    %d = tile.mma %s transpose_b right(%t : !tile.slot<256x64xi8>) : !tile.slot<64x128xi8, 128x256xi8> -> !tile.fragment<64x256xi32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 32x32xf32>
  %turned = tile.ring stages(2) : !tile.ring<32x32xf32>
  %lows = tile.ring stages(2) : !tile.ring<64x32xf32, 32x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 32x32xf32> -> !tile.slot<64x32xf32, 32x32xf32>
    %t = tile.wait %turned : !tile.ring<32x32xf32> -> !tile.slot<32x32xf32>
    %l = tile.wait %lows : !tile.ring<64x32xf32, 32x32xf32> -> !tile.slot<64x32xf32, 32x32xf32>
    // expected-error@+1 {{'tile.mma' op 'low' is for tiles of the slot, not for 'left' or 'right'}}
    %d = tile.mma %s transpose_b tf32 low(%l : !tile.slot<64x32xf32, 32x32xf32>) right(%t : !tile.slot<32x32xf32>) : !tile.slot<64x32xf32, 32x32xf32> -> !tile.fragment<64x32xf32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>, %x: index) {
  %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x256xi8>
  %turned = tile.ring stages(2) : !tile.ring<256x128xi8>
  tile.role "r" warps(1) elect {
    %s = tile.wait %ring : !tile.ring<64x128xi8, 128x256xi8> -> !tile.slot<64x128xi8, 128x256xi8>
    %t = tile.acquire %turned : !tile.ring<256x128xi8> -> !tile.slot<256x128xi8>
    // expected-error@+1 {{'tile.transpose' op fills the only tile of a slot, so nothing else may fill the slot}}
    tile.transpose %s[1] into %t : !tile.slot<64x128xi8, 128x256xi8>, !tile.slot<256x128xi8>
    tile.load %A[%x, %x] into %t[0] : memref<?x?xi8>, !tile.slot<256x128xi8>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<128x64xi8, 256x128xi8>
  %turned = tile.ring stages(2) : !tile.ring<64x128xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<128x64xi8, 256x128xi8> -> !tile.slot<128x64xi8, 256x128xi8>
    %t = tile.acquire %turned : !tile.ring<64x128xi8> -> !tile.slot<64x128xi8>
    // expected-error@+1 {{'tile.mma' op the slot of 'left' must come straight from a tile.wait}}
    %d = tile.mma %s transpose_b left(%t : !tile.slot<64x128xi8>) : !tile.slot<128x64xi8, 256x128xi8> -> !tile.fragment<64x256xi32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<128x64xi8, 256x128xi8>
  %other = tile.ring stages(2) : !tile.ring<64x128xi8, 256x128xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<128x64xi8, 256x128xi8> -> !tile.slot<128x64xi8, 256x128xi8>
    %t = tile.wait %other : !tile.ring<64x128xi8, 256x128xi8> -> !tile.slot<64x128xi8, 256x128xi8>
    // expected-error@+1 {{'tile.mma' op 'left' must be a slot of one tile; the slot has 2}}
    %d = tile.mma %s transpose_b left(%t : !tile.slot<64x128xi8, 256x128xi8>) : !tile.slot<128x64xi8, 256x128xi8> -> !tile.fragment<64x256xi32>
  }
}

// -----

// The tile that is multiplied counts, of A too.
tile.kernel @k(%A: memref<?x?xi8>) {
  %ring = tile.ring stages(2) : !tile.ring<128x64xi8, 256x128xi8>
  %turned = tile.ring stages(2) : !tile.ring<64x64xi8>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<128x64xi8, 256x128xi8> -> !tile.slot<128x64xi8, 256x128xi8>
    %t = tile.wait %turned : !tile.ring<64x64xi8> -> !tile.slot<64x64xi8>
    // expected-error@+1 {{'tile.mma' op A has a K of 64, but B a K of 128}}
    %d = tile.mma %s transpose_b left(%t : !tile.slot<64x64xi8>) : !tile.slot<128x64xi8, 256x128xi8> -> !tile.fragment<64x256xi32>
  }
}

// -----

tile.kernel @k(%A: memref<?x?xf32>) {
  %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 32x32xf32>
  %turned = tile.ring stages(2) : !tile.ring<64x32xf32>
  %lows = tile.ring stages(2) : !tile.ring<64x32xf32, 32x32xf32>
  tile.role "r" warps(4) {
    %s = tile.wait %ring : !tile.ring<64x32xf32, 32x32xf32> -> !tile.slot<64x32xf32, 32x32xf32>
    %t = tile.wait %turned : !tile.ring<64x32xf32> -> !tile.slot<64x32xf32>
    %l = tile.wait %lows : !tile.ring<64x32xf32, 32x32xf32> -> !tile.slot<64x32xf32, 32x32xf32>
    // expected-error@+1 {{'tile.mma' op 'low' is for tiles of the slot, not for 'left' or 'right'}}
    %d = tile.mma %s transpose_b tf32 low(%l : !tile.slot<64x32xf32, 32x32xf32>) left(%t : !tile.slot<64x32xf32>) : !tile.slot<64x32xf32, 32x32xf32> -> !tile.fragment<64x32xf32>
  }
}
