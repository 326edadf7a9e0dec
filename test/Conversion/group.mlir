// Kernels of a group: parameters are arrays, of which each tile takes what its
// problem has; and their launches.
// RUN: autotune-opt %s -convert-tile-to-nvvm -canonicalize -cse -convert-tile-launch-to-gpu=buffers=device | FileCheck %s

module {
  // CHECK: llvm.func @mgpuAutotuneTensorMapEncode2D
  gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx81">] {
    // CHECK-LABEL: llvm.func @double(
    // CHECK-SAME: %[[POINTERS:[a-z0-9]+]]: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<3 x ptr<1>>, nvvm.grid_constant},
    // CHECK-SAME: %[[ROWS:[a-z0-9]+]]: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<3 x i32>, nvvm.grid_constant},
    // CHECK-SAME: !llvm.array<3 x i32>
    // CHECK-SAME: !llvm.array<3 x i64>
    // CHECK-SAME: !llvm.array<3 x i64>
    // CHECK-SAME: %[[MAPS:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<3 x array<128 x i8>>, nvvm.grid_constant})
    // CHECK-SAME: group = 3 : i64
    // CHECK-NOT: nvvm.prefetch
    // The tiles of all, to count them.
    // CHECK: %[[COUNT:.*]] = scf.for %{{.*}} = %c0_i32 to %c3_i32 step %c1_i32 iter_args(
    // CHECK: llvm.getelementptr %[[ROWS]][%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    // A CTA goes on from the problem of the tile before.
    // CHECK: scf.for %[[TILE:.*]] = %{{.*}} to %[[COUNT]] step %{{.*}} iter_args(%[[BEFORE:.*]] = %c0_i32, %[[FIRST:.*]] = %c0_i32)
    // CHECK: %[[FOUND:.*]]:2 = scf.while (%{{.*}} = %[[BEFORE]], %{{.*}} = %[[FIRST]])
    // CHECK: arith.subi %[[TILE]], %[[FOUND]]#1
    // CHECK: %[[MAP:.*]] = llvm.getelementptr %[[MAPS]][%[[FOUND]]#0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<128 x i8>
    // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[MAP]], %{{.*}}, box[%{{[^,]*}}, %{{[^,]*}}]
    // CHECK: scf.yield %[[FOUND]]#0, %[[FOUND]]#1
    // CHECK: llvm.getelementptr %[[POINTERS]][%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.ptr<1>
    tile.kernel @double(%A: memref<?x?x?xbf16>) group(3) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %M = memref.dim %A, %c1 : memref<?x?x?xbf16>
      %N = memref.dim %A, %c2 : memref<?x?x?xbf16>
      %B = memref.dim %A, %c0 : memref<?x?x?xbf16>
      %ring = tile.ring stages(2) : !tile.ring<64x64xbf16, 64x64xbf16>
      tile.role "producer" warps(4) elect {
        tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %N) batch(%B) tile(64, 64, 64) raster(along_m, 8) persistent {
          %c64 = arith.constant 64 : index
          scf.for %k = %k0 to %k1 step %c64 {
            %slot = tile.acquire %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
            tile.load %A[%i, %m, %k] into %slot[0] cache(normal) : memref<?x?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
            tile.load %A[%i, %n, %k] into %slot[1] cache(normal) : memref<?x?x?xbf16>, !tile.slot<64x64xbf16, 64x64xbf16>
          }
        }
      }
      tile.role "consumer" warps(4) {
        tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %N, %N) batch(%B) tile(64, 64, 64) raster(along_m, 8) persistent {
          %c64 = arith.constant 64 : index
          scf.for %k = %k0 to %k1 step %c64 {
            %slot = tile.wait %ring : !tile.ring<64x64xbf16, 64x64xbf16> -> !tile.slot<64x64xbf16, 64x64xbf16>
            tile.release %slot to %ring : !tile.slot<64x64xbf16, 64x64xbf16>, !tile.ring<64x64xbf16, 64x64xbf16>
          }
          %one = arith.constant 1.0 : f32
          %f = tile.splat %one : f32 -> !tile.fragment<64x64xf32>
          tile.store %f, %A[%i, %m, %n] : !tile.fragment<64x64xf32>, memref<?x?x?xbf16>
        }
      }
    }

    // What is only loaded by TMA has sizes, and no address of its own. Each problem's
    // scales are read at its address, by its strides, and not beyond its rows.
    // CHECK-LABEL: llvm.func @scaled(
    // CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<3 x i32>, nvvm.grid_constant},
    // CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<3 x i32>, nvvm.grid_constant},
    // CHECK-SAME: %[[SCALES:[a-z0-9]+]]: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<3 x ptr<1>>, nvvm.grid_constant},
    // CHECK-SAME: %[[SIZES:[a-z0-9]+]]: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<3 x i32>, nvvm.grid_constant},
    // CHECK-SAME: !llvm.array<3 x i32>
    // CHECK-SAME: %[[STRIDES:[a-z0-9]+]]: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<3 x i64>, nvvm.grid_constant},
    // CHECK-SAME: !llvm.array<3 x i64>
    // CHECK-SAME: !llvm.array<3 x array<128 x i8>>
    // CHECK: llvm.getelementptr %[[SIZES]][%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    // CHECK: %[[AT:.*]] = llvm.getelementptr %[[SCALES]][%[[PROBLEM:.*]]] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.ptr<1>
    // CHECK: %[[ADDRESS:.*]] = llvm.load %[[AT]] : !llvm.ptr -> !llvm.ptr<1>
    // CHECK: llvm.getelementptr %[[STRIDES]][%[[PROBLEM]]] : (!llvm.ptr, i32) -> !llvm.ptr, i64
    // CHECK: arith.minui
    // CHECK: llvm.getelementptr %[[ADDRESS]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    tile.kernel @scaled(%A: memref<?x?x?xf8E4M3FN>, %S: memref<?x?x?xf32>) group(3) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %M = memref.dim %S, %c1 : memref<?x?x?xf32>
      %B = memref.dim %S, %c0 : memref<?x?x?xf32>
      %ring = tile.ring stages(2) : !tile.ring<64x128xf8E4M3FN, 64x128xf8E4M3FN>
      tile.role "producer" warps(4) elect {
        tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %M, %M) batch(%B) tile(64, 64, 128) raster(along_m, 8) persistent {
          %slot = tile.acquire %ring : !tile.ring<64x128xf8E4M3FN, 64x128xf8E4M3FN> -> !tile.slot<64x128xf8E4M3FN, 64x128xf8E4M3FN>
          tile.load %A[%i, %m, %k0] into %slot[0] cache(normal) : memref<?x?x?xf8E4M3FN>, !tile.slot<64x128xf8E4M3FN, 64x128xf8E4M3FN>
          tile.load %A[%i, %n, %k0] into %slot[1] cache(normal) : memref<?x?x?xf8E4M3FN>, !tile.slot<64x128xf8E4M3FN, 64x128xf8E4M3FN>
        }
      }
      tile.role "consumer" warps(4) {
        tile.for_each_tile (%m, %n, %k0, %k1, %i) in (%M, %M, %M) batch(%B) tile(64, 64, 128) raster(along_m, 8) persistent {
          %rows = tile.read_rows %S[%i, %m, %k0] : memref<?x?x?xf32> -> !tile.rows<64x1xf32>
          %columns = tile.read_columns %S[%i, %k0, %n] transposed : memref<?x?x?xf32> -> !tile.columns<1x64xf32>
          %slot = tile.wait %ring : !tile.ring<64x128xf8E4M3FN, 64x128xf8E4M3FN> -> !tile.slot<64x128xf8E4M3FN, 64x128xf8E4M3FN>
          %d = tile.mma %slot transpose_b : !tile.slot<64x128xf8E4M3FN, 64x128xf8E4M3FN> -> !tile.fragment<64x64xf32>
          %part = tile.mma_wait pending(0) %d : !tile.fragment<64x64xf32> -> !tile.fragment<64x64xf32>
          tile.release %slot to %ring : !tile.slot<64x128xf8E4M3FN, 64x128xf8E4M3FN>, !tile.ring<64x128xf8E4M3FN, 64x128xf8E4M3FN>
          %r = tile.scale %part by %rows, %columns : !tile.fragment<64x64xf32>, !tile.rows<64x1xf32>, !tile.columns<1x64xf32>
          tile.store %r, %S[%i, %m, %n] : !tile.fragment<64x64xf32>, memref<?x?x?xf32>
        }
      }
    }
  }

  // Operands one behind the other; tiles of all of them; any may be empty.
  // CHECK-LABEL: func.func @launch(
  // CHECK-COUNT-6: arith.minui
  // CHECK-COUNT-2: arith.maxui
  // CHECK: scf.if
  // CHECK: cf.assert %{{.*}}, "tile.launch @kernels::@double: operand 1 does not start each row at a multiple of 16 bytes"
  // CHECK: cf.assert %{{.*}}, "tile.launch @kernels::@double: the kernel numbers at most 2147418111 tiles of 64x64"
  // CHECK-COUNT-3: llvm.call @mgpuAutotuneTensorMapEncode2D
  // CHECK: %[[PASSED:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.array<48 x i64>
  // CHECK: gpu.launch_func {{.*}} args({{.*}}!llvm.array<3 x ptr>, %{{.*}} : !llvm.array<3 x i32>, {{.*}}, %[[PASSED]] : !llvm.array<48 x i64>)
  func.func @launch(%a: memref<64x64xbf16>, %b: memref<?x64xbf16, strided<[?, 1]>>, %c: memref<0x64xbf16>) {
    tile.launch @kernels::@double outs(%a, %b, %c : memref<64x64xbf16>, memref<?x64xbf16, strided<[?, 1]>>, memref<0x64xbf16>)
    return
  }
}
