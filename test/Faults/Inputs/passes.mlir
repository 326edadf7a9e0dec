// Three passes over rows in shared memory, by four threads for each row: two steps
// of 128 columns, and 44 columns behind them. The last rows are beyond the problem.
func.func @f(%x: tensor<13x300xf32>) -> (tensor<13xf32>, tensor<13x300xbf16>) {
  %s = tensor.empty() : tensor<13xf32>
  %o = tensor.empty() : tensor<13x300xbf16>
  %r:2 = problem.rows 13 x 300 ins(%x : tensor<13x300xf32>) outs(%s, %o : tensor<13xf32>, tensor<13x300xbf16>)
      attributes {autotune.config = #autotune.config<simt_rows, threads_per_row = 4, rows_per_cta = 8, vector = 4, passes = shared>} {
  ^bb0(%in: tensor<13x300xf32>):
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<13xf32>
    %w = tensor.empty() : tensor<13x300xf32>
    %n = tensor.empty() : tensor<13x300xbf16>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<13xf32>) -> tensor<13xf32>
    %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                           iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<13x300xf32>) outs(%f : tensor<13xf32>) {
    ^bb0(%i: f32, %out: f32):
      %v = arith.addf %i, %out : f32
      linalg.yield %v : f32
    } -> tensor<13xf32>
    %centered = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                                 affine_map<(i, j) -> (i, j)>],
                                iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum : tensor<13x300xf32>, tensor<13xf32>) outs(%w : tensor<13x300xf32>) {
    ^bb0(%i: f32, %t: f32, %out: f32):
      %share = arith.constant 3.33333341e-03 : f32
      %mean = arith.mulf %t, %share : f32
      %v = arith.subf %i, %mean : f32
      linalg.yield %v : f32
    } -> tensor<13x300xf32>
    %squares = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                               iterator_types = ["parallel", "reduction"]}
        ins(%centered : tensor<13x300xf32>) outs(%f : tensor<13xf32>) {
    ^bb0(%i: f32, %out: f32):
      %p = arith.mulf %i, %i : f32
      %v = arith.addf %p, %out : f32
      linalg.yield %v : f32
    } -> tensor<13xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                          affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%centered, %squares : tensor<13x300xf32>, tensor<13xf32>) outs(%n : tensor<13x300xbf16>) {
    ^bb0(%i: f32, %t: f32, %out: bf16):
      %r = math.rsqrt %t : f32
      %p = arith.mulf %i, %r : f32
      %v = arith.truncf %p : f32 to bf16
      linalg.yield %v : bf16
    } -> tensor<13x300xbf16>
    problem.yield %sum, %y : tensor<13xf32>, tensor<13x300xbf16>
  } -> tensor<13xf32>, tensor<13x300xbf16>
  return %r#0, %r#1 : tensor<13xf32>, tensor<13x300xbf16>
}
