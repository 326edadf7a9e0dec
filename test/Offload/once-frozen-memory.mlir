// A function that runs once reads buffers of the caller. The runtime is given
// their addresses, and runs the function again if they change.
// RUN: autotune-opt %s -autotune-keep-results | FileCheck %s --check-prefix=TENSOR
// RUN: autotune-opt %s -autotune-keep-results \
// RUN:   -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   -autotune-plan-memory -canonicalize | FileCheck %s

// TENSOR-NOT: autotune.frozen
// TENSOR-LABEL: func private @f.once(
// TENSOR-SAME: %{{.*}}: tensor<4xf32> {bufferization.writable = false}, %{{.*}}: tensor<8xf16> {bufferization.writable = false})
// TENSOR-SAME: attributes {autotune.once = [@f.once.0]}
// TENSOR-LABEL: func @f(
// TENSOR-SAME: %[[W:.*]]: tensor<4xf32> {bufferization.writable = false}, %{{.*}}: memref<4xf32>, %[[V:.*]]: tensor<8xf16> {bufferization.writable = false})
// TENSOR: call @f.once(%[[W]], %[[V]]) : (tensor<4xf32>, tensor<8xf16>) -> ()

// CHECK-LABEL: func private @f.once(
// CHECK-SAME: %[[MEMORY:.*]]: !llvm.ptr, %[[INPUTS:.*]]: !llvm.ptr) {
// CHECK: %[[P0:.*]] = llvm.load %[[INPUTS]]
// CHECK: llvm.ptrtoint %[[P0]]
// CHECK: %[[I1:.*]] = llvm.getelementptr %[[INPUTS]][1]
// CHECK: %[[P1:.*]] = llvm.load %[[I1]]
// CHECK: llvm.ptrtoint %[[P1]]
// CHECK: llvm.ptrtoint %[[MEMORY]]
// CHECK-LABEL: func @f(
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %{{.*}}: memref<4xf32>, %[[B:.*]]: memref<8xf16>)
// CHECK-DAG: %[[COUNT:.*]] = arith.constant 2 : i64
// CHECK: %[[LIST:.*]] = llvm.alloca %[[COUNT]] x !llvm.ptr
// CHECK: memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: llvm.store %{{.*}}, %[[LIST]]
// CHECK: memref.extract_aligned_pointer_as_index %[[B]]
// CHECK: llvm.store
// CHECK: llvm.call @mgpuAutotuneOnce({{.*}}, %[[LIST]], %[[COUNT]])
// CHECK-NOT: call @f.once
func.func private @f.once(%w: tensor<4xf32>, %v: tensor<8xf16>) -> tensor<4xf32> attributes {autotune.once} {
  %e = tensor.empty() : tensor<4xf32>
  %h = tensor.extract_slice %v[0] [4] [2] : tensor<8xf16> to tensor<4xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%w, %h : tensor<4xf32>, tensor<4xf16>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: f32, %j: f16, %o: f32):
    %k = arith.extf %j : f16 to f32
    %s = arith.addf %i, %k : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @f(%w: tensor<4xf32> {autotune.frozen}, %out: memref<4xf32>, %v: tensor<8xf16> {autotune.frozen}) {
  %r = call @f.once(%w, %v) : (tensor<4xf32>, tensor<8xf16>) -> tensor<4xf32>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
