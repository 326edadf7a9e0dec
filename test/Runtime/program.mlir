// A program whose data stay on the device, called three times in one context:
// the first call allocates, and computes the table that depends on no argument.
// The others only launch. Nobody waits before the context is left, but for what
// the first call keeps. Kernels that wait for earlier ones are launched as such: the
// stand-in for the driver compares that with their code.
// REQUIRES: plugin

// RUN: autotune-opt %s --autotune-compile='format=isa target=h200 offload attach' -o %t.mlir
// RUN: %fake env FAKE_CUDA_TRACE=1 FAKE_CUDA_CALLS=1 %run_gpu %t.mlir 2>%t.err
// RUN: FileCheck %s --implicit-check-not=fake: <%t.err

// The buffers of @main, and what fills them.
// CHECK: fake: cuMemAlloc
// CHECK-NEXT: fake: rest_0
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: rest_1
// The table, which two kernels compute. The memory between them is given back.
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: rows_0
// CHECK-NEXT: fake: rows_1
// CHECK-NEXT: fake: cuMemFree
// CHECK-NEXT: fake: cuStreamSynchronize
// The arena of @step, and the constant.
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: cuMemAlloc
// CHECK-NEXT: fake: cuMemcpy
// CHECK-NEXT: fake: cuStreamSynchronize
// CHECK-NEXT: fake: rows_2
// CHECK-NEXT: fake: matmul_
// CHECK-NEXT: fake: rows_2
// CHECK-NEXT: fake: matmul_
// CHECK-NEXT: fake: rows_2
// CHECK-NEXT: fake: matmul_
// @main returns.
// CHECK-NEXT: fake: cuMemFree
// CHECK-NEXT: fake: cuMemFree
// CHECK-NEXT: fake: cuMemFree
// CHECK-NEXT: fake: cuStreamSynchronize

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func private @mgpuAutotuneContextCreate(i32) -> !llvm.ptr
func.func private @mgpuAutotuneContextEnter(!llvm.ptr, !llvm.ptr)
func.func private @mgpuAutotuneContextLeave()

func.func private @step(%x: tensor<64x64xf16>, %b: tensor<64x128xf16>, %out: tensor<64x128xf16>) -> tensor<64x128xf16> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<64x64xf16>
  %s = tensor.empty() : tensor<64xf16>
  %g = linalg.fill ins(%zero : f16) outs(%s : tensor<64xf16>) -> tensor<64xf16>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x64xf16>) outs(%g : tensor<64xf16>) {
  ^bb0(%i: f16, %o: f16):
    %v = arith.addf %i, %o : f16
    linalg.yield %v : f16
  } -> tensor<64xf16>
  %n = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<64x64xf16>) {
  ^bb0(%o: f16):
    %k = linalg.index 1 : index
    %l = arith.index_cast %k : index to i32
    %m = arith.sitofp %l : i32 to f16
    %v = math.cos %m : f16
    linalg.yield %v : f16
  } -> tensor<64x64xf16>
  %t = linalg.transpose ins(%n : tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) permutation = [1, 0]
  %y = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r, %t : tensor<64x64xf16>, tensor<64xf16>, tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) {
  ^bb0(%i: f16, %j: f16, %a: f16, %o: f16):
    %two = arith.constant 2 : index
    %k = linalg.index 1 : index
    %l = arith.remui %k, %two : index
    %c = tensor.extract %w[%l, %l] : tensor<2x2xf16>
    %d = arith.divf %i, %j : f16
    %p = arith.mulf %d, %c : f16
    %q = arith.mulf %p, %a : f16
    linalg.yield %q : f16
  } -> tensor<64x64xf16>
  %f = linalg.fill ins(%zero : f16) outs(%out : tensor<64x128xf16>) -> tensor<64x128xf16>
  %p = linalg.matmul ins(%y, %b : tensor<64x64xf16>, tensor<64x128xf16>) outs(%f : tensor<64x128xf16>) -> tensor<64x128xf16>
  return %p : tensor<64x128xf16>
}

func.func @main() {
  %device = arith.constant 0 : i32
  %stream = llvm.mlir.zero : !llvm.ptr
  %context = call @mgpuAutotuneContextCreate(%device) : (i32) -> !llvm.ptr
  call @mgpuAutotuneContextEnter(%context, %stream) : (!llvm.ptr, !llvm.ptr) -> ()
  %one = arith.constant 1.0 : f16
  %e = tensor.empty() : tensor<64x64xf16>
  %x = linalg.fill ins(%one : f16) outs(%e : tensor<64x64xf16>) -> tensor<64x64xf16>
  %h = tensor.empty() : tensor<64x128xf16>
  %b = linalg.fill ins(%one : f16) outs(%h : tensor<64x128xf16>) -> tensor<64x128xf16>
  %y = tensor.empty() : tensor<64x128xf16>
  %1 = call @step(%x, %b, %y) : (tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf16>) -> tensor<64x128xf16>
  %2 = call @step(%x, %b, %1) : (tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf16>) -> tensor<64x128xf16>
  %3 = call @step(%x, %b, %2) : (tensor<64x64xf16>, tensor<64x128xf16>, tensor<64x128xf16>) -> tensor<64x128xf16>
  call @mgpuAutotuneContextLeave() : () -> ()
  return
}
