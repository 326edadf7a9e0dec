// Fragments are stored from the registers in which wgmma leaves them.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Nothing is promised: each element is stored on its own, at its two strides,
  // where it is inside. Of 64 x 16, thread t of the warpgroup has 8: rows
  // 16 (t / 32) + t % 32 / 4 and 8 below, columns 2 (t % 4) + {0, 1, 8, 9}.
  // `tile.abi` tells the host what wider stores take for granted of the address.
  // CHECK-LABEL: llvm.func @elements(
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[SM:[a-z0-9]+]]: i64, %[[SN:[a-z0-9]+]]: i64
  // CHECK-SAME: params = [{kind = "pointer", operand = 0 : i64}
  // CHECK: %[[T:.*]] = arith.andi %{{.*}}, %c127_i32
  // CHECK: %[[LANE:.*]] = arith.andi %[[T]], %c31_i32
  // CHECK: %[[WARP:.*]] = arith.shrui %[[T]], %c5_i32
  // CHECK: %[[W16:.*]] = arith.muli %[[WARP]], %c16_i32
  // CHECK: %[[L4:.*]] = arith.shrui %[[LANE]], %c2_i32
  // CHECK: %[[ROW:.*]] = arith.addi %[[W16]], %[[L4]]
  // CHECK: %[[QUAD:.*]] = arith.andi %[[LANE]], %c3_i32
  // CHECK: %[[COLUMN:.*]] = arith.muli %[[QUAD]], %c2_i32
  // CHECK: %[[R:.*]] = arith.addi %{{.*}}, %[[ROW]]
  // CHECK: arith.cmpi ult, %[[R]], %[[M]]
  // CHECK: %[[IN:.*]] = arith.andi
  // CHECK: scf.if %[[IN]]
  // CHECK: %[[R64:.*]] = arith.extui %[[R]] : i32 to i64
  // CHECK: arith.muli %[[R64]], %[[SM]]
  // CHECK: arith.muli %{{.*}}, %[[SN]]
  // CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<1>
  // CHECK-COUNT-7: llvm.store %{{.*}} : f32, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @elements(%C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        tile.store %f, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }

  // Rows of multiples of 4 bytes: a thread's two neighbours are rounded and stored
  // as one word, without the inner stride.
  // CHECK-LABEL: llvm.func @pairs(
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[SM:[a-z0-9]+]]: i64, %[[SN:[a-z0-9]+]]: i64
  // CHECK-SAME: params = [{alignment = 4 : i64, kind = "pointer", operand = 0 : i64}
  // CHECK-COUNT-4: nvvm.convert.f32x2.to.bf16x2
  // CHECK-NOT: nvvm.convert.f32x2.to.bf16x2
  // CHECK: llvm.return
  tile.kernel @pairs(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        tile.store %f, %C[%m, %n] alignment(4) : !tile.fragment<64x16xf32>, memref<?x?xbf16>
      }
    }
  }

  // CHECK-LABEL: llvm.func @pair_stores(
  // CHECK: nvvm.convert.f32x2.to.f16x2
  // CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // CHECK-COUNT-3: llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @pair_stores(%C: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf16>
    %N = memref.dim %C, %c1 : memref<?x?xf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xf16> -> !tile.fragment<64x16xf32>
        tile.store %f, %C[%m, %n] alignment(8) : !tile.fragment<64x16xf32>, memref<?x?xf16>
      }
    }
  }

  // Rows of multiples of 16 bytes: the four threads of a quad trade words in two
  // exchanges, and each stores 8 neighbours at once: one store for each half of the
  // rows and four groups of 8 columns.
  // CHECK-LABEL: llvm.func @vectors(
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[SM:[a-z0-9]+]]: i64, %[[SN:[a-z0-9]+]]: i64
  // CHECK-SAME: params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}
  // CHECK-COUNT-2: nvvm.shfl.sync  bfly %{{.*}}, %{{.*}}, %c1_i32
  // CHECK-COUNT-2: nvvm.shfl.sync  bfly %{{.*}}, %{{.*}}, %c2_i32
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // CHECK-COUNT-4: nvvm.shfl.sync  bfly
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @vectors(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x32xf32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x32xf32>, memref<?x?xbf16>
      }
    }
  }

  // Of a single group of 8 columns only the quad's first thread has something to
  // store.
  // CHECK-LABEL: llvm.func @narrow(
  // CHECK: %[[HAS:.*]] = arith.cmpi ult, %{{.*}}, %c1_i32
  // CHECK: %[[IN:.*]] = arith.andi %{{.*}}, %[[HAS]]
  // CHECK: scf.if %[[IN]]
  // CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  tile.kernel @narrow(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x8xf32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x8xf32>, memref<?x?xbf16>
      }
    }
  }

  // Transposed: the fragment's rows run along a row in memory; each element is
  // stored on its own, whatever the alignment, which only says that neighbours are
  // adjacent.
  // CHECK-LABEL: llvm.func @transposed(
  // CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i32, %[[SM:[a-z0-9]+]]: i64, %[[SN:[a-z0-9]+]]: i64
  // CHECK-SAME: params = [{alignment = 2 : i64, kind = "pointer", operand = 0 : i64}
  // CHECK-COUNT-8: llvm.store %{{.*}} : bf16, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @transposed(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xf32>
        tile.store %f, %C[%n, %m] transposed alignment(16) : !tile.fragment<64x16xf32>, memref<?x?xbf16>
      }
    }
  }

  // Elements that are already of the matrix's type are not converted.
  // CHECK-LABEL: llvm.func @as_is(
  // CHECK-NOT: nvvm.convert
  // CHECK-NOT: arith.truncf
  // CHECK-COUNT-8: llvm.store %{{.*}} : bf16, !llvm.ptr<1>
  // CHECK: llvm.return
  tile.kernel @as_is(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x16xbf16>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x16xbf16>, memref<?x?xbf16>
      }
    }
  }

  // Of 32 bits a thread's two neighbours are stored together where rows are of
  // multiples of 8 bytes: those of a quad fill a sector of memory at once.
  // CHECK-LABEL: llvm.func @words(
  // CHECK-SAME: params = [{alignment = 8 : i64, kind = "pointer", operand = 0 : i64}
  // CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @words(%C: memref<?x?xi32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xi32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xi32> -> !tile.fragment<64x16xi32>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x16xi32>, memref<?x?xi32>
      }
    }
  }
  // CHECK-LABEL: llvm.func @words_apart(
  // CHECK-COUNT-8: llvm.store %{{.*}} : f32, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @words_apart(%C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x16xf32>
        tile.store %f, %C[%m, %n] alignment(4) : !tile.fragment<64x16xf32>, memref<?x?xf32>
      }
    }
  }

  // Of 64 bits a thread has 16 bytes side by side as it is: a store for each half
  // of the rows and group of 8 columns, where rows are of multiples of 16 bytes.
  // CHECK-LABEL: llvm.func @doubles(
  // CHECK-SAME: params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}
  // CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 16 : i64} : vector<2xf64>, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @doubles(%C: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf64>
    tile.role "all" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 16) {
        %zero = arith.constant 0.0 : f64
        %f = tile.splat %zero : f64 -> !tile.fragment<16x16xf64>
        tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<16x16xf64>, memref<?x?xf64>
      }
    }
  }
  // CHECK-LABEL: llvm.func @doubles_apart(
  // CHECK-COUNT-8: llvm.store %{{.*}} : f64, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @doubles_apart(%C: memref<?x?xf64>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %C, %c0 : memref<?x?xf64>
    tile.role "all" warps(1) grid [1, 1] {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(16, 16, 16) {
        %zero = arith.constant 0.0 : f64
        %f = tile.splat %zero : f64 -> !tile.fragment<16x16xf64>
        tile.store %f, %C[%m, %n] alignment(8) : !tile.fragment<16x16xf64>, memref<?x?xf64>
      }
    }
  }
}
