// What launches on integers of 4 bits refuse, as far as types tell.
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu=buffers=device -verify-diagnostics

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x63xi4>, %c: memref<?x8xf32>) {
  // expected-error@+1 {{'tile.launch' op operand 0 has two elements in a byte: it must have an inner stride of 1, and known even numbers as row length, outer strides and offset}}
  tile.launch @g::@k ins(%a : memref<4x63xi4>) outs(%c : memref<?x8xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x?xi4>, %c: memref<?x8xf32>) {
  // expected-error@+1 {{'tile.launch' op operand 0 has two elements in a byte: it must have an inner stride of 1, and known even numbers as row length, outer strides and offset}}
  tile.launch @g::@k ins(%a : memref<4x?xi4>) outs(%c : memref<?x8xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x64xi4, strided<[65, 1]>>, %c: memref<?x8xf32>) {
  // expected-error@+1 {{'tile.launch' op operand 0 has two elements in a byte: it must have an inner stride of 1, and known even numbers as row length, outer strides and offset}}
  tile.launch @g::@k ins(%a : memref<4x64xi4, strided<[65, 1]>>) outs(%c : memref<?x8xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x64xi4, strided<[96, 1], offset: 3>>, %c: memref<?x8xf32>) {
  // expected-error@+1 {{'tile.launch' op operand 0 has two elements in a byte: it must have an inner stride of 1, and known even numbers as row length, outer strides and offset}}
  tile.launch @g::@k ins(%a : memref<4x64xi4, strided<[96, 1], offset: 3>>) outs(%c : memref<?x8xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x64xi4, strided<[96, 1], offset: ?>>, %c: memref<?x8xf32>) {
  // expected-error@+1 {{'tile.launch' op operand 0 has two elements in a byte: it must have an inner stride of 1, and known even numbers as row length, outer strides and offset}}
  tile.launch @g::@k ins(%a : memref<4x64xi4, strided<[96, 1], offset: ?>>) outs(%c : memref<?x8xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x32xi4, strided<[128, 2]>>, %c: memref<?x8xf32>) {
  // expected-error@+1 {{'tile.launch' op operand 0 has two elements in a byte: it must have an inner stride of 1, and known even numbers as row length, outer strides and offset}}
  tile.launch @g::@k ins(%a : memref<4x32xi4, strided<[128, 2]>>) outs(%c : memref<?x8xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x64xi4, strided<[80, 1]>>, %c: memref<?x8xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel reaches operand 0 by TMA: its rows must lie at multiples of 16 bytes; the stride or offset of 'memref<4x32xi8, strided<[40, 1]>>' is 40}}
  tile.launch @g::@k ins(%a : memref<4x64xi4, strided<[80, 1]>>) outs(%c : memref<?x8xf32>)
  return
}

// -----

// A kernel writes bytes, and others than 0 and 1 are no booleans.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64, alignment = 16 : i64}, {kind = "size", operand = 0 : i64, dim = 1 : i64}, {kind = "stride", operand = 0 : i64, dim = 0 : i64}, {kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 128>, swizzle = 128 : i64}, {kind = "pointer", operand = 1 : i64}], extents = array<i64: 1, 0, 1, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x64xi8>, %c: memref<4x8xi1>) {
  // expected-error@+1 {{'tile.launch' op launches on matrices of whole bytes, not on 'memref<4x8xi1>'}}
  tile.launch @g::@k ins(%a : memref<4x64xi8>) outs(%c : memref<4x8xi1>)
  return
}
