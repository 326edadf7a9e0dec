// What divides its elements into rows in another way joins a problem if it reads
// them in their order, and stays apart if not.
// RUN: autotune-opt %s -split-input-file -autotune-form-rows -canonicalize | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Before the reduction, whose rows the problem then has, and behind it.
// CHECK-LABEL: func @joins
// CHECK: problem.rows 4 x 32 ins(%{{.*}} : tensor<16x8xf32>) outs(%{{.*}} : tensor<4xf32>, tensor<16x8xf32>)
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: problem.rows
func.func @joins(%x: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8xf32>
  %p = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%p : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x8xf32>) outs(%e : tensor<16x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.exp %i : f32
    linalg.yield %v : f32
  } -> tensor<16x8xf32>
  %b = tensor.expand_shape %a [[0, 1], [2]] output_shape [4, 4, 8] : tensor<16x8xf32> into tensor<4x4x8xf32>
  %r = tensor.collapse_shape %b [[0], [1, 2]] : tensor<4x4x8xf32> into tensor<4x32xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%r : tensor<4x32xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<16x8xf32>) outs(%e : tensor<16x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.sqrt %i : f32
    linalg.yield %v : f32
  } -> tensor<16x8xf32>
  return %y, %s : tensor<16x8xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// It reads the transpose: elements that are adjacent for the reduction are far apart
// for it.
// CHECK-LABEL: func @transposes
// CHECK: problem.rows
// CHECK: problem.rows 8 x 16
func.func @transposes(%x: tensor<16x8xf32>) -> (tensor<8x16xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %p = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%p : tensor<4xf32>) -> tensor<4xf32>
  %b = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 4, 8] : tensor<16x8xf32> into tensor<4x4x8xf32>
  %r = tensor.collapse_shape %b [[0], [1, 2]] : tensor<4x4x8xf32> into tensor<4x32xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%r : tensor<4x32xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x8xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.sqrt %i : f32
    linalg.yield %v : f32
  } -> tensor<8x16xf32>
  return %y, %s : tensor<8x16xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Two reductions of different rows stay apart.
// CHECK-LABEL: func @reductions
// CHECK: problem.rows 16 x 8
// CHECK: problem.rows 4 x 32
func.func @reductions(%x: tensor<16x8xf32>) -> (tensor<16xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %q = tensor.empty() : tensor<16xf32>
  %p = tensor.empty() : tensor<4xf32>
  %g = linalg.fill ins(%zero : f32) outs(%q : tensor<16xf32>) -> tensor<16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%p : tensor<4xf32>) -> tensor<4xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x8xf32>) outs(%g : tensor<16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<16xf32>
  %b = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 4, 8] : tensor<16x8xf32> into tensor<4x4x8xf32>
  %r = tensor.collapse_shape %b [[0], [1, 2]] : tensor<4x4x8xf32> into tensor<4x32xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%r : tensor<4x32xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %t, %s : tensor<16xf32>, tensor<4xf32>
}
