// Kernels of tf32 load windows from the images. Without the permission, all windows are copied.
// RUN: autotune-opt %s -autotune-contract-convolutions='target=h200 allow-tf32=tf32' -canonicalize | FileCheck %s
// RUN: autotune-opt %s -autotune-contract-convolutions=target=h200 -canonicalize | FileCheck %s --check-prefix=NONE
// RUN: not autotune-opt %s -autotune-contract-convolutions=allow-tf32=tf23 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: allow-tf32 = tf23 is none of

// CHECK: problem.contract ins(%arg0, %{{.*}} : tensor<2x8x9x32xf32>, tensor<16x288xf32>) {{.*}}windows [3, 3, 2, 1, 1, 1, 1, 1, 0, 1]
// NONE: problem.contract ins(%{{.*}}, %{{.*}} : tensor<72x288xf32>, tensor<16x288xf32>)
// NONE-NOT: windows
#x = affine_map<(n, h, w, f, r, s, c) -> (n, h * 2 + r - 1, w + s - 1, c)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, r, s, c)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, h, w, f)>
func.func @windows(%x: tensor<2x8x9x32xf32>, %f: tensor<16x3x3x32xf32>, %y: tensor<2x4x9x16xf32>) -> tensor<2x4x9x16xf32> {
  %r = problem.convolution inputs(%x, %f : tensor<2x8x9x32xf32>, tensor<16x3x3x32xf32>)
      outputs(%y : tensor<2x4x9x16xf32>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    problem.yield %sum : f32
  } -> tensor<2x4x9x16xf32>
  return %r : tensor<2x4x9x16xf32>
}
