// What no kernel does with a batch is an error that says what would be legal.
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" -verify-diagnostics

func.func @copied(%a: tensor<8x64x33xi8>, %b: tensor<8x64x33xi8>, %c: tensor<8x64x64xi32>) -> tensor<8x64x64xi32> {
  // expected-error@+1 {{byte-load: load = copy; elements of 8 bits need load = tma or pack}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128], load = copy>}
      ins(%a, %b : tensor<8x64x33xi8>, tensor<8x64x33xi8>) outs(%c : tensor<8x64x64xi32>) -> tensor<8x64x64xi32>
  return %0 : tensor<8x64x64xi32>
}

// -----

func.func @unknown(%a: memref<8x64x64xbf16, strided<[?, 64, 1]>>, %b: memref<8x64x64xbf16>, %c: memref<8x64x64xf32>) {
  // expected-error@+1 {{tma-alignment: load = tma, but A has a batch stride that is not known; TMA needs a known multiple of 16 bytes; it needs load = pack or copy}}
  linalg.batch_matmul {autotune.config = #autotune.config<hopper_wgmma, load = tma>}
      ins(%a, %b : memref<8x64x64xbf16, strided<[?, 64, 1]>>, memref<8x64x64xbf16>) outs(%c : memref<8x64x64xf32>)
  return
}

// -----

func.func @streamed(%b: memref<8x64x64xbf16, strided<[4100, 64, 1]>>, %x: memref<8x1x64xbf16>, %c: memref<8x1x64xf32>) {
  // expected-error@+1 {{input-alignment: B has a batch stride of 4100 elements of 2 bytes; vectors of 16 bytes need a positive multiple of 16 bytes below 2^40 (simt serves others, and hopper_wgmma with load = pack or copy)}}
  linalg.batch_matmul {autotune.config = #autotune.config<simt_stream>}
      ins(%x, %b : memref<8x1x64xbf16>, memref<8x64x64xbf16, strided<[4100, 64, 1]>>) outs(%c : memref<8x1x64xf32>)
  return
}

// -----

// A number of tiles that no kernel can count: 2 of each product, and 2^30 of these.
func.func @tiles(%a: tensor<1073741824x1x8xf32>, %b: tensor<1073741824x8x65xf32>, %c: tensor<1073741824x1x65xf32>) -> tensor<1073741824x1x65xf32> {
  // expected-error@+1 {{tile-limit: the matmul is 1073741824 times 1 x 65 x 8, 2147483648 CTAs of one tile; at most 2147418111 are numbered}}
  %0 = linalg.batch_matmul {autotune.config = #autotune.config<simt, tile = [64, 64, 16], thread = [4, 4]>}
      ins(%a, %b : tensor<1073741824x1x8xf32>, tensor<1073741824x8x65xf32>) outs(%c : tensor<1073741824x1x65xf32>) -> tensor<1073741824x1x65xf32>
  return %0 : tensor<1073741824x1x65xf32>
}

// -----

// As many as a counter of 47 bits does not hold.
func.func @overflow(%a: tensor<2147418111x1x1xf32>, %b: tensor<2147418111x1x16777216xf32>, %c: tensor<2147418111x1x16777216xf32>) -> tensor<2147418111x1x16777216xf32> {
  // expected-error@+1 {{tile-limit: the matmul is 2147418111 times 1 x 16777216 x 1, 140737488355327 CTAs of one tile}}
  %0 = linalg.batch_matmul {autotune.config = #autotune.config<simt, tile = [64, 64, 16], thread = [4, 4]>}
      ins(%a, %b : tensor<2147418111x1x1xf32>, tensor<2147418111x1x16777216xf32>) outs(%c : tensor<2147418111x1x16777216xf32>) -> tensor<2147418111x1x16777216xf32>
  return %0 : tensor<2147418111x1x16777216xf32>
}

// -----

// More than any memory holds.
func.func @beyond(%a: tensor<2147418111x2147418104x8xf16>, %b: tensor<2147418111x8x2147418104xf16>, %c: tensor<2147418111x2147418104x2147418104xf32>) -> tensor<2147418111x2147418104x2147418104xf32> {
  // expected-error@+1 {{no kernel can serve it: no address space can hold its A operand: sizes, strides and offset take at most 2^57 bytes}}
  %0 = linalg.batch_matmul {autotune.config = #autotune.config<hopper_wgmma>}
      ins(%a, %b : tensor<2147418111x2147418104x8xf16>, tensor<2147418111x8x2147418104xf16>) outs(%c : tensor<2147418111x2147418104x2147418104xf32>) -> tensor<2147418111x2147418104x2147418104xf32>
  return %0 : tensor<2147418111x2147418104x2147418104xf32>
}
