// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'func.func' op argument 1: autotune.frozen must have no value, not true}}
func.func @value(%x: tensor<4xf32>, %w: tensor<4xf32> {autotune.frozen = true}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.frozen needs a function with a body}}
func.func private @declared(tensor<4xf32> {autotune.frozen})

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.frozen needs a ranked tensor, not 'f32'}}
func.func @number(%w: f32 {autotune.frozen}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.frozen needs a ranked tensor, not 'tensor<*xf32>'}}
func.func @unranked(%w: tensor<*xf32> {autotune.frozen}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.frozen needs a ranked tensor, not 'memref<4xf32>'}}
func.func @buffer(%w: memref<4xf32> {autotune.frozen}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op argument 0: autotune.frozen contradicts bufferization.writable = true}}
func.func @writable(%w: tensor<4xf32> {autotune.frozen, bufferization.writable = true}) {
  return
}

// -----

// expected-error@+1 {{unknown attribute "autotune.frozen"}}
func.func @whole() attributes {autotune.frozen} {
  return
}
