// What the lowering of launches refuses: matrices whose types show that what the
// kernel takes for granted doesn't hold.
// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu -verify-diagnostics

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<4x2147418112xi8>) {
  // expected-error@+1 {{'tile.launch' op the kernel counts in 32 bits: operand 0 must have at most 2147418111 elements along dimension 1, not 2147418112}}
  tile.launch @g::@k outs(%a : memref<4x2147418112xi8>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x8xbf16, strided<[16, 2]>>) {
  // expected-error@+1 {{'tile.launch' op the kernel stores several elements at once to operand 0: the elements of its rows must be adjacent, but 'memref<8x8xbf16, strided<[16, 2]>>' has another or an unknown stride}}
  tile.launch @g::@k outs(%a : memref<8x8xbf16, strided<[16, 2]>>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x8xbf16, strided<[12, 1]>>) {
  // expected-error@+1 {{'tile.launch' op the kernel stores several elements at once to operand 0: its rows must lie at multiples of 16 bytes; the stride or offset of 'memref<8x8xbf16, strided<[12, 1]>>' is 24}}
  tile.launch @g::@k outs(%a : memref<8x8xbf16, strided<[12, 1]>>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x8xbf16, strided<[8, 1], offset: 4>>) {
  // expected-error@+1 {{'tile.launch' op the kernel stores several elements at once to operand 0: its first element must lie at multiples of 16 bytes; the stride or offset of 'memref<8x8xbf16, strided<[8, 1], offset: 4>>' is 8}}
  tile.launch @g::@k outs(%a : memref<8x8xbf16, strided<[8, 1], offset: 4>>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x6xbf16, strided<[8, 1]>>) {
  // expected-error@+1 {{'tile.launch' op the kernel stores several elements at once to operand 0: its rows must be multiples of 16 bytes long; a row of 'memref<8x6xbf16, strided<[8, 1]>>' has 12}}
  tile.launch @g::@k outs(%a : memref<8x6xbf16, strided<[8, 1]>>)
  return
}

// -----

// Five steps among four CTAs, in parts of two: the last has none.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 4>, depth = array<i64: 0, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x320xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel splits K among 4 CTAs, each of which needs a step of 64; with a K of 320 (operand 0, dimension 1), one CTA gets none}}
  tile.launch @g::@k outs(%a : memref<8x320xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{dim = 1 : i64, kind = "size", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 4>, depth = array<i64: 2, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x320xf32>) {
  // expected-error@+1 {{'tile.launch' op the kernel splits the K of operand 2; there are 1}}
  tile.launch @g::@k outs(%a : memref<8x320xf32>)
  return
}

// -----

// A kernel that loads by TMA and stores directly asks for whole rows because of
// its stores.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}, {box = array<i64: 64, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x6xbf16, strided<[8, 1]>>) {
  // expected-error@+1 {{'tile.launch' op the kernel stores several elements at once to operand 0: its rows must be multiples of 16 bytes long; a row of 'memref<8x6xbf16, strided<[8, 1]>>' has 12}}
  tile.launch @g::@k outs(%a : memref<8x6xbf16, strided<[8, 1]>>)
  return
}

// -----

// Elements of no known size in bytes lie at no known multiples.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x8xindex>) {
  // expected-error@+1 {{'tile.launch' op the kernel stores several elements at once to operand 0: its elements must be integers or floats, not 'index'}}
  tile.launch @g::@k outs(%a : memref<8x8xindex>)
  return
}

// -----

// Nothing fills in the stride of a tensor map's rows at run time.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{box = array<i64: 64, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x8xbf16, strided<[8, ?]>>) {
  // expected-error@+1 {{'tile.launch' op the kernel reaches operand 0 by TMA: the elements of its rows must be adjacent, but 'memref<8x8xbf16, strided<[8, ?]>>' has another or an unknown stride}}
  tile.launch @g::@k outs(%a : memref<8x8xbf16, strided<[8, ?]>>)
  return
}

// -----

// A TMA store writes the 16 bytes of the last column to their end.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{box = array<i64: 64, 32>, kind = "tensor_map", operand = 0 : i64, swizzle = 128 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x6xbf16, strided<[8, 1]>>) {
  // expected-error@+1 {{'tile.launch' op the kernel stores several elements at once to operand 0: its rows must be multiples of 16 bytes long; a row of 'memref<8x6xbf16, strided<[8, 1]>>' has 12}}
  tile.launch @g::@k outs(%a : memref<8x6xbf16, strided<[8, 1]>>)
  return
}

// -----

// Parts that differ by a step at most need a step each.
gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 1, 1, 1>, split = 4 : i64, depth = array<i64: 0, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<8x256xf32>, %b: memref<8x192xf32>) {
  tile.launch @g::@k outs(%a : memref<8x256xf32>)
  // expected-error@+1 {{'tile.launch' op the kernel splits K among 4 CTAs, each of which needs a step of 64; with a K of 192 (operand 0, dimension 1), one CTA gets none}}
  tile.launch @g::@k outs(%b : memref<8x192xf32>)
  return
}

// -----

gpu.module @g {
  llvm.func @k() attributes {gpu.kernel, tile.abi = {params = [{kind = "counters", operand = 0 : i64}], extents = array<i64: 0, 0, 0, 1>, tile = array<i64: 8, 8>, cluster = array<i64: 2, 1, 1>, split = 2 : i64, depth = array<i64: 0, 1, 64>, persistent = false, ctas_per_sm = 1 : i64, threads = 32 : i64, shared_memory = 0 : i64}} {
    llvm.return
  }
}
func.func @f(%a: memref<496x256xf32>, %b: memref<497x256xf32>) {
  tile.launch @g::@k outs(%a : memref<496x256xf32>)
  // expected-error@+1 {{'tile.launch' op the kernel splits K and counts the parts of at most 1984 tiles of 8x8, not of 2048}}
  tile.launch @g::@k outs(%b : memref<497x256xf32>)
  return
}
