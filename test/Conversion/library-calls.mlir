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

// -----

// The sums are the runtime's memory, which nobody copies. The epilogue is
// launched on the call's stream, for which one wait is enough.

// CHECK-LABEL: func @separate
// CHECK: %[[BYTES:.*]] = arith.addi
// CHECK: llvm.call @mgpuAutotuneLibraryReadyForSums({{.*}}, %[[BYTES]]) :
// CHECK: scf.if
// CHECK: %[[TOKEN:.*]] = gpu.wait async
// HOST-COUNT-2: gpu.memcpy async
// DEVICE-NOT: gpu.memcpy
// CHECK: %[[SPACE:.*]] = llvm.call @mgpuAutotuneWorkspaceAcquire(%[[BYTES]]) : (i64) -> !llvm.ptr
// CHECK: %[[SUMS:.*]] = llvm.getelementptr %[[SPACE]][8192]
// CHECK: llvm.store %[[SUMS]], %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: llvm.call @mgpuAutotuneLibraryCall
// CHECK: scf.if %{{.*}} {
// CHECK: scf.if %{{.*}} {
// HOST-COUNT-2: gpu.memcpy async
// DEVICE-NOT: gpu.memcpy
// CHECK-NOT: gpu.wait
// CHECK: gpu.launch_func async {{.*}} @kernels::@epilogue
// HOST: gpu.memcpy async
// HOST-NOT: gpu.memcpy
// CHECK-NOT: gpu.wait
// CHECK: gpu.wait [
// CHECK-NOT: gpu.wait
// CHECK: llvm.call @mgpuAutotuneWorkspaceRelease(%[[SPACE]])
// CHECK: return
func.func @separate(%a: memref<16x64xf32>, %b: memref<64x32xf32>, %c: memref<16x32xf32>, %e: memref<16x32xf32>) {
  %done = tile.call_library "cublaslt" "x=1" ins(%a, %b : memref<16x64xf32>, memref<64x32xf32>)
      outs(%c : memref<16x32xf32>) with(%e : memref<16x32xf32>) sums f32 then @kernels::@epilogue
  return
}
gpu.module @kernels {
  llvm.func @epilogue(!llvm.ptr<1>, !llvm.ptr<1>, !llvm.ptr<1>, i32, i32) attributes {gpu.kernel, nvvm.kernel,
      tile.abi = {params = [{kind = "pointer", operand = 0 : i64}, {kind = "pointer", operand = 1 : i64}, {kind = "pointer", operand = 2 : i64},
                            {kind = "size", operand = 1 : i64, dim = 0 : i64}, {kind = "size", operand = 1 : i64, dim = 1 : i64}],
                  extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 4, 64>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64,
                  threads = 256 : i64, shared_memory = 0 : i64}}
}
