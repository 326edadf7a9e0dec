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
