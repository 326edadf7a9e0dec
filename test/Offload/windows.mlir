// Pads, poolings and other named operations, up to one problem of rows.
// RUN: autotune-opt %s -split-input-file -autotune-form-elementwise | FileCheck %s --check-prefix=FORMED
// RUN: autotune-opt %s -split-input-file -autotune-form-elementwise -linalg-fuse-elementwise-ops -canonicalize \
// RUN:   -autotune-form-rows -canonicalize | FileCheck %s

// Padding, pooling and what follows are one kernel, and the padded tensor is never
// in memory.
// FORMED-LABEL: func @pool
// FORMED: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x8x18x18xf32>)
// FORMED: arith.select %{{.*}}, %{{.*}}, %cst : f32
// FORMED-NOT: linalg.pooling
// CHECK-LABEL: func @pool
// CHECK-NOT: 18x18
// CHECK: problem.rows 128 x 8 ins(%{{.*}} : tensor<2x8x16x16xf32>) outs(%{{.*}} : tensor<2x8x8x8xf32>)
// CHECK-NOT: 18x18
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
// CHECK: arith.maximumf {{.*}} : f32
// CHECK: arith.maximumf {{.*}} : f32
// CHECK-NOT: problem.rows
func.func @pool(%x: tensor<2x8x16x16xf32>) -> tensor<2x8x8x8xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %lowest : f32
  } : tensor<2x8x16x16xf32> to tensor<2x8x18x18xf32>
  %e = tensor.empty() : tensor<2x8x8x8xf32>
  %shape = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%p, %shape : tensor<2x8x18x18xf32>, tensor<3x3xf32>) outs(%f : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
  %g = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x8x8xf32>) -> tensor<2x8x8x8xf32>
  %y = linalg.map {arith.maximumf} ins(%r, %g : tensor<2x8x8x8xf32>, tensor<2x8x8x8xf32>) outs(%e : tensor<2x8x8x8xf32>)
  return %y : tensor<2x8x8x8xf32>
}

// -----

// Channels last, and one dimension.
// FORMED-LABEL: func @others
// FORMED-NOT: linalg.pooling
// CHECK-LABEL: func @others
// CHECK: problem.rows 12 x 16
// CHECK: problem.rows 2 x 60
func.func @others(%x: tensor<2x4x6x16xf16>, %y: tensor<2x4x31xi32>) -> (tensor<2x2x3x16xf16>, tensor<2x4x15xi32>) {
  %zero = arith.constant 0.0 : f16
  %none = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2x3x16xf16>
  %g = tensor.empty() : tensor<2x4x15xi32>
  %two = tensor.empty() : tensor<2x2xf16>
  %three = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<2x2x3x16xf16>) -> tensor<2x2x3x16xf16>
  %h = linalg.fill ins(%none : i32) outs(%g : tensor<2x4x15xi32>) -> tensor<2x4x15xi32>
  %r = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %two : tensor<2x4x6x16xf16>, tensor<2x2xf16>) outs(%f : tensor<2x2x3x16xf16>) -> tensor<2x2x3x16xf16>
  %s = linalg.pooling_ncw_max {dilations = dense<1> : vector<1xi64>, strides = dense<2> : vector<1xi64>}
      ins(%y, %three : tensor<2x4x31xi32>, tensor<3xi32>) outs(%h : tensor<2x4x15xi32>) -> tensor<2x4x15xi32>
  return %r, %s : tensor<2x2x3x16xf16>, tensor<2x4x15xi32>
}

// -----

// A sum, a broadcast and arithmetic by their names are one problem.
// CHECK-LABEL: func @named
// CHECK: problem.rows 4 x 8
// CHECK-NOT: problem.rows
// CHECK-NOT: linalg.{{reduce|broadcast|sub|exp}}
func.func @named(%x: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %w = linalg.broadcast ins(%r : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %d = linalg.sub ins(%x, %w : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.exp ins(%d : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// Padding of an unknown size, or of elements that differ, and a convolution stay.
// FORMED-LABEL: func @stay
// FORMED-COUNT-2: tensor.pad
// FORMED: linalg.conv_2d_nchw_fchw
func.func @stay(%x: tensor<1x2x4x4xf32>, %k: tensor<3x2x3x3xf32>, %n: index) -> (tensor<1x2x?x4xf32>, tensor<1x2x5x4xf32>, tensor<1x3x2x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x2x2xf32>
  %p = tensor.pad %x low[0, 0, 0, 0] high[0, 0, %n, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x2x4x4xf32> to tensor<1x2x?x4xf32>
  %q = tensor.pad %x low[0, 0, 1, 0] high[0, 0, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    %i = arith.index_cast %d : index to i32
    %v = arith.sitofp %i : i32 to f32
    tensor.yield %v : f32
  } : tensor<1x2x4x4xf32> to tensor<1x2x5x4xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %k : tensor<1x2x4x4xf32>, tensor<3x2x3x3xf32>) outs(%e : tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %p, %q, %r : tensor<1x2x?x4xf32>, tensor<1x2x5x4xf32>, tensor<1x3x2x2xf32>
}

// -----

// Padding with a number that the pad itself has, and a matmul that stays.
// FORMED-LABEL: func @own_number
// FORMED-NOT: tensor.pad
// FORMED: arith.constant 2.500000e+00 : f32
// FORMED: linalg.matmul
// CHECK-LABEL: func @own_number
// CHECK: problem.rows 4 x 8
func.func @own_number(%x: tensor<4x7xf32>, %k: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %p = tensor.pad %x low[0, 1] high[0, 0] {
  ^bb0(%a: index, %b: index):
    %number = arith.constant 2.5 : f32
    tensor.yield %number : f32
  } : tensor<4x7xf32> to tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.matmul ins(%p, %k : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
