// Fragments are stored through swizzled boxes in shared memory, by TMA or by the
// role's threads.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s

gpu.module @kernels {
  // Two boxes of 64 x 64, one for each buffer. Before a buffer is written again, at
  // most one copy, that of the other, may be in flight. The rows of the box lie in
  // the 128-byte swizzle: 16-byte column c of row r at c ^ (r % 8); four stmatrix
  // fill it.
  // CHECK-LABEL: llvm.func @boxes(
  // CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}
  // CHECK-SAME: shared_memory = 17408 : i64
  // CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
  // CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %c128_i32
  // CHECK: arith.xori
  // CHECK-COUNT-4: nvvm.stmatrix %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>
  // CHECK-NOT: nvvm.stmatrix
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK: nvvm.barrier id
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK: nvvm.cp.async.bulk.commit.group
  // CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
  // CHECK-COUNT-4: nvvm.stmatrix
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
  // CHECK: nvvm.cp.async.bulk.commit.group
  // The role ends only when its copies have read shared memory.
  // CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
  // CHECK: llvm.return
  tile.kernel @boxes(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x128xf32>
        tile.store %f, %C[%m, %n] through %st : !tile.fragment<64x128xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }

  // Boxes over a ring take no memory of their own, and all threads of the role meet
  // before the first one is written.
  // CHECK-LABEL: llvm.func @over_ring(
  // CHECK-SAME: shared_memory = 33824 : i64
  // CHECK: nvvm.barrier id = %c9_i32 number_of_threads = %c256_i32
  // CHECK: nvvm.stmatrix
  tile.kernel @over_ring(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x64xbf16>
    %st = tile.staging buffers(2) over %ring : !tile.ring<64x64xbf16, 64x64xbf16> : !tile.staging<64x64xbf16>
    tile.role "all" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(128, 64, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<128x64xf32>
        tile.store %f, %C[%m, %n] through %st : !tile.fragment<128x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }

  // One box in two buffers: the next tile starts with the same buffer, so that its
  // copy must have ended.
  // CHECK-LABEL: llvm.func @odd_turns(
  // CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
  // CHECK-COUNT-4: nvvm.stmatrix
  tile.kernel @odd_turns(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] through %st : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }

  // f32: a box of 32 columns, into which each thread writes its pairs of 8 bytes.
  // CHECK-LABEL: llvm.func @wide(
  // CHECK-SAME: {box = array<i64: 64, 32>, kind = "tensor_map"
  // CHECK-NOT: nvvm.stmatrix
  // CHECK-COUNT-8: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
  // CHECK: nvvm.fence.proxy
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
  tile.kernel @wide(%C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %st = tile.staging buffers(1) : !tile.staging<64x32xf32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x32xf32>
        tile.store %f, %C[%m, %n] through %st : !tile.fragment<64x32xf32>, memref<?x?xf32>, !tile.staging<64x32xf32>
      }
    }
  }

  // Transposed: the box is 48 x 64, and stmatrix transposes on its way: 16
  // columns of the fragment each time, 2048 bytes apart.
  // CHECK-LABEL: llvm.func @transposed(
  // CHECK-SAME: {box = array<i64: 48, 64>, kind = "tensor_map"
  // CHECK: nvvm.stmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>
  // CHECK: arith.addi %{{.*}}, %c2048_i32
  // CHECK: nvvm.stmatrix
  // CHECK: arith.addi %{{.*}}, %c4096_i32
  // CHECK: nvvm.stmatrix
  // CHECK-NOT: nvvm.stmatrix
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
  tile.kernel @transposed(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %st = tile.staging buffers(2) : !tile.staging<48x64xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] transposed : memref<?x?xbf16> -> !tile.fragment<64x48xf32>
        tile.store %f, %C[%n, %m] through %st transposed : !tile.fragment<64x48xf32>, memref<?x?xbf16>, !tile.staging<48x64xbf16>
      }
    }
  }

  // Each of two warpgroups has buffers of its own, and a named barrier of its own.
  // CHECK-LABEL: llvm.func @warpgroups(
  // CHECK-SAME: shared_memory = 33792 : i64
  // CHECK: %[[WG:.*]] = nvvm.shfl.sync  idx
  // CHECK: %[[WG:.*]] = nvvm.shfl.sync  idx
  // CHECK: arith.muli %[[WG]], %c16384_i32
  // CHECK: %[[ID:.*]] = arith.addi %[[WG]], %c1_i32
  // CHECK: nvvm.barrier id = %[[ID]] number_of_threads = %c128_i32
  tile.kernel @warpgroups(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "all" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<128x64xf32>
        tile.store %f, %C[%m, %n] through %st : !tile.fragment<128x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }

  // Copied by the threads: nothing of TMA. With two boxes in two buffers, the
  // barrier between filling a box and copying it is the only one. A warp has four
  // rows of 64 columns at a time; a lane, of each, a column of either half.
  // CHECK-LABEL: llvm.func @copied(
  // CHECK-NOT: tensor_map
  // CHECK-SAME: alignment = 2 : i64
  // CHECK-SAME: shared_memory = 17408 : i64
  // CHECK-NOT: nvvm.barrier id
  // CHECK-COUNT-4: nvvm.stmatrix
  // CHECK-NOT: nvvm.fence.proxy
  // CHECK: nvvm.barrier id
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c64_i32 step %c16_i32
  // CHECK-COUNT-8: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  // CHECK-NOT: llvm.load
  // CHECK-COUNT-8: llvm.store %{{.*}} {alignment = 2 : i64} : i16, !llvm.ptr
  // CHECK-NOT: nvvm.barrier
  // CHECK-COUNT-4: nvvm.stmatrix
  // CHECK: nvvm.barrier id
  // CHECK: scf.for
  // CHECK-NOT: bulk
  // CHECK: llvm.return
  tile.kernel @copied(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x128xf32>
        tile.store %f, %C[%m, %n] through %st copied alignment(2) : !tile.fragment<64x128xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }

  // One box in two buffers goes to the first one each time, which must have been
  // read. Rows of whole pairs are written pair by pair.
  // CHECK-LABEL: llvm.func @copied_pairs(
  // CHECK-SAME: alignment = 4 : i64
  // CHECK: nvvm.barrier id
  // CHECK-COUNT-4: nvvm.stmatrix
  // CHECK: nvvm.barrier id
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c64_i32 step %c16_i32
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-NOT: llvm.load
  // CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr
  // CHECK-NOT: llvm.store
  // CHECK: llvm.return
  tile.kernel @copied_pairs(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %st = tile.staging buffers(2) : !tile.staging<64x64xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xbf16> -> !tile.fragment<64x64xf32>
        tile.store %f, %C[%m, %n] through %st copied alignment(8) : !tile.fragment<64x64xf32>, memref<?x?xbf16>, !tile.staging<64x64xbf16>
      }
    }
  }

  // Elements of 4 bytes, whose rows start anywhere.
  // CHECK-LABEL: llvm.func @copied_wide(
  // CHECK-COUNT-8: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
  // CHECK: nvvm.barrier id
  // CHECK: scf.for
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<3> -> i32
  // CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr
  // CHECK: llvm.return
  tile.kernel @copied_wide(%C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %st = tile.staging buffers(2) : !tile.staging<64x32xf32>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x32xf32>
        tile.store %f, %C[%m, %n] through %st copied alignment(4) : !tile.fragment<64x32xf32>, memref<?x?xf32>, !tile.staging<64x32xf32>
      }
    }
  }

  // Transposed: the box is in the order of memory already. Of its 24 rows a warp
  // has six, two at a time.
  // CHECK-LABEL: llvm.func @copied_transposed(
  // CHECK-COUNT-2: nvvm.stmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>
  // CHECK: nvvm.barrier id
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c24_i32 step %c8_i32
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  // CHECK-NOT: llvm.load
  // CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 2 : i64} : i16, !llvm.ptr
  // CHECK: llvm.return
  tile.kernel @copied_transposed(%C: memref<?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xbf16>
    %N = memref.dim %C, %c1 : memref<?x?xbf16>
    %st = tile.staging buffers(2) : !tile.staging<24x64xbf16>
    tile.role "all" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 16, 64) {
        %f = tile.read %C[%m, %n] transposed : memref<?x?xbf16> -> !tile.fragment<64x24xf32>
        tile.store %f, %C[%n, %m] through %st copied transposed alignment(2) : !tile.fragment<64x24xf32>, memref<?x?xbf16>, !tile.staging<24x64xbf16>
      }
    }
  }
}
