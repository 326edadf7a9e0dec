// Problems of rows that take several passes, for passes.test: what the passes of
// a kernel have to do with each other, each at least once. Rows are ragged, and
// columns no whole steps.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>

// Three passes. The second one computes exponentials, and the third does again.
func.func @softmax(%x: tensor<13x300xbf16>) -> tensor<13x300xbf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x300xf32>
  %o = tensor.empty() : tensor<13x300xbf16>
  %s = tensor.empty() : tensor<13xf32>
  %f0 = linalg.fill ins(%lowest : f32) outs(%s : tensor<13xf32>) -> tensor<13xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%s : tensor<13xf32>) -> tensor<13xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<13x300xbf16>) outs(%f0 : tensor<13xf32>) {
  ^bb0(%i: bf16, %out: f32):
    %w = arith.extf %i : bf16 to f32
    %v = arith.maximumf %w, %out : f32
    linalg.yield %v : f32
  } -> tensor<13xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<13x300xbf16>, tensor<13xf32>) outs(%e : tensor<13x300xf32>) {
  ^bb0(%i: bf16, %j: f32, %out: f32):
    %w = arith.extf %i : bf16 to f32
    %d = arith.subf %w, %j : f32
    %v = math.exp %d : f32
    linalg.yield %v : f32
  } -> tensor<13x300xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<13x300xf32>) outs(%f1 : tensor<13xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.addf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<13xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %t : tensor<13x300xf32>, tensor<13xf32>) outs(%o : tensor<13x300xbf16>) {
  ^bb0(%i: f32, %j: f32, %out: bf16):
    %d = arith.divf %i, %j : f32
    %v = arith.truncf %d : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<13x300xbf16>
  return %y : tensor<13x300xbf16>
}

// Two inputs in shared memory, of 32 and 16 bits. Their sum is a result of the
// first pass, the root of each row one in between, and what is made of both one
// of the second.
func.func @norm(%x: tensor<9x300xf32>, %h: tensor<9x300xf16>, %w: tensor<300xf32>)
    -> (tensor<9x300xf32>, tensor<9xf32>, tensor<9x300xf16>) {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 0.00333333341 : f32
  %e = tensor.empty() : tensor<9x300xf32>
  %o = tensor.empty() : tensor<9x300xf16>
  %s = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<9xf32>) -> tensor<9xf32>
  %a = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %h : tensor<9x300xf32>, tensor<9x300xf16>) outs(%e : tensor<9x300xf32>) {
  ^bb0(%i: f32, %j: f16, %out: f32):
    %k = arith.extf %j : f16 to f32
    %v = arith.addf %i, %k : f32
    linalg.yield %v : f32
  } -> tensor<9x300xf32>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<9x300xf32>) outs(%f : tensor<9xf32>) {
  ^bb0(%i: f32, %out: f32):
    %p = arith.mulf %i, %i : f32
    %v = arith.addf %out, %p : f32
    linalg.yield %v : f32
  } -> tensor<9xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%q : tensor<9xf32>) outs(%s : tensor<9xf32>) {
  ^bb0(%i: f32, %out: f32):
    %p = arith.mulf %i, %share : f32
    %v = math.rsqrt %p : f32
    linalg.yield %v : f32
  } -> tensor<9xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %r, %w : tensor<9x300xf32>, tensor<9xf32>, tensor<300xf32>) outs(%o : tensor<9x300xf16>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %out: f16):
    %d = arith.mulf %i, %j : f32
    %v = arith.mulf %d, %k : f32
    %t = arith.truncf %v : f32 to f16
    linalg.yield %t : f16
  } -> tensor<9x300xf16>
  return %a, %r, %y : tensor<9x300xf32>, tensor<9xf32>, tensor<9x300xf16>
}

// Integers: a sum and a largest element in the first pass, and in the second a
// count, of booleans, that is a result as well as what it counts.
func.func @integers(%x: tensor<6x300xi8>) -> (tensor<6xi8>, tensor<6xi32>, tensor<6x300xi1>) {
  %zero = arith.constant 0 : i8
  %none = arith.constant 0 : i32
  %lowest = arith.constant -128 : i8
  %e = tensor.empty() : tensor<6x300xi1>
  %s = tensor.empty() : tensor<6xi8>
  %c = tensor.empty() : tensor<6xi32>
  %f = linalg.fill ins(%zero : i8) outs(%s : tensor<6xi8>) -> tensor<6xi8>
  %g = linalg.fill ins(%lowest : i8) outs(%s : tensor<6xi8>) -> tensor<6xi8>
  %h = linalg.fill ins(%none : i32) outs(%c : tensor<6xi32>) -> tensor<6xi32>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x300xi8>) outs(%f : tensor<6xi8>) {
  ^bb0(%i: i8, %out: i8):
    %v = arith.addi %out, %i : i8
    linalg.yield %v : i8
  } -> tensor<6xi8>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x300xi8>) outs(%g : tensor<6xi8>) {
  ^bb0(%i: i8, %out: i8):
    %v = arith.maxsi %out, %i : i8
    linalg.yield %v : i8
  } -> tensor<6xi8>
  %y = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %q, %l : tensor<6x300xi8>, tensor<6xi8>, tensor<6xi8>) outs(%e : tensor<6x300xi1>) {
  ^bb0(%i: i8, %j: i8, %k: i8, %out: i1):
    %d = arith.xori %j, %k : i8
    %v = arith.cmpi sgt, %i, %d : i8
    linalg.yield %v : i1
  } -> tensor<6x300xi1>
  %n = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<6x300xi1>) outs(%h : tensor<6xi32>) {
  ^bb0(%i: i1, %out: i32):
    %w = arith.extui %i : i1 to i32
    %v = arith.addi %out, %w : i32
    linalg.yield %v : i32
  } -> tensor<6xi32>
  return %q, %n, %y : tensor<6xi8>, tensor<6xi32>, tensor<6x300xi1>
}

// The largest element and where it stands first: many elements are equal.
func.func @argmax(%x: tensor<11x300xf32>) -> (tensor<11xf32>, tensor<11xi64>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %v = tensor.empty() : tensor<11xf32>
  %n = tensor.empty() : tensor<11xi64>
  %f = linalg.fill ins(%lowest : f32) outs(%v : tensor<11xf32>) -> tensor<11xf32>
  %g = linalg.fill ins(%zero : i64) outs(%n : tensor<11xi64>) -> tensor<11xi64>
  %m:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<11x300xf32>) outs(%f, %g : tensor<11xf32>, tensor<11xi64>) {
  ^bb0(%i: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %w = arith.maximumf %i, %best : f32
    %c = arith.cmpf ogt, %i, %best : f32
    %p = arith.select %c, %k, %at : i64
    linalg.yield %w, %p : f32, i64
  } -> (tensor<11xf32>, tensor<11xi64>)
  return %m#0, %m#1 : tensor<11xf32>, tensor<11xi64>
}

// A channel has 4 x 75 elements, which a scale sees as four dimensions, next to
// a gather from a table and an input that is read in another order.
func.func @group(%x: tensor<2x3x4x75xf32>, %w: tensor<3xf32>, %t: tensor<300x6xf32>, %at: tensor<6x300xi32>,
                 %table: tensor<20xf32>) -> tensor<6x300xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x4x75xf32>
  %o = tensor.empty() : tensor<6x300xf32>
  %s = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<6xf32>) -> tensor<6xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (b)>,
                                        affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %w : tensor<2x3x4x75xf32>, tensor<3xf32>) outs(%e : tensor<2x3x4x75xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %v = arith.mulf %i, %j : f32
    linalg.yield %v : f32
  } -> tensor<2x3x4x75xf32>
  %d = tensor.collapse_shape %p [[0, 1], [2, 3]] : tensor<2x3x4x75xf32> into tensor<6x300xf32>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<6x300xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.addf %out, %i : f32
    linalg.yield %v : f32
  } -> tensor<6xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, affine_map<(i, j) -> (j, i)>, #id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%d, %q, %t, %at : tensor<6x300xf32>, tensor<6xf32>, tensor<300x6xf32>, tensor<6x300xi32>) outs(%o : tensor<6x300xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %n: i32, %out: f32):
    %g = arith.index_cast %n : i32 to index
    %l = tensor.extract %table[%g] : tensor<20xf32>
    %a = arith.subf %i, %j : f32
    %b = arith.addf %a, %k : f32
    %v = arith.addf %b, %l : f32
    linalg.yield %v : f32
  } -> tensor<6x300xf32>
  return %y : tensor<6x300xf32>
}
