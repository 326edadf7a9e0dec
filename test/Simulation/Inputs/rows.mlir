// Problems of rows, for rows.test: what kernels of rows do, each at least once.
// Rows and columns are ragged.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// A softmax: the largest element, functions, a sum, and a result of 16 bits.
func.func @softmax(%x: tensor<13x200xbf16>) -> tensor<13x200xbf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x200xf32>
  %o = tensor.empty() : tensor<13x200xbf16>
  %s = tensor.empty() : tensor<13xf32>
  %f0 = linalg.fill ins(%lowest : f32) outs(%s : tensor<13xf32>) -> tensor<13xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%s : tensor<13xf32>) -> tensor<13xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<13x200xbf16>) outs(%f0 : tensor<13xf32>) {
  ^bb0(%i: bf16, %out: f32):
    %w = arith.extf %i : bf16 to f32
    %v = arith.maximumf %w, %out : f32
    linalg.yield %v : f32
  } -> tensor<13xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<13x200xbf16>, tensor<13xf32>) outs(%e : tensor<13x200xf32>) {
  ^bb0(%i: bf16, %j: f32, %out: f32):
    %w = arith.extf %i : bf16 to f32
    %d = arith.subf %w, %j : f32
    %v = math.exp %d : f32
    linalg.yield %v : f32
  } -> tensor<13x200xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<13x200xf32>) outs(%f1 : tensor<13xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.addf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<13xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %t : tensor<13x200xf32>, tensor<13xf32>) outs(%o : tensor<13x200xbf16>) {
  ^bb0(%i: f32, %j: f32, %out: bf16):
    %d = arith.divf %i, %j : f32
    %v = arith.truncf %d : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<13x200xbf16>
  return %y : tensor<13x200xbf16>
}

// Sums of f32 and of squares, which begin with another number than 0, as
// results of their own; all of a row is scaled by one of them.
func.func @norm(%x: tensor<9x76xf32>, %w: tensor<76xf32>) -> (tensor<9xf32>, tensor<9x76xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<9x76xf32>
  %s = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%one : f32) outs(%s : tensor<9xf32>) -> tensor<9xf32>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x76xf32>) outs(%f : tensor<9xf32>) {
  ^bb0(%i: f32, %out: f32):
    %p = arith.mulf %i, %i : f32
    %v = arith.addf %out, %p : f32
    linalg.yield %v : f32
  } -> tensor<9xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %q, %w : tensor<9x76xf32>, tensor<9xf32>, tensor<76xf32>) outs(%e : tensor<9x76xf32>) {
  ^bb0(%i: f32, %j: f32, %k: f32, %out: f32):
    %r = math.rsqrt %j : f32
    %d = arith.mulf %i, %r : f32
    %v = arith.mulf %d, %k : f32
    linalg.yield %v : f32
  } -> tensor<9x76xf32>
  return %q, %y : tensor<9xf32>, tensor<9x76xf32>
}

// Integers: sums wrap, the largest is found, and booleans are stored.
func.func @integers(%x: tensor<6x40xi8>) -> (tensor<6xi8>, tensor<6x40xi1>) {
  %zero = arith.constant 0 : i8
  %e = tensor.empty() : tensor<6x40xi1>
  %s = tensor.empty() : tensor<6xi8>
  %f = linalg.fill ins(%zero : i8) outs(%s : tensor<6xi8>) -> tensor<6xi8>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x40xi8>) outs(%f : tensor<6xi8>) {
  ^bb0(%i: i8, %out: i8):
    %v = arith.addi %out, %i : i8
    linalg.yield %v : i8
  } -> tensor<6xi8>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %q : tensor<6x40xi8>, tensor<6xi8>) outs(%e : tensor<6x40xi1>) {
  ^bb0(%i: i8, %j: i8, %out: i1):
    %v = arith.cmpi sgt, %i, %j : i8
    linalg.yield %v : i1
  } -> tensor<6x40xi1>
  return %q, %y : tensor<6xi8>, tensor<6x40xi1>
}

// Rows of a table, by indices of 64 bits, next to a transpose.
func.func @gather(%at: tensor<10xi64>, %table: tensor<30x24xf16>, %t: tensor<24x10xf16>) -> tensor<10x24xf16> {
  %e = tensor.empty() : tensor<10x24xf16>
  %y = linalg.generic {indexing_maps = [#row, affine_map<(i, j) -> (j, i)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at, %t : tensor<10xi64>, tensor<24x10xf16>) outs(%e : tensor<10x24xf16>) {
  ^bb0(%n: i64, %other: f16, %out: f16):
    %i = arith.index_cast %n : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<30x24xf16>
    %s = arith.addf %v, %other : f16
    linalg.yield %s : f16
  } -> tensor<10x24xf16>
  return %y : tensor<10x24xf16>
}

// A logarithm: no input may be negative, or all would be NaN.
func.func @logarithm(%x: tensor<5x30xf32>) -> tensor<5x30xf32> {
  %e = tensor.empty() : tensor<5x30xf32>
  %two = arith.constant 2.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x30xf32>) outs(%e : tensor<5x30xf32>) {
  ^bb0(%i: f32, %out: f32):
    %l = math.log %i : f32
    %v = arith.divf %l, %two : f32
    linalg.yield %v : f32
  } -> tensor<5x30xf32>
  return %y : tensor<5x30xf32>
}

// The largest element and where it stands first, as the lowering of torch.max
// has it: many elements are equal.
func.func @argmax(%x: tensor<11x200xf32>) -> (tensor<11xf32>, tensor<11xi64>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %v = tensor.empty() : tensor<11xf32>
  %n = tensor.empty() : tensor<11xi64>
  %f = linalg.fill ins(%lowest : f32) outs(%v : tensor<11xf32>) -> tensor<11xf32>
  %g = linalg.fill ins(%zero : i64) outs(%n : tensor<11xi64>) -> tensor<11xi64>
  %m:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<11x200xf32>) outs(%f, %g : tensor<11xf32>, tensor<11xi64>) {
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

// The smallest element's place alone, of integers; where none is smaller than
// what the reduction begins with, its place is what that begins with.
func.func @argmin(%x: tensor<7x60xi32>) -> tensor<7xi32> {
  %start = arith.constant 3 : i32
  %none = arith.constant -1 : i32
  %v = tensor.empty() : tensor<7xi32>
  %f = linalg.fill ins(%start : i32) outs(%v : tensor<7xi32>) -> tensor<7xi32>
  %g = linalg.fill ins(%none : i32) outs(%v : tensor<7xi32>) -> tensor<7xi32>
  %m:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x60xi32>) outs(%g, %f : tensor<7xi32>, tensor<7xi32>) {
  ^bb0(%i: i32, %at: i32, %best: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %w = arith.minsi %best, %i : i32
    %c = arith.cmpi slt, %i, %best : i32
    %p = arith.select %c, %k, %at : i32
    linalg.yield %p, %w : i32, i32
  } -> (tensor<7xi32>, tensor<7xi32>)
  return %m#0 : tensor<7xi32>
}

// The mean of height and width, which together are the columns.
func.func @pool(%x: tensor<2x3x8x9xf16>) -> tensor<2x3xf16> {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 0.0138888889 : f32
  %v = tensor.empty() : tensor<2x3xf32>
  %e = tensor.empty() : tensor<2x3xf16>
  %f = linalg.fill ins(%zero : f32) outs(%v : tensor<2x3xf32>) -> tensor<2x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x3x8x9xf16>) outs(%f : tensor<2x3xf32>) {
  ^bb0(%i: f16, %o: f32):
    %w = arith.extf %i : f16 to f32
    %a = arith.addf %w, %o : f32
    linalg.yield %a : f32
  } -> tensor<2x3xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<2x3xf32>) outs(%e : tensor<2x3xf16>) {
  ^bb0(%i: f32, %o: f16):
    %m = arith.mulf %i, %share : f32
    %t = arith.truncf %m : f32 to f16
    linalg.yield %t : f16
  } -> tensor<2x3xf16>
  return %y : tensor<2x3xf16>
}
