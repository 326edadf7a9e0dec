// RUN: autotune-opt %s -split-input-file -verify-diagnostics

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @two_inputs(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{must have three inputs, Q, K and V, and then those of the score function, not 2}}
  %r = problem.attention inputs(%q, %k : tensor<2x8x16xf16>, tensor<2x12x16xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
#l = affine_map<(b, m, n, d, e) -> (b, m)>
func.func @three_outputs(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>, %l: tensor<2x8xf32>) {
  // expected-error@+1 {{must have one output, O, or two, O and the logarithm of the sums, not 3}}
  %r:3 = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o, %l, %l : tensor<2x8x32xf16>, tensor<2x8xf32>, tensor<2x8xf32>)
      maps = [#q, #k, #v, #o, #l, #l]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>, tensor<2x8xf32>, tensor<2x8xf32>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @mixed(%q: tensor<2x8x16xf16>, %k: memref<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{has both tensors and memrefs as operands; all must be of one kind}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, memref<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @no_result(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{must have one result of the same type for each tensor in 'outputs'}}
  problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      }
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
func.func @maps_missing(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{must have a map for each of 4 operands, not 3}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, d) -> (b, m, d)>
#k = affine_map<(b, m, d) -> (b, m, d)>
#v = affine_map<(b, m, d) -> (b, m, d)>
#o = affine_map<(b, m, d) -> (b, m, d)>
func.func @three_dims(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{has maps of 3 dimensions; m, n, d and e are 4, and those before are a batch}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, c, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @other_dims(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{operand 1 is K: its map must have the 5 dimensions that the map of Q has and no symbols, not 6 and 0}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (n, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @twice(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{operand 2 is V: its map must have different dimensions as results, not affine_map<(d0, d1, d2, d3, d4) -> (d2, d2, d4)>}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @rank(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{operand 1 is K: it has 3 dimensions, and its map 2}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @no_depth(%q: tensor<2x8xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{operand 0 is Q: its map must have the results m and d, in any order, not affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (m, n, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @keys_of_q(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{operand 0 is Q: its map must not have the results n and e, not affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3)>}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m, d)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @depth_of_bias(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8x12xf32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{operand 3 is an input of the score function: its map must not have the results d and e, not affine_map<(d0, d1, d2, d3, d4) -> (d1, d3)>}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8x12xf32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o]
      score {
      ^bb0(%s: f32, %x0: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (m, e)>
func.func @batch_of_o(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<8x32xf16>) {
  // expected-error@+1 {{operand 3 is O: its map must have the results b0, m and e, in any order, not affine_map<(d0, d1, d2, d3, d4) -> (d1, d4)>}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
#l = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @columns_of_sums(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>, %l: tensor<2x8x32xf32>) {
  // expected-error@+1 {{operand 4 is the logarithm of the sums: its map must not have the results n, d and e, not affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>}}
  %r:2 = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o, %l : tensor<2x8x32xf16>, tensor<2x8x32xf32>)
      maps = [#q, #k, #v, #o, #l]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>, tensor<2x8x32xf32>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @sizes(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x13x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{operand 2 has 13 elements along n, but an earlier operand has 12}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x13x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @types(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xbf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{Q and K must have elements of one type, not 'f16' and 'bf16'}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xbf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @integers(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xi8>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{V must have elements that are floats of at most 32 bits, not 'i8'}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xi8>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @wide(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf64>) {
  // expected-error@+1 {{O must have elements that are floats of at most 32 bits, not 'f64'}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf64>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf64>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
#l = affine_map<(b, m, n, d, e) -> (b, m)>
func.func @half_sums(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>, %l: tensor<2x8xf16>) {
  // expected-error@+1 {{the logarithm of the sums must have elements of f32, not 'f16'}}
  %r:2 = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o, %l : tensor<2x8x32xf16>, tensor<2x8xf16>)
      maps = [#q, #k, #v, #o, #l]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>, tensor<2x8xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m, n)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @complex_bias(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8x12xcomplex<f32>>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{the score function reads integers and floats, not 'complex<f32>'}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8x12xcomplex<f32>>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o]
      score {
      ^bb0(%s: f32, %x0: complex<f32>, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @two_blocks(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{the score function must be one block}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        cf.br ^bb1
      ^bb1:
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m, n)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @index_missing(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8x12xi1>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{the score function has arguments of the types ('f32', 'i8', 'index', 'index', 'index'), which are the sum of products, the inputs' elements, and an index for each batch dimension, m and n, not ('f32', 'i8', 'index', 'index')}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8x12xi1>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o]
      score {
      ^bb0(%s: f32, %y: i8, %ib: index, %im: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @effects(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        %true = arith.constant true
        // expected-error@+1 {{is in the score function, which may hold only arithmetic}}
        cf.assert %true, "no"
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @other_end(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{the score function must end with problem.yield}}
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        llvm.unreachable
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @half_score(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %o: tensor<2x8x32xf16>) {
  %r = problem.attention inputs(%q, %k, %v : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %ib: index, %im: index, %in: index):
        %h = arith.truncf %s : f32 to f16
        // expected-error@+1 {{must yield elements of the types ('f32') from the score function, not ('f16')}}
        problem.yield %h : f16
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @three_of_range(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8xi32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{key_range must have four numbers of inputs, not 3}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8xi32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 3, 3]
      score {
      ^bb0(%s: f32, %x0: i32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @five_of_range(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8xi32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{key_range must have four numbers of inputs, not 5}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8xi32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 3, 3, 3, 3]
      score {
      ^bb0(%s: f32, %x0: i32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @range_of_v(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8xi32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{key_range must have numbers of inputs of the score function, which are those from 3 on, below 4, not 2}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8xi32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 2, 3, 3]
      score {
      ^bb0(%s: f32, %x0: i32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @negative_range(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8xi32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{key_range must have numbers of inputs of the score function, which are those from 3 on, below 4, not -1}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8xi32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 3, -1, 3]
      score {
      ^bb0(%s: f32, %x0: i32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @range_of_output(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8xi32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{key_range must have numbers of inputs of the score function, which are those from 3 on, below 4, not 4}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8xi32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 3, 3, 4]
      score {
      ^bb0(%s: f32, %x0: i32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @range_of_i64(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8xi64>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{an input of key_range must have elements of i32, not 'i64'}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8xi64>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 3, 3, 3]
      score {
      ^bb0(%s: f32, %x0: i64, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @range_of_f32(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8xf32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{an input of key_range must have elements of i32, not 'f32'}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8xf32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 3, 3, 3]
      score {
      ^bb0(%s: f32, %x0: f32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (b)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @range_of_batch(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<2xi32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{the map of an input of key_range must have m, and not n: affine_map<(d0, d1, d2, d3, d4) -> (d0)>}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<2xi32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 3, 3, 3]
      score {
      ^bb0(%s: f32, %x0: i32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}

// -----

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#x = affine_map<(b, m, n, d, e) -> (m, n)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
func.func @range_of_keys(%q: tensor<2x8x16xf16>, %k: tensor<2x12x16xf16>, %v: tensor<2x12x32xf16>, %x: tensor<8x12xi32>, %o: tensor<2x8x32xf16>) {
  // expected-error@+1 {{the map of an input of key_range must have m, and not n: affine_map<(d0, d1, d2, d3, d4) -> (d1, d2)>}}
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<2x8x16xf16>, tensor<2x12x16xf16>, tensor<2x12x32xf16>, tensor<8x12xi32>)
      outputs(%o : tensor<2x8x32xf16>)
      maps = [#q, #k, #v, #x, #o] key_range = [3, 3, 3, 3]
      score {
      ^bb0(%s: f32, %x0: i32, %ib: index, %im: index, %in: index):
        problem.yield %s : f32
      } -> tensor<2x8x32xf16>
  return
}
