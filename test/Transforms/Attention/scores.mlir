// Changes of scores that models make.
// RUN: autotune-opt %s -autotune-form-attention=all -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/Inputs/compare.py %s --run="%run_sim"
// UNSUPPORTED: sanitizers

// Capped.
// CHECK-LABEL: func.func @soft_cap
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: [[V3:%.*]] = arith.divf [[V1]], [[V2]] : f32
// CHECK-NEXT: [[V4:%.*]] = math.tanh [[V3]] : f32
// CHECK-NEXT: [[V5:%.*]] = arith.mulf [[V4]], [[V2]] : f32
// CHECK-NEXT: problem.yield [[V5]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @soft_cap(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %cap = arith.constant 2.0 : f32
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
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9 : tensor<2x4x8x12xf32>)
      outs(%10 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.divf %x0, %cap : f32
    %b = math.tanh %a : f32
    %c = arith.mulf %b, %cap : f32
    linalg.yield %c : f32
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

// Slopes are computed for each head alone, outside of the score function.
// CHECK-LABEL: func.func @alibi
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<4xf32>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, [[A2:%.*]]: index, [[A3:%.*]]: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.subi [[A3]], [[A2]] : index
// CHECK-NEXT: [[V3:%.*]] = arith.index_cast [[V2]] : index to i32
// CHECK-NEXT: [[V4:%.*]] = arith.sitofp [[V3]] : i32 to f32
// CHECK-NEXT: [[V5:%.*]] = arith.mulf [[V4]], [[A1]] : f32
// CHECK-NEXT: [[V6:%.*]] = arith.addf [[V1]], [[V5]] : f32
// CHECK-NEXT: problem.yield [[V6]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @alibi(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %slopes: tensor<4xf32>) -> tensor<2x4x8x16xf16> {
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
  %10 = tensor.empty() : tensor<4xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(h) -> (h)>, affine_map<(h) -> (h)>],
      iterator_types = ["parallel"]}
      ins(%slopes : tensor<4xf32>)
      outs(%10 : tensor<4xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = math.exp2 %x0 : f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (h)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %11 : tensor<2x4x8x12xf32>, tensor<4xf32>)
      outs(%12 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %d = arith.subi %j, %i : index
    %e = arith.index_cast %d : index to i32
    %g = arith.sitofp %e : i32 to f32
    %c = arith.mulf %g, %x1 : f32
    %a = arith.addf %x0, %c : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %14 = tensor.empty() : tensor<2x4x8x12xf32>
  %15 = linalg.softmax dimension(3) ins(%13 : tensor<2x4x8x12xf32>) outs(%14 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
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

// A bias that a table is looked up for is read as it is.
// CHECK-LABEL: func.func @relative_bias
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x8x16xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>, tensor<4x8x12xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f16, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.extf [[A1]] : f16 to f32
// CHECK-NEXT: [[V3:%.*]] = arith.addf [[V1]], [[V2]] : f32
// CHECK-NEXT: problem.yield [[V3]] : f32
// CHECK-NEXT: } -> tensor<2x4x8x16xf16>
func.func @relative_bias(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %table: tensor<32x4xf16>) -> tensor<2x4x8x16xf16> {
  %far = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %0 = tensor.empty() : tensor<4x8x12xf16>
  %1 = linalg.generic {indexing_maps = [affine_map<(h, m, n) -> (h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%0 : tensor<4x8x12xf16>) {
  ^bb0(%o0: f16):
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %d = arith.subi %i, %j : index
    %e = arith.addi %d, %far : index
    %t = tensor.extract %table[%e, %h] : tensor<32x4xf16>
    linalg.yield %t : f16
  } -> tensor<4x8x12xf16>
  %2 = tensor.empty() : tensor<2x4x16x12xf16>
  %3 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%2 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %4 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %5 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %6 = tensor.empty() : tensor<8x8x12xf32>
  %7 = linalg.fill ins(%zero : f32) outs(%6 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %8 = linalg.batch_matmul ins(%4, %5 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%7 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %9 = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %10 = tensor.empty() : tensor<2x4x8x12xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9 : tensor<2x4x8x12xf32>)
      outs(%10 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%11, %1 : tensor<2x4x8x12xf32>, tensor<4x8x12xf16>)
      outs(%12 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f16, %o0: f32):
    %c = arith.extf %x1 : f16 to f32
    %a = arith.addf %x0, %c : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %14 = tensor.empty() : tensor<2x4x8x12xf32>
  %15 = linalg.softmax dimension(3) ins(%13 : tensor<2x4x8x12xf32>) outs(%14 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
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

// A scale that is an argument is read as a tensor of one element.
// CHECK-LABEL: func.func @scaled_by_argument
// CHECK: problem.attention inputs({{.*}} : tensor<2x8x16xf32>, tensor<2x12x16xf32>, tensor<2x12x16xf32>, tensor<f32>)
// CHECK-SAME: outputs({{.*}} : tensor<2x8x16xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> ()>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.divf [[A0]], [[A1]] : f32
// CHECK-NEXT: problem.yield [[V0]] : f32
// CHECK-NEXT: } -> tensor<2x8x16xf32>
func.func @scaled_by_argument(%q: tensor<2x8x16xf32>, %k: tensor<2x12x16xf32>, %v: tensor<2x12x16xf32>, %temperature: f32) -> tensor<2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x8x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(b, s, d) -> (b, s, d)>, affine_map<(b, s, d) -> (b, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%q : tensor<2x8x16xf32>)
      outs(%0 : tensor<2x8x16xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.divf %x0, %temperature : f32
    linalg.yield %a : f32
  } -> tensor<2x8x16xf32>
  %2 = tensor.empty() : tensor<2x16x12xf32>
  %3 = linalg.transpose ins(%k : tensor<2x12x16xf32>) outs(%2 : tensor<2x16x12xf32>) permutation = [0, 2, 1]
  %4 = tensor.empty() : tensor<2x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %6 = linalg.batch_matmul ins(%1, %3 : tensor<2x8x16xf32>, tensor<2x16x12xf32>) outs(%5 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %7 = tensor.empty() : tensor<2x8x12xf32>
  %8 = linalg.softmax dimension(2) ins(%6 : tensor<2x8x12xf32>) outs(%7 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %9 = tensor.empty() : tensor<2x8x16xf32>
  %10 = linalg.fill ins(%zero : f32) outs(%9 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %11 = linalg.batch_matmul ins(%8, %v : tensor<2x8x12xf32>, tensor<2x12x16xf32>) outs(%10 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  return %11 : tensor<2x8x16xf32>
}
