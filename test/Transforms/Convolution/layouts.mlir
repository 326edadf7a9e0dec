// Named operations of all layouts.
// RUN: autotune-opt %s -autotune-form-convolutions -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/../Attention/Inputs/compare.py %s --run="%run_sim" --passes="--autotune-form-convolutions --autotune-decompose-convolution"
// UNSUPPORTED: sanitizers

// CHECK-LABEL: func.func @conv_1d_ncw_fcw{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x3x12xf16>, tensor<4x3x3xf16>) outputs({{.*}} : tensor<2x4x5xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1 * 2 + d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d2, d4, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1)>] epilogue {
func.func @conv_1d_ncw_fcw(%x: tensor<2x3x12xf16>, %f: tensor<4x3x3xf16>) -> tensor<2x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4x5xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %r = linalg.conv_1d_ncw_fcw {dilations = dense<[1]> : vector<1xi64>, strides = dense<[2]> : vector<1xi64>} ins(%x, %f : tensor<2x3x12xf16>, tensor<4x3x3xf16>) outs(%fill : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return %r : tensor<2x4x5xf32>
}

// CHECK-LABEL: func.func @conv_1d_nwc_wcf{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x12x3xf32>, tensor<3x3x4xf32>) outputs({{.*}} : tensor<2x8x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 + d3 * 2, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>] epilogue {
func.func @conv_1d_nwc_wcf(%x: tensor<2x12x3xf32>, %f: tensor<3x3x4xf32>) -> tensor<2x8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x8x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %r = linalg.conv_1d_nwc_wcf {dilations = dense<[2]> : vector<1xi64>, strides = dense<[1]> : vector<1xi64>} ins(%x, %f : tensor<2x12x3xf32>, tensor<3x3x4xf32>) outs(%fill : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %r : tensor<2x8x4xf32>
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x3x9x8xf16>, tensor<4x3x3x2xf16>) outputs({{.*}} : tensor<2x4x4x6xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 * 2 + d4, d2 + d5 * 2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
func.func @conv_2d_nchw_fchw(%x: tensor<2x3x9x8xf16>, %f: tensor<4x3x3x2xf16>) -> tensor<2x4x4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4x4x6xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x4x6xf32>) -> tensor<2x4x4x6xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : vector<2xi64>, strides = dense<[2, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x3x9x8xf16>, tensor<4x3x3x2xf16>) outs(%fill : tensor<2x4x4x6xf32>) -> tensor<2x4x4x6xf32>
  return %r : tensor<2x4x4x6xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x9x8x3xf16>, tensor<3x2x3x4xf16>) outputs({{.*}} : tensor<2x4x7x4xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 + d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
func.func @conv_2d_nhwc_hwcf(%x: tensor<2x9x8x3xf16>, %f: tensor<3x2x3x4xf16>) -> tensor<2x4x7x4xf16> {
  %zero = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<2x4x7x4xf16>
  %fill = linalg.fill ins(%zero : f16) outs(%empty : tensor<2x4x7x4xf16>) -> tensor<2x4x7x4xf16>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[2, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x9x8x3xf16>, tensor<3x2x3x4xf16>) outs(%fill : tensor<2x4x7x4xf16>) -> tensor<2x4x7x4xf16>
  return %r : tensor<2x4x7x4xf16>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x9x8x3xf16>, tensor<4x3x2x3xf16>) outputs({{.*}} : tensor<2x7x7x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
func.func @conv_2d_nhwc_fhwc(%x: tensor<2x9x8x3xf16>, %f: tensor<4x3x2x3xf16>) -> tensor<2x7x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x7x7x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x7x7x4xf32>) -> tensor<2x7x7x4xf32>
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x9x8x3xf16>, tensor<4x3x2x3xf16>) outs(%fill : tensor<2x7x7x4xf32>) -> tensor<2x7x7x4xf32>
  return %r : tensor<2x7x7x4xf32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_fgchw{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x2x3x6x6xf32>, tensor<4x2x3x3x3xf32>) outputs({{.*}} : tensor<2x2x4x4x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d7, d2 + d5, d3 + d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d4, d1, d7, d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d4, d2, d3)>] epilogue {
func.func @conv_2d_ngchw_fgchw(%x: tensor<2x2x3x6x6xf32>, %f: tensor<4x2x3x3x3xf32>) -> tensor<2x2x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2x4x4x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2x4x4x4xf32>) -> tensor<2x2x4x4x4xf32>
  %r = linalg.conv_2d_ngchw_fgchw {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x2x3x6x6xf32>, tensor<4x2x3x3x3xf32>) outs(%fill : tensor<2x2x4x4x4xf32>) -> tensor<2x2x4x4x4xf32>
  return %r : tensor<2x2x4x4x4xf32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x2x3x6x6xf32>, tensor<2x4x3x3x3xf32>) outputs({{.*}} : tensor<2x2x4x2x2xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d7, d2 + d5 * 2, d3 + d6 * 2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d4, d7, d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d4, d2, d3)>] epilogue {
func.func @conv_2d_ngchw_gfchw(%x: tensor<2x2x3x6x6xf32>, %f: tensor<2x4x3x3x3xf32>) -> tensor<2x2x4x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2x4x2x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2x4x2x2xf32>) -> tensor<2x2x4x2x2xf32>
  %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<[2, 2]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x2x3x6x6xf32>, tensor<2x4x3x3x3xf32>) outs(%fill : tensor<2x2x4x2x2xf32>) -> tensor<2x2x4x2x2xf32>
  return %r : tensor<2x2x4x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x2x3xf32>, tensor<2x4x3x3x3xf32>) outputs({{.*}} : tensor<2x4x4x2x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d2 + d5, d3 + d6, d1, d7)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d4, d5, d6, d7)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d2, d3, d1, d4)>] epilogue {
func.func @conv_2d_nhwgc_gfhwc(%x: tensor<2x6x6x2x3xf32>, %f: tensor<2x4x3x3x3xf32>) -> tensor<2x4x4x2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4x4x2x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x4x2x4xf32>) -> tensor<2x4x4x2x4xf32>
  %r = linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x6x6x2x3xf32>, tensor<2x4x3x3x3xf32>) outs(%fill : tensor<2x4x4x2x4xf32>) -> tensor<2x4x4x2x4xf32>
  return %r : tensor<2x4x4x2x4xf32>
}

// CHECK-LABEL: func.func @conv_3d_ncdhw_fcdhw{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x3x5x6x6xf32>, tensor<4x3x2x3x3xf32>) outputs({{.*}} : tensor<1x4x4x4x2xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d8, d1 + d5, d2 + d6, d3 * 2 + d7)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d4, d8, d5, d6, d7)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d4, d1, d2, d3)>] epilogue {
func.func @conv_3d_ncdhw_fcdhw(%x: tensor<1x3x5x6x6xf32>, %f: tensor<4x3x2x3x3xf32>) -> tensor<1x4x4x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x4x4x4x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x4x4x4x2xf32>) -> tensor<1x4x4x4x2xf32>
  %r = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[1, 1, 1]> : vector<3xi64>, strides = dense<[1, 1, 2]> : vector<3xi64>} ins(%x, %f : tensor<1x3x5x6x6xf32>, tensor<4x3x2x3x3xf32>) outs(%fill : tensor<1x4x4x4x2xf32>) -> tensor<1x4x4x4x2xf32>
  return %r : tensor<1x4x4x4x2xf32>
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x5x6x6x3xf16>, tensor<2x3x3x3x4xf16>) outputs({{.*}} : tensor<1x4x4x2x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1 + d5, d2 + d6, d3 * 2 + d7, d8)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d5, d6, d7, d8, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1, d2, d3, d4)>] epilogue {
func.func @conv_3d_ndhwc_dhwcf(%x: tensor<1x5x6x6x3xf16>, %f: tensor<2x3x3x3x4xf16>) -> tensor<1x4x4x2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x4x4x2x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x4x4x2x4xf32>) -> tensor<1x4x4x2x4xf32>
  %r = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[1, 1, 1]> : vector<3xi64>, strides = dense<[1, 1, 2]> : vector<3xi64>} ins(%x, %f : tensor<1x5x6x6x3xf16>, tensor<2x3x3x3x4xf16>) outs(%fill : tensor<1x4x4x2x4xf32>) -> tensor<1x4x4x2x4xf32>
  return %r : tensor<1x4x4x2x4xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_ncw_cw{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x4x9xf32>, tensor<4x3xf32>) outputs({{.*}} : tensor<2x4x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 * 2 + d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d1, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] epilogue {
func.func @depthwise_conv_1d_ncw_cw(%x: tensor<2x4x9xf32>, %f: tensor<4x3xf32>) -> tensor<2x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %r = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<[1]> : vector<1xi64>, strides = dense<[2]> : vector<1xi64>} ins(%x, %f : tensor<2x4x9xf32>, tensor<4x3xf32>) outs(%fill : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %r : tensor<2x4x4xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wc{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x9x4xf32>, tensor<3x4xf32>) outputs({{.*}} : tensor<2x7x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2 + d3, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d3, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d0, d2, d1)>] epilogue {
func.func @depthwise_conv_1d_nwc_wc(%x: tensor<2x9x4xf32>, %f: tensor<3x4xf32>) -> tensor<2x7x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x7x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x7x4xf32>) -> tensor<2x7x4xf32>
  %r = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<[1]> : vector<1xi64>, strides = dense<[1]> : vector<1xi64>} ins(%x, %f : tensor<2x9x4xf32>, tensor<3x4xf32>) outs(%fill : tensor<2x7x4xf32>) -> tensor<2x7x4xf32>
  return %r : tensor<2x7x4xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wcm{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x9x4xf32>, tensor<3x4x2xf32>) outputs({{.*}} : tensor<2x7x4x2xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 + d4, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3)>] epilogue {
func.func @depthwise_conv_1d_nwc_wcm(%x: tensor<2x9x4xf32>, %f: tensor<3x4x2xf32>) -> tensor<2x7x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x7x4x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x7x4x2xf32>) -> tensor<2x7x4x2xf32>
  %r = linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<[1]> : vector<1xi64>, strides = dense<[1]> : vector<1xi64>} ins(%x, %f : tensor<2x9x4xf32>, tensor<3x4x2xf32>) outs(%fill : tensor<2x7x4x2xf32>) -> tensor<2x7x4x2xf32>
  return %r : tensor<2x7x4x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nchw_chw{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x4x6x6xf16>, tensor<4x3x3xf16>) outputs({{.*}} : tensor<2x4x4x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 + d4, d3 + d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>] epilogue {
func.func @depthwise_conv_2d_nchw_chw(%x: tensor<2x4x6x6xf16>, %f: tensor<4x3x3xf16>) -> tensor<2x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4x4x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x4x6x6xf16>, tensor<4x3x3xf16>) outs(%fill : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return %r : tensor<2x4x4x4xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x4xf16>, tensor<3x3x4xf16>) outputs({{.*}} : tensor<2x2x2x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2 * 2 + d4, d3 * 2 + d5, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d1)>] epilogue {
func.func @depthwise_conv_2d_nhwc_hwc(%x: tensor<2x6x6x4xf16>, %f: tensor<3x3x4xf16>) -> tensor<2x2x2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2x2x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2x2x4xf32>) -> tensor<2x2x2x4xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[2, 2]> : vector<2xi64>} ins(%x, %f : tensor<2x6x6x4xf16>, tensor<3x3x4xf16>) outs(%fill : tensor<2x2x2x4xf32>) -> tensor<2x2x2x4xf32>
  return %r : tensor<2x2x2x4xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x4xf32>, tensor<3x3x4x2xf32>) outputs({{.*}} : tensor<2x4x4x4x2xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d5, d3 + d6, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d1, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d1, d4)>] epilogue {
func.func @depthwise_conv_2d_nhwc_hwcm(%x: tensor<2x6x6x4xf32>, %f: tensor<3x3x4x2xf32>) -> tensor<2x4x4x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4x4x4x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x4x4x2xf32>) -> tensor<2x4x4x4x2xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x6x6x4xf32>, tensor<3x3x4x2xf32>) outs(%fill : tensor<2x4x4x4x2xf32>) -> tensor<2x4x4x4x2xf32>
  return %r : tensor<2x4x4x4x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwc{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x4x5x5x3xf32>, tensor<2x3x3x3xf32>) outputs({{.*}} : tensor<1x3x3x3x3xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d2 + d5, d3 + d6, d4 + d7, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d5, d6, d7, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d2, d3, d4, d1)>] epilogue {
func.func @depthwise_conv_3d_ndhwc_dhwc(%x: tensor<1x4x5x5x3xf32>, %f: tensor<2x3x3x3xf32>) -> tensor<1x3x3x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3x3x3x3xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x3x3x3xf32>) -> tensor<1x3x3x3x3xf32>
  %r = linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[1, 1, 1]> : vector<3xi64>, strides = dense<[1, 1, 1]> : vector<3xi64>} ins(%x, %f : tensor<1x4x5x5x3xf32>, tensor<2x3x3x3xf32>) outs(%fill : tensor<1x3x3x3x3xf32>) -> tensor<1x3x3x3x3xf32>
  return %r : tensor<1x3x3x3x3xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ncdhw_cdhw{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x3x4x5x5xf32>, tensor<3x2x3x3xf32>) outputs({{.*}} : tensor<1x3x3x3x3xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2 + d5, d3 + d6, d4 + d7)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d5, d6, d7)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d4)>] epilogue {
func.func @depthwise_conv_3d_ncdhw_cdhw(%x: tensor<1x3x4x5x5xf32>, %f: tensor<3x2x3x3xf32>) -> tensor<1x3x3x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3x3x3x3xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x3x3x3xf32>) -> tensor<1x3x3x3x3xf32>
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[1, 1, 1]> : vector<3xi64>, strides = dense<[1, 1, 1]> : vector<3xi64>} ins(%x, %f : tensor<1x3x4x5x5xf32>, tensor<3x2x3x3xf32>) outs(%fill : tensor<1x3x3x3x3xf32>) -> tensor<1x3x3x3x3xf32>
  return %r : tensor<1x3x3x3x3xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwcm{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x4x5x5x3xf32>, tensor<2x3x3x3x2xf32>) outputs({{.*}} : tensor<1x3x3x3x3x2xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d2 + d6, d3 + d7, d4 + d8, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d6, d7, d8, d1, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d2, d3, d4, d1, d5)>] epilogue {
func.func @depthwise_conv_3d_ndhwc_dhwcm(%x: tensor<1x4x5x5x3xf32>, %f: tensor<2x3x3x3x2xf32>) -> tensor<1x3x3x3x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3x3x3x3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x3x3x3x2xf32>) -> tensor<1x3x3x3x3x2xf32>
  %r = linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[1, 1, 1]> : vector<3xi64>, strides = dense<[1, 1, 1]> : vector<3xi64>} ins(%x, %f : tensor<1x4x5x5x3xf32>, tensor<2x3x3x3x2xf32>) outs(%fill : tensor<1x3x3x3x3x2xf32>) -> tensor<1x3x3x3x3x2xf32>
  return %r : tensor<1x3x3x3x3x2xf32>
}

// CHECK-LABEL: func.func @conv_1d{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<12xf32>, tensor<3xf32>) outputs({{.*}} : tensor<10xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1) -> (d0 + d1)>,
// CHECK-SAME: affine_map<(d0, d1) -> (d1)>,
// CHECK-SAME: affine_map<(d0, d1) -> (d0)>] epilogue {
func.func @conv_1d(%x: tensor<12xf32>, %f: tensor<3xf32>) -> tensor<10xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<10xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<10xf32>) -> tensor<10xf32>
  %r = linalg.conv_1d ins(%x, %f : tensor<12xf32>, tensor<3xf32>) outs(%fill : tensor<10xf32>) -> tensor<10xf32>
  return %r : tensor<10xf32>
}

// CHECK-LABEL: func.func @conv_2d{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<8x7xf32>, tensor<3x2xf32>) outputs({{.*}} : tensor<6x6xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3) -> (d0 + d2, d1 + d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d0, d1)>] epilogue {
func.func @conv_2d(%x: tensor<8x7xf32>, %f: tensor<3x2xf32>) -> tensor<6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6x6xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<6x6xf32>) -> tensor<6x6xf32>
  %r = linalg.conv_2d ins(%x, %f : tensor<8x7xf32>, tensor<3x2xf32>) outs(%fill : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}

// CHECK-LABEL: func.func @conv_3d{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<5x6x4xf32>, tensor<2x3x3xf32>) outputs({{.*}} : tensor<4x4x2xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0 + d3, d1 + d4, d2 + d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2)>] epilogue {
func.func @conv_3d(%x: tensor<5x6x4xf32>, %f: tensor<2x3x3xf32>) -> tensor<4x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x4x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
  %r = linalg.conv_3d ins(%x, %f : tensor<5x6x4xf32>, tensor<2x3x3xf32>) outs(%fill : tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
  return %r : tensor<4x4x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf_q{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x3xi8>, tensor<3x3x3x4xi8>) outputs({{.*}} : tensor<2x4x4x4xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
func.func @conv_2d_nhwc_hwcf_q(%x: tensor<2x6x6x3xi8>, %f: tensor<3x3x3x4xi8>) -> tensor<2x4x4x4xi32> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x4x4x4xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  %r = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f, %zp, %zp : tensor<2x6x6x3xi8>, tensor<3x3x3x4xi8>, i32, i32) outs(%fill : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  return %r : tensor<2x4x4x4xi32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc_q{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x3xi8>, tensor<4x3x3x3xi8>) outputs({{.*}} : tensor<2x4x4x4xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
func.func @conv_2d_nhwc_fhwc_q(%x: tensor<2x6x6x3xi8>, %f: tensor<4x3x3x3xi8>) -> tensor<2x4x4x4xi32> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x4x4x4xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  %r = linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f, %zp, %zp : tensor<2x6x6x3xi8>, tensor<4x3x3x3xi8>, i32, i32) outs(%fill : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  return %r : tensor<2x4x4x4xi32>
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw_q{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x3x6x6xi8>, tensor<4x3x3x3xi8>) outputs({{.*}} : tensor<2x4x4x4xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4, d2 + d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
func.func @conv_2d_nchw_fchw_q(%x: tensor<2x3x6x6xi8>, %f: tensor<4x3x3x3xi8>) -> tensor<2x4x4x4xi32> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x4x4x4xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  %r = linalg.conv_2d_nchw_fchw_q {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f, %zp, %zp : tensor<2x3x6x6xi8>, tensor<4x3x3x3xi8>, i32, i32) outs(%fill : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  return %r : tensor<2x4x4x4xi32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw_q{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x2x3x6x6xi8>, tensor<2x4x3x3x3xi8>) outputs({{.*}} : tensor<2x2x4x4x4xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d7, d2 + d5, d3 + d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d4, d7, d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d4, d2, d3)>] epilogue {
func.func @conv_2d_ngchw_gfchw_q(%x: tensor<2x2x3x6x6xi8>, %f: tensor<2x4x3x3x3xi8>) -> tensor<2x2x4x4x4xi32> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x2x4x4x4xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x2x4x4x4xi32>) -> tensor<2x2x4x4x4xi32>
  %r = linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f, %zp, %zp : tensor<2x2x3x6x6xi8>, tensor<2x4x3x3x3xi8>, i32, i32) outs(%fill : tensor<2x2x4x4x4xi32>) -> tensor<2x2x4x4x4xi32>
  return %r : tensor<2x2x4x4x4xi32>
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc_q{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x2x3xi8>, tensor<2x4x3x3x3xi8>) outputs({{.*}} : tensor<2x4x4x2x4xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d2 + d5, d3 + d6, d1, d7)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d4, d5, d6, d7)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d2, d3, d1, d4)>] epilogue {
func.func @conv_2d_nhwgc_gfhwc_q(%x: tensor<2x6x6x2x3xi8>, %f: tensor<2x4x3x3x3xi8>) -> tensor<2x4x4x2x4xi32> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x4x4x2x4xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x4x4x2x4xi32>) -> tensor<2x4x4x2x4xi32>
  %r = linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f, %zp, %zp : tensor<2x6x6x2x3xi8>, tensor<2x4x3x3x3xi8>, i32, i32) outs(%fill : tensor<2x4x4x2x4xi32>) -> tensor<2x4x4x2x4xi32>
  return %r : tensor<2x4x4x2x4xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc_q{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x4xi8>, tensor<3x3x4xi8>) outputs({{.*}} : tensor<2x4x4x4xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2 + d4, d3 + d5, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d1)>] epilogue {
func.func @depthwise_conv_2d_nhwc_hwc_q(%x: tensor<2x6x6x4xi8>, %f: tensor<3x3x4xi8>) -> tensor<2x4x4x4xi32> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x4x4x4xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f, %zp, %zp : tensor<2x6x6x4xi8>, tensor<3x3x4xi8>, i32, i32) outs(%fill : tensor<2x4x4x4xi32>) -> tensor<2x4x4x4xi32>
  return %r : tensor<2x4x4x4xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm_q{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x4xi8>, tensor<3x3x4x2xi8>) outputs({{.*}} : tensor<2x4x4x4x2xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d5, d3 + d6, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d1, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d1, d4)>] epilogue {
func.func @depthwise_conv_2d_nhwc_hwcm_q(%x: tensor<2x6x6x4xi8>, %f: tensor<3x3x4x2xi8>) -> tensor<2x4x4x4x2xi32> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x4x4x4x2xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x4x4x4x2xi32>) -> tensor<2x4x4x4x2xi32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<[1, 1]> : vector<2xi64>, strides = dense<[1, 1]> : vector<2xi64>} ins(%x, %f, %zp, %zp : tensor<2x6x6x4xi8>, tensor<3x3x4x2xi8>, i32, i32) outs(%fill : tensor<2x4x4x4x2xi32>) -> tensor<2x4x4x4x2xi32>
  return %r : tensor<2x4x4x4x2xi32>
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf_q{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x4x6x6x3xi8>, tensor<2x3x3x3x4xi8>) outputs({{.*}} : tensor<1x3x4x4x4xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1 + d5, d2 + d6, d3 + d7, d8)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d5, d6, d7, d8, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1, d2, d3, d4)>] epilogue {
func.func @conv_3d_ndhwc_dhwcf_q(%x: tensor<1x4x6x6x3xi8>, %f: tensor<2x3x3x3x4xi8>) -> tensor<1x3x4x4x4xi32> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x4x4x4xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x4x4x4xi32>) -> tensor<1x3x4x4x4xi32>
  %r = linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[1, 1, 1]> : vector<3xi64>, strides = dense<[1, 1, 1]> : vector<3xi64>} ins(%x, %f, %zp, %zp : tensor<1x4x6x6x3xi8>, tensor<2x3x3x3x4xi8>, i32, i32) outs(%fill : tensor<1x3x4x4x4xi32>) -> tensor<1x3x4x4x4xi32>
  return %r : tensor<1x3x4x4x4xi32>
}

// CHECK-LABEL: func.func @integers{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x3x9x8xi8>, tensor<4x3x3x2xi8>) outputs({{.*}} : tensor<2x4x4x6xi32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 * 2 + d4, d2 + d5 * 2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
func.func @integers(%x: tensor<2x3x9x8xi8>, %f: tensor<4x3x3x2xi8>) -> tensor<2x4x4x6xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x4x4x6xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x4x4x6xi32>) -> tensor<2x4x4x6xi32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : vector<2xi64>, strides = dense<[2, 1]> : vector<2xi64>} ins(%x, %f : tensor<2x3x9x8xi8>, tensor<4x3x3x2xi8>) outs(%fill : tensor<2x4x4x6xi32>) -> tensor<2x4x4x6xi32>
  return %r : tensor<2x4x4x6xi32>
}
