// Rows of fragments, and products whose A is in registers.
// RUN: autotune-opt %s | autotune-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @softmax
tile.kernel @softmax(%A: memref<?x?xf16>, %L: memref<?x?xf32>, %m: index, %n: index) {
  %q = tile.ring stages(1) : !tile.ring<128x64xf16>
  %k = tile.ring stages(2) : !tile.ring<64x64xf16>
  tile.role "r" warps(8) {
    %a = tile.wait %q : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
    %b = tile.wait %k : !tile.ring<64x64xf16> -> !tile.slot<64x64xf16>
    // CHECK: tile.mma %{{.*}} transpose_b right(%{{.*}} : !tile.slot<64x64xf16>) : <128x64xf16> -> <128x64xf32>
    %s = tile.mma %a transpose_b right(%b : !tile.slot<64x64xf16>) : !tile.slot<128x64xf16> -> !tile.fragment<128x64xf32>
    // CHECK: tile.map %{{.*}} at [%{{.*}}, %{{.*}}] : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32> {
    // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: index, %{{.*}}: index):
    %masked = tile.map %s at [%m, %n] : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32> {
    ^bb0(%x: f32, %row: index, %column: index):
      %lowest = arith.constant 0xFF800000 : f32
      %isSeen = arith.cmpi sle, %column, %row : index
      %y = arith.select %isSeen, %x, %lowest : f32
      tile.yield %y : f32
    }
    // CHECK: %[[MAX:.*]] = tile.reduce_rows max %{{.*}} : <128x64xf32> -> <128x1xf32>
    %max = tile.reduce_rows max %masked : !tile.fragment<128x64xf32> -> !tile.rows<128x1xf32>
    // CHECK: tile.reduce_rows add %{{.*}} from %[[MAX]] : !tile.rows<128x1xf32>, <128x64xf32> -> <128x1xf32>
    %sum = tile.reduce_rows add %masked from %max : !tile.rows<128x1xf32>, !tile.fragment<128x64xf32> -> !tile.rows<128x1xf32>
    // CHECK: tile.map %{{.*}}, %{{.*}} : !tile.rows<128x1xf32>, !tile.rows<128x1xf32> -> !tile.rows<128x1xf32>
    %factor = tile.map %max, %sum : !tile.rows<128x1xf32>, !tile.rows<128x1xf32> -> !tile.rows<128x1xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = arith.divf %x, %y : f32
      tile.yield %z : f32
    }
    // CHECK: tile.map %{{.*}}, %{{.*}} : !tile.fragment<128x64xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x64xf32>
    %scaled = tile.map %masked, %factor : !tile.fragment<128x64xf32>, !tile.rows<128x1xf32> -> !tile.fragment<128x64xf32> {
    ^bb0(%x: f32, %y: f32):
      %z = arith.mulf %x, %y : f32
      tile.yield %z : f32
    }
    // CHECK: %[[L:.*]] = tile.fold %{{.*}} : <128x64xf32> -> <128x8xf32>
    %l = tile.fold %scaled : !tile.fragment<128x64xf32> -> !tile.fragment<128x8xf32>
    // CHECK: tile.fold %{{.*}} onto %[[L]] : !tile.fragment<128x8xf32>, <128x64xf32> -> <128x8xf32>
    %l2 = tile.fold %scaled onto %l : !tile.fragment<128x8xf32>, !tile.fragment<128x64xf32> -> !tile.fragment<128x8xf32>
    // CHECK: %[[P:.*]] = tile.round %{{.*}} : <128x64xf32> -> <128x64xf16>
    %p = tile.round %scaled : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf16>
    // CHECK: tile.store_rows %[[MAX]], %{{.*}}[%{{.*}}, %{{.*}}] : <128x1xf32>, memref<?x?xf32>
    tile.store_rows %max, %L[%m, %n] : !tile.rows<128x1xf32>, memref<?x?xf32>
    // CHECK: tile.mma %{{.*}} from(%[[P]] : !tile.fragment<128x64xf16>) : <64x64xf16> -> <128x64xf32>
    %o = tile.mma %b from(%p : !tile.fragment<128x64xf16>) : !tile.slot<64x64xf16> -> !tile.fragment<128x64xf32>
  }
}
