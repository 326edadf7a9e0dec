// Where heads lie, and who shares them.
// RUN: autotune-opt %s -autotune-form-attention=all -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/Inputs/compare.py %s --run="%run_sim"
// UNSUPPORTED: sanitizers

// Transposes become part of the maps.
// CHECK-LABEL: func.func @heads_in_rows
// CHECK: problem.attention inputs({{.*}} : tensor<2x8x4x16xf16>, tensor<2x12x4x16xf16>, tensor<2x12x4x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x8x4x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: problem.yield [[V1]] : f32
// CHECK-NEXT: } -> tensor<2x8x4x16xf16>
func.func @heads_in_rows(%q: tensor<2x8x4x16xf16>, %k: tensor<24x64xf16>, %v: tensor<2x12x4x16xf16>) -> tensor<16x64xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %0 = tensor.empty() : tensor<2x4x8x16xf16>
  %1 = linalg.transpose ins(%q : tensor<2x8x4x16xf16>) outs(%0 : tensor<2x4x8x16xf16>) permutation = [0, 2, 1, 3]
  %2 = tensor.expand_shape %k [[0, 1], [2, 3]] output_shape [2, 12, 4, 16] : tensor<24x64xf16> into tensor<2x12x4x16xf16>
  %3 = tensor.empty() : tensor<2x4x12x16xf16>
  %4 = linalg.transpose ins(%2 : tensor<2x12x4x16xf16>) outs(%3 : tensor<2x4x12x16xf16>) permutation = [0, 2, 1, 3]
  %5 = tensor.empty() : tensor<2x4x12x16xf16>
  %6 = linalg.transpose ins(%v : tensor<2x12x4x16xf16>) outs(%5 : tensor<2x4x12x16xf16>) permutation = [0, 2, 1, 3]
  %7 = tensor.empty() : tensor<2x4x16x12xf16>
  %8 = linalg.transpose ins(%4 : tensor<2x4x12x16xf16>) outs(%7 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %9 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %10 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %11 = tensor.empty() : tensor<8x8x12xf32>
  %12 = linalg.fill ins(%zero : f32) outs(%11 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %13 = linalg.batch_matmul ins(%9, %10 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%12 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %14 = tensor.expand_shape %13 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %15 = tensor.empty() : tensor<2x4x8x12xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%14 : tensor<2x4x8x12xf32>)
      outs(%15 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %17 = tensor.empty() : tensor<2x4x8x12xf32>
  %18 = linalg.softmax dimension(3) ins(%16 : tensor<2x4x8x12xf32>) outs(%17 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %19 = tensor.empty() : tensor<2x4x8x12xf16>
  %20 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%18 : tensor<2x4x8x12xf32>)
      outs(%19 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %21 = tensor.collapse_shape %20 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %22 = tensor.collapse_shape %6 [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %23 = tensor.empty() : tensor<8x8x16xf32>
  %24 = linalg.fill ins(%zero : f32) outs(%23 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %25 = linalg.batch_matmul ins(%21, %22 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%24 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %26 = tensor.expand_shape %25 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %27 = tensor.empty() : tensor<2x4x8x16xf16>
  %28 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%26 : tensor<2x4x8x16xf32>)
      outs(%27 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  %29 = tensor.empty() : tensor<2x8x4x16xf16>
  %30 = linalg.transpose ins(%28 : tensor<2x4x8x16xf16>) outs(%29 : tensor<2x8x4x16xf16>) permutation = [0, 2, 1, 3]
  %31 = tensor.collapse_shape %30 [[0, 1], [2, 3]] : tensor<2x8x4x16xf16> into tensor<16x64xf16>
  return %31 : tensor<16x64xf16>
}

// Keys and values that are repeated for groups of heads are read as they are.
// CHECK-LABEL: func.func @grouped
// CHECK: problem.attention inputs({{.*}} : tensor<2x2x2x8x16xf16>, tensor<2x2x12x16xf16>, tensor<2x2x12x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x2x2x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d6)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: problem.yield [[V1]] : f32
// CHECK-NEXT: } -> tensor<2x2x2x8x16xf16>
func.func @grouped(%q: tensor<2x4x8x16xf16>, %k: tensor<2x2x12x16xf16>, %v: tensor<2x2x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %0 = tensor.empty() : tensor<2x2x2x12x16xf16>
  %1 = linalg.generic {indexing_maps = [affine_map<(b, h, g, s, d) -> (b, h, s, d)>, affine_map<(b, h, g, s, d) -> (b, h, g, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%k : tensor<2x2x12x16xf16>)
      outs(%0 : tensor<2x2x2x12x16xf16>) {
  ^bb0(%x0: f16, %o0: f16):
    linalg.yield %x0 : f16
  } -> tensor<2x2x2x12x16xf16>
  %2 = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<2x2x2x12x16xf16> into tensor<2x4x12x16xf16>
  %3 = tensor.empty() : tensor<2x4x16x12xf16>
  %4 = linalg.transpose ins(%2 : tensor<2x4x12x16xf16>) outs(%3 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %5 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %6 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %7 = tensor.empty() : tensor<8x8x12xf32>
  %8 = linalg.fill ins(%zero : f32) outs(%7 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %9 = linalg.batch_matmul ins(%5, %6 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%8 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %10 = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %11 = tensor.empty() : tensor<2x4x8x12xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%10 : tensor<2x4x8x12xf32>)
      outs(%11 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %13 = tensor.empty() : tensor<2x4x8x12xf32>
  %14 = linalg.softmax dimension(3) ins(%12 : tensor<2x4x8x12xf32>) outs(%13 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %15 = tensor.empty() : tensor<2x2x2x12x16xf16>
  %16 = linalg.generic {indexing_maps = [affine_map<(b, h, g, s, d) -> (b, h, s, d)>, affine_map<(b, h, g, s, d) -> (b, h, g, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%v : tensor<2x2x12x16xf16>)
      outs(%15 : tensor<2x2x2x12x16xf16>) {
  ^bb0(%x0: f16, %o0: f16):
    linalg.yield %x0 : f16
  } -> tensor<2x2x2x12x16xf16>
  %17 = tensor.collapse_shape %16 [[0], [1, 2], [3], [4]] : tensor<2x2x2x12x16xf16> into tensor<2x4x12x16xf16>
  %18 = tensor.empty() : tensor<2x4x8x12xf16>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%14 : tensor<2x4x8x12xf32>)
      outs(%18 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %20 = tensor.collapse_shape %19 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %21 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %22 = tensor.empty() : tensor<8x8x16xf32>
  %23 = linalg.fill ins(%zero : f32) outs(%22 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %24 = linalg.batch_matmul ins(%20, %21 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%23 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %25 = tensor.expand_shape %24 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
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

// The same by linalg.broadcast.
// CHECK-LABEL: func.func @grouped_broadcast
// CHECK: problem.attention inputs({{.*}} : tensor<2x2x2x8x16xf16>, tensor<2x2x12x16xf16>, tensor<2x2x12x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x2x2x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d6)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: problem.yield [[V1]] : f32
// CHECK-NEXT: } -> tensor<2x2x2x8x16xf16>
func.func @grouped_broadcast(%q: tensor<2x4x8x16xf16>, %k: tensor<2x2x12x16xf16>, %v: tensor<2x2x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %0 = tensor.empty() : tensor<2x2x2x12x16xf16>
  %1 = linalg.broadcast ins(%k : tensor<2x2x12x16xf16>) outs(%0 : tensor<2x2x2x12x16xf16>) dimensions = [2]
  %2 = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<2x2x2x12x16xf16> into tensor<2x4x12x16xf16>
  %3 = tensor.empty() : tensor<2x4x16x12xf16>
  %4 = linalg.transpose ins(%2 : tensor<2x4x12x16xf16>) outs(%3 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %5 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %6 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %7 = tensor.empty() : tensor<8x8x12xf32>
  %8 = linalg.fill ins(%zero : f32) outs(%7 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %9 = linalg.batch_matmul ins(%5, %6 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%8 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %10 = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %11 = tensor.empty() : tensor<2x4x8x12xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%10 : tensor<2x4x8x12xf32>)
      outs(%11 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %13 = tensor.empty() : tensor<2x4x8x12xf32>
  %14 = linalg.softmax dimension(3) ins(%12 : tensor<2x4x8x12xf32>) outs(%13 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %15 = tensor.empty() : tensor<2x2x2x12x16xf16>
  %16 = linalg.broadcast ins(%v : tensor<2x2x12x16xf16>) outs(%15 : tensor<2x2x2x12x16xf16>) dimensions = [2]
  %17 = tensor.collapse_shape %16 [[0], [1, 2], [3], [4]] : tensor<2x2x2x12x16xf16> into tensor<2x4x12x16xf16>
  %18 = tensor.empty() : tensor<2x4x8x12xf16>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%14 : tensor<2x4x8x12xf32>)
      outs(%18 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %20 = tensor.collapse_shape %19 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %21 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %22 = tensor.empty() : tensor<8x8x16xf32>
  %23 = linalg.fill ins(%zero : f32) outs(%22 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %24 = linalg.batch_matmul ins(%20, %21 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%23 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %25 = tensor.expand_shape %24 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
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

// Products that share their keys need no repetition.
// CHECK-LABEL: func.func @grouped_maps
// CHECK: problem.attention inputs({{.*}} : tensor<2x2x8x16xf32>, tensor<2x12x16xf32>, tensor<2x12x16xf32>)
// CHECK-SAME: outputs({{.*}} : tensor<2x2x8x16xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: problem.yield [[A0]] : f32
// CHECK-NEXT: } -> tensor<2x2x8x16xf32>
func.func @grouped_maps(%q: tensor<2x2x8x16xf32>, %k: tensor<2x12x16xf32>, %v: tensor<2x12x16xf32>) -> tensor<2x2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x2x8x12xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x2x8x12xf32>) -> tensor<2x2x8x12xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(h, g, m, n, d) -> (h, g, m, d)>, affine_map<(h, g, m, n, d) -> (h, n, d)>, affine_map<(h, g, m, n, d) -> (h, g, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x2x8x16xf32>, tensor<2x12x16xf32>)
      outs(%1 : tensor<2x2x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.mulf %x0, %x1 : f32
    %b = arith.addf %o0, %a : f32
    linalg.yield %b : f32
  } -> tensor<2x2x8x12xf32>
  %3 = tensor.empty() : tensor<2x2x8x12xf32>
  %4 = linalg.softmax dimension(3) ins(%2 : tensor<2x2x8x12xf32>) outs(%3 : tensor<2x2x8x12xf32>) -> tensor<2x2x8x12xf32>
  %5 = tensor.empty() : tensor<2x2x8x16xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x2x8x16xf32>) -> tensor<2x2x8x16xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(h, g, m, e, n) -> (h, g, m, n)>, affine_map<(h, g, m, e, n) -> (h, n, e)>, affine_map<(h, g, m, e, n) -> (h, g, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%4, %v : tensor<2x2x8x12xf32>, tensor<2x12x16xf32>)
      outs(%6 : tensor<2x2x8x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.mulf %x0, %x1 : f32
    %b = arith.addf %o0, %a : f32
    linalg.yield %b : f32
  } -> tensor<2x2x8x16xf32>
  return %7 : tensor<2x2x8x16xf32>
}

// Without a batch, V transposed, other sizes of heads of V.
// CHECK-LABEL: func.func @one_matrix
// CHECK: problem.attention inputs({{.*}} : tensor<8x16xf32>, tensor<12x16xf32>, tensor<24x12xf32>)
// CHECK-SAME: outputs({{.*}} : tensor<8x24xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d1, d2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d3, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d0, d3)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: problem.yield [[A0]] : f32
// CHECK-NEXT: } -> tensor<8x24xf32>
func.func @one_matrix(%q: tensor<8x16xf32>, %k: tensor<12x16xf32>, %v: tensor<24x12xf32>) -> tensor<8x24xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<8x12xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %2 = tensor.empty() : tensor<16x12xf32>
  %3 = linalg.transpose ins(%k : tensor<12x16xf32>) outs(%2 : tensor<16x12xf32>) permutation = [1, 0]
  %4 = linalg.matmul ins(%q, %3 : tensor<8x16xf32>, tensor<16x12xf32>) outs(%1 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %5 = tensor.empty() : tensor<8x12xf32>
  %6 = linalg.softmax dimension(1) ins(%4 : tensor<8x12xf32>) outs(%5 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %7 = tensor.empty() : tensor<12x24xf32>
  %8 = linalg.transpose ins(%v : tensor<24x12xf32>) outs(%7 : tensor<12x24xf32>) permutation = [1, 0]
  %9 = tensor.empty() : tensor<8x24xf32>
  %10 = linalg.fill ins(%zero : f32) outs(%9 : tensor<8x24xf32>) -> tensor<8x24xf32>
  %11 = linalg.matmul ins(%6, %8 : tensor<8x12xf32>, tensor<12x24xf32>) outs(%10 : tensor<8x24xf32>) -> tensor<8x24xf32>
  return %11 : tensor<8x24xf32>
}

// The heads of a group are rows of one product.
// CHECK-LABEL: func.func @grouped_rows
// CHECK: problem.attention inputs({{.*}} : tensor<2x2x2x8x16xf16>, tensor<2x2x16x12xf16>, tensor<2x2x12x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x2x2x8x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d5, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d6)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: problem.yield [[A0]] : f32
// CHECK-NEXT: } -> tensor<2x2x2x8x16xf16>
func.func @grouped_rows(%q: tensor<2x2x2x8x16xf16>, %k: tensor<2x2x16x12xf16>, %v: tensor<2x2x12x16xf16>) -> tensor<2x2x2x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.collapse_shape %q [[0, 1], [2, 3], [4]] : tensor<2x2x2x8x16xf16> into tensor<4x16x16xf16>
  %1 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x2x16x12xf16> into tensor<4x16x12xf16>
  %2 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x2x12x16xf16> into tensor<4x12x16xf16>
  %3 = tensor.empty() : tensor<4x16x12xf32>
  %4 = linalg.fill ins(%zero : f32) outs(%3 : tensor<4x16x12xf32>) -> tensor<4x16x12xf32>
  %5 = linalg.batch_matmul ins(%0, %1 : tensor<4x16x16xf16>, tensor<4x16x12xf16>) outs(%4 : tensor<4x16x12xf32>) -> tensor<4x16x12xf32>
  %6 = tensor.empty() : tensor<4x16x12xf32>
  %7 = linalg.softmax dimension(2) ins(%5 : tensor<4x16x12xf32>) outs(%6 : tensor<4x16x12xf32>) -> tensor<4x16x12xf32>
  %8 = tensor.empty() : tensor<4x16x12xf16>
  %9 = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%7 : tensor<4x16x12xf32>)
      outs(%8 : tensor<4x16x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<4x16x12xf16>
  %10 = tensor.empty() : tensor<4x16x16xf32>
  %11 = linalg.fill ins(%zero : f32) outs(%10 : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %12 = linalg.batch_matmul ins(%9, %2 : tensor<4x16x12xf16>, tensor<4x12x16xf16>) outs(%11 : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %13 = tensor.empty() : tensor<4x16x16xf16>
  %14 = linalg.generic {indexing_maps = [affine_map<(b, m, e) -> (b, m, e)>, affine_map<(b, m, e) -> (b, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%12 : tensor<4x16x16xf32>)
      outs(%13 : tensor<4x16x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<4x16x16xf16>
  %15 = tensor.expand_shape %14 [[0, 1], [2, 3], [4]] output_shape [2, 2, 2, 8, 16] : tensor<4x16x16xf16> into tensor<2x2x2x8x16xf16>
  return %15 : tensor<2x2x2x8x16xf16>
}

// Both products with their factors the other way round.
// CHECK-LABEL: func.func @commuted
// CHECK: problem.attention inputs({{.*}} : tensor<2x8x16xf32>, tensor<2x12x16xf32>, tensor<2x12x24xf32>)
// CHECK-SAME: outputs({{.*}} : tensor<2x24x8xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: problem.yield [[A0]] : f32
// CHECK-NEXT: } -> tensor<2x24x8xf32>
func.func @commuted(%q: tensor<2x8x16xf32>, %k: tensor<2x12x16xf32>, %v: tensor<2x12x24xf32>) -> tensor<2x24x8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x16x8xf32>
  %1 = linalg.transpose ins(%q : tensor<2x8x16xf32>) outs(%0 : tensor<2x16x8xf32>) permutation = [0, 2, 1]
  %2 = tensor.empty() : tensor<2x24x12xf32>
  %3 = linalg.transpose ins(%v : tensor<2x12x24xf32>) outs(%2 : tensor<2x24x12xf32>) permutation = [0, 2, 1]
  %4 = tensor.empty() : tensor<2x12x8xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<2x12x8xf32>) -> tensor<2x12x8xf32>
  %6 = linalg.batch_matmul ins(%k, %1 : tensor<2x12x16xf32>, tensor<2x16x8xf32>) outs(%5 : tensor<2x12x8xf32>) -> tensor<2x12x8xf32>
  %7 = tensor.empty() : tensor<2x12x8xf32>
  %8 = linalg.softmax dimension(1) ins(%6 : tensor<2x12x8xf32>) outs(%7 : tensor<2x12x8xf32>) -> tensor<2x12x8xf32>
  %9 = tensor.empty() : tensor<2x24x8xf32>
  %10 = linalg.fill ins(%zero : f32) outs(%9 : tensor<2x24x8xf32>) -> tensor<2x24x8xf32>
  %11 = linalg.batch_matmul ins(%3, %8 : tensor<2x24x12xf32>, tensor<2x12x8xf32>) outs(%10 : tensor<2x24x8xf32>) -> tensor<2x24x8xf32>
  return %11 : tensor<2x24x8xf32>
}

// One query has a dimension, too.
// CHECK-LABEL: func.func @decode
// CHECK: problem.attention inputs({{.*}} : tensor<2x4x16x1xf16>, tensor<2x4x12x16xf16>, tensor<2x4x12x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<2x4x16x1xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d2)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: problem.yield [[V1]] : f32
// CHECK-NEXT: } -> tensor<2x4x16x1xf16>
func.func @decode(%q: tensor<2x4x1x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x1x16xf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x1x16xf16> into tensor<8x1x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x1x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x1x12xf32>) -> tensor<8x1x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x1x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x1x12xf32>) -> tensor<8x1x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 1, 12] : tensor<8x1x12xf32> into tensor<2x4x1x12xf32>
  %8 = tensor.empty() : tensor<2x4x1x12xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%7 : tensor<2x4x1x12xf32>)
      outs(%8 : tensor<2x4x1x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    linalg.yield %a : f32
  } -> tensor<2x4x1x12xf32>
  %10 = tensor.empty() : tensor<2x4x1x12xf32>
  %11 = linalg.softmax dimension(3) ins(%9 : tensor<2x4x1x12xf32>) outs(%10 : tensor<2x4x1x12xf32>) -> tensor<2x4x1x12xf32>
  %12 = tensor.empty() : tensor<2x4x1x12xf16>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%11 : tensor<2x4x1x12xf32>)
      outs(%12 : tensor<2x4x1x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x1x12xf16>
  %14 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : tensor<2x4x1x12xf16> into tensor<8x1x12xf16>
  %15 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %16 = tensor.empty() : tensor<8x1x16xf32>
  %17 = linalg.fill ins(%zero : f32) outs(%16 : tensor<8x1x16xf32>) -> tensor<8x1x16xf32>
  %18 = linalg.batch_matmul ins(%14, %15 : tensor<8x1x12xf16>, tensor<8x12x16xf16>) outs(%17 : tensor<8x1x16xf32>) -> tensor<8x1x16xf32>
  %19 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [2, 4, 1, 16] : tensor<8x1x16xf32> into tensor<2x4x1x16xf32>
  %20 = tensor.empty() : tensor<2x4x1x16xf16>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%19 : tensor<2x4x1x16xf32>)
      outs(%20 : tensor<2x4x1x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x1x16xf16>
  return %21 : tensor<2x4x1x16xf16>
}
