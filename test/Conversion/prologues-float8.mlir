// Floats of 8 bits that threads widen: by their instruction to f16, or as the upper half
// of one; to bf16 by way of f32.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @own(
  // CHECK: %[[LOADED:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> i16
  // CHECK-NEXT: %[[BYTES:.*]] = llvm.bitcast %[[LOADED]] : i16 to vector<2xi8>
  // CHECK-NEXT: %[[F:.*]] = nvvm.convert.f8x2.to.f16x2 %[[BYTES]] : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
  // CHECK-NEXT: llvm.bitcast %[[F]] : vector<2xf16> to i32
  tile.kernel @own(%A: memref<?x?xf8E4M3FN>, %B: memref<?x?xf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xf8E4M3FN, 16x128xf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xf8E4M3FN, 16x128xf16> -> !tile.slot<64x128xf8E4M3FN, 16x128xf16>
        %d = tile.mma %slot transpose_b : !tile.slot<64x128xf8E4M3FN, 16x128xf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xf8E4M3FN, 16x128xf16>, !tile.ring<64x128xf8E4M3FN, 16x128xf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }

  // Bytes 0 and 1, each above one of zeros.
  // CHECK-LABEL: llvm.func @through_f32(
  // CHECK-NOT: nvvm.convert.f8x2
  // CHECK: %[[BITS:.*]] = nvvm.prmt <default> %c5124_i32, %{{.*}}, %c0_i32 : i32
  // CHECK: %[[F:.*]] = llvm.bitcast %[[BITS]] : i32 to vector<2xf16>
  // CHECK: %[[F0:.*]] = llvm.extractelement %[[F]][%c0_i32 : i32]
  // CHECK: %[[X0:.*]] = arith.extf %[[F0]] : f16 to f32
  // CHECK: %[[F1:.*]] = llvm.extractelement %[[F]][%c1_i32 : i32]
  // CHECK: %[[X1:.*]] = arith.extf %[[F1]] : f16 to f32
  // CHECK: nvvm.convert.f32x2.to.bf16x2 %[[X1]], %[[X0]]
  tile.kernel @through_f32(%A: memref<?x?xf8E5M2>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xf8E5M2, 16x128xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xf8E5M2, 16x128xbf16> -> !tile.slot<64x128xf8E5M2, 16x128xbf16>
        %d = tile.mma %slot transpose_b : !tile.slot<64x128xf8E5M2, 16x128xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xf8E5M2, 16x128xbf16>, !tile.ring<64x128xf8E5M2, 16x128xbf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }

  // What is computed in f32 is rounded once.
  // CHECK-LABEL: llvm.func @in_f32(
  // CHECK: %[[F:.*]] = nvvm.convert.f8x2.to.f16x2
  // CHECK: %[[X0:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[X1:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[Y0:.*]] = arith.mulf %[[X0]], %[[X0]] : f32
  // CHECK: %[[Y1:.*]] = arith.mulf %[[X1]], %[[X1]] : f32
  // CHECK-NEXT: nvvm.convert.f32x2.to.bf16x2 %[[Y1]], %[[Y0]]
  tile.kernel @in_f32(%A: memref<?x?xf8E4M3FN>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xf8E4M3FN, 16x128xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %slot = tile.wait %ring : !tile.ring<64x128xf8E4M3FN, 16x128xbf16> -> !tile.slot<64x128xf8E4M3FN, 16x128xbf16>
        %d = tile.mma %slot transpose_b prologue {
        ^bb0(%q: f8E4M3FN):
          %0 = arith.extf %q : f8E4M3FN to f32
          %1 = arith.mulf %0, %0 : f32
          %2 = arith.truncf %1 : f32 to bf16
          tile.yield %2 : bf16
        } : !tile.slot<64x128xf8E4M3FN, 16x128xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xf8E4M3FN, 16x128xbf16>, !tile.ring<64x128xf8E4M3FN, 16x128xbf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}
