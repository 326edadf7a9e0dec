// Configs that can't serve a product with windows of images.
// RUN: autotune-opt %s -autotune-lower-matmul=target=h200 -split-input-file -verify-diagnostics

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @conv(%x: tensor<2x5x6x32xf16>, %f: tensor<16x576xf16>, %y: tensor<60x16xf16>) -> tensor<60x16xf16> {
  // expected-error@+1 {{A has windows of images; only hopper_wgmma loads these}}
  %r = problem.contract ins(%x, %f : tensor<2x5x6x32xf16>, tensor<16x576xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1]
      outs(%y : tensor<60x16xf16>) maps [#mk, #nk, #mn] sums f32 {autotune.config = #autotune.config<simt, tile = [16, 16, 16], defaults>} -> tensor<60x16xf16>
  return %r : tensor<60x16xf16>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @conv(%x: tensor<2x5x6x32xf16>, %f: tensor<16x576xf16>, %y: tensor<60x16xf16>) -> tensor<60x16xf16> {
  // expected-error@+1 {{A has windows of images; only hopper_wgmma loads these}}
  %r = problem.contract ins(%x, %f : tensor<2x5x6x32xf16>, tensor<16x576xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1]
      outs(%y : tensor<60x16xf16>) maps [#mk, #nk, #mn] sums f32 {autotune.config = #autotune.config<ampere_mma, tile = [64, 64, 32], defaults>} -> tensor<60x16xf16>
  return %r : tensor<60x16xf16>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @conv(%x: tensor<2x5x6x32xf16>, %f: tensor<16x576xf16>, %y: tensor<60x16xf16>) -> tensor<60x16xf16> {
  // expected-error@+1 {{load = copy, but A has windows of images; it needs load = tma}}
  %r = problem.contract ins(%x, %f : tensor<2x5x6x32xf16>, tensor<16x576xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1]
      outs(%y : tensor<60x16xf16>) maps [#mk, #nk, #mn] sums f32 {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 64], stages = 4, consumers = 1, load = copy, defaults>} -> tensor<60x16xf16>
  return %r : tensor<60x16xf16>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @conv(%x: tensor<2x5x6x32xf16>, %f: tensor<16x576xf16>, %y: tensor<60x16xf16>) -> tensor<60x16xf16> {
  // expected-error@+1 {{tile[2] = 128, and a pixel has 64 elements along K; it needs a divisor}}
  %r = problem.contract ins(%x, %f : tensor<2x5x6x32xf16>, tensor<16x576xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1]
      outs(%y : tensor<60x16xf16>) maps [#mk, #nk, #mn] sums f32 {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 128], stages = 4, consumers = 1, defaults>} -> tensor<60x16xf16>
  return %r : tensor<60x16xf16>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @conv(%x: tensor<2x5x60x32xf16>, %f: tensor<16x576xf16>, %y: tensor<42x16xf16>) -> tensor<42x16xf16> {
  // expected-error@+1 {{A has windows of images that no tensor map has: the stride 9 is not in 1 to 8}}
  %r = problem.contract ins(%x, %f : tensor<2x5x60x32xf16>, tensor<16x576xf16>) windows [3, 3, 2, 9, 1, 1, 1, 1, 1, 1]
      outs(%y : tensor<42x16xf16>) maps [#mk, #nk, #mn] sums f32 {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 64], stages = 4, consumers = 1, defaults>} -> tensor<42x16xf16>
  return %r : tensor<42x16xf16>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @conv(%x: tensor<2x5x6x20xf16>, %f: tensor<16x576xf16>, %y: tensor<60x16xf16>) -> tensor<60x16xf16> {
  // expected-error@+1 {{load = tma, but A has}}
  %r = problem.contract ins(%x, %f : tensor<2x5x6x20xf16>, tensor<16x576xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1]
      outs(%y : tensor<60x16xf16>) maps [#mk, #nk, #mn] sums f32 {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 64], stages = 4, consumers = 1, defaults>} -> tensor<60x16xf16>
  return %r : tensor<60x16xf16>
}
