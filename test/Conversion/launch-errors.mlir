// What the lowering of launches refuses: operands that no kernel can be given.
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu -verify-diagnostics

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 1 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel takes operand 1; there are 1}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 3, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel counts tiles of operand 3; there are 1}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "scalar", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op passes matrices only; operand 0 of the kernel is a scalar}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 8>, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf8E4M3FNUZ>) {
  // expected-error@+1 {{'tile.launch' op needs a tensor map of operand 0, but none has elements of type 'f8E4M3FNUZ'}}
  tile.launch @g::@k outs(%a : memref<4x4xf8E4M3FNUZ>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op must be bufferized before its launch is lowered}}
  %r = tile.launch @g::@k outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4xf32>) {
  // expected-error@+1 {{'tile.launch' op launches on matrices with strides, not on 'memref<4xf32>'}}
  tile.launch @g::@k outs(%a : memref<4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>) {
  // expected-error@+1 {{'tile.launch' op launches on matrices with strides, not on 'memref<4x4xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>'}}
  tile.launch @g::@k outs(%a : memref<4x4xf32, affine_map<(d0, d1) -> (d0 mod 2, d1)>>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xi4>) {
  // expected-error@+1 {{'tile.launch' op launches on matrices of whole bytes, not on 'memref<4x4xi4>'}}
  tile.launch @g::@k outs(%a : memref<4x4xi4>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xindex>) {
  // expected-error@+1 {{'tile.launch' op launches on matrices of whole bytes, not on 'memref<4x4xindex>'}}
  tile.launch @g::@k outs(%a : memref<4x4xindex>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32, strided<[8, 1]>>, %b: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op copies host buffers to the device (buffers=host): each of several outputs must be a whole buffer or a subview of one, not of type 'memref<4x4xf32, strided<[8, 1]>>'}}
  tile.launch @g::@k outs(%b, %a : memref<4x4xf32>, memref<4x4xf32, strided<[8, 1]>>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 8>, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x8xf32, strided<[8, 2]>>) {
  // expected-error@+1 {{'tile.launch' op the kernel reaches operand 0 by TMA: the elements of its rows must be adjacent, but 'memref<8x8xf32, strided<[8, 2]>>' has another or an unknown stride}}
  tile.launch @g::@k outs(%a : memref<8x8xf32, strided<[8, 2]>>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 8>, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x7xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel reaches operand 0 by TMA: its rows must lie at multiples of 16 bytes; the stride or offset of 'memref<8x7xf32>' is 28}}
  tile.launch @g::@k outs(%a : memref<8x7xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 8>, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x8xf32, strided<[8, 1], offset: 3>>) {
  // expected-error@+1 {{'tile.launch' op the kernel reaches operand 0 by TMA: its first element must lie at multiples of 16 bytes; the stride or offset of 'memref<8x8xf32, strided<[8, 1], offset: 3>>' is 12}}
  tile.launch @g::@k outs(%a : memref<8x8xf32, strided<[8, 1], offset: 3>>)
  return
}

// -----

func.func private @mgpuAutotuneTensorMapEncode2D()
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "tensor_map", operand = 0 : i64, box = array<i64: 8, 8>, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs the symbol @mgpuAutotuneTensorMapEncode2D of the runtime, but the symbol is taken}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

// A lowered kernel whose launch chooses the columns of a tile.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "columns"}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 72>, choices = array<i64: 64, 72>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs 'columns' that are one of the choices of @g::@k}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "columns"}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 72>, choices = array<i64: 64, 72>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op needs 'columns' that are one of the choices of @g::@k}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>) columns(80)
  return
}

// -----

// A kernel that leaves no choice.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 72>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x4xf32>) {
  // expected-error@+1 {{'tile.launch' op has 'columns', but @g::@k leaves no choice}}
  tile.launch @g::@k outs(%a : memref<4x4xf32>) columns(72)
  return
}
