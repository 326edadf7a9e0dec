// Sizes that no tile divides: what is outside is neither read nor written.
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
  call @check_rows() : () -> ()
  call @check_pairs() : () -> ()
  call @check_odd() : () -> ()
  call @check_wide_odd() : () -> ()
  call @check_tma() : () -> ()
  return
}

// Rows and columns end inside a tile; 16-byte stores.
func.func private @rows(%a: tensor<200x104xbf16>, %b: tensor<104x136xbf16>, %c: tensor<200x136xbf16>) -> tensor<200x136xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x136xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<200x136xf32>) -> tensor<200x136xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], consumers = 2>}
      ins(%a, %b : tensor<200x104xbf16>, tensor<104x136xbf16>)
      outs(%f : tensor<200x136xf32>) -> tensor<200x136xf32>
  %r = arith.truncf %d : tensor<200x136xf32> to tensor<200x136xbf16>
  return %r : tensor<200x136xbf16>
}
func.func private @check_rows() {
  %s104 = arith.constant 104 : index
  %s136 = arith.constant 136 : index
  %s200 = arith.constant 200 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s200, %s104, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s104, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s200, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<200x104xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<104x136xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<200x136xbf16>
  %got = call @rows(%a, %b, %c) : (tensor<200x104xbf16>, tensor<104x136xbf16>, tensor<200x136xbf16>) -> tensor<200x136xbf16>
  %we = tensor.empty(%s200, %s136) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<200x136xbf16> to tensor<200x136xf32>
  %got32 = tensor.cast %gotx : tensor<200x136xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Rows of C are multiples of 4 bytes only: pairs.
func.func private @pairs(%a: tensor<72x64xbf16>, %b: tensor<130x64xbf16>, %c: tensor<72x130xbf16>) -> tensor<72x130xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<72x130xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<72x130xf32>) -> tensor<72x130xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1>}
      ins(%a, %b : tensor<72x64xbf16>, tensor<130x64xbf16>)
      outs(%f : tensor<72x130xf32>) -> tensor<72x130xf32>
  %r = arith.truncf %d : tensor<72x130xf32> to tensor<72x130xbf16>
  return %r : tensor<72x130xbf16>
}
func.func private @check_pairs() {
  %s64 = arith.constant 64 : index
  %s72 = arith.constant 72 : index
  %s130 = arith.constant 130 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s72, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s130, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s72, %s130, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<72x64xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<130x64xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<72x130xbf16>
  %got = call @pairs(%a, %b, %c) : (tensor<72x64xbf16>, tensor<130x64xbf16>, tensor<72x130xbf16>) -> tensor<72x130xbf16>
  %we = tensor.empty(%s72, %s130) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
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
  %gotx = arith.extf %got : tensor<72x130xbf16> to tensor<72x130xf32>
  %got32 = tensor.cast %gotx : tensor<72x130xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Rows of C are odd: single elements.
func.func private @odd(%a: tensor<72x64xbf16>, %b: tensor<77x64xbf16>, %c: tensor<72x77xbf16>) -> tensor<72x77xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<72x77xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<72x77xf32>) -> tensor<72x77xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1>}
      ins(%a, %b : tensor<72x64xbf16>, tensor<77x64xbf16>)
      outs(%f : tensor<72x77xf32>) -> tensor<72x77xf32>
  %r = arith.truncf %d : tensor<72x77xf32> to tensor<72x77xbf16>
  return %r : tensor<72x77xbf16>
}
func.func private @check_odd() {
  %s64 = arith.constant 64 : index
  %s72 = arith.constant 72 : index
  %s77 = arith.constant 77 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s72, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s77, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s72, %s77, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<72x64xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<77x64xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<72x77xbf16>
  %got = call @odd(%a, %b, %c) : (tensor<72x64xbf16>, tensor<77x64xbf16>, tensor<72x77xbf16>) -> tensor<72x77xbf16>
  %we = tensor.empty(%s72, %s77) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
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
  %gotx = arith.extf %got : tensor<72x77xbf16> to tensor<72x77xf32>
  %got32 = tensor.cast %gotx : tensor<72x77xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Odd rows of f32.
func.func private @wide_odd(%a: tensor<72x64xbf16>, %b: tensor<77x64xbf16>, %c: tensor<72x77xf32>) -> tensor<72x77xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<72x77xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<72x77xf32>) -> tensor<72x77xf32>
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1>}
      ins(%a, %b : tensor<72x64xbf16>, tensor<77x64xbf16>)
      outs(%f : tensor<72x77xf32>) -> tensor<72x77xf32>
  return %d : tensor<72x77xf32>
}
func.func private @check_wide_odd() {
  %s64 = arith.constant 64 : index
  %s72 = arith.constant 72 : index
  %s77 = arith.constant 77 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s72, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s77, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s72, %s77, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<72x64xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<77x64xbf16>
  %c = tensor.cast %c32 : tensor<?x?xf32> to tensor<72x77xf32>
  %got = call @wide_odd(%a, %b, %c) : (tensor<72x64xbf16>, tensor<77x64xbf16>, tensor<72x77xf32>) -> tensor<72x77xf32>
  %we = tensor.empty(%s72, %s77) : tensor<?x?xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<?x?xf32>) -> tensor<?x?xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%wf : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %want = tensor.cast %want32 : tensor<?x?xf32> to tensor<?x?xf32>
  %got32 = tensor.cast %got : tensor<72x77xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// An asynchronous store clips at the edge.
func.func private @tma(%a: tensor<200x104xbf16>, %b: tensor<104x136xbf16>, %c: tensor<200x136xbf16>) -> tensor<200x136xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x136xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<200x136xf32>) -> tensor<200x136xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], consumers = 2, store = tma>}
      ins(%a, %b : tensor<200x104xbf16>, tensor<104x136xbf16>)
      outs(%f : tensor<200x136xf32>) -> tensor<200x136xf32>
  %r = arith.truncf %d : tensor<200x136xf32> to tensor<200x136xbf16>
  return %r : tensor<200x136xbf16>
}
func.func private @check_tma() {
  %s104 = arith.constant 104 : index
  %s136 = arith.constant 136 : index
  %s200 = arith.constant 200 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s200, %s104, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s104, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s200, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<200x104xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<104x136xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<200x136xbf16>
  %got = call @tma(%a, %b, %c) : (tensor<200x104xbf16>, tensor<104x136xbf16>, tensor<200x136xbf16>) -> tensor<200x136xbf16>
  %we = tensor.empty(%s200, %s136) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<200x136xbf16> to tensor<200x136xf32>
  %got32 = tensor.cast %gotx : tensor<200x136xf32> to tensor<?x?xf32>
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
