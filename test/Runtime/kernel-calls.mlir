// Programs that call kernels of CUTLASS. The library, the driver and the
// kernels behind the calls are stand-ins, as in library-calls.mlir. Whether a
// kernel is called or not, the results are right.
// REQUIRES: plugin

// RUN: autotune-opt %s --autotune-lower-matmul=target=h200 | autotune-opt --autotune-compile='format=sim target=h200 libraries=all' -o %t.mlir
// RUN: FileCheck %s --check-prefix=TEXT <%t.mlir
// TEXT: "a=bf16 b=bf16 c=f32 sums=f32 transpose_a=0 transpose_b=1 accumulate=1 version=420 kernel=11{{[^"]*}}"
// DEFINE: %{setting} = A=1
// DEFINE: %{run} = env FAKE_CUTLASS_PRINTS=1 %{setting} %run_sim %t.mlir -shared-libs=%autotune_cuda_runtime 2>%t.err

// RUN: %fake_kernels %fake %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=CALLED --implicit-check-not='{{.}}' <%t.err
// RUN: %fake %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=MISSING --implicit-check-not='{{.}}' <%t.err
// REDEFINE: %{setting} = FAKE_CUTLASS_VERSION=430
// RUN: %fake_kernels %fake %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=VERSION --implicit-check-not='{{.}}' <%t.err
// REDEFINE: %{setting} = FAKE_CUTLASS_ABI=7
// RUN: %fake_kernels %fake %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=ABI --implicit-check-not='{{.}}' <%t.err
// REDEFINE: %{setting} = FAKE_CUTLASS_FAILS=1
// RUN: %fake_kernels %fake %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=FAILS --implicit-check-not='{{.}}' <%t.err

// RUN: autotune-opt %s --autotune-lower-matmul='target=h200 libraries=cublaslt' -o - | not grep call_library

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(i, j) -> (i, j)>

func.func private @printF32(f32)
func.func private @printNewline()

func.func @makeA(%rows: index) -> tensor<?x48xbf16> {
  %e = tensor.empty(%rows) : tensor<?x48xbf16>
  %a = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x48xbf16>) {
  ^bb0(%o: bf16):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %sum = arith.addi %i, %k : index
    %number = arith.index_cast %sum : index to i32
    %value = arith.sitofp %number : i32 to bf16
    linalg.yield %value : bf16
  } -> tensor<?x48xbf16>
  return %a : tensor<?x48xbf16>
}
func.func @makeB() -> tensor<32x48xbf16> {
  %e = tensor.empty() : tensor<32x48xbf16>
  %b = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<32x48xbf16>) {
  ^bb0(%o: bf16):
    %j = linalg.index 0 : index
    %k = linalg.index 1 : index
    %sum = arith.subi %k, %j : index
    %number = arith.index_cast %sum : index to i32
    %value = arith.sitofp %number : i32 to bf16
    linalg.yield %value : bf16
  } -> tensor<32x48xbf16>
  return %b : tensor<32x48xbf16>
}

// A kernel serves any sizes, so that a row needs no guard.
func.func @unknown(%x: tensor<?x48xbf16>, %w: tensor<32x48xbf16>, %c: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %y = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.plan<
      any: <cutlass, version = 420, kernel = 11>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : tensor<?x48xbf16>, tensor<32x48xbf16>) outs(%c : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}

// Kernel 22 refuses a K of 48, 44 is for another device, 55 is nowhere, and 51
// is for f32. Number 33 needs a workspace.
func.func @several(%x: tensor<?x48xbf16>, %w: tensor<32x48xbf16>, %c: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %y = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.plan<
      any: <cutlass, version = 420, kernel = 22>,
      any: <cutlass, version = 420, kernel = 44>,
      any: <cutlass, version = 420, kernel = 55>,
      any: <cutlass, version = 420, kernel = 51>,
      [m = 16]: <cutlass, version = 420, kernel = 33>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : tensor<?x48xbf16>, tensor<32x48xbf16>) outs(%c : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}

func.func @show(%y: tensor<?x32xf32>, %i: index, %j: index) {
  %v = tensor.extract %y[%i, %j] : tensor<?x32xf32>
  call @printF32(%v) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @makeC(%rows: index) -> tensor<?x32xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty(%rows) : tensor<?x32xf32>
  %c = linalg.fill ins(%two : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %c : tensor<?x32xf32>
}

func.func @showOne(%rows: index, %i: index, %j: index) {
  %a = call @makeA(%rows) : (index) -> tensor<?x48xbf16>
  %b = call @makeB() : () -> tensor<32x48xbf16>
  %c = call @makeC(%rows) : (index) -> tensor<?x32xf32>
  %y = call @unknown(%a, %b, %c) : (tensor<?x48xbf16>, tensor<32x48xbf16>, tensor<?x32xf32>) -> tensor<?x32xf32>
  call @show(%y, %i, %j) : (tensor<?x32xf32>, index, index) -> ()
  %d = call @makeC(%rows) : (index) -> tensor<?x32xf32>
  %z = call @several(%a, %b, %d) : (tensor<?x48xbf16>, tensor<32x48xbf16>, tensor<?x32xf32>) -> tensor<?x32xf32>
  call @show(%z, %i, %j) : (tensor<?x32xf32>, index, index) -> ()
  return
}

// The sum of (i + k) (k - j) over K is 32744 for (3, 5) and -952 for (15, 29);
// 2 is added to it.

// CHECK: 32746
// CHECK-NEXT: 32746
// CHECK-NEXT: -950
// CHECK-NEXT: -950

// CALLED: kernel 11
// CALLED-NEXT: cutlass is not called, and a kernel computes the matmul instead: the kernel refuses the problem
// CALLED-NEXT: cutlass is not called, and a kernel computes the matmul instead: the kernel is for devices of compute capability 100, and this one has 90
// CALLED-NEXT: cutlass is not called, and a kernel computes the matmul instead: it has no kernel 55
// CALLED-NEXT: cutlass is not called, and a kernel computes the matmul instead: the kernel multiplies f32 by f32 into f32 with sums in f32
// CALLED-NEXT: kernel 11
// CALLED-NEXT: kernel 33
// MISSING: cutlass is not called, and a kernel computes the matmul instead: no CUTLASS kernels: cannot open {{.*}}libautotune_cutlass.so; set AUTOTUNE_CUTLASS to the library
// VERSION: cutlass is not called, and a kernel computes the matmul instead: its version is 430, and the kernel is of version 420
// ABI: cutlass is not called, and a kernel computes the matmul instead: {{.*}} has version 7 of the interface; it must be 1
// FAILS: kernel 11
// FAILS-NEXT: cutlass is not called, and a kernel computes the matmul instead: the kernel's launch returns status 98
// FAILS-NEXT: cutlass is not called, and a kernel computes the matmul instead: the kernel refuses the problem
// FAILS-NEXT: cutlass is not called, and a kernel computes the matmul instead: the kernel is for devices of compute capability 100, and this one has 90
// FAILS-NEXT: cutlass is not called, and a kernel computes the matmul instead: it has no kernel 55
// FAILS-NEXT: cutlass is not called, and a kernel computes the matmul instead: the kernel multiplies f32 by f32 into f32 with sums in f32
// FAILS-NEXT: kernel 11
// FAILS-NEXT: kernel 33
func.func @main() {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c29 = arith.constant 29 : index
  %c7 = arith.constant 7 : index
  call @showOne(%c7, %c3, %c5) : (index, index, index) -> ()
  call @showOne(%c16, %c15, %c29) : (index, index, index) -> ()
  return
}
