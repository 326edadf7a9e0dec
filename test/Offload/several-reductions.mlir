// Reduced loops become the last ones, and one loop if their elements are
// adjacent: the columns of a problem of rows. Others become several problems.
// RUN: autotune-opt %s -split-input-file -autotune-form-rows -canonicalize | FileCheck %s

// The mean of height and width.
// CHECK-LABEL: func @pool
// CHECK: %[[X:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<2x3x5x7xf32> into tensor<2x3x35xf32>
// CHECK: problem.rows 6 x 35 ins(%[[X]] : tensor<2x3x35xf32>) outs(%{{.*}} : tensor<2x3xf32>)
func.func @pool(%x: tensor<2x3x5x7xf32>) -> tensor<2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x3x5x7xf32>) outs(%f : tensor<2x3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  return %s : tensor<2x3xf32>
}

// -----

// All of a tensor is one row. The body reads the number of a loop.
// CHECK-LABEL: func @whole
// CHECK: problem.rows 1 x 35
func.func @whole(%x: tensor<5x7xi32>) -> tensor<i32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, w) -> (h, w)>, affine_map<(h, w) -> ()>],
                       iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<5x7xi32>) outs(%f : tensor<i32>) {
  ^bb0(%i: i32, %o: i32):
    %h = linalg.index 0 : index
    %n = arith.index_cast %h : index to i32
    %p = arith.muli %i, %n : i32
    %v = arith.addi %p, %o : i32
    linalg.yield %v : i32
  } -> tensor<i32>
  return %s : tensor<i32>
}

// -----

// A loop between the reduced ones: elements are not adjacent. A thread reduces
// 21 of them alone.
// CHECK-LABEL: func @between
// CHECK: problem.rows 2 x 5
// CHECK: iterator_types = ["parallel", "parallel", "reduction", "reduction"]
func.func @between(%x: tensor<2x3x5x7xf32>) -> tensor<2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x5xf32>) -> tensor<2x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, h, c, w)>, affine_map<(n, c, h, w) -> (n, c)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x3x5x7xf32>) outs(%f : tensor<2x5xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<2x5xf32>
  return %s : tensor<2x5xf32>
}

// -----

// Too many columns for a row: each line is a row, and then the lines' sums are.
// CHECK-LABEL: func @large
// CHECK-NOT: tensor.collapse_shape
// CHECK: problem.rows 512 x 256 {{.*}} outs(%{{.*}} : tensor<2x256xf32>)
// CHECK: problem.rows 2 x 256 {{.*}} outs(%{{.*}} : tensor<2xf32>)
func.func @large(%x: tensor<2x256x256xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, h, w) -> (n, h, w)>, affine_map<(n, h, w) -> (n)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x256x256xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %s : tensor<2xf32>
}

// -----

// A window: its elements are no row.
// CHECK-LABEL: func @window
// CHECK-NOT: tensor.collapse_shape
// CHECK: iterator_types = ["parallel", "parallel", "reduction", "reduction"]
func.func @window(%x: tensor<8x8xf32>, %k: tensor<3x3xf32>) -> tensor<6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, w, y, x) -> (h + y, w + x)>,
                                        affine_map<(h, w, y, x) -> (y, x)>,
                                        affine_map<(h, w, y, x) -> (h, w)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %k : tensor<8x8xf32>, tensor<3x3xf32>) outs(%f : tensor<6x6xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.maximumf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<6x6xf32>
  return %s : tensor<6x6xf32>
}

// -----

// A row that all read.
// CHECK-LABEL: func @first_row
// CHECK-NOT: tensor.collapse_shape
func.func @first_row(%x: tensor<1x5x7xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, h, w) -> (0, h, w)>,
                                        affine_map<(n, h, w) -> (n)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<1x5x7xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// One loop with too many elements: it is cut.
// CHECK-LABEL: func @long
// CHECK: problem.rows 16 x 4096 {{.*}} outs(%{{.*}} : tensor<16xf32>)
// CHECK: problem.rows 1 x 16 {{.*}} outs(%{{.*}} : tensor<f32>)
func.func @long(%x: tensor<65536xf32>, %start: tensor<f32>) -> tensor<f32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<65536xf32>) outs(%start : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.maximumf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}

// -----

// A prime number of elements can't be cut: a CTA goes over them several times.
// CHECK-LABEL: func @prime
// CHECK: problem.rows 1 x 65537
func.func @prime(%x: tensor<65537xf32>, %start: tensor<f32>) -> tensor<f32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<65537xf32>) outs(%start : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}

// -----

// The sum of a channel: first of each image's, then of all images'.
// CHECK-LABEL: func @channels
// CHECK: problem.rows 24 x 35 {{.*}} outs(%{{.*}} : tensor<3x8xf32>)
// CHECK: problem.rows 3 x 8 {{.*}} outs(%{{.*}} : tensor<3xf32>)
func.func @channels(%x: tensor<8x3x5x7xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (c)>],
                       iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<8x3x5x7xf32>) outs(%f : tensor<3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %s : tensor<3xf32>
}

// -----

// A loop of another dimension than the last: threads have adjacent columns, and
// each reduces its own alone.
// CHECK-LABEL: func @first_dimension
// CHECK: problem.rows 1 x 7 {{.*}} outs(%{{.*}} : tensor<7xf32>, tensor<7xi32>)
// CHECK: linalg.index 1
func.func @first_dimension(%x: tensor<5x7xf32>) -> (tensor<7xf32>, tensor<7xi32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<7xf32>
  %p = tensor.empty() : tensor<7xi32>
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %g = linalg.fill ins(%zero : i32) outs(%p : tensor<7xi32>) -> tensor<7xi32>
  %s:2 = linalg.generic {indexing_maps = [affine_map<(h, w) -> (h, w)>, affine_map<(h, w) -> (w)>, affine_map<(h, w) -> (w)>],
                         iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<5x7xf32>) outs(%f, %g : tensor<7xf32>, tensor<7xi32>) {
  ^bb0(%i: f32, %best: f32, %at: i32):
    %h = linalg.index 0 : index
    %n = arith.index_cast %h : index to i32
    %c = arith.cmpf ogt, %i, %best : f32
    %v = arith.maximumf %i, %best : f32
    %k = arith.select %c, %n, %at : i32
    linalg.yield %v, %k : f32, i32
  } -> (tensor<7xf32>, tensor<7xi32>)
  return %s#0, %s#1 : tensor<7xf32>, tensor<7xi32>
}

// -----

// So many elements are cut into parts, one for each thread. Numbers of 16 bits are
// added up in f32.
// CHECK-LABEL: func @parts
// CHECK: problem.rows 64 x 512 {{.*}} outs(%{{.*}} : tensor<64x512xf32>)
// CHECK: arith.addf {{.*}} : f32
// CHECK: problem.rows 1 x 512 {{.*}} outs(%{{.*}} : tensor<512xbf16>)
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
func.func @parts(%x: tensor<4096x512xbf16>, %start: tensor<512xbf16>) -> tensor<512xbf16> {
  %s = linalg.generic {indexing_maps = [affine_map<(h, w) -> (h, w)>, affine_map<(h, w) -> (w)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4096x512xbf16>) outs(%start : tensor<512xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %v = arith.addf %i, %o : bf16
    linalg.yield %v : bf16
  } -> tensor<512xbf16>
  return %s : tensor<512xbf16>
}

// -----

// One that can't be cut, of so many elements that the threads of a row share them.
// CHECK-LABEL: func @far_apart
// CHECK: problem.rows 8 x 2039
func.func @far_apart(%x: tensor<2039x8xf32>, %start: tensor<8xf32>) -> tensor<8xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(h, w) -> (h, w)>, affine_map<(h, w) -> (w)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<2039x8xf32>) outs(%start : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.maximumf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// Operands whose elements are not in the order of loops, and results that are in
// another place: no reduction is cut.
// CHECK-LABEL: func @steps
// CHECK-NOT: tensor.expand_shape
// CHECK: iterator_types = ["parallel", "reduction"]{{.*}} ins(%{{.*}} : tensor<4x81920xf32>, tensor<40960xf32>)
func.func @steps(%x: tensor<4x81920xf32>, %shape: tensor<40960xf32>, %start: tensor<4xf32>) -> tensor<4xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k * 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %shape : tensor<4x81920xf32>, tensor<40960xf32>) outs(%start : tensor<4xf32>) {
  ^bb0(%i: f32, %n: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// CHECK-LABEL: func @elsewhere
// CHECK: iterator_types = ["parallel", "reduction", "reduction"]{{.*}} outs(%{{.*}} : tensor<7xf32>)
// CHECK-NOT: linalg.generic
func.func @elsewhere(%x: tensor<4x64x40xf32>, %y: tensor<40x64xf32>, %start: tensor<7xf32>) -> tensor<7xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i, k, l) -> (i, k, l)>, affine_map<(i, k, l) -> (l, k)>, affine_map<(i, k, l) -> (i * 2)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<4x64x40xf32>, tensor<40x64xf32>) outs(%start : tensor<7xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %p = arith.mulf %i, %j : f32
    %v = arith.addf %p, %o : f32
    linalg.yield %v : f32
  } -> tensor<7xf32>
  return %s : tensor<7xf32>
}

// CHECK-LABEL: func @kept
// CHECK: iterator_types = ["parallel", "reduction", "reduction"]{{.*}} outs(%{{.*}} : tensor<4x1xf32>)
func.func @kept(%x: tensor<4x64x40xf32>, %y: tensor<40x64xf32>, %start: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i, k, l) -> (i, k, l)>, affine_map<(i, k, l) -> (l, k)>, affine_map<(i, k, l) -> (i, 0)>],
                       iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<4x64x40xf32>, tensor<40x64xf32>) outs(%start : tensor<4x1xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %p = arith.mulf %i, %j : f32
    %v = arith.addf %p, %o : f32
    linalg.yield %v : f32
  } -> tensor<4x1xf32>
  return %s : tensor<4x1xf32>
}

// -----

// The largest element of a long row and its column: of parts, and then of these.
// CHECK-LABEL: func @argmax
// CHECK: problem.rows 20 x 4096 {{.*}} outs(%{{.*}} : tensor<2x10xbf16>, tensor<2x10xi64>)
// CHECK: problem.rows 2 x 10 {{.*}} outs(%{{.*}} : tensor<2xbf16>, tensor<2xi64>)
// CHECK: tensor.extract
func.func @argmax(%x: tensor<2x40960xbf16>, %f: tensor<2xbf16>, %g: tensor<2xi64>) -> (tensor<2xbf16>, tensor<2xi64>) {
  %s:2 = linalg.generic {indexing_maps = [affine_map<(h, w) -> (h, w)>, affine_map<(h, w) -> (h)>, affine_map<(h, w) -> (h)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x40960xbf16>) outs(%f, %g : tensor<2xbf16>, tensor<2xi64>) {
  ^bb0(%i: bf16, %best: bf16, %at: i64):
    %h = linalg.index 1 : index
    %n = arith.index_cast %h : index to i64
    %c = arith.cmpf ogt, %i, %best : bf16
    %v = arith.maximumf %i, %best : bf16
    %k = arith.select %c, %n, %at : i64
    linalg.yield %v, %k : bf16, i64
  } -> (tensor<2xbf16>, tensor<2xi64>)
  return %s#0, %s#1 : tensor<2xbf16>, tensor<2xi64>
}

// Columns of type index are not cut.
// CHECK-LABEL: func @index_column
// CHECK: problem.rows 2 x 40960 {{.*}} outs(%{{.*}} : tensor<2xbf16>, tensor<2xindex>)
func.func @index_column(%x: tensor<2x40960xbf16>, %f: tensor<2xbf16>, %g: tensor<2xindex>) -> (tensor<2xbf16>, tensor<2xindex>) {
  %s:2 = linalg.generic {indexing_maps = [affine_map<(h, w) -> (h, w)>, affine_map<(h, w) -> (h)>, affine_map<(h, w) -> (h)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x40960xbf16>) outs(%f, %g : tensor<2xbf16>, tensor<2xindex>) {
  ^bb0(%i: bf16, %best: bf16, %at: index):
    %n = linalg.index 1 : index
    %c = arith.cmpf ogt, %i, %best : bf16
    %v = arith.maximumf %i, %best : bf16
    %k = arith.select %c, %n, %at : index
    linalg.yield %v, %k : bf16, index
  } -> (tensor<2xbf16>, tensor<2xindex>)
  return %s#0, %s#1 : tensor<2xbf16>, tensor<2xindex>
}

// -----

// Enough rows for all multiprocessors stay as they are, however long they are.
// CHECK-LABEL: func @many
// CHECK: problem.rows 64 x 65536 {{.*}} outs(%{{.*}} : tensor<64xf32>)
// CHECK-NOT: problem.rows
func.func @many(%x: tensor<64x65536xf32>, %start: tensor<64xf32>) -> tensor<64xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x65536xf32>) outs(%start : tensor<64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  return %s : tensor<64xf32>
}
