// Sizes that are unknown.
// RUN: autotune-opt %s -autotune-form-attention=all -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/Inputs/compare.py %s --run="%run_sim"
// UNSUPPORTED: sanitizers

// CHECK-LABEL: func.func @dynamic
// CHECK: problem.attention inputs({{.*}} : tensor<?x4x?x16xf16>, tensor<?x4x?x16xf16>, tensor<?x4x?x16xf16>, tensor<?x?x?xf32>)
// CHECK-SAME: outputs({{.*}} : tensor<?x?x4x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d5)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.addf [[V1]], [[A1]] : f32
// CHECK-NEXT: problem.yield [[V2]] : f32
// CHECK-NEXT: } -> tensor<?x?x4x16xf16>

// sizes: 2x4x8x16, 2x4x12x16, 2x4x12x16, 2x8x12
func.func @dynamic(%q: tensor<?x4x?x16xf16>, %k: tensor<?x4x?x16xf16>, %v: tensor<?x4x?x16xf16>, %mask: tensor<?x?x?xf32>) -> tensor<?x?x4x16xf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %heads = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %0 = tensor.dim %q, %c0 : tensor<?x4x?x16xf16>
  %1 = tensor.dim %q, %c2 : tensor<?x4x?x16xf16>
  %2 = tensor.dim %k, %c2 : tensor<?x4x?x16xf16>
  %3 = tensor.empty(%0, %2) : tensor<?x4x16x?xf16>
  %4 = linalg.transpose ins(%k : tensor<?x4x?x16xf16>) outs(%3 : tensor<?x4x16x?xf16>) permutation = [0, 1, 3, 2]
  %5 = arith.muli %0, %heads : index
  %6 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<?x4x?x16xf16> into tensor<?x?x16xf16>
  %7 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : tensor<?x4x16x?xf16> into tensor<?x16x?xf16>
  %8 = tensor.empty(%5, %1, %2) : tensor<?x?x?xf32>
  %9 = linalg.fill ins(%zero : f32) outs(%8 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %10 = linalg.batch_matmul ins(%6, %7 : tensor<?x?x16xf16>, tensor<?x16x?xf16>) outs(%9 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %11 = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [%0, 4, %1, %2] : tensor<?x?x?xf32> into tensor<?x4x?x?xf32>
  %12 = tensor.empty(%0, %1, %2) : tensor<?x4x?x?xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%11, %mask : tensor<?x4x?x?xf32>, tensor<?x?x?xf32>)
      outs(%12 : tensor<?x4x?x?xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.mulf %x0, %scale : f32
    %c = arith.addf %a, %x1 : f32
    linalg.yield %c : f32
  } -> tensor<?x4x?x?xf32>
  %14 = tensor.empty(%0, %1) : tensor<?x4x?xf32>
  %15 = linalg.fill ins(%low : f32) outs(%14 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %16 = tensor.empty(%0, %1) : tensor<?x4x?xi64>
  %17 = linalg.fill ins(%none : i64) outs(%16 : tensor<?x4x?xi64>) -> tensor<?x4x?xi64>
  %18:2 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%13 : tensor<?x4x?x?xf32>)
      outs(%15, %17 : tensor<?x4x?xf32>, tensor<?x4x?xi64>) {
  ^bb0(%x0: f32, %o0: f32, %o1: i64):
    %i = linalg.index 3 : index
    %j = arith.index_cast %i : index to i64
    %a = arith.maximumf %x0, %o0 : f32
    %g = arith.cmpf ogt, %x0, %o0 : f32
    %p = arith.select %g, %j, %o1 : i64
    linalg.yield %a, %p : f32, i64
  } -> (tensor<?x4x?xf32>, tensor<?x4x?xi64>)
  %19 = tensor.expand_shape %18#0 [[0], [1], [2, 3]] output_shape [%0, 4, %1, 1] : tensor<?x4x?xf32> into tensor<?x4x?x1xf32>
  %20 = tensor.empty(%0, %1, %2) : tensor<?x4x?x?xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%13, %19 : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>)
      outs(%20 : tensor<?x4x?x?xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.subf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<?x4x?x?xf32>
  %22 = tensor.empty(%0, %1, %2) : tensor<?x4x?x?xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%21 : tensor<?x4x?x?xf32>)
      outs(%22 : tensor<?x4x?x?xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = math.exp %x0 : f32
    linalg.yield %a : f32
  } -> tensor<?x4x?x?xf32>
  %24 = tensor.empty(%0, %1) : tensor<?x4x?x1xf32>
  %25 = linalg.fill ins(%zero : f32) outs(%24 : tensor<?x4x?x1xf32>) -> tensor<?x4x?x1xf32>
  %26 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%23 : tensor<?x4x?x?xf32>)
      outs(%25 : tensor<?x4x?x1xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<?x4x?x1xf32>
  %27 = tensor.empty(%0, %1, %2) : tensor<?x4x?x?xf32>
  %28 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, 0)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%23, %26 : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>)
      outs(%27 : tensor<?x4x?x?xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<?x4x?x?xf32>
  %29 = tensor.empty(%0, %1, %2) : tensor<?x4x?x?xf16>
  %30 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%28 : tensor<?x4x?x?xf32>)
      outs(%29 : tensor<?x4x?x?xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<?x4x?x?xf16>
  %31 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : tensor<?x4x?x?xf16> into tensor<?x?x?xf16>
  %32 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<?x4x?x16xf16> into tensor<?x?x16xf16>
  %33 = tensor.empty(%5, %1) : tensor<?x?x16xf32>
  %34 = linalg.fill ins(%zero : f32) outs(%33 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %35 = linalg.batch_matmul ins(%31, %32 : tensor<?x?x?xf16>, tensor<?x?x16xf16>) outs(%34 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %36 = tensor.expand_shape %35 [[0, 1], [2], [3]] output_shape [%0, 4, %1, 16] : tensor<?x?x16xf32> into tensor<?x4x?x16xf32>
  %37 = tensor.empty(%0, %1) : tensor<?x4x?x16xf16>
  %38 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%36 : tensor<?x4x?x16xf32>)
      outs(%37 : tensor<?x4x?x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<?x4x?x16xf16>
  %39 = tensor.empty(%0, %1) : tensor<?x?x4x16xf16>
  %40 = linalg.transpose ins(%38 : tensor<?x4x?x16xf16>) outs(%39 : tensor<?x?x4x16xf16>) permutation = [0, 2, 1, 3]
  return %40 : tensor<?x?x4x16xf16>
}

// As torch-mlir repeats keys and values for heads: by a broadcast that reads index 0 along a dimension of one element, and reshapes to sizes that are computed.
// CHECK-LABEL: func.func @repeated
// CHECK: problem.attention inputs({{.*}} : tensor<?x2x2x?x16xf16>, tensor<?x2x?x16xf16>, tensor<?x2x?x16xf16>)
// CHECK-SAME: outputs({{.*}} : tensor<?x2x2x?x16xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d4, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d6)>] score {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: problem.yield [[A0]] : f32
// CHECK-NEXT: } -> tensor<?x2x2x?x16xf16>

// sizes: 2x4x8x16, 2x2x12x16, 2x2x12x16
func.func @repeated(%q: tensor<?x4x?x16xf16>, %k: tensor<?x2x?x16xf16>, %v: tensor<?x2x?x16xf16>) -> tensor<?x4x?x16xf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %four = arith.constant 4 : i64
  %depth = arith.constant 16 : i64
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = tensor.dim %q, %c0 : tensor<?x4x?x16xf16>
  %1 = tensor.dim %q, %c2 : tensor<?x4x?x16xf16>
  %2 = tensor.dim %k, %c2 : tensor<?x2x?x16xf16>
  %3 = tensor.dim %k, %c0 : tensor<?x2x?x16xf16>
  %4 = tensor.dim %v, %c0 : tensor<?x2x?x16xf16>
  %5 = tensor.dim %v, %c2 : tensor<?x2x?x16xf16>
  %6 = tensor.expand_shape %k [[0], [1, 2], [3], [4]] output_shape [%3, 2, 1, %2, 16] : tensor<?x2x?x16xf16> into tensor<?x2x1x?x16xf16>
  %7 = tensor.empty(%3, %2) : tensor<?x2x2x?x16xf16>
  %8 = linalg.generic {indexing_maps = [affine_map<(b, h, g, s, d) -> (b, h, g, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      outs(%7 : tensor<?x2x2x?x16xf16>) {
  ^bb0(%o0: f16):
    %i = linalg.index 0 : index
    %h = linalg.index 1 : index
    %j = linalg.index 3 : index
    %d = linalg.index 4 : index
    %f = arith.cmpi eq, %3, %c1 : index
    %g = arith.select %f, %c0, %i : index
    %p = arith.cmpi eq, %2, %c1 : index
    %r = arith.select %p, %c0, %j : index
    %e = tensor.extract %6[%g, %h, %c0, %r, %d] : tensor<?x2x1x?x16xf16>
    linalg.yield %e : f16
  } -> tensor<?x2x2x?x16xf16>
  %9 = arith.index_cast %3 : index to i64
  %10 = arith.cmpi slt, %9, %none : i64
  %11 = arith.select %10, %one, %9 : i64
  %12 = arith.muli %11, %four : i64
  %13 = arith.index_cast %2 : index to i64
  %14 = tensor.from_elements %12, %13, %depth : tensor<3xi64>
  %15 = tensor.reshape %8(%14) : (tensor<?x2x2x?x16xf16>, tensor<3xi64>) -> tensor<?x?x16xf16>
  %16 = tensor.expand_shape %v [[0], [1, 2], [3], [4]] output_shape [%4, 2, 1, %5, 16] : tensor<?x2x?x16xf16> into tensor<?x2x1x?x16xf16>
  %17 = tensor.empty(%4, %5) : tensor<?x2x2x?x16xf16>
  %18 = linalg.generic {indexing_maps = [affine_map<(b, h, g, s, d) -> (b, h, g, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      outs(%17 : tensor<?x2x2x?x16xf16>) {
  ^bb0(%o0: f16):
    %i = linalg.index 0 : index
    %h = linalg.index 1 : index
    %j = linalg.index 3 : index
    %d = linalg.index 4 : index
    %f = arith.cmpi eq, %4, %c1 : index
    %g = arith.select %f, %c0, %i : index
    %p = arith.cmpi eq, %5, %c1 : index
    %r = arith.select %p, %c0, %j : index
    %e = tensor.extract %16[%g, %h, %c0, %r, %d] : tensor<?x2x1x?x16xf16>
    linalg.yield %e : f16
  } -> tensor<?x2x2x?x16xf16>
  %19 = arith.index_cast %4 : index to i64
  %20 = arith.cmpi slt, %19, %none : i64
  %21 = arith.select %20, %one, %19 : i64
  %22 = arith.muli %21, %four : i64
  %23 = arith.index_cast %5 : index to i64
  %24 = tensor.from_elements %22, %23, %depth : tensor<3xi64>
  %25 = tensor.reshape %18(%24) : (tensor<?x2x2x?x16xf16>, tensor<3xi64>) -> tensor<?x?x16xf16>
  %26 = arith.index_cast %0 : index to i64
  %27 = arith.muli %26, %four : i64
  %28 = arith.index_cast %27 : i64 to index
  %29 = arith.index_cast %1 : index to i64
  %30 = tensor.from_elements %27, %29, %depth : tensor<3xi64>
  %31 = tensor.reshape %q(%30) : (tensor<?x4x?x16xf16>, tensor<3xi64>) -> tensor<?x?x16xf16>
  %32 = tensor.empty(%28, %2) : tensor<?x16x?xf16>
  %33 = linalg.transpose ins(%15 : tensor<?x?x16xf16>) outs(%32 : tensor<?x16x?xf16>) permutation = [0, 2, 1]
  %34 = tensor.empty(%28, %1, %2) : tensor<?x?x?xf32>
  %35 = linalg.fill ins(%zero : f32) outs(%34 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %36 = linalg.batch_matmul ins(%31, %33 : tensor<?x?x16xf16>, tensor<?x16x?xf16>) outs(%35 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %37 = arith.index_cast %0 : index to i64
  %38 = arith.index_cast %1 : index to i64
  %39 = arith.index_cast %2 : index to i64
  %40 = tensor.from_elements %37, %four, %38, %39 : tensor<4xi64>
  %41 = tensor.reshape %36(%40) : (tensor<?x?x?xf32>, tensor<4xi64>) -> tensor<?x4x?x?xf32>
  %42 = tensor.empty(%0, %1, %2) : tensor<?x4x?x?xf32>
  %43 = linalg.softmax dimension(3) ins(%41 : tensor<?x4x?x?xf32>) outs(%42 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %44 = tensor.empty(%0, %1, %2) : tensor<?x4x?x?xf16>
  %45 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%43 : tensor<?x4x?x?xf32>)
      outs(%44 : tensor<?x4x?x?xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<?x4x?x?xf16>
  %46 = arith.index_cast %1 : index to i64
  %47 = arith.index_cast %2 : index to i64
  %48 = tensor.from_elements %27, %46, %47 : tensor<3xi64>
  %49 = tensor.reshape %45(%48) : (tensor<?x4x?x?xf16>, tensor<3xi64>) -> tensor<?x?x?xf16>
  %50 = tensor.empty(%28, %1) : tensor<?x?x16xf32>
  %51 = linalg.fill ins(%zero : f32) outs(%50 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %52 = linalg.batch_matmul ins(%49, %25 : tensor<?x?x?xf16>, tensor<?x?x16xf16>) outs(%51 : tensor<?x?x16xf32>) -> tensor<?x?x16xf32>
  %53 = arith.index_cast %0 : index to i64
  %54 = arith.index_cast %1 : index to i64
  %55 = tensor.from_elements %53, %four, %54, %depth : tensor<4xi64>
  %56 = tensor.reshape %52(%55) : (tensor<?x?x16xf32>, tensor<4xi64>) -> tensor<?x4x?x16xf32>
  %57 = tensor.empty(%0, %1) : tensor<?x4x?x16xf16>
  %58 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%56 : tensor<?x4x?x16xf32>)
      outs(%57 : tensor<?x4x?x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<?x4x?x16xf16>
  return %58 : tensor<?x4x?x16xf16>
}
