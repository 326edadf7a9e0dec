// The map of a matrix of f32 that is multiplied as tf32 is one that rounds; that
// of the result is not.
// RUN: autotune-opt %s -convert-tile-to-nvvm | FileCheck %s --check-prefix=ABI
// RUN: autotune-opt %s -convert-tile-to-nvvm -convert-tile-launch-to-gpu=buffers=device | FileCheck %s

module {
  gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">] {
    // ABI: {box = array<i64: 16, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64, tf32}
    // ABI-SAME: {box = array<i64: 64, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64, tf32}
    tile.kernel @tf32(%A: memref<?x?xf32>, %C: memref<?x?xf32>) {
      %c0 = arith.constant 0 : index
      %M = memref.dim %C, %c0 : memref<?x?xf32>
      %ring = tile.ring stages(2) : !tile.ring<64x32xf32, 16x32xf32>
      tile.role "producer" warps(4) elect {
        tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
          %slot = tile.acquire %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
          tile.load %A[%m, %k0] into %slot[0] : memref<?x?xf32>, !tile.slot<64x32xf32, 16x32xf32>
          tile.load %A[%n, %k0] into %slot[1] : memref<?x?xf32>, !tile.slot<64x32xf32, 16x32xf32>
        }
      }
      tile.role "consumer" warps(4) {
        tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(64, 16, 32) {
          %slot = tile.wait %ring : !tile.ring<64x32xf32, 16x32xf32> -> !tile.slot<64x32xf32, 16x32xf32>
          %d = tile.mma %slot transpose_b tf32 : !tile.slot<64x32xf32, 16x32xf32> -> !tile.fragment<64x16xf32>
          %r = tile.mma_wait pending(0) %d : !tile.fragment<64x16xf32> -> !tile.fragment<64x16xf32>
          tile.release %slot to %ring : !tile.slot<64x32xf32, 16x32xf32>, !tile.ring<64x32xf32, 16x32xf32>
          tile.store %r, %C[%m, %n] : !tile.fragment<64x16xf32>, memref<?x?xf32>
        }
      }
    }
  }
  // CHECK-LABEL: func.func @launch(
  // CHECK: %[[KIND:.*]] = arith.constant 6 : i32
  // CHECK: llvm.call @mgpuAutotuneTensorMapEncode2D(%{{.*}}, %{{.*}}, %[[KIND]],
  func.func @launch(%a: memref<?x?xf32>, %c: memref<?x?xf32>) {
    tile.launch @kernels::@tf32 ins(%a : memref<?x?xf32>) outs(%c : memref<?x?xf32>)
    return
  }
}
