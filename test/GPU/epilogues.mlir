// Element-wise operations behind a matmul, which its kernel does: against the
// host, which does one after the other.
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" -autotune-lower-matmul=target=h200 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// RUN: autotune-opt %s -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile="target=h200 format=sim" -o %t
// RUN: %run_sim %t | FileCheck %s
// RUN: env AUTOTUNE_SIM_SCHEDULE=adversarial %run_sim %t | FileCheck %s
// RUN: %if cuda-gpu && ptxas && plugin %{ autotune-opt %s \
// RUN:     -autotune-attach-configs="target=h200 space=none" \
// RUN:     -autotune-compile=target=h200 | %run_gpu | FileCheck %s %}

// Nothing stands between a launch and what returns its result.
// FUSED-LABEL: func.func private @bias(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @residual(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @graph(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @added(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(
// FUSED-NEXT: return %[[R]]
// FUSED-LABEL: func.func private @split(
// FUSED: %[[R:.*]] = tile.launch {{.*}} with(
// FUSED-NEXT: return %[[R]]

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
  call @check_bias() : () -> ()
  call @check_residual() : () -> ()
  call @check_graph() : () -> ()
  call @check_added() : () -> ()
  call @check_split() : () -> ()
  return
}

// A bias for each column, relu, a cast: three operations, one kernel.
func.func private @bias(%a: tensor<70x72xbf16>, %b: tensor<72x136xbf16>, %bias: tensor<136xbf16>) -> tensor<70x136xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma>}
      ins(%a, %b : tensor<70x72xbf16>, tensor<72x136xbf16>)
      outs(%init : tensor<70x136xf32>) -> tensor<70x136xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xbf16>) outs(%e : tensor<70x136xf32>) {
  ^bb0(%s: f32, %c: bf16, %o: f32):
    %ce = arith.extf %c : bf16 to f32
    %1 = arith.addf %s, %ce : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<70x136xf32>
  %h = tensor.empty() : tensor<70x136xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<70x136xf32>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: f32, %o: bf16):
    %1 = arith.truncf %s : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<70x136xbf16>
  return %r : tensor<70x136xbf16>
}
func.func private @host_bias(%a: tensor<70x72xbf16>, %b: tensor<72x136xbf16>, %bias: tensor<136xbf16>) -> tensor<70x136xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x72xbf16>, tensor<72x136xbf16>) outs(%init : tensor<70x136xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  } -> tensor<70x136xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xbf16>) outs(%e : tensor<70x136xf32>) {
  ^bb0(%s: f32, %c: bf16, %o: f32):
    %ce = arith.extf %c : bf16 to f32
    %1 = arith.addf %s, %ce : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<70x136xf32>
  %h = tensor.empty() : tensor<70x136xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<70x136xf32>) outs(%h : tensor<70x136xbf16>) {
  ^bb0(%s: f32, %o: bf16):
    %1 = arith.truncf %s : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<70x136xbf16>
  return %r : tensor<70x136xbf16>
}
func.func private @check_bias() {
  %seed = arith.constant 1 : index
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s72 = arith.constant 72 : index
  %s136 = arith.constant 136 : index
  %ad = call @input_f32(%s70, %s72, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %ad : tensor<?x?xf32> to tensor<?x?xbf16>
  %a2 = tensor.cast %ax : tensor<?x?xbf16> to tensor<70x72xbf16>
  %bd = call @input_f32(%s72, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.truncf %bd : tensor<?x?xf32> to tensor<?x?xbf16>
  %b2 = tensor.cast %bx : tensor<?x?xbf16> to tensor<72x136xbf16>
  %biasd = call @input_f32(%s1, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %biasx = arith.truncf %biasd : tensor<?x?xf32> to tensor<?x?xbf16>
  %bias2 = tensor.cast %biasx : tensor<?x?xbf16> to tensor<1x136xbf16>
  %bias = tensor.collapse_shape %bias2 [[0, 1]] : tensor<1x136xbf16> into tensor<136xbf16>
  %got = call @bias(%a2, %b2, %bias) : (tensor<70x72xbf16>, tensor<72x136xbf16>, tensor<136xbf16>) -> tensor<70x136xbf16>
  %gotf = arith.extf %got : tensor<70x136xbf16> to tensor<70x136xf32>
  %got32 = tensor.cast %gotf : tensor<70x136xf32> to tensor<?x?xf32>
  %want = call @host_bias(%a2, %b2, %bias) : (tensor<70x72xbf16>, tensor<72x136xbf16>, tensor<136xbf16>) -> tensor<70x136xbf16>
  %wantf = arith.extf %want : tensor<70x136xbf16> to tensor<70x136xf32>
  %want32 = tensor.cast %wantf : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// A residual, a scale of one element, a bias for each row; the transposed product.
func.func private @residual(%a: tensor<70x72xbf16>, %b: tensor<72x136xbf16>, %residual: tensor<70x136xf32>, %rows: tensor<70xf32>, %scale: tensor<f32>) -> tensor<70x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 32, 64], swap = true>}
      ins(%a, %b : tensor<70x72xbf16>, tensor<72x136xbf16>)
      outs(%init : tensor<70x136xf32>) -> tensor<70x136xf32>
  %x = linalg.add ins(%y, %residual : tensor<70x136xf32>, tensor<70x136xf32>) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %rows, %scale : tensor<70x136xf32>, tensor<70xf32>, tensor<f32>) outs(%e : tensor<70x136xf32>) {
  ^bb0(%s: f32, %c: f32, %f: f32, %o: f32):
    %1 = arith.mulf %s, %f : f32
    %2 = arith.subf %1, %c : f32
    linalg.yield %2 : f32
  } -> tensor<70x136xf32>
  return %r : tensor<70x136xf32>
}
func.func private @host_residual(%a: tensor<70x72xbf16>, %b: tensor<72x136xbf16>, %residual: tensor<70x136xf32>, %rows: tensor<70xf32>, %scale: tensor<f32>) -> tensor<70x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x72xbf16>, tensor<72x136xbf16>) outs(%init : tensor<70x136xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  } -> tensor<70x136xf32>
  %x = linalg.add ins(%y, %residual : tensor<70x136xf32>, tensor<70x136xf32>) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %rows, %scale : tensor<70x136xf32>, tensor<70xf32>, tensor<f32>) outs(%e : tensor<70x136xf32>) {
  ^bb0(%s: f32, %c: f32, %f: f32, %o: f32):
    %1 = arith.mulf %s, %f : f32
    %2 = arith.subf %1, %c : f32
    linalg.yield %2 : f32
  } -> tensor<70x136xf32>
  return %r : tensor<70x136xf32>
}
func.func private @check_residual() {
  %seed = arith.constant 1 : index
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s72 = arith.constant 72 : index
  %s136 = arith.constant 136 : index
  %ad = call @input_f32(%s70, %s72, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %ad : tensor<?x?xf32> to tensor<?x?xbf16>
  %a2 = tensor.cast %ax : tensor<?x?xbf16> to tensor<70x72xbf16>
  %bd = call @input_f32(%s72, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.truncf %bd : tensor<?x?xf32> to tensor<?x?xbf16>
  %b2 = tensor.cast %bx : tensor<?x?xbf16> to tensor<72x136xbf16>
  %residuald = call @input_f32(%s70, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %residual2 = tensor.cast %residuald : tensor<?x?xf32> to tensor<70x136xf32>
  %rowsd = call @input_f32(%s70, %s1, %seed) : (index, index, index) -> tensor<?x?xf32>
  %rows2 = tensor.cast %rowsd : tensor<?x?xf32> to tensor<70x1xf32>
  %rows = tensor.collapse_shape %rows2 [[0, 1]] : tensor<70x1xf32> into tensor<70xf32>
  %scaled = call @input_f32(%s1, %s1, %seed) : (index, index, index) -> tensor<?x?xf32>
  %scale2 = tensor.cast %scaled : tensor<?x?xf32> to tensor<1x1xf32>
  %scale = tensor.collapse_shape %scale2 [] : tensor<1x1xf32> into tensor<f32>
  %got = call @residual(%a2, %b2, %residual2, %rows, %scale) : (tensor<70x72xbf16>, tensor<72x136xbf16>, tensor<70x136xf32>, tensor<70xf32>, tensor<f32>) -> tensor<70x136xf32>
  %got32 = tensor.cast %got : tensor<70x136xf32> to tensor<?x?xf32>
  %want = call @host_residual(%a2, %b2, %residual2, %rows, %scale) : (tensor<70x72xbf16>, tensor<72x136xbf16>, tensor<70x136xf32>, tensor<70xf32>, tensor<f32>) -> tensor<70x136xf32>
  %want32 = tensor.cast %want : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// What reads the product twice; operations on whole tensors.
func.func private @graph(%a: tensor<70x72xbf16>, %b: tensor<72x136xbf16>, %residual: tensor<70x136xf32>) -> tensor<70x136xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [64, 64, 64], warps = [2, 2], stages = 3>}
      ins(%a, %b : tensor<70x72xbf16>, tensor<72x136xbf16>)
      outs(%init : tensor<70x136xf32>) -> tensor<70x136xf32>
  %c0 = arith.constant dense<0.0> : tensor<70x136xf32>
  %x = arith.maximumf %y, %c0 : tensor<70x136xf32>
  %z = arith.mulf %y, %x : tensor<70x136xf32>
  %w = arith.addf %z, %residual : tensor<70x136xf32>
  %r = arith.truncf %w : tensor<70x136xf32> to tensor<70x136xbf16>
  return %r : tensor<70x136xbf16>
}
func.func private @host_graph(%a: tensor<70x72xbf16>, %b: tensor<72x136xbf16>, %residual: tensor<70x136xf32>) -> tensor<70x136xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x72xbf16>, tensor<72x136xbf16>) outs(%init : tensor<70x136xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  } -> tensor<70x136xf32>
  %c0 = arith.constant dense<0.0> : tensor<70x136xf32>
  %x = arith.maximumf %y, %c0 : tensor<70x136xf32>
  %z = arith.mulf %y, %x : tensor<70x136xf32>
  %w = arith.addf %z, %residual : tensor<70x136xf32>
  %r = arith.truncf %w : tensor<70x136xf32> to tensor<70x136xbf16>
  return %r : tensor<70x136xbf16>
}
func.func private @check_graph() {
  %seed = arith.constant 1 : index
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s72 = arith.constant 72 : index
  %s136 = arith.constant 136 : index
  %ad = call @input_f32(%s70, %s72, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %ad : tensor<?x?xf32> to tensor<?x?xbf16>
  %a2 = tensor.cast %ax : tensor<?x?xbf16> to tensor<70x72xbf16>
  %bd = call @input_f32(%s72, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.truncf %bd : tensor<?x?xf32> to tensor<?x?xbf16>
  %b2 = tensor.cast %bx : tensor<?x?xbf16> to tensor<72x136xbf16>
  %residuald = call @input_f32(%s70, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %residual2 = tensor.cast %residuald : tensor<?x?xf32> to tensor<70x136xf32>
  %got = call @graph(%a2, %b2, %residual2) : (tensor<70x72xbf16>, tensor<72x136xbf16>, tensor<70x136xf32>) -> tensor<70x136xbf16>
  %gotf = arith.extf %got : tensor<70x136xbf16> to tensor<70x136xf32>
  %got32 = tensor.cast %gotf : tensor<70x136xf32> to tensor<?x?xf32>
  %want = call @host_graph(%a2, %b2, %residual2) : (tensor<70x72xbf16>, tensor<72x136xbf16>, tensor<70x136xf32>) -> tensor<70x136xbf16>
  %wantf = arith.extf %want : tensor<70x136xbf16> to tensor<70x136xf32>
  %want32 = tensor.cast %wantf : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Added to a real C before.
func.func private @added(%a: tensor<70x72xf32>, %b: tensor<72x136xf32>, %c: tensor<70x136xf32>, %bias: tensor<136xf32>) -> tensor<70x136xf32> {
  %y = linalg.matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<70x72xf32>, tensor<72x136xf32>)
      outs(%c : tensor<70x136xf32>) -> tensor<70x136xf32>
  %e2 = tensor.empty() : tensor<70x136xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xf32>) outs(%e2 : tensor<70x136xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %1 = arith.addf %s, %d : f32
    linalg.yield %1 : f32
  } -> tensor<70x136xf32>
  return %r : tensor<70x136xf32>
}
func.func private @host_added(%a: tensor<70x72xf32>, %b: tensor<72x136xf32>, %c: tensor<70x136xf32>, %bias: tensor<136xf32>) -> tensor<70x136xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x72xf32>, tensor<72x136xf32>) outs(%c : tensor<70x136xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %pq = arith.mulf %p, %q : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  } -> tensor<70x136xf32>
  %e2 = tensor.empty() : tensor<70x136xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xf32>) outs(%e2 : tensor<70x136xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %1 = arith.addf %s, %d : f32
    linalg.yield %1 : f32
  } -> tensor<70x136xf32>
  return %r : tensor<70x136xf32>
}
func.func private @check_added() {
  %seed = arith.constant 1 : index
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s72 = arith.constant 72 : index
  %s136 = arith.constant 136 : index
  %ad = call @input_f32(%s70, %s72, %seed) : (index, index, index) -> tensor<?x?xf32>
  %a2 = tensor.cast %ad : tensor<?x?xf32> to tensor<70x72xf32>
  %bd = call @input_f32(%s72, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %b2 = tensor.cast %bd : tensor<?x?xf32> to tensor<72x136xf32>
  %cd = call @input_f32(%s70, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %c2 = tensor.cast %cd : tensor<?x?xf32> to tensor<70x136xf32>
  %biasd = call @input_f32(%s1, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bias2 = tensor.cast %biasd : tensor<?x?xf32> to tensor<1x136xf32>
  %bias = tensor.collapse_shape %bias2 [[0, 1]] : tensor<1x136xf32> into tensor<136xf32>
  %got = call @added(%a2, %b2, %c2, %bias) : (tensor<70x72xf32>, tensor<72x136xf32>, tensor<70x136xf32>, tensor<136xf32>) -> tensor<70x136xf32>
  %got32 = tensor.cast %got : tensor<70x136xf32> to tensor<?x?xf32>
  %want = call @host_added(%a2, %b2, %c2, %bias) : (tensor<70x72xf32>, tensor<72x136xf32>, tensor<70x136xf32>, tensor<136xf32>) -> tensor<70x136xf32>
  %want32 = tensor.cast %want : tensor<70x136xf32> to tensor<?x?xf32>
  call @compare(%got32, %want32) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return
}

// Parts of K, added up before.
func.func private @split(%a: tensor<70x456xbf16>, %b: tensor<456x136xbf16>, %bias: tensor<136xf32>) -> tensor<70x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 4, split_k = 2, consumers = 1, reduce = shares, persistent = false>}
      ins(%a, %b : tensor<70x456xbf16>, tensor<456x136xbf16>)
      outs(%init : tensor<70x136xf32>) -> tensor<70x136xf32>
  %e2 = tensor.empty() : tensor<70x136xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xf32>) outs(%e2 : tensor<70x136xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %1 = arith.addf %s, %d : f32
    linalg.yield %1 : f32
  } -> tensor<70x136xf32>
  return %r : tensor<70x136xf32>
}
func.func private @host_split(%a: tensor<70x456xbf16>, %b: tensor<456x136xbf16>, %bias: tensor<136xf32>) -> tensor<70x136xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x136xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x136xf32>) -> tensor<70x136xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<70x456xbf16>, tensor<456x136xbf16>) outs(%init : tensor<70x136xf32>) {
  ^bb0(%p: bf16, %q: bf16, %s: f32):
    %pe = arith.extf %p : bf16 to f32
    %qe = arith.extf %q : bf16 to f32
    %pq = arith.mulf %pe, %qe : f32
    %sum = arith.addf %s, %pq : f32
    linalg.yield %sum : f32
  } -> tensor<70x136xf32>
  %e2 = tensor.empty() : tensor<70x136xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<70x136xf32>, tensor<136xf32>) outs(%e2 : tensor<70x136xf32>) {
  ^bb0(%s: f32, %d: f32, %o: f32):
    %1 = arith.addf %s, %d : f32
    linalg.yield %1 : f32
  } -> tensor<70x136xf32>
  return %r : tensor<70x136xf32>
}
func.func private @check_split() {
  %seed = arith.constant 1 : index
  %s1 = arith.constant 1 : index
  %s70 = arith.constant 70 : index
  %s136 = arith.constant 136 : index
  %s456 = arith.constant 456 : index
  %ad = call @input_f32(%s70, %s456, %seed) : (index, index, index) -> tensor<?x?xf32>
  %ax = arith.truncf %ad : tensor<?x?xf32> to tensor<?x?xbf16>
  %a2 = tensor.cast %ax : tensor<?x?xbf16> to tensor<70x456xbf16>
  %bd = call @input_f32(%s456, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bx = arith.truncf %bd : tensor<?x?xf32> to tensor<?x?xbf16>
  %b2 = tensor.cast %bx : tensor<?x?xbf16> to tensor<456x136xbf16>
  %biasd = call @input_f32(%s1, %s136, %seed) : (index, index, index) -> tensor<?x?xf32>
  %bias2 = tensor.cast %biasd : tensor<?x?xf32> to tensor<1x136xf32>
  %bias = tensor.collapse_shape %bias2 [[0, 1]] : tensor<1x136xf32> into tensor<136xf32>
  %got = call @split(%a2, %b2, %bias) : (tensor<70x456xbf16>, tensor<456x136xbf16>, tensor<136xf32>) -> tensor<70x136xf32>
  %got32 = tensor.cast %got : tensor<70x136xf32> to tensor<?x?xf32>
  %want = call @host_split(%a2, %b2, %bias) : (tensor<70x456xbf16>, tensor<456x136xbf16>, tensor<136xf32>) -> tensor<70x136xf32>
  %want32 = tensor.cast %want : tensor<70x136xf32> to tensor<?x?xf32>
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
