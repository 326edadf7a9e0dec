// A program that calls a library and has its buffers copied to the device and
// back, as the runtime does it: the driver and the library are stand-ins, whose
// memory is checked by no one but this test.
// REQUIRES: plugin

// RUN: autotune-opt %s --autotune-compile='format=isa target=h200' -o %t.mlir
// RUN: env FAKE_CUBLASLT_PRINTS=1 %fake_baseline %run_gpu %t.mlir 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=CALLED --implicit-check-not='{{.}}' <%t.err
// RUN: autotune-opt %s --autotune-compile='format=isa target=h200 buffers=device' -o %t.mlir
// RUN: env FAKE_CUBLASLT_PRINTS=1 %fake_baseline %run_gpu %t.mlir 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=CALLED --implicit-check-not='{{.}}' <%t.err

// CHECK: 80354
// CHECK-NEXT: 23330
// CHECK-NEXT: 80354
// CHECK-NEXT: 23330
// CHECK-NEXT: 80353
// CHECK-NEXT: 80353
// CALLED: algorithm 0
// CALLED-NEXT: algorithm 0
// CALLED-NEXT: algorithm 1

#a = affine_map<(b, m, n, k) -> (b, m, k)>
#b = affine_map<(b, m, n, k) -> (b, n, k)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>
#all = affine_map<(i, j) -> (i, j)>

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

func.func @makeC(%rows: index) -> tensor<?x32xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty(%rows) : tensor<?x32xf32>
  %c = linalg.fill ins(%two : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %c : tensor<?x32xf32>
}

func.func @show(%y: tensor<?x32xf32>, %i: index, %j: index) {
  %v = tensor.extract %y[%i, %j] : tensor<?x32xf32>
  call @printF32(%v) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @known(%x: tensor<16x64xf32>, %w: tensor<64x32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %y = linalg.matmul {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [0, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : tensor<16x64xf32>, tensor<64x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %y : tensor<16x32xf32>
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

func.func @batch(%x: memref<2x16x64xf32>, %w: memref<2x32x64xf32>, %c: memref<2x16x32xf32>) {
  linalg.batch_matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [1, 0, 0, 0, 0, 0, 0, 0], workspace = 0>,
      else: <simt, tile = [32, 32, 16], thread = [4, 4]>>}
      ins(%x, %w : memref<2x16x64xf32>, memref<2x32x64xf32>) outs(%c : memref<2x16x32xf32>)
  return
}

func.func @showBatch() {
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
  call @batch(%x, %w, %c) : (memref<2x16x64xf32>, memref<2x32x64xf32>, memref<2x16x32xf32>) -> ()
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

func.func @main() {
  call @showKnown() : () -> ()
  call @showKnown() : () -> ()
  call @showBatch() : () -> ()
  return
}
