// Images get their channels last, in operations that have maps. What others make
// and take is transposed.
// RUN: autotune-opt %s -autotune-channels-last -canonicalize -cse -split-input-file | FileCheck %s

// Two convolutions with a pooling and an addition between them: one transpose in
// front, one behind.
// CHECK-LABEL: func.func @block
// CHECK: %[[T:.*]] = linalg.transpose ins({{.*}} : tensor<2x32x64xf16>) {{.*}} permutation = [0, 2, 1]
// CHECK: %[[X:.*]] = tensor.expand_shape %[[T]]
// CHECK-NOT: linalg.transpose
// CHECK: %[[ONE:.*]] = problem.convolution inputs(%[[X]], %arg1 : tensor<2x8x8x32xf16>, tensor<16x32x3x3xf16>) outputs(%{{.*}} : tensor<2x8x8x16xf16>)
// CHECK: %[[P:.*]] = tensor.pad %[[ONE]] low[0, 1, 1, 0] high[0, 1, 1, 0]
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%[[P]], %{{.*}} : tensor<2x10x10x16xf16>, tensor<3x3xf16>) outs(%{{.*}} : tensor<2x4x4x16xf16>)
// CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[ID:.*]], #[[ID]], #[[ID]]]
// CHECK-SAME: ins(%[[MAX]], %[[MAX]] : tensor<2x4x4x16xf16>
// CHECK: problem.convolution inputs(%[[SUM]], %arg2, %[[MAX]] : tensor<2x4x4x16xf16>, tensor<16x16x3x3xf16>, tensor<2x4x4x16xf16>)
// CHECK: linalg.transpose ins({{.*}} : tensor<2x16x16xf16>) {{.*}} permutation = [0, 2, 1]
// CHECK-NOT: linalg.transpose
// CHECK: return
#x = affine_map<(n, h, w, f, r, s, c) -> (n, c, h + r - 1, w + s - 1)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, c, r, s)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, f, h, w)>
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @block(%x: tensor<2x32x8x8xf16>, %f: tensor<16x32x3x3xf16>, %g: tensor<16x16x3x3xf16>) -> tensor<2x16x4x4xf16> {
  %e = tensor.empty() : tensor<2x16x8x8xf16>
  %one = problem.convolution inputs(%x, %f : tensor<2x32x8x8xf16>, tensor<16x32x3x3xf16>)
      outputs(%e : tensor<2x16x8x8xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<2x16x8x8xf16>
  %lowest = arith.constant 0xFC00 : f16
  %p = tensor.pad %one low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f16
  } : tensor<2x16x8x8xf16> to tensor<2x16x10x10xf16>
  %small = tensor.empty() : tensor<2x16x4x4xf16>
  %fill = linalg.fill ins(%lowest : f16) outs(%small : tensor<2x16x4x4xf16>) -> tensor<2x16x4x4xf16>
  %window = tensor.empty() : tensor<3x3xf16>
  %max = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%p, %window : tensor<2x16x10x10xf16>, tensor<3x3xf16>) outs(%fill : tensor<2x16x4x4xf16>) -> tensor<2x16x4x4xf16>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%max, %max : tensor<2x16x4x4xf16>, tensor<2x16x4x4xf16>) outs(%small : tensor<2x16x4x4xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %s = arith.addf %a, %b : f16
    linalg.yield %s : f16
  } -> tensor<2x16x4x4xf16>
  %two = problem.convolution inputs(%sum, %g, %max : tensor<2x16x4x4xf16>, tensor<16x16x3x3xf16>, tensor<2x16x4x4xf16>)
      outputs(%small : tensor<2x16x4x4xf16>) maps = [#x, #f, #y, #y] epilogue {
  ^bb0(%s: f32, %of: f16):
    %wide = arith.extf %of : f16 to f32
    %all = arith.addf %s, %wide : f32
    %t = arith.truncf %all : f32 to f16
    problem.yield %t : f16
  } -> tensor<2x16x4x4xf16>
  return %two : tensor<2x16x4x4xf16>
}

// -----

// Patches become tokens: the transpose that a model has is none any more. An
// image of few channels stays, as it is copied anyway.
// CHECK-LABEL: func.func @tokens
// CHECK-NOT: linalg.transpose
// CHECK: problem.convolution inputs(%arg0, %arg1 : tensor<1x3x8x8xf16>, tensor<32x3x4x4xf16>) outputs(%{{.*}} : tensor<1x2x2x32xf16>)
// CHECK: %[[R:.*]] = tensor.collapse_shape {{.*}} {{\[\[}}0], [1, 2], [3]{{\]}} : tensor<1x2x2x32xf16> into tensor<1x4x32xf16>
// CHECK: return %[[R]]
#x = affine_map<(n, h, w, f, r, s, c) -> (n, c, h * 4 + r, w * 4 + s)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, c, r, s)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, f, h, w)>
func.func @tokens(%x: tensor<1x3x8x8xf16>, %f: tensor<32x3x4x4xf16>) -> tensor<1x4x32xf16> {
  %e = tensor.empty() : tensor<1x32x2x2xf16>
  %one = problem.convolution inputs(%x, %f : tensor<1x3x8x8xf16>, tensor<32x3x4x4xf16>)
      outputs(%e : tensor<1x32x2x2xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<1x32x2x2xf16>
  %flat = tensor.collapse_shape %one [[0], [1], [2, 3]] : tensor<1x32x2x2xf16> into tensor<1x32x4xf16>
  %te = tensor.empty() : tensor<1x4x32xf16>
  %t = linalg.transpose ins(%flat : tensor<1x32x4xf16>) outs(%te : tensor<1x4x32xf16>) permutation = [0, 2, 1]
  return %t : tensor<1x4x32xf16>
}

// -----

// Without a convolution nothing changes, nor do poolings.
// CHECK-LABEL: func.func @pooling
// CHECK: linalg.pooling_nchw_max
func.func @pooling(%x: tensor<2x16x10x10xf16>, %w: tensor<3x3xf16>, %y: tensor<2x16x8x8xf16>) -> tensor<2x16x8x8xf16> {
  %max = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<2x16x10x10xf16>, tensor<3x3xf16>) outs(%y : tensor<2x16x8x8xf16>) -> tensor<2x16x8x8xf16>
  return %max : tensor<2x16x8x8xf16>
}

// -----

// A transpose in front of the images is merged, and a batch may be unknown.
// CHECK-LABEL: func.func @unknown_batch
// CHECK: linalg.transpose ins(%arg0 : tensor<48x?x8x9xf16>) {{.*}} permutation = [1, 2, 3, 0]
// CHECK-NOT: linalg.transpose ins(%{{.*}} : tensor<?x8x9x48xf16>)
// CHECK: problem.convolution inputs(%{{.*}}, %arg1 : tensor<?x8x9x48xf16>
#x = affine_map<(n, h, w, f, r, s, c) -> (n, c, h * 2 + r - 1, w + s - 1)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, r, s, c)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, f, h, w)>
func.func @unknown_batch(%p: tensor<48x?x8x9xf16>, %f: tensor<16x3x3x48xf16>, %y: tensor<?x16x4x9xf16>) -> tensor<?x16x4x9xf16> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %p, %c1 : tensor<48x?x8x9xf16>
  %e = tensor.empty(%n) : tensor<?x48x8x9xf16>
  %q = linalg.transpose ins(%p : tensor<48x?x8x9xf16>) outs(%e : tensor<?x48x8x9xf16>) permutation = [1, 0, 2, 3]
  %r = problem.convolution inputs(%q, %f : tensor<?x48x8x9xf16>, tensor<16x3x3x48xf16>)
      outputs(%y : tensor<?x16x4x9xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<?x16x4x9xf16>
  return %r : tensor<?x16x4x9xf16>
}
