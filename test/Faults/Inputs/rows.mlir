// Two reductions by two warps for each row, with threads beyond the last column
// and beyond the last row.
func.func @f(%x: tensor<13x200xf32>) -> (tensor<13xf32>, tensor<13x200xbf16>) {
  %s = tensor.empty() : tensor<13xf32>
  %o = tensor.empty() : tensor<13x200xbf16>
  %r:2 = problem.rows 13 x 200 ins(%x : tensor<13x200xf32>) outs(%s, %o : tensor<13xf32>, tensor<13x200xbf16>)
      attributes {autotune.config = #autotune.config<simt_rows, threads_per_row = 64, rows_per_cta = 2, vector = 2>} {
  ^bb0(%in: tensor<13x200xf32>):
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<13xf32>
    %w = tensor.empty() : tensor<13x200xf32>
    %n = tensor.empty() : tensor<13x200xbf16>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<13xf32>) -> tensor<13xf32>
    %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                           iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<13x200xf32>) outs(%f : tensor<13xf32>) {
    ^bb0(%i: f32, %out: f32):
      %v = arith.addf %i, %out : f32
      linalg.yield %v : f32
    } -> tensor<13xf32>
    %centered = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                                 affine_map<(i, j) -> (i, j)>],
                                iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum : tensor<13x200xf32>, tensor<13xf32>) outs(%w : tensor<13x200xf32>) {
    ^bb0(%i: f32, %t: f32, %out: f32):
      %share = arith.constant 5.0e-03 : f32
      %mean = arith.mulf %t, %share : f32
      %v = arith.subf %i, %mean : f32
      linalg.yield %v : f32
    } -> tensor<13x200xf32>
    %squares = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                               iterator_types = ["parallel", "reduction"]}
        ins(%centered : tensor<13x200xf32>) outs(%f : tensor<13xf32>) {
    ^bb0(%i: f32, %out: f32):
      %p = arith.mulf %i, %i : f32
      %v = arith.addf %p, %out : f32
      linalg.yield %v : f32
    } -> tensor<13xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                          affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%centered, %squares : tensor<13x200xf32>, tensor<13xf32>) outs(%n : tensor<13x200xbf16>) {
    ^bb0(%i: f32, %t: f32, %out: bf16):
      %r = math.rsqrt %t : f32
      %p = arith.mulf %i, %r : f32
      %v = arith.truncf %p : f32 to bf16
      linalg.yield %v : bf16
    } -> tensor<13x200xbf16>
    problem.yield %sum, %y : tensor<13xf32>, tensor<13x200xbf16>
  } -> tensor<13xf32>, tensor<13x200xbf16>
  return %r#0, %r#1 : tensor<13xf32>, tensor<13x200xbf16>
}
