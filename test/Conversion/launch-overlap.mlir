// What is not seen to be memory of its own is asserted to be, before the launch.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device | FileCheck %s
// RUN: sed '/^\/\/ What was allocated/,$d' %s | autotune-opt -convert-tile-launch-to-gpu | FileCheck %s --check-prefix=HOST

gpu.module @kernels {
  llvm.func @k(%p0: !llvm.ptr<1>, %p1: !llvm.ptr<1>, %p2: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
      cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 2, 0, 2, 1>,
      params = [{kind = "pointer", operand = 0 : i64}, {kind = "pointer", operand = 1 : i64}, {kind = "pointer", operand = 2 : i64}],
      persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
    llvm.return
  }
}

// Two arguments may be one: C must end before A begins, or begin behind it. Of
// whole buffers nothing lies between the rows. Inputs may overlap.
// CHECK-LABEL: func.func @arguments(
// CHECK: %[[C:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[BYTES:.*]] = arith.constant 2048 : index
// CHECK: %[[END:.*]] = arith.addi %[[C]], %[[BYTES]]
// CHECK: %[[A:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[BYTES_A:.*]] = arith.constant 1024 : index
// CHECK: %[[END_A:.*]] = arith.addi %[[A]], %[[BYTES_A]]
// CHECK: %[[BEFORE:.*]] = arith.cmpi ule, %[[END]], %[[A]]
// CHECK: %[[BEHIND:.*]] = arith.cmpi ule, %[[END_A]], %[[C]]
// CHECK: %[[APART:.*]] = arith.ori %[[BEFORE]], %[[BEHIND]]
// CHECK: cf.assert %[[APART]], "tile.launch @kernels::@k: operand 2, which is written, overlaps operand 0; it must be in memory of its own"
// CHECK: cf.assert %{{.*}}operand 2, which is written, overlaps operand 1; it
// CHECK-NOT: cf.assert
// Copies of theirs would not, but a fill that one of them showed is gone.
// HOST-LABEL: func.func @arguments(
// HOST: cf.assert %{{.*}}operand 2, which is written, overlaps operand 0
func.func @arguments(%a: memref<16x32xbf16>, %b: memref<32x32xbf16>, %c: memref<16x32xf32>) {
  tile.launch @kernels::@k ins(%a, %b : memref<16x32xbf16>, memref<32x32xbf16>) outs(%c : memref<16x32xf32>)
  return
}

gpu.module @residuals {
  llvm.func @k(%p0: !llvm.ptr<1>, %p1: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
      cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>, in_place = array<i64: 1>,
      params = [{kind = "pointer", operand = 0 : i64}, {kind = "pointer", operand = 1 : i64}],
      persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
    llvm.return
  }
}

// What a thread reads where it writes may be the output: of one memref nothing is
// asserted, of two that they have each element at one place, or none. In another
// order, or of another type, it is none of that.
// CHECK-LABEL: func.func @residual(
// CHECK-NOT: cf.assert
// CHECK: gpu.launch_func
func.func @residual(%c: memref<16x32xf32>) {
  tile.launch @residuals::@k outs(%c : memref<16x32xf32>) with(%c : memref<16x32xf32>)
  return
}
// CHECK-LABEL: func.func @unknown_residual(
// CHECK: %[[APART:.*]] = arith.ori
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK: %[[EITHER:.*]] = arith.ori %[[APART]], %[[SAME]]
// CHECK: cf.assert %[[EITHER]], "{{.*}}operand 0, which is written, overlaps operand 1
func.func @unknown_residual(%c: memref<16x32xf32>, %r: memref<16x32xf32>) {
  tile.launch @residuals::@k outs(%c : memref<16x32xf32>) with(%r : memref<16x32xf32>)
  return
}
// CHECK-LABEL: func.func @other_type(
// CHECK: %[[APART:.*]] = arith.ori
// CHECK-NEXT: cf.assert %[[APART]], "{{.*}}operand 0, which is written, overlaps operand 1
func.func @other_type(%c: memref<16x32xf32>, %r: memref<16x32xi32>) {
  tile.launch @residuals::@k outs(%c : memref<16x32xf32>) with(%r : memref<16x32xi32>)
  return
}

// What was allocated in the function is no argument, and globals are what their
// names say; so are arguments, to globals, not.
memref.global "private" @weights : memref<32x32xbf16>
memref.global "private" @result : memref<16x32xf32>
// CHECK-LABEL: func.func @allocation(
// CHECK-NOT: cf.assert
// CHECK: gpu.launch_func
func.func @allocation(%a: memref<16x32xbf16>) {
  %b = memref.get_global @weights : memref<32x32xbf16>
  %c = memref.alloc() : memref<16x32xf32>
  tile.launch @kernels::@k ins(%a, %b : memref<16x32xbf16>, memref<32x32xbf16>) outs(%c : memref<16x32xf32>)
  return
}

// CHECK-LABEL: func.func @globals(
// CHECK-NOT: overlaps operand 1
// CHECK: overlaps operand 0
// CHECK-NOT: overlaps operand 1
// CHECK: gpu.launch_func
func.func @globals(%a: memref<16x32xbf16>) {
  %b = memref.get_global @weights : memref<32x32xbf16>
  %c = memref.get_global @result : memref<16x32xf32>
  tile.launch @kernels::@k ins(%a, %b : memref<16x32xbf16>, memref<32x32xbf16>) outs(%c : memref<16x32xf32>)
  return
}

// Parts of one buffer that are apart, of which all strides are known.
// CHECK-LABEL: func.func @parts(
// CHECK-NOT: cf.assert
// CHECK: gpu.launch_func
func.func @parts(%arena: memref<64x128xf32>) {
  %a = memref.subview %arena[0, 0] [16, 32] [1, 1] : memref<64x128xf32> to memref<16x32xf32, strided<[128, 1]>>
  %b = memref.subview %arena[16, 0] [32, 32] [1, 1] : memref<64x128xf32> to memref<32x32xf32, strided<[128, 1], offset: 2048>>
  %c = memref.subview %arena[0, 32] [16, 32] [1, 1] : memref<64x128xf32> to memref<16x32xf32, strided<[128, 1], offset: 32>>
  tile.launch @kernels::@k ins(%a, %b : memref<16x32xf32, strided<[128, 1]>>, memref<32x32xf32, strided<[128, 1], offset: 2048>>) outs(%c : memref<16x32xf32, strided<[128, 1], offset: 32>>)
  return
}

// Of a buffer of unknown strides the rows may be one and the same. What lies
// between each other's rows is told by the remainder of the distance.
// CHECK-LABEL: func.func @unknown(
// CHECK: arith.remsi
// CHECK: cf.assert %{{.*}}operand 2, which is written, overlaps operand 0
// CHECK: cf.assert %{{.*}}operand 2, which is written, overlaps operand 1
// CHECK: gpu.launch_func
func.func @unknown(%arena: memref<64x128xf32, strided<[?, 1]>>) {
  %a = memref.subview %arena[0, 0] [16, 32] [1, 1] : memref<64x128xf32, strided<[?, 1]>> to memref<16x32xf32, strided<[?, 1]>>
  %b = memref.subview %arena[16, 0] [32, 32] [1, 1] : memref<64x128xf32, strided<[?, 1]>> to memref<32x32xf32, strided<[?, 1], offset: ?>>
  %c = memref.subview %arena[0, 32] [16, 32] [1, 1] : memref<64x128xf32, strided<[?, 1]>> to memref<16x32xf32, strided<[?, 1], offset: 32>>
  tile.launch @kernels::@k ins(%a, %b : memref<16x32xf32, strided<[?, 1]>>, memref<32x32xf32, strided<[?, 1], offset: ?>>) outs(%c : memref<16x32xf32, strided<[?, 1], offset: 32>>)
  return
}

// Either argument may be what is chosen, and a later turn's argument what an
// earlier one allocated.
// CHECK-LABEL: func.func @chosen(
// CHECK: overlaps operand 0
// CHECK: overlaps operand 1
// CHECK: gpu.launch_func
func.func @chosen(%a: memref<16x32xf32>, %b: memref<32x32xf32>, %first: i1) {
  %own = memref.alloc() : memref<16x32xf32>
  %c = arith.select %first, %a, %own : memref<16x32xf32>
  tile.launch @kernels::@k ins(%a, %b : memref<16x32xf32>, memref<32x32xf32>) outs(%c : memref<16x32xf32>)
  return
}
