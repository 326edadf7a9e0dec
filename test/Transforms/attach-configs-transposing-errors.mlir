// What hopper_wgmma refuses to transpose as it is loaded.
// RUN: autotune-opt %s --split-input-file --verify-diagnostics \
// RUN:   --autotune-attach-configs=target=h200

// Parts of f32, of a batch too.
func.func @parts(%a: tensor<4x128x256xf32>, %b: tensor<4x256x128xf32>, %c: tensor<4x128x128xf32>) -> tensor<4x128x128xf32> {
  // expected-error @below {{autotune.config breaks the constraint transposing-load: load = transpose with products of 3xtf32; it needs load = tma or pack}}
  %0 = linalg.batch_matmul {autotune.allow_tf32 = "3xtf32", autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 32], stages = 3, consumers = 1, load = transpose>}
      ins(%a, %b : tensor<4x128x256xf32>, tensor<4x256x128xf32>)
      outs(%c : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
  return %0 : tensor<4x128x128xf32>
}

// -----

// A matmul that is loaded as it lies.
func.func @nothing(%a: tensor<256x512xbf16>, %b: tensor<512x256xbf16>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{autotune.config breaks the constraint transposing-load: load = transpose, but wgmma can read A and B in their layout; it needs load = tma, pack or copy}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 3, consumers = 2, load = transpose>}
      ins(%a, %b : tensor<256x512xbf16>, tensor<512x256xbf16>)
      outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}
