// Matmuls whose kernels write several outputs: against the host, which does one
// operation after the other.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// FUSED-LABEL: func.func private @staged(
// FUSED: %[[R:.*]]:3 = tile.launch {{.*}} with(
// FUSED-NEXT: return %[[R]]#0, %[[R]]#1, %[[R]]#2
// FUSED-LABEL: func.func private @swapped(
// FUSED: %[[R:.*]]:3 = tile.launch {{.*}} with(
// FUSED-NEXT: return %[[R]]#0, %[[R]]#1, %[[R]]#2
// FUSED-LABEL: func.func private @split(
// FUSED: %[[R:.*]]:3 = tile.launch {{.*}} with(
// FUSED-NEXT: return %[[R]]#0, %[[R]]#1, %[[R]]#2

// Each line pair: wrong elements, and whether any is other than 0; of three outputs each.
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
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
// CHECK-NEXT: {{^0$}}
// CHECK-NEXT: {{^1$}}
func.func @main() {
  call @check_staged() : () -> ()
  call @check_swapped() : () -> ()
  call @check_split() : () -> ()
  return
}

// The sums, with a bias, and what relu makes of that.
func.func private @staged(%a: tensor<70x136xbf16>, %b: tensor<136x136xbf16>, %bias: tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %h = tensor.empty() : tensor<70x136xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], store = tma>}
      ins(%a, %b : tensor<70x136xbf16>, tensor<136x136xbf16>) outs(%init : tensor<70x136xf32>) -> tensor<70x136xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xf32>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: f32, %c: f32, %o: bf16):
    %1 = arith.addf %s, %c : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<70x136xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<70x136xbf16>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: bf16, %o: bf16):
    %1 = arith.extf %s : bf16 to f32
    %2 = arith.maximumf %1, %zero : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<70x136xbf16>
  return %y, %x, %r : tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>
}
func.func private @swapped(%a: tensor<70x136xbf16>, %b: tensor<136x136xbf16>, %bias: tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %h = tensor.empty() : tensor<70x136xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, swap = true>}
      ins(%a, %b : tensor<70x136xbf16>, tensor<136x136xbf16>) outs(%init : tensor<70x136xf32>) -> tensor<70x136xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xf32>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: f32, %c: f32, %o: bf16):
    %1 = arith.addf %s, %c : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<70x136xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<70x136xbf16>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: bf16, %o: bf16):
    %1 = arith.extf %s : bf16 to f32
    %2 = arith.maximumf %1, %zero : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<70x136xbf16>
  return %y, %x, %r : tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>
}
func.func private @split(%a: tensor<70x136xbf16>, %b: tensor<136x136xbf16>, %bias: tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %h = tensor.empty() : tensor<70x136xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, split_k = 2>}
      ins(%a, %b : tensor<70x136xbf16>, tensor<136x136xbf16>) outs(%init : tensor<70x136xf32>) -> tensor<70x136xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xf32>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: f32, %c: f32, %o: bf16):
    %1 = arith.addf %s, %c : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<70x136xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<70x136xbf16>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: bf16, %o: bf16):
    %1 = arith.extf %s : bf16 to f32
    %2 = arith.maximumf %1, %zero : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<70x136xbf16>
  return %y, %x, %r : tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>
}
func.func private @host(%a: tensor<70x136xbf16>, %b: tensor<136x136xbf16>, %bias: tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %h = tensor.empty() : tensor<70x136xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x136xbf16>, tensor<136x136xbf16>) outs(%init : tensor<70x136xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  } -> tensor<70x136xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xf32>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: f32, %c: f32, %o: bf16):
    %1 = arith.addf %s, %c : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<70x136xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<70x136xbf16>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: bf16, %o: bf16):
    %1 = arith.extf %s : bf16 to f32
    %2 = arith.maximumf %1, %zero : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<70x136xbf16>
  return %y, %x, %r : tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>
}
func.func private @check_staged() {
  %seed = arith.constant 1 : index
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s136 = arith.constant 136 : index
  %ad = call @input_f32(%s70, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %ad : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<70x136xbf16>
  %bd = call @input_f32(%s136, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.truncf %bd : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<136x136xbf16>
  %biasd = call @input_f32(%s1, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bias2 = tensor.cast %biasd : tensor<?x?xf32> to tensor<1x136xf32>
  %bias = tensor.collapse_shape %bias2 [[0, 1]] : tensor<1x136xf32> into tensor<136xf32>
  %got:3 = call @staged(%a, %b, %bias) : (tensor<70x136xbf16>, tensor<136x136xbf16>, tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>)
  %want:3 = call @host(%a, %b, %bias) : (tensor<70x136xbf16>, tensor<136x136xbf16>, tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>)
  %got0 = tensor.cast %got#0 : tensor<70x136xf32> to tensor<?x?xf32>
  %want0 = tensor.cast %want#0 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got0, %want0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %gotf1 = arith.extf %got#1 : tensor<70x136xbf16> to tensor<70x136xf32>
  %got1 = tensor.cast %gotf1 : tensor<70x136xf32> to tensor<?x?xf32>
  %wantf1 = arith.extf %want#1 : tensor<70x136xbf16> to tensor<70x136xf32>
  %want1 = tensor.cast %wantf1 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got1, %want1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %gotf2 = arith.extf %got#2 : tensor<70x136xbf16> to tensor<70x136xf32>
  %got2 = tensor.cast %gotf2 : tensor<70x136xf32> to tensor<?x?xf32>
  %wantf2 = arith.extf %want#2 : tensor<70x136xbf16> to tensor<70x136xf32>
  %want2 = tensor.cast %wantf2 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got2, %want2) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}
func.func private @check_swapped() {
  %seed = arith.constant 1 : index
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s136 = arith.constant 136 : index
  %ad = call @input_f32(%s70, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %ad : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<70x136xbf16>
  %bd = call @input_f32(%s136, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.truncf %bd : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<136x136xbf16>
  %biasd = call @input_f32(%s1, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bias2 = tensor.cast %biasd : tensor<?x?xf32> to tensor<1x136xf32>
  %bias = tensor.collapse_shape %bias2 [[0, 1]] : tensor<1x136xf32> into tensor<136xf32>
  %got:3 = call @swapped(%a, %b, %bias) : (tensor<70x136xbf16>, tensor<136x136xbf16>, tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>)
  %want:3 = call @host(%a, %b, %bias) : (tensor<70x136xbf16>, tensor<136x136xbf16>, tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>)
  %got0 = tensor.cast %got#0 : tensor<70x136xf32> to tensor<?x?xf32>
  %want0 = tensor.cast %want#0 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got0, %want0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %gotf1 = arith.extf %got#1 : tensor<70x136xbf16> to tensor<70x136xf32>
  %got1 = tensor.cast %gotf1 : tensor<70x136xf32> to tensor<?x?xf32>
  %wantf1 = arith.extf %want#1 : tensor<70x136xbf16> to tensor<70x136xf32>
  %want1 = tensor.cast %wantf1 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got1, %want1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %gotf2 = arith.extf %got#2 : tensor<70x136xbf16> to tensor<70x136xf32>
  %got2 = tensor.cast %gotf2 : tensor<70x136xf32> to tensor<?x?xf32>
  %wantf2 = arith.extf %want#2 : tensor<70x136xbf16> to tensor<70x136xf32>
  %want2 = tensor.cast %wantf2 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got2, %want2) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}
func.func private @check_split() {
  %seed = arith.constant 1 : index
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s136 = arith.constant 136 : index
  %ad = call @input_f32(%s70, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %ad : tensor<?x?xf32> to tensor<?x?xbf16>
  %a = tensor.cast %ax : tensor<?x?xbf16> to tensor<70x136xbf16>
  %bd = call @input_f32(%s136, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.truncf %bd : tensor<?x?xf32> to tensor<?x?xbf16>
  %b = tensor.cast %bx : tensor<?x?xbf16> to tensor<136x136xbf16>
  %biasd = call @input_f32(%s1, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bias2 = tensor.cast %biasd : tensor<?x?xf32> to tensor<1x136xf32>
  %bias = tensor.collapse_shape %bias2 [[0, 1]] : tensor<1x136xf32> into tensor<136xf32>
  %got:3 = call @split(%a, %b, %bias) : (tensor<70x136xbf16>, tensor<136x136xbf16>, tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>)
  %want:3 = call @host(%a, %b, %bias) : (tensor<70x136xbf16>, tensor<136x136xbf16>, tensor<136xf32>) -> (tensor<70x136xf32>, tensor<70x136xbf16>, tensor<70x136xbf16>)
  %got0 = tensor.cast %got#0 : tensor<70x136xf32> to tensor<?x?xf32>
  %want0 = tensor.cast %want#0 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got0, %want0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %gotf1 = arith.extf %got#1 : tensor<70x136xbf16> to tensor<70x136xf32>
  %got1 = tensor.cast %gotf1 : tensor<70x136xf32> to tensor<?x?xf32>
  %wantf1 = arith.extf %want#1 : tensor<70x136xbf16> to tensor<70x136xf32>
  %want1 = tensor.cast %wantf1 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got1, %want1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  %gotf2 = arith.extf %got#2 : tensor<70x136xbf16> to tensor<70x136xf32>
  %got2 = tensor.cast %gotf2 : tensor<70x136xf32> to tensor<?x?xf32>
  %wantf2 = arith.extf %want#2 : tensor<70x136xbf16> to tensor<70x136xf32>
  %want2 = tensor.cast %wantf2 : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got2, %want2) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
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
