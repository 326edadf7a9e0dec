// What stands in the way of an attention is said at its second product, and nothing
// changes.
// RUN: autotune-opt %s -autotune-form-attention=all -remarks-filter=autotune -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAME < %t
// SAME-NOT: problem.attention
// CHECK-NOT: [Passed]

// CHECK: Function=scores_used | Remark="no attention is formed: the scores or weights are also used by func.return"
func.func @scores_used(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> (tensor<2x4x8x16xf16>, tensor<2x4x8x12xf32>) {
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
  %11 = linalg.softmax dimension(3) ins(%9 : tensor<2x4x8x12xf32>) outs(%10 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf16>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%11 : tensor<2x4x8x12xf32>)
      outs(%12 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %14 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %15 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %16 = tensor.empty() : tensor<8x8x16xf32>
  %17 = linalg.fill ins(%zero : f32) outs(%16 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %18 = linalg.batch_matmul ins(%14, %15 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%17 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %19 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %20 = tensor.empty() : tensor<2x4x8x16xf16>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%19 : tensor<2x4x8x16xf32>)
      outs(%20 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %21, %9 : tensor<2x4x8x16xf16>, tensor<2x4x8x12xf32>
}

// CHECK: Function=weights_used | Remark="no attention is formed: the scores or weights are also used by func.return"
func.func @weights_used(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> (tensor<2x4x8x16xf16>, tensor<2x4x8x12xf32>) {
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
  %11 = linalg.softmax dimension(3) ins(%9 : tensor<2x4x8x12xf32>) outs(%10 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf16>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%11 : tensor<2x4x8x12xf32>)
      outs(%12 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %14 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %15 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %16 = tensor.empty() : tensor<8x8x16xf32>
  %17 = linalg.fill ins(%zero : f32) outs(%16 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %18 = linalg.batch_matmul ins(%14, %15 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%17 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %19 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %20 = tensor.empty() : tensor<2x4x8x16xf16>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%19 : tensor<2x4x8x16xf32>)
      outs(%20 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %21, %11 : tensor<2x4x8x16xf16>, tensor<2x4x8x12xf32>
}

// CHECK: Function=half_softmax | Remark="no attention is formed: the softmax is not computed in f32"
func.func @half_softmax(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %8 = tensor.empty() : tensor<2x4x8x12xf16>
  %9 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%7 : tensor<2x4x8x12xf32>)
      outs(%8 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %10 = tensor.empty() : tensor<2x4x8x12xf16>
  %11 = linalg.softmax dimension(3) ins(%9 : tensor<2x4x8x12xf16>) outs(%10 : tensor<2x4x8x12xf16>) -> tensor<2x4x8x12xf16>
  %12 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %13 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %14 = tensor.empty() : tensor<8x8x16xf32>
  %15 = linalg.fill ins(%zero : f32) outs(%14 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %16 = linalg.batch_matmul ins(%12, %13 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%15 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %17 = tensor.expand_shape %16 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %18 = tensor.empty() : tensor<2x4x8x16xf16>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%17 : tensor<2x4x8x16xf32>)
      outs(%18 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %19 : tensor<2x4x8x16xf16>
}

// CHECK: Function=dropout | Remark="no attention is formed: the weights of the second product are not exponentials of scores without their maximum"
func.func @dropout(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>, %kept: tensor<2x4x8x12xf32>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %8 = tensor.empty() : tensor<2x4x8x12xf32>
  %9 = linalg.softmax dimension(3) ins(%7 : tensor<2x4x8x12xf32>) outs(%8 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %10 = tensor.empty() : tensor<2x4x8x12xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9, %kept : tensor<2x4x8x12xf32>, tensor<2x4x8x12xf32>)
      outs(%10 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.mulf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %12 = tensor.empty() : tensor<2x4x8x12xf16>
  %13 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%11 : tensor<2x4x8x12xf32>)
      outs(%12 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %14 = tensor.collapse_shape %13 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %15 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %16 = tensor.empty() : tensor<8x8x16xf32>
  %17 = linalg.fill ins(%zero : f32) outs(%16 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %18 = linalg.batch_matmul ins(%14, %15 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%17 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %19 = tensor.expand_shape %18 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %20 = tensor.empty() : tensor<2x4x8x16xf16>
  %21 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%19 : tensor<2x4x8x16xf32>)
      outs(%20 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %21 : tensor<2x4x8x16xf16>
}

// CHECK: Function=not_divided | Remark="no attention is formed: the exponentials are not divided by their sum"
func.func @not_divided(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
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
    %c = math.exp %a : f32
    linalg.yield %c : f32
  } -> tensor<2x4x8x12xf32>
  %13 = tensor.empty() : tensor<2x4x8x12xf16>
  %14 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%12 : tensor<2x4x8x12xf32>)
      outs(%13 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %15 = tensor.collapse_shape %14 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %16 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %17 = tensor.empty() : tensor<8x8x16xf32>
  %18 = linalg.fill ins(%zero : f32) outs(%17 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %19 = linalg.batch_matmul ins(%15, %16 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%18 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %20 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %21 = tensor.empty() : tensor<2x4x8x16xf16>
  %22 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%20 : tensor<2x4x8x16xf32>)
      outs(%21 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %22 : tensor<2x4x8x16xf16>
}

// CHECK: Function=other_maximum | Remark="no attention is formed: the weights of the second product are not exponentials of scores without their maximum"
func.func @other_maximum(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %8 = tensor.empty() : tensor<2x4x8xf32>
  %9 = linalg.fill ins(%zero : f32) outs(%8 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
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
    %c = math.exp %a : f32
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
  %16 = tensor.empty() : tensor<2x4x8x12xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%12, %15 : tensor<2x4x8x12xf32>, tensor<2x4x8xf32>)
      outs(%16 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %18 = tensor.empty() : tensor<2x4x8x12xf16>
  %19 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%17 : tensor<2x4x8x12xf32>)
      outs(%18 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %20 = tensor.collapse_shape %19 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %21 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
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

// CHECK: Function=scores_reduced | Remark="no attention is formed: the scores or weights are also used by linalg.generic"
func.func @scores_reduced(%q: tensor<2x4x8x16xf16>, %k: tensor<2x4x12x16xf16>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x4x16x12xf16>
  %1 = linalg.transpose ins(%k : tensor<2x4x12x16xf16>) outs(%0 : tensor<2x4x16x12xf16>) permutation = [0, 1, 3, 2]
  %2 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x16xf16> into tensor<8x8x16xf16>
  %3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x4x16x12xf16> into tensor<8x16x12xf16>
  %4 = tensor.empty() : tensor<8x8x12xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %6 = linalg.batch_matmul ins(%2, %3 : tensor<8x8x16xf16>, tensor<8x16x12xf16>) outs(%5 : tensor<8x8x12xf32>) -> tensor<8x8x12xf32>
  %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [2, 4, 8, 12] : tensor<8x8x12xf32> into tensor<2x4x8x12xf32>
  %8 = tensor.empty() : tensor<2x4x8xf32>
  %9 = linalg.fill ins(%zero : f32) outs(%8 : tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%7 : tensor<2x4x8x12xf32>)
      outs(%9 : tensor<2x4x8xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.addf %x0, %o0 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8xf32>
  %11 = tensor.empty() : tensor<2x4x8x12xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%7, %10 : tensor<2x4x8x12xf32>, tensor<2x4x8xf32>)
      outs(%11 : tensor<2x4x8x12xf32>) {
  ^bb0(%x0: f32, %x1: f32, %o0: f32):
    %a = arith.divf %x0, %x1 : f32
    linalg.yield %a : f32
  } -> tensor<2x4x8x12xf32>
  %13 = tensor.empty() : tensor<2x4x8x12xf32>
  %14 = linalg.softmax dimension(3) ins(%12 : tensor<2x4x8x12xf32>) outs(%13 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %15 = tensor.empty() : tensor<2x4x8x12xf16>
  %16 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%14 : tensor<2x4x8x12xf32>)
      outs(%15 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %17 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %18 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %19 = tensor.empty() : tensor<8x8x16xf32>
  %20 = linalg.fill ins(%zero : f32) outs(%19 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %21 = linalg.batch_matmul ins(%17, %18 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%20 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %22 = tensor.expand_shape %21 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %23 = tensor.empty() : tensor<2x4x8x16xf16>
  %24 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%22 : tensor<2x4x8x16xf32>)
      outs(%23 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %24 : tensor<2x4x8x16xf16>
}

func.func @no_product(%s: tensor<2x4x8x12xf32>, %v: tensor<2x4x12x16xf16>) -> tensor<2x4x8x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x4x8x12xf32>
  %1 = linalg.softmax dimension(3) ins(%s : tensor<2x4x8x12xf32>) outs(%0 : tensor<2x4x8x12xf32>) -> tensor<2x4x8x12xf32>
  %2 = tensor.empty() : tensor<2x4x8x12xf16>
  %3 = linalg.generic {indexing_maps = [affine_map<(b, h, m, n) -> (b, h, m, n)>, affine_map<(b, h, m, n) -> (b, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1 : tensor<2x4x8x12xf32>)
      outs(%2 : tensor<2x4x8x12xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x12xf16>
  %4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x4x8x12xf16> into tensor<8x8x12xf16>
  %5 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x12x16xf16> into tensor<8x12x16xf16>
  %6 = tensor.empty() : tensor<8x8x16xf32>
  %7 = linalg.fill ins(%zero : f32) outs(%6 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %8 = linalg.batch_matmul ins(%4, %5 : tensor<8x8x12xf16>, tensor<8x12x16xf16>) outs(%7 : tensor<8x8x16xf32>) -> tensor<8x8x16xf32>
  %9 = tensor.expand_shape %8 [[0, 1], [2], [3]] output_shape [2, 4, 8, 16] : tensor<8x8x16xf32> into tensor<2x4x8x16xf32>
  %10 = tensor.empty() : tensor<2x4x8x16xf16>
  %11 = linalg.generic {indexing_maps = [affine_map<(b, h, m, e) -> (b, h, m, e)>, affine_map<(b, h, m, e) -> (b, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%9 : tensor<2x4x8x16xf32>)
      outs(%10 : tensor<2x4x8x16xf16>) {
  ^bb0(%x0: f32, %o0: f16):
    %a = arith.truncf %x0 : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x16xf16>
  return %11 : tensor<2x4x8x16xf16>
}

// CHECK: Function=adds_to_scores | Remark="no attention is formed: the first product adds to a matrix that is not zero, or its sums have more than 32 bits"
func.func @adds_to_scores(%q: tensor<2x8x16xf32>, %k: tensor<2x16x12xf32>, %v: tensor<2x12x16xf32>, %bias: tensor<2x8x12xf32>) -> tensor<2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.batch_matmul ins(%q, %k : tensor<2x8x16xf32>, tensor<2x16x12xf32>) outs(%bias : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %1 = tensor.empty() : tensor<2x8x12xf32>
  %2 = linalg.softmax dimension(2) ins(%0 : tensor<2x8x12xf32>) outs(%1 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %3 = tensor.empty() : tensor<2x8x16xf32>
  %4 = linalg.fill ins(%zero : f32) outs(%3 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %5 = linalg.batch_matmul ins(%2, %v : tensor<2x8x12xf32>, tensor<2x12x16xf32>) outs(%4 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  return %5 : tensor<2x8x16xf32>
}

func.func @over_queries(%q: tensor<2x8x16xf32>, %k: tensor<2x16x8xf32>, %v: tensor<2x8x16xf32>) -> tensor<2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x8x8xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %2 = linalg.batch_matmul ins(%q, %k : tensor<2x8x16xf32>, tensor<2x16x8xf32>) outs(%1 : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %3 = tensor.empty() : tensor<2x8x8xf32>
  %4 = linalg.softmax dimension(1) ins(%2 : tensor<2x8x8xf32>) outs(%3 : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %5 = tensor.empty() : tensor<2x8x16xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %7 = linalg.batch_matmul ins(%4, %v : tensor<2x8x8xf32>, tensor<2x8x16xf32>) outs(%6 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  return %7 : tensor<2x8x16xf32>
}

// CHECK: Function=configured | Remark="no attention is formed: one of its products has a config of its own"
func.func @configured(%q: tensor<2x8x16xf32>, %k: tensor<2x16x12xf32>, %v: tensor<2x12x16xf32>) -> tensor<2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x8x12xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %2 = linalg.batch_matmul {autotune.config = #autotune.config<simt>} ins(%q, %k : tensor<2x8x16xf32>, tensor<2x16x12xf32>) outs(%1 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %3 = tensor.empty() : tensor<2x8x12xf32>
  %4 = linalg.softmax dimension(2) ins(%2 : tensor<2x8x12xf32>) outs(%3 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %5 = tensor.empty() : tensor<2x8x16xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %7 = linalg.batch_matmul ins(%4, %v : tensor<2x8x12xf32>, tensor<2x12x16xf32>) outs(%6 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  return %7 : tensor<2x8x16xf32>
}

// CHECK: Function=types_differ | Remark="no attention is formed: Q and K have elements of different types"
func.func @types_differ(%q: tensor<2x8x16xf16>, %k: tensor<2x16x12xbf16>, %v: tensor<2x12x16xf32>) -> tensor<2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x8x12xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, m, n, d) -> (b, m, d)>, affine_map<(b, m, n, d) -> (b, d, n)>, affine_map<(b, m, n, d) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x8x16xf16>, tensor<2x16x12xbf16>)
      outs(%1 : tensor<2x8x12xf32>) {
  ^bb0(%x0: f16, %x1: bf16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %c = arith.extf %x1 : bf16 to f32
    %e = arith.mulf %a, %c : f32
    %s = arith.addf %o0, %e : f32
    linalg.yield %s : f32
  } -> tensor<2x8x12xf32>
  %3 = tensor.empty() : tensor<2x8x12xf32>
  %4 = linalg.softmax dimension(2) ins(%2 : tensor<2x8x12xf32>) outs(%3 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %5 = tensor.empty() : tensor<2x8x16xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %7 = linalg.batch_matmul ins(%4, %v : tensor<2x8x12xf32>, tensor<2x12x16xf32>) outs(%6 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  return %7 : tensor<2x8x16xf32>
}

// No softmax, so nobody expects an attention.
func.func @silu(%q: tensor<2x8x16xf32>, %k: tensor<2x16x12xf32>, %v: tensor<2x12x16xf32>) -> tensor<2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<2x8x12xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %2 = linalg.batch_matmul ins(%q, %k : tensor<2x8x16xf32>, tensor<2x16x12xf32>) outs(%1 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
  %3 = tensor.empty() : tensor<2x8x12xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%2 : tensor<2x8x12xf32>)
      outs(%3 : tensor<2x8x12xf32>) {
  ^bb0(%x0: f32, %o0: f32):
    %a = arith.negf %x0 : f32
    %b = math.exp %a : f32
    %c = arith.addf %b, %one : f32
    %d = arith.divf %x0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x8x12xf32>
  %5 = tensor.empty() : tensor<2x8x16xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %7 = linalg.batch_matmul ins(%4, %v : tensor<2x8x12xf32>, tensor<2x12x16xf32>) outs(%6 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  return %7 : tensor<2x8x16xf32>
}

// CHECK-NOT: remark
