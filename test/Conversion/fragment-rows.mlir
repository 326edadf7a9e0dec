// Rows of fragments: reduced, combined with fragments, rounded, and multiplied from
// registers. A thread has four registers of each eight columns of 16 rows: two
// neighbours of a row, and two of the row eight further.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // A thread reduces its columns of a row in two chains. Then it exchanges values with
  // the three threads that have the row's other columns.
  // CHECK-LABEL: llvm.func @reduce(
  // CHECK-COUNT-8: llvm.extractvalue %[[X:[0-9a-z_]+]][{{[0-7]}}]
  // CHECK: %[[EVEN:[0-9a-z_]+]] = llvm.intr.maxnum(%[[X0:[0-9a-z_]+]], %[[X4:[0-9a-z_]+]])
  // CHECK: %[[ODD:[0-9a-z_]+]] = llvm.intr.maxnum(%[[X1:[0-9a-z_]+]], %[[X5:[0-9a-z_]+]])
  // CHECK: %[[OWN:[0-9a-z_]+]] = llvm.intr.maxnum(%[[EVEN]], %[[ODD]])
  // CHECK: %[[NEXT:[0-9a-z_]+]] = nvvm.shfl.sync bfly %{{.*}}, %[[OWN]], %c1_i32, %c31_i32
  // CHECK: %[[PAIR:[0-9a-z_]+]] = llvm.intr.maxnum(%[[OWN]], %[[NEXT]])
  // CHECK: %[[OTHERS:[0-9a-z_]+]] = nvvm.shfl.sync bfly %{{.*}}, %[[PAIR]], %c2_i32, %c31_i32
  // CHECK: %[[MAX:[0-9a-z_]+]] = llvm.intr.maxnum(%[[PAIR]], %[[OTHERS]])
  // The row eight further.
  // CHECK: llvm.intr.maxnum(%[[X2:[0-9a-z_]+]], %[[X6:[0-9a-z_]+]])
  // CHECK: llvm.intr.maxnum(%[[X3:[0-9a-z_]+]], %[[X7:[0-9a-z_]+]])
  // CHECK-COUNT-2: nvvm.shfl.sync bfly
  // CHECK: %[[MAX8:[0-9a-z_]+]] = llvm.intr.maxnum(
  // Sums, and what `from` has of each row.
  // CHECK: %[[EVENS:[0-9a-z_]+]] = arith.addf %[[X0]], %[[X4]]
  // CHECK: %[[ODDS:[0-9a-z_]+]] = arith.addf %[[X1]], %[[X5]]
  // CHECK: arith.addf %[[EVENS]], %[[ODDS]]
  // CHECK-COUNT-2: nvvm.shfl.sync bfly
  // CHECK: %[[ADDED:[0-9a-z_]+]] = arith.addf
  // CHECK: %[[SUM:[0-9a-z_]+]] = arith.addf %[[MAX]], %[[ADDED]]
  // CHECK: arith.addf %[[X2]], %[[X6]]
  // CHECK-COUNT-2: nvvm.shfl.sync bfly
  // CHECK: %[[ADDED8:[0-9a-z_]+]] = arith.addf
  // CHECK: %[[SUM8:[0-9a-z_]+]] = arith.addf %[[MAX8]], %[[ADDED8]]
  // A function of values of rows alone is computed once for each row.
  // CHECK-NEXT: %[[FACTOR:[0-9a-z_]+]] = arith.negf %[[SUM]]
  // CHECK-NEXT: %[[FACTOR8:[0-9a-z_]+]] = arith.negf %[[SUM8]]
  // Each element gets the value of its row.
  // CHECK-NEXT: arith.mulf %[[X0]], %[[FACTOR]] :
  // CHECK-NEXT: arith.mulf %[[X1]], %[[FACTOR]] :
  // CHECK-NEXT: arith.mulf %[[X2]], %[[FACTOR8]]
  // CHECK-NEXT: arith.mulf %[[X3]], %[[FACTOR8]]
  // CHECK-NEXT: arith.mulf %[[X4]], %[[FACTOR]] :
  // CHECK: llvm.return
  tile.kernel @reduce(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        %max = tile.reduce_rows max %x : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
        %sum = tile.reduce_rows add %x from %max : !tile.rows<64x1xf32>, !tile.fragment<64x16xf32>
            -> !tile.rows<64x1xf32>
        %factor = tile.map %sum : !tile.rows<64x1xf32> -> !tile.rows<64x1xf32> {
        ^bb0(%of: f32):
          %z = arith.negf %of : f32
          tile.yield %z : f32
        }
        %y = tile.map %x, %factor : !tile.fragment<64x16xf32>, !tile.rows<64x1xf32> -> !tile.fragment<64x16xf32> {
        ^bb0(%e: f32, %of: f32):
          %z = arith.mulf %e, %of : f32
          tile.yield %z : f32
        }
        tile.store %y, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }

  // The first of the four threads that have a row stores its value.
  // CHECK-LABEL: llvm.func @store(
  // CHECK-SAME: %[[L:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i32, %[[SM:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64
  // CHECK-COUNT-2: nvvm.shfl.sync bfly
  // CHECK: %[[MAX:[0-9a-z_]+]] = llvm.intr.maxnum(
  // CHECK: nvvm.shfl.sync bfly
  // CHECK: %[[FIRST:[0-9a-z_]+]] = arith.cmpi eq, %{{.*}}, %c0_i32
  // CHECK: %[[ROW:[0-9a-z_]+]] = arith.addi %{{.*}} : i32
  // CHECK: %[[INSIDE:[0-9a-z_]+]] = arith.cmpi ult, %[[ROW]], %[[M]]
  // CHECK: %[[STORES:[0-9a-z_]+]] = arith.andi %[[FIRST]], %[[INSIDE]]
  // CHECK: scf.if %[[STORES]]
  // CHECK: llvm.store %[[MAX]], %{{.*}} : f32, !llvm.ptr<1>
  // CHECK: scf.if
  // CHECK: llvm.store
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @store(%L: memref<?x?xf32>, %A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    %N = memref.dim %A, %c1 : memref<?x?xf32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        %max = tile.reduce_rows max %x : !tile.fragment<64x16xf32> -> !tile.rows<64x1xf32>
        tile.store_rows %max, %L[%m, %c0] : !tile.rows<64x1xf32>, memref<?x?xf32>
      }
    }
  }

  // Columns that are eight apart are in the same thread, and nothing is exchanged.
  // CHECK-LABEL: llvm.func @fold(
  // CHECK: %[[X0:[0-9a-z_]+]] = llvm.extractvalue %[[X:[0-9a-z_]+]][0]
  // CHECK-COUNT-3: llvm.extractvalue %[[X]]
  // CHECK: %[[X4:[0-9a-z_]+]] = llvm.extractvalue %[[X]][4]
  // CHECK-NOT: nvvm.shfl
  // CHECK: %[[Y0:[0-9a-z_]+]] = arith.addf %[[X0]], %[[X4]]
  // CHECK-COUNT-3: arith.addf
  // CHECK: %[[Z0:[0-9a-z_]+]] = arith.addf %[[Y0]], %[[X0]]
  // CHECK-COUNT-3: arith.addf
  // CHECK: arith.addf %[[Z0]], %[[X4]]
  // CHECK-NOT: nvvm.shfl
  // CHECK: llvm.return
  tile.kernel @fold(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        %y = tile.fold %x : !tile.fragment<64x16xf32> -> !tile.fragment<64x8xf32>
        %z = tile.fold %x onto %y : !tile.fragment<64x8xf32>, !tile.fragment<64x16xf32>
            -> !tile.fragment<64x8xf32>
        tile.store %z, %C[%m, %n] : !tile.fragment<64x8xf32>, memref<?x?xf32>
      }
    }
  }

  // Two neighbours are rounded into one register, the first one into its low half. wgmma
  // takes four such registers of each 16 columns. They are pinned, as are computed sums,
  // before the fence. B is tile 0 of the slot.
  // CHECK-LABEL: llvm.func @multiply(
  // CHECK: %[[X0:[0-9a-z_]+]] = llvm.extractvalue %[[X:[0-9a-z_]+]][0]
  // CHECK: %[[X1:[0-9a-z_]+]] = llvm.extractvalue %[[X]][1]
  // CHECK: %[[P0:[0-9a-z_]+]] = nvvm.convert.f32x2.to.bf16x2 %[[X1]], %[[X0]] {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
  // CHECK-NEXT: %[[A0:[0-9a-z_]+]] = llvm.bitcast %[[P0]] : vector<2xbf16> to i32
  // CHECK-COUNT-3: nvvm.convert.f32x2.to.bf16x2
  // CHECK: nvvm.mbarrier.try_wait.parity
  // CHECK: %[[A:[0-9a-z_]+]] = llvm.inline_asm has_side_effects {{.*}} "", "=r,=r,=r,=r,0,1,2,3" %[[A0]],
  // CHECK: %[[PINNED:[0-9a-z_]+]] = llvm.extractvalue %[[A]][0]
  // CHECK: llvm.inline_asm has_side_effects {{.*}} "", "=f,=f,
  // CHECK: nvvm.wgmma.fence.aligned
  // CHECK: llvm.inline_asm has_side_effects {{.*}}wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}} %[[PINNED]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
  // CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
  // CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 0
  // CHECK: llvm.return
  tile.kernel @multiply(%A: memref<?x?xf32>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %B, %c0 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<16x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 16) {
        %s = tile.acquire %ring : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
        tile.load %B[%k0, %n] into %s[0] : memref<?x?xbf16>, !tile.slot<16x64xbf16>
      }
    }
    tile.role "consumer" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(128, 64, 16) {
        %x = tile.read %A[%m, %k0] : memref<?x?xf32> -> !tile.fragment<128x16xf32>
        %a = tile.round %x : !tile.fragment<128x16xf32> -> !tile.fragment<128x16xbf16>
        %sums = tile.splat %zero : f32 -> !tile.fragment<128x64xf32>
        %s = tile.wait %ring : !tile.ring<16x64xbf16> -> !tile.slot<16x64xbf16>
        %p = tile.mma %s, %sums from(%a : !tile.fragment<128x16xbf16>) : !tile.slot<16x64xbf16>, !tile.fragment<128x64xf32>
            -> !tile.fragment<128x64xf32>
        %d = tile.mma_wait pending(0) %p : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32>
        tile.release %s to %ring : !tile.slot<16x64xbf16>, !tile.ring<16x64xbf16>
        tile.store %d, %C[%m, %n] : !tile.fragment<128x64xf32>, memref<?x?xf32>
      }
    }
  }

  // The function gets each element's row and column.
  // CHECK-LABEL: llvm.func @places(
  // CHECK: %[[X0:[0-9a-z_]+]] = llvm.extractvalue %[[X:[0-9a-z_]+]][0]
  // CHECK: %[[X1:[0-9a-z_]+]] = llvm.extractvalue %[[X]][1]
  // CHECK: %[[X2:[0-9a-z_]+]] = llvm.extractvalue %[[X]][2]
  // CHECK: %[[R:[0-9a-z_]+]] = arith.addi %[[M:[0-9a-z_]+]], %[[ROW:[0-9a-z_]+]] : i32
  // CHECK-NEXT: %[[RI:[0-9a-z_]+]] = arith.index_cast %[[R]]
  // CHECK-NEXT: %[[C:[0-9a-z_]+]] = arith.addi %[[N:[0-9a-z_]+]], %[[COLUMN:[0-9a-z_]+]] : i32
  // CHECK-NEXT: %[[CI:[0-9a-z_]+]] = arith.index_cast %[[C]]
  // CHECK-NEXT: %[[SEEN0:[0-9a-z_]+]] = arith.cmpi sle, %[[CI]], %[[RI]]
  // CHECK-NEXT: arith.select %[[SEEN0]], %[[X0]],
  // CHECK-NEXT: %[[COLUMN1:[0-9a-z_]+]] = arith.addi %[[COLUMN]], %c1_i32
  // CHECK-NEXT: %[[C1:[0-9a-z_]+]] = arith.addi %[[N]], %[[COLUMN1]]
  // CHECK-NEXT: %[[CI1:[0-9a-z_]+]] = arith.index_cast %[[C1]]
  // CHECK-NEXT: %[[SEEN1:[0-9a-z_]+]] = arith.cmpi sle, %[[CI1]], %[[RI]]
  // CHECK-NEXT: arith.select %[[SEEN1]], %[[X1]],
  // CHECK-NEXT: %[[ROW8:[0-9a-z_]+]] = arith.addi %[[ROW]], %c8_i32
  // CHECK-NEXT: %[[R8:[0-9a-z_]+]] = arith.addi %[[M]], %[[ROW8]]
  // CHECK-NEXT: %[[RI8:[0-9a-z_]+]] = arith.index_cast %[[R8]]
  // CHECK-NEXT: %[[SEEN2:[0-9a-z_]+]] = arith.cmpi sle, %[[CI]], %[[RI8]]
  // CHECK-NEXT: arith.select %[[SEEN2]], %[[X2]],
  // CHECK: llvm.return
  tile.kernel @places(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %zero = arith.constant 0.0 : f32
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %x = tile.read %A[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        %y = tile.map %x at [%m, %n] : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32> {
        ^bb0(%e: f32, %row: index, %column: index):
          %isSeen = arith.cmpi sle, %column, %row : index
          %z = arith.select %isSeen, %e, %zero : f32
          tile.yield %z : f32
        }
        tile.store %y, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }

  // An epilogue gives the element's place, too. The matrix has a row for each head, and
  // is broadcast along the batch and the rows: only the head moves its start. N of
  // the grid is the heads, so that the outer dimension is the batch.
  // CHECK-LABEL: llvm.func @placed(
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[ROWS:[a-z0-9]+]]: i32, %[[COLUMNS:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i64, %[[STRIDE:[a-z0-9]+]]: i64, %[[OFHEAD:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64,
  // CHECK-SAME: batch = 1 : i64, batch_dim = 3 : i64, {{.*}} extents = array<i64: 1, 0, 1, 2>, {{.*}} tile = array<i64: 64, 1>
  // CHECK: %[[HEAD:[0-9a-z_]+]] = arith.extui %{{.*}} : i32 to i64
  // CHECK-NEXT: %[[OFFSET:[0-9a-z_]+]] = arith.muli %[[HEAD]], %[[OFHEAD]]
  // CHECK-NEXT: %[[START:[0-9a-z_]+]] = llvm.getelementptr %[[P]][%[[OFFSET]]]
  // CHECK: llvm.getelementptr %[[START]]
  // CHECK-NEXT: %[[BIAS:[0-9a-z_]+]] = llvm.load
  // CHECK: %[[R:[0-9a-z_]+]] = arith.addi %{{.*}} : i32
  // CHECK-NEXT: %[[RI:[0-9a-z_]+]] = arith.index_cast %[[R]]
  // CHECK-NEXT: %[[CI:[0-9a-z_]+]] = arith.index_cast %{{.*}}
  // CHECK-NEXT: %[[SEEN:[0-9a-z_]+]] = arith.cmpi sle, %[[CI]], %[[RI]]
  // CHECK-NEXT: arith.select %[[SEEN]], %[[BIAS]],
  // CHECK: llvm.return
  tile.kernel @placed(%Bias: memref<1x?x1x?xf32>, %C: memref<?x?x?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %B = memref.dim %C, %c0 : memref<?x?x?x?xf32>
    %H = memref.dim %C, %c1 : memref<?x?x?x?xf32>
    %M = memref.dim %C, %c2 : memref<?x?x?x?xf32>
    %zero = arith.constant 0.0 : f32
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %h, %k0, %k1, %b) in (%M, %H, %M) batch(%B) tile(64, 1, 64) {
        %x = tile.splat %zero : f32 -> !tile.fragment<64x16xf32>
        %y = tile.epilogue %x with %Bias at [%b, %h, %m, %c0] {placed}
            : !tile.fragment<64x16xf32>, memref<1x?x1x?xf32> -> !tile.fragment<64x16xf32> {
        ^bb0(%e: f32, %of: f32, %row: index, %column: index):
          %isSeen = arith.cmpi sle, %column, %row : index
          %z = arith.select %isSeen, %of, %e : f32
          tile.yield %z : f32
        }
        tile.store %y, %C[%b, %h, %m, %c0] : !tile.fragment<64x16xf32>, memref<?x?x?x?xf32>
      }
    }
  }
}
