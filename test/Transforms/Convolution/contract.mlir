// What the first factor of a convolution's product is.
// RUN: autotune-opt %s -autotune-contract-convolutions=target=h200 -canonicalize -split-input-file | FileCheck %s
// RUN: autotune-opt %s -autotune-contract-convolutions=target=h200 -split-input-file -remark-format=emitRemark \
// RUN:   -remarks-filter=.* -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// On other chips a copy of all windows is multiplied.
// RUN: autotune-opt %s -autotune-contract-convolutions=target=sm_80 -canonicalize -split-input-file | FileCheck %s --check-prefix=AMPERE

// Channels of 48 become 64 along K. The bias is one of columns.
// CHECK-LABEL: func.func @windows
// CHECK: %[[F:.*]] = tensor.collapse_shape %arg1 {{.*}} into tensor<16x9x48xf16>
// CHECK: %[[P:.*]] = tensor.pad %[[F]] low[0, 0, 0] high[0, 0, 16]
// CHECK: %[[B:.*]] = tensor.collapse_shape %[[P]] {{.*}} into tensor<16x576xf16>
// CHECK: %[[BIAS:.*]] = tensor.expand_shape %arg2 {{.*}} into tensor<1x16xf16>
// CHECK: problem.contract ins(%arg0, %[[B]] : tensor<2x8x9x48xf16>, tensor<16x576xf16>) windows [3, 3, 2, 1, 1, 1, 1, 1, 0, 1] with(%[[BIAS]] : tensor<1x16xf16>)
// CHECK: tensor.expand_shape {{.*}} tensor<72x16xf16> into tensor<2x4x9x16xf16>
// REMARK: remark: {{.*}}the convolution is a product with windows, which the kernel loads from the images
// AMPERE-LABEL: func.func @windows
// AMPERE: problem.contract {{.*}} tensor<72x432xf16>, tensor<16x432xf16>)
#x = affine_map<(n, h, w, f, r, s, c) -> (n, h * 2 + r - 1, w + s - 1, c)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, r, s, c)>
#b = affine_map<(n, h, w, f, r, s, c) -> (f)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, h, w, f)>
func.func @windows(%x: tensor<2x8x9x48xf16>, %f: tensor<16x3x3x48xf16>, %b: tensor<16xf16>, %y: tensor<2x4x9x16xf16>) -> tensor<2x4x9x16xf16> {
  %r = problem.convolution inputs(%x, %f, %b : tensor<2x8x9x48xf16>, tensor<16x3x3x48xf16>, tensor<16xf16>)
      outputs(%y : tensor<2x4x9x16xf16>) maps = [#x, #f, #b, #y] epilogue {
  ^bb0(%sum: f32, %of: f16):
    %wide = arith.extf %of : f16 to f32
    %all = arith.addf %sum, %wide : f32
    %t = arith.truncf %all : f32 to f16
    problem.yield %t : f16
  } -> tensor<2x4x9x16xf16>
  return %r : tensor<2x4x9x16xf16>
}

// -----

// Single pixels of images in NCHW are planes, if these have multiples of 16
// bytes. A function that only rounds is none.
// CHECK-LABEL: func.func @planes
// CHECK-NOT: linalg.transpose
// CHECK: problem.contract ins({{.*}} : tensor<16x32xf16>, tensor<2x32x24xf16>) with({{.*}} : tensor<16x1xf32>) outs({{.*}} : tensor<2x16x24xf16>) maps
// REMARK: remark: {{.*}}the convolution is a product with the planes of its images
#x = affine_map<(n, h, w, f, r, s, c) -> (n, c, h + r, w + s)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, c, r, s)>
#b = affine_map<(n, h, w, f, r, s, c) -> (f)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, f, h, w)>
func.func @planes(%x: tensor<2x32x4x6xf16>, %f: tensor<16x32x1x1xf16>, %b: tensor<16xf32>, %y: tensor<2x16x4x6xf16>) -> tensor<2x16x4x6xf16> {
  %r = problem.convolution inputs(%x, %f, %b : tensor<2x32x4x6xf16>, tensor<16x32x1x1xf16>, tensor<16xf32>)
      outputs(%y : tensor<2x16x4x6xf16>) maps = [#x, #f, #b, #y] epilogue {
  ^bb0(%sum: f32, %of: f32):
    %s = arith.addf %sum, %of : f32
    %t = arith.truncf %s : f32 to f16
    problem.yield %t : f16
  } -> tensor<2x16x4x6xf16>
  return %r : tensor<2x16x4x6xf16>
}

// -----

// CHECK-LABEL: func.func @pixels
// CHECK: linalg.transpose ins({{.*}} : tensor<2x32x20xf16>) {{.*}} permutation = [0, 2, 1]
// CHECK: problem.contract ins({{.*}} : tensor<40x32xf16>, tensor<16x32xf16>) outs({{.*}} : tensor<40x16xf16>) maps [{{.*}}] sums f32 -> tensor<40x16xf16>
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 1]
// REMARK: remark: {{.*}}the convolution is a product with the pixels of its images
#x = affine_map<(n, h, w, f, r, s, c) -> (n, c, h + r, w + s)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, c, r, s)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, f, h, w)>
func.func @pixels(%x: tensor<2x32x4x5xf16>, %f: tensor<16x32x1x1xf16>, %y: tensor<2x16x4x5xf16>) -> tensor<2x16x4x5xf16> {
  %r = problem.convolution inputs(%x, %f : tensor<2x32x4x5xf16>, tensor<16x32x1x1xf16>)
      outputs(%y : tensor<2x16x4x5xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<2x16x4x5xf16>
  return %r : tensor<2x16x4x5xf16>
}

// -----

// A row of a patch of four pixels has 4 * 2 channels, which are 16 bytes.
// CHECK-LABEL: func.func @patches
// CHECK: %[[E:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2], [3, 4], [5]{{\]}} {{.*}} into tensor<3x2x4x3x4x2xf16>
// CHECK: %[[A:.*]] = tensor.collapse_shape %[[E]] {{\[\[}}0, 1], [2], [3], [4, 5]{{\]}} {{.*}} into tensor<6x4x3x8xf16>
// CHECK: problem.contract ins(%[[A]], %{{.*}} : tensor<6x4x3x8xf16>, tensor<16x256xf16>) windows [4, 1, 1, 1, 1, 1, 0, 0, 0, 0]
// REMARK: remark: {{.*}}the convolution is a product with the patches of its images
#x = affine_map<(n, h, w, f, r, s, c) -> (n, h * 4 + r, w * 4 + s, c)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, r, s, c)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, h, w, f)>
func.func @patches(%x: tensor<3x8x12x2xf16>, %f: tensor<16x4x4x2xf16>, %y: tensor<3x2x3x16xf16>) -> tensor<3x2x3x16xf16> {
  %r = problem.convolution inputs(%x, %f : tensor<3x8x12x2xf16>, tensor<16x4x4x2xf16>)
      outputs(%y : tensor<3x2x3x16xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<3x2x3x16xf16>
  return %r : tensor<3x2x3x16xf16>
}

// -----

// Of three channels in NCHW: a pixel of the copy has two rows of a window, and
// an eighth column, with which it has 96 bytes. The filter has an eighth row.
// CHECK-LABEL: func.func @lines
// CHECK: tensor.pad %arg0 low[0, 0, 3, 3] high[0, 0, 3, 3]
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x11x8x2x8x3xf16>)
// CHECK: problem.contract ins({{.*}} : tensor<1x11x8x48xf16>, tensor<8x256xf16>) windows [4, 1, 1, 1, 1, 1, 0, 0, 0, 0] outs(%{{.*}} : tensor<64x8xf16>)
// REMARK: remark: {{.*}}the convolution is a product with windows, which the kernel loads from a copy with a line of a window for each pixel
#x = affine_map<(n, h, w, f, r, s, c) -> (n, c, h * 2 + r - 3, w * 2 + s - 3)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, c, r, s)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, h, w, f)>
func.func @lines(%x: tensor<1x3x16x16xf16>, %f: tensor<8x3x7x7xf16>, %y: tensor<1x8x8x8xf16>) -> tensor<1x8x8x8xf16> {
  %r = problem.convolution inputs(%x, %f : tensor<1x3x16x16xf16>, tensor<8x3x7x7xf16>)
      outputs(%y : tensor<1x8x8x8xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<1x8x8x8xf16>
  return %r : tensor<1x8x8x8xf16>
}

// -----

// Windows farther apart than a tensor map allows, in one dimension.
// CHECK-LABEL: func.func @copy
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x3x2x64xf16>)
// CHECK: problem.contract ins({{.*}} : tensor<6x128xf16>, tensor<8x128xf16>) outs(
// REMARK: remark: {{.*}}the convolution is a product with a copy of all windows
#x = affine_map<(n, w, f, s, c) -> (n, w * 9 + s, c)>
#f = affine_map<(n, w, f, s, c) -> (f, s, c)>
#y = affine_map<(n, w, f, s, c) -> (n, w, f)>
func.func @copy(%x: tensor<2x20x64xf16>, %f: tensor<8x2x64xf16>, %y: tensor<2x3x8xf16>) -> tensor<2x3x8xf16> {
  %r = problem.convolution inputs(%x, %f : tensor<2x20x64xf16>, tensor<8x2x64xf16>)
      outputs(%y : tensor<2x3x8xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<2x3x8xf16>
  return %r : tensor<2x3x8xf16>
}

// -----

// Groups of 16 channels become one filter with zeros. The batch is unknown, and
// what the epilogue reads varies from image to image.
// CHECK: affine_map<(d0, d1, d2) -> (d0 floordiv 25, d1)>
// CHECK-LABEL: func.func @groups
// CHECK: arith.cmpi eq
// CHECK: problem.contract ins({{.*}} : tensor<?x5x5x32xf16>, tensor<8x576xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] with({{.*}} : tensor<?x8xf32>)
#x = affine_map<(n, g, h, w, f, r, s, c) -> (n, h + r - 1, w + s - 1, g, c)>
#f = affine_map<(n, g, h, w, f, r, s, c) -> (g, f, r, s, c)>
#b = affine_map<(n, g, h, w, f, r, s, c) -> (n, g, f)>
#y = affine_map<(n, g, h, w, f, r, s, c) -> (n, h, w, g, f)>
func.func @groups(%x: tensor<?x5x5x2x16xf16>, %f: tensor<2x4x3x3x16xf16>, %b: tensor<?x2x4xf32>, %y: tensor<?x5x5x2x4xf16>) -> tensor<?x5x5x2x4xf16> {
  %r = problem.convolution inputs(%x, %f, %b : tensor<?x5x5x2x16xf16>, tensor<2x4x3x3x16xf16>, tensor<?x2x4xf32>)
      outputs(%y : tensor<?x5x5x2x4xf16>) maps = [#x, #f, #b, #y] epilogue {
  ^bb0(%sum: f32, %of: f32):
    %all = arith.mulf %sum, %of : f32
    %t = arith.truncf %all : f32 to f16
    problem.yield %t : f16
  } -> tensor<?x5x5x2x4xf16>
  return %r : tensor<?x5x5x2x4xf16>
}

// -----

// Groups whose channels are whole steps along K are multiplied apart: here two of four at once, with
// zeros between these. Each product reads its share of the channels, and writes its columns. What the
// epilogue reads is of each channel, or of each element.
// REMARK: remark: {{.*}}the convolution is a product with windows of a few groups for each product of a batch, which the kernel loads from the images
// CHECK-LABEL: func.func @groups_apart
// CHECK: tensor.expand_shape {{.*}} into tensor<2x2x8x3x3x32xf16>
// CHECK: arith.cmpi eq
// CHECK: [[F:%.*]] = tensor.collapse_shape {{.*}} into tensor<2x16x576xf16>
// CHECK: [[B:%.*]] = tile.permute {{.*}} : tensor<1x2x16xf32> -> tensor<2x1x16xf32>
// CHECK: [[R:%.*]] = tile.permute {{.*}} : tensor<50x2x16xf16> -> tensor<2x50x16xf16>
// CHECK: [[Y:%.*]] = tile.permute {{.*}} : tensor<50x2x16xf16> -> tensor<2x50x16xf16>
// CHECK: problem.contract ins(%{{.*}}, [[F]] : tensor<2x5x5x128xf16>, tensor<2x16x576xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1] with([[B]], [[R]] : tensor<2x1x16xf32>, tensor<2x50x16xf16>) outs([[Y]] : tensor<2x50x16xf16>)
// CHECK: tile.permute {{.*}} : tensor<2x50x16xf16> -> tensor<50x2x16xf16>
#x = affine_map<(n, g, h, w, f, r, s, c) -> (n, h + r - 1, w + s - 1, g, c)>
#f = affine_map<(n, g, h, w, f, r, s, c) -> (g, f, r, s, c)>
#b = affine_map<(n, g, h, w, f, r, s, c) -> (g, f)>
#y = affine_map<(n, g, h, w, f, r, s, c) -> (n, h, w, g, f)>
func.func @groups_apart(%x: tensor<2x5x5x4x32xf16>, %f: tensor<4x8x3x3x32xf16>, %b: tensor<4x8xf32>, %r: tensor<2x5x5x4x8xf16>, %y: tensor<2x5x5x4x8xf16>) -> tensor<2x5x5x4x8xf16> {
  %c = problem.convolution inputs(%x, %f, %b, %r : tensor<2x5x5x4x32xf16>, tensor<4x8x3x3x32xf16>, tensor<4x8xf32>, tensor<2x5x5x4x8xf16>)
      outputs(%y : tensor<2x5x5x4x8xf16>) maps = [#x, #f, #b, #y, #y] epilogue {
  ^bb0(%sum: f32, %of: f32, %res: f16):
    %s = arith.addf %sum, %of : f32
    %e = arith.extf %res : f16 to f32
    %all = arith.addf %s, %e : f32
    %t = arith.truncf %all : f32 to f16
    problem.yield %t : f16
  } -> tensor<2x5x5x4x8xf16>
  return %c : tensor<2x5x5x4x8xf16>
}

// -----

// Of one channel in each group no product is made.
// CHECK-LABEL: func.func @depthwise
// CHECK-NOT: problem.
// CHECK: linalg.generic
// REMARK: remark: {{.*}}the convolution is no product: it has 32 groups of few channels, which are no product of matrices
#x = affine_map<(n, g, h, w, r, s) -> (n, h + r, w + s, g)>
#f = affine_map<(n, g, h, w, r, s) -> (g, r, s)>
#y = affine_map<(n, g, h, w, r, s) -> (n, h, w, g)>
func.func @depthwise(%x: tensor<1x6x6x32xf16>, %f: tensor<32x3x3xf16>, %y: tensor<1x4x4x32xf16>) -> tensor<1x4x4x32xf16> {
  %r = problem.convolution inputs(%x, %f : tensor<1x6x6x32xf16>, tensor<32x3x3xf16>)
      outputs(%y : tensor<1x4x4x32xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<1x4x4x32xf16>
  return %r : tensor<1x4x4x32xf16>
}

// -----

// CHECK-LABEL: func.func @three_dimensions
// CHECK: problem.contract ins({{.*}} : tensor<64x1728xf16>, tensor<16x1728xf16>)
#x = affine_map<(n, d, h, w, f, q, r, s, c) -> (n, d + q, h + r, w + s, c)>
#f = affine_map<(n, d, h, w, f, q, r, s, c) -> (f, q, r, s, c)>
#y = affine_map<(n, d, h, w, f, q, r, s, c) -> (n, d, h, w, f)>
func.func @three_dimensions(%x: tensor<1x6x6x6x64xf16>, %f: tensor<16x3x3x3x64xf16>, %y: tensor<1x4x4x4x16xf16>) -> tensor<1x4x4x4x16xf16> {
  %r = problem.convolution inputs(%x, %f : tensor<1x6x6x6x64xf16>, tensor<16x3x3x3x64xf16>)
      outputs(%y : tensor<1x4x4x4x16xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<1x4x4x4x16xf16>
  return %r : tensor<1x4x4x4x16xf16>
}

// -----

// What the epilogue reads is in the order of columns, and not of planes.
// CHECK-LABEL: func.func @order_of_filters
// CHECK: linalg.transpose ins(%arg2 : tensor<8x4xf32>) {{.*}} permutation = [1, 0]
// CHECK: problem.contract ins({{.*}} : tensor<48x32xf16>, tensor<32x32xf16>) with({{.*}} : tensor<1x32xf32>)
#x = affine_map<(n, h, w, f, e, r, s, c) -> (n, c, h + r, w + s)>
#f = affine_map<(n, h, w, f, e, r, s, c) -> (f, e, c, r, s)>
#b = affine_map<(n, h, w, f, e, r, s, c) -> (e, f)>
#y = affine_map<(n, h, w, f, e, r, s, c) -> (n, f, e, h, w)>
func.func @order_of_filters(%x: tensor<2x32x4x6xf16>, %f: tensor<4x8x32x1x1xf16>, %b: tensor<8x4xf32>, %y: tensor<2x4x8x4x6xf16>) -> tensor<2x4x8x4x6xf16> {
  %r = problem.convolution inputs(%x, %f, %b : tensor<2x32x4x6xf16>, tensor<4x8x32x1x1xf16>, tensor<8x4xf32>)
      outputs(%y : tensor<2x4x8x4x6xf16>) maps = [#x, #f, #b, #y] epilogue {
  ^bb0(%sum: f32, %of: f32):
    %s = arith.addf %sum, %of : f32
    %t = arith.truncf %s : f32 to f16
    problem.yield %t : f16
  } -> tensor<2x4x8x4x6xf16>
  return %r : tensor<2x4x8x4x6xf16>
}

// -----

// CHECK-LABEL: func.func @unequal_types
// CHECK-NOT: problem.
// REMARK: remark: {{.*}}the convolution is no product: the type of operand 2 lacks a size that another operand's has
#x = affine_map<(n, h, w, f, r, s, c) -> (n, h * 2 + r - 1, w + s - 1, c)>
#f = affine_map<(n, h, w, f, r, s, c) -> (f, r, s, c)>
#y = affine_map<(n, h, w, f, r, s, c) -> (n, h, w, f)>
func.func @unequal_types(%x: tensor<2x8x9x48xf16>, %f: tensor<16x3x3x48xf16>, %y: tensor<?x4x9x16xf16>) -> tensor<?x4x9x16xf16> {
  %r = problem.convolution inputs(%x, %f : tensor<2x8x9x48xf16>, tensor<16x3x3x48xf16>)
      outputs(%y : tensor<?x4x9x16xf16>) maps = [#x, #f, #y] epilogue {
  ^bb0(%sum: f32):
    %t = arith.truncf %sum : f32 to f16
    problem.yield %t : f16
  } -> tensor<?x4x9x16xf16>
  return %r : tensor<?x4x9x16xf16>
}
