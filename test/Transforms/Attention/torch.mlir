// Attention as torch-mlir decomposes it: half of the scale on each factor, in f32; a mask
// that is made of indices; rows that are masked entirely become zero. And as the Python package does.
// RUN: autotune-opt %s -autotune-form-attention=all -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/Inputs/compare.py %s --run="%run_sim"
// UNSUPPORTED: sanitizers

// CHECK-LABEL: func.func @causal
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x8x16xf16>, tensor<2x4x8x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] masked_rows = zero score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, [[A1:%.*]]: index, [[A2:%.*]]: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.index_cast [[A2]] : index to i64
// CHECK-NEXT: [[V3:%.*]] = arith.index_cast [[A1]] : index to i64
// CHECK-NEXT: [[V4:%.*]] = arith.subi [[V2]], [[V3]] : i64
// CHECK-NEXT: [[V5:%.*]] = arith.constant 0 : i64
// CHECK-NEXT: [[V6:%.*]] = arith.cmpi sle, [[V4]], [[V5]] : i64
// CHECK-NEXT: [[V7:%.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[V8:%.*]] = arith.constant 0xFF800000 : f32
// CHECK-NEXT: [[V9:%.*]] = arith.select [[V6]], [[V7]], [[V8]] : f32
// CHECK-NEXT: [[V10:%.*]] = arith.addf [[V1]], [[V9]] : f32
// CHECK-NEXT: problem.yield [[V10]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @causal(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x8x16xf16>, %v: tensor<2x4x8x16xf16>) -> tensor<2x4x8x16xf16> {
  %root = arith.constant 0.5 : f64
  %first = arith.constant 0 : i64
  %ones = arith.constant dense<true> : tensor<8x8xi1>
  %kept = arith.constant dense<0.0> : tensor<f32>
  %cut = arith.constant dense<0xFF800000> : tensor<f32>
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %masked = arith.constant 0xFFF0000000000000 : f64
  %true = arith.constant true
  %0 = tensor.empty() : tensor<2x4x8x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(b, h, s, d) -> (b, h, s, d)>, affine_map<(b, h, s, d) -> (b, h, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%q : tensor<2x4x8x16xf16>)
      outs(%0 : tensor<2x4x8x16xf32>) {
  ^bb0(%x0: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x16xf32>
  %2 = tensor.empty() : tensor<2x4x8x16xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(b, h, s, d) -> (b, h, s, d)>, affine_map<(b, h, s, d) -> (b, h, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%k : tensor<2x4x8x16xf16>)
      outs(%2 : tensor<2x4x8x16xf32>) {
  ^bb0(%x0: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x16xf32>
  %4 = tensor.empty() : tensor<2x4x8x16xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(b, h, s, d) -> (b, h, s, d)>, affine_map<(b, h, s, d) -> (b, h, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%v : tensor<2x4x8x16xf16>)
      outs(%4 : tensor<2x4x8x16xf32>) {
  ^bb0(%x0: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x16xf32>
  %6 = tensor.empty() : tensor<2x4x8x16xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(b, h, s, d) -> (b, h, s, d)>, affine_map<(b, h, s, d) -> (b, h, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1 : tensor<2x4x8x16xf32>)
      outs(%6 : tensor<2x4x8x16xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %c = arith.truncf %root : f64 to f32
    %a = arith.mulf %x0, %c : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x16xf32>
  %8 = tensor.empty() : tensor<8xi64>
  %9 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      outs(%8 : tensor<8xi64>) {
  ^bb0(%o0: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    linalg.yield %j : i64
  } -> tensor<8xi64>
  %10 = tensor.expand_shape %9 [[0, 1]] output_shape [1, 8] : tensor<8xi64> into tensor<1x8xi64>
  %11 = tensor.expand_shape %9 [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
  %12 = tensor.empty() : tensor<8x8xi64>
  %13 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%10, %11 : tensor<1x8xi64>, tensor<8x1xi64>)
      outs(%12 : tensor<8x8xi64>) {
  ^bb0(%x0: i64, %x1: i64, %o0: i64):
    %a = arith.subi %x0, %x1 : i64
    linalg.yield %a : i64
  } -> tensor<8x8xi64>
  %14 = tensor.empty() : tensor<8x8xi1>
  %15 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%13 : tensor<8x8xi64>)
      outs(%14 : tensor<8x8xi1>) {
  ^bb0(%x0: i64, %o0: i1):
    %a = arith.cmpi sle, %x0, %first : i64
    linalg.yield %a : i1
  } -> tensor<8x8xi1>
  %16 = tensor.empty() : tensor<8x8xi1>
  %17 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%15, %ones : tensor<8x8xi1>, tensor<8x8xi1>)
      outs(%16 : tensor<8x8xi1>) {
  ^bb0(%x0: i1, %x1: i1, %o0: i1):
    %a = arith.andi %x0, %x1 : i1
    linalg.yield %a : i1
  } -> tensor<8x8xi1>
  %18 = tensor.empty() : tensor<8x8xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%17, %kept, %cut : tensor<8x8xi1>, tensor<f32>, tensor<f32>)
      outs(%18 : tensor<8x8xf32>) {
  ^bb0(%x0: i1, %x1: f32, %x2: f32, %o0: f32):
    %a = arith.select %x0, %x1, %x2 : f32
    linalg.yield %a : f32
  } -> tensor<8x8xf32>
  %20 = tensor.empty() : tensor<2x4x16x8xf32>
  %21 = linalg.transpose ins(%3 : tensor<2x4x8x16xf32>) outs(%20 : tensor<2x4x16x8xf32>) permutation = [0, 1, 3, 2]
  %22 = tensor.empty() : tensor<2x4x16x8xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(b, h, d, s) -> (b, h, d, s)>, affine_map<(b, h, d, s) -> (b, h, d, s)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21 : tensor<2x4x16x8xf32>)
      outs(%22 : tensor<2x4x16x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %c = arith.truncf %root : f64 to f32
    %a = arith.mulf %x0, %c : f32
    linalg.yield %a : f32
  } -> tensor<2x4x16x8xf32>
  %24 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : tensor<2x4x8x16xf32> into tensor<8x8x16xf32>
  %25 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x4x16x8xf32> into tensor<8x16x8xf32>
  %26 = tensor.empty() : tensor<8x8x8xf32>
  %27 = linalg.fill ins(%zero : f32) outs(%26 : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %28 = linalg.batch_matmul ins(%24, %25 : tensor<8x8x16xf32>, tensor<8x16x8xf32>) outs(%27 : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %29 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, 8, 8] : tensor<8x8x8xf32> into tensor<2x4x8x8xf32>
  %30 = tensor.empty() : tensor<2x4x8x8xf32>
  %31 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%29, %19 : tensor<2x4x8x8xf32>, tensor<8x8xf32>)
      outs(%30 : tensor<2x4x8x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.addf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x8xf32>
  %32 = tensor.empty() : tensor<2x4x8xf32>
  %33 = linalg.fill ins(%low : f32) outs(%32 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %34 = tensor.empty() : tensor<2x4x8xi64>
  %35 = linalg.fill ins(%none : i64) outs(%34 : tensor<2x4x8xi64>) -> tensor<2x4x8xi64>
  %36:2 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%31 : tensor<2x4x8x8xf32>)
      outs(%33, %35 : tensor<2x4x8xf32>, tensor<2x4x8xi64>) {
  ^bb0(%x0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %a = arith.maximumf %x0, %o0 : f32
    %g = arith.cmpf ogt, %x0, %o0 : f32
    %p = arith.select %g, %j, %o1 : i64
    linalg.yield %a, %p : f32, i64
  } -> (tensor<2x4x8xf32>, tensor<2x4x8xi64>)
  %37 = tensor.expand_shape %36#0 [[0], [1], [2, 3]] output_shape [2, 4, 8, 1] : tensor<2x4x8xf32> into tensor<2x4x8x1xf32>
  %38 = tensor.empty() : tensor<2x4x8x8xf32>
  %39 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%31, %37 : tensor<2x4x8x8xf32>, tensor<2x4x8x1xf32>)
      outs(%38 : tensor<2x4x8x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.subf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x8xf32>
  %40 = tensor.empty() : tensor<2x4x8x8xf32>
  %41 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%39 : tensor<2x4x8x8xf32>)
      outs(%40 : tensor<2x4x8x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = math.exp %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x8xf32>
  %42 = tensor.empty() : tensor<2x4x8x1xf32>
  %43 = linalg.fill ins(%zero : f32) outs(%42 : tensor<2x4x8x1xf32>) -> tensor<2x4x8x1xf32>
  %44 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%41 : tensor<2x4x8x8xf32>)
      outs(%43 : tensor<2x4x8x1xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x1xf32>
  %45 = tensor.empty() : tensor<2x4x8x8xf32>
  %46 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%41, %44 : tensor<2x4x8x8xf32>, tensor<2x4x8x1xf32>)
      outs(%45 : tensor<2x4x8x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x8xf32>
  %47 = tensor.empty() : tensor<2x4x8x8xi1>
  %48 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%31 : tensor<2x4x8x8xf32>)
      outs(%47 : tensor<2x4x8x8xi1>) {
  ^bb0(%x0: f32, %o0: i1):
    %a = arith.extf %x0 : f32 to f64
    %b = arith.cmpf oeq, %a, %masked : f64
    linalg.yield %b : i1
  } -> tensor<2x4x8x8xi1>
  %49 = tensor.empty() : tensor<2x4x8x1xi1>
  %50 = linalg.fill ins(%true : i1) outs(%49 : tensor<2x4x8x1xi1>) -> tensor<2x4x8x1xi1>
  %51 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%48 : tensor<2x4x8x8xi1>)
      outs(%50 : tensor<2x4x8x1xi1>) {
  ^bb0(%x0: i1, %o0: i1):
    %a = arith.andi %x0, %o0 : i1
    linalg.yield %a : i1
  } -> tensor<2x4x8x1xi1>
  %52 = tensor.empty() : tensor<2x4x8x8xf32>
  %53 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%51, %46 : tensor<2x4x8x1xi1>, tensor<2x4x8x8xf32>)
      outs(%52 : tensor<2x4x8x8xf32>) {
  ^bb0(%x0: i1, %x1: f32, %o0: f32):
    %a = arith.select %x0, %zero, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x8xf32>
  %54 = tensor.collapse_shape %53 [[0, 1], [2], [3]] : tensor<2x4x8x8xf32> into tensor<8x8x8xf32>
  %55 = tensor.collapse_shape %5 [[0, 1], [2], [3]] : tensor<2x4x8x16xf32> into tensor<8x8x16xf32>
  %56 = tensor.empty() : tensor<8x8x16xf32>
  %57 = linalg.fill ins(%zero : f32) outs(%56 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %58 = linalg.batch_matmul ins(%54, %55 : tensor<8x8x8xf32>, tensor<8x8x16xf32>) outs(%57 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %59 = tensor.expand_shape %58 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %60 = tensor.empty() : tensor<2x4x8x16xf16>
  %61 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%59 : tensor<2x4x8x16xf32>)
      outs(%60 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %61 : tensor<2x4x8x16xf16>
}

// As the Python package takes scaled_dot_product_attention apart: heads that share keys are rows of one product, and masked scores are not -inf while the softmax is computed.
// CHECK-LABEL: func.func @front_end
// CHECK: problem.attention inputs({{.*}} : tensor<2x2x2x8x16xf16>, tensor<2x2x12x16xf16>, tensor<2x2x12x16xf16>, tensor<8x12xf32>)
// CHECK-SAME: outputs({{.*}} : tensor<2x2x2x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d6)>] masked_rows = zero score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.addf [[V1]], [[A1]] : f32
// CHECK-NEXT: problem.yield [[V2]] : f32
// CHECK-NEXT: } -> tensor<2x2x2x8x16xf16>
func.func @front_end(%q: tensor<2x4x8x16xf16>, %k: tensor<2x2x12x16xf16>, %v: tensor<2x2x12x16xf16>, %mask: tensor<8x12xf32>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %lowest = arith.constant -3.4028234663852886E+38 : f64
  %masked = arith.constant 0xFFF0000000000000 : f64
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %0 = tensor.expand_shape %q [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 8, 16] : tensor<2x4x8x16xf16> into tensor<2x2x2x8x16xf16>
  %1 = tensor.collapse_shape %0 [[0, 1], [2, 3], [4]] : tensor<2x2x2x8x16xf16> into tensor<4x16x16xf16>
  %2 = tensor.empty() : tensor<4x16x16xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(b, m, d) -> (b, m, d)>, affine_map<(b, m, d) -> (b, m, d)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%1 : tensor<4x16x16xf16>)
      outs(%2 : tensor<4x16x16xf32>) {
  ^bb0(%x0: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    linalg.yield %a : f32
  } -> tensor<4x16x16xf32>
  %4 = tensor.empty() : tensor<2x2x12x16xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(b, h, n, d) -> (b, h, n, d)>, affine_map<(b, h, n, d) -> (b, h, n, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%k : tensor<2x2x12x16xf16>)
      outs(%4 : tensor<2x2x12x16xf32>) {
  ^bb0(%x0: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    linalg.yield %a : f32
  } -> tensor<2x2x12x16xf32>
  %6 = tensor.empty() : tensor<2x2x16x12xf32>
  %7 = linalg.transpose ins(%5 : tensor<2x2x12x16xf32>) outs(%6 : tensor<2x2x16x12xf32>) permutation = [0, 1, 3, 2]
  %8 = tensor.collapse_shape %7 [[0, 1], [2], [3]] : tensor<2x2x16x12xf32> into tensor<4x16x12xf32>
  %9 = tensor.empty() : tensor<4x16x12xf32>
  %10 = linalg.fill ins(%zero : f32) outs(%9 : tensor<4x16x12xf32>) -> tensor<4x16x12xf32>
  %11 = linalg.batch_matmul ins(%3, %8 : tensor<4x16x16xf32>, tensor<4x16x12xf32>) outs(%10 : tensor<4x16x12xf32>) -> tensor<4x16x12xf32>
  %12 = tensor.empty() : tensor<4x16x12xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%11 : tensor<4x16x12xf32>)
      outs(%12 : tensor<4x16x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    linalg.yield %a : f32
  } -> tensor<4x16x12xf32>
  %14 = tensor.expand_shape %13 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 8, 12] : tensor<4x16x12xf32> into tensor<2x2x2x8x12xf32>
  %15 = tensor.collapse_shape %14 [[0], [1, 2], [3], [4]] : tensor<2x2x2x8x12xf32> into tensor<2x4x8x12xf32>
  %16 = tensor.empty() : tensor<2x4x8x12xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%15, %mask : tensor<2x4x8x12xf32>, tensor<8x12xf32>)
      outs(%16 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.addf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %18 = tensor.empty() : tensor<2x4x8x12xi1>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%17 : tensor<2x4x8x12xf32>)
      outs(%18 : tensor<2x4x8x12xi1>) {
  ^bb0(%x0: f32, %o0: i1):
    %a = arith.extf %x0 : f32 to f64
    %b = arith.cmpf oeq, %a, %masked : f64
    linalg.yield %b : i1
  } -> tensor<2x4x8x12xi1>
  %20 = tensor.empty() : tensor<2x4x8x12xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%17 : tensor<2x4x8x12xf32>)
      outs(%20 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %c = arith.truncf %lowest : f64 to f32
    %a = arith.cmpf ult, %x0, %c : f32
    %b = arith.select %a, %c, %x0 : f32
    linalg.yield %b : f32
  } -> tensor<2x4x8x12xf32>
  %22 = tensor.empty() : tensor<2x4x8xf32>
  %23 = linalg.fill ins(%low : f32) outs(%22 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %24 = tensor.empty() : tensor<2x4x8xi64>
  %25 = linalg.fill ins(%none : i64) outs(%24 : tensor<2x4x8xi64>) -> tensor<2x4x8xi64>
  %26:2 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%21 : tensor<2x4x8x12xf32>)
      outs(%23, %25 : tensor<2x4x8xf32>, tensor<2x4x8xi64>) {
  ^bb0(%x0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %a = arith.maximumf %x0, %o0 : f32
    %g = arith.cmpf ogt, %x0, %o0 : f32
    %p = arith.select %g, %j, %o1 : i64
    linalg.yield %a, %p : f32, i64
  } -> (tensor<2x4x8xf32>, tensor<2x4x8xi64>)
  %27 = tensor.expand_shape %26#0 [[0], [1], [2, 3]] output_shape [2, 4, 8, 1] : tensor<2x4x8xf32> into tensor<2x4x8x1xf32>
  %28 = tensor.empty() : tensor<2x4x8x12xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21, %27 : tensor<2x4x8x12xf32>, tensor<2x4x8x1xf32>)
      outs(%28 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.subf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %30 = tensor.empty() : tensor<2x4x8x12xf32>
  %31 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%29 : tensor<2x4x8x12xf32>)
      outs(%30 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = math.exp %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %32 = tensor.empty() : tensor<2x4x8x1xf32>
  %33 = linalg.fill ins(%zero : f32) outs(%32 : tensor<2x4x8x1xf32>) -> tensor<2x4x8x1xf32>
  %34 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%31 : tensor<2x4x8x12xf32>)
      outs(%33 : tensor<2x4x8x1xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x1xf32>
  %35 = tensor.empty() : tensor<2x4x8x12xf32>
  %36 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%31, %34 : tensor<2x4x8x12xf32>, tensor<2x4x8x1xf32>)
      outs(%35 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %37 = tensor.empty() : tensor<2x4x8x12xf32>
  %38 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%19, %36 : tensor<2x4x8x12xi1>, tensor<2x4x8x12xf32>)
      outs(%37 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: i1, %x1: f32, %o0: f32):
    %a = arith.select %x0, %zero, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %39 = tensor.empty() : tensor<2x4x8x12xf16>
  %40 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%38 : tensor<2x4x8x12xf32>)
      outs(%39 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %41 = tensor.expand_shape %40 [[0], [1, 2], [3], [4]] output_shape [2, 2, 2, 8, 12] : tensor<2x4x8x12xf16> into tensor<2x2x2x8x12xf16>
  %42 = tensor.collapse_shape %41 [[0, 1], [2, 3], [4]] : tensor<2x2x2x8x12xf16> into tensor<4x16x12xf16>
  %43 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x2x12x16xf16> into tensor<4x12x16xf16>
  %44 = tensor.empty() : tensor<4x16x16xf32>
  %45 = linalg.fill ins(%zero : f32) outs(%44 : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %46 = linalg.batch_matmul ins(%42, %43 : tensor<4x16x12xf16>, tensor<4x12x16xf16>) outs(%45 : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %47 = tensor.empty() : tensor<4x16x16xf16>
  %48 = linalg.generic {indexing_maps = [affine_map<(b, m, e) -> (b, m, e)>, affine_map<(b, m, e) -> (b, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%46 : tensor<4x16x16xf32>)
      outs(%47 : tensor<4x16x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<4x16x16xf16>
  %49 = tensor.expand_shape %48 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 8, 16] : tensor<4x16x16xf16> into tensor<2x2x2x8x16xf16>
  %50 = tensor.collapse_shape %49 [[0], [1, 2], [3], [4]] : tensor<2x2x2x8x16xf16> into tensor<2x4x8x16xf16>
  return %50 : tensor<2x4x8x16xf16>
}
