// The launch chooses how many columns a tile has: it passes their number, and TMA
// loads as many rows of B.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse | FileCheck %s
// RUN: autotune-opt %s -convert-tile-to-nvvm -convert-tile-launch-to-gpu -canonicalize -cse \
// RUN:   | FileCheck %s --check-prefix=HOST

gpu.module @kernels {
  // The number divides N into tiles, the last of which fits. A slot has 8192 bytes
  // of A, and of B so many rows of 128 bytes. The ring has as many slots as fit into
  // the bytes of four with 72 rows, which is five with 40.
  // CHECK-LABEL: llvm.func @chosen(
  // CHECK-SAME: %[[N:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %[[COLUMNS:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: !llvm.ptr {
  // CHECK-SAME: tile.abi = {choices = array<i64: 40, 64, 72>,
  // CHECK-SAME: {kind = "columns"}
  // CHECK-SAME: {box = array<i64: 72, 64>, chosen, kind = "tensor_map", operand = 1 : i64, swizzle = 128 : i64}
  // CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}
  // CHECK-SAME: tile = array<i64: 64, 72>}
  // CHECK: %[[OFB:.*]] = arith.muli %[[COLUMNS]], %c128_i32
  // CHECK: %[[BYTES:.*]] = arith.addi %[[OFB]], %c8192_i32
  // CHECK: %[[SLOTS:.*]] = arith.divui %c69632_i32, %[[BYTES]]
  // CHECK-COUNT-10: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: %[[PLACE:.*]]:2 = scf.if %{{.*}} -> (i32, i32) {
  // CHECK: %[[LESS:.*]] = arith.subi %[[COLUMNS]], %c1_i32
  // CHECK: %[[MORE:.*]] = arith.addi %[[N]], %[[LESS]]
  // CHECK: %[[TILES:.*]] = arith.divui %[[MORE]], %[[COLUMNS]]
  // CHECK: arith.divui %{{.*}}, %[[TILES]]
  // CHECK: %[[START:.*]] = arith.muli %{{.*}}, %[[COLUMNS]]
  // CHECK: %[[SMALL:.*]] = arith.cmpi ult, %[[N]], %[[COLUMNS]]
  // CHECK: %[[ENDS:.*]] = arith.subi %[[N]], %[[COLUMNS]]
  // CHECK: %[[LAST:.*]] = arith.select %[[SMALL]], %c0_i32, %[[ENDS]]
  // CHECK: %[[AT:.*]] = arith.minui %[[START]], %[[LAST]]
  // CHECK: scf.yield %{{.*}}, %[[AT]]
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]]
  // CHECK: arith.cmpi eq, %{{.*}}, %[[SLOTS]]
  // CHECK: %[[FROM:.*]] = arith.muli %{{.*}}, %[[BYTES]]
  // CHECK: %[[AFTERA:.*]] = arith.addi %{{.*}}, %c8192_i32
  // CHECK: arith.addi %[[FROM]], %[[AFTERA]]
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}}box[%c0_i32, %[[PLACE]]#1]
  tile.kernel @chosen(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [40, 64, 72]
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16, 72x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) fit(n) chosen {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] chosen : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) fit(n) chosen {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 72x64xbf16>, !tile.ring<64x64xbf16, 72x64xbf16>
      }
    }
  }

  // Other CTAs write into these slots, and each is drained at the end: there are as
  // many as the ring has stages, and each is as large as with the most rows.
  // CHECK-LABEL: llvm.func @shared(
  // CHECK-COUNT-8: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: arith.muli %{{.*}}, %c17408_i32
  tile.kernel @shared(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) cluster(1, 2, 1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [40, 72]
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16, 72x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] multicast(n) : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] chosen : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 72x64xbf16>, !tile.ring<64x64xbf16, 72x64xbf16>
      }
    }
  }

  // So are slots of which one load fills all rows.
  // CHECK-LABEL: llvm.func @mixed(
  // CHECK-COUNT-8: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: arith.muli %{{.*}}, %c17408_i32
  tile.kernel @mixed(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [40, 72]
    %ring = tile.ring stages(4) : !tile.ring<64x64xbf16, 72x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        %first = arith.cmpi eq, %n, %c0 : index
        scf.if %first {
          tile.load %B[%n, %k0] into %slot[1] chosen : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        } else {
          tile.load %B[%n, %k0] into %slot[1] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        }
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 72x64xbf16>, !tile.ring<64x64xbf16, 72x64xbf16>
      }
    }
  }

  // A ring has at most 64 slots.
  // CHECK-LABEL: llvm.func @many(
  // CHECK: %[[FIT:.*]] = arith.divui %c184320_i32, %{{.*}}
  // CHECK: %[[SLOTS:.*]] = arith.minui %[[FIT]], %c64_i32
  // CHECK-COUNT-128: nvvm.mbarrier.init
  // CHECK-NOT: nvvm.mbarrier.init
  // CHECK: arith.cmpi eq, %{{.*}}, %[[SLOTS]]
  tile.kernel @many(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [8, 72]
    %ring = tile.ring stages(20) : !tile.ring<72x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.acquire %ring : !tile.ring<72x64xbf16> -> !tile.slot<72x64xbf16>
        tile.load %B[%n, %k0] into %slot[0] chosen : memref<?x?xbf16>, !tile.slot<72x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.wait %ring : !tile.ring<72x64xbf16> -> !tile.slot<72x64xbf16>
        tile.release %slot to %ring : !tile.slot<72x64xbf16>, !tile.ring<72x64xbf16>
      }
    }
  }

  // Of a B with fewer rows, TMA loads only these.
  // CHECK-LABEL: llvm.func @trimmed(
  // CHECK-SAME: %[[ROWS:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr<1>, %[[M:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: i32, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64, %[[COLUMNS:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: !llvm.ptr {
  // CHECK-SAME: {box = array<i64: 72, 64>, chosen, kind = "tensor_map", operand = 1 : i64, swizzle = 128 : i64, trimmed}
  // CHECK-SAME: {box = array<i64: 64, 64>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64, trimmed}
  // CHECK: %[[LOADED:.*]] = arith.minui %[[ROWS]], %[[COLUMNS]]
  // CHECK: %[[OFB:.*]] = arith.muli %[[LOADED]], %c128_i32
  // CHECK: nvvm.mbarrier.arrive.expect_tx
  tile.kernel @trimmed(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [64, 72]
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 72x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] trim : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] trim chosen : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 72x64xbf16>, !tile.ring<64x64xbf16, 72x64xbf16>
      }
    }
  }

  // A product for each number, which has as many of the first rows of B. The code
  // of no case is part of another's.
  // CHECK-LABEL: llvm.func @cases(
  // CHECK-SAME: %{{[a-z0-9]+}}: i64, %[[COLUMNS:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: !llvm.ptr {
  // CHECK: %[[CHOSEN:.*]] = arith.index_cast %[[COLUMNS]] : i32 to index
  // CHECK: scf.index_switch %[[CHOSEN]]
  // CHECK-NEXT: case 64 {
  // CHECK: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 64, k = 16>
  // CHECK: llvm.inline_asm has_side_effects {{.*}}"// case 1", ""
  // CHECK-NEXT: scf.yield
  // CHECK: default {
  // CHECK: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 72, k = 16>
  // CHECK: llvm.inline_asm has_side_effects {{.*}}"// case 0", ""
  // CHECK-NEXT: }
  tile.kernel @cases(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %M = memref.dim %C, %c0 : memref<?x?xf32>
    %N = memref.dim %C, %c1 : memref<?x?xf32>
    %K = memref.dim %A, %c1 : memref<?x?xbf16>
    %columns = tile.chosen_columns [64, 72]
    %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 72x64xbf16>
    tile.role "producer" warps(4) elect {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %A[%m, %k0] into %slot[0] : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
        tile.load %B[%n, %k0] into %slot[1] chosen : memref<?x?xbf16>, !tile.slot<64x64xbf16, 72x64xbf16>
      }
    }
    tile.role "consumer" warps(4) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %K) tile(64, 72, 64) chosen {
        %slot = tile.wait %ring : !tile.ring<64x64xbf16, 72x64xbf16> -> !tile.slot<64x64xbf16, 72x64xbf16>
        scf.index_switch %columns
        case 64 {
          %d = tile.mma %slot transpose_b : !tile.slot<64x64xbf16, 72x64xbf16> -> !tile.fragment<64x64xf32>
          %done = tile.mma_wait pending(0) %d : !tile.fragment<64x64xf32> -> !tile.fragment<64x64xf32>
          tile.store %done, %C[%m, %n] : !tile.fragment<64x64xf32>, memref<?x?xf32>
          scf.yield
        }
        default {
          %d = tile.mma %slot transpose_b : !tile.slot<64x64xbf16, 72x64xbf16> -> !tile.fragment<64x72xf32>
          %done = tile.mma_wait pending(0) %d : !tile.fragment<64x72xf32> -> !tile.fragment<64x72xf32>
          tile.store %done, %C[%m, %n] : !tile.fragment<64x72xf32>, memref<?x?xf32>
          scf.yield
        }
        tile.release %slot to %ring : !tile.slot<64x64xbf16, 72x64xbf16>, !tile.ring<64x64xbf16, 72x64xbf16>
      }
    }
  }
}

// Two launches of one kernel: the number is an argument, and counts the rows of a
// box of B and the tiles along N. A box of A has as many rows as ever.
// HOST-LABEL: func.func @launch(
// HOST: llvm.call @mgpuAutotuneTensorMapEncode2D({{.*}}, %c72_i32, %c64_i32, %c128_i32)
// HOST: llvm.call @mgpuAutotuneTensorMapEncode2D({{.*}}, %c64_i32, %c64_i32, %c128_i32)
// HOST: arith.ceildivui %{{.*}}#0, %c64 : index
// HOST: arith.ceildivui %{{.*}}#1, %c72 : index
// HOST: gpu.launch_func {{.*}} @kernels::@chosen {{.*}} : i64, %c72_i32 : i32, %
// HOST: llvm.call @mgpuAutotuneTensorMapEncode2D({{.*}}, %c64_i32, %c64_i32, %c128_i32)
// HOST: llvm.call @mgpuAutotuneTensorMapEncode2D({{.*}}, %c64_i32, %c64_i32, %c128_i32)
// HOST: arith.ceildivui %{{.*}}#1, %c64 : index
// HOST: gpu.launch_func {{.*}} @kernels::@chosen {{.*}} : i64, %c64_i32 : i32, %
func.func @launch(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
  tile.launch @kernels::@chosen ins(%A, %B : memref<?x?xbf16>, memref<?x?xbf16>) outs(%C : memref<?x?xf32>) columns(72)
  tile.launch @kernels::@chosen ins(%A, %B : memref<?x?xbf16>, memref<?x?xbf16>) outs(%C : memref<?x?xf32>) columns(64)
  return
}

// The rows of a box that is trimmed are passed as a negative number.
// HOST-LABEL: func.func @launch_trimmed(
// HOST: llvm.call @mgpuAutotuneTensorMapEncode2D({{.*}}, %c-72_i32, %c64_i32, %c128_i32)
// HOST: llvm.call @mgpuAutotuneTensorMapEncode2D({{.*}}, %c-64_i32, %c64_i32, %c128_i32)
// HOST: gpu.launch_func {{.*}} @kernels::@trimmed {{.*}} : i64, %c72_i32 : i32, %
func.func @launch_trimmed(%A: memref<?x?xbf16>, %B: memref<?x?xbf16>, %C: memref<?x?xf32>) {
  tile.launch @kernels::@trimmed ins(%A, %B : memref<?x?xbf16>, memref<?x?xbf16>) outs(%C : memref<?x?xf32>) columns(72)
  return
}
