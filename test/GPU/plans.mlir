// A plan gives the same results whichever of its rows the runtime chooses. C is
// added to, so each call must run exactly one kernel. Each size is called often
// enough that all its kernels are timed, and the fastest is kept.
// RUN: autotune-opt %s -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_PLANS=nearest %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_PLANS=measure %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s -autotune-compile=target=h200 -o %t.gpu %}
// RUN: %if cuda-gpu && ptxas && plugin %{ %run_gpu %t.gpu | FileCheck %s %}
// RUN: %if cuda-gpu && ptxas && plugin %{ env AUTOTUNE_PLANS=nearest %run_gpu %t.gpu | FileCheck %s %}
// RUN: %if cuda-gpu && ptxas && plugin %{ env AUTOTUNE_PLANS=measure %run_gpu %t.gpu | FileCheck %s %}

// Wrong elements at 1, 3, 40 and 130 rows, and whether any result is other than
// 0.
// CHECK-COUNT-4: {{^0$}}
// CHECK-NEXT: {{^1$}}

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

func.func private @layer(%x: tensor<?x128xbf16>, %w: tensor<64x128xbf16>, %c: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = linalg.matmul indexing_maps = [#x, #w, #y] {autotune.config = #autotune.plan<
      [m = 3]: <simt_stream, rows = 3, defaults>,
      [m to 16]: <simt, tile = [32, 32, 16], thread = [4, 4], defaults>,
      [m from 32 to 64 by 8]: <hopper_wgmma, tile = [64, 64, 64], consumers = 1, defaults>,
      else: <hopper_wgmma, tile = [128, 64, 64], consumers = 2, defaults>>}
    ins(%x, %w : tensor<?x128xbf16>, tensor<64x128xbf16>) outs(%c : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// The same, as loops of the host.
func.func private @reference(%x: tensor<?x128xbf16>, %w: tensor<64x128xbf16>, %c: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = linalg.matmul indexing_maps = [#x, #w, #y]
    ins(%x, %w : tensor<?x128xbf16>, tensor<64x128xbf16>) outs(%c : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// Whole numbers from -3 to 3, so that sums are exact.
func.func private @value(%i: index, %j: index) -> f32 {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %0 = arith.muli %i, %c5 : index
  %1 = arith.muli %j, %c3 : index
  %2 = arith.addi %0, %1 : index
  %3 = arith.remui %2, %c7 : index
  %4 = arith.subi %3, %c3 : index
  %5 = arith.index_cast %4 : index to i32
  %6 = arith.sitofp %5 : i32 to f32
  return %6 : f32
}

// How many elements of %calls results are wrong, and how many are not 0.
func.func private @count(%m: index, %calls: index) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0.0 : f32
  %x = tensor.generate %m {
  ^bb0(%i: index, %j: index):
    %0 = func.call @value(%i, %j) : (index, index) -> f32
    %1 = arith.truncf %0 : f32 to bf16
    tensor.yield %1 : bf16
  } : tensor<?x128xbf16>
  %w = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = func.call @value(%j, %i) : (index, index) -> f32
    %1 = arith.truncf %0 : f32 to bf16
    tensor.yield %1 : bf16
  } : tensor<64x128xbf16>
  %c = tensor.generate %m {
  ^bb0(%i: index, %j: index):
    %0 = func.call @value(%j, %j) : (index, index) -> f32
    tensor.yield %0 : f32
  } : tensor<?x64xf32>
  %want = call @reference(%x, %w, %c) : (tensor<?x128xbf16>, tensor<64x128xbf16>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %counts:2 = scf.for %call = %c0 to %calls step %c1 iter_args(%wrong0 = %none, %some0 = %none) -> (i64, i64) {
    %got = func.call @layer(%x, %w, %c) : (tensor<?x128xbf16>, tensor<64x128xbf16>, tensor<?x64xf32>) -> tensor<?x64xf32>
    %rows:2 = scf.for %i = %c0 to %m step %c1 iter_args(%wrong1 = %wrong0, %some1 = %some0) -> (i64, i64) {
      %columns:2 = scf.for %j = %c0 to %c64 step %c1 iter_args(%wrong = %wrong1, %some = %some1) -> (i64, i64) {
        %g = tensor.extract %got[%i, %j] : tensor<?x64xf32>
        %e = tensor.extract %want[%i, %j] : tensor<?x64xf32>
        %differs = arith.cmpf une, %g, %e : f32
        %more = arith.select %differs, %one, %none : i64
        %isSome = arith.cmpf une, %g, %zero : f32
        %moreSome = arith.select %isSome, %one, %none : i64
        %wrong2 = arith.addi %wrong, %more : i64
        %some2 = arith.addi %some, %moreSome : i64
        scf.yield %wrong2, %some2 : i64, i64
      }
      scf.yield %columns#0, %columns#1 : i64, i64
    }
    scf.yield %rows#0, %rows#1 : i64, i64
  }
  return %counts#0, %counts#1 : i64, i64
}

func.func private @printI64(i64)
func.func private @printNewline()
func.func @main() {
  %calls = arith.constant 18 : index
  %m1 = arith.constant 1 : index
  %m3 = arith.constant 3 : index
  %m40 = arith.constant 40 : index
  %m130 = arith.constant 130 : index
  %none = arith.constant 0 : i64
  %0:2 = call @count(%m1, %calls) : (index, index) -> (i64, i64)
  %1:2 = call @count(%m3, %calls) : (index, index) -> (i64, i64)
  %2:2 = call @count(%m40, %calls) : (index, index) -> (i64, i64)
  %3:2 = call @count(%m130, %calls) : (index, index) -> (i64, i64)
  call @printI64(%0#0) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%1#0) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%2#0) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%3#0) : (i64) -> ()
  call @printNewline() : () -> ()
  %4 = arith.addi %0#1, %3#1 : i64
  %any = arith.cmpi ne, %4, %none : i64
  %bit = arith.extui %any : i1 to i64
  call @printI64(%bit) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
