// RUN: autotune-opt %s --autotune-canonicalize-contractions="fold-transposes fold-scales" --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: autotune-opt %s --autotune-canonicalize-contractions=fold-transposes --remarks-filter=autotune -o %t.kept 2>%t.kept.err
// RUN: FileCheck %s --check-prefix=KEPT < %t.kept
// RUN: FileCheck %s --check-prefix=LEFT < %t.kept.err

// Factors of all elements of widened inputs scale the sums in their place, where
// that is allowed.

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#none = affine_map<(d0, d1, d2) -> ()>

// Attention's scores: both inputs have a constant factor, one before a transpose
// and one behind it.
// CHECK-LABEL: func @scores(
// CHECK-SAME: %[[Q:.*]]: tensor<8x64x32xf16>, %[[K:.*]]: tensor<8x64x32xf16>)
// CHECK: %[[SUMS:.*]] = linalg.batch_matmul indexing_maps = {{.*}} ins(%[[Q]], %[[K]] : tensor<8x64x32xf16>, tensor<8x64x32xf16>) outs(%{{.*}} : tensor<8x64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], %{{.*}}, %{{.*}} : tensor<8x64x64xf32>, f32, f32)
// CHECK: arith.mulf
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: linalg.yield
// REMARK: Function=scores | Remark="multiplies f16 by f16, {{.*}}; the sums are scaled instead of the inputs (fold-scales)"
// KEPT-LABEL: func @scores(
// KEPT: linalg.batch_matmul {{.*}} : tensor<8x64x32xf32>, tensor<8x{{.*}}xf32>)
// LEFT: Function=scores | Remark="not multiplied as narrow values: its inputs are scaled after they are widened; scaling the sums rounds differently (fold-scales)"
func.func @scores(%q: tensor<8x64x32xf16>, %k: tensor<8x64x32xf16>) -> tensor<8x64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.35355339059327379 : f64
  %e0 = tensor.empty() : tensor<8x64x32xf32>
  %e1 = tensor.empty() : tensor<8x32x64xf32>
  %qf = arith.extf %q : tensor<8x64x32xf16> to tensor<8x64x32xf32>
  %kf = arith.extf %k : tensor<8x64x32xf16> to tensor<8x64x32xf32>
  %qs = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qf : tensor<8x64x32xf32>) outs(%e0 : tensor<8x64x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.truncf %scale : f64 to f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64x32xf32>
  %kt = linalg.transpose ins(%kf : tensor<8x64x32xf32>) outs(%e1 : tensor<8x32x64xf32>) permutation = [0, 2, 1]
  %ks = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%kt : tensor<8x32x64xf32>) outs(%e1 : tensor<8x32x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.truncf %scale : f64 to f32
    %1 = arith.mulf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x32x64xf32>
  %e2 = tensor.empty() : tensor<8x64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  %r = linalg.batch_matmul ins(%qs, %ks : tensor<8x64x32xf32>, tensor<8x32x64xf32>) outs(%f : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %r : tensor<8x64x64xf32>
}

// Powers of two scale sums of f16 exactly, and need no permission; of bf16, whose
// products reach the ends of f32, they do, and where they turn the sign of zeros.
// KEPT-LABEL: func @halves(
// KEPT: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x32xf16>, tensor<32x64xf16>)
// KEPT: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x32xf32>, tensor<32x64xf32>)
// KEPT: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x32xf32>, tensor<32x64xf32>)
// LEFT: Function=halves | Remark="multiplies f16 by f16, {{.*}}; the sums are scaled instead of the inputs, by powers of two"
// LEFT: Function=halves | Remark="not multiplied as narrow values: its inputs are scaled
// CHECK-LABEL: func @halves(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x32xf16>, tensor<32x64xf16>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x32xbf16>, tensor<32x64xbf16>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x32xf16>, tensor<32x64xf16>)
func.func @halves(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %x: tensor<64x32xbf16>, %y: tensor<32x64xbf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %half = arith.constant dense<0.5> : tensor<64x32xf32>
  %af = arith.extf %a : tensor<64x32xf16> to tensor<64x32xf32>
  %as = arith.mulf %half, %af : tensor<64x32xf32>
  %bf = arith.extf %b : tensor<32x64xf16> to tensor<32x64xf32>
  %r = linalg.matmul ins(%as, %bf : tensor<64x32xf32>, tensor<32x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %xf = arith.extf %x : tensor<64x32xbf16> to tensor<64x32xf32>
  %xs = arith.mulf %xf, %half : tensor<64x32xf32>
  %yf = arith.extf %y : tensor<32x64xbf16> to tensor<32x64xf32>
  %s = linalg.matmul ins(%xs, %yf : tensor<64x32xf32>, tensor<32x64xf32>) outs(%r : tensor<64x64xf32>) -> tensor<64x64xf32>
  %an = arith.negf %af : tensor<64x32xf32>
  %t = linalg.matmul ins(%an, %bf : tensor<64x32xf32>, tensor<32x64xf32>) outs(%s : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %t : tensor<64x64xf32>
}

// A factor that is known at run time, as a scalar and as a tensor of one element;
// a divisor; a sign. What the product adds to comes behind them. 8-bit integers
// are summed in i32 before.
// CHECK-LABEL: func @dequantized(
// CHECK-SAME: %[[A:.*]]: tensor<8x64x32xi8>, %[[B:.*]]: tensor<8x32x64xi8>, %[[S:.*]]: f32, %[[T:.*]]: tensor<f32>, %[[C:.*]]: tensor<8x64x64xf32>)
// CHECK: %[[SUMS:.*]] = linalg.batch_matmul ins(%[[A]], %[[B]] : tensor<8x64x32xi8>, tensor<8x32x64xi8>) outs(%{{.*}} : tensor<8x64x64xi32>)
// CHECK: %[[E:.*]] = tensor.extract %[[T]][] : tensor<f32>
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], %{{.*}}, %[[E]], %[[S]], %[[C]] :
// CHECK: arith.sitofp
// CHECK-COUNT-2: arith.mulf
// CHECK: arith.divf
// CHECK: arith.addf
func.func @dequantized(%a: tensor<8x64x32xi8>, %b: tensor<8x32x64xi8>, %s: f32, %t: tensor<f32>, %c: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  %e0 = tensor.empty() : tensor<8x64x32xf32>
  %e1 = tensor.empty() : tensor<8x32x64xf32>
  %af = linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a, %t : tensor<8x64x32xi8>, tensor<f32>) outs(%e0 : tensor<8x64x32xf32>) {
  ^bb0(%in: i8, %f: f32, %out: f32):
    %0 = arith.sitofp %in : i8 to f32
    %1 = arith.mulf %f, %0 : f32
    %2 = arith.negf %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x64x32xf32>
  %bf = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%b : tensor<8x32x64xi8>) outs(%e1 : tensor<8x32x64xf32>) {
  ^bb0(%in: i8, %out: f32):
    %0 = arith.sitofp %in : i8 to f32
    %1 = arith.divf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<8x32x64xf32>
  %r = linalg.batch_matmul ins(%af, %bf : tensor<8x64x32xf32>, tensor<8x32x64xf32>) outs(%c : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %r : tensor<8x64x64xf32>
}
