// What autotune-lower-attention refuses.
// RUN: autotune-opt %s -autotune-lower-attention=target=h200 -split-input-file -verify-diagnostics
// RUN: not autotune-opt %s -split-input-file -autotune-lower-attention=target=x100 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not autotune-opt %s -split-input-file -autotune-lower-attention 2>&1 | FileCheck %s --check-prefix=MISSING

// UNKNOWN: unknown target 'x100'
// MISSING: no target is given

#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @other_template(%q: tensor<8x200x64xf16>, %k: tensor<8x200x64xf16>, %v: tensor<8x200x64xf16>, %o: tensor<8x200x64xf16>) -> tensor<8x200x64xf16> {
  // expected-error@+1 {{'problem.attention' op has a config that breaks the constraint problem: template 'simt' computes another kind of problem}}
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x64xf16>, tensor<8x200x64xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<simt, defaults>} -> tensor<8x200x64xf16>
  return %r : tensor<8x200x64xf16>
}

// -----

// The message is that of the template's constraint.
#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @illegal(%q: tensor<8x200x64xf16>, %k: tensor<8x200x64xf16>, %v: tensor<8x200x64xf16>, %o: tensor<8x200x64xf16>) -> tensor<8x200x64xf16> {
  // expected-error@+1 {{'problem.attention' op has a config that breaks the constraint turns: in_turn is set, but a tile of 64 queries has one consumer}}
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x64xf16>, tensor<8x200x64xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<hopper_attention, tile = [64, 64], in_turn = true, defaults>} -> tensor<8x200x64xf16>
  return %r : tensor<8x200x64xf16>
}

// -----

#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @buffers(%q: memref<8x200x64xf16>, %k: memref<8x200x64xf16>, %v: memref<8x200x64xf16>, %o: memref<8x200x64xf16>) {
  // expected-error@+1 {{'problem.attention' op has buffers as operands; it is lowered before bufferization, with tensors}}
  problem.attention inputs(%q, %k, %v : memref<8x200x64xf16>, memref<8x200x64xf16>, memref<8x200x64xf16>)
      outputs(%o : memref<8x200x64xf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      }
  return
}

// -----

#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @illegal(%q: tensor<8x200x64xf16>, %k: tensor<8x200x64xf16>, %v: tensor<8x200x64xf16>, %o: tensor<8x200x64xf16>) -> tensor<8x200x64xf16> {
  // expected-error@+1 {{'problem.attention' op has a config that breaks the constraint ctas-per-sm: ctas_per_sm = 2 with 2 consumers; it needs tile[0] = 64}}
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x64xf16>, tensor<8x200x64xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<hopper_attention, ctas_per_sm = 2, defaults>} -> tensor<8x200x64xf16>
  return %r : tensor<8x200x64xf16>
}

// -----

#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @illegal(%q: tensor<8x200x128xf16>, %k: tensor<8x200x128xf16>, %v: tensor<8x200x128xf16>, %o: tensor<8x200x128xf16>) -> tensor<8x200x128xf16> {
  // expected-error@+1 {{'problem.attention' op has a config that breaks the constraint shared-memory: 2 CTAs take 213104 + 2048 bytes of shared memory each; an SM of sm_90a has 233472}}
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x128xf16>, tensor<8x200x128xf16>, tensor<8x200x128xf16>)
      outputs(%o : tensor<8x200x128xf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<hopper_attention, tile = [64, 128], stages = 3, ctas_per_sm = 2, defaults>} -> tensor<8x200x128xf16>
  return %r : tensor<8x200x128xf16>
}

// -----

// Those of ampere_attention.
#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @illegal(%q: tensor<8x200x64xf16>, %k: tensor<8x200x64xf16>, %v: tensor<8x200x64xf16>, %o: tensor<8x200x64xf16>) -> tensor<8x200x64xf16> {
  // expected-error@+1 {{'problem.attention' op has a config that breaks the constraint warp-rows: tile[0] = 64 with 3 warps; it needs a multiple of 48}}
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x64xf16>, tensor<8x200x64xf16>, tensor<8x200x64xf16>)
      outputs(%o : tensor<8x200x64xf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<ampere_attention, tile = [64, 64], warps = 3, defaults>} -> tensor<8x200x64xf16>
  return %r : tensor<8x200x64xf16>
}

// -----

#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @illegal(%q: tensor<8x200x128xf16>, %k: tensor<8x200x128xf16>, %v: tensor<8x200x128xf16>, %o: tensor<8x200x128xf16>) -> tensor<8x200x128xf16> {
  // expected-error@+1 {{'problem.attention' op has a config that breaks the constraint registers: a thread would need about 176 registers for 16 queries, 64 keys and 128 columns; it may have 128}}
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x128xf16>, tensor<8x200x128xf16>, tensor<8x200x128xf16>)
      outputs(%o : tensor<8x200x128xf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<ampere_attention, tile = [208, 64], warps = 13, defaults>} -> tensor<8x200x128xf16>
  return %r : tensor<8x200x128xf16>
}

// -----

#q = affine_map<(h, m, n, d, e) -> (h, m, d)>
#k = affine_map<(h, m, n, d, e) -> (h, n, d)>
#v = affine_map<(h, m, n, d, e) -> (h, n, e)>
#o = affine_map<(h, m, n, d, e) -> (h, m, e)>
func.func @illegal(%q: tensor<8x200x256xf16>, %k: tensor<8x200x256xf16>, %v: tensor<8x200x256xf16>, %o: tensor<8x200x256xf16>) -> tensor<8x200x256xf16> {
  // expected-error@+1 {{'problem.attention' op has a config that breaks the constraint shared-memory:}}
  %r = problem.attention inputs(%q, %k, %v : tensor<8x200x256xf16>, tensor<8x200x256xf16>, tensor<8x200x256xf16>)
      outputs(%o : tensor<8x200x256xf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%product: f32, %h: index, %m: index, %n: index):
        problem.yield %product : f32
      } {autotune.config = #autotune.config<ampere_attention, tile = [64, 64], stages = 6, defaults>} -> tensor<8x200x256xf16>
  return %r : tensor<8x200x256xf16>
}
