// Tiles that can't be transposed in shared memory.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16>
    %turned = tile.ring stages(2) : !tile.ring<64x64xbf16>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 64) {
        %s = tile.wait %ring : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        %t = tile.acquire %turned : !tile.ring<64x64xbf16> -> !tile.slot<64x64xbf16>
        // expected-error@+1 {{'tile.transpose' op transposes elements of 8 or 32 bits, not 'bf16'}}
        tile.transpose %s[0] into %t : !tile.slot<64x64xbf16>, !tile.slot<64x64xbf16>
        tile.commit %t to %turned : !tile.slot<64x64xbf16>, !tile.ring<64x64xbf16>
      }
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xi8>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<128x64xi8>
    %turned = tile.ring stages(2) : !tile.ring<64x128xi8>
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 128) {
        %s = tile.wait %ring : !tile.ring<128x64xi8> -> !tile.slot<128x64xi8>
        %t = tile.acquire %turned : !tile.ring<64x128xi8> -> !tile.slot<64x128xi8>
        // expected-error@+1 {{'tile.transpose' op transposes tiles with rows and columns of a multiple of 128 elements, which are 128 bytes; not 128x64}}
        tile.transpose %s[0] into %t : !tile.slot<128x64xi8>, !tile.slot<64x128xi8>
        tile.commit %t to %turned : !tile.slot<64x128xi8>, !tile.ring<64x128xi8>
      }
    }
  }
}

// -----

// Three warps may, and do nothing else with the slot.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<32x32xf32>
    %turned = tile.ring stages(2) : !tile.ring<32x32xf32>
    %lows = tile.ring stages(2) : !tile.ring<32x32xf32>
    tile.role "r" warps(3) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(32, 32, 32) {
        // expected-error@+1 {{'tile.wait' op slots are drained by whole warpgroups}}
        %s = tile.wait %ring : !tile.ring<32x32xf32> -> !tile.slot<32x32xf32>
        %t = tile.acquire %turned : !tile.ring<32x32xf32> -> !tile.slot<32x32xf32>
        tile.transpose %s[0] into %t : !tile.slot<32x32xf32>, !tile.slot<32x32xf32>
        tile.commit %t to %turned : !tile.slot<32x32xf32>, !tile.ring<32x32xf32>
        %l = tile.acquire %lows : !tile.ring<32x32xf32> -> !tile.slot<32x32xf32>
        tile.split %s into %l : !tile.slot<32x32xf32>
        tile.commit %l to %lows : !tile.slot<32x32xf32>, !tile.ring<32x32xf32>
      }
    }
  }
}

// -----

// Sums are added up in the ring by whoever has waited for what is transposed of it.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) cluster(1, 1, 2) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 32x32xf32>
    %turned = tile.ring stages(2) : !tile.ring<32x32xf32>
    tile.role "transposer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
        %s = tile.wait %ring : !tile.ring<64x32xf32, 32x32xf32> -> !tile.slot<64x32xf32, 32x32xf32>
        %t = tile.acquire %turned : !tile.ring<32x32xf32> -> !tile.slot<32x32xf32>
        tile.transpose %s[1] into %t : !tile.slot<64x32xf32, 32x32xf32>, !tile.slot<32x32xf32>
        tile.commit %t to %turned : !tile.slot<32x32xf32>, !tile.ring<32x32xf32>
        tile.release %s to %ring : !tile.slot<64x32xf32, 32x32xf32>, !tile.ring<64x32xf32, 32x32xf32>
      }
    }
    tile.role "r" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
        %f = tile.read %A[%c0, %c0] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        // expected-error@+1 {{'tile.cluster_reduce' op uses the ring, which the role "transposer" still reads}}
        %s, %o = tile.cluster_reduce %f through %ring : !tile.fragment<64x16xf32>, !tile.ring<64x32xf32, 32x32xf32> -> !tile.fragment<64x8xf32>
      }
    }
  }
}

// -----

// Its threads are not those of a grid, which counts its warps by their places in it.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<32x32xf32>
    %turned = tile.ring stages(2) : !tile.ring<32x32xf32>
    tile.role "r" warps(4) grid [2, 2] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(32, 32, 32) {
        %f = tile.acquire %ring : !tile.ring<32x32xf32> -> !tile.slot<32x32xf32>
        tile.copy %A[%m, %k0] into %f[0] alignment(16) async : memref<?x?xf32>, !tile.slot<32x32xf32>
        tile.commit %f to %ring : !tile.slot<32x32xf32>, !tile.ring<32x32xf32>
        %s = tile.wait %ring pending(0) : !tile.ring<32x32xf32> -> !tile.slot<32x32xf32>
        %t = tile.acquire %turned : !tile.ring<32x32xf32> -> !tile.slot<32x32xf32>
        // expected-error@+1 {{'tile.transpose' op needs a role without a grid; the role "r" has a grid of warps}}
        tile.transpose %s[0] into %t : !tile.slot<32x32xf32>, !tile.slot<32x32xf32>
        tile.commit %t to %turned : !tile.slot<32x32xf32>, !tile.ring<32x32xf32>
      }
    }
  }
}
