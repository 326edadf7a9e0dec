// f32 as three products of tf32 through the whole of the compiler, against the
// host: whatever is proposed, and K in parts, on top of C too. Integers of 12 bits
// lose nothing where only one of both factors has more than 11.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none allow-tf32=3xtf32" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none allow-tf32=3xtf32" \
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

!left = tensor<200x164xf32>
!right = tensor<136x164xf32>
!sums = tensor<200x136xf32>
!narrow = tensor<200x136xbf16>

// Whatever config the heuristics choose, and the sums rounded.
func.func private @proposed(%a: !left, %b: !right) -> !narrow {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : !left, !right) outs(%f : !sums) -> !sums
  %r = arith.truncf %d : !sums to !narrow
  return %r : !narrow
}
func.func private @added(%a: !left, %b: !right, %c: !sums) -> !sums {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 96, 32], consumers = 2, schedule = cooperative>}
      ins(%a, %b : !left, !right) outs(%c : !sums) -> !sums
  return %d : !sums
}
func.func private @shared(%a: !left, %b: !right) -> !sums {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 32], consumers = 2, schedule = cooperative, split_k = 2, persistent = false>}
      ins(%a, %b : !left, !right) outs(%f : !sums) -> !sums
  return %d : !sums
}

func.func @main() {
  %m = arith.constant 200 : index
  %n = arith.constant 136 : index
  %k = arith.constant 164 : index
  %seed = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %small_x = call @input_f32(%m, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %small_y = call @input_f32(%n, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %even = arith.constant 0 : index
  %odd = arith.constant 1 : index
  %x = call @deepen(%small_x, %even) : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %y = call @deepen(%small_y, %odd) : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %old = call @input_f32(%m, %n, %seed) : (index, index, index) -> tensor<?x?xf32>
  %want = call @multiply(%x, %y, %none) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %more = call @multiply(%x, %y, %old) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %a = tensor.cast %x : tensor<?x?xf32> to !left
  %b = tensor.cast %y : tensor<?x?xf32> to !right
  %c = tensor.cast %old : tensor<?x?xf32> to !sums

  %0 = call @proposed(%a, %b) : (!left, !right) -> !narrow
  %wide = arith.extf %0 : !narrow to !sums
  %got0 = tensor.cast %wide : !sums to tensor<?x?xf32>
  %rounded = arith.truncf %want : tensor<?x?xf32> to tensor<?x?xbf16>
  %want0 = arith.extf %rounded : tensor<?x?xbf16> to tensor<?x?xf32>
  call @compare(%got0, %want0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %1 = call @added(%a, %b, %c) : (!left, !right, !sums) -> !sums
  %got1 = tensor.cast %1 : !sums to tensor<?x?xf32>
  call @compare(%got1, %more) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %2 = call @shared(%a, %b) : (!left, !right) -> !sums
  %got2 = tensor.cast %2 : !sums to tensor<?x?xf32>
  call @compare(%got2, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

//===----------------------------------------------------------------------===//
// Inputs of integers, whose products and sums no f32 rounds; the
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

// Adds as much to elements of even, or odd, columns as takes a 12th bit.
func.func private @deepen(%x: tensor<?x?xf32>, %parity: index) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %more = arith.constant 2051.0 : f32
  %none = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %r = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %old = tensor.extract %x[%i, %j] : tensor<?x?xf32>
    %at = arith.remui %j, %c2 : index
    %is_deep = arith.cmpi eq, %at, %parity : index
    %by = arith.select %is_deep, %more, %none : f32
    %new = arith.addf %old, %by : f32
    tensor.yield %new : f32
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
