// What no kernel does with a batch is an error that says what would be legal.
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" -verify-diagnostics

func.func @packed(%a: tensor<8x64x33xbf16>, %b: tensor<8x33x64xbf16>, %c: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  // expected-error@+1 {{batch-pack: load = pack with a batch of 8; it needs load = tma or copy, or A and B that TMA can load or all products share}}
  %0 = linalg.batch_matmul {autotune.config = #autotune.config<hopper_wgmma, load = pack>}
      ins(%a, %b : tensor<8x64x33xbf16>, tensor<8x33x64xbf16>) outs(%c : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %0 : tensor<8x64x64xf32>
}

// -----

func.func @unknown(%a: memref<8x64x64xbf16, strided<[?, 64, 1]>>, %b: memref<8x64x64xbf16>, %c: memref<8x64x64xf32>) {
  // expected-error@+1 {{tma-alignment: load = tma, but A has a batch stride that is not known; TMA needs a static multiple of 16 bytes; it needs load = pack or copy}}
  linalg.batch_matmul {autotune.config = #autotune.config<hopper_wgmma, load = tma>}
      ins(%a, %b : memref<8x64x64xbf16, strided<[?, 64, 1]>>, memref<8x64x64xbf16>) outs(%c : memref<8x64x64xf32>)
  return
}
