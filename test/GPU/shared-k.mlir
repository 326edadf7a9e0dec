// CTAs that share K add their partial sums through device memory.
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
func.func @main() {
  call @check_shares4() : () -> ()
  call @check_shares4() : () -> ()
  call @check_two() : () -> ()
  call @check_shares8_swap() : () -> ()
  return
}

// Four CTAs, each of which finishes a share; twice, for the counters must be as they were.
func.func private @shares4(%a: tensor<128x512xbf16>, %b: tensor<512x128xbf16>, %c: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], consumers = 2, split_k = 4, reduce = shares, cluster = [1, 1], persistent = false>}
      ins(%a, %b : tensor<128x512xbf16>, tensor<512x128xbf16>)
      outs(%f : tensor<128x128xf32>) -> tensor<128x128xf32>
  %r = arith.truncf %d : tensor<128x128xf32> to tensor<128x128xbf16>
  return %r : tensor<128x128xbf16>
}
func.func private @check_shares4() {
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
  %got = call @shares4(%a, %b, %c) : (tensor<128x512xbf16>, tensor<512x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xbf16>
  %we = tensor.empty(%s128, %s128) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<128x128xbf16> to tensor<128x128xf32>
  %got32 = tensor.cast %gotx : tensor<128x128xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Two CTAs, in clusters of two tiles.
func.func private @two(%a: tensor<128x512xbf16>, %b: tensor<512x128xbf16>, %c: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, split_k = 2, reduce = shares, cluster = [2, 1], persistent = false>}
      ins(%a, %b : tensor<128x512xbf16>, tensor<512x128xbf16>)
      outs(%f : tensor<128x128xf32>) -> tensor<128x128xf32>
  %r = arith.truncf %d : tensor<128x128xf32> to tensor<128x128xbf16>
  return %r : tensor<128x128xbf16>
}
func.func private @check_two() {
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
  %got = call @two(%a, %b, %c) : (tensor<128x512xbf16>, tensor<512x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xbf16>
  %we = tensor.empty(%s128, %s128) : tensor<?x?xf32>
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
  %gotx = arith.extf %got : tensor<128x128xbf16> to tensor<128x128xf32>
  %got32 = tensor.cast %gotx : tensor<128x128xf32> to tensor<?x?xf32>
  call @compare(%got32, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Eight, swapped.
func.func private @shares8_swap(%a: tensor<128x512xbf16>, %b: tensor<512x128xbf16>, %c: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
  %d = linalg.matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 128, 64], consumers = 1, split_k = 8, reduce = shares, swap = true, persistent = false>}
      ins(%a, %b : tensor<128x512xbf16>, tensor<512x128xbf16>)
      outs(%f : tensor<128x128xf32>) -> tensor<128x128xf32>
  %r = arith.truncf %d : tensor<128x128xf32> to tensor<128x128xbf16>
  return %r : tensor<128x128xbf16>
}
func.func private @check_shares8_swap() {
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
  %got = call @shares8_swap(%a, %b, %c) : (tensor<128x512xbf16>, tensor<512x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xbf16>
  %we = tensor.empty(%s128, %s128) : tensor<?x?xf32>
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
