// What a prologue makes of floats that threads load: those of 16 bits by ldmatrix, as two a
// register, those of 32 two by two; and what it takes for each place along K.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // A thread reads two of each eight places along K, which all of its rows have.
  // CHECK-LABEL: llvm.func @places(
  // CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c3_i32
  // CHECK: %[[OWN:.*]] = arith.muli %[[LANE]], %c2_i32
  // CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // CHECK-NOT: llvm.load %{{.*}} : !llvm.ptr<1>
  // Lanes name 16 rows of one piece, and the same of the next.
  // CHECK: %[[LOADED:.*]] = nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}
  // CHECK: %[[WORD:.*]] = llvm.extractvalue %[[LOADED]][0]
  // CHECK: %[[X:.*]] = llvm.bitcast %[[WORD]] : i32 to vector<2xbf16>
  // CHECK: %[[Y:.*]] = arith.mulf %[[X]], %{{.*}} : vector<2xbf16>
  // CHECK: llvm.bitcast %[[Y]] : vector<2xbf16> to i32
  // CHECK-COUNT-3: nvvm.ldmatrix
  // CHECK-NOT: nvvm.ldmatrix
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK-COUNT-4: wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16
  tile.kernel @places(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>, %W: memref<1x?xbf16>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 16x64xbf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 64) {
        %w = tile.read_columns %W[%c0, %k0] transposed : memref<1x?xbf16> -> !tile.columns<64x1xbf16>
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 16x64xbf16> -> !tile.slot<64x64xbf16, 16x64xbf16>
        %d = tile.mma %slot transpose_b rows(%w : !tile.columns<64x1xbf16>) prologue {
        ^bb0(%x: bf16, %v: bf16):
          %0 = arith.mulf %x, %v : bf16
          tile.yield %0 : bf16
        } : !tile.slot<64x64xbf16, 16x64xbf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 16x64xbf16>, !tile.ring<64x64xbf16, 16x64xbf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
  // One by one in f32, and both rounded at once.
  // CHECK-LABEL: llvm.func @wide(
  // CHECK: %[[BOTH:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK-DAG: %[[X0:.*]] = llvm.extractelement %[[BOTH]][%c0_i32 : i32]
  // CHECK-DAG: %[[X1:.*]] = llvm.extractelement %[[BOTH]][%c1_i32 : i32]
  // CHECK-DAG: %[[Y0:.*]] = arith.negf %[[X0]] : f32
  // CHECK-DAG: %[[Y1:.*]] = arith.negf %[[X1]] : f32
  // CHECK: nvvm.convert.f32x2.to.f16x2 %[[Y1]], %[[Y0]]
  // CHECK-COUNT-15: {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK-NOT: {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK: nvvm.wgmma.fence.aligned
  tile.kernel @wide(%A: memref<?x?xf32>, %B: memref<?x?xf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x64xf32, 16x64xf16>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 64) {
        %slot = tile.wait %ring : !tile.ring<64x64xf32, 16x64xf16> -> !tile.slot<64x64xf32, 16x64xf16>
        %d = tile.mma %slot transpose_b prologue {
        ^bb0(%x: f32):
          %0 = arith.negf %x : f32
          %1 = arith.truncf %0 : f32 to f16
          tile.yield %1 : f16
        } : !tile.slot<64x64xf32, 16x64xf16> -> !tile.fragment<64x16xf32>
        %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
        tile.release %slot to %ring : !tile.slot<64x64xf32, 16x64xf16>, !tile.ring<64x64xf32, 16x64xf16>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}
