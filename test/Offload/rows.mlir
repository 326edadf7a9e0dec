// What becomes one problem of rows, and what does not.
// RUN: autotune-opt %s -split-input-file -autotune-form-rows -canonicalize | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// Softmax: all in one. The sums of rows are read in their rows.
// CHECK-LABEL: func @softmax
// CHECK: %[[S:.*]] = problem.rows 96 x 128 ins(%{{.*}} : tensor<96x128xf32>) outs(%{{.*}} : tensor<96x128xbf16>) {
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return %[[S]]
func.func @softmax(%x: tensor<96x128xf32>) -> tensor<96x128xbf16> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<96x128xf32>
  %o = tensor.empty() : tensor<96x128xbf16>
  %s = tensor.empty() : tensor<96xf32>
  %f0 = linalg.fill ins(%lowest : f32) outs(%s : tensor<96xf32>) -> tensor<96xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%s : tensor<96xf32>) -> tensor<96xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<96x128xf32>) outs(%f0 : tensor<96xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.maximumf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<96xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<96x128xf32>, tensor<96xf32>) outs(%e : tensor<96x128xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %d = arith.subf %i, %j : f32
    %v = math.exp %d : f32
    linalg.yield %v : f32
  } -> tensor<96x128xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<96x128xf32>) outs(%f1 : tensor<96xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.addf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<96xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %t : tensor<96x128xf32>, tensor<96xf32>) outs(%o : tensor<96x128xbf16>) {
  ^bb0(%i: f32, %j: f32, %out: bf16):
    %d = arith.divf %i, %j : f32
    %v = arith.truncf %d : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<96x128xbf16>
  return %y : tensor<96x128xbf16>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// The second operation reads along columns what the first has for each row: two
// problems.
// CHECK-LABEL: func @crossed
// CHECK: problem.rows 64 x 64 {{.*}} outs(%{{.*}} : tensor<64xf32>)
// CHECK: problem.rows 64 x 64 {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
func.func @crossed(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %s = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<64xf32>) -> tensor<64xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x64xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.addf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %y = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %t : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %d = arith.mulf %i, %j : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#turned = affine_map<(i, j) -> (j, i)>

// Between the first and the third operation stands one that needs all of the
// first: a problem with both would wait for itself.
// CHECK-LABEL: func @between
// CHECK: %[[A:.*]] = problem.rows 64 x 64 ins(%{{[^,]*}} : tensor<64x64xf32>)
// CHECK: %[[B:.*]] = problem.rows 64 x 64 ins(%[[A]] : tensor<64x64xf32>)
// CHECK-NOT: problem.rows
func.func @between(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.negf %i : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %t = linalg.transpose ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %t : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%i: f32, %j: f32, %out: f32):
    %d = arith.mulf %i, %j : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Others that read the same become one. A number of rows in two dimensions is
// the same number.
// CHECK-LABEL: func @siblings
// CHECK: problem.rows 32 x 16 ins(%{{[^,]*}} : tensor<32x16xf32>)
// CHECK-NOT: problem.rows
func.func @siblings(%x: tensor<32x16xf32>) -> (tensor<32xf32>, tensor<4x8x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8x16xf32>
  %s = tensor.empty() : tensor<32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<32xf32>) -> tensor<32xf32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<32x16xf32>) outs(%f : tensor<32xf32>) {
  ^bb0(%i: f32, %out: f32):
    %v = arith.addf %i, %out : f32
    linalg.yield %v : f32
  } -> tensor<32xf32>
  %w = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 8, 16] : tensor<32x16xf32> into tensor<4x8x16xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<4x8x16xf32>) outs(%e : tensor<4x8x16xf32>) {
  ^bb0(%i: f32, %out: f32):
    %d = arith.negf %i : f32
    linalg.yield %d : f32
  } -> tensor<4x8x16xf32>
  return %t, %y : tensor<32xf32>, tensor<4x8x16xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// What stays: unknown sizes, and an index of the largest element, which two
// operations choose together.
// CHECK-LABEL: func @stay
// CHECK-NOT: problem.rows
func.func @stay(%x: tensor<?x16xf32>, %e: tensor<?x16xf32>, %z: tensor<8x16xf32>, %s: tensor<8xf32>, %k: tensor<8xindex>)
    -> (tensor<?x16xf32>, tensor<8xindex>) {
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) {
  ^bb0(%i: f32, %out: f32):
    %d = arith.negf %i : f32
    linalg.yield %d : f32
  } -> tensor<?x16xf32>
  %m:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%z : tensor<8x16xf32>) outs(%s, %k : tensor<8xf32>, tensor<8xindex>) {
  ^bb0(%i: f32, %best: f32, %at: index):
    %j = linalg.index 1 : index
    %is = arith.cmpf ogt, %i, %best : f32
    %v = arith.select %is, %i, %best : f32
    %n = arith.select %is, %j, %at : index
    linalg.yield %v, %n : f32, index
  } -> (tensor<8xf32>, tensor<8xindex>)
  return %y, %m#1 : tensor<?x16xf32>, tensor<8xindex>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// The second operation needs an element of the first as a number: no launch can
// pass that on.
// CHECK-LABEL: func @number
// CHECK: problem.rows
// CHECK-NOT: problem.rows
func.func @number(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<8x16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.exp %i : f32
    linalg.yield %v : f32
  } -> tensor<8x16xf32>
  %s = tensor.extract %a[%c0, %c0] : tensor<8x16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.mulf %i, %s : f32
    linalg.yield %v : f32
  } -> tensor<8x16xf32>
  return %b : tensor<8x16xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

func.func private @p(tensor<8x16xf32>)
func.func private @q()

// What has effects stays in its order, and between what stood around it.
// CHECK-LABEL: func @ordered
// CHECK: problem.rows
// CHECK: call @p
// CHECK: call @q
// CHECK: problem.rows
func.func @ordered(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.exp %i : f32
    linalg.yield %v : f32
  } -> tensor<8x16xf32>
  call @p(%a) : (tensor<8x16xf32>) -> ()
  call @q() : () -> ()
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.negf %i : f32
    linalg.yield %v : f32
  } -> tensor<8x16xf32>
  return %b : tensor<8x16xf32>
}

// A vector is one row, and its sum has no dimension.
// CHECK-LABEL: func.func @vector
// CHECK: problem.rows 1 x 1000 ins(%{{.*}} : tensor<1000xf32>) outs(%{{.*}} : tensor<f32>, tensor<1000xf32>)
// CHECK-NOT: linalg.generic {{.*}} ins(%arg0
func.func @vector(%x: tensor<1000xf32>) -> (tensor<1000xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %o = tensor.empty() : tensor<1000xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<1000xf32>) outs(%f : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.addf %in, %out : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %s : tensor<1000xf32>, tensor<f32>) outs(%o : tensor<1000xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %d = arith.divf %in, %sum : f32
    linalg.yield %d : f32
  } -> tensor<1000xf32>
  return %y, %s : tensor<1000xf32>, tensor<f32>
}
