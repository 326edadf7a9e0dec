// The kernel that always works: odd sizes, every type, any stride.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=random %run_sim %t | FileCheck %s
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
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
func.func @main() {
  call @check_odd() : () -> ()
  call @check_odd_tt() : () -> ()
  call @check_singles() : () -> ()
  call @check_accumulate() : () -> ()
  call @check_dynamic() : () -> ()
  call @check_halves() : () -> ()
  return
}

// Sizes that nothing divides.
func.func private @odd(%a: tensor<33x29xbf16>, %b: tensor<29x17xbf16>, %c: tensor<33x17xbf16>) -> tensor<33x17xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x17xf32>) -> tensor<33x17xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<33x29xbf16>, tensor<29x17xbf16>)
      outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  %r = arith.truncf %d : tensor<33x17xf32> to tensor<33x17xbf16>
  return %r : tensor<33x17xbf16>
}
func.func private @check_odd() {
  %s17 = arith.constant 17 : index
  %s29 = arith.constant 29 : index
  %s33 = arith.constant 33 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s33, %s29, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s29, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s33, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<33x29xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<29x17xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<33x17xbf16>
  %got = call @odd(%a, %b, %c) : (tensor<33x29xbf16>, tensor<29x17xbf16>, tensor<33x17xbf16>) -> tensor<33x17xbf16>
  %we = tensor.empty(%s33, %s17) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<33x17xbf16> to tensor<33x17xf32>
  %got32 = tensor.cast %gotx : tensor<33x17xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Both transposed.
func.func private @odd_tt(%a: tensor<29x33xbf16>, %b: tensor<17x29xbf16>, %c: tensor<33x17xbf16>) -> tensor<33x17xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x17xf32>) -> tensor<33x17xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<simt, tile = [32, 32, 16], thread = [2, 2]>}
      ins(%a, %b : tensor<29x33xbf16>, tensor<17x29xbf16>)
      outs(%f : tensor<33x17xf32>) -> tensor<33x17xf32>
  %r = arith.truncf %d : tensor<33x17xf32> to tensor<33x17xbf16>
  return %r : tensor<33x17xbf16>
}
func.func private @check_odd_tt() {
  %s17 = arith.constant 17 : index
  %s29 = arith.constant 29 : index
  %s33 = arith.constant 33 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s29, %s33, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s17, %s29, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s33, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<29x33xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<17x29xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<33x17xbf16>
  %got = call @odd_tt(%a, %b, %c) : (tensor<29x33xbf16>, tensor<17x29xbf16>, tensor<33x17xbf16>) -> tensor<33x17xbf16>
  %we = tensor.empty(%s33, %s17) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<33x17xbf16> to tensor<33x17xf32>
  %got32 = tensor.cast %gotx : tensor<33x17xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// f32 in and out.
func.func private @singles(%a: tensor<65x31xf32>, %b: tensor<31x70xf32>, %c: tensor<65x70xf32>) -> tensor<65x70xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<65x70xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<65x70xf32>) -> tensor<65x70xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<simt, tile = [64, 64, 8], thread = [4, 4]>}
      ins(%a, %b : tensor<65x31xf32>, tensor<31x70xf32>)
      outs(%f : tensor<65x70xf32>) -> tensor<65x70xf32>
  return %d : tensor<65x70xf32>
}
func.func private @check_singles() {
  %s31 = arith.constant 31 : index
  %s65 = arith.constant 65 : index
  %s70 = arith.constant 70 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s65, %s31, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s31, %s70, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s65, %s70, %seed) : (index, index, index) -> tensor<?x?xf32>
  %a = tensor.cast %a32 : tensor<?x?xf32> to tensor<65x31xf32>
  %b = tensor.cast %b32 : tensor<?x?xf32> to tensor<31x70xf32>
  %c = tensor.cast %c32 : tensor<?x?xf32> to tensor<65x70xf32>
  %got = call @singles(%a, %b, %c) : (tensor<65x31xf32>, tensor<31x70xf32>, tensor<65x70xf32>) -> tensor<65x70xf32>
  %we = tensor.empty(%s65, %s70) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %want = tensor.cast %want32 : tensor<?x?xf32> to tensor<?x?xf32>
  %got32 = tensor.cast %got : tensor<65x70xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Adding to C.
func.func private @accumulate(%a: tensor<33x29xbf16>, %b: tensor<29x17xbf16>, %c: tensor<33x17xbf16>) -> tensor<33x17xbf16> {
  %d = linalg.matmul
      {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<33x29xbf16>, tensor<29x17xbf16>)
      outs(%c : tensor<33x17xbf16>) -> tensor<33x17xbf16>
  return %d : tensor<33x17xbf16>
}
func.func private @check_accumulate() {
  %s17 = arith.constant 17 : index
  %s29 = arith.constant 29 : index
  %s33 = arith.constant 33 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s33, %s29, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s29, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s33, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<33x29xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<29x17xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<33x17xbf16>
  %got = call @accumulate(%a, %b, %c) : (tensor<33x29xbf16>, tensor<29x17xbf16>, tensor<33x17xbf16>) -> tensor<33x17xbf16>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c32 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<33x17xbf16> to tensor<33x17xf32>
  %got32 = tensor.cast %gotx : tensor<33x17xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Sizes known at run time.
func.func private @dynamic(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %c: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %c, %c0 : tensor<?x?xbf16>
  %n = tensor.dim %c, %c1 : tensor<?x?xbf16>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>)
      outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = arith.truncf %d : tensor<?x?xf32> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func private @check_dynamic() {
  %s23 = arith.constant 23 : index
  %s45 = arith.constant 45 : index
  %s51 = arith.constant 51 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s23, %s45, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s23, %s51, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s45, %s51, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<?x?xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<?x?xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<?x?xbf16>
  %got = call @dynamic(%a, %b, %c) : (tensor<?x?xbf16>, tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %we = tensor.empty(%s45, %s51) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<?x?xbf16> to tensor<?x?xf32>
  %got32 = tensor.cast %gotx : tensor<?x?xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// f16 with f32 out.
func.func private @halves(%a: tensor<45x23xf16>, %b: tensor<23x51xf16>, %c: tensor<45x51xf32>) -> tensor<45x51xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<45x51xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<45x51xf32>) -> tensor<45x51xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<45x23xf16>, tensor<23x51xf16>)
      outs(%f : tensor<45x51xf32>) -> tensor<45x51xf32>
  return %d : tensor<45x51xf32>
}
func.func private @check_halves() {
  %s23 = arith.constant 23 : index
  %s45 = arith.constant 45 : index
  %s51 = arith.constant 51 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s45, %s23, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s23, %s51, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s45, %s51, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xf16>
  %a = tensor.cast %ax : tensor<?x?xf16> to tensor<45x23xf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xf16>
  %b = tensor.cast %bx : tensor<?x?xf16> to tensor<23x51xf16>
  %c = tensor.cast %c32 : tensor<?x?xf32> to tensor<45x51xf32>
  %got = call @halves(%a, %b, %c) : (tensor<45x23xf16>, tensor<23x51xf16>, tensor<45x51xf32>) -> tensor<45x51xf32>
  %we = tensor.empty(%s45, %s51) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %want = tensor.cast %want32 : tensor<?x?xf32> to tensor<?x?xf32>
  %got32 = tensor.cast %got : tensor<45x51xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

//===----------------------------------------------------------------------===//
// Inputs of small integers, whose products and sums no float rounds; the
// reference on the host; and the comparison.
//===----------------------------------------------------------------------===//

func.func private @printI64(i64)
func.func private @printNewline()

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
