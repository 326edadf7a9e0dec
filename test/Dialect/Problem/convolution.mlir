// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s -one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' | FileCheck %s --check-prefix=BUFFERS

#x = affine_map<(n, h, w, f, r, s, c) -> (n, c, h * 2 + r - 1, w * 2 + s * 3 - 2)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, c, r, s)>
#bias = affine_map<(n, h, w, f, r, s, c) -> (f)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, f, h, w)>

// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 * 2 + d4 - 1, d2 * 2 + d5 * 3 - 2)>
// CHECK-LABEL: func.func @bias
// CHECK: problem.convolution inputs(%{{.*}} : tensor<?x16x28x28xf16>, tensor<32x16x3x3xf16>, tensor<32xi1>) outputs(%{{.*}} : tensor<?x32x14x13xf16>) maps = [#[[X]], #{{.*}}] epilogue {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i8):
// CHECK: problem.yield %{{.*}} : f16
// CHECK-NEXT: } -> tensor<?x32x14x13xf16>

// The output is overwritten, so its buffer is a new one.
// BUFFERS-LABEL: func.func @bias
// BUFFERS: memref.alloc
// BUFFERS-NOT: memref.copy
// BUFFERS: problem.convolution inputs({{.*}} : memref<?x16x28x28xf16>, memref<32x16x3x3xf16>, memref<32xi1>) outputs({{.*}} : memref<?x32x14x13xf16>)
func.func @bias(%x: tensor<?x16x28x28xf16>, %f: tensor<32x16x3x3xf16>, %mask: tensor<32xi1>, %n: index)
    -> tensor<?x32x14x13xf16> {
  %y = tensor.empty(%n) : tensor<?x32x14x13xf16>
  %r = problem.convolution inputs(%x, %f, %mask : tensor<?x16x28x28xf16>, tensor<32x16x3x3xf16>, tensor<32xi1>)
      outputs(%y : tensor<?x32x14x13xf16>) maps = [#x, #f, #bias, #y]
      epilogue {
      ^bb0(%sum: f32, %of: i8):
        %zero = arith.constant 0 : i8
        %low = arith.constant 0.0 : f16
        %is = arith.cmpi ne, %of, %zero : i8
        %short = arith.truncf %sum : f32 to f16
        %element = arith.select %is, %short, %low : f16
        problem.yield %element : f16
      } -> tensor<?x32x14x13xf16>
  return %r : tensor<?x32x14x13xf16>
}

#x1 = affine_map<(n, g, l, m, k) -> (n, l + k, g)>
#f1 = affine_map<(n, g, l, m, k) -> (k, g, m)>
#y1 = affine_map<(n, g, l, m, k) -> (n, l, g, m)>

// A depthwise convolution of integers.
// CHECK-LABEL: func.func @depthwise
// CHECK: problem.convolution inputs
// CHECK-NEXT: ^bb0(%{{.*}}: i32):
func.func @depthwise(%x: memref<2x10x8xi8>, %f: memref<3x8x2xi8>, %y: memref<2x8x8x2xi32>) {
  problem.convolution inputs(%x, %f : memref<2x10x8xi8>, memref<3x8x2xi8>)
      outputs(%y : memref<2x8x8x2xi32>) maps = [#x1, #f1, #y1]
      epilogue {
      ^bb0(%sum: i32):
        problem.yield %sum : i32
      }
  return
}
