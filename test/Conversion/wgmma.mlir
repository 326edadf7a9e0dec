// Products become wgmma on descriptors of the slot.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Both operands K-major, 128 deep. A descriptor is the address in units of 16
  // bytes, the 128-byte swizzle (bit 62), a stride of 1024 bytes between groups
  // of eight rows (64 << 32), and a leading offset that is ignored (1 << 16):
  // 4611686293305360384 in all. 16 steps of K are 32 bytes apart in a chunk of
  // 64; the next chunk lies 64 x 128 bytes further for A, 32 x 128 for B. The
  // first wgmma overwrites, the others add.
  // CHECK-LABEL: llvm.func @k_major(
  // CHECK: %[[START:.*]] = arith.shrui %{{.*}}, %c4_i32
  // CHECK: %[[WIDE:.*]] = arith.extui %[[START]] : i32 to i64
  // CHECK: %[[A:.*]] = arith.ori %[[WIDE]], %c4611686293305360384_i64
  // CHECK: %[[B:.*]] = arith.ori %{{.*}}, %c4611686293305360384_i64
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: %[[D0:.*]] = nvvm.wgmma.mma_async %[[A]], %[[B]], %{{.*}}, <m = 64, n = 32, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
  // CHECK: %[[A1:.*]] = arith.addi %[[A]], %c2_i64
  // CHECK: %[[B1:.*]] = arith.addi %[[B]], %c2_i64
  // CHECK: nvvm.wgmma.mma_async %[[A1]], %[[B1]], %[[D0]], <m = 64, n = 32, k = 16>, D[<f32>, <one>]
  // CHECK: arith.addi %[[A]], %c4_i64
  // CHECK: arith.addi %[[A]], %c6_i64
  // CHECK: arith.addi %[[A]], %c512_i64
  // CHECK: arith.addi %[[B]], %c256_i64
  // CHECK: arith.addi %[[A]], %c518_i64
  // CHECK: arith.addi %[[B]], %c262_i64
  // CHECK: nvvm.wgmma.mma_async
  // CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
  // Sums are read only behind the wait: they pass through a piece of assembly
  // that nothing may move across.
  // CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 0
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"
  tile.kernel @k_major(%A: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x128xbf16, 32x128xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 32, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xbf16, 32x128xbf16> -> !tile.slot<64x128xbf16, 32x128xbf16>
        %d = tile.mma %slot transpose_b : !tile.slot<64x128xbf16, 32x128xbf16> -> !tile.fragment<64x32xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x32xf32> -> !tile.fragment<64x32xf32>
        tile.store %r, %A[%m, %n] : !tile.fragment<64x32xf32>, memref<?x?xbf16>
      }
    }
  }
  // Both operands MN-major, 32 deep, over two warpgroups. The leading offset is
  // the distance between chunks of 64 along M or N, 32 x 128 bytes (256 << 16);
  // the second warpgroup starts one chunk of A further; a step of 16 along K is
  // 16 rows of 128 bytes. Sums that were read are in their registers before
  // the fence.
  // CHECK-LABEL: llvm.func @mn_major(
  // CHECK: %[[WG:.*]] = arith.remui %{{.*}}, %c2_i32
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f16
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[OFF:.*]] = arith.muli %[[WG]], %c4096_i32
  // CHECK: arith.addi %{{.*}}, %[[OFF]]
  // CHECK: %[[A:.*]] = arith.ori %{{.*}}, %c4611686293322072064_i64
  // CHECK: %[[B:.*]] = arith.ori %{{.*}}, %c4611686293322072064_i64
  // CHECK: %[[OLD:.*]] = llvm.inline_asm has_side_effects asm_dialect = att "", "=f,
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: %[[D0:.*]] = nvvm.wgmma.mma_async %[[A]], %[[B]], %[[OLD]], <m = 64, n = 96, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <col>], B[<f16>, <one>, <row>]
  // CHECK: %[[A1:.*]] = arith.addi %[[A]], %c128_i64
  // CHECK: %[[B1:.*]] = arith.addi %[[B]], %c128_i64
  // CHECK: nvvm.wgmma.mma_async %[[A1]], %[[B1]], %[[D0]]
  // CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
  tile.kernel @mn_major(%A: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf16>
    %ring = tile.ring stages(2) : !tile.ring<32x128xf16, 32x96xf16>
    tile.role "consumer" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(128, 96, 32) {
        %slot = tile.wait %ring : !tile.ring<32x128xf16, 32x96xf16> -> !tile.slot<32x128xf16, 32x96xf16>
        %old = tile.read %A[%m, %n] : memref<?x?xf16> -> !tile.fragment<128x96xf32>
        %d = tile.mma %slot, %old transpose_a : !tile.slot<32x128xf16, 32x96xf16>, !tile.fragment<128x96xf32> -> !tile.fragment<128x96xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<128x96xf32> -> !tile.fragment<128x96xf32>
        tile.store %r, %A[%m, %n] : !tile.fragment<128x96xf32>, memref<?x?xf16>
      }
    }
  }
  // 32 elements of 8 bits a step, 32 bytes as ever; a chunk is 128 of them. Sums
  // wrap, and wait in integer registers.
  // CHECK-LABEL: llvm.func @integers(
  // CHECK: nvvm.wgmma.mma_async %[[A:.*]], %[[B:.*]], %{{.*}}, <m = 64, n = 8, k = 32>, D[<s32>, <zero>, <wrapped>], A[<s8>, <one>, <row>], B[<u8>, <one>, <col>]
  // CHECK: arith.addi %[[A]], %c2_i64
  // CHECK: arith.addi %[[A]], %c4_i64
  // CHECK: arith.addi %[[A]], %c6_i64
  // CHECK: arith.addi %[[A]], %c512_i64
  // CHECK: arith.addi %[[B]], %c64_i64
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "", "=r,=r,=r,=r,0,1,2,3"
  tile.kernel @integers(%A: memref<?x?xi8>, %C: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xi8>
    %ring = tile.ring stages(2) : !tile.ring<64x256xi8, 8x256xi8>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 8, 256) {
        %slot = tile.wait %ring : !tile.ring<64x256xi8, 8x256xi8> -> !tile.slot<64x256xi8, 8x256xi8>
        %d = tile.mma %slot transpose_b unsigned_b : !tile.slot<64x256xi8, 8x256xi8> -> !tile.fragment<64x8xi32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x8xi32> -> !tile.fragment<64x8xi32>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x8xi32>, memref<?x?xi32>
      }
    }
  }
  // CHECK-LABEL: llvm.func @floats(
  // CHECK: <m = 64, n = 40, k = 32>, D[<f32>, <zero>], A[<e4m3>, <one>, <row>], B[<e5m2>, <one>, <col>]
  tile.kernel @floats(%A: memref<?x?xf8E4M3FN>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf8E4M3FN>
    %ring = tile.ring stages(2) : !tile.ring<64x128xf8E4M3FN, 40x128xf8E5M2>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 40, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xf8E4M3FN, 40x128xf8E5M2> -> !tile.slot<64x128xf8E4M3FN, 40x128xf8E5M2>
        %d = tile.mma %slot transpose_b : !tile.slot<64x128xf8E4M3FN, 40x128xf8E5M2> -> !tile.fragment<64x40xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x40xf32> -> !tile.fragment<64x40xf32>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x40xf32>, memref<?x?xf32>
      }
    }
  }
  // CHECK-LABEL: llvm.func @tf32(
  // CHECK: <m = 64, n = 16, k = 8>, D[<f32>, <zero>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
  tile.kernel @tf32(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
        %slot = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
        %d = tile.mma %slot transpose_b tf32 : !tile.slot<64x32xf32, 16x32xf32> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
  // Each step of K is three products, the first of which overwrites what was
  // there.
  // CHECK-LABEL: llvm.func @split(
  // CHECK: nvvm.setmaxregister{{.*}}
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: %[[X:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
  // CHECK: %[[E:.*]] = llvm.extractelement %[[X]]
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[E]] : f32 to i32
  // CHECK: %[[MASKED:.*]] = arith.andi %[[BITS]], %c-8192_i32 : i32
  // CHECK: %[[HIGH:.*]] = arith.bitcast %[[MASKED]] : i32 to f32
  // CHECK: %[[LOW:.*]] = arith.subf %[[E]], %[[HIGH]] : f32
  // CHECK: nvvm.convert.float.to.tf32 %[[LOW]] {rnd = #nvvm.fp_rnd_mode<rna>}
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
  // CHECK: nvvm.fence.proxy
  // CHECK: nvvm.mbarrier.arrive
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: nvvm.wgmma.mma_async %[[LOWA:[^,]*]], %[[B:[^,]*]], %{{.*}}D[<f32>, <zero>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
  // CHECK: nvvm.wgmma.mma_async %[[A:[^,]*]], %[[LOWB:[^,]*]], %{{.*}}D[<f32>, <one>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
  // CHECK: nvvm.wgmma.mma_async %[[A]], %[[B]], %{{.*}}D[<f32>, <one>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
  tile.kernel @split(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
    %lows = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
    tile.role "splitter" warps(4) registers(72) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
        %slot = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
        %low = tile.acquire %lows : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
        tile.split %slot into %low : !tile.slot<64x32xf32, 16x32xf32>
        tile.commit %low to %lows : !tile.slot<64x32xf32, 16x32xf32>, !tile.ring<64x32xf32, 16x32xf32>
        tile.release %slot to %ring : !tile.slot<64x32xf32, 16x32xf32>, !tile.ring<64x32xf32, 16x32xf32>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
        %slot = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
        %low = tile.wait %lows : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
        %d = tile.mma %slot transpose_b tf32 low(%low : !tile.slot<64x32xf32, 16x32xf32>) : !tile.slot<64x32xf32, 16x32xf32> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x32xf32, 16x32xf32>, !tile.ring<64x32xf32, 16x32xf32>
        tile.release %low to %lows : !tile.slot<64x32xf32, 16x32xf32>, !tile.ring<64x32xf32, 16x32xf32>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}
