// The way back: padding, sums of products, and the epilogue.
// RUN: autotune-opt %s -autotune-decompose-convolution -mlir-print-local-scope | FileCheck %s
// RUN: autotune-opt %s -autotune-decompose-convolution -autotune-compile='target=h200 format=sim' | %run_sim | FileCheck %s --check-prefix=VALUES
// UNSUPPORTED: sanitizers

// Each channel has a filter of its own, which is read channel by channel: they become the last
// dimension, as in the result.
// CHECK-LABEL: func.func @depthwise
// CHECK: [[F:%.*]] = linalg.transpose ins(%arg1 : tensor<3x2x2xf16>) outs(%{{.*}} : tensor<2x2x3xf16>) permutation = [1, 2, 0]
// CHECK: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1 + d3, d2 + d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0)>]
// CHECK-SAME: ins(%arg0, [[F]] :
func.func @depthwise(%x: tensor<4x5x3xf16>, %f: tensor<3x2x2xf16>, %y: tensor<3x4x3xf32>) -> tensor<3x4x3xf32> {
  %r = problem.convolution inputs(%x, %f : tensor<4x5x3xf16>, tensor<3x2x2xf16>) outputs(%y : tensor<3x4x3xf32>)
      maps = [affine_map<(c, h, w, r, s) -> (h + r, w + s, c)>, affine_map<(c, h, w, r, s) -> (c, r, s)>,
              affine_map<(c, h, w, r, s) -> (h, w, c)>]
      epilogue {
      ^bb0(%s: f32):
        problem.yield %s : f32
      } -> tensor<3x4x3xf32>
  return %r : tensor<3x4x3xf32>
}

// Windows begin within the images along one dimension, and end within them along the other.
// CHECK-LABEL: func.func @cropped
// CHECK: tensor.pad %{{.*}} low[0, 1] high[2, 0]
// CHECK: } : tensor<4x6xf16> to tensor<6x7xf16>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<3x2x1xf32>)
// CHECK: [[S:%.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0 + d3 + 2, d1 * 2 + d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
// CHECK: arith.extf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins([[S]], %{{.*}} : tensor<3x2x1xf32>, tensor<1xi1>) outs(%{{.*}} : tensor<3x2x1xf32>)
// CHECK: arith.extui %{{.*}} : i1 to i8
func.func @cropped(%x: tensor<4x6xf16>, %f: tensor<2x3x1xf16>, %of: tensor<1xi1>, %y: tensor<3x2x1xf32>) -> tensor<3x2x1xf32> {
  %r = problem.convolution inputs(%x, %f, %of : tensor<4x6xf16>, tensor<2x3x1xf16>, tensor<1xi1>) outputs(%y : tensor<3x2x1xf32>)
      maps = [affine_map<(h, w, f, r, s) -> (h + r + 2, w * 2 + s - 1)>, affine_map<(h, w, f, r, s) -> (r, s, f)>,
              affine_map<(h, w, f, r, s) -> (f)>, affine_map<(h, w, f, r, s) -> (h, w, f)>]
      epilogue {
      ^bb0(%s: f32, %b: i8):
        %zero = arith.constant 0 : i8
        %is = arith.cmpi ne, %b, %zero : i8
        %neg = arith.negf %s : f32
        %e = arith.select %is, %neg, %s : f32
        problem.yield %e : f32
      } -> tensor<3x2x1xf32>
  return %r : tensor<3x2x1xf32>
}

// The last rows of the image are 2 and 3. Windows have three columns, the first one of the
// first window is padding, and the last rows of the windows are padding, too.
// VALUES: ( -10, -15 ), ( -6, -9 ), ( -0, -0 )
func.func @main() {
  %x = arith.constant dense<[[9.0, 9.0, 9.0, 9.0, 9.0, 9.0], [9.0, 9.0, 9.0, 9.0, 9.0, 9.0],
                             [2.0, 2.0, 2.0, 2.0, 2.0, 9.0], [3.0, 3.0, 3.0, 3.0, 3.0, 9.0]]> : tensor<4x6xf16>
  %f = arith.constant dense<1.0> : tensor<2x3x1xf16>
  %of = arith.constant dense<true> : tensor<1xi1>
  %y = tensor.empty() : tensor<3x2x1xf32>
  %r = call @cropped(%x, %f, %of, %y) : (tensor<4x6xf16>, tensor<2x3x1xf16>, tensor<1xi1>, tensor<3x2x1xf32>) -> tensor<3x2x1xf32>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = vector.transfer_read %r[%c0, %c0, %c0], %zero
      {permutation_map = affine_map<(a, b, c) -> (a, b)>, in_bounds = [true, true]} : tensor<3x2x1xf32>, vector<3x2xf32>
  vector.print %rows : vector<3x2xf32>
  return
}
