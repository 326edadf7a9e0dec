// A maximum with the place where it stands first is a reduction that threads can
// share. The same with one thing changed is not.
// RUN: autotune-opt %s -autotune-form-rows | FileCheck %s
// CHECK: problem.rows 7 x 76 ins(%{{.*}} : tensor<7x76xf32>) outs(%{{.*}}, %{{.*}} : tensor<7xf32>, tensor<7xi64>) {
// CHECK: linalg.generic

// RUN: sed 's/maximumf/minimumf/; s/ogt/olt/' %s | autotune-opt -autotune-form-rows | FileCheck %s
// The other order of the maximum's operands.
// RUN: sed 's/maximumf %%i, %%best/maximumf %%best, %%i/' %s | autotune-opt -autotune-form-rows | FileCheck %s

// The last of equal elements, which depends on the order.
// RUN: sed 's/ogt/oge/' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// RUN: sed 's/ogt, %%i, %%best/ole, %%best, %%i/' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// The smallest element's comparison, and one in which NaN is larger.
// RUN: sed 's/ogt/olt/' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// RUN: sed 's/ogt/ugt/' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// The number of the row, and one that is not larger where the column is.
// RUN: sed 's/linalg.index 1/linalg.index 0/' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// RUN: sed 's/%%p = arith.select %%c, %%k/%%o = arith.xori %%k, %%k : i64\n%%p = arith.select %%c, %%o/' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// A type that does not hold all columns.
// RUN: sed 's/i64/i16/g' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// The place of another element than the one that is kept.
// RUN: sed 's/%%c = arith.cmpf ogt, %%i/%%o = arith.negf %%i : f32\n%%c = arith.cmpf ogt, %%o/' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// The best element so far is used in another way, too.
// RUN: sed 's/^    %%w = arith.maximumf/%%o = arith.mulf %%best, %%i : f32\n%%w = arith.maximumf/' %s | autotune-opt -autotune-form-rows | FileCheck %s --check-prefix=LEFT
// LEFT: func.func @argmax
// LEFT-NOT: problem.rows
// LEFT: linalg.generic
// LEFT-NOT: problem.rows

func.func @argmax(%x: tensor<7x76xf32>) -> (tensor<7xf32>, tensor<7xi64>) {
  %worst = arith.constant 1.0 : f32
  %zero = arith.constant 0 : i64
  %v = tensor.empty() : tensor<7xf32>
  %n = tensor.empty() : tensor<7xi64>
  %f = linalg.fill ins(%worst : f32) outs(%v : tensor<7xf32>) -> tensor<7xf32>
  %g = linalg.fill ins(%zero : i64) outs(%n : tensor<7xi64>) -> tensor<7xi64>
  %m:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x76xf32>) outs(%f, %g : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%i: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %w = arith.maximumf %i, %best : f32
    %c = arith.cmpf ogt, %i, %best : f32
    %p = arith.select %c, %k, %at : i64
    linalg.yield %w, %p : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %m#0, %m#1 : tensor<7xf32>, tensor<7xi64>
}
