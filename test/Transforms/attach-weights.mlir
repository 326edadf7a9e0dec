// Integers times floats of 16 bits: what they get, and what is refused.
// RUN: autotune-opt %s --split-input-file --verify-diagnostics --autotune-attach-configs="target=h200 max-candidates=1" -o %t
// RUN: %long_configs < %t | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// A few rows of activations, and weights, which are what the tensor cores take
// from registers: the product is transposed.
// CHECK-LABEL: func.func @activations
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [{{[0-9]+}}, 16, {{128|256}}], {{.*}}, cluster = [1, 1], {{.*}}, swap = true, {{.*}}, load = tma,
func.func @activations(%a: tensor<16x4096xbf16>, %b: tensor<28672x4096xi8>) -> tensor<16x28672xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x28672xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%a, %b : tensor<16x4096xbf16>, tensor<28672x4096xi8>) outs(%f : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  %r = arith.truncf %d : tensor<16x28672xf32> to tensor<16x28672xbf16>
  return %r : tensor<16x28672xbf16>
}

// -----

// Rows that TMA can't load are packed, floats as integers.
// CHECK-LABEL: func.func @unaligned
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{.*}}, load = pack,
func.func @unaligned(%a: tensor<4096x4096xi8>, %b: tensor<4096x1001xf16>, %c: tensor<4096x1001xf32>) -> tensor<4096x1001xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<4096x4096xi8>, tensor<4096x1001xf16>) outs(%c : tensor<4096x1001xf32>) -> tensor<4096x1001xf32>
  return %d : tensor<4096x1001xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Many rows of either: the integers stay on the left.
// CHECK-LABEL: func.func @many
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{.*}}, swap = true,
func.func @many(%a: tensor<2048x4096xbf16>, %b: tensor<4096x4096xi8>, %c: tensor<2048x4096xf32>) -> tensor<2048x4096xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%a, %b : tensor<2048x4096xbf16>, tensor<4096x4096xi8>) outs(%c : tensor<2048x4096xf32>) -> tensor<2048x4096xf32>
  return %d : tensor<2048x4096xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @square
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{.*}}, swap = false,
func.func @square(%a: tensor<4096x4096xi8>, %b: tensor<4096x4096xf16>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      ins(%a, %b : tensor<4096x4096xi8>, tensor<4096x4096xf16>) outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %d : tensor<4096x4096xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Weights as linalg.matmul has them are transposed on the way.
// CHECK-LABEL: func.func @crossed
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{.*}}, swap = true, {{.*}}, load = transpose,
func.func @crossed(%a: tensor<16x4096xbf16>, %b: tensor<4096x28672xi8>, %c: tensor<16x28672xf32>) -> tensor<16x28672xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<16x4096xbf16>, tensor<4096x28672xi8>) outs(%c : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  return %d : tensor<16x28672xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Of what is given seeds are completed; what they start in turn one consumer can't.
// CHECK-LABEL: func @one_consumer
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, {{.*}} consumers = 1, schedule = cooperative, in_turn = false, {{.*}}, swap = true,
func.func @one_consumer(%a: tensor<64x512xbf16>, %b: tensor<512x512xi8>, %c: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 128], consumers = 1>}
      ins(%a, %b : tensor<64x512xbf16>, tensor<512x512xi8>) outs(%c : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %d : tensor<64x512xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func @floats_on_the_left(%a: tensor<64x512xbf16>, %b: tensor<512x512xi8>, %c: tensor<64x512xf32>) -> tensor<64x512xf32> {
  // expected-error @below {{autotune.config breaks the constraint converted-rows: the elements to convert are in the right operand, but only the left one is converted; it needs swap = true if B has them, and false if A has them}}
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, swap = false>}
      ins(%a, %b : tensor<64x512xbf16>, tensor<512x512xi8>) outs(%c : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %d : tensor<64x512xf32>
}

// -----

// Where threads do not convert: rows of 4 bits across K, floats on the left, no sign, more
// than one CTA a slot, more rows than fit.

func.func @nibbles_across(%a: tensor<64x512xbf16>, %b: tensor<512x512xi4>, %c: tensor<64x512xf32>) -> tensor<64x512xf32> {
  // expected-error @below {{autotune.config breaks the constraint converted-rows: K is not contiguous in the operand that is converted; elements of 4 bits need it}}
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, swap = true>}
      ins(%a, %b : tensor<64x512xbf16>, tensor<512x512xi4>) outs(%c : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %d : tensor<64x512xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Integers without a sign.
// CHECK-LABEL: func.func @unsigned
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{.*}}, swap = true,
func.func @unsigned(%a: tensor<64x512xbf16>, %b: tensor<512x512xi8>, %c: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %d = linalg.matmul indexing_maps = [#a, #b, #c] {cast = #linalg.type_fn<cast_unsigned>}
      ins(%a, %b : tensor<64x512xbf16>, tensor<512x512xi8>) outs(%c : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %d : tensor<64x512xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func @too_many_rows(%a: tensor<64x512xbf16>, %b: tensor<512x512xi8>, %c: tensor<64x512xf32>) -> tensor<64x512xf32> {
  // expected-error @below {{autotune.config breaks the constraint converted-registers: 128 accumulators and 128 registers of converted rows a thread; at most 192 fit with consumers = 1, which is tile[2] <= 128 here}}
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
      {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 128, 256], consumers = 1, schedule = cooperative, cluster = [1, 1], swap = true>}
      ins(%a, %b : tensor<64x512xbf16>, tensor<512x512xi8>) outs(%c : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %d : tensor<64x512xf32>
}
