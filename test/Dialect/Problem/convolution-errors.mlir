// RUN: autotune-opt %s -split-input-file -verify-diagnostics

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @one_input(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{must have two inputs, X and F, and then those of the epilogue, not 1}}
  %r = problem.convolution inputs(%x : tensor<2x8x16xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @mixed(%x: tensor<2x8x16xf16>, %f: memref<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{has both tensors and memrefs as operands; all must be of one kind}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, memref<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @no_result(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{must have one result of the same type for each tensor in 'outputs'}}
  problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      }
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @two_maps(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{must have a map for each of 3 operands, not 2}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, c, f, r) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @other_dims(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{operand 1 is F: its map must have the 5 dimensions that the map of X has and no symbols, not 4 and 0}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h * 2)>
func.func @no_permutation(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{operand 2 is Y: its map must have different dimensions as results, not affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1 * 2)>}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @rank(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{operand 1 is F: it has 3 dimensions, and its map 2}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h * 2)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @no_window(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{operand 0 is X: each result of its map must be a dimension, or 'o * stride + r * dilation - padding' with a stride and dilation of at least 1, not those of affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1 * 2)>}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h - r)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @backwards(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{operand 0 is X: each result of its map must be a dimension, or 'o * stride + r * dilation - padding' with a stride and dilation of at least 1, not those of affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1 - d3)>}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, r, h + r)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @twice(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{operand 0 is X: its map must have each dimension once, unlike affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1 + d3)>}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (h, f)>
func.func @one_map(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<16x4xf16>) {
  // expected-error@+1 {{dimension 0 must be in two of the maps of X, F and Y, or, as a dimension of groups, in all three and alone in a result of the map of X}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<16x4xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<16x4xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h, r)>
func.func @window_of_all(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16x3xf16>) {
  // expected-error@+1 {{dimension 3 must be in two of the maps of X, F and Y, or, as a dimension of groups, in all three and alone in a result of the map of X}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16x3xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16x3xf16>
  return
}

// -----

#x = affine_map<(n, f, h, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, f, h, r, c) -> (f, c, r)>
#b = affine_map<(n, f, h, r, c) -> (f)>
#y = affine_map<(n, f, h, r, c) -> (n, f, h)>
func.func @order(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{dimension 2 is of the kind 'output position', and must be in front of those of the kind 'output channels'}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, f, c) -> (n, c)>
#f = affine_map<(n, f, c) -> (f, c)>
#b = affine_map<(n, f, c) -> (f)>
#y = affine_map<(n, f, c) -> (n, f)>
func.func @no_position(%x: tensor<2x8xf16>, %f: tensor<4x8xf16>, %y: tensor<2x4xf16>) {
  // expected-error@+1 {{must have 1, 2 or 3 output positions, not 0}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8xf16>, tensor<4x8xf16>)
      outputs(%y : tensor<2x4xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4xf16>
  return
}

// -----

#x = affine_map<(h, w, f, r, s) -> (h + s, w + r)>
#f = affine_map<(h, w, f, r, s) -> (f, r, s)>
#y = affine_map<(h, w, f, r, s) -> (f, h, w)>
func.func @pairs(%x: tensor<18x18xf16>, %f: tensor<4x3x3xf16>, %y: tensor<4x16x16xf16>) {
  // expected-error@+1 {{operand 0 is X: a result of its map must be made of an output position and the filter position with the same number, not of dimensions 0 and 4}}
  %r = problem.convolution inputs(%x, %f : tensor<18x18xf16>, tensor<4x3x3xf16>)
      outputs(%y : tensor<4x16x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<4x16x16xf16>
  return
}

// -----

#x = affine_map<(h, w, f, r, s) -> (h + w, r + s)>
#f = affine_map<(h, w, f, r, s) -> (f, r, s)>
#y = affine_map<(h, w, f, r, s) -> (f, h, w)>
func.func @two_positions(%x: tensor<18x18xf16>, %f: tensor<4x3x3xf16>, %y: tensor<4x16x16xf16>) {
  // expected-error@+1 {{operand 0 is X: a result of its map must be made of an output position and the filter position with the same number, not of dimensions 0 and 1}}
  %r = problem.convolution inputs(%x, %f : tensor<18x18xf16>, tensor<4x3x3xf16>)
      outputs(%y : tensor<4x16x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<4x16x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (c)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @epilogue_of_channels(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>, %b: tensor<8xf16>) {
  // expected-error@+1 {{operand 2 is an input of the epilogue: its map must have dimensions of Y only, not affine_map<(d0, d1, d2, d3, d4) -> (d4)>}}
  %r = problem.convolution inputs(%x, %f, %b : tensor<2x8x16xf16>, tensor<4x8x3xf16>, tensor<8xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #b, #y]
      epilogue {
      ^bb0(%s: f32, %e: f16):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @sizes(%x: tensor<2x8x16xf16>, %f: tensor<4x7x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{operand 1 is F: it has 7 elements along dimension 4, but an earlier operand has 8}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x7x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @types(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xbf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{X and F must have elements of one type, not 'f16' and 'bf16'}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xbf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @wide(%x: tensor<2x8x16xf64>, %f: tensor<4x8x3xf64>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{X and F must have elements that are floats or signless integers of at most 32 bits, not 'f64'}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf64>, tensor<4x8x3xf64>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @booleans(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xi1>) {
  // expected-error@+1 {{Y must have elements that are floats, or integers of at least 2 bits, not 'i1'}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xi1>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.fptoui %s : f32 to i1
        problem.yield %e0 : i1
      } -> tensor<2x4x16xi1>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @complex(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>, %b: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{the epilogue reads integers and floats, not 'complex<f32>'}}
  %r = problem.convolution inputs(%x, %f, %b : tensor<2x8x16xf16>, tensor<4x8x3xf16>, tensor<4xcomplex<f32>>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #b, #y]
      epilogue {
      ^bb0(%s: f32, %e: complex<f32>):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @blocks(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{the epilogue must be one block}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        cf.br ^bb1
      ^bb1:
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @arguments(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>, %b: tensor<4xf16>) {
  // expected-error@+1 {{the epilogue has arguments of the types ('f32', 'f16'), which are the sum and the inputs' elements, not ('f32', 'f32')}}
  %r = problem.convolution inputs(%x, %f, %b : tensor<2x8x16xf16>, tensor<4x8x3xf16>, tensor<4xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #b, #y]
      epilogue {
      ^bb0(%s: f32, %e: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @integer_sum(%x: tensor<2x8x16xi8>, %f: tensor<4x8x3xi8>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{the epilogue has arguments of the types ('i32'), which are the sum and the inputs' elements, not ('f32')}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xi8>, tensor<4x8x3xi8>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @effects(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        // expected-error@+1 {{is in the epilogue, which may hold only arithmetic}}
        %m = memref.alloc() : memref<4xf32>
        %e0 = arith.truncf %s : f32 to f16
        problem.yield %e0 : f16
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @terminator(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  // expected-error@+1 {{the epilogue must end with problem.yield}}
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        llvm.unreachable
      } -> tensor<2x4x16xf16>
  return
}

// -----

#x = affine_map<(n, h, f, r, c) -> (n, c, h + r - 1)>
#f = affine_map<(n, h, f, r, c) -> (f, c, r)>
#b = affine_map<(n, h, f, r, c) -> (f)>
#y = affine_map<(n, h, f, r, c) -> (n, f, h)>
func.func @yields(%x: tensor<2x8x16xf16>, %f: tensor<4x8x3xf16>, %y: tensor<2x4x16xf16>) {
  %r = problem.convolution inputs(%x, %f : tensor<2x8x16xf16>, tensor<4x8x3xf16>)
      outputs(%y : tensor<2x4x16xf16>) maps = [#x, #f, #y]
      epilogue {
      ^bb0(%s: f32):
        // expected-error@+1 {{must yield elements of the types ('f16') from the epilogue, not ('f32')}}
        problem.yield %s : f32
      } -> tensor<2x4x16xf16>
  return
}
