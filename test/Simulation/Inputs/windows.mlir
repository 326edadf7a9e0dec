// Windows, which a thread reduces alone.

// Padded with minus infinity, the largest of 3 x 3, and what is above zero.
#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#window = affine_map<(n, c, h, w, y, x) -> (y, x)>
#kept = affine_map<(n, c, h, w, y, x) -> (n, c, h, w)>
func.func @largest(%x: tensor<2x3x11x10xf16>) -> tensor<2x3x6x5xf16> {
  %lowest = arith.constant 0xFC00 : f16
  %zero = arith.constant 0.0 : f16
  %shape = tensor.empty() : tensor<3x3xf16>
  %e = tensor.empty() : tensor<2x3x6x5xf16>
  %f = linalg.fill ins(%lowest : f16) outs(%e : tensor<2x3x6x5xf16>) -> tensor<2x3x6x5xf16>
  %m = linalg.generic {indexing_maps = [#window, #kept], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%shape : tensor<3x3xf16>) outs(%f : tensor<2x3x6x5xf16>) {
  ^bb0(%nothing: f16, %best: f16):
    %first = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %height = arith.constant 11 : index
    %width = arith.constant 10 : index
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %y = linalg.index 4 : index
    %z = linalg.index 5 : index
    %h2 = arith.muli %h, %two : index
    %w2 = arith.muli %w, %two : index
    %hy = arith.addi %h2, %y : index
    %wz = arith.addi %w2, %z : index
    %i = arith.subi %hy, %one : index
    %j = arith.subi %wz, %one : index
    %inHeight = arith.cmpi ult, %i, %height : index
    %inWidth = arith.cmpi ult, %j, %width : index
    %isInside = arith.andi %inHeight, %inWidth : i1
    %k = arith.select %isInside, %i, %first : index
    %l = arith.select %isInside, %j, %first : index
    %read = tensor.extract %x[%n, %c, %k, %l] : tensor<2x3x11x10xf16>
    %v = arith.select %isInside, %read, %lowest : f16
    %larger = arith.maximumf %best, %v : f16
    linalg.yield %larger : f16
  } -> tensor<2x3x6x5xf16>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%m : tensor<2x3x6x5xf16>) outs(%e : tensor<2x3x6x5xf16>) {
  ^bb0(%i: f16, %o: f16):
    %v = arith.maximumf %i, %zero : f16
    linalg.yield %v : f16
  } -> tensor<2x3x6x5xf16>
  return %r : tensor<2x3x6x5xf16>
}

// Channels last: columns are adjacent, and windows slide over rows.
#slide = affine_map<(n, h, w, c, y, x) -> (n, h * 2 + y, w * 2 + x, c)>
#of = affine_map<(n, h, w, c, y, x) -> (y, x)>
#place = affine_map<(n, h, w, c, y, x) -> (n, h, w, c)>
func.func @mean(%x: tensor<2x6x8x72xbf16>) -> tensor<2x3x4x72xbf16> {
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4.0 : f32
  %shape = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x3x4x72xf32>
  %o = tensor.empty() : tensor<2x3x4x72xbf16>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x4x72xf32>) -> tensor<2x3x4x72xf32>
  %s = linalg.generic {indexing_maps = [#slide, #of, #place], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %shape : tensor<2x6x8x72xbf16>, tensor<2x2xf32>) outs(%f : tensor<2x3x4x72xf32>) {
  ^bb0(%i: bf16, %nothing: f32, %sum: f32):
    %w = arith.extf %i : bf16 to f32
    %v = arith.addf %sum, %w : f32
    linalg.yield %v : f32
  } -> tensor<2x3x4x72xf32>
  %m = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x3x4x72xf32>) outs(%o : tensor<2x3x4x72xbf16>) {
  ^bb0(%i: f32, %out: bf16):
    %d = arith.divf %i, %four : f32
    %v = arith.truncf %d : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<2x3x4x72xbf16>
  return %m : tensor<2x3x4x72xbf16>
}

// One loop, with gaps; and then the row's sum of what the windows come to.
func.func @row(%x: tensor<7x140xi32>) -> (tensor<7x136xi32>, tensor<7xi32>) {
  %zero = arith.constant 0 : i32
  %shape = tensor.empty() : tensor<3xi32>
  %e = tensor.empty() : tensor<7x136xi32>
  %p = tensor.empty() : tensor<7xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<7x136xi32>) -> tensor<7x136xi32>
  %g = linalg.fill ins(%zero : i32) outs(%p : tensor<7xi32>) -> tensor<7xi32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j + k * 2)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %shape : tensor<7x140xi32>, tensor<3xi32>) outs(%f : tensor<7x136xi32>) {
  ^bb0(%i: i32, %nothing: i32, %sum: i32):
    %d = arith.subi %sum, %i : i32
    %v = arith.muli %d, %i : i32
    linalg.yield %v : i32
  } -> tensor<7x136xi32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<7x136xi32>) outs(%g : tensor<7xi32>) {
  ^bb0(%i: i32, %sum: i32):
    %v = arith.addi %sum, %i : i32
    linalg.yield %v : i32
  } -> tensor<7xi32>
  return %s, %t : tensor<7x136xi32>, tensor<7xi32>
}

// The largest of a window and where it is, beginning with an element of another
// tensor; and an element for each row, made of windows.
func.func @places(%x: tensor<5x48xf32>, %start: tensor<5x24xf32>) -> (tensor<5x24xf32>, tensor<5x24xi32>) {
  %zero = arith.constant 0 : i32
  %shape = tensor.empty() : tensor<2xi32>
  %p = tensor.empty() : tensor<5x24xi32>
  %g = linalg.fill ins(%zero : i32) outs(%p : tensor<5x24xi32>) -> tensor<5x24xi32>
  %s:2 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j * 2 + k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>,
                                          affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %shape : tensor<5x48xf32>, tensor<2xi32>) outs(%start, %g : tensor<5x24xf32>, tensor<5x24xi32>) {
  ^bb0(%i: f32, %nothing: i32, %best: f32, %at: i32):
    %k = linalg.index 2 : index
    %n = arith.index_cast %k : index to i32
    %isLarger = arith.cmpf ogt, %i, %best : f32
    %v = arith.maximumf %i, %best : f32
    %place = arith.select %isLarger, %n, %at : i32
    linalg.yield %v, %place : f32, i32
  } -> (tensor<5x24xf32>, tensor<5x24xi32>)
  return %s#0, %s#1 : tensor<5x24xf32>, tensor<5x24xi32>
}

// A sum over the first dimension. Threads have adjacent columns, and one part of
// the rows each: a second problem adds up the parts.
func.func @columns(%x: tensor<1024x24xbf16>) -> tensor<24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<24xbf16>) -> tensor<24xbf16>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1024x24xbf16>) outs(%f : tensor<24xbf16>) {
  ^bb0(%i: bf16, %sum: bf16):
    %v = arith.addf %i, %sum : bf16
    linalg.yield %v : bf16
  } -> tensor<24xbf16>
  return %s : tensor<24xbf16>
}

// The same of the squares, from a tensor on; as many rows as one thread takes.
func.func @squares(%x: tensor<2x37x40xf16>, %start: tensor<2x40xf16>) -> tensor<2x40xf16> {
  %s = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, j)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<2x37x40xf16>) outs(%start : tensor<2x40xf16>) {
  ^bb0(%i: f16, %sum: f16):
    %w = arith.mulf %i, %i : f16
    %v = arith.addf %sum, %w : f16
    linalg.yield %v : f16
  } -> tensor<2x40xf16>
  return %s : tensor<2x40xf16>
}

// Windows with one element for each row, beside the row's own sum: their loops are
// no columns.
func.func @of_rows(%x: tensor<6x8xf32>, %y: tensor<13xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x8xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %v = arith.addf %a, %sum : f32
    linalg.yield %v : f32
  } -> tensor<6xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<6x8xf32>, tensor<13xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%a: f32, %c: f32, %sum: f32):
    %m = arith.mulf %a, %c : f32
    %v = arith.addf %m, %sum : f32
    linalg.yield %v : f32
  } -> tensor<6xf32>
  return %s, %w : tensor<6xf32>, tensor<6xf32>
}

// The same of loops whose elements are not adjacent in another tensor.
func.func @apart(%x: tensor<2x3x4x5xf32>, %y: tensor<5x4xf32>) -> (tensor<6xf32>, tensor<2x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %g = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x3x4x5xf32> into tensor<6x20xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%r : tensor<6x20xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %v = arith.addf %a, %sum : f32
    linalg.yield %v : f32
  } -> tensor<6xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(a, b, k, l) -> (a, b, k, l)>, affine_map<(a, b, k, l) -> (l, k)>, affine_map<(a, b, k, l) -> (a, b)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<2x3x4x5xf32>, tensor<5x4xf32>) outs(%h : tensor<2x3xf32>) {
  ^bb0(%a: f32, %c: f32, %sum: f32):
    %m = arith.mulf %a, %c : f32
    %v = arith.addf %m, %sum : f32
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  return %s, %w : tensor<6xf32>, tensor<2x3xf32>
}
