// The last tiles of hopper_wgmma begin so early that they fit.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// Rows and columns of C, where both operands are K-major and N is a multiple of
// 16. Every role sees the same tiles.
// CHECK-LABEL: func.func @both
// CHECK: tile.for_each_tile {{.*}} tile(64, 64, 64) {{.*}} fit(m, n) {
// CHECK: tile.for_each_tile {{.*}} tile(64, 64, 64) {{.*}} fit(m, n) {
func.func @both(%a: tensor<257x512xbf16>, %b: tensor<496x512xbf16>, %c: tensor<257x496xf32>) -> tensor<257x496xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<257x496xf32>) -> tensor<257x496xf32>
  %d = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 4, consumers = 1>}
      ins(%a, %b : tensor<257x512xbf16>, tensor<496x512xbf16>) outs(%f : tensor<257x496xf32>) -> tensor<257x496xf32>
  return %d : tensor<257x496xf32>
}

// -----

// The rows of a swapped product are N: 500 is no multiple of 16.
// CHECK-LABEL: func.func @swapped
// CHECK: tile.for_each_tile {{.*}} fit(n) {
func.func @swapped(%a: tensor<257x512xbf16>, %b: tensor<500x512xbf16>, %c: tensor<257x500xf32>) -> tensor<257x500xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<257x500xf32>) -> tensor<257x500xf32>
  %d = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 4, consumers = 1, swap = true>}
      ins(%a, %b : tensor<257x512xbf16>, tensor<500x512xbf16>) outs(%f : tensor<257x500xf32>) -> tensor<257x500xf32>
  return %d : tensor<257x500xf32>
}

// -----

// A B that is stored K x N has no rows beyond N.
// CHECK-LABEL: func.func @rows_only
// CHECK: tile.for_each_tile {{.*}} fit(m) {
func.func @rows_only(%a: tensor<257x512xbf16>, %b: tensor<512x496xbf16>, %c: tensor<257x496xf32>) -> tensor<257x496xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<257x496xf32>) -> tensor<257x496xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 4, consumers = 1>}
      ins(%a, %b : tensor<257x512xbf16>, tensor<512x496xbf16>) outs(%f : tensor<257x496xf32>) -> tensor<257x496xf32>
  return %d : tensor<257x496xf32>
}

// -----

// Two tiles must not both add to the same element of C.
// CHECK-LABEL: func.func @accumulates
// CHECK: tile.for_each_tile
// CHECK-NOT: fit(
// CHECK: tile.store
func.func @accumulates(%a: tensor<257x512xbf16>, %b: tensor<496x512xbf16>, %c: tensor<257x496xf32>) -> tensor<257x496xf32> {
  %d = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 4, consumers = 1>}
      ins(%a, %b : tensor<257x512xbf16>, tensor<496x512xbf16>) outs(%c : tensor<257x496xf32>) -> tensor<257x496xf32>
  return %d : tensor<257x496xf32>
}

// -----

// A residual may lie in C, so that a tile would read what another has stored.
// CHECK-LABEL: func.func @residual
// CHECK: tile.for_each_tile
// CHECK-NOT: fit(
// CHECK: tile.store
func.func @residual(%a: tensor<257x512xbf16>, %b: tensor<496x512xbf16>, %c: tensor<257x496xf32>, %x: tensor<257x496xf32>) -> tensor<257x496xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<257x496xf32>) -> tensor<257x496xf32>
  %d = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 4, consumers = 1>}
      ins(%a, %b : tensor<257x512xbf16>, tensor<496x512xbf16>) outs(%f : tensor<257x496xf32>) -> tensor<257x496xf32>
  %r = linalg.add ins(%d, %x : tensor<257x496xf32>, tensor<257x496xf32>) outs(%c : tensor<257x496xf32>) -> tensor<257x496xf32>
  return %r : tensor<257x496xf32>
}
