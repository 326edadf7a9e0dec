// Loads into a slot have no result, but somebody waits for what they bring:
// clean-up passes must leave them, and all that works on barriers, alone.
// RUN: autotune-opt %s -canonicalize -cse -canonicalize | FileCheck %s

// CHECK-LABEL: tile.kernel @kept
tile.kernel @kept(%A: memref<?x?xbf16>, %x: index) {
  // CHECK: tile.wait_for_previous
  tile.wait_for_previous
  // CHECK: tile.ring stages(2)
  %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x16xbf16>
  // CHECK: tile.role "producer"
  tile.role "producer" warps(4) elect {
    // CHECK: tile.acquire
    // CHECK-COUNT-2: tile.load
    %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    tile.load %A[%x, %x] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
    tile.load %A[%x, %x] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 64x16xbf16>
  }
  // CHECK: tile.role "consumer"
  tile.role "consumer" warps(4) copies(2) {
    // CHECK: tile.take_turn
    // CHECK: tile.wait
    // CHECK: tile.wait
    // CHECK: tile.mma
    // CHECK: tile.pass_turn
    // CHECK: tile.mma_wait
    // CHECK: tile.release
    tile.take_turn
    %s0 = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    %s1 = tile.wait %ring : !tile.ring<64x64xbf16, 64x16xbf16> -> !tile.slot<64x64xbf16, 64x16xbf16>
    %d = tile.mma %s1 : !tile.slot<64x64xbf16, 64x16xbf16> -> !tile.fragment<64x16xf32>
    tile.pass_turn
    tile.mma_wait pending(0)
    tile.release %s0 to %ring : !tile.slot<64x64xbf16, 64x16xbf16>, !tile.ring<64x64xbf16, 64x16xbf16>
  }
}

// What only makes a value goes away when nobody wants it.
// CHECK-LABEL: tile.kernel @unused
// CHECK-NOT: tile.read
// CHECK-NOT: tile.map
tile.kernel @unused(%A: memref<?x?xbf16>, %x: index) {
  tile.role "r" warps(4) {
    %f = tile.read %A[%x, %x] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
    %g = tile.map %f : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
    ^bb0(%e: f32):
      tile.yield %e : f32
    }
  }
}

// A read before a store to the same matrix is not one after it.
// CHECK-LABEL: tile.kernel @reread
tile.kernel @reread(%A: memref<?x?xf32>, %x: index) {
  tile.role "r" warps(4) {
    // CHECK: tile.read
    // CHECK: tile.store
    // CHECK: tile.read
    // CHECK: tile.store
    %f = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    tile.store %f, %A[%x, %x] : !tile.fragment<64x16xf32>, memref<?x?xf32>
    %g = tile.read %A[%x, %x] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
    tile.store %g, %A[%x, %x] : !tile.fragment<64x16xf32>, memref<?x?xf32>
  }
}
