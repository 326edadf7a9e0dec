// Elements of 8 and 16 bits of fragments of 32: packed, and traded between the threads
// of a quad that have neighbours.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Of 64 x 64 a thread has two of each eight columns. Four bytes of two groups make a
  // word; with two exchanges of four words, and words apart again, it has 16 columns of
  // a row that are adjacent.
  // CHECK-LABEL: llvm.func @vectors(
  // CHECK-SAME: params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}
  // CHECK-COUNT-4: llvm.bitcast %{{.*}} : vector<4xi8> to i32
  // CHECK-COUNT-4: nvvm.shfl.sync bfly
  // CHECK-NOT: nvvm.shfl.sync bfly
  // CHECK: scf.if
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // CHECK-COUNT-4: nvvm.shfl.sync bfly
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @vectors(%C: memref<?x?xi8>, %D: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xi8>
    %N = memref.dim %C, %c1 : memref<?x?xi8>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xi32> -> !tile.fragment<64x64xi32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x64xi32>, memref<?x?xi8>
      }
    }
  }

  // 24 columns are no 16 for each thread, and a tile may start in the middle of some:
  // pairs go.
  // CHECK-LABEL: llvm.func @pairs(
  // CHECK-SAME: params = [{alignment = 2 : i64, kind = "pointer", operand = 0 : i64}
  // CHECK-NOT: nvvm.shfl.sync bfly
  // CHECK-COUNT-6: llvm.store %{{.*}} {alignment = 2 : i64} : i16, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @pairs(%C: memref<?x?xi8>, %D: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xi8>
    %N = memref.dim %C, %c1 : memref<?x?xi8>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 24, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xi32> -> !tile.fragment<64x24xi32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x24xi32>, memref<?x?xi8>
      }
    }
  }

  // Integers of 16 bits go as floats of 16 do. The transpose has no neighbours.
  // CHECK-LABEL: llvm.func @words(
  // CHECK: llvm.bitcast %{{.*}} : vector<2xi16> to i32
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // CHECK-COUNT-1: llvm.store %{{.*}} {alignment = 16 : i64}
  // CHECK-COUNT-32: llvm.store %{{.*}} : i16, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @words(%C: memref<?x?xi16>, %D: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xi16>
    %N = memref.dim %C, %c1 : memref<?x?xi16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 32, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xi32> -> !tile.fragment<64x32xi32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x32xi32>, memref<?x?xi16>
        %t = tile.read %D[%n, %m] transposed : memref<?x?xi32> -> !tile.fragment<64x64xi32>
        tile.store %t, %C[%n, %m] transposed alignment(16) : !tile.fragment<64x64xi32>, memref<?x?xi16>
      }
    }
  }

  // A box of 128 columns: 16 bytes of each row, of two halves of 16 rows, twice.
  // CHECK-LABEL: llvm.func @staged(
  // CHECK-SAME: {box = array<i64: 64, 128>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}
  // CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK-NOT: llvm.store
  // CHECK: nvvm.fence.proxy
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
  tile.kernel @staged(%C: memref<?x?xi8>, %D: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xi8>
    %N = memref.dim %C, %c1 : memref<?x?xi8>
    %st = tile.staging buffers(2) : !tile.staging<64x128xi8>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 128, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xi32> -> !tile.fragment<64x128xi32>
        tile.store %f, %C[%m, %n] through %st : !tile.fragment<64x128xi32>, memref<?x?xi8>, !tile.staging<64x128xi8>
      }
    }
  }

  // Floats of 8 bits are rounded by arithmetic, and are bytes from then on.
  // CHECK-LABEL: llvm.func @floats(
  // CHECK: arith.minui
  // CHECK: %[[BYTE:.*]] = arith.trunci %{{.*}} : i32 to i8
  // CHECK: llvm.insertelement %{{.*}}, %{{.*}} : vector<4xi8>
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  tile.kernel @floats(%C: memref<?x?xf8E4M3FN>, %D: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf8E4M3FN>
    %N = memref.dim %C, %c1 : memref<?x?xf8E4M3FN>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x64xf32>, memref<?x?xf8E4M3FN>
      }
    }
  }
}

// The chip rounds pairs, once what is too large for them is NaN.
gpu.module @chip [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
  // CHECK-LABEL: llvm.func @converted(
  // CHECK: llvm.call_intrinsic "llvm.fabs"
  // CHECK: arith.cmpf ole, %{{.*}}, %cst
  // CHECK: nvvm.convert.f32x2.to.f8x2 %{{.*}}, %{{.*}} {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E4M3FN)
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // CHECK-NOT: arith.minui
  // CHECK: llvm.return
  tile.kernel @converted(%C: memref<?x?xf8E4M3FN>, %D: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf8E4M3FN>
    %N = memref.dim %C, %c1 : memref<?x?xf8E4M3FN>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
        %f = tile.read %D[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x64xf32>, memref<?x?xf8E4M3FN>
      }
    }
  }
}
