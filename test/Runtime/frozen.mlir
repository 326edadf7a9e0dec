// A program with a weight, called in one context: the first call computes what
// depends on the weight alone. It is computed again, into the same memory, after
// mgpuAutotuneRefresh, and when a call has another weight. Other calls only
// launch.
// REQUIRES: plugin

// RUN: autotune-opt %s --autotune-compile='format=isa target=h200 offload' -o %t.mlir
// RUN: %fake env FAKE_CUDA_TRACE=1 FAKE_CUDA_CALLS=1 %run_gpu %t.mlir 2>%t.err
// RUN: FileCheck %s --implicit-check-not=fake: <%t.err

// The input and the weights of @main.
// CHECK-COUNT-2: fake: cuMemAlloc
// CHECK-NEXT: fake: rest_0
// CHECK-NEXT: fake: rest_1
// The first call: memory, the weight's kernel, and a result.
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: rows_0
// CHECK-NEXT: fake: cuStreamSynchronize
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: rows_1
// The second one.
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: rows_1
// After a refresh.
// CHECK-NEXT: fake: rows_0
// CHECK-NEXT: fake: cuStreamSynchronize
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: rows_1
// Another weight, twice.
// CHECK-NEXT: fake: rows_0
// CHECK-NEXT: fake: cuStreamSynchronize
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: rows_1
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: rows_1
// @main returns.
// CHECK-COUNT-7: fake: cuMemFree
// CHECK-NEXT: fake: cuStreamSynchronize

#id = affine_map<(i) -> (i)>

func.func private @mgpuAutotuneContextCreate(i32) -> !llvm.ptr
func.func private @mgpuAutotuneContextEnter(!llvm.ptr, !llvm.ptr)
func.func private @mgpuAutotuneContextLeave()
func.func private @mgpuAutotuneRefresh(!llvm.ptr)

func.func private @step(%x: tensor<256xf32>, %w: tensor<256xf32> {autotune.frozen}) -> tensor<256xf32> {
  %e = tensor.empty() : tensor<256xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%w : tensor<256xf32>) outs(%e : tensor<256xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.sqrt %i : f32
    linalg.yield %v : f32
  } -> tensor<256xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %t : tensor<256xf32>, tensor<256xf32>) outs(%e : tensor<256xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.addf %i, %j : f32
    linalg.yield %v : f32
  } -> tensor<256xf32>
  return %y : tensor<256xf32>
}

func.func @main() {
  %device = arith.constant 0 : i32
  %stream = llvm.mlir.zero : !llvm.ptr
  %context = call @mgpuAutotuneContextCreate(%device) : (i32) -> !llvm.ptr
  call @mgpuAutotuneContextEnter(%context, %stream) : (!llvm.ptr, !llvm.ptr) -> ()
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %x = linalg.fill ins(%one : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %v = linalg.fill ins(%one : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %w = linalg.fill ins(%two : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %1 = call @step(%x, %v) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %2 = call @step(%x, %v) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  call @mgpuAutotuneRefresh(%context) : (!llvm.ptr) -> ()
  %3 = call @step(%x, %v) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %4 = call @step(%x, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %5 = call @step(%x, %w) : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  call @mgpuAutotuneContextLeave() : () -> ()
  return
}
