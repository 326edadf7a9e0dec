// 8-bit floats of both formats through the whole of the compiler, against the
// host: parts of K that are added up, on top of C too, and all of it at once.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// Each line pair: wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

!e4m3 = tensor<200x656xf8E4M3FN>
!right = tensor<136x656xf8E4M3FN>
!e5m2 = tensor<136x656xf8E5M2>
!sums = tensor<200x136xf32>
!narrow = tensor<200x136xbf16>

// Whatever config the heuristics choose, and the sums rounded.
func.func private @proposed(%a: !e4m3, %b: !right) -> !narrow {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : !e4m3, !right) outs(%f : !sums) -> !sums
  %r = arith.truncf %d : !sums to !narrow
  return %r : !narrow
}
func.func private @parts(%a: !e4m3, %b: !e5m2, %c: !sums) -> !sums {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 96, 128], consumers = 2, schedule = cooperative, promote = 2>}
      ins(%a, %b : !e4m3, !e5m2) outs(%c : !sums) -> !sums
  return %d : !sums
}
func.func private @turns(%a: !e4m3, %b: !e5m2) -> !sums {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128], consumers = 2, schedule = pingpong, promote = 1, persistent = true>}
      ins(%a, %b : !e4m3, !e5m2) outs(%f : !sums) -> !sums
  return %d : !sums
}
func.func private @never(%a: !e4m3, %b: !e5m2) -> !sums {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 128], consumers = 2, schedule = cooperative, promote = 0, split_k = 2, persistent = false>}
      ins(%a, %b : !e4m3, !e5m2) outs(%f : !sums) -> !sums
  return %d : !sums
}

func.func @main() {
  %m = arith.constant 200 : index
  %n = arith.constant 136 : index
  %k = arith.constant 656 : index
  %seed = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one4 = arith.constant 0x38 : i8
  %one5 = arith.constant 0x3C : i8
  %x = call @input_f32(%m, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %y = call @input_f32(%n, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %old = call @input_f32(%m, %n, %seed) : (index, index, index) -> tensor<?x?xf32>
  %want = call @multiply(%x, %y, %none) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %more = call @multiply(%x, %y, %old) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>

  %xi = call @to_float8(%x, %one4) : (tensor<?x?xf32>, i8) -> tensor<?x?xi8>
  %x8 = arith.bitcast %xi : tensor<?x?xi8> to tensor<?x?xf8E4M3FN>
  %a = tensor.cast %x8 : tensor<?x?xf8E4M3FN> to !e4m3
  %yi = call @to_float8(%y, %one4) : (tensor<?x?xf32>, i8) -> tensor<?x?xi8>
  %y8 = arith.bitcast %yi : tensor<?x?xi8> to tensor<?x?xf8E4M3FN>
  %b4 = tensor.cast %y8 : tensor<?x?xf8E4M3FN> to !right
  %zi = call @to_float8(%y, %one5) : (tensor<?x?xf32>, i8) -> tensor<?x?xi8>
  %z8 = arith.bitcast %zi : tensor<?x?xi8> to tensor<?x?xf8E5M2>
  %b5 = tensor.cast %z8 : tensor<?x?xf8E5M2> to !e5m2
  %c = tensor.cast %old : tensor<?x?xf32> to !sums

  %0 = call @proposed(%a, %b4) : (!e4m3, !right) -> !narrow
  %wide = arith.extf %0 : !narrow to !sums
  %got0 = tensor.cast %wide : !sums to tensor<?x?xf32>
  %rounded = arith.truncf %want : tensor<?x?xf32> to tensor<?x?xbf16>
  %want0 = arith.extf %rounded : tensor<?x?xbf16> to tensor<?x?xf32>
  call @compare(%got0, %want0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %1 = call @parts(%a, %b5, %c) : (!e4m3, !e5m2, !sums) -> !sums
  %got1 = tensor.cast %1 : !sums to tensor<?x?xf32>
  call @compare(%got1, %more) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %2 = call @turns(%a, %b5) : (!e4m3, !e5m2) -> !sums
  %got2 = tensor.cast %2 : !sums to tensor<?x?xf32>
  call @compare(%got2, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %3 = call @never(%a, %b5) : (!e4m3, !e5m2) -> !sums
  %got3 = tensor.cast %3 : !sums to tensor<?x?xf32>
  call @compare(%got3, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

//===----------------------------------------------------------------------===//
// Inputs of small integers, whose products and sums no float rounds; the
// reference on the host; and the comparison.
//===----------------------------------------------------------------------===//

func.func private @printI64(i64)
func.func private @printNewline()

// The bits of -2 to 2 in a format whose 1 has these: 2 is 0x40 in both.
func.func private @to_float8(%x: tensor<?x?xf32>, %one: i8) -> tensor<?x?xi8> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %b0 = arith.constant 0 : i8
  %b2 = arith.constant 0x40 : i8
  %sign = arith.constant -128 : i8
  %rows = tensor.dim %x, %i0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %i1 : tensor<?x?xf32>
  %r = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%i, %j] : tensor<?x?xf32>
    %abs = math.absf %v : f32
    %isZero = arith.cmpf oeq, %v, %zero : f32
    %isOne = arith.cmpf oeq, %abs, %f1 : f32
    %isNegative = arith.cmpf olt, %v, %zero : f32
    %0 = arith.select %isOne, %one, %b2 : i8
    %1 = arith.select %isZero, %b0, %0 : i8
    %2 = arith.ori %1, %sign : i8
    %3 = arith.select %isNegative, %2, %1 : i8
    tensor.yield %3 : i8
  } : tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

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
