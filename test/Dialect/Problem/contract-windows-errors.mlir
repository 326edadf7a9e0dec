// RUN: autotune-opt %s -split-input-file -verify-diagnostics

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @few_numbers(%x: memref<2x5x6x32xf16>, %f: memref<16x288xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{'windows' has 10 numbers, not 3}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<16x288xf16>) windows [3, 3, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @no_images(%x: memref<60x288xf16>, %f: memref<16x288xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{'windows' needs an A with the dimensions images, rows, columns and channels, not 'memref<60x288xf16>'}}
  problem.contract ins(%x, %f : memref<60x288xf16>, memref<16x288xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @transposed(%x: memref<2x5x6x32xf16>, %f: memref<16x288xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{'windows' needs an A whose map is (m, k), not affine_map<(d0, d1, d2) -> (d2, d0)>}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<16x288xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#km, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @no_stride(%x: memref<2x5x6x32xf16>, %f: memref<16x288xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{'windows' has a size, stride, dilation or padding of 0; legal is from 1 to 1024}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<16x288xf16>) windows [3, 3, 0, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @negative_padding(%x: memref<2x5x6x32xf16>, %f: memref<16x288xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{'windows' has a size, stride, dilation or padding of -1; legal is from 0 to 1024}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<16x288xf16>) windows [3, 3, 1, 1, 1, 1, -1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @uneven_depth(%x: memref<2x5x6x32xf16>, %f: memref<16x290xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{has a K of 290; with 'windows', each of 9 pixels must have as many elements, and at least the channels of 'memref<2x5x6x32xf16>'}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<16x290xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @few_channels(%x: memref<2x5x6x32xf16>, %f: memref<16x144xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{has a K of 144; with 'windows', each of 9 pixels must have as many elements, and at least the channels of 'memref<2x5x6x32xf16>'}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<16x144xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @other_rows(%x: memref<2x5x6x32xf16>, %f: memref<16x288xf16>, %y: memref<59x16xf32>) {
  // expected-error@+1 {{has 'windows' with 60 places in 'memref<2x5x6x32xf16>'; C must have as many rows, not 59}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<16x288xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<59x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(b, m, n, k) -> (b, m, k)>
#nk = affine_map<(b, m, n, k) -> (b, n, k)>
#mn = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @images_of_a_batch(%x: memref<2x5x6x32xf16>, %f: memref<2x16x288xf16>, %y: memref<2x30x16xf32>) {
  // expected-error@+1 {{'windows' needs an A whose map is (m, k), not affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<2x16x288xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<2x30x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(b, m, n, k) -> (m, k)>
#nk = affine_map<(b, m, n, k) -> (b, n, k)>
#mn = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @channels_of_a_batch(%x: memref<2x5x6x32xf16>, %f: memref<2x16x288xf16>, %y: memref<2x60x16xf32>) {
  // expected-error@+1 {{has a K of 288 in a batch of 2; with 'windows', each product has an equal share of the channels of 'memref<2x5x6x32xf16>' for each of 9 pixels}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<2x16x288xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<2x60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @pair(%x: memref<2x5x6x32xf16>, %f: memref<16x288xf16>, %g: memref<16x288xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{'windows' needs one product, or a batch, without a pair, sum, prologue or scales}}
  problem.contract pair ins(%x, %f, %g : memref<2x5x6x32xf16>, memref<16x288xf16>, memref<16x288xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #nk, #mn] sums f32 epilogue {
  ^bb0(%u: f32, %v: f32):
    %p = arith.mulf %u, %v : f32
    problem.yield %p : f32
  }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @large(%x: memref<2x5x6x32xf16>, %f: memref<16x288xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{'windows' has a size, stride, dilation or padding of 4294967296; legal is from 1 to 1024}}
  problem.contract ins(%x, %f : memref<2x5x6x32xf16>, memref<16x288xf16>) windows [4294967296, 4294967296, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @many(%x: memref<2x9223372036854775807x6x32xf16>, %f: memref<16x288xf16>, %y: memref<60x16xf32>) {
  // expected-error@+1 {{has more windows than are counted, in 'memref<2x9223372036854775807x6x32xf16>'}}
  problem.contract ins(%x, %f : memref<2x9223372036854775807x6x32xf16>, memref<16x288xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%y : memref<60x16xf32>) maps [#mk, #nk, #mn] sums f32
  return
}
