// What ampere_mma refuses where TMA loads, which takes Hopper.
// RUN: autotune-opt %s --split-input-file --verify-diagnostics \
// RUN:   --autotune-attach-configs=target=h200

func.func @warps(%a: tensor<512x512xf64>, %b: tensor<512x512xf64>, %c: tensor<512x512xf64>) -> tensor<512x512xf64> {
  // expected-error @below {{autotune.config breaks the constraint tma-warps: warps = [2, 1] with load = tma; it needs a multiple of 4}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [64, 32, 16], warps = [2, 1], load = tma>}
      ins(%a, %b : tensor<512x512xf64>, tensor<512x512xf64>)
      outs(%c : tensor<512x512xf64>) -> tensor<512x512xf64>
  return %0 : tensor<512x512xf64>
}

// -----

func.func @many_warps(%a: tensor<512x512xf64>, %b: tensor<512x512xf64>, %c: tensor<512x512xf64>) -> tensor<512x512xf64> {
  // expected-error @below {{autotune.config breaks the constraint tma-registers: warps = [4, 2] with load = tma and ctas_per_sm = 2 have 96 registers a thread; it needs 4 warps with ctas_per_sm <= 3, or 8 or 12 with ctas_per_sm = 1, which have 120 or more}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [64, 64, 16], warps = [4, 2], stages = 2, ctas_per_sm = 2, load = tma>}
      ins(%a, %b : tensor<512x512xf64>, tensor<512x512xf64>)
      outs(%c : tensor<512x512xf64>) -> tensor<512x512xf64>
  return %0 : tensor<512x512xf64>
}

// -----

// Four warpgroups, of which one loads, have 152 registers a thread to multiply with.
func.func @registers(%a: tensor<512x512xf64>, %b: tensor<512x512xf64>, %c: tensor<512x512xf64>) -> tensor<512x512xf64> {
  // expected-error @below {{autotune.config breaks the constraint operand-registers: a warp's 32 x 64 part of the tile takes 128 registers a thread for its sums, 48 for its factors and 32 for addresses; a thread has 152, and a part closer to a square takes fewer}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [192, 128, 16], warps = [6, 2], stages = 3, ctas_per_sm = 1, load = tma>}
      ins(%a, %b : tensor<512x512xf64>, tensor<512x512xf64>)
      outs(%c : tensor<512x512xf64>) -> tensor<512x512xf64>
  return %0 : tensor<512x512xf64>
}

// -----

// What is added to where K of A lies across takes more where a CTA has one tile.
func.func @one_tile(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  // expected-error @below {{autotune.config breaks the constraint operand-registers: a warp's 64 x 64 part of the tile takes 128 registers a thread for its sums, 64 for its factors and 48 for addresses; a thread has 232, and a part closer to a square takes fewer}}
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<ampere_mma, tile = [128, 256, 64], warps = [2, 4], stages = 3, load = tma, persistent = false>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
