// Rows in shared memory lie next to each other, without gaps: the constraint of
// the template counts their bytes.
// RUN: autotune-opt %s -autotune-lower-rows=target=h200 | FileCheck %s

// 32 rows of 225 bytes.
// CHECK: tile.run @autotune_rows::@rows_0 ctas(2) threads(32) shared_memory(7200) ins
func.func @f(%x: tensor<64x225xi8>) -> tensor<64x225xi8> {
  %o = tensor.empty() : tensor<64x225xi8>
  %r = problem.rows 64 x 225 ins(%x : tensor<64x225xi8>) outs(%o : tensor<64x225xi8>)
      attributes {autotune.config = #autotune.config<simt_rows, threads_per_row = 1, rows_per_cta = 32, vector = 1, passes = shared>} {
  ^bb0(%in: tensor<64x225xi8>):
    %zero = arith.constant 0 : i8
    %e = tensor.empty() : tensor<64xi8>
    %n = tensor.empty() : tensor<64x225xi8>
    %f = linalg.fill ins(%zero : i8) outs(%e : tensor<64xi8>) -> tensor<64xi8>
    %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                           iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<64x225xi8>) outs(%f : tensor<64xi8>) {
    ^bb0(%i: i8, %out: i8):
      %v = arith.addi %i, %out : i8
      linalg.yield %v : i8
    } -> tensor<64xi8>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                          affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum : tensor<64x225xi8>, tensor<64xi8>) outs(%n : tensor<64x225xi8>) {
    ^bb0(%i: i8, %t: i8, %out: i8):
      %v = arith.subi %i, %t : i8
      linalg.yield %v : i8
    } -> tensor<64x225xi8>
    problem.yield %y : tensor<64x225xi8>
  } -> tensor<64x225xi8>
  return %r : tensor<64x225xi8>
}
