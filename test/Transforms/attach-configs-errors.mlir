// RUN: autotune-opt %s --split-input-file --verify-diagnostics \
// RUN:   --autotune-attach-configs=target=h200

// A config that the target can't hold names the constraint and what would be legal.

func.func @too_many_stages(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                           %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  // expected-error @below {{autotune.config breaks the constraint shared-memory: 6 stages take at least 294912 bytes of shared memory; a CTA of sm_90a has 232448, which is stages <= 4 here}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 6, consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster, swap = false, persistent = true, store = tma, ctas_per_sm = 1, evict_first = none, dependent_launch = false>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// Nor can anything complete this one.

func.func @nothing_completes(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                             %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  // expected-error @below {{autotune.config breaks the constraint tile-m-warpgroups: consumers = 1 with schedule = pingpong; it takes 2}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, consumers = 1, schedule = pingpong>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// A warpgroup that splits slots has registers that consumers lack, and its order.

#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (n, k)>
#sums = affine_map<(m, n, k) -> (m, n)>
func.func @split_pingpong(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>,
                          %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  // expected-error @below {{autotune.config breaks the constraint split-products: schedule = pingpong with products of 3xtf32; it needs cooperative}}
  %0 = linalg.matmul indexing_maps = [#rows, #columns, #sums] {autotune.allow_tf32 = "3xtf32", autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 32], consumers = 2, schedule = pingpong>}
      ins(%a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>)
      outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (n, k)>
#sums = affine_map<(m, n, k) -> (m, n)>
func.func @split_three(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>,
                       %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  // expected-error @below {{autotune.config breaks the constraint split-products: consumers = 3 with products of 3xtf32; it needs 1 or 2}}
  %0 = linalg.matmul indexing_maps = [#rows, #columns, #sums] {autotune.allow_tf32 = "3xtf32", autotune.config = #autotune.config<hopper_wgmma, tile = [192, 64, 32], consumers = 3, schedule = cooperative>}
      ins(%a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>)
      outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

#rows = affine_map<(m, n, k) -> (m, k)>
#columns = affine_map<(m, n, k) -> (n, k)>
#sums = affine_map<(m, n, k) -> (m, n)>
func.func @split_wide(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>,
                      %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  // expected-error @below {{autotune.config breaks the constraint split-products: tile[1] = 208 with products of 3xtf32 and consumers = 2; it must be at most 192}}
  %0 = linalg.matmul indexing_maps = [#rows, #columns, #sums] {autotune.allow_tf32 = "3xtf32", autotune.config = #autotune.config<hopper_wgmma, tile = [128, 208, 32], consumers = 2, schedule = cooperative>}
      ins(%a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>)
      outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

// Three consumers have fewer registers each.

func.func @too_wide_for_three(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                             %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  // expected-error @below {{autotune.config breaks the constraint accumulator-registers: a consumer's 64 x 256 part of the tile takes 128 accumulators a thread; at most 96 fit with consumers = 3, which is tile[1] <= 192 here}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [192, 256, 64], consumers = 3, schedule = cooperative>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// Sums of 8-bit floats are there twice.

func.func @too_wide_for_both(%a: tensor<4096x4096xf8E4M3FN>, %b: tensor<4096x4096xf8E5M2>,
                             %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  // expected-error @below {{autotune.config breaks the constraint accumulator-registers: a consumer's 64 x 256 part of the tile takes 256 accumulators a thread; at most 192 fit with consumers = 2, which is tile[1] <= 192 here}}
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 256, 128], consumers = 2, schedule = cooperative, promote = 1>}
      ins(%a, %b : tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E5M2>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// Threads copy elements of 16 bits.

func.func @copied_bytes(%a: tensor<4096x4096xf8E4M3FN>, %b: tensor<4096x4096xf8E5M2>,
                        %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  // expected-error @below {{autotune.config breaks the constraint byte-load: load = copy; elements of 8 bits need load = tma or pack}}
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma, load = copy>}
      ins(%a, %b : tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E5M2>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// Bytes whose K is not contiguous are transposed as they are loaded or packed.

func.func @columns(%a: tensor<4096x4096xi8>, %b: tensor<4096x4096xi8>, %c: tensor<4096x4096xi32>) -> tensor<4096x4096xi32> {
  // expected-error @below {{autotune.config breaks the constraint depth-contiguous: load = tma, but K is not contiguous in both A and B; elements of 8 bits then need load = transpose or pack}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, load = tma>}
      ins(%a, %b : tensor<4096x4096xi8>, tensor<4096x4096xi8>) outs(%c : tensor<4096x4096xi32>) -> tensor<4096x4096xi32>
  return %0 : tensor<4096x4096xi32>
}

// -----

// What TMA does not load either is packed.

func.func @batch_of_columns(%a: tensor<8x512x512xi8>, %b: tensor<8x512x500xi8>, %c: tensor<8x512x500xi32>) -> tensor<8x512x500xi32> {
  // expected-error @below {{autotune.config breaks the constraint tma-alignment: load = transpose, but B has a row stride of 500 elements of 1 bytes; TMA needs a positive multiple of 16 bytes below 2^40; it needs load = pack or copy}}
  %0 = linalg.batch_matmul {autotune.config = #autotune.config<hopper_wgmma, stages = 4, load = transpose>}
      ins(%a, %b : tensor<8x512x512xi8>, tensor<8x512x500xi8>) outs(%c : tensor<8x512x500xi32>) -> tensor<8x512x500xi32>
  return %0 : tensor<8x512x500xi32>
}

// -----

// Only what wgmma does not take as it lies.

func.func @nothing_to_transpose(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  // expected-error @below {{autotune.config breaks the constraint transposing-load: load = transpose, but wgmma can read A and B in their layout; it needs load = tma, pack or copy}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, load = transpose>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// -----

func.func @parts(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  // expected-error @below {{autotune.config breaks the constraint transposing-load: load = transpose with products of 3xtf32; it needs load = tma or pack}}
  %0 = linalg.matmul {autotune.allow_tf32 = "3xtf32", autotune.config = #autotune.config<hopper_wgmma, load = transpose>}
      ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// -----

// Lines of 128 bytes along both sides.

func.func @half_a_line(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
  // expected-error @below {{autotune.config breaks the constraint transposing-load: load = transpose with tile[1] = 64 of elements of 8 bits; it needs a multiple of 128}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128], swap = false, load = transpose>}
      ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>) outs(%c : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %0 : tensor<512x512xi32>
}

// -----

func.func @half_a_row(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %c: tensor<512x512xi32>) -> tensor<512x512xi32> {
  // expected-error @below {{autotune.config breaks the constraint transposing-load: load = transpose with tile[0] = 64 of elements of 8 bits; it needs a multiple of 128}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128], consumers = 1, swap = true, load = transpose>}
      ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>) outs(%c : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %0 : tensor<512x512xi32>
}

// -----

// Threads that copy leave too little for three consumers.

func.func @three_that_copy(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                             %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  // expected-error @below {{autotune.config breaks the constraint copy-consumers: load = copy with consumers = 3; it needs consumers = 1 or 2}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, load = copy, consumers = 3>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// Nor do they take hints.

func.func @hint_for_a_copy(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                             %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  // expected-error @below {{autotune.config breaks the constraint copy-hint: load = copy with evict_first; it needs evict_first = none}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, load = copy, evict_first = b>}
      ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
      outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}

// -----

// The template serves other types.

func.func @types(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @below {{autotune.config breaks the constraint element-types}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma>}
      ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// A size of zero is left alone without a config, and an error with one.

func.func @zero(%a: tensor<0x64xf32>, %b: tensor<64x64xf32>, %c: tensor<0x64xf32>) -> tensor<0x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<0x64xf32>, tensor<64x64xf32>)
                     outs(%c : tensor<0x64xf32>) -> tensor<0x64xf32>
  // expected-error @below {{autotune.config breaks the constraint size-zero: the matmul is 0 x 64 x 64; no size may be 0}}
  %1 = linalg.matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<0x64xf32>, tensor<64x64xf32>)
      outs(%0 : tensor<0x64xf32>) -> tensor<0x64xf32>
  return %1 : tensor<0x64xf32>
}

// -----

// A config on what can't be served.

func.func @complex(%a: tensor<4x4xcomplex<f32>>, %b: tensor<4x4xcomplex<f32>>, %c: tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  // expected-error @below {{has an autotune.config, but no kernel can serve it: the element type complex<f32> of its A operand is none of}}
  %0 = linalg.matmul {autotune.config = #autotune.config<simt>}
      ins(%a, %b : tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>)
      outs(%c : tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}

// -----

// What is read to be added to is widened as floats alone.

func.func @adds_to_words(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %c: tensor<512x512xi16>) -> tensor<512x512xi16> {
  // expected-error @below {{autotune.config breaks the constraint init-type: sums in i32 are added to a C of i16; it must have the type of the sums, or both must be floats (simt serves others)}}
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<hopper_wgmma>}
      ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>)
      outs(%c : tensor<512x512xi16>) -> tensor<512x512xi16>
  return %0 : tensor<512x512xi16>
}

// -----

// What an epilogue reads takes registers beside the sums.

func.func @bias_and_gelu(%a: tensor<4096x512xbf16>, %b: tensor<512x4096xbf16>, %bias: tensor<4096xf32>) -> tensor<4096x4096xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  // expected-error @below {{autotune.config breaks the constraint epilogue-registers: 192 sums a thread, and 16 registers for values that the epilogue reads and for further outputs; at most 192 fit, which is tile[1] <= 176 here}}
  %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 192, 64], schedule = pingpong, persistent = true>}
      ins(%a, %b : tensor<4096x512xbf16>, tensor<512x4096xbf16>)
      outs(%init : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<4096x4096xf32>, tensor<4096xf32>) outs(%empty : tensor<4096x4096xf32>) {
    ^bb0(%s: f32, %x: f32, %out: f32):
      %sum = arith.addf %s, %x : f32
      %t = math.tanh %sum : f32
      linalg.yield %t : f32
    } -> tensor<4096x4096xf32>
  return %1 : tensor<4096x4096xf32>
}
