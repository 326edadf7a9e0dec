// RUN: autotune-opt %s --autotune-canonicalize-contractions=fold-transposes --canonicalize | FileCheck %s

// A transpose that is not next to its product changes places with the operations
// between them, and is folded.

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[BT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// Keys of attention, transposed, scaled, and without the first dimension.
// CHECK-LABEL: func @keys(
// CHECK-NOT: linalg.transpose
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<1x4x16x8xf32>)
// CHECK: %[[B:.*]] = tensor.collapse_shape %[[S]] {{\[\[}}0, 1], [2], [3]] : tensor<1x4x16x8xf32> into tensor<4x16x8xf32>
// CHECK: linalg.batch_matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] ins(%arg0, %[[B]] :
#id = affine_map<(h, i, j, k) -> (h, i, j, k)>
func.func @keys(%q: tensor<4x16x8xf32>, %k: tensor<1x4x16x8xf32>, %c: tensor<4x16x16xf32>) -> tensor<4x16x16xf32> {
  %e = tensor.empty() : tensor<1x4x8x16xf32>
  %scale = arith.constant 0.3 : f32
  %t = linalg.transpose ins(%k : tensor<1x4x16x8xf32>) outs(%e : tensor<1x4x8x16xf32>) permutation = [0, 1, 3, 2]
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t : tensor<1x4x8x16xf32>) outs(%e : tensor<1x4x8x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.mulf %i, %scale : f32
    linalg.yield %v : f32
  } -> tensor<1x4x8x16xf32>
  %b = tensor.collapse_shape %s [[0, 1], [2], [3]] : tensor<1x4x8x16xf32> into tensor<4x8x16xf32>
  %0 = linalg.batch_matmul ins(%q, %b : tensor<4x16x8xf32>, tensor<4x8x16xf32>) outs(%c : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  return %0 : tensor<4x16x16xf32>
}

// Groups that follow each other in another order, and a cast of a whole tensor
// of unknown size.
// CHECK-LABEL: func @groups(
// CHECK-NOT: linalg.transpose
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<?x2x3x4xf16>)
// CHECK: %[[G:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0, 1], [2, 3]] : tensor<?x2x3x4xf32> into tensor<?x12xf32>
// CHECK: linalg.matmul indexing_maps = {{.*}} ins(%[[G]], %arg1 :
func.func @groups(%x: tensor<?x2x3x4xf16>, %w: tensor<?x8xf32>, %e: tensor<3x4x?x2xf16>, %c: tensor<12x8xf32>) -> tensor<12x8xf32> {
  %t = linalg.transpose ins(%x : tensor<?x2x3x4xf16>) outs(%e : tensor<3x4x?x2xf16>) permutation = [2, 3, 0, 1]
  %f = arith.extf %t : tensor<3x4x?x2xf16> to tensor<3x4x?x2xf32>
  %b = tensor.collapse_shape %f [[0, 1], [2, 3]] : tensor<3x4x?x2xf32> into tensor<12x?xf32>
  %0 = linalg.matmul ins(%b, %w : tensor<12x?xf32>, tensor<?x8xf32>) outs(%c : tensor<12x8xf32>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}

// Nothing moves: dimensions that were apart are collapsed.
// CHECK-LABEL: func @apart(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: tensor.collapse_shape %[[T]]
// CHECK: linalg.matmul
func.func @apart(%x: tensor<4x8x2xf32>, %w: tensor<8x16xf32>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<4x2x8xf32>
  %t = linalg.transpose ins(%x : tensor<4x8x2xf32>) outs(%e : tensor<4x2x8xf32>) permutation = [0, 2, 1]
  %b = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x2x8xf32> into tensor<8x8xf32>
  %0 = linalg.matmul ins(%b, %w : tensor<8x8xf32>, tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// Nor what others read, or what depends on the place.
// CHECK-LABEL: func @read(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%[[T]]
// CHECK: %[[U:.*]] = linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%[[U]]
#map = affine_map<(i, j) -> (i, j)>
func.func @read(%x: tensor<8x4xf32>, %y: tensor<16x8xf32>, %c: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %n = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.negf %i : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %u = linalg.transpose ins(%y : tensor<16x8xf32>) outs(%f : tensor<8x16xf32>) permutation = [1, 0]
  %m = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%u : tensor<8x16xf32>) outs(%f : tensor<8x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %l = arith.sitofp %k : i32 to f32
    %v = arith.mulf %i, %l : f32
    linalg.yield %v : f32
  } -> tensor<8x16xf32>
  %0 = linalg.matmul ins(%n, %m : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %n : tensor<4x16xf32>, tensor<4x8xf32>
}
