// Integers of 4 bits are passed as the bytes that two of them share: half of the
// columns, of the row stride and of the offset.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device | FileCheck %s

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
// CHECK-LABEL: func.func @f(
// CHECK: %[[META:.*]], %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %arg0
// CHECK: memref.extract_aligned_pointer_as_index %arg0
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: arith.divui %{{.*}}, %[[TWO]] : index
// CHECK: gpu.launch_func
func.func @f(%a: memref<?x64xi4, strided<[96, 1], offset: 32>>, %c: memref<?x8xf32>) {
  tile.launch @g::@k ins(%a : memref<?x64xi4, strided<[96, 1], offset: 32>>) outs(%c : memref<?x8xf32>)
  return
}
