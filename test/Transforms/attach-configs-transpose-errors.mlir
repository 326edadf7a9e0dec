// What hopper_wgmma refuses where warps transpose in shared memory.
// RUN: autotune-opt %s --verify-diagnostics --autotune-attach-configs=target=h200

// Addresses of single elements cost registers, of which setmaxnreg has none to
// give.
func.func @regs(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
  // expected-error @below {{autotune.config breaks the constraint accumulator-registers: a consumer's 128 x 128 part of the tile takes 128 registers a thread with load = transpose; at most 112 fit with consumers = 2}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [256, 128, 128], stages = 2, consumers = 2, schedule = cooperative, swap = true, persistent = true, store = direct, load = transpose>}
      ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>)
      outs(%c : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %0 : tensor<512x512xi32>
}
