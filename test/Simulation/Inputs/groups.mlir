// Group norms: reductions see a group of channels as a row, and other operations
// divide the same elements in other ways.

#all = affine_map<(n, c, w) -> (n, c, w)>
#channel = affine_map<(n, c, w) -> (c)>
#grouped = affine_map<(n, g, c, w) -> (n, g, c, w)>
#group = affine_map<(n, g, c, w) -> (n, g)>
func.func @norm(%x: tensor<2x6x20xbf16>, %weight: tensor<6xf32>) -> tensor<2x6x20xbf16> {
  %zero = arith.constant 0.0 : f32
  %size = arith.constant 40.0 : f32
  %e = tensor.empty() : tensor<2x6x20xf32>
  %p = tensor.empty() : tensor<2x3xf32>
  %o = tensor.empty() : tensor<2x6x20xbf16>
  %q = tensor.empty() : tensor<2x3x2x20xf32>
  %w = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x6x20xbf16>) outs(%e : tensor<2x6x20xf32>) {
  ^bb0(%i: bf16, %out: f32):
    %v = arith.extf %i : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<2x6x20xf32>
  %g = tensor.expand_shape %w [[0], [1, 2], [3]] output_shape [2, 3, 2, 20] : tensor<2x6x20xf32> into tensor<2x3x2x20xf32>
  %f = linalg.fill ins(%zero : f32) outs(%p : tensor<2x3xf32>) -> tensor<2x3xf32>
  %s = linalg.generic {indexing_maps = [#grouped, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%g : tensor<2x3x2x20xf32>) outs(%f : tensor<2x3xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.addf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  %d = linalg.generic {indexing_maps = [#grouped, #group, #grouped], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%g, %s : tensor<2x3x2x20xf32>, tensor<2x3xf32>) outs(%q : tensor<2x3x2x20xf32>) {
  ^bb0(%i: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %size : f32
    %v = arith.subf %i, %m : f32
    linalg.yield %v : f32
  } -> tensor<2x3x2x20xf32>
  %h = tensor.collapse_shape %d [[0], [1, 2], [3]] : tensor<2x3x2x20xf32> into tensor<2x6x20xf32>
  %y = linalg.generic {indexing_maps = [#all, #channel, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%h, %weight : tensor<2x6x20xf32>, tensor<6xf32>) outs(%o : tensor<2x6x20xbf16>) {
  ^bb0(%i: f32, %scale: f32, %out: bf16):
    %v = arith.mulf %i, %scale : f32
    %t = arith.truncf %v : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x6x20xbf16>
  return %y : tensor<2x6x20xbf16>
}

// Lines of five elements, which no vector divides, but rows of 20: the largest of a
// group, and what it is of each line's own number.
func.func @odd(%x: tensor<3x4x5xi32>, %line: tensor<4xi32>) -> (tensor<3x4x5xi32>, tensor<3xi32>) {
  %lowest = arith.constant -2147483648 : i32
  %e = tensor.empty() : tensor<3x4x5xi32>
  %p = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%lowest : i32) outs(%p : tensor<3xi32>) -> tensor<3xi32>
  %r = tensor.collapse_shape %x [[0], [1, 2]] : tensor<3x4x5xi32> into tensor<3x20xi32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, j) -> (n, j)>, affine_map<(n, j) -> (n)>], iterator_types = ["parallel", "reduction"]}
      ins(%r : tensor<3x20xi32>) outs(%f : tensor<3xi32>) {
  ^bb0(%i: i32, %out: i32):
    %v = arith.maxsi %i, %out : i32
    linalg.yield %v : i32
  } -> tensor<3xi32>
  %y = linalg.generic {indexing_maps = [#all, #channel, affine_map<(n, c, w) -> (n)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %line, %s : tensor<3x4x5xi32>, tensor<4xi32>, tensor<3xi32>) outs(%e : tensor<3x4x5xi32>) {
  ^bb0(%i: i32, %l: i32, %m: i32, %out: i32):
    %v = arith.subi %m, %i : i32
    %u = arith.muli %v, %l : i32
    linalg.yield %u : i32
  } -> tensor<3x4x5xi32>
  return %y, %s : tensor<3x4x5xi32>, tensor<3xi32>
}

// Lines of seven elements, without reductions: rows are as many lines as make whole
// vectors. What it reads backwards it reads one by one.
func.func @lines(%x: tensor<4x6x7xf16>, %scale: tensor<6xf16>, %z: tensor<4x6x7xf16>) -> tensor<4x6x7xf16> {
  %e = tensor.empty() : tensor<4x6x7xf16>
  %y = linalg.generic {indexing_maps = [#all, #channel, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %scale : tensor<4x6x7xf16>, tensor<6xf16>) outs(%e : tensor<4x6x7xf16>) {
  ^bb0(%i: f16, %s: f16, %out: f16):
    %six = arith.constant 6 : index
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %w = linalg.index 2 : index
    %back = arith.subi %six, %w : index
    %other = tensor.extract %z[%n, %c, %back] : tensor<4x6x7xf16>
    %v = arith.mulf %i, %s : f16
    %u = arith.addf %v, %other : f16
    linalg.yield %u : f16
  } -> tensor<4x6x7xf16>
  return %y : tensor<4x6x7xf16>
}

// Nothing but another order of elements.
func.func @shuffle(%x: tensor<2x2x2x5x4xbf16>) -> tensor<2x5x2x4x2xbf16> {
  %e = tensor.empty() : tensor<2x5x2x4x2xbf16>
  %y = linalg.transpose ins(%x : tensor<2x2x2x5x4xbf16>) outs(%e : tensor<2x5x2x4x2xbf16>) permutation = [0, 3, 1, 4, 2]
  return %y : tensor<2x5x2x4x2xbf16>
}
