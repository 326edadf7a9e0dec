// Integers times floats through the whole of the compiler, against the host:
// what the heuristics choose, sums that are added to, consumers that take turns,
// integers that are the rows of the product, and some that are dequantized by a
// scale for each row of weights before it.
// RUN: autotune-opt %s -autotune-canonicalize-contractions=fold-dequantizations \
// RUN:     -autotune-attach-configs="target=h200 space=none" -o %t.attached
// RUN: autotune-opt %t.attached -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %t.attached \
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
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

!x = tensor<24x656xbf16>
!half = tensor<24x656xf16>
!w = tensor<200x656xi8>
!sums = tensor<24x200xf32>
!crossed = tensor<200x24xf32>
!narrow = tensor<24x200xbf16>

func.func private @proposed(%x: !x, %w: !w) -> !narrow {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : !x, !w) outs(%f : !sums) -> !sums
  %r = arith.truncf %d : !sums to !narrow
  return %r : !narrow
}
func.func private @added(%x: !half, %w: !w, %c: !sums) -> !sums {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 24, 128], consumers = 2, schedule = cooperative, swap = true>}
      ins(%x, %w : !half, !w) outs(%c : !sums) -> !sums
  return %d : !sums
}
func.func private @turns(%x: !x, %w: !w) -> !sums {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !sums
  %f = linalg.fill ins(%zero : f32) outs(%e : !sums) -> !sums
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 256], consumers = 2, schedule = pingpong, persistent = true, swap = true>}
      ins(%x, %w : !x, !w) outs(%f : !sums) -> !sums
  return %d : !sums
}
func.func private @rows(%w: !w, %x: !x) -> !crossed {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !crossed
  %f = linalg.fill ins(%zero : f32) outs(%e : !crossed) -> !crossed
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 128], consumers = 1, schedule = cooperative, split_k = 2, persistent = false>}
      ins(%w, %x : !w, !x) outs(%f : !crossed) -> !crossed
  return %d : !crossed
}

func.func private @scaled(%x: !x, %w: !w, %s: tensor<200xf32>) -> !narrow {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<200x656xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>,
      affine_map<(n, k) -> (n, k)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : !w, tensor<200xf32>) outs(%e : tensor<200x656xbf16>) {
  ^bb0(%i: i8, %f: f32, %o: bf16):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.mulf %0, %f : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<200x656xbf16>
  %e2 = tensor.empty() : !narrow
  %c = linalg.fill ins(%zero : bf16) outs(%e2 : !narrow) -> !narrow
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 24, 128], consumers = 1, schedule = cooperative, swap = true>}
      ins(%x, %y : !x, tensor<200x656xbf16>) outs(%c : !narrow) -> !narrow
  return %d : !narrow
}

func.func @main() {
  %m = arith.constant 24 : index
  %n = arith.constant 200 : index
  %k = arith.constant 656 : index
  %seed = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %x = call @input_f32(%m, %k, %seed) : (index, index, index) -> tensor<?x?xf32>
  %old = call @input_f32(%m, %n, %seed) : (index, index, index) -> tensor<?x?xf32>
  %w = call @weights(%n, %k) : (index, index) -> tensor<?x?xi8>
  %y = arith.sitofp %w : tensor<?x?xi8> to tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %turned = tensor.empty(%n, %m) : tensor<?x?xf32>
  %nought = linalg.fill ins(%zero : f32) outs(%turned : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want = call @multiply(%x, %y, %none) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %more = call @multiply(%x, %y, %old) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %across = call @multiply(%y, %x, %nought) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>

  %x16 = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %x16 : tensor<?x?xbf16> to !x
  %h16 = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xf16>
  %h = tensor.cast %h16 : tensor<?x?xf16> to !half
  %b = tensor.cast %w : tensor<?x?xi8> to !w
  %c = tensor.cast %old : tensor<?x?xf32> to !sums

  %0 = call @proposed(%a, %b) : (!x, !w) -> !narrow
  %wide = arith.extf %0 : !narrow to !sums
  %got0 = tensor.cast %wide : !sums to tensor<?x?xf32>
  %rounded = arith.truncf %want : tensor<?x?xf32> to tensor<?x?xbf16>
  %want0 = arith.extf %rounded : tensor<?x?xbf16> to tensor<?x?xf32>
  call @compare(%got0, %want0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %1 = call @added(%h, %b, %c) : (!half, !w, !sums) -> !sums
  %got1 = tensor.cast %1 : !sums to tensor<?x?xf32>
  call @compare(%got1, %more) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %2 = call @turns(%a, %b) : (!x, !w) -> !sums
  %got2 = tensor.cast %2 : !sums to tensor<?x?xf32>
  call @compare(%got2, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %3 = call @rows(%b, %a) : (!w, !x) -> !crossed
  %got3 = tensor.cast %3 : !crossed to tensor<?x?xf32>
  call @compare(%got3, %across) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()

  // Powers of two, so that nothing is rounded before the end.
  %s = tensor.generate {
  ^bb0(%i: index):
    %two = arith.constant 2 : index
    %odd = arith.remui %i, %two : index
    %is = arith.index_cast %odd : index to i1
    %f2 = arith.constant 2.0 : f32
    %f05 = arith.constant 0.5 : f32
    %v = arith.select %is, %f2, %f05 : f32
    tensor.yield %v : f32
  } : tensor<200xf32>
  %4 = call @scaled(%a, %b, %s) : (!x, !w, tensor<200xf32>) -> !narrow
  %wide4 = arith.extf %4 : !narrow to !sums
  %got4 = tensor.cast %wide4 : !sums to tensor<?x?xf32>
  %want4 = tensor.generate %m, %n {
  ^bb0(%i: index, %j: index):
    %sum = tensor.extract %want[%i, %j] : tensor<?x?xf32>
    %scale = tensor.extract %s[%j] : tensor<200xf32>
    %v = arith.mulf %sum, %scale : f32
    %short = arith.truncf %v : f32 to bf16
    %long = arith.extf %short : bf16 to f32
    tensor.yield %long : f32
  } : tensor<?x?xf32>
  call @compare(%got4, %want4) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
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
