// What no convolution can be is an error at the operation: groups that do not divide the channels,
// and windows larger than the image.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-prepare
// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-compile="target=h200 format=isa attach offload"

// Three groups of five channels are no image of 16.
func.func @division(%x: tensor<1x16x6x6xf16>) -> tensor<1x3x5x6x6xf16> {
  // expected-error@+1 {{expected dimension 1 of collapsed type to be static value of 15}}
  %r = tensor.expand_shape %x [[0], [1, 2], [3], [4]] output_shape [1, 3, 5, 6, 6] : tensor<1x16x6x6xf16> into tensor<1x3x5x6x6xf16>
  return %r : tensor<1x3x5x6x6xf16>
}

// -----

func.func @groups_of_filters(%x: tensor<1x3x5x6x6xf16>, %f: tensor<4x4x5x3x3xf16>, %y: tensor<1x3x4x4x4xf32>) -> tensor<1x3x4x4x4xf32> {
  // expected-error@+1 {{inferred input/output operand #1 has shape's dimension #0 to be 3, but found 4}}
  %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x3x5x6x6xf16>, tensor<4x4x5x3x3xf16>) outs(%y : tensor<1x3x4x4x4xf32>) -> tensor<1x3x4x4x4xf32>
  return %r : tensor<1x3x4x4x4xf32>
}

// -----

func.func @channels_of_filters(%x: tensor<1x16x6x6xf16>, %f: tensor<4x5x3x3xf16>, %y: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  // expected-error@+1 {{inferred input/output operand #1 has shape's dimension #1 to be 16, but found 5}}
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x16x6x6xf16>, tensor<4x5x3x3xf16>) outs(%y : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %r : tensor<1x4x4x4xf32>
}

// -----

func.func @depthwise(%x: tensor<1x16x6x6xf16>, %f: tensor<15x3x3xf16>, %y: tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32> {
  // expected-error@+1 {{inferred input/output operand #1 has shape's dimension #0 to be 16, but found 15}}
  %r = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x16x6x6xf16>, tensor<15x3x3xf16>) outs(%y : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %r : tensor<1x16x4x4xf32>
}

// -----

#x = affine_map<(n, g, h, f, r, c) -> (n, g, c, h + r)>
#f = affine_map<(n, g, h, f, r, c) -> (g, f, c, r)>
#y = affine_map<(n, g, h, f, r, c) -> (n, g, f, h)>
func.func @problem(%x: tensor<2x3x8x16xf16>, %f: tensor<4x4x8x3xf16>, %y: tensor<2x3x4x14xf16>) -> tensor<2x3x4x14xf16> {
  // expected-error@+1 {{operand 1 is F: it has 4 elements along dimension 1, but an earlier operand has 3}}
  %r = problem.convolution inputs(%x, %f : tensor<2x3x8x16xf16>, tensor<4x4x8x3xf16>) outputs(%y : tensor<2x3x4x14xf16>)
      maps = [#x, #f, #y] epilogue {
      ^bb0(%s: f32):
        %e = arith.truncf %s : f32 to f16
        problem.yield %e : f16
      } -> tensor<2x3x4x14xf16>
  return %r : tensor<2x3x4x14xf16>
}

// -----

// Nine rows of a dilated window do not fit four rows of the image, not even for no result.
func.func @dilated(%x: tensor<2x4x5x64xf16>, %f: tensor<8x3x3x64xf16>, %y: tensor<2x0x1x8xf32>) -> tensor<2x0x1x8xf32> {
  // expected-error@+1 {{inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 4}}
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<[4, 2]> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x4x5x64xf16>, tensor<8x3x3x64xf16>) outs(%y : tensor<2x0x1x8xf32>) -> tensor<2x0x1x8xf32>
  return %r : tensor<2x0x1x8xf32>
}

// -----

func.func @larger(%x: tensor<2x4x5x64xf16>, %f: tensor<8x3x3x64xf16>, %y: tensor<2x1x1x8xf32>) -> tensor<2x1x1x8xf32> {
  // expected-error@+1 {{inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 9, but found 4}}
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<[4, 2]> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x4x5x64xf16>, tensor<8x3x3x64xf16>) outs(%y : tensor<2x1x1x8xf32>) -> tensor<2x1x1x8xf32>
  return %r : tensor<2x1x1x8xf32>
}

// -----

func.func @stride(%x: tensor<2x4x5x64xf16>, %f: tensor<8x3x3x64xf16>, %y: tensor<2x2x3x8xf32>) -> tensor<2x2x3x8xf32> {
  // expected-error@+1 {{unexpected loop dimension for convolution op}}
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<0> : vector<2xi64>}
      ins(%x, %f : tensor<2x4x5x64xf16>, tensor<8x3x3x64xf16>) outs(%y : tensor<2x2x3x8xf32>) -> tensor<2x2x3x8xf32>
  return %r : tensor<2x2x3x8xf32>
}
