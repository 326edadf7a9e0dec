// The tile scheduler: from the CTA's number to the place of its tiles.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // One tile a CTA: no loop. Groups of 8 rows of tiles, each group column by
  // column; the last group may be narrower.
  // CHECK-LABEL: llvm.func @one(
  // CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32
  // CHECK-SAME: persistent = false
  // CHECK: %[[CTA:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK: %[[M1:.*]] = arith.addi %[[M]], %c127_i32
  // CHECK: %[[ROWS:.*]] = arith.divui %[[M1]], %c128_i32
  // CHECK: %[[N1:.*]] = arith.addi %[[N]], %c63_i32
  // CHECK: %[[COLUMNS:.*]] = arith.divui %[[N1]], %c64_i32
  // CHECK: %[[PERGROUP:.*]] = arith.muli %[[COLUMNS]], %c8_i32
  // CHECK: %[[GROUP:.*]] = arith.divui %[[CTA]], %[[PERGROUP]]
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[GROUP]], %[[PERGROUP]]
  // CHECK: %[[IN:.*]] = arith.subi %[[CTA]], %[[BEFORE]]
  // CHECK: %[[FIRST:.*]] = arith.muli %[[GROUP]], %c8_i32
  // CHECK: %[[LEFT:.*]] = arith.subi %[[ROWS]], %[[FIRST]]
  // CHECK: %[[WIDTH:.*]] = arith.minui %[[LEFT]], %c8_i32
  // CHECK: %[[COLUMN:.*]] = arith.divui %[[IN]], %[[WIDTH]]
  // CHECK: %[[SKIPPED:.*]] = arith.muli %[[COLUMN]], %[[WIDTH]]
  // CHECK: %[[INROW:.*]] = arith.subi %[[IN]], %[[SKIPPED]]
  // CHECK: %[[ROW:.*]] = arith.addi %[[FIRST]], %[[INROW]]
  // CHECK: %[[MAT:.*]] = arith.muli %[[ROW]], %c128_i32
  // CHECK: %[[NAT:.*]] = arith.muli %[[COLUMN]], %c64_i32
  // CHECK-NOT: scf.for
  // CHECK: llvm.return
  tile.kernel @one(%A: memref<?x?xf32>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(128, 64, 32) raster(along_m, 8) {
      memref.store %x, %A[%m, %n] : memref<?x?xf32>
    }
  }

  // Of a batch, all tiles of one output come before those of the next.
  // CHECK-LABEL: llvm.func @batch(
  // CHECK-SAME: %[[POINTER:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[I:[a-z0-9]+]]: i32, %[[ROWSTRIDE:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64, %[[BATCHSTRIDE:[a-z0-9]+]]: i64
  // CHECK-SAME: batch = 0 : i64
  // CHECK: %[[OFOUTPUT:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK: %[[COUNT:.*]] = arith.muli %[[OFOUTPUT]], %[[I]] : i32
  // CHECK: scf.for {{.*}}%[[TILE:.*]] = %{{.*}} to %[[COUNT]]
  // CHECK: %[[OUTPUT:.*]] = arith.divui %[[TILE]], %[[OFOUTPUT]] : i32
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[OUTPUT]], %[[OFOUTPUT]] : i32
  // CHECK: %[[IN:.*]] = arith.subi %[[TILE]], %[[BEFORE]] : i32
  // CHECK: arith.divui %[[IN]],
  // CHECK: %[[WIDE:.*]] = arith.extui %[[OUTPUT]] : i32 to i64
  // CHECK: arith.muli %[[WIDE]], %[[BATCHSTRIDE]]
  tile.kernel @batch(%A: memref<?x?x?xf32>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %I = memref.dim %A, %c0 : memref<?x?x?xf32>
    %M = memref.dim %A, %c1 : memref<?x?x?xf32>
    %N = memref.dim %A, %c2 : memref<?x?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %N) batch(%I) tile(128, 64, 32) raster(along_m, 8) persistent {
      memref.store %x, %A[%i, %m, %n] : memref<?x?x?xf32>
    }
  }

  // Along N it is groups of columns, each row by row.
  // CHECK-LABEL: llvm.func @along_n(
  // CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32
  // CHECK: %[[ROWS:.*]] = arith.divui %{{.*}}, %c128_i32
  // CHECK: %[[COLUMNS:.*]] = arith.divui %{{.*}}, %c64_i32
  // CHECK: arith.muli %[[ROWS]], %c4_i32
  // CHECK: arith.subi %[[COLUMNS]], %{{.*}}
  tile.kernel @along_n(%A: memref<?x?xf32>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(128, 64, 32) raster(along_n, 4) {
      memref.store %x, %A[%m, %n] : memref<?x?xf32>
    }
  }

  // A Hilbert curve in squares of 4 by 4 tiles: the place in a group of 4 rows,
  // then, in whole squares, another one, found from two bits a step; every other
  // group is mirrored.
  // CHECK-LABEL: llvm.func @hilbert(
  // CHECK: %[[ROWS:.*]] = arith.divui %{{.*}}, %c128_i32
  // CHECK: %[[COLUMNS:.*]] = arith.divui %{{.*}}, %c64_i32
  // CHECK: %[[PERGROUP:.*]] = arith.muli %[[COLUMNS]], %c4_i32
  // CHECK: %[[GROUP:.*]] = arith.divui %{{.*}}, %[[PERGROUP]]
  // CHECK: %[[FIRST:.*]] = arith.muli %[[GROUP]], %c4_i32
  // CHECK: %[[LEFT:.*]] = arith.subi %[[ROWS]], %[[FIRST]]
  // CHECK: %[[LINES:.*]] = arith.minui %[[LEFT]], %c4_i32
  // CHECK: %[[COLUMN:.*]] = arith.divui %{{.*}}, %[[LINES]]
  // CHECK: %[[LINE:.*]] = arith.subi
  // CHECK: %[[INSQUARE:.*]] = arith.andi %[[COLUMN]], %c3_i32
  // CHECK: %[[FIRSTCOLUMN:.*]] = arith.subi %[[COLUMN]], %[[INSQUARE]]
  // CHECK: %[[BEFORE:.*]] = arith.muli %[[INSQUARE]], %c4_i32
  // CHECK: %[[NUMBER:.*]] = arith.addi %[[BEFORE]], %[[LINE]]
  // CHECK: %[[PLACE:.*]]:3 = scf.for %{{.*}} = %c0 to %c2 step %c1 iter_args(%{{.*}} = %c0_i32, %{{.*}} = %c0_i32, %[[REST:.*]] = %[[NUMBER]])
  // CHECK: arith.shrui %[[REST]], %c2_i32
  // CHECK-NEXT: scf.yield
  // CHECK: %[[HIGH:.*]] = arith.cmpi eq, %[[LINES]], %c4_i32
  // CHECK: %[[LAST:.*]] = arith.addi %[[FIRSTCOLUMN]], %c3_i32
  // CHECK: %[[WIDE:.*]] = arith.cmpi ult, %[[LAST]], %[[COLUMNS]]
  // CHECK: %[[WHOLE:.*]] = arith.andi %[[HIGH]], %[[WIDE]]
  // CHECK: arith.select %[[WHOLE]], %[[PLACE]]#1, %[[LINE]]
  // CHECK: %[[THERE:.*]] = arith.addi %[[FIRSTCOLUMN]], %[[PLACE]]#0
  // CHECK: %[[CHOSEN:.*]] = arith.select %[[WHOLE]], %[[THERE]], %[[COLUMN]]
  // CHECK: %[[ODD:.*]] = arith.andi %[[GROUP]], %c1_i32
  // CHECK: arith.cmpi ne, %[[ODD]], %c0_i32
  // CHECK: %[[NEXT:.*]] = arith.addi %[[CHOSEN]], %c1_i32
  // CHECK: %[[MIRRORED:.*]] = arith.subi %[[COLUMNS]], %[[NEXT]]
  // CHECK: arith.select %{{.*}}, %[[MIRRORED]], %[[CHOSEN]]
  tile.kernel @hilbert(%A: memref<?x?xf32>) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(128, 64, 32) raster(hilbert, 4) {
      memref.store %x, %A[%m, %n] : memref<?x?xf32>
    }
  }

  // Persistent: cluster c takes tiles c, c + g, c + 2 g, where g is the number
  // of clusters; a cluster of 2 x 1 has tiles of 2 x 1 tiles.
  // CHECK-LABEL: llvm.func @persistent(
  // CHECK-SAME: persistent = true
  // CHECK: %[[CTA:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[RM:.*]] = arith.remui %[[RANK]], %c2_i32
  // CHECK: %[[ROWS:.*]] = arith.divui %{{.*}}, %c256_i32
  // CHECK: %[[COLUMNS:.*]] = arith.divui %{{.*}}, %c64_i32
  // CHECK: %[[COUNT:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
  // CHECK: %[[FIRST:.*]] = arith.divui %[[CTA]], %c2_i32
  // CHECK: %[[GRID:.*]] = nvvm.read.ptx.sreg.nctaid.x
  // CHECK: %[[STEP:.*]] = arith.divui %[[GRID]], %c2_i32
  // CHECK: scf.for %[[TILE:.*]] = %[[FIRST]] to %[[COUNT]] step %[[STEP]]
  // CHECK: %[[ROW2:.*]] = arith.muli %{{.*}}, %c2_i32
  // CHECK: arith.addi %[[ROW2]], %[[RM]]
  tile.kernel @persistent(%A: memref<?x?xf32>) cluster(2, 1, 1) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(128, 64, 32) persistent {
      memref.store %x, %A[%m, %n] : memref<?x?xf32>
    }
  }

  // A cluster along K gives each CTA a run of whole steps: of ceil(K / 32)
  // steps, ceil of a quarter each, and no further than K.
  // CHECK-LABEL: llvm.func @split(
  // CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr<1>, %{{[a-z0-9]+}}: i32, %[[K:[a-z0-9]+]]: i32
  // CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: %[[STEPS:.*]] = arith.divui %{{.*}}, %c32_i32
  // CHECK: %[[STEPS3:.*]] = arith.addi %[[STEPS]], %c3_i32
  // CHECK: %[[OWN:.*]] = arith.divui %[[STEPS3]], %c4_i32
  // CHECK: %[[PART:.*]] = arith.muli %[[OWN]], %c32_i32
  // CHECK: %[[BEGIN:.*]] = arith.muli %{{.*}}, %[[PART]]
  // CHECK: %[[PAST:.*]] = arith.addi %[[BEGIN]], %[[PART]]
  // CHECK: %[[END:.*]] = arith.minui %[[PAST]], %[[K]]
  // CHECK: %[[B:.*]] = arith.index_cast %[[BEGIN]]
  // CHECK: %[[E:.*]] = arith.index_cast %[[END]]
  // CHECK: scf.for %{{.*}} = %[[B]] to %[[E]]
  tile.kernel @split(%A: memref<?x?xf32>) cluster(1, 1, 4) threads(32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    %x = arith.constant 1.0 : f32
    tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(128, 64, 32) {
      scf.for %k = %k0 to %k1 step %c32 {
        memref.store %x, %A[%m, %k] : memref<?x?xf32>
      }
    }
  }
}
