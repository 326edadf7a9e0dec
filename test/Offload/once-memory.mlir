// Results of functions that run once: as tensors, they are in globals; as
// buffers, in memory that the runtime keeps.
// RUN: autotune-opt %s -split-input-file -autotune-keep-results | FileCheck %s --check-prefix=TENSOR
// RUN: autotune-opt %s -split-input-file -autotune-keep-results \
// RUN:   -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   -autotune-plan-memory -canonicalize | FileCheck %s

// TENSOR-DAG: memref.global "private" @f.once.0 : memref<4xf32> = uninitialized
// TENSOR-DAG: memref.global "private" @f.once.1 : memref<8xi1> = uninitialized
// TENSOR-LABEL: func private @f.once() attributes {autotune.once = [@f.once.0, @f.once.1]}
// TENSOR-COUNT-2: bufferization.materialize_in_destination
// TENSOR: return{{$}}
// TENSOR-LABEL: func @f(
// TENSOR: call @f.once() : () -> ()
// TENSOR-NEXT: %[[A:.*]] = memref.get_global @f.once.0
// TENSOR-NEXT: bufferization.to_tensor %[[A]] restrict :
// TENSOR: memref.get_global @f.once.1

// CHECK: llvm.mlir.global internal @autotune_once_0()
// CHECK-NOT: memref.global
// The memory is the function's argument. Its own buffers are in no arena.
// CHECK-LABEL: func private @f.once(
// CHECK-SAME: %[[MEMORY:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr) {
// CHECK-NOT: mgpuAutotuneArenaAcquire
// CHECK-DAG: llvm.ptrtoint %[[MEMORY]]
// CHECK-DAG: llvm.getelementptr %[[MEMORY]][256]
// CHECK: llvm.call @mgpuAutotuneAllocate
// CHECK: return
// CHECK-LABEL: func @f(
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 512 : i64
// CHECK-DAG: %[[CODE:.*]] = constant @f.once : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK-DAG: %[[ADDRESS:.*]] = builtin.unrealized_conversion_cast %[[CODE]]
// CHECK-DAG: %[[SITE:.*]] = llvm.mlir.addressof @autotune_once_0
// CHECK-DAG: %[[NONE:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: %[[KEPT:.*]] = llvm.call @mgpuAutotuneOnce(%[[SITE]], %[[BYTES]], %[[ADDRESS]], %[[NONE]], %{{.*}})
// CHECK: llvm.getelementptr %[[KEPT]][256]
// CHECK-NOT: call @f.once

// Both functions have the same memory.
// CHECK-LABEL: func @g(
// CHECK: llvm.mlir.addressof @autotune_once_0
// CHECK: llvm.call @mgpuAutotuneOnce
// CHECK: return
func.func private @f.once() -> (tensor<4xf32>, tensor<8xi1>) attributes {autotune.once} {
  %c = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %true = arith.constant true
  %e = tensor.empty() : tensor<4xf32>
  %b = tensor.empty() : tensor<8xi1>
  %x = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.fill ins(%two : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.add ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.fill ins(%true : i1) outs(%b : tensor<8xi1>) -> tensor<8xi1>
  return %z, %m : tensor<4xf32>, tensor<8xi1>
}

func.func @f(%out: memref<4xf32>, %bits: memref<8xi1>) {
  %r:2 = call @f.once() : () -> (tensor<4xf32>, tensor<8xi1>)
  bufferization.materialize_in_destination %r#0 in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %r#1 in restrict writable %bits : (tensor<8xi1>, memref<8xi1>) -> ()
  return
}

func.func @g(%out: memref<4xf32>) {
  %r:2 = call @f.once() : () -> (tensor<4xf32>, tensor<8xi1>)
  bufferization.materialize_in_destination %r#0 in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// A caller that overwrites the result gets a copy.
// CHECK-LABEL: func @overwritten(
// CHECK: llvm.call @mgpuAutotuneOnce
// CHECK: memref.copy
func.func private @h.once() -> tensor<4xf32> attributes {autotune.once} {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}

func.func @overwritten(%a: f32, %i: index, %out: memref<4xf32>) {
  %r = call @h.once() : () -> tensor<4xf32>
  %s = tensor.insert %a into %r[%i] : tensor<4xf32>
  bufferization.materialize_in_destination %s in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
