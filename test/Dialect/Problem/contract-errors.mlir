// RUN: autotune-opt %s -split-input-file -verify-diagnostics

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @three_factors(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{must have two factors, A and B, three with 'pair', or four if a second product is added, not 3}}
  problem.contract ins(%a, %a, %a : memref<8x8xf16>, memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #kn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
func.func @mixed(%a: tensor<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{has both tensors and memrefs as operands; all must be of one kind}}
  problem.contract ins(%a, %a : tensor<8x8xf16>, tensor<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #mk, #mk] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @no_result(%a: tensor<8x8xf16>, %c: tensor<8x8xf32>) {
  // expected-error@+1 {{must have one result of the same type for each tensor in 'outs'}}
  problem.contract ins(%a, %a : tensor<8x8xf16>, tensor<8x8xf16>) outs(%c : tensor<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
func.func @maps_missing(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{must have a map for each of 3 operands, not 2}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn] sums f32
  return
}

// -----

#two = affine_map<(m, n) -> (m, n)>
func.func @dimensions(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{has maps of 2 dimensions; m, n, k are 3, and a batch is one more}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#two, #two, #two] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#two = affine_map<(m, n) -> (m, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @other_dimensions(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{all maps must have the same dimensions}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #two, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k)[s] -> (m, n)>
func.func @symbol(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{only a factor's map may have a symbol, and only one: the inner size of a batch of two dimensions}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @rank(%a: memref<1x8x8xf16>, %b: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{operand 0 has 3 dimensions, and its map 2}}
  problem.contract ins(%a, %b : memref<1x8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @factor(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{operand 1 is a factor: the last two results of its map must be columns of the output and the product's K, in either order, not affine_map<(d0, d1, d2) -> (d0, d2)>}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #mk, #mn] sums f32
  return
}

// -----

#bmk = affine_map<(b, m, n, k) -> (b floordiv 4, b mod 8, m, k)>
#bkn = affine_map<(b, m, n, k) -> (b, k, n)>
#bmn = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @halves_of_batch(%a: memref<2x4x8x8xf16>, %b: memref<8x8x8xf16>, %c: memref<8x8x8xf32>) {
  // expected-error@+1 {{operand 0 is a factor: the last two results of its map must be rows of the output and the product's K}}
  problem.contract ins(%a, %b : memref<2x4x8x8xf16>, memref<8x8x8xf16>) outs(%c : memref<8x8x8xf32>)
      maps [#bmk, #bkn, #bmn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nm = affine_map<(m, n, k) -> (n, m)>
func.func @output(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{the map of C must have the results (m, n), or (b, m, n) for a batch, not affine_map<(d0, d1, d2) -> (d1, d0)>}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #nm] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>
func.func @other_output(%a: memref<8x8xf16>, %c: memref<8x8xf32>, %d: memref<8x8xf32>) {
  // expected-error@+1 {{all outs must have the map of C}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c, %d : memref<8x8xf32>, memref<8x8xf32>)
      maps [#mk, #kn, #mn, #nm] sums f32
      epilogue {
      ^bb0(%sum: f32):
        problem.yield %sum, %sum : f32, f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>
func.func @read(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{operand 2 is read by the epilogue: each result of its map must be 0, the output's dimension in that place, or groups (floordiv) of that row or column, not affine_map<(d0, d1, d2) -> (d1, d0)>}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) with(%c : memref<8x8xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #nm, #mn] sums f32
      epilogue {
      ^bb0(%sum: f32, %x: f32):
        problem.yield %x : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#k0 = affine_map<(m, n, k) -> (k floordiv 4, 0)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @stored_with(%a: memref<8x8xf16>, %b: memref<8x8xi8>, %s: memref<2x1xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{operand 2 has values for columns and for groups of K (floordiv): the two results of its map must be these, or 0 if all share one value, not affine_map<(d0, d1, d2) -> (d2 floordiv 4, 0)>}}
  problem.contract ins(%a, %b : memref<8x8xf16>, memref<8x8xi8>) stored_with(%s : memref<2x1xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #k0, #mn] sums f32
      prologue 1 {
      ^bb0(%x: i8, %y: f16):
        problem.yield %y : f16
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @sizes(%a: memref<8x8xf16>, %b: memref<16x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{operand 1 has 16 elements along affine_map<(d0, d1, d2) -> (d2)>, but an earlier operand has 8}}
  problem.contract ins(%a, %b : memref<8x8xf16>, memref<16x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#zn = affine_map<(m, n, k) -> (0, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @broadcast(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{operand 2 has 8 elements where its map is 0; it must have 1}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) with(%c : memref<8x8xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #zn, #mn] sums f32
      epilogue {
      ^bb0(%sum: f32, %x: f32):
        problem.yield %x : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#groups = affine_map<(m, n, k) -> (m floordiv 2, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @groups(%a: memref<8x8xf16>, %x: memref<3x8xf32>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{operand 2 has 3 groups, but 4 are read}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) with(%x : memref<3x8xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #groups, #mn] sums f32
      epilogue {
      ^bb0(%sum: f32, %y: f32):
        problem.yield %y : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @pair_of_two(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{'pair' has three factors, A, B and B2, not 2}}
  problem.contract pair ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @pair_without_epilogue(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{'pair' needs an epilogue, which makes one result of both sums}}
  problem.contract pair ins(%a, %a, %a : memref<8x8xf16>, memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #kn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @pair_with_two_outs(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{'pair' has one out, not 2}}
  problem.contract pair ins(%a, %a, %a : memref<8x8xf16>, memref<8x8xf16>, memref<8x8xf16>) outs(%c, %c : memref<8x8xf32>, memref<8x8xf32>)
      maps [#mk, #kn, #kn, #mn, #mn] sums f32
      epilogue {
      ^bb0(%x: f32, %y: f32):
        problem.yield %x, %y : f32, f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @pair_that_adds(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{'pair' overwrites its out; 'accumulate' adds to one sum}}
  problem.contract pair ins(%a, %a, %a : memref<8x8xf16>, memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>) accumulate
      maps [#mk, #kn, #kn, #mn] sums f32
      epilogue {
      ^bb0(%x: f32, %y: f32):
        problem.yield %x : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @pair_of_layouts(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{'pair' multiplies A by two matrices, which must have the same type and map}}
  problem.contract pair ins(%a, %a, %a : memref<8x8xf16>, memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #nk, #mn] sums f32
      epilogue {
      ^bb0(%x: f32, %y: f32):
        problem.yield %x : f32
      }
  return
}

// -----

#bmk = affine_map<(b, m, n, k) -> (b, m, k)>
#kn = affine_map<(b, m, n, k) -> (k, n)>
#bmn = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @prologue_of_batch(%a: memref<2x8x8xf16>, %b: memref<8x8xi8>, %c: memref<2x8x8xf32>) {
  // expected-error@+1 {{a prologue needs one product, without a batch, pair, sum or scales}}
  problem.contract ins(%a, %b : memref<2x8x8xf16>, memref<8x8xi8>) outs(%c : memref<2x8x8xf32>)
      maps [#bmk, #kn, #bmn] sums f32
      prologue 1 {
      ^bb0(%x: i8):
        %0 = arith.sitofp %x : i8 to f16
        problem.yield %0 : f16
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @stored_without_prologue(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{a prologue needs the number of its factor: 'prologue 0' for A, 'prologue 1' for B}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) stored_with(%a : memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #nk, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (0, 0)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @one_scale(%a: memref<8x8xf8E4M3FN>, %s: memref<1x1xf32>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{must have two scales, of A and of B, three with 'pair', or none, not 1}}
  problem.contract ins(%a, %a : memref<8x8xf8E4M3FN>, memref<8x8xf8E4M3FN>) scales(%s : memref<1x1xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #z, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (0, 0)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @two_scales_of_pair(%a: memref<8x8xf8E4M3FN>, %s: memref<1x1xf32>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{must have two scales, of A and of B, three with 'pair', or none, not 2}}
  problem.contract pair ins(%a, %a, %a : memref<8x8xf8E4M3FN>, memref<8x8xf8E4M3FN>, memref<8x8xf8E4M3FN>) scales(%s, %s : memref<1x1xf32>, memref<1x1xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #kn, #z, #z, #mn] sums f32 epilogue {
      ^bb0(%u: f32, %v: f32):
        %0 = arith.mulf %u, %v : f32
        problem.yield %0 : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (0, 0)>
#n = affine_map<(m, n, k) -> (n, 0)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @scales_of_pair_differ(%a: memref<8x8xf8E4M3FN>, %s: memref<1x1xf32>, %t: memref<8x1xf32>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{'pair' scales two matrices, whose scales must have the same type and map}}
  problem.contract pair ins(%a, %a, %a : memref<8x8xf8E4M3FN>, memref<8x8xf8E4M3FN>, memref<8x8xf8E4M3FN>) scales(%s, %s, %t : memref<1x1xf32>, memref<1x1xf32>, memref<8x1xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #kn, #z, #z, #n, #mn] sums f32 epilogue {
      ^bb0(%u: f32, %v: f32):
        %0 = arith.mulf %u, %v : f32
        problem.yield %0 : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (0, 0)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @scales_of_f16(%a: memref<8x8xf16>, %s: memref<1x1xf32>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{scales need factors of 8-bit floats, not 'f16'}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) scales(%s, %s : memref<1x1xf32>, memref<1x1xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #z, #z, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (0, 0)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @type_of_scales(%a: memref<8x8xf8E5M2>, %s: memref<1x1xbf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{scales are f32, not 'bf16'}}
  problem.contract ins(%a, %a : memref<8x8xf8E5M2>, memref<8x8xf8E5M2>) scales(%s, %s : memref<1x1xbf16>, memref<1x1xbf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #z, #z, #mn] sums f32
  return
}

// -----

#bmk = affine_map<(b, m, n, k) -> (b, m, k)>
#kn = affine_map<(b, m, n, k) -> (k, n)>
#z = affine_map<(b, m, n, k) -> (0, 0)>
#bmn = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @scales_of_batch(%a: memref<2x8x8xf8E5M2>, %b: memref<8x8xf8E5M2>, %s: memref<1x1xf32>, %c: memref<2x8x8xf32>) {
  // expected-error@+1 {{scales need one product or a pair, without a batch or sum}}
  problem.contract ins(%a, %b : memref<2x8x8xf8E5M2>, memref<8x8xf8E5M2>) scales(%s, %s : memref<1x1xf32>, memref<1x1xf32>) outs(%c : memref<2x8x8xf32>)
      maps [#bmk, #kn, #z, #z, #bmn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @sums(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{products are summed in f16, f32, f64, i32 or i64, not 'bf16'}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums bf16
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @sums_in_f16(%a: memref<8x8xbf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{only products of f16 are summed in f16}}
  problem.contract ins(%a, %a : memref<8x8xbf16>, memref<8x8xbf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f16
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @sums_in_integers(%a: memref<8x8xbf16>, %c: memref<8x8xi32>) {
  // expected-error@+1 {{products of floats are summed as floats, not 'i32'}}
  problem.contract ins(%a, %a : memref<8x8xbf16>, memref<8x8xbf16>) outs(%c : memref<8x8xi32>)
      maps [#mk, #kn, #mn] sums i32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @precision(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{f32 is multiplied as "tf32" or "3xtf32", not "bf16"}}
  problem.contract ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32 as "bf16"
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @precision_of_f16(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{only products of f32 are multiplied as "tf32"}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32 as "tf32"
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @two_outs(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{without an epilogue must have one out, not 2}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c, %c : memref<8x8xf32>, memref<8x8xf32>)
      maps [#mk, #kn, #mn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @nobody_reads(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{has operands in 'with', but no epilogue that reads them}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) with(%c : memref<8x8xf32>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn, #mn] sums f32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @stored_as(%a: memref<8x8xi8>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{without an epilogue, sums of 'i32' are not stored as 'f32'}}
  problem.contract ins(%a, %a : memref<8x8xi8>, memref<8x8xi8>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums i32
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @booleans(%a: memref<8x8xf16>, %m: memref<8x8xi1>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{the epilogue has arguments of the types ('f32', 'i8'), not ('f32', 'i1')}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) with(%m : memref<8x8xi1>)
      outs(%c : memref<8x8xf32>) maps [#mk, #kn, #mn, #mn] sums f32
      epilogue {
      ^bb0(%sum: f32, %x: i1):
        %0 = arith.select %x, %sum, %sum : f32
        problem.yield %0 : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @arguments(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  // expected-error@+1 {{the epilogue has arguments of the types ('f32'), not ('f16')}}
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32
      epilogue {
      ^bb0(%sum: f16):
        %0 = arith.extf %sum : f16 to f32
        problem.yield %0 : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @yields(%a: memref<8x8xf16>, %c: memref<8x8xf16>) {
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf16>)
      maps [#mk, #kn, #mn] sums f32
      epilogue {
      ^bb0(%sum: f32):
        // expected-error@+1 {{must yield elements of the types ('f16') from the epilogue, not ('f32')}}
        problem.yield %sum : f32
      }
  return
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @effects(%a: memref<8x8xf16>, %c: memref<8x8xf32>) {
  problem.contract ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
      maps [#mk, #kn, #mn] sums f32
      epilogue {
      ^bb0(%sum: f32):
        // expected-error@+1 {{is in the epilogue, which may hold only arithmetic}}
        %0 = memref.alloc() : memref<f32>
        problem.yield %sum : f32
      }
  return
}
