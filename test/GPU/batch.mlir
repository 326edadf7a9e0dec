// Batches of products: a matrix for each, one for all, and a batch of one.
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

#plain_a = affine_map<(b, m, n, k) -> (b, m, k)>
#plain_b = affine_map<(b, m, n, k) -> (b, k, n)>
#plain_c = affine_map<(b, m, n, k) -> (b, m, n)>
#shared_b = affine_map<(b, m, n, k) -> (k, n)>

func.func @main() {
  call @check() : () -> ()
  return
}

// By TMA, both ways, ragged.
func.func private @tma(%a: tensor<3x100x72xf16>, %b: tensor<3x72x136xf16>) -> tensor<3x100x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x100x136xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x100x136xf32>) -> tensor<3x100x136xf32>
  %d = linalg.batch_matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 2, schedule = pingpong, persistent = true, cluster = [2, 1], store = tma>}
      ins(%a, %b : tensor<3x100x72xf16>, tensor<3x72x136xf16>)
      outs(%f : tensor<3x100x136xf32>) -> tensor<3x100x136xf32>
  return %d : tensor<3x100x136xf32>
}

// One B for all.
func.func private @shared(%a: tensor<3x100x72xf16>, %b: tensor<72x136xf16>) -> tensor<3x100x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x100x136xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x100x136xf32>) -> tensor<3x100x136xf32>
  %d = linalg.batch_matmul indexing_maps = [#plain_a, #shared_b, #plain_c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, persistent = false>}
      ins(%a, %b : tensor<3x100x72xf16>, tensor<72x136xf16>)
      outs(%f : tensor<3x100x136xf32>) -> tensor<3x100x136xf32>
  return %d : tensor<3x100x136xf32>
}

// Sizes that only the caller knows.
func.func private @dynamic(%a: tensor<?x?x?xf16>, %b: tensor<?x?x?xf16>, %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %d = linalg.batch_matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<?x?x?xf16>, tensor<?x?x?xf16>)
      outs(%c : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %d : tensor<?x?x?xf32>
}
// A number of products that only the caller knows.
func.func private @count(%a: tensor<?x100x72xf16>, %b: tensor<?x72x136xf16>, %c: tensor<?x100x136xf32>) -> tensor<?x100x136xf32> {
  %d = linalg.batch_matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, persistent = true>}
      ins(%a, %b : tensor<?x100x72xf16>, tensor<?x72x136xf16>)
      outs(%c : tensor<?x100x136xf32>) -> tensor<?x100x136xf32>
  return %d : tensor<?x100x136xf32>
}

// The kernel is that of a matmul.
func.func private @single(%a: tensor<1x100x72xf16>, %b: tensor<1x72x136xf16>) -> tensor<1x100x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x100x136xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x100x136xf32>) -> tensor<1x100x136xf32>
  %d = linalg.batch_matmul
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, persistent = false>}
      ins(%a, %b : tensor<1x100x72xf16>, tensor<1x72x136xf16>)
      outs(%f : tensor<1x100x136xf32>) -> tensor<1x100x136xf32>
  return %d : tensor<1x100x136xf32>
}

func.func private @check() {
  %s3 = arith.constant 3 : index
  %s72 = arith.constant 72 : index
  %s216 = arith.constant 216 : index
  %s136 = arith.constant 136 : index
  %s300 = arith.constant 300 : index
  %s0 = arith.constant 0 : index
  %seed = arith.constant 1 : index
  %af = call @input_f32(%s300, %s72, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bf = call @input_f32(%s216, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %as = tensor.cast %af : tensor<?x?xf32> to tensor<300x72xf32>
  %bs = tensor.cast %bf : tensor<?x?xf32> to tensor<216x136xf32>
  %a32 = tensor.expand_shape %as [[0, 1], [2]] output_shape [3, 100, 72] : tensor<300x72xf32> into tensor<3x100x72xf32>
  %b32 = tensor.expand_shape %bs [[0, 1], [2]] output_shape [3, 72, 136] : tensor<216x136xf32> into tensor<3x72x136xf32>
  %a = arith.truncf %a32 : tensor<3x100x72xf32> to tensor<3x100x72xf16>
  %b = arith.truncf %b32 : tensor<3x72x136xf32> to tensor<3x72x136xf16>
  %b0s = tensor.extract_slice %bs[0, 0] [72, 136] [1, 1] : tensor<216x136xf32> to tensor<72x136xf32>
  %b0 = arith.truncf %b0s : tensor<72x136xf32> to tensor<72x136xf16>
  %b0batch = tensor.generate {
  ^bb0(%i: index, %k: index, %n: index):
    %x = tensor.extract %b0s[%k, %n] : tensor<72x136xf32>
    tensor.yield %x : f32
  } : tensor<3x72x136xf32>
  %want = call @product(%a32, %b32) : (tensor<3x100x72xf32>, tensor<3x72x136xf32>) -> tensor<3x100x136xf32>
  %want_shared = call @product(%a32, %b0batch) : (tensor<3x100x72xf32>, tensor<3x72x136xf32>) -> tensor<3x100x136xf32>

  %got0 = call @tma(%a, %b) : (tensor<3x100x72xf16>, tensor<3x72x136xf16>) -> tensor<3x100x136xf32>
  call @compare_batch(%got0, %want) : (tensor<3x100x136xf32>, tensor<3x100x136xf32>) -> ()

  %got1 = call @shared(%a, %b0) : (tensor<3x100x72xf16>, tensor<72x136xf16>) -> tensor<3x100x136xf32>
  call @compare_batch(%got1, %want_shared) : (tensor<3x100x136xf32>, tensor<3x100x136xf32>) -> ()

  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<3x100x136xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<3x100x136xf32>) -> tensor<3x100x136xf32>
  %ad = tensor.cast %a : tensor<3x100x72xf16> to tensor<?x?x?xf16>
  %bd = tensor.cast %b : tensor<3x72x136xf16> to tensor<?x?x?xf16>
  %fd = tensor.cast %f2 : tensor<3x100x136xf32> to tensor<?x?x?xf32>
  %d2 = call @dynamic(%ad, %bd, %fd) : (tensor<?x?x?xf16>, tensor<?x?x?xf16>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %got2 = tensor.cast %d2 : tensor<?x?x?xf32> to tensor<3x100x136xf32>
  call @compare_batch(%got2, %want) : (tensor<3x100x136xf32>, tensor<3x100x136xf32>) -> ()

  %e3 = tensor.empty() : tensor<3x100x136xf32>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<3x100x136xf32>) -> tensor<3x100x136xf32>
  %ac = tensor.cast %a : tensor<3x100x72xf16> to tensor<?x100x72xf16>
  %bc = tensor.cast %b : tensor<3x72x136xf16> to tensor<?x72x136xf16>
  %fc = tensor.cast %f3 : tensor<3x100x136xf32> to tensor<?x100x136xf32>
  %d3 = call @count(%ac, %bc, %fc) : (tensor<?x100x72xf16>, tensor<?x72x136xf16>, tensor<?x100x136xf32>) -> tensor<?x100x136xf32>
  %got3 = tensor.cast %d3 : tensor<?x100x136xf32> to tensor<3x100x136xf32>
  call @compare_batch(%got3, %want) : (tensor<3x100x136xf32>, tensor<3x100x136xf32>) -> ()

  %a0s = tensor.extract_slice %as[0, 0] [100, 72] [1, 1] : tensor<300x72xf32> to tensor<100x72xf32>
  %a1f = tensor.expand_shape %a0s [[0, 1], [2]] output_shape [1, 100, 72] : tensor<100x72xf32> into tensor<1x100x72xf32>
  %b1f = tensor.expand_shape %b0s [[0, 1], [2]] output_shape [1, 72, 136] : tensor<72x136xf32> into tensor<1x72x136xf32>
  %a1 = arith.truncf %a1f : tensor<1x100x72xf32> to tensor<1x100x72xf16>
  %b1 = arith.truncf %b1f : tensor<1x72x136xf32> to tensor<1x72x136xf16>
  %d4 = call @single(%a1, %b1) : (tensor<1x100x72xf16>, tensor<1x72x136xf16>) -> tensor<1x100x136xf32>
  %got4 = tensor.collapse_shape %d4 [[0, 1], [2]] : tensor<1x100x136xf32> into tensor<100x136xf32>
  %want4 = tensor.extract_slice %want[0, 0, 0] [1, 100, 136] [1, 1, 1] : tensor<3x100x136xf32> to tensor<100x136xf32>
  %got4d = tensor.cast %got4 : tensor<100x136xf32> to tensor<?x?xf32>
  %want4d = tensor.cast %want4 : tensor<100x136xf32> to tensor<?x?xf32>
  call @compare(%got4d, %want4d) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @product(%a: tensor<3x100x72xf32>, %b: tensor<3x72x136xf32>) -> tensor<3x100x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x100x136xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x100x136xf32>) -> tensor<3x100x136xf32>
  %d = linalg.generic {indexing_maps = [#plain_a, #plain_b, #plain_c],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x100x72xf32>, tensor<3x72x136xf32>) outs(%f : tensor<3x100x136xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<3x100x136xf32>
  return %d : tensor<3x100x136xf32>
}

func.func private @compare_batch(%got: tensor<3x100x136xf32>, %want: tensor<3x100x136xf32>) {
  %x = tensor.collapse_shape %got [[0, 1], [2]] : tensor<3x100x136xf32> into tensor<300x136xf32>
  %y = tensor.collapse_shape %want [[0, 1], [2]] : tensor<3x100x136xf32> into tensor<300x136xf32>
  %xd = tensor.cast %x : tensor<300x136xf32> to tensor<?x?xf32>
  %yd = tensor.cast %y : tensor<300x136xf32> to tensor<?x?xf32>
  call @compare(%xd, %yd) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

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
