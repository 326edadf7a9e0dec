// Q, K and V that one product computes, as a model takes them apart: a transposed tensor that
// is only sliced becomes slices that are transposed, which kernels read where they lie.
// RUN: autotune-opt %s -autotune-form-attention | FileCheck %s
// RUN: autotune-opt %s -split-input-file -autotune-form-attention -linalg-generalize-named-ops \
// RUN:   -autotune-form-attention | FileCheck %s --check-prefix=GENERIC
// GENERIC: problem.attention

#heads = affine_map<(b, h, m, n, d) -> (b, h, m, d)>
#keys = affine_map<(b, h, m, n, d) -> (b, h, n, d)>
#scores = affine_map<(b, h, m, n, d) -> (b, h, m, n)>
#weights = affine_map<(b, h, m, e, n) -> (b, h, m, n)>
#values = affine_map<(b, h, m, e, n) -> (b, h, n, e)>
#result = affine_map<(b, h, m, e, n) -> (b, h, m, e)>

// CHECK-DAG: [[QKV:#.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d1, d4)>
// CHECK-LABEL: func.func @unbound(
// CHECK-NOT: linalg.transpose
// CHECK: [[Q:%.*]] = tensor.extract_slice %arg0[0, 0, 0, 0, 0] [2, 32, 1, 4, 64] [1, 1, 1, 1, 1] : tensor<2x32x3x4x64xf16> to tensor<2x32x4x64xf16>
// CHECK: [[K:%.*]] = tensor.extract_slice %arg0[0, 0, 1, 0, 0] [2, 32, 1, 4, 64] [1, 1, 1, 1, 1] : tensor<2x32x3x4x64xf16> to tensor<2x32x4x64xf16>
// CHECK: [[V:%.*]] = tensor.extract_slice %arg0[0, 0, 2, 0, 0] [2, 32, 1, 4, 64] [1, 1, 1, 1, 1] : tensor<2x32x3x4x64xf16> to tensor<2x32x1x4x64xf16>
// CHECK: problem.attention inputs([[Q]], [[K]], {{.*}}maps = {{\[}}[[QKV]],
func.func @unbound(%qkv: tensor<2x32x3x4x64xf16>) -> tensor<2x4x32x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<3x2x4x32x64xf16>
  %1 = linalg.transpose ins(%qkv : tensor<2x32x3x4x64xf16>) outs(%0 : tensor<3x2x4x32x64xf16>) permutation = [2, 0, 3, 1, 4]
  %q = tensor.extract_slice %1[0, 0, 0, 0, 0] [1, 2, 4, 32, 64] [1, 1, 1, 1, 1] : tensor<3x2x4x32x64xf16> to tensor<2x4x32x64xf16>
  %k = tensor.extract_slice %1[1, 0, 0, 0, 0] [1, 2, 4, 32, 64] [1, 1, 1, 1, 1] : tensor<3x2x4x32x64xf16> to tensor<2x4x32x64xf16>
  %2 = tensor.extract_slice %1[2, 0, 0, 0, 0] [1, 2, 4, 32, 64] [1, 1, 1, 1, 1] : tensor<3x2x4x32x64xf16> to tensor<1x2x4x32x64xf16>
  %v = tensor.collapse_shape %2 [[0, 1], [2], [3], [4]] : tensor<1x2x4x32x64xf16> into tensor<2x4x32x64xf16>
  %3 = tensor.empty() : tensor<2x4x32x32xf32>
  %4 = linalg.fill ins(%zero : f32) outs(%3 : tensor<2x4x32x32xf32>) -> tensor<2x4x32x32xf32>
  %5 = linalg.contract indexing_maps = [#heads, #keys, #scores]
      ins(%q, %k : tensor<2x4x32x64xf16>, tensor<2x4x32x64xf16>)
      outs(%4 : tensor<2x4x32x32xf32>) -> tensor<2x4x32x32xf32>
  %6 = linalg.softmax dimension(3) ins(%5 : tensor<2x4x32x32xf32>) outs(%3 : tensor<2x4x32x32xf32>) -> tensor<2x4x32x32xf32>
  %7 = arith.truncf %6 : tensor<2x4x32x32xf32> to tensor<2x4x32x32xf16>
  %8 = tensor.empty() : tensor<2x4x32x64xf32>
  %9 = linalg.fill ins(%zero : f32) outs(%8 : tensor<2x4x32x64xf32>) -> tensor<2x4x32x64xf32>
  %10 = linalg.contract indexing_maps = [#weights, #values, #result]
      ins(%7, %v : tensor<2x4x32x32xf16>, tensor<2x4x32x64xf16>)
      outs(%9 : tensor<2x4x32x64xf32>) -> tensor<2x4x32x64xf32>
  %11 = arith.truncf %10 : tensor<2x4x32x64xf32> to tensor<2x4x32x64xf16>
  return %11 : tensor<2x4x32x64xf16>
}

// Unknown sizes and offsets, and strides.
// CHECK-LABEL: func.func @unknown(
// CHECK: [[S:%.*]] = tensor.extract_slice %arg0[%arg1, 0, 2] [%arg2, 8, 3] [1, 1, 2] : tensor<?x8x9xf16> to tensor<?x8x3xf16>
// CHECK: tensor.empty(%arg2) : tensor<3x?x8xf16>
// CHECK: linalg.transpose ins([[S]] : tensor<?x8x3xf16>) outs({{.*}} : tensor<3x?x8xf16>) permutation = [2, 0, 1]
func.func @unknown(%x: tensor<?x8x9xf16>, %from: index, %count: index) -> tensor<3x?x8xf16> {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %x, %c0 : tensor<?x8x9xf16>
  %1 = tensor.empty(%0) : tensor<9x?x8xf16>
  %2 = linalg.transpose ins(%x : tensor<?x8x9xf16>) outs(%1 : tensor<9x?x8xf16>) permutation = [2, 0, 1]
  %3 = tensor.extract_slice %2[2, %from, 0] [3, %count, 8] [2, 1, 1] : tensor<9x?x8xf16> to tensor<3x?x8xf16>
  return %3 : tensor<3x?x8xf16>
}

// A slice of one dimension needs no transpose.
// CHECK-LABEL: func.func @row(
// CHECK: [[S:%.*]] = tensor.extract_slice %arg0[0, 2] [8, 1] [1, 1] : tensor<8x9xf16> to tensor<8xf16>
// CHECK-NEXT: return [[S]]
func.func @row(%x: tensor<8x9xf16>) -> tensor<8xf16> {
  %0 = tensor.empty() : tensor<9x8xf16>
  %1 = linalg.transpose ins(%x : tensor<8x9xf16>) outs(%0 : tensor<9x8xf16>) permutation = [1, 0]
  %2 = tensor.extract_slice %1[2, 0] [1, 8] [1, 1] : tensor<9x8xf16> to tensor<8xf16>
  return %2 : tensor<8xf16>
}

// A tensor that is also read otherwise, slices with more elements than it has, and a
// broadcast stay.
// CHECK-LABEL: func.func @left(
// CHECK: linalg.transpose ins(%arg0
// CHECK: linalg.transpose ins(%arg1
// CHECK: linalg.broadcast ins(%arg2
func.func @left(%x: tensor<8x9xf16>, %y: tensor<8x9xf16>, %z: tensor<9xf16>)
    -> (tensor<9x8xf16>, tensor<4x8xf16>, tensor<6x8xf16>, tensor<7x8xf16>, tensor<4x9xf16>) {
  %0 = tensor.empty() : tensor<9x8xf16>
  %1 = linalg.transpose ins(%x : tensor<8x9xf16>) outs(%0 : tensor<9x8xf16>) permutation = [1, 0]
  %2 = tensor.extract_slice %1[2, 0] [4, 8] [1, 1] : tensor<9x8xf16> to tensor<4x8xf16>
  %3 = linalg.transpose ins(%y : tensor<8x9xf16>) outs(%0 : tensor<9x8xf16>) permutation = [1, 0]
  %4 = tensor.extract_slice %3[2, 0] [6, 8] [1, 1] : tensor<9x8xf16> to tensor<6x8xf16>
  %5 = tensor.extract_slice %3[2, 0] [7, 8] [1, 1] : tensor<9x8xf16> to tensor<7x8xf16>
  %6 = tensor.empty() : tensor<8x9xf16>
  %7 = linalg.broadcast ins(%z : tensor<9xf16>) outs(%6 : tensor<8x9xf16>) dimensions = [0]
  %8 = tensor.extract_slice %7[2, 0] [4, 9] [1, 1] : tensor<8x9xf16> to tensor<4x9xf16>
  return %1, %2, %4, %5, %8 : tensor<9x8xf16>, tensor<4x8xf16>, tensor<6x8xf16>, tensor<7x8xf16>, tensor<4x9xf16>
}
