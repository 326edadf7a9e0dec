// A kernel whose tiles are placed is launched with the placement that the runtime
// has for so many CTAs, in clusters of this size.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device -canonicalize | FileCheck %s

// CHECK: llvm.func @mgpuAutotunePlacementGet(!llvm.ptr, i64, i32)
module {
  gpu.module @kernels {
    llvm.func @k(%rows: i32, %placement: !llvm.ptr {llvm.align = 16 : i64, llvm.byval = !llvm.array<256 x i8>, nvvm.grid_constant})
        attributes {gpu.kernel, nvvm.kernel, tile.abi = {
          cluster = array<i64: 2, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
          params = [{dim = 0 : i64, kind = "size", operand = 0 : i64}, {kind = "placement", operand = 0 : i64}],
          persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  // 5 x 3 tiles make 3 x 3 clusters.
  // CHECK-LABEL: func.func @launch(
  // CHECK-DAG: %[[SIZE:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[CTAS:.*]] = arith.constant 18 : i64
  // CHECK-DAG: %[[TABLE:.*]] = llvm.alloca %{{.*}} x !llvm.array<32 x i64> {alignment = 16 : i64}
  // CHECK: llvm.call @mgpuAutotunePlacementGet(%[[TABLE]], %[[CTAS]], %[[SIZE]])
  // CHECK: %[[VALUE:.*]] = llvm.load %[[TABLE]] : !llvm.ptr -> !llvm.array<32 x i64>
  // CHECK: gpu.launch_func {{.*}} args(%{{.*}} : i32, %[[VALUE]] : !llvm.array<32 x i64>)
  func.func @launch(%c: memref<40x24xf32>) {
    tile.launch @kernels::@k outs(%c : memref<40x24xf32>)
    return
  }
}
