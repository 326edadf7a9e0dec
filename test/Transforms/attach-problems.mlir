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
