// Forms of a softmax.
// RUN: autotune-opt %s -autotune-form-attention=all -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/Inputs/compare.py %s --run="%run_sim"
// UNSUPPORTED: sanitizers

// Powers of 2.
// CHECK-LABEL: func.func @exp2
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 0.360673785 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.constant 0.693147182 : f32
// CHECK-NEXT: [[V3:%.*]] = arith.mulf [[V1]], [[V2]] : f32
// CHECK-NEXT: problem.yield [[V3]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @exp2(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.3606738 : f32
  %low = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %8 = tensor.empty() : tensor<2x4x8x12xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%7 : tensor<2x4x8x12xf32>)
      outs(%8 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %10 = tensor.empty() : tensor<2x4x8xf32>
  %11 = linalg.fill ins(%low : f32) outs(%10 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%9 : tensor<2x4x8x12xf32>)
      outs(%11 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.maximumf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %13 = tensor.empty() : tensor<2x4x8x12xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %12 : tensor<2x4x8x12xf32>, tensor<2x4x8xf32>)
      outs(%13 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.subf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %15 = tensor.empty() : tensor<2x4x8x12xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%14 : tensor<2x4x8x12xf32>)
      outs(%15 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = math.exp2 %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %17 = tensor.empty() : tensor<2x4x8x1xf32>
  %18 = linalg.fill ins(%zero : f32) outs(%17 : tensor<2x4x8x1xf32>) -> tensor<2x4x8x1xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%16 : tensor<2x4x8x12xf32>)
      outs(%18 : tensor<2x4x8x1xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x1xf32>
  %20 = tensor.empty() : tensor<2x4x8x12xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%16, %19 : tensor<2x4x8x12xf32>, tensor<2x4x8x1xf32>)
      outs(%20 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %22 = tensor.empty() : tensor<2x4x8x12xf16>
  %23 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21 : tensor<2x4x8x12xf32>)
      outs(%22 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %24 = tensor.collapse_shape %23 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %25 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %26 = tensor.empty() : tensor<8x8x16xf32>
  %27 = linalg.fill ins(%zero : f32) outs(%26 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %28 = linalg.batch_matmul ins(%24, %25 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%27 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %29 = tensor.expand_shape %28 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %30 = tensor.empty() : tensor<2x4x8x16xf16>
  %31 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%29 : tensor<2x4x8x16xf32>)
      outs(%30 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %31 : tensor<2x4x8x16xf16>
}

// Powers of 2 that are exponentials, and a division behind the second product.
// CHECK-LABEL: func.func @exp2_of_products
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: problem.yield [[A0]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @exp2_of_products(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %log2e = arith.constant 1.44269502 : f32
  %low = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %8 = tensor.empty() : tensor<2x4x8xf32>
  %9 = linalg.fill ins(%low : f32) outs(%8 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%7 : tensor<2x4x8x12xf32>)
      outs(%9 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.maximumf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %11 = tensor.empty() : tensor<2x4x8x12xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%7, %10 : tensor<2x4x8x12xf32>, tensor<2x4x8xf32>)
      outs(%11 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.subf %x0, %x1 : f32
    %b = arith.mulf %a, %log2e : f32
    %c = math.exp2 %b : f32
    linalg.yield %c : f32
  } -> tensor<2x4x8x12xf32>
  %13 = tensor.empty() : tensor<2x4x8xf32>
  %14 = linalg.fill ins(%zero : f32) outs(%13 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%12 : tensor<2x4x8x12xf32>)
      outs(%14 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %16 = tensor.empty() : tensor<2x4x8x12xf16>
  %17 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%12 : tensor<2x4x8x12xf32>)
      outs(%16 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %18 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %19 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %20 = tensor.empty() : tensor<8x8x16xf32>
  %21 = linalg.fill ins(%zero : f32) outs(%20 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %22 = linalg.batch_matmul ins(%18, %19 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%21 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %23 = tensor.expand_shape %22 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %24 = tensor.empty() : tensor<2x4x8x16xf32>
  %25 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%23, %15 : tensor<2x4x8x16xf32>, tensor<2x4x8xf32>)
      outs(%24 : tensor<2x4x8x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x16xf32>
  %26 = tensor.empty() : tensor<2x4x8x16xf16>
  %27 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%25 : tensor<2x4x8x16xf32>)
      outs(%26 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %27 : tensor<2x4x8x16xf16>
}

// Masked rows: a maximum of 0, and a sum of 1.
// CHECK-LABEL: func.func @clamped
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<2x8x12xi1>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] masked_rows = zero score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: i8, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 0 : i8
// CHECK-NEXT: [[V1:%.*]] = arith.cmpi ne, [[A1]], [[V0]] : i8
// CHECK-NEXT: [[V2:%.*]] = arith.constant 0xFF800000 : f32
// CHECK-NEXT: [[V3:%.*]] = arith.select [[V1]], [[A0]], [[V2]] : f32
// CHECK-NEXT: problem.yield [[V3]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @clamped(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %mask: tensor<2x8x12xi1>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %cut = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %8 = tensor.empty() : tensor<2x4x8x12xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%7, %mask : tensor<2x4x8x12xf32>, tensor<2x8x12xi1>)
      outs(%8 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: i1, %o0: f32):
    %a = arith.select %x1, %x0, %cut : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %10 = tensor.empty() : tensor<2x4x8xf32>
  %11 = linalg.fill ins(%low : f32) outs(%10 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%9 : tensor<2x4x8x12xf32>)
      outs(%11 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %g = arith.cmpf ogt, %x0, %o0 : f32
    %a = arith.select %g, %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %13 = tensor.empty() : tensor<2x4x8xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(b, h, m) -> (b, h, m)>, affine_map<(b, h, m) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%12 : tensor<2x4x8xf32>)
      outs(%13 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %g = arith.cmpf oeq, %x0, %cut : f32
    %a = arith.select %g, %zero, %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %15 = tensor.empty() : tensor<2x4x8x12xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %14 : tensor<2x4x8x12xf32>, tensor<2x4x8xf32>)
      outs(%15 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.subf %x0, %x1 : f32
    %c = math.exp %a : f32
    linalg.yield %c : f32
  } -> tensor<2x4x8x12xf32>
  %17 = tensor.empty() : tensor<2x4x8xf32>
  %18 = linalg.fill ins(%zero : f32) outs(%17 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%16 : tensor<2x4x8x12xf32>)
      outs(%18 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %20 = tensor.empty() : tensor<2x4x8xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m) -> (b, h, m)>, affine_map<(b, h, m) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%19 : tensor<2x4x8xf32>)
      outs(%20 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %g = arith.cmpf oeq, %x0, %zero : f32
    %a = arith.select %g, %one, %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %22 = tensor.empty() : tensor<2x4x8x12xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%16, %21 : tensor<2x4x8x12xf32>, tensor<2x4x8xf32>)
      outs(%22 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %i = arith.divf %one, %x1 : f32
    %a = arith.mulf %x0, %i : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %24 = tensor.empty() : tensor<2x4x8x12xf16>
  %25 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%23 : tensor<2x4x8x12xf32>)
      outs(%24 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %26 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %27 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %28 = tensor.empty() : tensor<8x8x16xf32>
  %29 = linalg.fill ins(%zero : f32) outs(%28 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %30 = linalg.batch_matmul ins(%26, %27 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%29 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %31 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %32 = tensor.empty() : tensor<2x4x8x16xf16>
  %33 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%31 : tensor<2x4x8x16xf32>)
      outs(%32 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %33 : tensor<2x4x8x16xf16>
}

// Rows with any score that is not masked are kept.
// CHECK-LABEL: func.func @any_kept
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<2x8x12xf32>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] masked_rows = zero score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.addf [[A0]], [[A1]] : f32
// CHECK-NEXT: problem.yield [[V0]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @any_kept(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %mask: tensor<2x1x8x12xf32>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %masked = arith.constant 0xFF800000 : f32
  %low = arith.constant 0xFF800000 : f32
  %false = arith.constant false
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %8 = tensor.empty() : tensor<2x4x8x12xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, 0, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%7, %mask : tensor<2x4x8x12xf32>, tensor<2x1x8x12xf32>)
      outs(%8 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.addf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %10 = tensor.empty() : tensor<2x4x8xf32>
  %11 = linalg.fill ins(%low : f32) outs(%10 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%9 : tensor<2x4x8x12xf32>)
      outs(%11 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.maximumf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %13 = tensor.empty() : tensor<2x4x8x12xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %12 : tensor<2x4x8x12xf32>, tensor<2x4x8xf32>)
      outs(%13 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.subf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %15 = tensor.empty() : tensor<2x4x8x12xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%14 : tensor<2x4x8x12xf32>)
      outs(%15 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = math.exp %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %17 = tensor.empty() : tensor<2x4x8x1xf32>
  %18 = linalg.fill ins(%zero : f32) outs(%17 : tensor<2x4x8x1xf32>) -> tensor<2x4x8x1xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%16 : tensor<2x4x8x12xf32>)
      outs(%18 : tensor<2x4x8x1xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x1xf32>
  %20 = tensor.empty() : tensor<2x4x8x12xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%16, %19 : tensor<2x4x8x12xf32>, tensor<2x4x8x1xf32>)
      outs(%20 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %22 = tensor.empty() : tensor<2x4x8xi1>
  %23 = linalg.fill ins(%false : i1) outs(%22 : tensor<2x4x8xi1>) -> tensor<2x4x8xi1>
  %24 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%9 : tensor<2x4x8x12xf32>)
      outs(%23 : tensor<2x4x8xi1>) {
  ^bb0(%x0: f32, %o0: i1):
    %a = arith.cmpf une, %x0, %masked : f32
    %b = arith.ori %o0, %a : i1
    linalg.yield %b : i1
  } -> tensor<2x4x8xi1>
  %25 = tensor.empty() : tensor<2x4x8x12xf32>
  %26 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21, %24 : tensor<2x4x8x12xf32>, tensor<2x4x8xi1>)
      outs(%25 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: i1, %o0: f32):
    %a = arith.select %x1, %x0, %zero : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %27 = tensor.empty() : tensor<2x4x8x12xf16>
  %28 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%26 : tensor<2x4x8x12xf32>)
      outs(%27 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %29 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %30 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %31 = tensor.empty() : tensor<8x8x16xf32>
  %32 = linalg.fill ins(%zero : f32) outs(%31 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %33 = linalg.batch_matmul ins(%29, %30 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%32 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %34 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %35 = tensor.empty() : tensor<2x4x8x16xf16>
  %36 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%34 : tensor<2x4x8x16xf32>)
      outs(%35 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %36 : tensor<2x4x8x16xf16>
}
