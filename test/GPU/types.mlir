// Integers of either extension and doubles, against the host.
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
func.func @main() {
  call @check_signed() : () -> ()
  call @check_unsigned() : () -> ()
  call @check_narrow() : () -> ()
  call @check_wide() : () -> ()
  call @check_doubles() : () -> ()
  return
}

// i8 taken as signed.
func.func private @signed(%a: tensor<33x29xi8>, %b: tensor<29x17xi8>, %c: tensor<33x17xi32>) -> tensor<33x17xi32> {
  %d = linalg.matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<33x29xi8>, tensor<29x17xi8>)
      outs(%c : tensor<33x17xi32>) -> tensor<33x17xi32>
  return %d : tensor<33x17xi32>
}
func.func private @host_signed(%a: tensor<33x29xi8>, %b: tensor<29x17xi8>, %c: tensor<33x17xi32>) -> tensor<33x17xi32> {
  %d = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<33x29xi8>, tensor<29x17xi8>) outs(%c : tensor<33x17xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %xe = arith.extsi %x : i8 to i32
    %ye = arith.extsi %y : i8 to i32
    %xy = arith.muli %xe, %ye : i32
    %sum = arith.addi %z, %xy : i32
    linalg.yield %sum : i32
  } -> tensor<33x17xi32>
  return %d : tensor<33x17xi32>
}
func.func private @check_signed() {
  %s17 = arith.constant 17 : index
  %s29 = arith.constant 29 : index
  %s33 = arith.constant 33 : index
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s33, %s29, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.fptosi %a32 : tensor<?x?xf32> to tensor<?x?xi8>
  %a = tensor.cast %ax : tensor<?x?xi8> to tensor<33x29xi8>
  %b32 = call @input_f32(%s29, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.fptosi %b32 : tensor<?x?xf32> to tensor<?x?xi8>
  %b = tensor.cast %bx : tensor<?x?xi8> to tensor<29x17xi8>
  %c32 = call @input_f32(%s33, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %cx = arith.fptosi %c32 : tensor<?x?xf32> to tensor<?x?xi32>
  %c = tensor.cast %cx : tensor<?x?xi32> to tensor<33x17xi32>
  %got = call @signed(%a, %b, %c) : (tensor<33x29xi8>, tensor<29x17xi8>, tensor<33x17xi32>) -> tensor<33x17xi32>
  %gotf = arith.sitofp %got : tensor<33x17xi32> to tensor<33x17xf32>
  %got32 = tensor.cast %gotf : tensor<33x17xf32> to tensor<?x?xf32>
  %want = call @host_signed(%a, %b, %c) : (tensor<33x29xi8>, tensor<29x17xi8>, tensor<33x17xi32>) -> tensor<33x17xi32>
  %wantf = arith.sitofp %want : tensor<33x17xi32> to tensor<33x17xf32>
  %want32 = tensor.cast %wantf : tensor<33x17xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// i8 taken as unsigned: -1 is 255.
func.func private @unsigned(%a: tensor<33x29xi8>, %b: tensor<29x17xi8>, %c: tensor<33x17xi32>) -> tensor<33x17xi32> {
  %d = linalg.matmul {autotune.config = #autotune.config<simt>, cast = #linalg.type_fn<cast_unsigned>}
      ins(%a, %b : tensor<33x29xi8>, tensor<29x17xi8>)
      outs(%c : tensor<33x17xi32>) -> tensor<33x17xi32>
  return %d : tensor<33x17xi32>
}
func.func private @host_unsigned(%a: tensor<33x29xi8>, %b: tensor<29x17xi8>, %c: tensor<33x17xi32>) -> tensor<33x17xi32> {
  %d = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<33x29xi8>, tensor<29x17xi8>) outs(%c : tensor<33x17xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %xe = arith.extui %x : i8 to i32
    %ye = arith.extui %y : i8 to i32
    %xy = arith.muli %xe, %ye : i32
    %sum = arith.addi %z, %xy : i32
    linalg.yield %sum : i32
  } -> tensor<33x17xi32>
  return %d : tensor<33x17xi32>
}
func.func private @check_unsigned() {
  %s17 = arith.constant 17 : index
  %s29 = arith.constant 29 : index
  %s33 = arith.constant 33 : index
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s33, %s29, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.fptosi %a32 : tensor<?x?xf32> to tensor<?x?xi8>
  %a = tensor.cast %ax : tensor<?x?xi8> to tensor<33x29xi8>
  %b32 = call @input_f32(%s29, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.fptosi %b32 : tensor<?x?xf32> to tensor<?x?xi8>
  %b = tensor.cast %bx : tensor<?x?xi8> to tensor<29x17xi8>
  %c32 = call @input_f32(%s33, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %cx = arith.fptosi %c32 : tensor<?x?xf32> to tensor<?x?xi32>
  %c = tensor.cast %cx : tensor<?x?xi32> to tensor<33x17xi32>
  %got = call @unsigned(%a, %b, %c) : (tensor<33x29xi8>, tensor<29x17xi8>, tensor<33x17xi32>) -> tensor<33x17xi32>
  %gotf = arith.sitofp %got : tensor<33x17xi32> to tensor<33x17xf32>
  %got32 = tensor.cast %gotf : tensor<33x17xf32> to tensor<?x?xf32>
  %want = call @host_unsigned(%a, %b, %c) : (tensor<33x29xi8>, tensor<29x17xi8>, tensor<33x17xi32>) -> tensor<33x17xi32>
  %wantf = arith.sitofp %want : tensor<33x17xi32> to tensor<33x17xf32>
  %want32 = tensor.cast %wantf : tensor<33x17xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Sums that wrap to the low bits.
func.func private @narrow(%a: tensor<33x29xi16>, %b: tensor<29x17xi16>, %c: tensor<33x17xi16>) -> tensor<33x17xi16> {
  %d = linalg.matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<33x29xi16>, tensor<29x17xi16>)
      outs(%c : tensor<33x17xi16>) -> tensor<33x17xi16>
  return %d : tensor<33x17xi16>
}
func.func private @host_narrow(%a: tensor<33x29xi16>, %b: tensor<29x17xi16>, %c: tensor<33x17xi16>) -> tensor<33x17xi16> {
  %d = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<33x29xi16>, tensor<29x17xi16>) outs(%c : tensor<33x17xi16>) {
  ^bb0(%x: i16, %y: i16, %z: i16):
    %xy = arith.muli %x, %y : i16
    %sum = arith.addi %z, %xy : i16
    linalg.yield %sum : i16
  } -> tensor<33x17xi16>
  return %d : tensor<33x17xi16>
}
func.func private @check_narrow() {
  %s17 = arith.constant 17 : index
  %s29 = arith.constant 29 : index
  %s33 = arith.constant 33 : index
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s33, %s29, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.fptosi %a32 : tensor<?x?xf32> to tensor<?x?xi16>
  %a = tensor.cast %ax : tensor<?x?xi16> to tensor<33x29xi16>
  %b32 = call @input_f32(%s29, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.fptosi %b32 : tensor<?x?xf32> to tensor<?x?xi16>
  %b = tensor.cast %bx : tensor<?x?xi16> to tensor<29x17xi16>
  %c32 = call @input_f32(%s33, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %cx = arith.fptosi %c32 : tensor<?x?xf32> to tensor<?x?xi16>
  %c = tensor.cast %cx : tensor<?x?xi16> to tensor<33x17xi16>
  %got = call @narrow(%a, %b, %c) : (tensor<33x29xi16>, tensor<29x17xi16>, tensor<33x17xi16>) -> tensor<33x17xi16>
  %gotf = arith.sitofp %got : tensor<33x17xi16> to tensor<33x17xf32>
  %got32 = tensor.cast %gotf : tensor<33x17xf32> to tensor<?x?xf32>
  %want = call @host_narrow(%a, %b, %c) : (tensor<33x29xi16>, tensor<29x17xi16>, tensor<33x17xi16>) -> tensor<33x17xi16>
  %wantf = arith.sitofp %want : tensor<33x17xi16> to tensor<33x17xf32>
  %want32 = tensor.cast %wantf : tensor<33x17xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// i64.
func.func private @wide(%a: tensor<33x29xi64>, %b: tensor<29x17xi64>, %c: tensor<33x17xi64>) -> tensor<33x17xi64> {
  %d = linalg.matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<33x29xi64>, tensor<29x17xi64>)
      outs(%c : tensor<33x17xi64>) -> tensor<33x17xi64>
  return %d : tensor<33x17xi64>
}
func.func private @host_wide(%a: tensor<33x29xi64>, %b: tensor<29x17xi64>, %c: tensor<33x17xi64>) -> tensor<33x17xi64> {
  %d = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<33x29xi64>, tensor<29x17xi64>) outs(%c : tensor<33x17xi64>) {
  ^bb0(%x: i64, %y: i64, %z: i64):
    %xy = arith.muli %x, %y : i64
    %sum = arith.addi %z, %xy : i64
    linalg.yield %sum : i64
  } -> tensor<33x17xi64>
  return %d : tensor<33x17xi64>
}
func.func private @check_wide() {
  %s17 = arith.constant 17 : index
  %s29 = arith.constant 29 : index
  %s33 = arith.constant 33 : index
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s33, %s29, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.fptosi %a32 : tensor<?x?xf32> to tensor<?x?xi64>
  %a = tensor.cast %ax : tensor<?x?xi64> to tensor<33x29xi64>
  %b32 = call @input_f32(%s29, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.fptosi %b32 : tensor<?x?xf32> to tensor<?x?xi64>
  %b = tensor.cast %bx : tensor<?x?xi64> to tensor<29x17xi64>
  %c32 = call @input_f32(%s33, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %cx = arith.fptosi %c32 : tensor<?x?xf32> to tensor<?x?xi64>
  %c = tensor.cast %cx : tensor<?x?xi64> to tensor<33x17xi64>
  %got = call @wide(%a, %b, %c) : (tensor<33x29xi64>, tensor<29x17xi64>, tensor<33x17xi64>) -> tensor<33x17xi64>
  %gotf = arith.sitofp %got : tensor<33x17xi64> to tensor<33x17xf32>
  %got32 = tensor.cast %gotf : tensor<33x17xf32> to tensor<?x?xf32>
  %want = call @host_wide(%a, %b, %c) : (tensor<33x29xi64>, tensor<29x17xi64>, tensor<33x17xi64>) -> tensor<33x17xi64>
  %wantf = arith.sitofp %want : tensor<33x17xi64> to tensor<33x17xf32>
  %want32 = tensor.cast %wantf : tensor<33x17xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// f64.
func.func private @doubles(%a: tensor<33x29xf64>, %b: tensor<29x17xf64>, %c: tensor<33x17xf64>) -> tensor<33x17xf64> {
  %d = linalg.matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<33x29xf64>, tensor<29x17xf64>)
      outs(%c : tensor<33x17xf64>) -> tensor<33x17xf64>
  return %d : tensor<33x17xf64>
}
func.func private @host_doubles(%a: tensor<33x29xf64>, %b: tensor<29x17xf64>, %c: tensor<33x17xf64>) -> tensor<33x17xf64> {
  %d = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<33x29xf64>, tensor<29x17xf64>) outs(%c : tensor<33x17xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %xy = arith.mulf %x, %y : f64
    %sum = arith.addf %z, %xy : f64
    linalg.yield %sum : f64
  } -> tensor<33x17xf64>
  return %d : tensor<33x17xf64>
}
func.func private @check_doubles() {
  %s17 = arith.constant 17 : index
  %s29 = arith.constant 29 : index
  %s33 = arith.constant 33 : index
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s33, %s29, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.extf %a32 : tensor<?x?xf32> to tensor<?x?xf64>
  %a = tensor.cast %ax : tensor<?x?xf64> to tensor<33x29xf64>
  %b32 = call @input_f32(%s29, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.extf %b32 : tensor<?x?xf32> to tensor<?x?xf64>
  %b = tensor.cast %bx : tensor<?x?xf64> to tensor<29x17xf64>
  %c32 = call @input_f32(%s33, %s17, %seed) : (index, index, index) -> tensor<?x?xf32>
  %cx = arith.extf %c32 : tensor<?x?xf32> to tensor<?x?xf64>
  %c = tensor.cast %cx : tensor<?x?xf64> to tensor<33x17xf64>
  %got = call @doubles(%a, %b, %c) : (tensor<33x29xf64>, tensor<29x17xf64>, tensor<33x17xf64>) -> tensor<33x17xf64>
  %gotf = arith.truncf %got : tensor<33x17xf64> to tensor<33x17xf32>
  %got32 = tensor.cast %gotf : tensor<33x17xf32> to tensor<?x?xf32>
  %want = call @host_doubles(%a, %b, %c) : (tensor<33x29xf64>, tensor<29x17xf64>, tensor<33x17xf64>) -> tensor<33x17xf64>
  %wantf = arith.truncf %want : tensor<33x17xf64> to tensor<33x17xf32>
  %want32 = tensor.cast %wantf : tensor<33x17xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
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
