// RUN: autotune-opt %s -split-input-file -verify-diagnostics -autotune-lower-rows=target=h200

func.func @template(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{has a config that breaks the constraint problem: template 'simt' computes another kind of problem}}
  %r = problem.rows 4 x 8 ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>)
      attributes {autotune.config = #autotune.config<simt, tile = [64, 64, 16], thread = [4, 4]>} {
  ^bb0(%in: tensor<4x8xf32>):
    problem.yield %in : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @threads(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{breaks the constraint threads: threads_per_row = 8 times rows_per_cta = 1 is 8 threads; it must be from 32 to 1024}}
  %r = problem.rows 4 x 8 ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>)
      attributes {autotune.config = #autotune.config<simt_rows, threads_per_row = 8, rows_per_cta = 1, vector = 1>} {
  ^bb0(%in: tensor<4x8xf32>):
    problem.yield %in : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @vector(%x: tensor<4x12xf32>, %e: tensor<4x12xf32>) -> tensor<4x12xf32> {
  // expected-error @+1 {{breaks the constraint vector: vector = 8 does not divide the 12 columns}}
  %r = problem.rows 4 x 12 ins(%x : tensor<4x12xf32>) outs(%e : tensor<4x12xf32>)
      attributes {autotune.config = #autotune.config<simt_rows, threads_per_row = 8, rows_per_cta = 4, vector = 8>} {
  ^bb0(%in: tensor<4x12xf32>):
    problem.yield %in : tensor<4x12xf32>
  } -> tensor<4x12xf32>
  return %r : tensor<4x12xf32>
}

// -----

func.func @target(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'problem.rows' op needs outs and yielded values of the types of its results}}
  %r = problem.rows 4 x 8 ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>):
    %0 = tensor.collapse_shape %in [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
    problem.yield %0 : tensor<32xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @elements(%x: tensor<4x8xf32>, %e: tensor<2x8xf32>) -> tensor<2x8xf32> {
  // expected-error @+1 {{needs results with an element for each row and column, or for each row, not of type 'tensor<2x8xf32>'}}
  %r = problem.rows 4 x 8 ins(%x : tensor<4x8xf32>) outs(%e : tensor<2x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>):
    %0 = tensor.empty() : tensor<2x8xf32>
    problem.yield %0 : tensor<2x8xf32>
  } -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

func.func @arguments(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{needs a body with an argument for each input, of the same type}}
  %r = problem.rows 4 x 8 ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<8x4xf32>):
    %0 = tensor.empty() : tensor<4x8xf32>
    problem.yield %0 : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @alignments(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'tile.run' op needs an alignment for each of its 2 operands, not 1}}
  %r = tile.run @kernels::@k ctas(1) threads(32) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) alignments [16] -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @alignment(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{'tile.run' op needs alignments that are powers of two, not 12}}
  %r = tile.run @kernels::@k ctas(1) threads(32) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) alignments [16, 12] -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @yielded(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{must yield results of linalg.generic or problem.scan}}
  %r = problem.rows 4 x 8 ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>):
    problem.yield %in : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @unknown(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = problem.rows 4 x 8 ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>):
    // expected-error @+1 {{is no operation that a kernel of rows has}}
    %0 = math.absf %in : tensor<4x8xf32>
    problem.yield %0 : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
func.func @rows(%x: tensor<4x8xf32>, %e: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = problem.rows 8 x 8 ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>):
    %0 = tensor.empty() : tensor<4x8xf32>
    // expected-error @+1 {{is no operation on 8 rows and 8 columns}}
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) {
    ^bb0(%i: f32, %out: f32):
      linalg.yield %i : f32
    } -> tensor<4x8xf32>
    %2 = tensor.empty() : tensor<8x8xf32>
    problem.yield %2 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
func.func @elsewhere(%x: tensor<8x8xf32>, %e: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = problem.rows 8 x 8 ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: tensor<8x8xf32>):
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%i: f32, %out: f32):
      linalg.yield %i : f32
    } -> tensor<8x8xf32>
    // expected-error @+1 {{must read what the body computes at its own row and column}}
    %2 = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
        ins(%1 : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%i: f32, %out: f32):
      linalg.yield %i : f32
    } -> tensor<8x8xf32>
    problem.yield %2 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
func.func @gathered(%x: tensor<8x8xf32>, %e: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = problem.rows 8 x 8 ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: tensor<8x8xf32>):
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) {
    ^bb0(%i: f32, %out: f32):
      linalg.yield %i : f32
    } -> tensor<8x8xf32>
    // expected-error @+1 {{may gather elements of inputs only}}
    %2 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
        outs(%0 : tensor<8x8xf32>) {
    ^bb0(%out: f32):
      %j = linalg.index 1 : index
      %v = tensor.extract %1[%j, %j] : tensor<8x8xf32>
      linalg.yield %v : f32
    } -> tensor<8x8xf32>
    problem.yield %2 : tensor<8x8xf32>
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

func.func @difference(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %r = problem.rows 4 x 8 ins(%x, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>, %start: tensor<4xf32>):
    %whole = tensor.empty() : tensor<4x8xf32>
    // expected-error @+1 {{is no scan of 4 rows and 8 columns by one operation that has a neutral element}}
    %0:2 = problem.scan inclusive ins(%in : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.subf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    problem.yield %0#0 : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @otherRows(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %r = problem.rows 8 x 4 ins(%x, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>, %start: tensor<4xf32>):
    %whole = tensor.empty() : tensor<4x8xf32>
    // expected-error @+1 {{is no scan of 8 rows and 4 columns by one operation that has a neutral element}}
    %0:2 = problem.scan inclusive ins(%in : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    problem.yield %0#0 : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @unwritten(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %r = problem.rows 4 x 8 ins(%x, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>, %start: tensor<4xf32>):
    %whole = tensor.empty() : tensor<4x8xf32>
    // expected-error @+1 {{is no scan of 4 rows and 8 columns by one operation that has a neutral element}}
    %0:2 = problem.scan inclusive ins(%whole : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    problem.yield %0#0 : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @startOfBody(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %r = problem.rows 4 x 8 ins(%x, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>, %start: tensor<4xf32>):
    %whole = tensor.empty() : tensor<4x8xf32>
    %0:2 = problem.scan inclusive ins(%in : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    // expected-error @+1 {{must read what the body computes at its own row and column}}
    %1:2 = problem.scan exclusive ins(%in : tensor<4x8xf32>) outs(%whole, %0#1 : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    problem.yield %1#0 : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

func.func @five(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{has 5 scans; a kernel has at most 4}}
  %r = problem.rows 4 x 8 ins(%x, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: tensor<4x8xf32>, %start: tensor<4xf32>):
    %whole = tensor.empty() : tensor<4x8xf32>
    %0:2 = problem.scan inclusive ins(%in : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    %1:2 = problem.scan inclusive ins(%0#0 : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    %2:2 = problem.scan inclusive ins(%1#0 : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    %3:2 = problem.scan inclusive ins(%2#0 : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    %4:2 = problem.scan inclusive ins(%3#0 : tensor<4x8xf32>) outs(%whole, %start : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %v = arith.addf %a, %b : f32
      problem.yield %v : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    problem.yield %4#0 : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
