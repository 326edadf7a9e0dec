// Values of rows and of columns that a part of the sums is multiplied by: what is
// the same for a block is read once, and multiplied once for each row.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // A row has a value of its own, and 64 columns have one. Of 128 registers' values
  // none is multiplied but by the two products, rows r and r + 8, of either block.
  // CHECK-LABEL: llvm.func @blocks(
  // CHECK-COUNT-2: %{{.*}} = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK-COUNT-2: %{{.*}} = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK-NOT: llvm.load {{.*}} f32
  // CHECK: nvvm.wgmma.wait.group.sync.aligned
  // CHECK: %[[S00:.*]] = arith.mulf %[[R0:.*]], %[[C0:.*]] : f32
  // CHECK-NEXT: %[[S01:.*]] = arith.mulf %[[R0]], %[[C1:.*]] : f32
  // CHECK: %[[X:.*]] = arith.mulf %[[P:.*]], %[[S00]] fastmath<contract> : f32
  // CHECK: arith.addf %[[X]], %{{.*}} fastmath<contract> : f32
  // CHECK: arith.mulf %{{.*}}, %[[S01]] fastmath<contract> : f32
  // CHECK: %[[S80:.*]] = arith.mulf %[[R8:.*]], %[[C0]] : f32
  // CHECK-NEXT: arith.mulf %[[R8]], %[[C1]] : f32
  // CHECK: arith.mulf %{{.*}}, %[[S80]] fastmath<contract> : f32
  tile.kernel @blocks(%A: memref<?x?xf8E4M3FN>, %B: memref<?x?xf8E4M3FN>, %C: memref<?x?xf32>, %S: memref<?x?xf32>, %T: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 1.0 : f32
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %ring = tile.ring stages(2) : !tile.ring<64x128xf8E4M3FN, 128x128xf8E4M3FN>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 128, 128) {
        %old = tile.splat %zero : f32 -> !tile.fragment<64x128xf32>
        %rows = tile.read_rows %S[%m, %k0] : memref<?x?xf32> -> !tile.rows<64x1xf32>
        %columns = tile.read_columns %T[%n, %k0] : memref<?x?xf32> -> !tile.columns<2x64xf32>
        %slot = tile.wait %ring : !tile.ring<64x128xf8E4M3FN, 128x128xf8E4M3FN> -> !tile.slot<64x128xf8E4M3FN, 128x128xf8E4M3FN>
        %d = tile.mma %slot transpose_b : !tile.slot<64x128xf8E4M3FN, 128x128xf8E4M3FN> -> !tile.fragment<64x128xf32>
        %part = tile.mma_wait pending(0) %d : !tile.fragment<64x128xf32> -> !tile.fragment<64x128xf32>
        tile.release %slot to %ring : !tile.slot<64x128xf8E4M3FN, 128x128xf8E4M3FN>, !tile.ring<64x128xf8E4M3FN, 128x128xf8E4M3FN>
        %r = tile.scale %part by %rows, %columns onto %old : !tile.fragment<64x128xf32>, !tile.rows<64x1xf32>, !tile.columns<2x64xf32>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x128xf32>, memref<?x?xf32>
      }
    }
  }

  // All rows of a warpgroup's block of 64 have one value, which is read once for
  // each of the two; of single columns a thread reads its two of each eight, here
  // of a matrix of one row for all K.
  // CHECK-LABEL: llvm.func @singles(
  // CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c3_i32
  // CHECK: %[[OWN:.*]] = arith.muli %[[LANE]], %c2_i32
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: arith.addi %[[OWN]], %c1_i32
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: arith.addi %[[OWN]], %c8_i32
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: arith.addi %[[OWN]], %c9_i32
  // CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK-NOT: llvm.load {{.*}} f32
  // CHECK: llvm.return
  tile.kernel @singles(%C: memref<?x?xf32>, %S: memref<?x?xf32>, %T: memref<1x?xf32>) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(128, 16, 128) {
        %part = tile.splat %one : f32 -> !tile.fragment<128x16xf32>
        %rows = tile.read_rows %S[%m, %k0] block(64) : memref<?x?xf32> -> !tile.rows<128x1xf32>
        %columns = tile.read_columns %T[%c0, %n] transposed : memref<1x?xf32> -> !tile.columns<16x1xf32>
        %r = tile.scale %part by %rows, %columns : !tile.fragment<128x16xf32>, !tile.rows<128x1xf32>, !tile.columns<16x1xf32>
        tile.store %r, %C[%m, %n] : !tile.fragment<128x16xf32>, memref<?x?xf32>
      }
    }
  }

  // Two lists side by side: the first half of a row's registers is multiplied by
  // the value of the first, and the second half by that of the second.
  // CHECK-LABEL: llvm.func @lists(
  // CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: %[[R0:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: %[[R8:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: %[[C0:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: %[[C1:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
  // CHECK: %[[S0:.*]] = arith.mulf %[[R0]], %[[C0]] : f32
  // CHECK-NEXT: %[[S1:.*]] = arith.mulf %[[R0]], %[[C1]] : f32
  // CHECK-NEXT: arith.mulf %{{.*}}, %[[S0]] fastmath<contract> : f32
  // CHECK-NEXT: arith.mulf %{{.*}}, %[[S0]] fastmath<contract> : f32
  // CHECK-NEXT: arith.mulf %{{.*}}, %[[S1]] fastmath<contract> : f32
  // CHECK-NEXT: arith.mulf %{{.*}}, %[[S1]] fastmath<contract> : f32
  // CHECK-NEXT: %[[S2:.*]] = arith.mulf %[[R8]], %[[C0]] : f32
  // CHECK-NEXT: %[[S3:.*]] = arith.mulf %[[R8]], %[[C1]] : f32
  // CHECK-COUNT-2: arith.mulf %{{.*}}, %[[S2]] fastmath<contract> : f32
  // CHECK-COUNT-2: arith.mulf %{{.*}}, %[[S3]] fastmath<contract> : f32
  tile.kernel @lists(%C: memref<?x?xf32>, %S: memref<?x?xf32>, %T: memref<?x?xf32>, %U: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 128) {
        %part = tile.read %C[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        %rows = tile.read_rows %S[%m, %k0] : memref<?x?xf32> -> !tile.rows<64x1xf32>
        %left = tile.read_columns %T[%n, %k0] : memref<?x?xf32> -> !tile.columns<1x8xf32>
        %right = tile.read_columns %U[%n, %k0] : memref<?x?xf32> -> !tile.columns<1x8xf32>
        %r = tile.scale %part by %rows, %left, %right : !tile.fragment<64x16xf32>, !tile.rows<64x1xf32>, !tile.columns<1x8xf32>, !tile.columns<1x8xf32>
        tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }
}
