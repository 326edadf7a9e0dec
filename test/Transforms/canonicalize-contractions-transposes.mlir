// RUN: autotune-opt %s --autotune-canonicalize-contractions=fold-transposes | FileCheck %s
// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s --check-prefix=KEPT

// Transposes before a product become indexing maps, when that is asked for.

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[AT:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[BT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[BA:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[BBT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[BC:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// A linear layer as torch-mlir has it. What is transposed is no longer there.
// CHECK-LABEL: func @layer(
// CHECK-NEXT: linalg.matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<16x8xf32>) outs(%arg2 : tensor<4x16xf32>)
// CHECK-NEXT: return
// KEPT-LABEL: func @layer(
// KEPT: %[[T:.*]] = linalg.transpose
// KEPT-NEXT: linalg.matmul ins(%arg0, %[[T]] :
func.func @layer(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%x, %t : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// Both, of which one has another use.
// CHECK-LABEL: func @both(
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg0
// CHECK-NEXT: %[[P:.*]] = linalg.matmul indexing_maps = [#[[AT]], #[[BT]], #[[C]]] ins(%arg0, %arg1 :
// CHECK-NEXT: return %[[P]], %[[T]]
func.func @both(%x: tensor<8x4xf32>, %w: tensor<16x8xf32>, %c: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x8xf32>) {
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %empty2 = tensor.empty() : tensor<4x8xf32>
  %u = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%empty2 : tensor<4x8xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%u, %t : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0, %u : tensor<4x16xf32>, tensor<4x8xf32>
}

// One that moves the batch becomes a view, for no map can say so: queries of
// attention have their heads moved, and keys are transposed.
// CHECK-LABEL: func @attention(
// CHECK-NOT: linalg.transpose
// CHECK: %[[Q:.*]] = tile.permute %arg0 [1, 0, 2] : tensor<16x4x8xf32> -> tensor<4x16x8xf32>
// CHECK: linalg.batch_matmul indexing_maps = [#[[BA]], #[[BBT]], #[[BC]]] ins(%[[Q]], %arg1 : tensor<4x16x8xf32>, tensor<4x16x8xf32>)
func.func @attention(%q: tensor<16x4x8xf32>, %k: tensor<4x16x8xf32>, %c: tensor<4x16x16xf32>) -> tensor<4x16x16xf32> {
  %empty = tensor.empty() : tensor<4x16x8xf32>
  %heads = linalg.transpose ins(%q : tensor<16x4x8xf32>) outs(%empty : tensor<4x16x8xf32>) permutation = [1, 0, 2]
  %empty2 = tensor.empty() : tensor<4x8x16xf32>
  %keys = linalg.transpose ins(%k : tensor<4x16x8xf32>) outs(%empty2 : tensor<4x8x16xf32>) permutation = [0, 2, 1]
  %0 = linalg.batch_matmul ins(%heads, %keys : tensor<4x16x8xf32>, tensor<4x8x16xf32>) outs(%c : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  return %0 : tensor<4x16x16xf32>
}

// A permutation that is not its own inverse, of unknown sizes.
// CHECK-LABEL: func @rotated(
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<3x?x8xf32> into tensor<?x8xf32>
// CHECK: linalg.matmul indexing_maps = [#[[AT]], #{{.*}}, #[[C]]] ins({{.*}} : tensor<?x8xf32>, tensor<?x16xf32>) outs(%arg2 : tensor<8x16xf32>)
func.func @rotated(%x: tensor<3x?x8xf32>, %w: tensor<3x?x16xf32>, %c: tensor<8x16xf32>, %e: tensor<8x3x?xf32>) -> tensor<8x16xf32> {
  %t = linalg.transpose ins(%x : tensor<3x?x8xf32>) outs(%e : tensor<8x3x?xf32>) permutation = [2, 0, 1]
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (k, l, n)>, affine_map<(m, n, k, l) -> (m, n)>]
         ins(%t, %w : tensor<8x3x?xf32>, tensor<3x?x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
