// RUN: autotune-opt %s -split-input-file -verify-diagnostics

func.func @rank(%x: tensor<f32>, %e: tensor<f32>, %s: tensor<f32>) {
  // expected-error @below {{'problem.scan' op needs an input with a dimension to go along, not 'tensor<f32>'}}
  %r:2 = problem.scan inclusive ins(%x : tensor<f32>) outs(%e, %s : tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    problem.yield %a : f32
  } -> tensor<f32>, tensor<f32>
  return
}

// -----

func.func @first(%x: tensor<4x8xf32>, %e: tensor<4x7xf32>, %s: tensor<4xf32>) {
  // expected-error @below {{'problem.scan' op needs a first out of the sizes of its input, 'tensor<4x8xf32>', not 'tensor<4x7xf32>'}}
  %r:2 = problem.scan inclusive ins(%x : tensor<4x8xf32>) outs(%e, %s : tensor<4x7xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    problem.yield %a : f32
  } -> tensor<4x7xf32>, tensor<4xf32>
  return
}

// -----

func.func @second(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<8xf32>) {
  // expected-error @below {{'problem.scan' op needs a second out of the sizes of its input, 'tensor<4x8xf32>', without the last one, not 'tensor<8xf32>'}}
  %r:2 = problem.scan inclusive ins(%x : tensor<4x8xf32>) outs(%e, %s : tensor<4x8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    problem.yield %a : f32
  } -> tensor<4x8xf32>, tensor<8xf32>
  return
}

// -----

func.func @elements(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf64>) {
  // expected-error @below {{'problem.scan' op needs outs with elements of its input's type, 'f32', not 'tensor<4xf64>'}}
  %r:2 = problem.scan inclusive ins(%x : tensor<4x8xf32>) outs(%e, %s : tensor<4x8xf32>, tensor<4xf64>) {
  ^bb0(%a: f32, %b: f32):
    problem.yield %a : f32
  } -> tensor<4x8xf32>, tensor<4xf64>
  return
}

// -----

func.func @results(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @below {{'problem.scan' op needs results of the types of its outs, 'tensor<4x8xf32>' and 'tensor<4xf32>'}}
  %r:2 = problem.scan inclusive ins(%x : tensor<4x8xf32>) outs(%e, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    problem.yield %a : f32
  } -> tensor<4x?xf32>, tensor<4xf32>
  return
}

// -----

func.func @arguments(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @below {{'problem.scan' op needs a combiner with two arguments of type 'f32'}}
  %r:2 = problem.scan inclusive ins(%x : tensor<4x8xf32>) outs(%e, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: f32):
    problem.yield %a : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return
}

// -----

func.func @types(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @below {{'problem.scan' op needs a combiner with two arguments of type 'f32'}}
  %r:2 = problem.scan inclusive ins(%x : tensor<4x8xf32>) outs(%e, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: f64, %b: f32):
    problem.yield %b : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return
}

// -----

func.func @yielded(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @below {{'problem.scan' op needs a combiner that ends in a problem.yield of one 'f32'}}
  %r:2 = problem.scan inclusive ins(%x : tensor<4x8xf32>) outs(%e, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    problem.yield %a, %b : f32, f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return
}
