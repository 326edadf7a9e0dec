// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu=buffers=device | FileCheck %s --check-prefixes=CHECK,DEVICE
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu | FileCheck %s --check-prefixes=CHECK,HOST

// The runtime is asked before anything is copied. Its texts and the call's
// variable are the module's.

// CHECK-DAG: llvm.mlir.global internal @autotune_library_call_0() {{.*}} : !llvm.ptr {
// CHECK-DAG: llvm.mlir.global internal constant @autotune_library_call_0_library("cublaslt\00")
// CHECK-DAG: llvm.mlir.global internal constant @autotune_library_call_0_text("a=f32 version=1\00")
// CHECK-DAG: llvm.func @mgpuAutotuneLibraryReady(!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @mgpuAutotuneLibraryCall(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
// CHECK-LABEL: func @call
// CHECK-DAG: %[[MATRICES:.*]] = llvm.alloca %{{.*}} x !llvm.array<18 x i64>
// CHECK-DAG: %[[ADDRESSES:.*]] = llvm.alloca %{{.*}} x !llvm.array<3 x ptr>
// CHECK: %[[SITE:.*]] = llvm.mlir.addressof @autotune_library_call_0 : !llvm.ptr
// CHECK-COUNT-18: llvm.store %{{.*}} : i64, !llvm.ptr
// CHECK: %[[READY:.*]] = llvm.call @mgpuAutotuneLibraryReady(%[[SITE]], %{{.*}}, %{{.*}}, %{{.*}}, %[[MATRICES]])
// CHECK: %[[IS:.*]] = arith.cmpi ne, %[[READY]]
// CHECK: %[[DONE:.*]] = scf.if %[[IS]] -> (i1) {
// CHECK: %[[TOKEN:.*]] = gpu.wait async
// HOST-COUNT-3: gpu.memcpy async
// DEVICE-NOT: gpu.memcpy
// CHECK-COUNT-3: llvm.store %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: %[[STREAM:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !gpu.async.token to !llvm.ptr
// CHECK: llvm.call @mgpuAutotuneLibraryCall(%[[SITE]], %[[ADDRESSES]], %[[MATRICES]], %[[STREAM]])
// HOST: gpu.memcpy async
// HOST-NOT: gpu.memcpy
// HOST-COUNT-3: gpu.dealloc async
// DEVICE-NOT: gpu.memcpy
// CHECK: gpu.wait [
// CHECK: } else {
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: scf.yield %[[FALSE]]
// CHECK: return %[[DONE]]
func.func @call(%a: memref<2x16x64xf32>, %b: memref<64x32xf32>, %c: memref<2x16x32xf32>) -> i1 {
  %done = tile.call_library "cublaslt" "a=f32 version=1" ins(%a, %b : memref<2x16x64xf32>, memref<64x32xf32>)
      outs(%c : memref<2x16x32xf32>)
  return %done : i1
}

// -----

// Each call has a variable of its own.
// CHECK-DAG: @autotune_library_call_0()
// CHECK-DAG: @autotune_library_call_1()
// CHECK-LABEL: func @two
func.func @two(%a: memref<16x64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>) {
  %0 = tile.call_library "cublaslt" "x=1" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>)
  %1 = tile.call_library "cublaslt" "x=2" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>) outs(%c : memref<16x32xf32>)
  return
}
