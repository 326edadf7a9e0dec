// What the verifier of launches refuses.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op must have one result of the same type for each tensor in 'outs'}}
  tile.launch @g::@k ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op must have one result of the same type for each tensor in 'outs'}}
  %r = tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op has 2 operands, but @g::@k takes 1}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>, %b: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>, %b: memref<4x4xbf16>) {
  // expected-error@+1 {{'tile.launch' op operand of type 'memref<4x4xbf16>' can't be the kernel's argument of type 'memref<?x?xf32>'}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xbf16>)
  return
}

// -----

// A kernel that writes bytes may write others than 0 and 1.
gpu.module @g {
  tile.kernel @k(%a: memref<?x?xi8>, %b: memref<?x?xi8>) threads(32) {}
}
func.func @f(%a: memref<4x4xi1>) {
  // expected-error@+1 {{'tile.launch' op operand of type 'memref<4x4xi1>' can't be the kernel's argument of type 'memref<?x?xi8>'}}
  tile.launch @g::@k ins(%a : memref<4x4xi1>) outs(%a : memref<4x4xi1>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>, %n: i32) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op operand of type 'memref<4x4xf32>' can't be the kernel's argument of type 'i32'}}
  tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>, %b: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4xf32>) {
  // expected-error@+1 {{'tile.launch' op operand of type 'memref<4xf32>' can't be the kernel's argument of type 'memref<?x?xf32>'}}
  tile.launch @g::@k ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// -----

func.func @f(%a: memref<*xf32>) {
  // expected-error@+1 {{operand #0 must be variadic of ranked tensor of any type values or memref of any type values, but got 'memref<*xf32>'}}
  tile.launch @g::@k ins(%a : memref<*xf32>) outs(%a : memref<*xf32>)
  return
}

// -----

func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op launches @nobody::@k, which does not exist}}
  tile.launch @nobody::@k ins(%a : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op attribute 'sms' failed to satisfy constraint}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>) sms(0)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op attribute 'sms' failed to satisfy constraint}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>) sms(-1)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op attribute 'sms' failed to satisfy constraint}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>) sms(65537)
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.call_library' op takes tensors or memrefs, not both}}
  %done = tile.call_library "cublaslt" "" ins(%a : tensor<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>, %b: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: tensor<4x4xf32>, %b: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op takes tensors or memrefs, not both}}
  tile.launch @g::@k ins(%a : tensor<4x4xf32>) outs(%b : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%a: memref<?x?xf32>, %b: memref<?x?xf32>) threads(32) {}
}
func.func @f(%a: memref<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'tile.launch' op takes tensors or memrefs, not both}}
  %r = tile.launch @g::@k ins(%a : memref<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
