// RUN: autotune-opt %s -split-input-file -verify-diagnostics

func.func @dimension(%x: tensor<4xi64>, %a: tensor<i64>) {
  // expected-error @below {{has dimension 1 of a tensor of rank 1}}
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4xi64>) outs(%x, %a : tensor<4xi64>, tensor<i64>) {
  ^bb0(%arg0: i64, %arg1: i64):
    tm_tensor.yield %arg0 : i64
  } -> tensor<4xi64>, tensor<i64>
  return
}

// -----

func.func @yield(%x: tensor<4xi64>, %a: tensor<i64>) {
  // expected-error @below {{has a region that must yield one 'i64'}}
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xi64>) outs(%x, %a : tensor<4xi64>, tensor<i64>) {
  ^bb0(%arg0: i64, %arg1: i64):
    tm_tensor.yield
  } -> tensor<4xi64>, tensor<i64>
  return
}

// -----

func.func @sizes(%x: tensor<4xi64>, %o: tensor<5xi64>, %a: tensor<i64>) {
  // expected-error @below {{has an input and an output of different sizes}}
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xi64>) outs(%o, %a : tensor<5xi64>, tensor<i64>) {
  ^bb0(%arg0: i64, %arg1: i64):
    tm_tensor.yield %arg0 : i64
  } -> tensor<5xi64>, tensor<i64>
  return
}

// -----

func.func @arguments(%x: tensor<4xf32>) {
  // expected-error @below {{has a region of 1 arguments; it must take the types ('f32', 'f32')}}
  %r = tm_tensor.sort dimension(0) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32):
    %p = arith.constant true
    tm_tensor.yield %p : i1
  } -> tensor<4xf32>
  return
}

// -----

func.func @map(%u: tensor<3xf32>, %i: tensor<3x2xi32>, %o: tensor<8x4xf32>) {
  // expected-error @below {{has a dimension_map that names a dimension of the output twice, or one that the output does not have}}
  %r = tm_tensor.scatter {dimension_map = array<i64: 0, 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x2xi32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%arg0: f32, %arg1: f32):
    tm_tensor.yield %arg0 : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @results(%q: tensor<2x8x4xf32>) {
  // expected-error @below {{must have results of the types of its outputs}}
  %r = tm_tensor.attention ins(%q, %q, %q : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%q : tensor<2x8x4xf32>) -> tensor<?x8x4xf32>
  return
}
