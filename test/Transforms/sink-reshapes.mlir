// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s

// A reshape of a product is moved behind what reads it on its own shape alone. Here an
// operation of more dimensions reads it, behind an operand that has them all: both stay.

#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#part = affine_map<(d0, d1, d2, d3) -> (d0, d2)>

// CHECK-LABEL: func @read_by_more_dimensions(
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[P]] {{\[\[}}0, 1]] : tensor<1x32xf32> into tensor<32xf32>
// CHECK: %[[E:.*]] = tensor.expand_shape %[[R]] {{\[\[}}0, 1]] output_shape [2, 16]
// CHECK-NOT: tensor.collapse_shape
// CHECK: linalg.generic {{.*}} ins(%arg2, %[[E]] : tensor<2x4x16x16xf32>, tensor<2x16xf32>)
func.func @read_by_more_dimensions(%a: tensor<1x64xf32>, %b: tensor<64x32xf32>, %x: tensor<2x4x16x16xf32>, %c: tensor<1x32xf32>) -> tensor<2x4x16x16xf32> {
  %p = linalg.matmul ins(%a, %b : tensor<1x64xf32>, tensor<64x32xf32>) outs(%c : tensor<1x32xf32>) -> tensor<1x32xf32>
  %r = tensor.collapse_shape %p [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
  %e = tensor.expand_shape %r [[0, 1]] output_shape [2, 16] : tensor<32xf32> into tensor<2x16xf32>
  %init = tensor.empty() : tensor<2x4x16x16xf32>
  %0 = linalg.generic {indexing_maps = [#all, #part, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %e : tensor<2x4x16x16xf32>, tensor<2x16xf32>) outs(%init : tensor<2x4x16x16xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %s = arith.addf %in, %in2 : f32
    linalg.yield %s : f32
  } -> tensor<2x4x16x16xf32>
  return %0 : tensor<2x4x16x16xf32>
}
