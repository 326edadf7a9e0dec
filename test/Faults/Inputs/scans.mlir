// Running sums by two warps for each row, in two chunks, with threads beyond the
// last column and beyond the last row.
func.func @f(%x: tensor<13x200xf32>) -> (tensor<13x200xf32>, tensor<13xf32>) {
  %o = tensor.empty() : tensor<13x200xf32>
  %s = tensor.empty() : tensor<13xf32>
  %r:2 = problem.rows 13 x 200 ins(%x : tensor<13x200xf32>) outs(%o, %s : tensor<13x200xf32>, tensor<13xf32>)
      attributes {autotune.config = #autotune.config<simt_rows, threads_per_row = 64, rows_per_cta = 2, vector = 2>} {
  ^bb0(%in: tensor<13x200xf32>):
    %e = tensor.empty() : tensor<13x200xf32>
    %t = tensor.empty() : tensor<13xf32>
    %running, %last = problem.scan inclusive ins(%in : tensor<13x200xf32>)
        outs(%e, %t : tensor<13x200xf32>, tensor<13xf32>) {
    ^bb0(%sum: f32, %element: f32):
      %next = arith.addf %sum, %element : f32
      problem.yield %next : f32
    } -> tensor<13x200xf32>, tensor<13xf32>
    problem.yield %running, %last : tensor<13x200xf32>, tensor<13xf32>
  } -> tensor<13x200xf32>, tensor<13xf32>
  return %r#0, %r#1 : tensor<13x200xf32>, tensor<13xf32>
}
