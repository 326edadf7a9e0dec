// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-keep-results -autotune-plan-memory

func.func private @f.once(%w: tensor<4xf32>) -> tensor<4xf32> attributes {autotune.once} {
  return %w : tensor<4xf32>
}

func.func @changes(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{of a function that runs once (autotune.once) needs arguments of the caller that are autotune.frozen}}
  %y = call @f.once(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func private @f.once(%w: tensor<4xf32>) -> tensor<4xf32> attributes {autotune.once} {
  return %w : tensor<4xf32>
}

func.func @computed(%w: tensor<4xf32> {autotune.frozen}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{of a function that runs once (autotune.once) needs arguments of the caller that are autotune.frozen}}
  %y = call @f.once(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func private @f.once(%w: tensor<4xf32>) -> tensor<4xf32> attributes {autotune.once} {
  return %w : tensor<4xf32>
}

func.func @twice(%v: tensor<4xf32> {autotune.frozen}, %w: tensor<4xf32> {autotune.frozen}) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note@+1 {{the earlier call}}
  %x = call @f.once(%v) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{of a function that runs once (autotune.once) has other arguments than an earlier call}}
  %y = call @f.once(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

// Behind bufferization, as no other pass leaves it.
memref.global "private" @f.once.0 : memref<4xf32> = uninitialized

// expected-error@+1 {{autotune.once needs whole buffers in device memory as arguments, not 'memref<4xf32, strided<[2]>>'}}
func.func private @f.once(%w: memref<4xf32, strided<[2]>>) attributes {autotune.once = [@f.once.0]} {
  return
}

// -----

memref.global "private" @f.once.0 : memref<4xf32> = uninitialized

// expected-error@+1 {{autotune.once needs whole buffers in device memory as arguments, not 'tensor<4xf32>'}}
func.func private @f.once(%w: tensor<4xf32>) attributes {autotune.once = [@f.once.0]} {
  return
}

// -----

memref.global "private" @f.once.0 : memref<4xf32> = uninitialized

func.func private @f.once(%w: memref<4xf32>) attributes {autotune.once = [@f.once.0]} {
  return
}

func.func @allocated() {
  %x = memref.alloc() : memref<4xf32>
  // expected-error@+1 {{of a function that runs once (autotune.once) needs arguments of the caller}}
  call @f.once(%x) : (memref<4xf32>) -> ()
  return
}
