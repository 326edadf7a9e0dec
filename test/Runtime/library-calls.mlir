// Programs that call a library. The library and the driver are stand-ins, and
// kernels are simulated: memory is the host's for all three. Whether a library
// makes the call or not, the results are right, and a message says once why a
// library does nothing.
// REQUIRES: plugin

// The simulator's wrappers come first, and those of libraries are the
// runtime's.
// RUN: autotune-opt %s --autotune-lower-matmul=target=h200 | autotune-opt --autotune-compile='format=sim target=h200 libraries=all' -o %t.mlir
// DEFINE: %{setting} = A=1
// DEFINE: %{run} = env FAKE_CUBLASLT_PRINTS=1 %{setting} %run_sim %t.mlir -shared-libs=%autotune_cuda_runtime 2>%t.err

// RUN: %fake_baseline %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=CALLED --implicit-check-not='{{.}}' <%t.err
// RUN: %fake %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=MISSING --implicit-check-not='{{.}}' <%t.err
// REDEFINE: %{setting} = FAKE_CUBLASLT_VERSION=130200
// RUN: %fake_baseline %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=VERSION --implicit-check-not='{{.}}' <%t.err
// REDEFINE: %{setting} = FAKE_CUBLASLT_FAILS=1
// RUN: %fake_baseline %{run} | FileCheck %s
// RUN: FileCheck %s --check-prefix=FAILS --implicit-check-not='{{.}}' <%t.err

// Without libraries, nothing of them is in the program.
// RUN: autotune-opt %s --autotune-lower-matmul='target=h200 libraries=none' | autotune-opt --autotune-compile='format=sim target=h200' -o %t.mlir
// RUN: not grep mgpuAutotuneLibrary %t.mlir
// RUN: autotune-opt %s --autotune-compile='format=sim target=h200' -o %t.mlir
// RUN: not grep mgpuAutotuneLibrary %t.mlir
// RUN: %none %{run} | FileCheck %s
// RUN: count 0 <%t.err

#a = affine_map<(b, m, n, k) -> (b, m, k)>
#b = affine_map<(b, m, n, k) -> (b, n, k)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

func.func private @printF32(f32)
func.func private @printNewline()

func.func @makeA(%rows: index) -> tensor<?x64xf32> {
  %e = tensor.empty(%rows) : tensor<?x64xf32>
  %a = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x64xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %sum = arith.addi %i, %k : index
    %number = arith.index_cast %sum : index to i32
    %value = arith.sitofp %number : i32 to f32
    linalg.yield %value : f32
  } -> tensor<?x64xf32>
  return %a : tensor<?x64xf32>
}
func.func @makeB() -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %b = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<64x32xf32>) {
  ^bb0(%o: f32):
    %k = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sum = arith.subi %k, %j : index
    %number = arith.index_cast %sum : index to i32
    %value = arith.sitofp %number : i32 to f32
    linalg.yield %value : f32
  } -> tensor<64x32xf32>
  return %b : tensor<64x32xf32>
}

func.func @known(%x: tensor<16x64xf32>, %w: tensor<64x32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %y = linalg.matmul {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [0, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : tensor<16x64xf32>, tensor<64x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
}

// The library refuses number 7, whose row is first. Number 2 needs a workspace.
func.func @several(%x: tensor<?x64xf32>, %w: tensor<64x32xf32>, %c: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %y = linalg.matmul {autotune.config = #autotune.plan<
      [m = 3]: <simt_stream, rows = 3, defaults>,
      [m = 16]: <cublaslt, version = 130100, algorithm = [7, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      [m = 16]: <cublaslt, version = 130100, algorithm = [2, 0, 0, 0, 0, 0, 0, 0], workspace = 4096>,
      else: <simt, tile = [32, 32, 16], thread = [4, 8]>>}
      ins(%x, %w : tensor<?x64xf32>, tensor<64x32xf32>) outs(%c : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}

// A batch whose B is stored N x K, on buffers. A matrix of its own is added.
func.func @batch(%x: memref<2x16x64xf32>, %w: memref<2x32x64xf32>, %c: memref<2x16x32xf32>) {
  linalg.batch_matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [1, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : memref<2x16x64xf32>, memref<2x32x64xf32>) outs(%c : memref<2x16x32xf32>)
  return
}

// Epilogues that the library has. A problem of operations in functions has the
// plan on its matmul.
func.func @biasRelu(%x: tensor<16x64xf32>, %w: tensor<64x32xf32>, %bias: tensor<32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %y = linalg.matmul {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [0, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : tensor<16x64xf32>, tensor<64x32xf32>) outs(%init : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<16x32xf32>, tensor<32xf32>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%s: f32, %b: f32, %o: f32):
    %0 = arith.addf %s, %b : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}
func.func @gelu(%x: tensor<16x64xf32>, %w: tensor<64x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %cubic = arith.constant 0.044715 : f32
  %factor = arith.constant 0.797884583 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %y = linalg.matmul {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [0, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : tensor<16x64xf32>, tensor<64x32xf32>) outs(%init : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = arith.mulf %s, %s : f32
    %1 = arith.mulf %0, %cubic : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %s, %factor : f32
    %4 = arith.mulf %3, %2 : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %s, %half : f32
    %8 = arith.mulf %7, %6 : f32
    linalg.yield %8 : f32
  } -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}

// The library multiplies, and a kernel computes the epilogue behind it: two
// outputs of other types, a matrix and a row.
func.func @separate(%x: tensor<16x64xf32>, %w: tensor<64x32xf32>, %m: tensor<16x32xbf16>, %row: tensor<32xf32>) -> (tensor<16x32xbf16>, tensor<16x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %h = tensor.empty() : tensor<16x32xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %y = linalg.matmul {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [0, 0, 0, 0, 0, 0, 0, 0], workspace = 0, separate_epilogue = true>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : tensor<16x64xf32>, tensor<64x32xf32>) outs(%init : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #all, #row, #all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y, %m, %row : tensor<16x32xf32>, tensor<16x32xbf16>, tensor<32xf32>) outs(%h, %e : tensor<16x32xbf16>, tensor<16x32xf32>) {
  ^bb0(%s: f32, %d: bf16, %b: f32, %o: bf16, %p: f32):
    %0 = arith.extf %d : bf16 to f32
    %1 = arith.addf %s, %0 : f32
    %2 = arith.mulf %1, %b : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3, %1 : bf16, f32
  } -> (tensor<16x32xbf16>, tensor<16x32xf32>)
  return %r#0, %r#1 : tensor<16x32xbf16>, tensor<16x32xf32>
}

// A batch on buffers that is added to a matrix of each product, in place, with
// one for all of them beside it.
func.func @separateBatch(%x: memref<2x16x64xf32>, %w: memref<2x32x64xf32>, %c: memref<2x16x32xf32>, %row: memref<32xf32>) {
  linalg.batch_matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [2, 0, 0, 0, 0, 0, 0, 0], workspace = 4096, separate_epilogue = true>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : memref<2x16x64xf32>, memref<2x32x64xf32>) outs(%c : memref<2x16x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (j)>, affine_map<(b, i, j) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%row : memref<32xf32>) outs(%c : memref<2x16x32xf32>) {
  ^bb0(%b: f32, %o: f32):
    %0 = arith.mulf %o, %b : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @showSeparate() {
  %rows = arith.constant 16 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %c31 = arith.constant 31 : index
  %half = arith.constant 0.5 : f32
  %more = arith.constant 16.0 : bf16
  %a = call @makeA(%rows) : (index) -> tensor<?x64xf32>
  %b = call @makeB() : () -> tensor<64x32xf32>
  %as = tensor.cast %a : tensor<?x64xf32> to tensor<16x64xf32>
  %e = tensor.empty() : tensor<32xf32>
  %row = linalg.fill ins(%half : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %f = tensor.empty() : tensor<16x32xbf16>
  %m = linalg.fill ins(%more : bf16) outs(%f : tensor<16x32xbf16>) -> tensor<16x32xbf16>
  %y:2 = call @separate(%as, %b, %m, %row) : (tensor<16x64xf32>, tensor<64x32xf32>, tensor<16x32xbf16>, tensor<32xf32>) -> (tensor<16x32xbf16>, tensor<16x32xf32>)
  %0 = tensor.cast %y#1 : tensor<16x32xf32> to tensor<?x32xf32>
  call @show(%0, %c3, %c5) : (tensor<?x32xf32>, index, index) -> ()
  call @show(%0, %c15, %c31) : (tensor<?x32xf32>, index, index) -> ()
  %v = tensor.extract %y#0[%c3, %c5] : tensor<16x32xbf16>
  %wide = arith.extf %v : bf16 to f32
  call @printF32(%wide) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @showEpilogues() {
  %rows = arith.constant 16 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %c31 = arith.constant 31 : index
  %less = arith.constant -50000.0 : f32
  %a = call @makeA(%rows) : (index) -> tensor<?x64xf32>
  %b = call @makeB() : () -> tensor<64x32xf32>
  %as = tensor.cast %a : tensor<?x64xf32> to tensor<16x64xf32>
  %e = tensor.empty() : tensor<32xf32>
  %bias = linalg.fill ins(%less : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %relu = call @biasRelu(%as, %b, %bias) : (tensor<16x64xf32>, tensor<64x32xf32>, tensor<32xf32>) -> tensor<16x32xf32>
  %0 = tensor.cast %relu : tensor<16x32xf32> to tensor<?x32xf32>
  call @show(%0, %c3, %c5) : (tensor<?x32xf32>, index, index) -> ()
  call @show(%0, %c15, %c31) : (tensor<?x32xf32>, index, index) -> ()
  %gelu = call @gelu(%as, %b) : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  %1 = tensor.cast %gelu : tensor<16x32xf32> to tensor<?x32xf32>
  call @show(%1, %c3, %c5) : (tensor<?x32xf32>, index, index) -> ()
  return
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

func.func @showKnown() {
  %rows = arith.constant 16 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %c31 = arith.constant 31 : index
  %a = call @makeA(%rows) : (index) -> tensor<?x64xf32>
  %b = call @makeB() : () -> tensor<64x32xf32>
  %c = call @makeC(%rows) : (index) -> tensor<?x32xf32>
  %as = tensor.cast %a : tensor<?x64xf32> to tensor<16x64xf32>
  %cs = tensor.cast %c : tensor<?x32xf32> to tensor<16x32xf32>
  %y = call @known(%as, %b, %cs) : (tensor<16x64xf32>, tensor<64x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  %d = tensor.cast %y : tensor<16x32xf32> to tensor<?x32xf32>
  call @show(%d, %c3, %c5) : (tensor<?x32xf32>, index, index) -> ()
  call @show(%d, %c15, %c31) : (tensor<?x32xf32>, index, index) -> ()
  return
}

func.func @showSeveral(%rows: index, %i: index, %j: index) {
  %a = call @makeA(%rows) : (index) -> tensor<?x64xf32>
  %b = call @makeB() : () -> tensor<64x32xf32>
  %c = call @makeC(%rows) : (index) -> tensor<?x32xf32>
  %y = call @several(%a, %b, %c) : (tensor<?x64xf32>, tensor<64x32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  call @show(%y, %i, %j) : (tensor<?x32xf32>, index, index) -> ()
  return
}

func.func @showBatches() {
  %half = arith.constant 0.5 : f32
  %row = memref.alloc() {alignment = 256 : i64} : memref<32xf32>
  linalg.fill ins(%half : f32) outs(%row : memref<32xf32>)
  %no = arith.constant false
  %yes = arith.constant true
  call @showBatch(%no, %row) : (i1, memref<32xf32>) -> ()
  call @showBatch(%yes, %row) : (i1, memref<32xf32>) -> ()
  memref.dealloc %row : memref<32xf32>
  return
}

func.func @showBatch(%isSeparate: i1, %row: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %x = memref.alloc() {alignment = 256 : i64} : memref<2x16x64xf32>
  %w = memref.alloc() {alignment = 256 : i64} : memref<2x32x64xf32>
  %c = memref.alloc() {alignment = 256 : i64} : memref<2x16x32xf32>
  scf.for %b = %c0 to %c2 step %c1 {
    scf.for %k = %c0 to %c64 step %c1 {
      scf.for %i = %c0 to %c16 step %c1 {
        %bi = arith.addi %b, %i : index
        %sum = arith.addi %bi, %k : index
        %number = arith.index_cast %sum : index to i32
        %value = arith.sitofp %number : i32 to f32
        memref.store %value, %x[%b, %i, %k] : memref<2x16x64xf32>
      }
      scf.for %j = %c0 to %c32 step %c1 {
        %difference = arith.subi %k, %j : index
        %number = arith.index_cast %difference : index to i32
        %value = arith.sitofp %number : i32 to f32
        memref.store %value, %w[%b, %j, %k] : memref<2x32x64xf32>
      }
    }
  }
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<2x16x32xf32>)
  scf.if %isSeparate {
    func.call @separateBatch(%x, %w, %c, %row) : (memref<2x16x64xf32>, memref<2x32x64xf32>, memref<2x16x32xf32>, memref<32xf32>) -> ()
  } else {
    func.call @batch(%x, %w, %c) : (memref<2x16x64xf32>, memref<2x32x64xf32>, memref<2x16x32xf32>) -> ()
  }
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %v0 = memref.load %c[%c0, %c3, %c5] : memref<2x16x32xf32>
  call @printF32(%v0) : (f32) -> ()
  call @printNewline() : () -> ()
  %v1 = memref.load %c[%c1, %c2, %c5] : memref<2x16x32xf32>
  call @printF32(%v1) : (f32) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %x : memref<2x16x64xf32>
  memref.dealloc %w : memref<2x32x64xf32>
  memref.dealloc %c : memref<2x16x32xf32>
  return
}

// The sum of (i + k) (k - j) over K is 80352 for (3, 5), 23328 for (15, 31) and
// 76960 for (1, 5); C is added to it. Of the batch that is halved, C is 1.

// The first function is called twice. A call that fails is not made again.

// CHECK: 80354
// CHECK-NEXT: 23330
// CHECK-NEXT: 80354
// CHECK-NEXT: 23330
// CHECK-NEXT: 23330
// CHECK-NEXT: 76962
// CHECK-NEXT: 80353
// CHECK-NEXT: 80353
// CHECK-NEXT: 40176.5
// CHECK-NEXT: 40176.5
// CHECK-NEXT: 30352
// CHECK-NEXT: {{^}}0{{$}}
// CHECK-NEXT: 80352
// CHECK-NEXT: 80368
// CHECK-NEXT: 23344
// CHECK-NEXT: 40192

// CALLED: algorithm 0
// CALLED-NEXT: algorithm 0
// CALLED-NEXT: cublaslt is not called, and a kernel computes the matmul instead: it refuses the algorithm (status 15)
// CALLED-NEXT: algorithm 2
// CALLED-NEXT: algorithm 1
// CALLED-NEXT: algorithm 2
// CALLED-NEXT: algorithm 0
// CALLED-NEXT: algorithm 0
// CALLED-NEXT: algorithm 0
// MISSING: cublaslt is not called, and a kernel computes the matmul instead: no cuBLASLt: cannot open /nonexistent/libcublasLt.so; set AUTOTUNE_LIBCUBLASLT to the library
// VERSION: cublaslt is not called, and a kernel computes the matmul instead: its version is 130200, and the algorithm is of version 130100
// FAILS: algorithm 0
// FAILS-NEXT: cublaslt is not called, and a kernel computes the matmul instead: cublasLtMatmul returns status 14
// FAILS-NEXT: cublaslt is not called, and a kernel computes the matmul instead: it refuses the algorithm (status 15)
// FAILS-NEXT: algorithm 2
// FAILS-NEXT: algorithm 1
// FAILS-NEXT: algorithm 2
// FAILS-NEXT: algorithm 0
// FAILS-NEXT: algorithm 0
// FAILS-NEXT: algorithm 0
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c31 = arith.constant 31 : index
  call @showKnown() : () -> ()
  call @showKnown() : () -> ()
  call @showSeveral(%c16, %c15, %c31) : (index, index, index) -> ()
  call @showSeveral(%c3, %c1, %c5) : (index, index, index) -> ()
  call @showBatches() : () -> ()
  call @showEpilogues() : () -> ()
  call @showSeparate() : () -> ()
  return
}
