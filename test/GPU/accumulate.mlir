// linalg.matmul adds to its init.
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
  call @check_accumulate() : () -> ()
  call @check_accumulate_f32() : () -> ()
  call @check_accumulate_odd() : () -> ()
  call @check_accumulate_swap() : () -> ()
  call @check_accumulate_split() : () -> ()
  return
}

// C of bf16 is widened, added to and rounded once.
func.func private @accumulate(%a: tensor<256x128xbf16>, %b: tensor<128x128xbf16>, %c: tensor<256x128xbf16>) -> tensor<256x128xbf16> {
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], consumers = 2>}
      ins(%a, %b : tensor<256x128xbf16>, tensor<128x128xbf16>)
      outs(%c : tensor<256x128xbf16>) -> tensor<256x128xbf16>
  return %d : tensor<256x128xbf16>
}
func.func private @check_accumulate() {
  %s128 = arith.constant 128 : index
  %s256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s256, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s128, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s256, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<256x128xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<128x128xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<256x128xbf16>
  %got = call @accumulate(%a, %b, %c) : (tensor<256x128xbf16>, tensor<128x128xbf16>, tensor<256x128xbf16>) -> tensor<256x128xbf16>
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
  %gotx = arith.extf %got : tensor<256x128xbf16> to tensor<256x128xf32>
  %got32 = tensor.cast %gotx : tensor<256x128xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// C of f32.
func.func private @accumulate_f32(%a: tensor<256x128xbf16>, %b: tensor<128x128xbf16>, %c: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], consumers = 1>}
      ins(%a, %b : tensor<256x128xbf16>, tensor<128x128xbf16>)
      outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %d : tensor<256x128xf32>
}
func.func private @check_accumulate_f32() {
  %s128 = arith.constant 128 : index
  %s256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s256, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s128, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s256, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<256x128xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<128x128xbf16>
  %c = tensor.cast %c32 : tensor<?x?xf32> to tensor<256x128xf32>
  %got = call @accumulate_f32(%a, %b, %c) : (tensor<256x128xbf16>, tensor<128x128xbf16>, tensor<256x128xf32>) -> tensor<256x128xf32>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c32 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %want = tensor.cast %want32 : tensor<?x?xf32> to tensor<?x?xf32>
  %got32 = tensor.cast %got : tensor<256x128xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// C with odd rows.
func.func private @accumulate_odd(%a: tensor<100x64xbf16>, %b: tensor<77x64xbf16>, %c: tensor<100x77xbf16>) -> tensor<100x77xbf16> {
  %d = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1>}
      ins(%a, %b : tensor<100x64xbf16>, tensor<77x64xbf16>)
      outs(%c : tensor<100x77xbf16>) -> tensor<100x77xbf16>
  return %d : tensor<100x77xbf16>
}
func.func private @check_accumulate_odd() {
  %s64 = arith.constant 64 : index
  %s77 = arith.constant 77 : index
  %s100 = arith.constant 100 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s100, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s77, %s64, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s100, %s77, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<100x64xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<77x64xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<100x77xbf16>
  %got = call @accumulate_odd(%a, %b, %c) : (tensor<100x64xbf16>, tensor<77x64xbf16>, tensor<100x77xbf16>) -> tensor<100x77xbf16>
  %want32 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a32, %b32 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c32 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  %wantx = arith.truncf %want32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %wantx : tensor<?x?xbf16> to tensor<?x?xf32>
  %gotx = arith.extf %got : tensor<100x77xbf16> to tensor<100x77xf32>
  %got32 = tensor.cast %gotx : tensor<100x77xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// C read and written transposed.
func.func private @accumulate_swap(%a: tensor<32x128xbf16>, %b: tensor<128x256xbf16>, %c: tensor<32x256xbf16>) -> tensor<32x256xbf16> {
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 32, 64], consumers = 2, swap = true>}
      ins(%a, %b : tensor<32x128xbf16>, tensor<128x256xbf16>)
      outs(%c : tensor<32x256xbf16>) -> tensor<32x256xbf16>
  return %d : tensor<32x256xbf16>
}
func.func private @check_accumulate_swap() {
  %s32 = arith.constant 32 : index
  %s128 = arith.constant 128 : index
  %s256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s32, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s128, %s256, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s32, %s256, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<32x128xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<128x256xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<32x256xbf16>
  %got = call @accumulate_swap(%a, %b, %c) : (tensor<32x128xbf16>, tensor<128x256xbf16>, tensor<32x256xbf16>) -> tensor<32x256xbf16>
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
  %gotx = arith.extf %got : tensor<32x256xbf16> to tensor<32x256xf32>
  %got32 = tensor.cast %gotx : tensor<32x256xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Each CTA of a split adds its share of C.
func.func private @accumulate_split(%a: tensor<128x512xbf16>, %b: tensor<512x128xbf16>, %c: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], consumers = 2, split_k = 4, cluster = [1, 1], persistent = false>}
      ins(%a, %b : tensor<128x512xbf16>, tensor<512x128xbf16>)
      outs(%c : tensor<128x128xbf16>) -> tensor<128x128xbf16>
  return %d : tensor<128x128xbf16>
}
func.func private @check_accumulate_split() {
  %s128 = arith.constant 128 : index
  %s512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f32
  %seed = arith.constant 1 : index
  %a32 = call @input_f32(%s128, %s512, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b32 = call @input_f32(%s512, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c32 = call @input_f32(%s128, %s128, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %a32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<128x512xbf16>
  %bx = arith.truncf %b32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<512x128xbf16>
  %cx = arith.truncf %c32 : tensor<?x?xf32> to tensor<?x?xbf16>
  %c = tensor.cast %cx : tensor<?x?xbf16> to tensor<128x128xbf16>
  %got = call @accumulate_split(%a, %b, %c) : (tensor<128x512xbf16>, tensor<512x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xbf16>
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
  %gotx = arith.extf %got : tensor<128x128xbf16> to tensor<128x128xf32>
  %got32 = tensor.cast %gotx : tensor<128x128xf32> to tensor<?x?xf32>
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
