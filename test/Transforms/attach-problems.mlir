// Configs are attached to problems as to matmuls. What an option allows becomes
// part of the problem.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-attach-configs="target=h200 space=none allow-tf32=3xtf32 accumulator=f16" | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @f32
// CHECK: problem.contract {{.*}} sums f32 as "3xtf32" {{.*}}autotune.config = #autotune.config<{{.*}}>, autotune.fact = "64x32x128 3xtf32 -> f32"
func.func @f32(%a: memref<64x128xf32>, %b: memref<128x32xf32>, %c: memref<64x32xf32>) {
  problem.contract ins(%a, %b : memref<64x128xf32>, memref<128x32xf32>) outs(%c : memref<64x32xf32>)
      maps [#mk, #kn, #mn] sums f32
  return
}

// What a problem says for itself stays.
// CHECK-LABEL: func.func @tf32
// CHECK: problem.contract {{.*}} sums f32 as "tf32" {{.*}}autotune.fact = "64x32x128 tf32 -> f32"
func.func @tf32(%a: memref<64x128xf32>, %b: memref<128x32xf32>, %c: memref<64x32xf32>) {
  problem.contract ins(%a, %b : memref<64x128xf32>, memref<128x32xf32>) outs(%c : memref<64x32xf32>)
      maps [#mk, #kn, #mn] sums f32 as "tf32"
  return
}

// CHECK-LABEL: func.func @f16
// CHECK: problem.contract {{.*}} sums f16 {{.*}}autotune.fact = "64x32x128 f16 -> f16 in f16"
func.func @f16(%a: memref<64x128xf16>, %b: memref<128x32xf16>, %c: memref<64x32xf16>) {
  problem.contract ins(%a, %b : memref<64x128xf16>, memref<128x32xf16>) outs(%c : memref<64x32xf16>)
      maps [#mk, #kn, #mn] sums f32
  return
}

// A config of somebody's own is checked and completed.
// CHECK-LABEL: func.func @given
// CHECK: problem.contract {{.*}}autotune.config = #autotune.config<simt, tile = [32, 32, 8], thread = [2, 2]>
func.func @given(%a: memref<64x128xbf16>, %b: memref<128x32xbf16>, %c: memref<64x32xbf16>) {
  problem.contract ins(%a, %b : memref<64x128xbf16>, memref<128x32xbf16>) outs(%c : memref<64x32xbf16>)
      maps [#mk, #kn, #mn] sums f32 {autotune.config = #autotune.config<simt, tile = [32, 32, 8], thread = [2, 2]>}
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @no_kernel(%a: memref<64x128xi1>, %b: memref<128x32xi1>, %c: memref<64x32xi32>) {
  // expected-error@+1 {{has no config: the element type i1 of its A operand is none of}}
  problem.contract ins(%a, %b : memref<64x128xi1>, memref<128x32xi1>) outs(%c : memref<64x32xi32>)
      maps [#mk, #kn, #mn] sums i32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @function(%a: memref<64x128xbf16>, %b: memref<128x32xbf16>, %c: memref<64x32xf32>) {
  // expected-error@+1 {{has no config: }}
  problem.contract ins(%a, %b : memref<64x128xbf16>, memref<128x32xbf16>) outs(%c : memref<64x32xf32>)
      maps [#mk, #kn, #mn] sums f32
      epilogue {
      ^bb0(%sum: f32):
        %0 = arith.remf %sum, %sum : f32
        problem.yield %0 : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @illegal(%a: memref<64x128xf64>, %b: memref<128x32xf64>, %c: memref<64x32xf64>) {
  // expected-error@+1 {{autotune.config breaks the constraint}}
  problem.contract ins(%a, %b : memref<64x128xf64>, memref<128x32xf64>) outs(%c : memref<64x32xf64>)
      maps [#mk, #kn, #mn] sums f64 {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 64]>}
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @depth(%a: memref<64x?xbf16>, %b: memref<?x32xbf16>, %c: memref<64x32xf32>) {
  // expected-error@+1 {{has no config: a K is 0, or known at run time only; no kernel is launched for a K of 0}}
  problem.contract ins(%a, %b : memref<64x?xbf16>, memref<?x32xbf16>) outs(%c : memref<64x32xf32>)
      maps [#mk, #kn, #mn] sums f32
      epilogue {
      ^bb0(%sum: f32):
        %0 = arith.addf %sum, %sum : f32
        problem.yield %0 : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#ms = affine_map<(m, n, k) -> (m, k floordiv 128)>
#ns = affine_map<(m, n, k) -> (n floordiv 128, k floordiv 128)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Both products of a pair have scales of their own, in matrices that lie alike.
// CHECK-LABEL: func.func @scaled_pair
// CHECK: problem.contract pair {{.*}} scales(
// CHECK: } {{.*}}autotune.config = #autotune.config<hopper_wgmma, {{.*}}autotune.fact = "64x128x256 f8E4M3FN B^T x2 scaled f32[m,k/128] f32[n/128,k/128] -> f32 then {{[0-9a-f]*}} sb(align=8)"
func.func @scaled_pair(%a: memref<64x256xf8E4M3FN>, %b: memref<128x256xf8E4M3FN>, %b2: memref<128x256xf8E4M3FN>, %sa: memref<64x2xf32>, %sb: memref<1x2xf32>,
    %s: memref<2x2xf32>, %c: memref<64x128xf32>) {
  %sb2 = memref.subview %s[1, 0] [1, 2] [1, 1] : memref<2x2xf32> to memref<1x2xf32, strided<[2, 1], offset: 2>>
  problem.contract pair ins(%a, %b, %b2 : memref<64x256xf8E4M3FN>, memref<128x256xf8E4M3FN>, memref<128x256xf8E4M3FN>)
      scales(%sa, %sb, %sb2 : memref<64x2xf32>, memref<1x2xf32>, memref<1x2xf32, strided<[2, 1], offset: 2>>) outs(%c : memref<64x128xf32>)
      maps [#mk, #nk, #nk, #ms, #ns, #ns, #mn] sums f32 epilogue {
      ^bb0(%u: f32, %v: f32):
        %0 = arith.mulf %u, %v : f32
        problem.yield %0 : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#ms = affine_map<(m, n, k) -> (m, k floordiv 128)>
#ns = affine_map<(m, n, k) -> (n floordiv 128, k floordiv 128)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @scales_lie_apart(%a: memref<64x256xf8E4M3FN>, %b: memref<128x256xf8E4M3FN>, %sa: memref<64x2xf32>, %sb: memref<1x2xf32>,
    %sb2: memref<1x2xf32, strided<[4, 1]>>, %c: memref<64x128xf32>) {
  // expected-error@+1 {{has no config: the scales of both matrices that A is multiplied by must have the same layout}}
  problem.contract pair ins(%a, %b, %b : memref<64x256xf8E4M3FN>, memref<128x256xf8E4M3FN>, memref<128x256xf8E4M3FN>)
      scales(%sa, %sb, %sb2 : memref<64x2xf32>, memref<1x2xf32>, memref<1x2xf32, strided<[4, 1]>>) outs(%c : memref<64x128xf32>)
      maps [#mk, #nk, #nk, #ms, #ns, #ns, #mn] sums f32 epilogue {
      ^bb0(%u: f32, %v: f32):
        %0 = arith.mulf %u, %v : f32
        problem.yield %0 : f32
      }
  return
}
