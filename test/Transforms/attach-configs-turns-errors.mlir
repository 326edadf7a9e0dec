// Which consumers of hopper_wgmma start products in turn.
// RUN: autotune-opt %s --split-input-file --verify-diagnostics \
// RUN:   --autotune-attach-configs=target=h200

func.func @nothing(%a: tensor<256x512xbf16>, %b: tensor<512x256xbf16>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{autotune.config breaks the constraint in-turn: in_turn = true with consumers = 2, schedule = cooperative and elements that are multiplied as they are; it needs consumers = 2 or 3, schedule = cooperative, and elements that consumers convert}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4, consumers = 2, in_turn = true>}
      ins(%a, %b : tensor<256x512xbf16>, tensor<512x256xbf16>)
      outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @alone(%a: tensor<16x512xbf16>, %b: tensor<256x512xi8>, %c: tensor<16x256xf32>) -> tensor<16x256xf32> {
  // expected-error @below {{autotune.config breaks the constraint in-turn: in_turn = true with consumers = 1, schedule = cooperative and elements that are converted; it needs consumers = 2 or 3}}
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 128], stages = 4, consumers = 1, swap = true, in_turn = true>}
      ins(%a, %b : tensor<16x512xbf16>, tensor<256x512xi8>)
      outs(%c : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %0 : tensor<16x256xf32>
}
