// Integers times floats: threads load the integers from the slot, convert them,
// and pass them to wgmma in registers.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // A thread has rows 16 w + l / 4 and eight further, whose pieces of 16 bytes
  // are exchanged by l / 4, and bytes 2 (l % 4) of a piece, the next, and both
  // eight further. All registers of the slot are there before the first wgmma.
  // CHECK-LABEL: llvm.func @signed(
  // CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32
  // CHECK: %[[ROW:.*]] = arith.shrui %[[LANE]], %c2_i32
  // CHECK: %[[WARP:.*]] = arith.shrui %{{.*}}, %c5_i32
  // CHECK: %[[FIRST:.*]] = arith.muli %[[WARP]], %c16_i32
  // CHECK: %[[INTILE:.*]] = arith.addi %[[FIRST]], %[[ROW]]
  // CHECK: arith.muli %[[INTILE]], %c128_i32
  // CHECK: %[[EXCHANGE:.*]] = arith.muli %[[ROW]], %c16_i32
  // CHECK: %[[BYTES:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  // One byte in each half of a register, below an exponent: 128 + x % 128, less
  // 128 or, where x is negative, 256.
  // CHECK: %[[WIDE:.*]] = arith.extui %[[BYTES]] : i16 to i32
  // CHECK: %[[PAIR:.*]] = nvvm.prmt <default> %c20800_i32, %[[WIDE]], %c1128481603_i32
  // CHECK: %[[SUM:.*]] = arith.andi %[[PAIR]], %c-8388737_i32
  // CHECK: %[[EXCESS:.*]] = arith.andi %[[PAIR]], %c-8323200_i32
  // CHECK: %[[X:.*]] = llvm.bitcast %[[SUM]] : i32 to vector<2xbf16>
  // CHECK: %[[Y:.*]] = llvm.bitcast %[[EXCESS]] : i32 to vector<2xbf16>
  // CHECK: arith.subf %[[X]], %[[Y]] : vector<2xbf16>
  // CHECK: llvm.getelementptr %{{.*}}[1024]
  // CHECK: llvm.getelementptr %{{.*}}[8]
  // CHECK: llvm.getelementptr %{{.*}}[1032]
  // CHECK: arith.xori %[[EXCHANGE]], %c16_i32
  // CHECK: arith.xori %[[EXCHANGE]], %c112_i32
  // CHECK: %[[A:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "", "=r,
  // CHECK: %[[A0:.*]] = llvm.extractvalue %[[A]][0]
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: %[[D:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .pred p;\0Asetp.ne.b32 p, 0, 0;\0Awgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {$0, $1, $2, $3, $4, $5, $6, $7}, {$16, $17, $18, $19}, $20, p, 1, 1, 0;\0A}\0A", "=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,r,r,r,r,l" {{.*}}%[[A0]],
  // CHECK: llvm.extractvalue %[[D]][0]
  // CHECK-COUNT-7: setp.ne.b32 p, 1, 0;{{.*}}m64n16k16.f32.bf16.bf16
  // CHECK: nvvm.wgmma.commit.group.sync.aligned
  // CHECK: nvvm.wgmma.wait.group.sync.aligned 0
  // Each warp says when it is done, for its threads have read the slot.
  // CHECK: nvvm.bar.warp.sync
  // CHECK: nvvm.mbarrier.arrive
  tile.kernel @signed(%A: memref<?x?xi8>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        %d = tile.mma %slot transpose_b : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xi8, 16x128xbf16>, !tile.ring<64x128xi8, 16x128xbf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
  // f16 has room for all 8 bits: 1024 + (x + 128), less 1152. B lies along N.
  // CHECK-LABEL: llvm.func @halves(
  // CHECK: %[[PAIR:.*]] = nvvm.prmt <default> %c20800_i32, %{{.*}}, %c1684300900_i32
  // CHECK: %[[SUM:.*]] = arith.xori %[[PAIR]], %c8388736_i32
  // CHECK: %[[X:.*]] = llvm.bitcast %[[SUM]] : i32 to vector<2xf16>
  // CHECK: arith.subf %[[X]], %{{.*}} : vector<2xf16>
  // CHECK: m64n64k16.f32.f16.f16 {{.*}}, p, 1, 1, 1;
  tile.kernel @halves(%A: memref<?x?xi8>, %B: memref<?x?xf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 128x64xf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 64, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xi8, 128x64xf16> -> !tile.slot<64x128xi8, 128x64xf16>
        %d = tile.mma %slot : !tile.slot<64x128xi8, 128x64xf16> -> !tile.fragment<64x64xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x64xf32> -> !tile.fragment<64x64xf32>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x64xf32>, memref<?x?xf32>
      }
    }
  }
  // Where CTAs share a tile, each warp says so to all of them: lane t to the t-th.
  // CHECK-LABEL: llvm.func @shared(
  // CHECK: nvvm.bar.warp.sync
  // CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32
  // CHECK: %[[PEER:.*]] = arith.cmpi ult, %[[LANE]], %c2_i32
  // CHECK: scf.if %[[PEER]]
  // CHECK: nvvm.mapa
  // CHECK: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<7>
  tile.kernel @shared(%A: memref<?x?xi8>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) cluster(2, 1, 1) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %slot = tile.acquire %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xi8>, !tile.slot<64x128xi8, 16x128xbf16>
        tile.load %B[%n, %k0] into %slot[1] multicast(m) : memref<?x?xbf16>, !tile.slot<64x128xi8, 16x128xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        %d = tile.mma %slot transpose_b : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xi8, 16x128xbf16>, !tile.ring<64x128xi8, 16x128xbf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}
