// What is no convolution that a problem can express stays, and a remark has the reason.
// RUN: autotune-opt %s -autotune-form-convolutions -remarks-filter=autotune -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAME < %t

// SAME-NOT: problem.convolution

// CHECK: remark: [Missed] {{.*}}Function=zero_points{{.*}}no convolution is formed: its zero points are not 0
func.func @zero_points(%x: tensor<2x6x6x3xi8>, %f: tensor<3x3x3x4xi8>, %zp: i32, %to: tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32> {
  %r = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f, %zp, %zp : tensor<2x6x6x3xi8>, tensor<3x3x3x4xi8>, i32, i32) outs(%to : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  return %r : tensor<2x4x4x4xi32>
}

// CHECK: remark: [Missed] {{.*}}Function=doubles{{.*}}no convolution is formed: it sums elements of f64
func.func @doubles(%x: tensor<8x7xf64>, %f: tensor<3x2xf64>, %to: tensor<6x6xf64>) -> tensor<6x6xf64> {
  %r = linalg.conv_2d ins(%x, %f : tensor<8x7xf64>, tensor<3x2xf64>) outs(%to : tensor<6x6xf64>) -> tensor<6x6xf64>
  return %r : tensor<6x6xf64>
}

// CHECK: remark: [Missed] {{.*}}Function=long{{.*}}no convolution is formed: it sums elements of i64
func.func @long(%x: tensor<8x7xi8>, %f: tensor<3x2xi8>, %to: tensor<6x6xi64>) -> tensor<6x6xi64> {
  %r = linalg.conv_2d ins(%x, %f : tensor<8x7xi8>, tensor<3x2xi8>) outs(%to : tensor<6x6xi64>) -> tensor<6x6xi64>
  return %r : tensor<6x6xi64>
}

// CHECK: remark: [Missed] {{.*}}Function=mixed{{.*}}no convolution is formed: it multiplies elements of f16 and bf16
func.func @mixed(%x: tensor<8x7xf16>, %f: tensor<3x2xbf16>, %to: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %r = linalg.conv_2d ins(%x, %f : tensor<8x7xf16>, tensor<3x2xbf16>) outs(%to : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}

// CHECK: remark: [Missed] {{.*}}Function=integers_as_floats{{.*}}no convolution is formed: it sums integers as floats
func.func @integers_as_floats(%x: tensor<8x7xi8>, %f: tensor<3x2xi8>, %to: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %r = linalg.conv_2d ins(%x, %f : tensor<8x7xi8>, tensor<3x2xi8>) outs(%to : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}

#x = affine_map<(h, w, r, s) -> (h + r, w + s)>
#f = affine_map<(h, w, r, s) -> (r, s)>
#y = affine_map<(h, w, r, s) -> (h, w)>

// CHECK: remark: [Missed] {{.*}}Function=unsigned{{.*}}no convolution is formed: it multiplies integers without a sign
func.func @unsigned(%x: tensor<8x7xi8>, %f: tensor<3x2xi8>, %to: tensor<6x6xi32>) -> tensor<6x6xi32> {
  %r = linalg.generic {indexing_maps = [#x, #f, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %f : tensor<8x7xi8>, tensor<3x2xi8>) outs(%to : tensor<6x6xi32>) {
  ^bb0(%a: i8, %b: i8, %out: i32):
    %wa = arith.extui %a : i8 to i32
    %wb = arith.extsi %b : i8 to i32
    %p = arith.muli %wa, %wb : i32
    %s = arith.addi %out, %p : i32
    linalg.yield %s : i32
  } -> tensor<6x6xi32>
  return %r : tensor<6x6xi32>
}

// CHECK: remark: [Missed] {{.*}}Function=function{{.*}}no convolution is formed: it multiplies something else than elements of two tensors
func.func @function(%x: tensor<8x7xf32>, %f: tensor<3x2xf32>, %to: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %r = linalg.generic {indexing_maps = [#x, #f, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %f : tensor<8x7xf32>, tensor<3x2xf32>) outs(%to : tensor<6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = math.exp %a : f32
    %p = arith.mulf %e, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}

// CHECK: remark: [Missed] {{.*}}Function=configured{{.*}}no convolution is formed: it has a config of its own
func.func @configured(%x: tensor<8x7xf32>, %f: tensor<3x2xf32>, %to: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %r = linalg.conv_2d {autotune.config = #autotune.config<hopper_wgmma>} ins(%x, %f : tensor<8x7xf32>, tensor<3x2xf32>) outs(%to : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}

// The image is read at one more place for each channel.
// CHECK: remark: [Missed] {{.*}}Function=skewed{{.*}}no convolution is formed: its loops are not those of a convolution alone
func.func @skewed(%x: tensor<10x12xf32>, %f: tensor<3x2x2xf32>, %to: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(h, w, r, s, c) -> (h + r, w + s + c)>, affine_map<(h, w, r, s, c) -> (r, s, c)>,
                                        affine_map<(h, w, r, s, c) -> (h, w)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %f : tensor<10x12xf32>, tensor<3x2x2xf32>) outs(%to : tensor<6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}

// Poolings and products of matrices are no convolutions, and not worth a remark.
// CHECK-NOT: remark
func.func @others(%x: tensor<1x8x7x3xf32>, %f: tensor<3x3xf32>, %to: tensor<1x6x5x3xf32>, %a: tensor<4x5xf32>,
                  %b: tensor<5x6xf32>, %c: tensor<4x6xf32>) -> (tensor<1x6x5x3xf32>, tensor<1x6x5x3xf32>, tensor<4x6xf32>) {
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x8x7x3xf32>, tensor<3x3xf32>) outs(%to : tensor<1x6x5x3xf32>) -> tensor<1x6x5x3xf32>
  %s = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x8x7x3xf32>, tensor<3x3xf32>) outs(%to : tensor<1x6x5x3xf32>) -> tensor<1x6x5x3xf32>
  %t = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r, %s, %t : tensor<1x6x5x3xf32>, tensor<1x6x5x3xf32>, tensor<4x6xf32>
}
