// Padding, views, widenings and unknown sizes.
// RUN: autotune-opt %s -autotune-form-convolutions -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/../Attention/Inputs/compare.py %s --run="%run_sim" --passes="--autotune-form-convolutions --autotune-decompose-convolution"
// UNSUPPORTED: sanitizers

#id = affine_map<(n, f, h, w) -> (n, f, h, w)>
#channel = affine_map<(n, f, h, w) -> (f)>

// Padding that differs on all sides, with strides and dilations. The last column of
// the padded image is not read.
// CHECK-LABEL: func.func @asymmetric{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x9x8x3xf32>, tensor<4x3x2x3xf32>) outputs({{.*}} : tensor<2x5x6x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4 - 2, d2 * 2 + d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
func.func @asymmetric(%x: tensor<2x9x8x3xf32>, %f: tensor<4x3x2x3xf32>) -> tensor<2x5x6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 2, 0, 0] high[0, 1, 4, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x9x8x3xf32> to tensor<2x12x12x3xf32>
  %0 = tensor.empty() : tensor<2x5x6x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x5x6x4xf32>) -> tensor<2x5x6x4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(n, h, w, f, r, s, c) -> (n, h * 2 + r, w * 2 + s, c)>,
                                        affine_map<(n, h, w, f, r, s, c) -> (f, r, s, c)>,
                                        affine_map<(n, h, w, f, r, s, c) -> (n, h, w, f)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%padded, %f : tensor<2x12x12x3xf32>, tensor<4x3x2x3xf32>) outs(%1 : tensor<2x5x6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x5x6x4xf32>
  return %2 : tensor<2x5x6x4xf32>
}

// Padding with ones, or of channels, stays.
// CHECK-LABEL: func.func @other_padding{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) outputs({{.*}} : tensor<1x4x6x6xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4, d2 + d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
func.func @other_padding(%x: tensor<1x2x6x6xf32>, %f: tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ones = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %one : f32
  } : tensor<1x2x6x6xf32> to tensor<1x2x7x7xf32>
  %padded = tensor.pad %ones low[0, 1, 0, 0] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x2x7x7xf32> to tensor<1x3x8x8xf32>
  %0 = tensor.empty() : tensor<1x4x6x6xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %f : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) outs(%1 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %2 : tensor<1x4x6x6xf32>
}

// Groups as torch-mlir writes them: images, filters and the init are divided, and the
// result is put together before the bias and the residual of all channels.
// CHECK-LABEL: func.func @grouped{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x2x3x6x6xf16>, tensor<2x4x3x3x3xf16>, tensor<2x4xf32>, tensor<2x2x4x6x6xf32>) outputs({{.*}} : tensor<2x2x4x6x6xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d7, d2 + d5 - 1, d3 + d6 - 1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d4, d7, d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d4, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d4, d2, d3)>] epilogue {
func.func @grouped(%x: tensor<2x6x6x6xf16>, %f: tensor<8x3x3x3xf16>, %bias: tensor<8xf32>, %of: tensor<2x8x6x6xf32>) -> tensor<2x8x6x6xf32> {
  %zero = arith.constant 0.0 : f16
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f16
  } : tensor<2x6x6x6xf16> to tensor<2x6x8x8xf16>
  %0 = tensor.empty() : tensor<2x8x6x6xf32>
  %1 = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%0 : tensor<2x8x6x6xf32>) dimensions = [0, 2, 3]
  %2 = tensor.expand_shape %padded [[0], [1, 2], [3], [4]] output_shape [2, 2, 3, 8, 8] : tensor<2x6x8x8xf16> into tensor<2x2x3x8x8xf16>
  %3 = tensor.expand_shape %f [[0, 1], [2], [3], [4]] output_shape [2, 4, 3, 3, 3] : tensor<8x3x3x3xf16> into tensor<2x4x3x3x3xf16>
  %4 = tensor.expand_shape %1 [[0], [1, 2], [3], [4]] output_shape [2, 2, 4, 6, 6] : tensor<2x8x6x6xf32> into tensor<2x2x4x6x6xf32>
  %5 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%2, %3 : tensor<2x2x3x8x8xf16>, tensor<2x4x3x3x3xf16>) outs(%4 : tensor<2x2x4x6x6xf32>) -> tensor<2x2x4x6x6xf32>
  %6 = tensor.collapse_shape %5 [[0], [1, 2], [3], [4]] : tensor<2x2x4x6x6xf32> into tensor<2x8x6x6xf32>
  %7 = linalg.generic {indexing_maps = [#id, #id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%6, %of, %bias : tensor<2x8x6x6xf32>, tensor<2x8x6x6xf32>, tensor<8xf32>) outs(%0 : tensor<2x8x6x6xf32>) {
  ^bb0(%in: f32, %other: f32, %b: f32, %out: f32):
    %a = arith.addf %in, %other : f32
    %c = arith.mulf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<2x8x6x6xf32>
  return %7 : tensor<2x8x6x6xf32>
}

// Images and filters that are transposed and widened in front of the convolution, and a
// result that is transposed behind it.
// CHECK-LABEL: func.func @transposed{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x8x7x3xf16>, tensor<3x3x3x4xf16>) outputs({{.*}} : tensor<2x6x5x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
func.func @transposed(%x: tensor<2x8x7x3xf16>, %f: tensor<3x3x3x4xf16>) -> tensor<2x6x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x3x8x7xf16>
  %1 = linalg.transpose ins(%x : tensor<2x8x7x3xf16>) outs(%0 : tensor<2x3x8x7xf16>) permutation = [0, 3, 1, 2]
  %2 = arith.extf %1 : tensor<2x3x8x7xf16> to tensor<2x3x8x7xf32>
  %3 = tensor.empty() : tensor<4x3x3x3xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(f, c, r, s) -> (r, s, c, f)>, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%f : tensor<3x3x3x4xf16>) outs(%3 : tensor<4x3x3x3xf32>) {
  ^bb0(%in: f16, %out: f32):
    %a = arith.extf %in : f16 to f32
    linalg.yield %a : f32
  } -> tensor<4x3x3x3xf32>
  %5 = tensor.empty() : tensor<2x4x6x5xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x4x6x5xf32>) -> tensor<2x4x6x5xf32>
  %7 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%2, %4 : tensor<2x3x8x7xf32>, tensor<4x3x3x3xf32>) outs(%6 : tensor<2x4x6x5xf32>) -> tensor<2x4x6x5xf32>
  %8 = tensor.empty() : tensor<2x6x5x4xf32>
  %9 = linalg.transpose ins(%7 : tensor<2x4x6x5xf32>) outs(%8 : tensor<2x6x5x4xf32>) permutation = [0, 2, 3, 1]
  return %9 : tensor<2x6x5x4xf32>
}

// A batch of unknown size. The sizes of the output are those of the init.
// CHECK-LABEL: func.func @dynamic{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<?x3x8x8xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>) outputs({{.*}} : tensor<?x4x8x8xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4 - 1, d2 + d5 - 1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
// sizes: 3x3x8x8, 4x3x3x3, 4
func.func @dynamic(%x: tensor<?x3x8x8xf32>, %f: tensor<4x3x3x3xf32>, %bias: tensor<4xf32>) -> tensor<?x4x8x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x3x8x8xf32>
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x3x8x8xf32> to tensor<?x3x10x10xf32>
  %0 = tensor.empty(%n) : tensor<?x4x8x8xf32>
  %1 = linalg.broadcast ins(%bias : tensor<4xf32>) outs(%0 : tensor<?x4x8x8xf32>) dimensions = [0, 2, 3]
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %f : tensor<?x3x10x10xf32>, tensor<4x3x3x3xf32>) outs(%1 : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32>
  %m = tensor.dim %2, %c0 : tensor<?x4x8x8xf32>
  %3 = tensor.empty(%m) : tensor<?x4x8x8xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<?x4x8x8xf32>) outs(%3 : tensor<?x4x8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.maximumf %in, %zero : f32
    linalg.yield %a : f32
  } -> tensor<?x4x8x8xf32>
  return %4 : tensor<?x4x8x8xf32>
}

// All sizes of images are unknown.
// CHECK-LABEL: func.func @dynamic_images{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<?x?x?x3xf16>, tensor<3x3x3x4xf16>, tensor<?x?x?x4xf32>) outputs({{.*}} : tensor<?x?x?x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4 - 1, d2 + d5 - 1, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
// sizes: 1x7x6x3, 3x3x3x4, 1x7x6x4
func.func @dynamic_images(%x: tensor<?x?x?x3xf16>, %f: tensor<3x3x3x4xf16>, %of: tensor<?x?x?x4xf32>) -> tensor<?x?x?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f16
  %n = tensor.dim %x, %c0 : tensor<?x?x?x3xf16>
  %h = tensor.dim %x, %c1 : tensor<?x?x?x3xf16>
  %w = tensor.dim %x, %c2 : tensor<?x?x?x3xf16>
  %padded = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %none : f16
  } : tensor<?x?x?x3xf16> to tensor<?x?x?x3xf16>
  %0 = tensor.empty(%n, %h, %w) : tensor<?x?x?x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?x?x?x4xf32>) -> tensor<?x?x?x4xf32>
  %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %f : tensor<?x?x?x3xf16>, tensor<3x3x3x4xf16>) outs(%1 : tensor<?x?x?x4xf32>) -> tensor<?x?x?x4xf32>
  %3 = linalg.add ins(%2, %of : tensor<?x?x?x4xf32>, tensor<?x?x?x4xf32>) outs(%0 : tensor<?x?x?x4xf32>) -> tensor<?x?x?x4xf32>
  return %3 : tensor<?x?x?x4xf32>
}

// Two convolutions read one padded image, and the second one adds its result to the first.
// CHECK-LABEL: func.func @shared_padding{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x3x6x6xf32>, tensor<4x3x3x3xf32>) outputs({{.*}} : tensor<1x4x6x6xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4 - 1, d2 + d5 - 1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
// CHECK: problem.convolution inputs({{.*}} : tensor<1x3x6x6xf32>, tensor<4x3x1x1xf32>, tensor<1x4x6x6xf32>) outputs({{.*}} : tensor<1x4x6x6xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4 - 1, d2 + d5 - 1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
func.func @shared_padding(%x: tensor<1x3x6x6xf32>, %f: tensor<4x3x3x3xf32>, %g: tensor<4x3x1x1xf32>) -> tensor<1x4x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x3x6x6xf32> to tensor<1x3x8x8xf32>
  %0 = tensor.empty() : tensor<1x4x6x6xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %f : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) outs(%1 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %g : tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) outs(%2 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %3 : tensor<1x4x6x6xf32>
}

// One dimension as PyTorch's models have it, with one channel of the result.
// CHECK-LABEL: func.func @one_channel{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x3x16xf16>, tensor<1x3x5xf16>, tensor<f16>) outputs({{.*}} : tensor<2x6x1xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1 * 2 + d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d2, d4, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> ()>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>] epilogue {
func.func @one_channel(%x: tensor<2x3x16xf16>, %f: tensor<1x3x5xf16>, %bias: tensor<1xf16>) -> tensor<2x1x6xf32> {
  %zero = arith.constant 0.0 : f16
  %padded = tensor.pad %x low[0, 0, 0] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f16
  } : tensor<2x3x16xf16> to tensor<2x3x17xf16>
  %0 = tensor.empty() : tensor<2x1x6xf32>
  %1 = tensor.empty() : tensor<2x1x6xf16>
  %2 = linalg.broadcast ins(%bias : tensor<1xf16>) outs(%1 : tensor<2x1x6xf16>) dimensions = [0, 2]
  %3 = arith.extf %2 : tensor<2x1x6xf16> to tensor<2x1x6xf32>
  %4 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<2> : vector<1xi64>}
      ins(%padded, %f : tensor<2x3x17xf16>, tensor<1x3x5xf16>) outs(%3 : tensor<2x1x6xf32>) -> tensor<2x1x6xf32>
  %5 = tensor.collapse_shape %4 [[0], [1, 2]] : tensor<2x1x6xf32> into tensor<2x6xf32>
  %6 = tensor.empty() : tensor<2x6xf32>
  %7 = linalg.abs ins(%5 : tensor<2x6xf32>) outs(%6 : tensor<2x6xf32>) -> tensor<2x6xf32>
  %8 = tensor.expand_shape %7 [[0], [1, 2]] output_shape [2, 1, 6] : tensor<2x6xf32> into tensor<2x1x6xf32>
  return %8 : tensor<2x1x6xf32>
}

// A depthwise convolution whose groups have two outputs each, and a bias of all outputs.
// CHECK-LABEL: func.func @multiplier{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x6x6x4xf32>, tensor<3x3x4x2xf32>, tensor<4x2xf32>) outputs({{.*}} : tensor<2x4x4x4x2xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d5, d3 + d6, d1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d1, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d1, d4)>] epilogue {
func.func @multiplier(%x: tensor<2x6x6x4xf32>, %f: tensor<3x3x4x2xf32>, %bias: tensor<8xf32>) -> tensor<2x4x4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x4x4x4x2xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x4x4x4x2xf32>) -> tensor<2x4x4x4x2xf32>
  %2 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x6x6x4xf32>, tensor<3x3x4x2xf32>) outs(%1 : tensor<2x4x4x4x2xf32>) -> tensor<2x4x4x4x2xf32>
  %3 = tensor.collapse_shape %2 [[0], [1], [2], [3, 4]] : tensor<2x4x4x4x2xf32> into tensor<2x4x4x8xf32>
  %4 = tensor.empty() : tensor<2x4x4x8xf32>
  %5 = linalg.generic {indexing_maps = [#id, affine_map<(n, h, w, f) -> (f)>, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%3, %bias : tensor<2x4x4x8xf32>, tensor<8xf32>) outs(%4 : tensor<2x4x4x8xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %a = arith.addf %in, %b : f32
    linalg.yield %a : f32
  } -> tensor<2x4x4x8xf32>
  return %5 : tensor<2x4x4x8xf32>
}
