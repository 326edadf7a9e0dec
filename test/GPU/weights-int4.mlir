// Integers of 4 bits, two to a byte, times floats through the whole of the
// compiler, against the host: what the heuristics choose, integers that are the
// rows of the product, and scales of groups of K.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" -o %t.attached
// RUN: autotune-opt %t.attached -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %t.attached \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// Each line pair: wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

!x = tensor<24x640xbf16>
!w = tensor<200x640xi4>
!sums = tensor<24x200xf32>
!crossed = tensor<200x24xf32>

func.func private @proposed(%x: !x, %w: !w) -> !sums {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : !x, !w) outs(%f : !sums) -> !sums
  return %d : !sums
}
func.func private @rows(%w: !w, %x: !x) -> !crossed {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !crossed
  %f = linalg.fill ins(%zero : f32) outs(%e : !crossed) -> !crossed
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 256], consumers = 1, schedule = cooperative>}
      ins(%w, %x : !w, !x) outs(%f : !crossed) -> !crossed
  return %d : !crossed
}
func.func private @scaled(%x: !x, %w: !w, %s: tensor<200x5xbf16>) -> !sums {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x640xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n, k floordiv 128)>,
      affine_map<(n, k) -> (n, k)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : !w, tensor<200x5xbf16>) outs(%e : tensor<200x640xbf16>) {
  ^bb0(%i: i4, %f: bf16, %o: bf16):
    %0 = arith.sitofp %i : i4 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<200x640xbf16>
  %e2 = tensor.empty() : !sums
  %c = linalg.fill ins(%zero : f32) outs(%e2 : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %y : !x, tensor<200x640xbf16>) outs(%c : !sums) -> !sums
  return %d : !sums
}

// The integer at a place, of bytes of two: the first in the low half.
func.func private @unpack(%bytes: tensor<?x?xi8>, %n: index, %k: index) -> tensor<?x?xf32> {
  %two = arith.constant 2 : index
  %four = arith.constant 4 : i8
  %y = tensor.generate %n, %k {
  ^bb0(%i: index, %j: index):
    %at = arith.divui %j, %two : index
    %which = arith.remui %j, %two : index
    %byte = tensor.extract %bytes[%i, %at] : tensor<?x?xi8>
    %up = arith.shli %byte, %four : i8
    %isHigh = arith.index_cast %which : index to i1
    %top = arith.select %isHigh, %byte, %up : i8
    %v = arith.shrsi %top, %four : i8
    %f = arith.sitofp %v : i8 to f32
    tensor.yield %f : f32
  } : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @main() {
  %m = arith.constant 24 : index
  %n = arith.constant 200 : index
  %k = arith.constant 640 : index
  %half = arith.constant 320 : index
  %c0 = arith.constant 0 : index
  %seed = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input_f32(%m, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bytes = call @weights(%n, %half) : (index, index) -> tensor<?x?xi8>
  %y = call @unpack(%bytes, %n, %k) : (tensor<?x?xi8>, index, index) -> tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %turned = tensor.empty(%n, %m) : tensor<?x?xf32>
  %nought = linalg.fill ins(%zero : f32) outs(%turned : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = call @multiply(%x, %y, %none) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %across = call @multiply(%y, %x, %nought) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>

  %x16 = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %x16 : tensor<?x?xbf16> to !x
  %packed = tensor.cast %bytes : tensor<?x?xi8> to tensor<200x320xi8>
  %flat = tensor.collapse_shape %packed [[0, 1]] : tensor<200x320xi8> into tensor<64000xi8>
  %buffer = bufferization.to_buffer %flat read_only : tensor<64000xi8> to memref<64000xi8>
  %view = memref.view %buffer[%c0][] : memref<64000xi8> to memref<200x640xi4>
  %b = bufferization.to_tensor %view restrict : memref<200x640xi4> to !w

  %0 = call @proposed(%a, %b) : (!x, !w) -> !sums
  %got0 = tensor.cast %0 : !sums to tensor<?x?xf32>
  call @compare(%got0, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %1 = call @rows(%b, %a) : (!w, !x) -> !crossed
  %got1 = tensor.cast %1 : !crossed to tensor<?x?xf32>
  call @compare(%got1, %across) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()

  // Powers of two, so that nothing is rounded.
  %s = tensor.generate {
  ^bb0(%i: index, %j: index):
    %two = arith.constant 2 : index
    %sum = arith.addi %i, %j : index
    %odd = arith.remui %sum, %two : index
    %is = arith.index_cast %odd : index to i1
    %f2 = arith.constant 2.0 : bf16
    %f05 = arith.constant 0.5 : bf16
    %v = arith.select %is, %f2, %f05 : bf16
    tensor.yield %v : bf16
  } : tensor<200x5xbf16>
  %scaled = tensor.generate %n, %k {
  ^bb0(%i: index, %j: index):
    %c128 = arith.constant 128 : index
    %group = arith.divui %j, %c128 : index
    %f = tensor.extract %s[%i, %group] : tensor<200x5xbf16>
    %wide = arith.extf %f : bf16 to f32
    %q = tensor.extract %y[%i, %j] : tensor<?x?xf32>
    %v = arith.mulf %q, %wide : f32
    tensor.yield %v : f32
  } : tensor<?x?xf32>
  %again = tensor.empty(%m, %n) : tensor<?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%again : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want2 = call @multiply(%x, %scaled, %zeros) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = call @scaled(%a, %b, %s) : (!x, !w, tensor<200x5xbf16>) -> !sums
  %got2 = tensor.cast %2 : !sums to tensor<?x?xf32>
  call @compare(%got2, %want2) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

//===----------------------------------------------------------------------===//
// Inputs of small integers, whose products and sums no float rounds; the
// reference on the host; and the comparison.
//===----------------------------------------------------------------------===//

func.func private @printI64(i64)
func.func private @printNewline()

// A B^T on the host.
func.func private @multiply(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %sum = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %s = arith.addf %z, %xy : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %sum : tensor<?x?xf32>
}

// Integers of all 8 bits.
func.func private @weights(%rows: index, %columns: index) -> tensor<?x?xi8> {
  %c31 = arith.constant 31 : index
  %c7 = arith.constant 7 : index
  %r = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %c31 : index
    %1 = arith.muli %j, %c7 : index
    %2 = arith.muli %i, %j : index
    %3 = arith.addi %0, %1 : index
    %4 = arith.addi %2, %3 : index
    %5 = arith.index_cast %4 : index to i8
    tensor.yield %5 : i8
  } : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

func.func private @input_f32(%rows: index, %columns: index, %seed: index) -> tensor<?x?xf32> {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %two = arith.constant 2 : i64
  %r = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %c7 : index
    %1 = arith.muli %j, %c3 : index
    %2 = arith.muli %i, %j : index
    %3 = arith.addi %0, %1 : index
    %4 = arith.addi %2, %3 : index
    %5 = arith.addi %4, %seed : index
    %6 = arith.remui %5, %c5 : index
    %7 = arith.index_cast %6 : index to i64
    %8 = arith.subi %7, %two : i64
    %9 = arith.sitofp %8 : i64 to f32
    tensor.yield %9 : f32
  } : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Prints the number of elements that differ, and whether any is not 0.
func.func private @compare(%got: tensor<?x?xf32>, %want: tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %fzero = arith.constant 0.0 : f32
  %rows = tensor.dim %want, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %want, %c1 : tensor<?x?xf32>
  %wrong, %some = scf.for %i = %c0 to %rows step %c1
      iter_args(%w0 = %zero, %s0 = %zero) -> (i64, i64) {
    %w, %s = scf.for %j = %c0 to %columns step %c1
        iter_args(%w1 = %w0, %s1 = %s0) -> (i64, i64) {
      %x = tensor.extract %got[%i, %j] : tensor<?x?xf32>
      %y = tensor.extract %want[%i, %j] : tensor<?x?xf32>
      %differs = arith.cmpf une, %x, %y : f32
      %nonzero = arith.cmpf une, %y, %fzero : f32
      %w2 = arith.addi %w1, %one : i64
      %w3 = arith.select %differs, %w2, %w1 : i64
      %s3 = arith.select %nonzero, %one, %s1 : i64
      scf.yield %w3, %s3 : i64, i64
    }
    scf.yield %w, %s : i64, i64
  }
  call @printI64(%wrong) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%some) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
