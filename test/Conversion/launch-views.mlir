// Operands that are parts of one host buffer come to the device in one copy of it,
// at the places that they have in the buffer.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu | FileCheck %s

gpu.module @g {
  llvm.func @k(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>) attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}, {kind = "pointer", operand = 1 : i64}, {kind = "pointer", operand = 2 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}

// CHECK-LABEL: func.func @halves(
// CHECK-SAME: %[[W:.*]]: memref<?x16xf32>, %[[C:.*]]: memref<4x8xf32>)
// CHECK: %[[LEFT:.*]] = memref.subview %[[W]][0, 0]
// CHECK: %[[RIGHT:.*]] = memref.subview %[[W]][0, 8]
// CHECK: scf.if
// CHECK: %[[ROWS:.*]] = memref.dim %[[W]]
// CHECK: %[[WD:.*]], %{{.*}} = gpu.alloc async [%{{.*}}] (%[[ROWS]]) : memref<?x16xf32>
// CHECK: gpu.memcpy async [%{{.*}}] %[[WD]], %[[W]]
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[LEFT]]
// CHECK: %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[WD]]
// CHECK: %[[BYTES:.*]] = arith.muli %[[OFFSET]]
// CHECK: arith.addi %[[BASE]], %[[BYTES]]
// CHECK: %[[CD:.*]], %{{.*}} = gpu.alloc async [%{{.*}}] () : memref<4x8xf32>
// CHECK: gpu.memcpy async [%{{.*}}] %[[CD]], %[[C]]
// CHECK-NOT: gpu.alloc
// CHECK: memref.extract_strided_metadata %[[RIGHT]]
// CHECK: memref.extract_aligned_pointer_as_index %[[WD]]
// CHECK: gpu.launch_func
// CHECK: gpu.memcpy async [%{{.*}}] %[[C]], %[[CD]]
// CHECK: gpu.dealloc async [%{{.*}}] %[[WD]]
// CHECK: gpu.dealloc async [%{{.*}}] %[[CD]]
// CHECK-NOT: gpu.dealloc
func.func @halves(%w: memref<?x16xf32>, %c: memref<4x8xf32>) {
  %left = memref.subview %w[0, 0] [4, 8] [1, 1] : memref<?x16xf32> to memref<4x8xf32, strided<[16, 1]>>
  %right = memref.subview %w[0, 8] [4, 8] [1, 1] : memref<?x16xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
  tile.launch @g::@k ins(%left : memref<4x8xf32, strided<[16, 1]>>) outs(%c : memref<4x8xf32>)
      with(%right : memref<4x8xf32, strided<[16, 1], offset: 8>>)
  return
}
