// What is behind a convolution, and its init.
// RUN: autotune-opt %s -autotune-form-convolutions -mlir-print-local-scope | FileCheck %s
// RUN: %python %S/../Attention/Inputs/compare.py %s --run="%run_sim" --passes="--autotune-form-convolutions --autotune-decompose-convolution"
// UNSUPPORTED: sanitizers

#id = affine_map<(n, f, h, w) -> (n, f, h, w)>
#vector = affine_map<(d0) -> (d0)>
#units = affine_map<(n, f, h, w) -> (f, 0, 0)>
#channel = affine_map<(n, f, h, w) -> (f)>

// A bias that is broadcast into the init, as torch-mlir writes it, and a ReLU.
// CHECK-LABEL: func.func @bias_relu{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x3x8x7xf16>, tensor<4x3x3x3xf16>, tensor<4xf16>) outputs({{.*}} : tensor<2x4x8x7xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4 - 1, d2 + d5 - 1)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f16):
// CHECK-NEXT: [[V0:%.*]] = arith.extf [[A1]] : f16 to f32
// CHECK-NEXT: [[V1:%.*]] = arith.addf [[A0]], [[V0]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.truncf [[V1]] : f32 to f16
// CHECK-NEXT: [[V3:%.*]] = arith.constant 0.000000e+00 : f16
// CHECK-NEXT: [[V4:%.*]] = arith.cmpf ugt, [[V2]], [[V3]] : f16
// CHECK-NEXT: [[V5:%.*]] = arith.select [[V4]], [[V2]], [[V3]] : f16
// CHECK-NEXT: problem.yield [[V5]] : f16
// CHECK-NEXT: } -> tensor<2x4x8x7xf16>
func.func @bias_relu(%x: tensor<2x3x8x7xf16>, %f: tensor<4x3x3x3xf16>, %bias: tensor<4xf16>) -> tensor<2x4x8x7xf16> {
  %zero = arith.constant 0.0 : f16
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f16
  } : tensor<2x3x8x7xf16> to tensor<2x3x10x9xf16>
  %0 = tensor.empty() : tensor<2x4x8x7xf32>
  %1 = tensor.empty() : tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%bias : tensor<4xf16>) outs(%1 : tensor<4xf32>) {
  ^bb0(%in: f16, %out: f32):
    %a = arith.extf %in : f16 to f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %3 = linalg.broadcast ins(%2 : tensor<4xf32>) outs(%0 : tensor<2x4x8x7xf32>) dimensions = [0, 2, 3]
  %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %f : tensor<2x3x10x9xf16>, tensor<4x3x3x3xf16>) outs(%3 : tensor<2x4x8x7xf32>) -> tensor<2x4x8x7xf32>
  %5 = tensor.empty() : tensor<2x4x8x7xf16>
  %6 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<2x4x8x7xf32>) outs(%5 : tensor<2x4x8x7xf16>) {
  ^bb0(%in: f32, %out: f16):
    %a = arith.truncf %in : f32 to f16
    linalg.yield %a : f16
  } -> tensor<2x4x8x7xf16>
  %7 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<2x4x8x7xf16>) outs(%5 : tensor<2x4x8x7xf16>) {
  ^bb0(%in: f16, %out: f16):
    %a = arith.cmpf ugt, %in, %zero : f16
    %b = arith.select %a, %in, %zero : f16
    linalg.yield %b : f16
  } -> tensor<2x4x8x7xf16>
  return %7 : tensor<2x4x8x7xf16>
}

// A batch norm, a residual and a ReLU. The square root is computed for each channel
// once, and the residual is read, whatever it was computed from.
// CHECK-LABEL: func.func @batch_norm_residual{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x3x8x7xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4x6x5xf32>) outputs({{.*}} : tensor<2x4x6x5xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4, d2 + d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f32, [[A2:%.*]]: f32, [[A3:%.*]]: f32, [[A4:%.*]]: f32, [[A5:%.*]]: f32):
// CHECK-NEXT: [[V0:%.*]] = arith.subf [[A0]], [[A1]] : f32
// CHECK-NEXT: [[V1:%.*]] = arith.mulf [[V0]], [[A2]] : f32
// CHECK-NEXT: [[V2:%.*]] = arith.mulf [[V1]], [[A3]] : f32
// CHECK-NEXT: [[V3:%.*]] = arith.addf [[V2]], [[A4]] : f32
// CHECK-NEXT: [[V4:%.*]] = arith.addf [[V3]], [[A5]] : f32
// CHECK-NEXT: [[V5:%.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[V6:%.*]] = arith.maximumf [[V4]], [[V5]] : f32
// CHECK-NEXT: problem.yield [[V6]] : f32
// CHECK-NEXT: } -> tensor<2x4x6x5xf32>
func.func @batch_norm_residual(%x: tensor<2x3x8x7xf32>, %f: tensor<4x3x3x3xf32>, %mean: tensor<4xf32>, %var: tensor<4xf32>,
                               %weight: tensor<4xf32>, %bias: tensor<4xf32>, %of: tensor<2x4x6x5xf32>) -> tensor<2x4x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f64
  %0 = tensor.empty() : tensor<2x4x6x5xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x4x6x5xf32>) -> tensor<2x4x6x5xf32>
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x3x8x7xf32>, tensor<4x3x3x3xf32>) outs(%1 : tensor<2x4x6x5xf32>) -> tensor<2x4x6x5xf32>
  %3 = tensor.empty() : tensor<4xf32>
  %4 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%var : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.truncf %eps : f64 to f32
    %b = arith.addf %in, %a : f32
    linalg.yield %b : f32
  } -> tensor<4xf32>
  %5 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%4 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.rsqrt %in : f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %mean3 = tensor.expand_shape %mean [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
  %root3 = tensor.expand_shape %5 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
  %weight3 = tensor.expand_shape %weight [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
  %6 = linalg.generic {indexing_maps = [#id, #units, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %mean3 : tensor<2x4x6x5xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<2x4x6x5xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %a = arith.subf %in, %other : f32
    linalg.yield %a : f32
  } -> tensor<2x4x6x5xf32>
  %7 = linalg.generic {indexing_maps = [#id, #units, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %root3 : tensor<2x4x6x5xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<2x4x6x5xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %a = arith.mulf %in, %other : f32
    linalg.yield %a : f32
  } -> tensor<2x4x6x5xf32>
  %8 = linalg.generic {indexing_maps = [#id, #units, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %weight3 : tensor<2x4x6x5xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<2x4x6x5xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %a = arith.mulf %in, %other : f32
    linalg.yield %a : f32
  } -> tensor<2x4x6x5xf32>
  %9 = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %bias : tensor<2x4x6x5xf32>, tensor<4xf32>) outs(%0 : tensor<2x4x6x5xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %a = arith.addf %in, %other : f32
    linalg.yield %a : f32
  } -> tensor<2x4x6x5xf32>
  %10 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%of : tensor<2x4x6x5xf32>) outs(%0 : tensor<2x4x6x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %in : f32
    linalg.yield %a : f32
  } -> tensor<2x4x6x5xf32>
  %11 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %10 : tensor<2x4x6x5xf32>, tensor<2x4x6x5xf32>) outs(%0 : tensor<2x4x6x5xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %a = arith.addf %in, %other : f32
    %b = arith.maximumf %a, %zero : f32
    linalg.yield %b : f32
  } -> tensor<2x4x6x5xf32>
  return %11 : tensor<2x4x6x5xf32>
}

// SiLU reads the sum in two operations.
// CHECK-LABEL: func.func @silu{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x8x7x3xf32>, tensor<4x3x3x3xf32>) outputs({{.*}} : tensor<2x6x5x4xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32):
// CHECK-NEXT: [[V0:%.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[V1:%.*]] = arith.negf [[A0]] : f32
// CHECK-NEXT: [[V2:%.*]] = math.exp [[V1]] : f32
// CHECK-NEXT: [[V3:%.*]] = arith.addf [[V2]], [[V0]] : f32
// CHECK-NEXT: [[V4:%.*]] = arith.divf [[V0]], [[V3]] : f32
// CHECK-NEXT: [[V5:%.*]] = arith.mulf [[V4]], [[A0]] : f32
// CHECK-NEXT: problem.yield [[V5]] : f32
// CHECK-NEXT: } -> tensor<2x6x5x4xf32>
func.func @silu(%x: tensor<2x8x7x3xf32>, %f: tensor<4x3x3x3xf32>) -> tensor<2x6x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty() : tensor<2x6x5x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x6x5x4xf32>) -> tensor<2x6x5x4xf32>
  %2 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x8x7x3xf32>, tensor<4x3x3x3xf32>) outs(%1 : tensor<2x6x5x4xf32>) -> tensor<2x6x5x4xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<2x6x5x4xf32>) outs(%0 : tensor<2x6x5x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.negf %in : f32
    %b = math.exp %a : f32
    %c = arith.addf %b, %one : f32
    %d = arith.divf %one, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x6x5x4xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %2 : tensor<2x6x5x4xf32>, tensor<2x6x5x4xf32>) outs(%0 : tensor<2x6x5x4xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %a = arith.mulf %in, %other : f32
    linalg.yield %a : f32
  } -> tensor<2x6x5x4xf32>
  return %4 : tensor<2x6x5x4xf32>
}

// A hard swish of operations on tensors, and a scalar that is not known.
// CHECK-LABEL: func.func @hardswish{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<2x8x7x3xf16>, tensor<3x3x3x4xf16>, tensor<f16>) outputs({{.*}} : tensor<2x6x5x4xf16>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> ()>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>] epilogue {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f16):
// CHECK-NEXT: [[V0:%.*]] = arith.truncf [[A0]] : f32 to f16
// CHECK-NEXT: [[V1:%.*]] = arith.constant 3.000000e+00 : f16
// CHECK-NEXT: [[V2:%.*]] = arith.addf [[V0]], [[V1]] : f16
// CHECK-NEXT: [[V3:%.*]] = arith.constant 0.000000e+00 : f16
// CHECK-NEXT: [[V4:%.*]] = arith.maximumf [[V2]], [[V3]] : f16
// CHECK-NEXT: [[V5:%.*]] = arith.constant 6.000000e+00 : f16
// CHECK-NEXT: [[V6:%.*]] = arith.minimumf [[V4]], [[V5]] : f16
// CHECK-NEXT: [[V7:%.*]] = arith.mulf [[V6]], [[A1]] : f16
// CHECK-NEXT: [[V8:%.*]] = arith.mulf [[V7]], [[V0]] : f16
// CHECK-NEXT: problem.yield [[V8]] : f16
// CHECK-NEXT: } -> tensor<2x6x5x4xf16>
func.func @hardswish(%x: tensor<2x8x7x3xf16>, %f: tensor<3x3x3x4xf16>, %scale: f16) -> tensor<2x6x5x4xf16> {
  %zero = arith.constant 0.0 : f16
  %three = arith.constant 3.0 : f16
  %six = arith.constant 6.0 : f16
  %0 = tensor.empty() : tensor<2x6x5x4xf16>
  %1 = linalg.fill ins(%zero : f16) outs(%0 : tensor<2x6x5x4xf16>) -> tensor<2x6x5x4xf16>
  %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x8x7x3xf16>, tensor<3x3x3x4xf16>) outs(%1 : tensor<2x6x5x4xf16>) -> tensor<2x6x5x4xf16>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<2x6x5x4xf16>) outs(%0 : tensor<2x6x5x4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %a = arith.addf %in, %three : f16
    %b = arith.maximumf %a, %zero : f16
    %c = arith.minimumf %b, %six : f16
    %d = arith.mulf %c, %scale : f16
    linalg.yield %d : f16
  } -> tensor<2x6x5x4xf16>
  %4 = arith.mulf %3, %2 : tensor<2x6x5x4xf16>
  return %4 : tensor<2x6x5x4xf16>
}

// An init with an element for each element of the result is added to the sums.
// CHECK-LABEL: func.func @added{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>, tensor<1x4x6x6xf32>) outputs({{.*}} : tensor<1x4x6x6xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4, d2 + d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32, [[A1:%.*]]: f32):
// CHECK-NEXT: [[V0:%.*]] = arith.addf [[A0]], [[A1]] : f32
// CHECK-NEXT: problem.yield [[V0]] : f32
// CHECK-NEXT: } -> tensor<1x4x6x6xf32>
func.func @added(%x: tensor<1x3x8x8xf32>, %f: tensor<4x3x3x3xf32>, %to: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) outs(%to : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

// The second use of a sum is not part of the problem, so the ReLU is not either.
// CHECK-LABEL: func.func @second_use{{[(]}}
// CHECK: problem.convolution inputs({{.*}} : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) outputs({{.*}} : tensor<1x4x6x6xf32>)
// CHECK-SAME: maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d6, d1 + d4, d2 + d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d6, d4, d5)>,
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d1, d2)>] epilogue {
// CHECK-NEXT: ^bb0([[A0:%.*]]: f32):
// CHECK-NEXT: problem.yield [[A0]] : f32
// CHECK-NEXT: } -> tensor<1x4x6x6xf32>
func.func @second_use(%x: tensor<1x3x8x8xf32>, %f: tensor<4x3x3x3xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x4x6x6xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) outs(%1 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x4x6x6xf32>) outs(%0 : tensor<1x4x6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.maximumf %in, %zero : f32
    linalg.yield %a : f32
  } -> tensor<1x4x6x6xf32>
  %4 = tensor.empty() : tensor<4xf32>
  %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<4xf32>) -> tensor<4xf32>
  %6 = linalg.generic {indexing_maps = [#id, #id, #channel], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%2, %3 : tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>) outs(%5 : tensor<4xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %a = arith.mulf %in, %other : f32
    %b = arith.addf %a, %out : f32
    linalg.yield %b : f32
  } -> tensor<4xf32>
  return %6 : tensor<4xf32>
}
