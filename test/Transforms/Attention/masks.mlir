// Masks that are arguments. What a score function reads has the dimensions of the mask.
// RUN: autotune-opt %s -autotune-form-attention=all -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/Inputs/compare.py %s --run="%run_sim"
// UNSUPPORTED: sanitizers

// Rows that are masked entirely are no numbers.
// CHECK-LABEL: func.func @additive
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<2x8x12xf32>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.addf [[V1]], [[A1]] : f32
// CHECK-NEXT: problem.yield [[V2]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @additive(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %mask: tensor<2x1x8x12xf32>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
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
  %10 = tensor.empty() : tensor<2x4x8x12xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, 0, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %mask : tensor<2x4x8x12xf32>, tensor<2x1x8x12xf32>)
      outs(%10 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.addf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf32>
  %13 = linalg.softmax dimension(3) ins(%11 : tensor<2x4x8x12xf32>) outs(%12 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %14 = tensor.empty() : tensor<2x4x8x12xf16>
  %15 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%13 : tensor<2x4x8x12xf32>)
      outs(%14 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %16 = tensor.collapse_shape %15 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %17 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %18 = tensor.empty() : tensor<8x8x16xf32>
  %19 = linalg.fill ins(%zero : f32) outs(%18 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %20 = linalg.batch_matmul ins(%16, %17 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%19 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %21 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %22 = tensor.empty() : tensor<2x4x8x16xf16>
  %23 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21 : tensor<2x4x8x16xf32>)
      outs(%22 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %23 : tensor<2x4x8x16xf16>
}

// Broadcast along all dimensions but one.
// CHECK-LABEL: func.func @bias_of_keys
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<12xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f16, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.extf [[A1]] : f16 to f32
// CHECK-NEXT: [[V3:%.*]] = arith.addf [[V1]], [[V2]] : f32
// CHECK-NEXT: problem.yield [[V3]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @bias_of_keys(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %mask: tensor<12xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
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
  %10 = tensor.empty() : tensor<2x4x8x12xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %mask : tensor<2x4x8x12xf32>, tensor<12xf16>)
      outs(%10 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f16, %o0: f32):
    %c = arith.extf %x1 : f16 to f32
    %a = arith.addf %x0, %c : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf32>
  %13 = linalg.softmax dimension(3) ins(%11 : tensor<2x4x8x12xf32>) outs(%12 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %14 = tensor.empty() : tensor<2x4x8x12xf16>
  %15 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%13 : tensor<2x4x8x12xf32>)
      outs(%14 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %16 = tensor.collapse_shape %15 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %17 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %18 = tensor.empty() : tensor<8x8x16xf32>
  %19 = linalg.fill ins(%zero : f32) outs(%18 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %20 = linalg.batch_matmul ins(%16, %17 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%19 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %21 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %22 = tensor.empty() : tensor<2x4x8x16xf16>
  %23 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21 : tensor<2x4x8x16xf32>)
      outs(%22 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %23 : tensor<2x4x8x16xf16>
}

// A boolean is a byte for the function.
// CHECK-LABEL: func.func @boolean
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<2x12xi1>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] masked_rows = zero score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: i8, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 0 : i8
// CHECK-NEXT: [[V1:%.*]] = arith.cmpi ne, [[A1]], [[V0]] : i8
// CHECK-NEXT: [[V2:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V3:%.*]] = arith.mulf [[A0]], [[V2]] : f32
// CHECK-NEXT: [[V4:%.*]] = arith.constant 0xFF800000 : f32
// CHECK-NEXT: [[V5:%.*]] = arith.select [[V1]], [[V3]], [[V4]] : f32
// CHECK-NEXT: problem.yield [[V5]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @boolean(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %mask: tensor<2x1x1x12xi1>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %cut = arith.constant 0xFF800000 : f32
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %masked = arith.constant 0xFFF0000000000000 : f64
  %true = arith.constant true
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
  %10 = tensor.empty() : tensor<2x4x8x12xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, 0, 0, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %mask : tensor<2x4x8x12xf32>, tensor<2x1x1x12xi1>)
      outs(%10 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: i1, %o0: f32):
    %a = arith.select %x1, %x0, %cut : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8xf32>
  %13 = linalg.fill ins(%low : f32) outs(%12 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %14 = tensor.empty() : tensor<2x4x8xi64>
  %15 = linalg.fill ins(%none : i64) outs(%14 : tensor<2x4x8xi64>) -> tensor<2x4x8xi64>
  %16:2 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%11 : tensor<2x4x8x12xf32>)
      outs(%13, %15 : tensor<2x4x8xf32>, tensor<2x4x8xi64>) {
  ^bb0(%x0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %a = arith.maximumf %x0, %o0 : f32
    %g = arith.cmpf ogt, %x0, %o0 : f32
    %p = arith.select %g, %j, %o1 : i64
    linalg.yield %a, %p : f32, i64
  } -> (tensor<2x4x8xf32>, tensor<2x4x8xi64>)
  %17 = tensor.expand_shape %16#0 [[0], [1], [2, 3]] output_shape [2, 4, 8, 1] : tensor<2x4x8xf32> into tensor<2x4x8x1xf32>
  %18 = tensor.empty() : tensor<2x4x8x12xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%11, %17 : tensor<2x4x8x12xf32>, tensor<2x4x8x1xf32>)
      outs(%18 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.subf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %20 = tensor.empty() : tensor<2x4x8x12xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%19 : tensor<2x4x8x12xf32>)
      outs(%20 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = math.exp %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %22 = tensor.empty() : tensor<2x4x8x1xf32>
  %23 = linalg.fill ins(%zero : f32) outs(%22 : tensor<2x4x8x1xf32>) -> tensor<2x4x8x1xf32>
  %24 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%21 : tensor<2x4x8x12xf32>)
      outs(%23 : tensor<2x4x8x1xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x1xf32>
  %25 = tensor.empty() : tensor<2x4x8x12xf32>
  %26 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21, %24 : tensor<2x4x8x12xf32>, tensor<2x4x8x1xf32>)
      outs(%25 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %27 = tensor.empty() : tensor<2x4x8x12xi1>
  %28 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%11 : tensor<2x4x8x12xf32>)
      outs(%27 : tensor<2x4x8x12xi1>) {
  ^bb0(%x0: f32, %o0: i1):
    %a = arith.extf %x0 : f32 to f64
    %b = arith.cmpf oeq, %a, %masked : f64
    linalg.yield %b : i1
  } -> tensor<2x4x8x12xi1>
  %29 = tensor.empty() : tensor<2x4x8x1xi1>
  %30 = linalg.fill ins(%true : i1) outs(%29 : tensor<2x4x8x1xi1>) -> tensor<2x4x8x1xi1>
  %31 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%28 : tensor<2x4x8x12xi1>)
      outs(%30 : tensor<2x4x8x1xi1>) {
  ^bb0(%x0: i1, %o0: i1):
    %a = arith.andi %x0, %o0 : i1
    linalg.yield %a : i1
  } -> tensor<2x4x8x1xi1>
  %32 = tensor.empty() : tensor<2x4x8x12xf32>
  %33 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%31, %26 : tensor<2x4x8x1xi1>, tensor<2x4x8x12xf32>)
      outs(%32 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: i1, %x1: f32, %o0: f32):
    %a = arith.select %x0, %zero, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %34 = tensor.empty() : tensor<2x4x8x12xf16>
  %35 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%33 : tensor<2x4x8x12xf32>)
      outs(%34 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %36 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %37 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %38 = tensor.empty() : tensor<8x8x16xf32>
  %39 = linalg.fill ins(%zero : f32) outs(%38 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %40 = linalg.batch_matmul ins(%36, %37 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%39 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %41 = tensor.expand_shape %40 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %42 = tensor.empty() : tensor<2x4x8x16xf16>
  %43 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%41 : tensor<2x4x8x16xf32>)
      outs(%42 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %43 : tensor<2x4x8x16xf16>
}

// A low number is a score as any other.
// CHECK-LABEL: func.func @boolean_low
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<2x12xi1>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: i8, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 0 : i8
// CHECK-NEXT: [[V1:%.*]] = arith.cmpi ne, [[A1]], [[V0]] : i8
// CHECK-NEXT: [[V2:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V3:%.*]] = arith.mulf [[A0]], [[V2]] : f32
// CHECK-NEXT: [[V4:%.*]] = arith.constant -1.000000e+09 : f32
// CHECK-NEXT: [[V5:%.*]] = arith.select [[V1]], [[V3]], [[V4]] : f32
// CHECK-NEXT: problem.yield [[V5]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @boolean_low(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %mask: tensor<2x1x1x12xi1>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %cut = arith.constant -1.0e9 : f32
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
  %10 = tensor.empty() : tensor<2x4x8x12xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, 0, 0, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %mask : tensor<2x4x8x12xf32>, tensor<2x1x1x12xi1>)
      outs(%10 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: i1, %o0: f32):
    %a = arith.select %x1, %x0, %cut : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf32>
  %13 = linalg.softmax dimension(3) ins(%11 : tensor<2x4x8x12xf32>) outs(%12 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %14 = tensor.empty() : tensor<2x4x8x12xf16>
  %15 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%13 : tensor<2x4x8x12xf32>)
      outs(%14 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %16 = tensor.collapse_shape %15 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %17 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %18 = tensor.empty() : tensor<8x8x16xf32>
  %19 = linalg.fill ins(%zero : f32) outs(%18 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %20 = linalg.batch_matmul ins(%16, %17 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%19 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %21 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %22 = tensor.empty() : tensor<2x4x8x16xf16>
  %23 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21 : tensor<2x4x8x16xf32>)
      outs(%22 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %23 : tensor<2x4x8x16xf16>
}

// Scores that are filled with a low number, and weights with zero.
// CHECK-LABEL: func.func @filled_twice
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
// CHECK-NEXT: [[V3:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V4:%.*]] = arith.mulf [[A0]], [[V3]] : f32
// CHECK-NEXT: [[V5:%.*]] = arith.select [[V1]], [[V2]], [[V4]] : f32
// CHECK-NEXT: problem.yield [[V5]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @filled_twice(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %mask: tensor<2x1x8x12xi1>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %cut = arith.constant -3.40282347E+38 : f32
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
  %10 = tensor.empty() : tensor<2x4x8x12xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, 0, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %mask : tensor<2x4x8x12xf32>, tensor<2x1x8x12xi1>)
      outs(%10 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: i1, %o0: f32):
    %a = arith.select %x1, %cut, %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf32>
  %13 = linalg.softmax dimension(3) ins(%11 : tensor<2x4x8x12xf32>) outs(%12 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %14 = tensor.empty() : tensor<2x4x8x12xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, 0, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%13, %mask : tensor<2x4x8x12xf32>, tensor<2x1x8x12xi1>)
      outs(%14 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: i1, %o0: f32):
    %a = arith.select %x1, %zero, %x0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %16 = tensor.empty() : tensor<2x4x8x12xf16>
  %17 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%15 : tensor<2x4x8x12xf32>)
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
  %24 = tensor.empty() : tensor<2x4x8x16xf16>
  %25 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%23 : tensor<2x4x8x16xf32>)
      outs(%24 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %25 : tensor<2x4x8x16xf16>
}

// Keys of the same document, up to the query.
// CHECK-LABEL: func.func @documents
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x8x16xf16>, tensor<2x4x8x16xf16>, tensor<2x8xi32>, tensor<2x8xi32>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: i32, [[A2:%.*]]: i32, %{{.*}}: index, %{{.*}}: index, [[A3:%.*]]: index, [[A4:%.*]]: index):
// CHECK-NEXT: [[V0:%.*]] = arith.cmpi sge, [[A3]], [[A4]] : index
// CHECK-NEXT: [[V1:%.*]] = arith.cmpi eq, [[A1]], [[A2]] : i32
// CHECK-NEXT: [[V2:%.*]] = arith.andi [[V0]], [[V1]] : i1
// CHECK-NEXT: [[V3:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V4:%.*]] = arith.mulf [[A0]], [[V3]] : f32
// CHECK-NEXT: [[V5:%.*]] = arith.constant 0xFF800000 : f32
// CHECK-NEXT: [[V6:%.*]] = arith.select [[V2]], [[V4]], [[V5]] : f32
// CHECK-NEXT: problem.yield [[V6]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @documents(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x8x16xf16>, %v: tensor<2x4x8x16xf16>, %ids: tensor<2x8xi32>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %cut = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<2x4x16x8xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x8x16xf16>) outs(%0 : tensor<2x4x16x8xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x8xf16> into tensor<8x16x8xf16>
  %4 = tensor.empty() : tensor<8x8x8xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x8xf16>) outs(%5 : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 8] : tensor<8x8x8xf32> into tensor<2x4x8x8xf32>
  %8 = tensor.empty() : tensor<2x4x8x8xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%7 : tensor<2x4x8x8xf32>)
      outs(%8 : tensor<2x4x8x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x8xf32>
  %10 = tensor.empty() : tensor<2x8x8xi1>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m)>, affine_map<(b, m, n) -> (b, n)>, affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids, %ids : tensor<2x8xi32>, tensor<2x8xi32>)
      outs(%10 : tensor<2x8x8xi1>) {
  ^bb0(%x0: i32, %x1: i32, %o0: i1):
    %a = arith.cmpi eq, %x0, %x1 : i32
    linalg.yield %a : i1
  } -> tensor<2x8x8xi1>
  %12 = tensor.empty() : tensor<2x4x8x8xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %11 : tensor<2x4x8x8xf32>, tensor<2x8x8xi1>)
      outs(%12 : tensor<2x4x8x8xf32>) {
  ^bb0(%x0: f32, %x1: i1, %o0: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %c = arith.cmpi sge, %i, %j : index
    %b = arith.andi %c, %x1 : i1
    %a = arith.select %b, %x0, %cut : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x8xf32>
  %14 = tensor.empty() : tensor<2x4x8x8xf32>
  %15 = linalg.softmax dimension(3) ins(%13 : tensor<2x4x8x8xf32>) outs(%14 : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  %16 = tensor.empty() : tensor<2x4x8x8xf16>
  %17 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%15 : tensor<2x4x8x8xf32>)
      outs(%16 : tensor<2x4x8x8xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x8xf16>
  %18 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : tensor<2x4x8x8xf16> into tensor<8x8x8xf16>
  %19 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %20 = tensor.empty() : tensor<8x8x16xf32>
  %21 = linalg.fill ins(%zero : f32) outs(%20 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %22 = linalg.batch_matmul ins(%18, %19 : tensor<8x8x8xf16>, tensor<8x8x16xf16>) outs(%21 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %23 = tensor.expand_shape %22 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %24 = tensor.empty() : tensor<2x4x8x16xf16>
  %25 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%23 : tensor<2x4x8x16xf32>)
      outs(%24 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %25 : tensor<2x4x8x16xf16>
}
