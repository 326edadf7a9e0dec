// Sums whose first products are alike, and whose second ones read matrices that lie in one
// dimension, in two, or are one for all: each has a kernel of its own.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s

#config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 3, consumers = 1, load = tma, store = direct>

// CHECK-LABEL: func @one_dimension(
// CHECK: tile.launch @autotune_kernels_sm_90a::@[[PLAIN:[a-z_0-9]+]] ins({{.*}} : tensor<2x4x64x64xbf16>, tensor<8x64x64xbf16>) {{.*}} with({{.*}} : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>)
func.func @one_dimension(%a: tensor<2x64x4x64xbf16>, %b: tensor<8x64x64xbf16>, %a2: tensor<8x64x64xbf16>, %i: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  %p = tile.permute %a [0, 2, 1, 3] : tensor<2x64x4x64xbf16> -> tensor<2x4x64x64xbf16>
  %c = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
  %r = linalg.batch_matmul {autotune.config = #config}
      ins(%c, %b : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%i : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  %r2 = linalg.batch_matmul ins(%a2, %b : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%r : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %r2 : tensor<8x64x64xf32>
}

// CHECK-LABEL: func @two_dimensions(
// CHECK-NOT: @[[PLAIN]] ins
// CHECK: tile.launch @autotune_kernels_sm_90a::@[[TWO:[a-z_0-9]+]] ins({{.*}} with({{.*}} : tensor<2x4x64x64xbf16>, tensor<8x64x64xbf16>)
func.func @two_dimensions(%a: tensor<2x64x4x64xbf16>, %b: tensor<8x64x64xbf16>, %a2: tensor<2x64x4x64xbf16>, %i: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  %p = tile.permute %a [0, 2, 1, 3] : tensor<2x64x4x64xbf16> -> tensor<2x4x64x64xbf16>
  %c = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
  %p2 = tile.permute %a2 [0, 2, 1, 3] : tensor<2x64x4x64xbf16> -> tensor<2x4x64x64xbf16>
  %c2 = tensor.collapse_shape %p2 [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
  %r = linalg.batch_matmul {autotune.config = #config}
      ins(%c, %b : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%i : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  %r2 = linalg.batch_matmul ins(%c2, %b : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%r : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %r2 : tensor<8x64x64xf32>
}

// CHECK-LABEL: func @one_for_all(
// CHECK-NOT: @[[PLAIN]] ins
// CHECK-NOT: @[[TWO]] ins
// CHECK: tile.launch {{.*}} with({{.*}} : tensor<64x64xbf16>, tensor<8x64x64xbf16>)
func.func @one_for_all(%a: tensor<2x64x4x64xbf16>, %b: tensor<8x64x64xbf16>, %a2: tensor<64x64xbf16>, %i: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  %p = tile.permute %a [0, 2, 1, 3] : tensor<2x64x4x64xbf16> -> tensor<2x4x64x64xbf16>
  %c = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x4x64x64xbf16> into tensor<8x64x64xbf16>
  %r = linalg.batch_matmul {autotune.config = #config}
      ins(%c, %b : tensor<8x64x64xbf16>, tensor<8x64x64xbf16>) outs(%i : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  %r2 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>,
                                             affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a2, %b : tensor<64x64xbf16>, tensor<8x64x64xbf16>) outs(%r : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %r2 : tensor<8x64x64xf32>
}
