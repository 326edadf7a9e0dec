// Integers of 4 bits, two to a byte, times floats: threads load eight bytes of a
// step and row, and pick two.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Byte l % 4 of a word, and of the word four bits lower.
  // CHECK-LABEL: llvm.func @packed(
  // CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32
  // CHECK: %[[ROW:.*]] = arith.shrui %[[LANE]], %c2_i32
  // CHECK: %[[EXCHANGE:.*]] = arith.muli %[[ROW]], %c16_i32
  // CHECK: %[[INQUAD:.*]] = arith.andi %[[LANE]], %c3_i32
  // CHECK: %[[TWICE:.*]] = arith.muli %[[INQUAD]], %c257_i32
  // CHECK: %[[SELECTOR:.*]] = arith.addi %[[TWICE]], %c1024_i32
  // CHECK: %[[BOTH:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> i64
  // CHECK: %[[WORD:.*]] = arith.trunci %[[BOTH]] : i64 to i32
  // CHECK: %[[LOWER:.*]] = arith.shrui %[[WORD]], %c4_i32
  // CHECK: nvvm.prmt <default> %[[SELECTOR]], %[[WORD]], %[[LOWER]]
  // CHECK: %[[HIGH:.*]] = arith.shrui %[[BOTH]], %c32_i64
  // CHECK: arith.trunci %[[HIGH]] : i64 to i32
  // CHECK: llvm.getelementptr %{{.*}}[1024]
  // 0x4300 | (x + 8), less 136.
  // CHECK: %[[SUM:.*]] = llvm.inline_asm asm_dialect = att "lop3.b32 $0, $1, $2, $3, 0x6a;", "=r,r,r,r" %{{.*}}, %c983055_i32, %c1124614920_i32
  // CHECK: %[[X:.*]] = llvm.bitcast %[[SUM]] : i32 to vector<2xbf16>
  // CHECK: arith.subf %[[X]], %{{.*}} : vector<2xbf16>
  // The second step of 16 is the other half of a piece, the third another piece.
  // CHECK: llvm.getelementptr %{{.*}}[8]
  // CHECK: llvm.getelementptr %{{.*}}[1032]
  // CHECK: arith.xori %[[EXCHANGE]], %c16_i32
  // CHECK: arith.xori %[[EXCHANGE]], %c112_i32
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK-COUNT-16: m64n16k16.f32.bf16.bf16
  // CHECK-NOT: m64n16k16
  // CHECK: nvvm.wgmma.commit.group.sync.aligned
  tile.kernel @packed(%A: memref<?x?xi8>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x256xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 256) {
        %slot = tile.wait %ring : !tile.ring<64x128xi8, 16x256xbf16> -> !tile.slot<64x128xi8, 16x256xbf16>
        %d = tile.mma %slot transpose_b packed_a : !tile.slot<64x128xi8, 16x256xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xi8, 16x256xbf16>, !tile.ring<64x128xi8, 16x256xbf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }

  // In another order a thread loads two neighbouring pieces of 16 bytes for each
  // row, where 2 (l % 4) says, and shifts words. Nothing is picked.
  // CHECK-LABEL: llvm.func @reordered(
  // CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32
  // CHECK: %[[ROW:.*]] = arith.shrui %[[LANE]], %c2_i32
  // CHECK: %[[OFROW:.*]] = arith.muli %[[ROW]], %c16_i32
  // CHECK: %[[INQUAD:.*]] = arith.andi %[[LANE]], %c3_i32
  // CHECK: %[[PIECE:.*]] = arith.muli %[[INQUAD]], %c32_i32
  // CHECK: %[[EXCHANGE:.*]] = arith.xori %[[OFROW]], %[[PIECE]]
  // CHECK-NOT: nvvm.prmt
  // CHECK: %[[FOUR:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK: %[[WORD:.*]] = llvm.extractelement %[[FOUR]][%{{.*}} : i32]
  // CHECK: arith.shrui %[[WORD]], %c4_i32
  // CHECK: llvm.getelementptr %{{.*}}[1024]
  // CHECK: llvm.inline_asm asm_dialect = att "lop3.b32 $0, $1, $2, $3, 0x6a;", "=r,r,r,r" %[[WORD]], %c983055_i32, %c1124614920_i32
  // CHECK: arith.shrui %[[WORD]], %c8_i32
  // CHECK: arith.xori %[[EXCHANGE]], %c16_i32
  // CHECK-NOT: nvvm.prmt
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK-COUNT-16: m64n16k16.f32.bf16.bf16
  // CHECK-NOT: m64n16k16
  tile.kernel @reordered(%A: memref<?x?xi8>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x256xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 256) {
        %slot = tile.wait %ring : !tile.ring<64x128xi8, 16x256xbf16> -> !tile.slot<64x128xi8, 16x256xbf16>
        %d = tile.mma %slot transpose_b packed_a reordered_a : !tile.slot<64x128xi8, 16x256xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xi8, 16x256xbf16>, !tile.ring<64x128xi8, 16x256xbf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}
