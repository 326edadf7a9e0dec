// A product whose first factor has the windows of images as its rows.
// RUN: autotune-opt %s | autotune-opt | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Of 40 channels along K, the images have 32.
// CHECK-LABEL: func.func @tensors
// CHECK: problem.contract ins(%arg0, %arg1 : tensor<2x5x6x32xf16>, tensor<16x360xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] outs(%arg2 : tensor<60x16xf16>) maps
func.func @tensors(%x: tensor<2x5x6x32xf16>, %f: tensor<16x360xf16>, %y: tensor<60x16xf16>) -> tensor<60x16xf16> {
  %r = problem.contract ins(%x, %f : tensor<2x5x6x32xf16>, tensor<16x360xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1]
      outs(%y : tensor<60x16xf16>) maps [#mk, #nk, #mn] sums f32 -> tensor<60x16xf16>
  return %r : tensor<60x16xf16>
}

// CHECK-LABEL: func.func @unknown_batch
// CHECK: windows [1, 1, 2, 2, 1, 1, 0, 0, 0, 0]
func.func @unknown_batch(%x: memref<?x8x8x64xi8>, %f: memref<16x64xi8>, %y: memref<?x16xi32>) {
  problem.contract ins(%x, %f : memref<?x8x8x64xi8>, memref<16x64xi8>) windows [1, 1, 2, 2, 1, 1, 0, 0, 0, 0]
      outs(%y : memref<?x16xi32>) maps [#mk, #nk, #mn] sums i32
  return
}
