// Reduced loops that are the last ones become one, if their elements are
// adjacent: the columns of a problem of rows.
// RUN: autotune-opt %s -split-input-file -autotune-form-rows -canonicalize | FileCheck %s

// The mean of height and width.
// CHECK-LABEL: func @pool
// CHECK: %[[X:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<2x3x5x7xf32> into tensor<2x3x35xf32>
// CHECK: problem.rows 6 x 35 ins(%[[X]] : tensor<2x3x35xf32>) outs(%{{.*}} : tensor<2x3xf32>)
func.func @pool(%x: tensor<2x3x5x7xf32>) -> tensor<2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x3x5x7xf32>) outs(%f : tensor<2x3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  return %s : tensor<2x3xf32>
}

// -----

// All of a tensor is one row. The body reads the number of a loop.
// CHECK-LABEL: func @whole
// CHECK: problem.rows 1 x 35
func.func @whole(%x: tensor<5x7xi32>) -> tensor<i32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, w) -> (h, w)>, affine_map<(h, w) -> ()>],
                       iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<5x7xi32>) outs(%f : tensor<i32>) {
  ^bb0(%i: i32, %o: i32):
    %h = linalg.index 0 : index
    %n = arith.index_cast %h : index to i32
    %p = arith.muli %i, %n : i32
    %v = arith.addi %p, %o : i32
    linalg.yield %v : i32
  } -> tensor<i32>
  return %s : tensor<i32>
}

// -----

// A loop between the reduced ones: elements are not adjacent.
// CHECK-LABEL: func @between
// CHECK-NOT: problem.rows
func.func @between(%x: tensor<2x3x5x7xf32>) -> tensor<2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x5xf32>) -> tensor<2x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, h, c, w)>, affine_map<(n, c, h, w) -> (n, c)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x3x5x7xf32>) outs(%f : tensor<2x5xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<2x5xf32>
  return %s : tensor<2x5xf32>
}

// -----

// Too many columns for a row.
// CHECK-LABEL: func @large
// CHECK-NOT: tensor.collapse_shape
// CHECK-NOT: problem.rows
func.func @large(%x: tensor<2x256x256xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, h, w) -> (n, h, w)>, affine_map<(n, h, w) -> (n)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x256x256xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %s : tensor<2xf32>
}

// -----

// A window: its elements are no row.
// CHECK-LABEL: func @window
// CHECK-NOT: tensor.collapse_shape
// CHECK: iterator_types = ["parallel", "parallel", "reduction", "reduction"]
func.func @window(%x: tensor<8x8xf32>, %k: tensor<3x3xf32>) -> tensor<6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, w, y, x) -> (h + y, w + x)>,
                                        affine_map<(h, w, y, x) -> (y, x)>,
                                        affine_map<(h, w, y, x) -> (h, w)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %k : tensor<8x8xf32>, tensor<3x3xf32>) outs(%f : tensor<6x6xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.maximumf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<6x6xf32>
  return %s : tensor<6x6xf32>
}

// -----

// A row that all read.
// CHECK-LABEL: func @first_row
// CHECK-NOT: tensor.collapse_shape
func.func @first_row(%x: tensor<1x5x7xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, h, w) -> (0, h, w)>,
                                        affine_map<(n, h, w) -> (n)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<1x5x7xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %s : tensor<4xf32>
}
