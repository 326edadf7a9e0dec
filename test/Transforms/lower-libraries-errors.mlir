// RUN: autotune-opt %s -split-input-file -verify-diagnostics --autotune-lower-matmul=target=h200
// RUN: not autotune-opt %s -split-input-file --autotune-lower-matmul='target=h200 libraries=cublaslt,cudnn' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: libraries = cublaslt,cudnn: no library is named 'cudnn'; legal are none, all, and cublaslt, cutlass

// An algorithm is for exact sizes, which a range does not fix.
func.func @range(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  // expected-error@+1 {{has a config that breaks known-sizes in row 0 of 'autotune.config': the matmul is ? x 96 x 64; an algorithm is for exact sizes, so its row of a plan must fix all sizes that are unknown}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<
      [m from 8 to 16]: <cublaslt, version = 130100, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

// One of two unknown sizes is fixed.
func.func @half(%a: tensor<?x?xf32>, %b: tensor<?x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  // expected-error@+1 {{breaks known-sizes in row 0}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<
      [m = 8]: <cublaslt, version = 130100, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// -----

func.func @version(%a: tensor<16x64xf32>, %b: tensor<64x96xf32>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{breaks version in row 0 of 'autotune.config': version = 0; it must be the version of the library that returned the algorithm}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt, version = 0, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<64x96xf32>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %0 : tensor<16x96xf32>
}

// -----

func.func @partial(%a: tensor<16x64xf32>, %b: tensor<64x96xf32>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{has a partial row 0 of 'autotune.config'}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt, version = 130100>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<64x96xf32>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %0 : tensor<16x96xf32>
}

// -----

func.func @types(%a: tensor<16x64xi16>, %b: tensor<64x96xi16>, %c: tensor<16x96xi32>) -> tensor<16x96xi32> {
  // expected-error@+1 {{breaks element-types in row 0}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt, version = 130100, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xi16>, tensor<64x96xi16>) outs(%c : tensor<16x96xi32>) -> tensor<16x96xi32>
  return %0 : tensor<16x96xi32>
}

// -----

func.func @unsigned(%a: tensor<16x64xi8>, %b: tensor<64x96xi8>, %c: tensor<16x96xi32>) -> tensor<16x96xi32> {
  // expected-error@+1 {{breaks unsigned in row 0 of 'autotune.config': A and B are unsigned integers; the library multiplies signed ones}}
  %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, autotune.config = #autotune.plan<any: <cublaslt, version = 130100, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xi8>, tensor<64x96xi8>) outs(%c : tensor<16x96xi32>) -> tensor<16x96xi32>
  return %0 : tensor<16x96xi32>
}

// -----

func.func @strided(%a: memref<16x64xf32, strided<[128, 2]>>, %b: memref<64x96xf32>, %c: memref<16x96xf32>) {
  // expected-error@+1 {{breaks unit-stride in row 0 of 'autotune.config': the elements of a row of A are not adjacent; their stride must be 1}}
  linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt, version = 130100, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : memref<16x64xf32, strided<[128, 2]>>, memref<64x96xf32>) outs(%c : memref<16x96xf32>)
  return
}

// -----

func.func @float8(%a: tensor<16x64xf8E4M3FN>, %b: tensor<64x96xf8E4M3FN>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{breaks float8-layout in row 0 of 'autotune.config': 8-bit floats are not stored with B^T; the library needs A stored M x K and B stored N x K}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt, version = 130100, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xf8E4M3FN>, tensor<64x96xf8E4M3FN>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %0 : tensor<16x96xf32>
}

// -----

// A function that the library doesn't have.
func.func @epilogue(%a: tensor<16x64xf32>, %b: tensor<64x96xf32>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{breaks epilogue in row 0 of 'autotune.config': the epilogue is none of the library's: relu or gelu (with tanh) in f32, also of sums to which a bias along N of C's type is added first, or this bias only, rounded to C's type at the end}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt, version = 130100, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<64x96xf32>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  %1 = math.exp %0 : tensor<16x96xf32>
  return %1 : tensor<16x96xf32>
}

// -----

// The kernels of CUTLASS are for one layout, have no epilogue, and are known by
// a number.
func.func @layout(%a: tensor<16x64xbf16>, %b: tensor<64x96xbf16>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{breaks layout in row 0 of 'autotune.config': B is stored K x N; the kernels need A stored M x K and B stored N x K}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cutlass, version = 420, kernel = 11>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xbf16>, tensor<64x96xbf16>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %0 : tensor<16x96xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @zero(%a: tensor<16x64xbf16>, %b: tensor<96x64xbf16>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{breaks kernel in row 0 of 'autotune.config': version = 420, kernel = 0; both must be those of a kernel that was built}}
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.plan<any: <cutlass, version = 420, kernel = 0>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xbf16>, tensor<96x64xbf16>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %0 : tensor<16x96xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @types(%a: tensor<16x64xf32>, %b: tensor<96x64xf32>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{breaks element-types in row 0}}
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.plan<any: <cutlass, version = 420, kernel = 11>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<96x64xf32>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %0 : tensor<16x96xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @kernelEpilogue(%a: tensor<16x64xbf16>, %b: tensor<96x64xbf16>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{breaks epilogue in row 0 of 'autotune.config': there is an epilogue; the kernels store the sums, or add them to C}}
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.plan<any: <cutlass, version = 420, kernel = 11>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xbf16>, tensor<96x64xbf16>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  %1 = math.exp %0 : tensor<16x96xf32>
  return %1 : tensor<16x96xf32>
}

// -----

// A second kernel needs an epilogue.
func.func @separate(%a: tensor<16x64xf32>, %b: tensor<64x96xf32>, %c: tensor<16x96xf32>) -> tensor<16x96xf32> {
  // expected-error@+1 {{breaks separate-epilogue in row 0 of 'autotune.config': separate_epilogue = true, but there is no epilogue; leave it out}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt, version = 130100, separate_epilogue = true, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<64x96xf32>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  return %0 : tensor<16x96xf32>
}

// -----

// The library rounds sums of f32 to no integers.
func.func @output(%a: tensor<16x64xf32>, %b: tensor<64x96xf32>, %e: tensor<16x96xf32>) -> tensor<16x96xi32> {
  %zero = arith.constant 0.0 : f32
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<16x96xf32>) -> tensor<16x96xf32>
  // expected-error@+1 {{breaks output-type in row 0 of 'autotune.config': C is i32 of sums in f32, which the library does not store; an epilogue may make it, with separate_epilogue = true}}
  %0 = linalg.matmul {autotune.config = #autotune.plan<any: <cublaslt, version = 130100, defaults>, else: <simt, tile = [32, 64, 16], thread = [4, 8]>>}
      ins(%a, %b : tensor<16x64xf32>, tensor<64x96xf32>) outs(%c : tensor<16x96xf32>) -> tensor<16x96xf32>
  %1 = arith.fptosi %0 : tensor<16x96xf32> to tensor<16x96xi32>
  return %1 : tensor<16x96xi32>
}
