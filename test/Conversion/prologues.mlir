// What a prologue makes of the integers that threads convert: of two neighbours at
// once where it computes in 16 bits, and one by one in f32; by values that they
// have read for their rows.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // A thread reads what its row 16 w + l / 4 has of both parts of K, and what the
  // row eight further has; of what lies beyond the end, that of the end.
  // CHECK-LABEL: llvm.func @pairs(
  // CHECK: %[[PART:.*]] = arith.minui %{{.*}}, %{{.*}} : i32
  // CHECK: %[[S0:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // CHECK: %[[S0B:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // CHECK: arith.addi %{{.*}}, %c8_i32
  // CHECK: %[[S8:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // CHECK: %[[S8B:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // CHECK: %[[Z0:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // CHECK: %[[Z8:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // What no integer takes part in is computed once for a row.
  // CHECK: %[[N0:.*]] = arith.negf %[[Z0]] : bf16
  // CHECK: nvvm.prmt
  // CHECK: %[[X:.*]] = arith.subf %{{.*}}, %{{.*}} : vector<2xbf16>
  // CHECK: %[[LOW:.*]] = llvm.insertelement %[[N0]], %{{.*}}[%c0_i32 : i32]
  // CHECK: %[[N0N0:.*]] = llvm.insertelement %[[N0]], %[[LOW]][%c1_i32 : i32]
  // CHECK: %[[Y:.*]] = arith.addf %[[X]], %[[N0N0]] : vector<2xbf16>
  // CHECK: %[[SLOW:.*]] = llvm.insertelement %[[S0]], %{{.*}}[%c0_i32 : i32]
  // CHECK: %[[S0S0:.*]] = llvm.insertelement %[[S0]], %[[SLOW]][%c1_i32 : i32]
  // CHECK: %[[W:.*]] = arith.mulf %[[Y]], %[[S0S0]] : vector<2xbf16>
  // CHECK: llvm.bitcast %[[W]] : vector<2xbf16> to i32
  // CHECK: arith.negf %[[Z8]] : bf16
  // CHECK-NOT: arith.negf
  // CHECK: arith.mulf %{{.*}}, %[[S0S0]] : vector<2xbf16>
  // The second part begins with the fifth of eight products.
  // CHECK-NOT: arith.negf
  // CHECK: llvm.insertelement %[[S0B]], %{{.*}}[%c0_i32 : i32]
  // CHECK: llvm.insertelement %[[S8B]], %{{.*}}[%c0_i32 : i32]
  // CHECK: nvvm.wgmma.fence.aligned
  tile.kernel @pairs(%A: memref<?x?xi8>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>, %S: memref<?x?xbf16>, %Z: memref<?x1xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %s = tile.read_rows %S[%k0, %m] transposed : memref<?x?xbf16> -> !tile.rows<64x2xbf16>
        %z = tile.read_rows %Z[%m, %c0] : memref<?x1xbf16> -> !tile.rows<64x1xbf16>
        %slot = tile.wait %ring : !tile.ring<64x128xi8, 16x128xbf16> -> !tile.slot<64x128xi8, 16x128xbf16>
        %d = tile.mma %slot transpose_b rows(%s, %z : !tile.rows<64x2xbf16>, !tile.rows<64x1xbf16>) prologue {
        ^bb0(%q: i8, %scale: bf16, %zero: bf16):
          %0 = arith.sitofp %q : i8 to bf16
          %1 = arith.negf %zero : bf16
          %2 = arith.addf %0, %1 : bf16
          %3 = arith.mulf %2, %scale : bf16
          tile.yield %3 : bf16
        } : !tile.slot<64x128xi8, 16x128xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xi8, 16x128xbf16>, !tile.ring<64x128xi8, 16x128xbf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
  // Integers without a sign are 128 less, and 128 more, in 16 bits, which hold
  // them. Both results are rounded at once.
  // CHECK-LABEL: llvm.func @one_by_one(
  // CHECK: %[[S:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: arith.xori %{{.*}}, %c32896_i32
  // CHECK: nvvm.prmt
  // CHECK: %[[BELOW:.*]] = arith.subf %{{.*}}, %{{.*}} : vector<2xf16>
  // CHECK: %[[Q:.*]] = arith.addf %[[BELOW]], %{{.*}} : vector<2xf16>
  // CHECK: %[[Q0:.*]] = llvm.extractelement %[[Q]][%c0_i32 : i32]
  // CHECK: %[[X0:.*]] = arith.extf %[[Q0]] : f16 to f32
  // CHECK: %[[Q1:.*]] = llvm.extractelement %[[Q]][%c1_i32 : i32]
  // CHECK: %[[X1:.*]] = arith.extf %[[Q1]] : f16 to f32
  // CHECK: %[[Y0:.*]] = arith.mulf %[[X0]], %[[S]] : f32
  // CHECK: %[[Y1:.*]] = arith.mulf %[[X1]], %[[S]] : f32
  // CHECK: nvvm.convert.f32x2.to.f16x2 %[[Y1]], %[[Y0]]
  tile.kernel @one_by_one(%A: memref<?x?xi8>, %B: memref<?x?xf16>, %C: memref<?x?xf32>, %S: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xi8, 16x128xf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %s = tile.read_rows %S[%m, %k0] : memref<?x?xf32> -> !tile.rows<64x1xf32>
        %slot = tile.wait %ring : !tile.ring<64x128xi8, 16x128xf16> -> !tile.slot<64x128xi8, 16x128xf16>
        %d = tile.mma %slot transpose_b rows(%s : !tile.rows<64x1xf32>) prologue {
        ^bb0(%q: i8, %scale: f32):
          %0 = arith.uitofp %q : i8 to f32
          %1 = arith.mulf %0, %scale : f32
          %2 = arith.truncf %1 : f32 to f16
          tile.yield %2 : f16
        } : !tile.slot<64x128xi8, 16x128xf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x128xi8, 16x128xf16>, !tile.ring<64x128xi8, 16x128xf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}
