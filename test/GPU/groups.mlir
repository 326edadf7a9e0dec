// Products of one type with rows of their own, one of which has none, in one
// launch; and others whose config is a cluster's.
// RUN: autotune-opt %s -autotune-group-matmuls=target=h200,sms=8 -autotune-attach-configs="target=h200,sms=8 space=none" \
// RUN:   -autotune-compile="target=h200,sms=8 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: autotune-opt %s -autotune-group-matmuls=target=h200 -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | FileCheck %s --check-prefix=LAUNCHES
// LAUNCHES-COUNT-2: tile.launch
// LAUNCHES-NOT: tile.launch
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s -autotune-group-matmuls=target=h200 \
// RUN:     -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// Each line pair: wrong elements, and whether any is other than 0.
// CHECK: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c70 = arith.constant 70 : index
  %c96 = arith.constant 96 : index
  %c128 = arith.constant 128 : index
  %c133 = arith.constant 133 : index
  %x0 = call @input_f32(%c70, %c96, %c0) : (index, index, index) -> tensor<?x?xf32>
  %x1 = call @input_f32(%c0, %c96, %c0) : (index, index, index) -> tensor<?x?xf32>
  %x2 = call @input_f32(%c133, %c96, %c1) : (index, index, index) -> tensor<?x?xf32>
  %x3 = call @input_f32(%c5, %c96, %c1) : (index, index, index) -> tensor<?x?xf32>
  %w0 = call @input_f32(%c96, %c128, %c0) : (index, index, index) -> tensor<?x?xf32>
  %w1 = call @input_f32(%c96, %c128, %c1) : (index, index, index) -> tensor<?x?xf32>
  %w2 = call @input_f32(%c96, %c128, %c5) : (index, index, index) -> tensor<?x?xf32>
  %a0 = call @narrow(%x0) : (tensor<?x?xf32>) -> tensor<?x96xbf16>
  %a1 = call @narrow(%x1) : (tensor<?x?xf32>) -> tensor<?x96xbf16>
  %a2 = call @narrow(%x2) : (tensor<?x?xf32>) -> tensor<?x96xbf16>
  %a3 = call @narrow(%x3) : (tensor<?x?xf32>) -> tensor<?x96xbf16>
  %s3 = tensor.cast %a3 : tensor<?x96xbf16> to tensor<5x96xbf16>
  %b0 = call @weights(%w0) : (tensor<?x?xf32>) -> tensor<96x128xbf16>
  %b1 = call @weights(%w1) : (tensor<?x?xf32>) -> tensor<96x128xbf16>
  %b2 = call @weights(%w2) : (tensor<?x?xf32>) -> tensor<96x128xbf16>
  %y:3 = call @experts(%a0, %a1, %a2, %b0, %b1, %b2) : (tensor<?x96xbf16>, tensor<?x96xbf16>, tensor<?x96xbf16>,
      tensor<96x128xbf16>, tensor<96x128xbf16>, tensor<96x128xbf16>) -> (tensor<?x128xf32>, tensor<?x128xf32>, tensor<?x128xf32>)
  call @check(%x0, %w0, %y#0) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x128xf32>) -> ()
  call @check(%x1, %w1, %y#1) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x128xf32>) -> ()
  call @check(%x2, %w2, %y#2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x128xf32>) -> ()
  %z:2 = call @clusters(%a2, %s3, %b0, %b1) : (tensor<?x96xbf16>, tensor<5x96xbf16>, tensor<96x128xbf16>, tensor<96x128xbf16>)
      -> (tensor<?x128xbf16>, tensor<5x128xbf16>)
  %z0 = arith.extf %z#0 : tensor<?x128xbf16> to tensor<?x128xf32>
  %z1 = arith.extf %z#1 : tensor<5x128xbf16> to tensor<5x128xf32>
  %d1 = tensor.cast %z1 : tensor<5x128xf32> to tensor<?x128xf32>
  call @check_rounded(%x2, %w0, %z0) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x128xf32>) -> ()
  call @check_rounded(%x3, %w1, %d1) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x128xf32>) -> ()
  return
}

// Consumers that take tiles in turn, of all problems.
func.func private @experts(%a0: tensor<?x96xbf16>, %a1: tensor<?x96xbf16>, %a2: tensor<?x96xbf16>,
    %b0: tensor<96x128xbf16>, %b1: tensor<96x128xbf16>, %b2: tensor<96x128xbf16>)
    -> (tensor<?x128xf32>, tensor<?x128xf32>, tensor<?x128xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m0 = tensor.dim %a0, %c0 : tensor<?x96xbf16>
  %e0 = tensor.empty(%m0) : tensor<?x128xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x128xf32>) -> tensor<?x128xf32>
  %y0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], schedule = pingpong, persistent = true, store = direct>}
      ins(%a0, %b0 : tensor<?x96xbf16>, tensor<96x128xbf16>) outs(%f0 : tensor<?x128xf32>) -> tensor<?x128xf32>
  %m1 = tensor.dim %a1, %c0 : tensor<?x96xbf16>
  %e1 = tensor.empty(%m1) : tensor<?x128xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x128xf32>) -> tensor<?x128xf32>
  %y1 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], schedule = pingpong, persistent = true, store = direct>}
      ins(%a1, %b1 : tensor<?x96xbf16>, tensor<96x128xbf16>) outs(%f1 : tensor<?x128xf32>) -> tensor<?x128xf32>
  %m2 = tensor.dim %a2, %c0 : tensor<?x96xbf16>
  %e2 = tensor.empty(%m2) : tensor<?x128xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x128xf32>) -> tensor<?x128xf32>
  %y2 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], schedule = pingpong, persistent = true, store = direct>}
      ins(%a2, %b2 : tensor<?x96xbf16>, tensor<96x128xbf16>) outs(%f2 : tensor<?x128xf32>) -> tensor<?x128xf32>
  return %y0, %y1, %y2 : tensor<?x128xf32>, tensor<?x128xf32>, tensor<?x128xf32>
}

// Truncated, and stored by TMA.
func.func private @clusters(%a0: tensor<?x96xbf16>, %a1: tensor<5x96xbf16>, %b0: tensor<96x128xbf16>, %b1: tensor<96x128xbf16>)
    -> (tensor<?x128xbf16>, tensor<5x128xbf16>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m0 = tensor.dim %a0, %c0 : tensor<?x96xbf16>
  %e0 = tensor.empty(%m0) : tensor<?x128xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?x128xf32>) -> tensor<?x128xf32>
  %y0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, schedule = cooperative, cluster = [2, 1], store = tma>}
      ins(%a0, %b0 : tensor<?x96xbf16>, tensor<96x128xbf16>) outs(%f0 : tensor<?x128xf32>) -> tensor<?x128xf32>
  %t0 = arith.truncf %y0 : tensor<?x128xf32> to tensor<?x128xbf16>
  %e1 = tensor.empty() : tensor<5x128xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5x128xf32>) -> tensor<5x128xf32>
  %y1 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], consumers = 1, schedule = cooperative, cluster = [2, 1], store = tma>}
      ins(%a1, %b1 : tensor<5x96xbf16>, tensor<96x128xbf16>) outs(%f1 : tensor<5x128xf32>) -> tensor<5x128xf32>
  %t1 = arith.truncf %y1 : tensor<5x128xf32> to tensor<5x128xbf16>
  return %t0, %t1 : tensor<?x128xbf16>, tensor<5x128xbf16>
}

func.func private @narrow(%x: tensor<?x?xf32>) -> tensor<?x96xbf16> {
  %n = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xbf16>
  %r = tensor.cast %n : tensor<?x?xbf16> to tensor<?x96xbf16>
  return %r : tensor<?x96xbf16>
}

func.func private @weights(%x: tensor<?x?xf32>) -> tensor<96x128xbf16> {
  %n = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xbf16>
  %r = tensor.cast %n : tensor<?x?xbf16> to tensor<96x128xbf16>
  return %r : tensor<96x128xbf16>
}

func.func private @multiply(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %xy = arith.mulf %x, %y : f32
    %sum = arith.addf %z, %xy : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func private @check(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %got: tensor<?x128xf32>) {
  %want = call @multiply(%a, %b) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = tensor.cast %got : tensor<?x128xf32> to tensor<?x?xf32>
  call @compare(%g, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

func.func private @check_rounded(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %got: tensor<?x128xf32>) {
  %product = call @multiply(%a, %b) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %narrow = arith.truncf %product : tensor<?x?xf32> to tensor<?x?xbf16>
  %want = arith.extf %narrow : tensor<?x?xbf16> to tensor<?x?xf32>
  %g = tensor.cast %got : tensor<?x128xf32> to tensor<?x?xf32>
  call @compare(%g, %want) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
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
