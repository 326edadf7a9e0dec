// What ampere_mma doesn't serve is named, and what would be legal.
// RUN: autotune-opt %s --split-input-file --verify-diagnostics \
// RUN:   --autotune-attach-configs=target=a100-sxm

// Bytes are copied 4 at a time or more, and so are neighbours in a row.

func.func @unaligned(%a: tensor<512x510xi8>, %b: tensor<512x510xi8>, %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
  // expected-error @below {{autotune.config breaks the constraint input-alignment: the rows of A start at multiples of 2, in bytes; elements of 8 bits need 4 (simt serves others)}}
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<ampere_mma>}
      ins(%a, %b : tensor<512x510xi8>, tensor<512x510xi8>)
      outs(%c : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %0 : tensor<512x512xi32>
}

// -----

func.func @unaligned_b(%a: memref<512x512xi8>, %b: memref<512x512xi8, strided<[513, 1]>>, %c: memref<512x512xi32>) {
  // expected-error @below {{autotune.config breaks the constraint input-alignment: the rows of B start at multiples of 1, in bytes; elements of 8 bits need 4 (simt serves others)}}
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<ampere_mma>}
      ins(%a, %b : memref<512x512xi8>, memref<512x512xi8, strided<[513, 1]>>)
      outs(%c : memref<512x512xi32>)
  return
}

// -----

func.func @apart(%a: memref<64x64xf16, strided<[128, 2]>>, %b: memref<64x64xf16>, %c: memref<64x64xf32>) {
  // expected-error @below {{autotune.config breaks the constraint input-layout: the elements of a row of A are not adjacent; their stride must be 1 (simt serves others)}}
  linalg.matmul {autotune.config = #autotune.config<ampere_mma>}
      ins(%a, %b : memref<64x64xf16, strided<[128, 2]>>, memref<64x64xf16>) outs(%c : memref<64x64xf32>)
  return
}

// -----

// ldmatrix transposes 16 bits.

func.func @bytes(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
  // expected-error @below {{autotune.config breaks the constraint depth-contiguous: K is not contiguous in both A and B; elements of one byte need a contiguous K (simt serves others)}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma>}
      ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>)
      outs(%c : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %0 : tensor<512x512xi32>
}

// -----

// Integers that sums are added to are not widened.

func.func @adds_to_bytes(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %c: tensor<512x512xi8>) -> tensor<512x512xi8> {
  // expected-error @below {{autotune.config breaks the constraint init-type: sums in i32 are added to a C of i8; it must have the type of the sums, or both must be floats (simt serves others)}}
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<ampere_mma>}
      ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>)
      outs(%c : tensor<512x512xi8>) -> tensor<512x512xi8>
  return %0 : tensor<512x512xi8>
}

// -----

// Rows of shared memory, and parts of warps.

func.func @depth(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint depth-rows: tile[2] = 32 is 64 bytes; it needs a multiple of 64}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [64, 64, 32]>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

func.func @rows(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint warp-tile: tile[0] = 80 with warps[0] = 2; it needs a multiple of 32}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [80, 64, 64], warps = [2, 2]>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

func.func @columns(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint warp-tile: tile[1] = 48 with warps[1] = 2; it needs a multiple of 32}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [64, 48, 64], warps = [2, 2]>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

// Registers, threads and shared memory.

func.func @sums(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint accumulator-registers: a warp's 64 x 128 part of the tile takes 256 registers a thread for its sums; at most 128 fit with 4 warps, which is 8 warps or more here}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [128, 256, 64], warps = [2, 2]>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

func.func @double_sums(%a: tensor<512x512xf64>, %b: tensor<512x512xf64>, %c: tensor<512x512xf64>) -> tensor<512x512xf64> {
  // expected-error @below {{autotune.config breaks the constraint accumulator-registers: a warp's 64 x 64 part of the tile takes 256 registers a thread for its sums; at most 128 fit with 4 warps, which is 8 warps or more here}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [128, 128, 16], warps = [2, 2]>}
      ins(%a, %b : tensor<512x512xf64>, tensor<512x512xf64>)
      outs(%c : tensor<512x512xf64>) -> tensor<512x512xf64>
  return %0 : tensor<512x512xf64>
}

// -----

// Fewer warps than four copy more each, which takes registers.
func.func @two_warps(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint accumulator-registers: a warp's 32 x 128 part of the tile takes 128 registers a thread for its sums; at most 64 fit with 2 warps, which is 4 warps or more here}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [32, 256, 64], warps = [1, 2]>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

// Of a batch, it is how far its matrices are apart.
func.func @batch(%a: memref<2x512x512xi8, strided<[262146, 512, 1]>>, %b: memref<2x512x512xi8>, %c: memref<2x512x512xi32>) {
  // expected-error @below {{autotune.config breaks the constraint input-alignment: the rows of A start at multiples of 2, in bytes; elements of 8 bits need 4 (simt serves others)}}
  linalg.batch_matmul indexing_maps = [affine_map<(d, m, n, k) -> (d, m, k)>, affine_map<(d, m, n, k) -> (d, n, k)>, affine_map<(d, m, n, k) -> (d, m, n)>]
      {autotune.config = #autotune.config<ampere_mma>}
      ins(%a, %b : memref<2x512x512xi8, strided<[262146, 512, 1]>>, memref<2x512x512xi8>)
      outs(%c : memref<2x512x512xi32>)
  return
}

// -----

func.func @threads(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint threads: warps = [8, 8] are 2048 threads; a CTA has at most 1024, which is 32 warps}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [128, 128, 64], warps = [8, 8]>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

func.func @ring(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint shared-memory: 6 stages of 32768 bytes take 197632 bytes of shared memory; a CTA of sm_80 has 166912, which is stages <= 5 here}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [128, 128, 64], warps = [2, 2], stages = 6>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

func.func @two_rings(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint shared-memory: 2 CTAs of 99328 + 1024 bytes of shared memory; an SM of sm_80 has 167936, which is ctas_per_sm <= 1 here}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [128, 128, 64], warps = [2, 2], stages = 3, ctas_per_sm = 2>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

func.func @registers(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  // expected-error @below {{autotune.config breaks the constraint registers: 2 CTAs of 512 threads with}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [128, 128, 64], warps = [4, 4], stages = 2, ctas_per_sm = 2>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>)
      outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// -----

// Other types are left to CUDA cores.

func.func @floats(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  // expected-error @below {{autotune.config breaks the constraint element-types:}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma>}
      ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>)
      outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// -----

// What Hopper has, and no chip before.

func.func @no_tma(%a: tensor<512x512xf64>, %b: tensor<512x512xf64>, %c: tensor<512x512xf64>) -> tensor<512x512xf64> {
  // expected-error @below {{autotune.config breaks the constraint tma: load = tma for sm_80; it needs load = copy, or sm_90a}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [64, 64, 16], load = tma>}
      ins(%a, %b : tensor<512x512xf64>, tensor<512x512xf64>)
      outs(%c : tensor<512x512xf64>) -> tensor<512x512xf64>
  return %0 : tensor<512x512xf64>
}

// -----

func.func @copies_anew(%a: tensor<512x512xf64>, %b: tensor<512x512xf64>, %c: tensor<512x512xf64>) -> tensor<512x512xf64> {
  // expected-error @below {{autotune.config breaks the constraint persistent: persistent = true with load = copy; it needs load = tma, or persistent = false}}
  %0 = linalg.matmul {autotune.config = #autotune.config<ampere_mma, tile = [64, 64, 16], persistent = true>}
      ins(%a, %b : tensor<512x512xf64>, tensor<512x512xf64>)
      outs(%c : tensor<512x512xf64>) -> tensor<512x512xf64>
  return %0 : tensor<512x512xf64>
}
