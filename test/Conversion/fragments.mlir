// Fragments are read from memory, and mapped, register by register.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // One branch for a thread that is outside as a whole. For single elements that
  // are, the thread reads its own first row or column: others may be stored by
  // other threads meanwhile.
  // CHECK-LABEL: llvm.func @read(
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[SM:[a-z0-9]+]]: i64, %[[SN:[a-z0-9]+]]: i64
  // CHECK: %[[INROWS:.*]] = arith.cmpi ult, %[[ROW:.*]], %[[M]]
  // CHECK: %[[INCOLUMNS:.*]] = arith.cmpi ult, %[[COLUMN:.*]], %[[N]]
  // CHECK: %[[INSIDE:.*]] = arith.andi %[[INROWS]], %[[INCOLUMNS]]
  // CHECK: scf.if %[[INSIDE]]
  // CHECK: %[[IN:.*]] = arith.cmpi ult, %[[NEXT:.*]], %[[N]]
  // CHECK: arith.select %[[IN]], %[[NEXT]], %[[COLUMN]]
  // CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // CHECK: %[[IN8:.*]] = arith.cmpi ult, %[[ROW8:.*]], %[[M]]
  // CHECK: arith.select %[[IN8]], %[[ROW8]], %[[ROW]]
  // CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr<1> -> bf16
  // CHECK-NOT: llvm.load
  // CHECK: } else {
  // CHECK-NEXT: scf.yield
  // CHECK: llvm.return
  tile.kernel @read(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x8xf32>
        tile.store %f, %C[%m, %n] : !tile.fragment<64x8xf32>, memref<?x?xbf16>
      }
    }
  }

  // Rows whose neighbours lie at a multiple of both are read two at a time.
  // CHECK-LABEL: llvm.func @read_pairs(
  // CHECK-SAME: alignment = 4
  // CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<2xbf16>
  // CHECK-NOT: llvm.load
  // CHECK: } else {
  // CHECK: llvm.return
  tile.kernel @read_pairs(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] alignment(4) : memref<?x?xbf16> -> !tile.fragment<64x8xf32>
        tile.store %f, %C[%m, %n] : !tile.fragment<64x8xf32>, memref<?x?xbf16>
      }
    }
  }

  // Transposed: the fragment's rows run along dimension 1.
  // CHECK-LABEL: llvm.func @read_transposed(
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[SM:[a-z0-9]+]]: i64, %[[SN:[a-z0-9]+]]: i64
  // CHECK: arith.cmpi ult, %[[ROW:.*]], %[[N]]
  // CHECK: arith.cmpi ult, %[[COLUMN:.*]], %[[M]]
  // CHECK: scf.if
  // CHECK: %[[C64:.*]] = arith.extui %[[COLUMN]]
  // CHECK: arith.muli %[[C64]], %[[SM]]
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  tile.kernel @read_transposed(%C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] transposed : memref<?x?xf32> -> !tile.fragment<64x8xf32>
        tile.store %f, %C[%n, %m] transposed : !tile.fragment<64x8xf32>, memref<?x?xf32>
      }
    }
  }

  // A function of elements is applied to each register, and may name values from
  // outside.
  // CHECK-LABEL: llvm.func @map(
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: scf.if
  // CHECK: %[[S:.*]] = arith.addf %[[X:.*]], %[[X]]
  // CHECK: arith.maximumf %[[S]], %[[ZERO]]
  // CHECK-COUNT-3: arith.maximumf
  // CHECK-NOT: arith.maximumf
  // CHECK: llvm.return
  tile.kernel @map(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %zero = arith.constant 0.0 : f32
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x8xf32>
        %g = tile.map %f, %f : !tile.fragment<64x8xf32>, !tile.fragment<64x8xf32> -> !tile.fragment<64x8xf32> {
        ^bb0(%x: f32, %y: f32):
          %s = arith.addf %x, %y : f32
          %z = arith.maximumf %s, %zero : f32
          tile.yield %z : f32
        }
        tile.store %g, %C[%m, %n] : !tile.fragment<64x8xf32>, memref<?x?xbf16>
      }
    }
  }
}
