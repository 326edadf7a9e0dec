// Host buffers of integers of 4 bits are copied as bytes, and so are the whole
// buffers that parts of them are read of.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -convert-tile-launch-to-gpu=buffers=host | FileCheck %s

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
// CHECK-LABEL: func.func @whole(
// CHECK: memref.extract_aligned_pointer_as_index %arg0
// CHECK: %[[BYTES:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x32xi8>
// CHECK: %[[COPY:.*]], %{{.*}} = gpu.alloc async {{.*}} : memref<?x32xi8>
// CHECK: gpu.memcpy async {{.*}} %[[COPY]], %[[BYTES]] : memref<?x32xi8>, memref<?x32xi8>
// CHECK-NOT: xi4
func.func @whole(%a: memref<?x64xi4>, %c: memref<?x8xf32>) {
  tile.launch @g::@k ins(%a : memref<?x64xi4>) outs(%c : memref<?x8xf32>)
  return
}

// From the fourth row on.
// CHECK-LABEL: func.func @part(
// CHECK: %[[PART:.*]] = memref.subview %arg0
// CHECK: gpu.alloc async {{.*}} : memref<64x32xi8>
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[PART]]
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: arith.divui %[[OFFSET]], %[[TWO]]
func.func @part(%a: memref<64x64xi4>, %c: memref<32x8xf32>) {
  %part = memref.subview %a[3, 0] [32, 64] [1, 1] : memref<64x64xi4> to memref<32x64xi4, strided<[64, 1], offset: 192>>
  tile.launch @g::@k ins(%part : memref<32x64xi4, strided<[64, 1], offset: 192>>) outs(%c : memref<32x8xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @odd(%a: memref<64x65xi4>, %c: memref<32x8xf32>) {
  %part = memref.subview %a[0, 0] [1, 64] [1, 1] : memref<64x65xi4> to memref<1x64xi4, strided<[65, 1]>>
  %rows = memref.cast %part : memref<1x64xi4, strided<[65, 1]>> to memref<?x64xi4, strided<[65, 1]>>
  // expected-error@+1 {{'tile.launch' op operand 0 has two elements in a byte: it must have an inner stride of 1, and known even numbers as row length, outer strides and offset}}
  tile.launch @g::@k ins(%rows : memref<?x64xi4, strided<[65, 1]>>) outs(%c : memref<32x8xf32>)
  return
}
