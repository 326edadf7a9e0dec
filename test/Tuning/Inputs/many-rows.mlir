// Problems of rows that are too large for a CPU, and how their rows become fewer.

#m4 = affine_map<(a, b, c, d) -> (a, b, c, d)>
#r4 = affine_map<(a, b, c, d) -> (a, b, c)>
#bias = affine_map<(a, b, c, d) -> (c, d)>
// The rows are three dimensions. One input has two of them only.
func.func @scores(%x: tensor<4x32x64x128xf32>, %bias: tensor<64x128xf32>) -> tensor<4x32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<4x32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<4x32x64xf32>) -> tensor<4x32x64xf32>
  %y = linalg.generic {indexing_maps = [#m4, #bias, #r4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %bias : tensor<4x32x64x128xf32>, tensor<64x128xf32>) outs(%f : tensor<4x32x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %t = arith.mulf %i, %j : f32
    %v = arith.addf %t, %o : f32
    linalg.yield %v : f32
  } -> tensor<4x32x64xf32>
  return %y : tensor<4x32x64xf32>
}

#m2 = affine_map<(i, j) -> (i, j)>
#t2 = affine_map<(i, j) -> (j, i)>
#i2 = affine_map<(i, j) -> (i)>
// The last CTA has fewer rows than the others.
func.func @odd(%x: tensor<1001x96xf32>) -> tensor<1001x96xf32> {
  %e = tensor.empty() : tensor<1001x96xf32>
  %y = linalg.generic {indexing_maps = [#m2, #m2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1001x96xf32>) outs(%e : tensor<1001x96xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.mulf %i, %i : f32
    linalg.yield %v : f32
  } -> tensor<1001x96xf32>
  return %y : tensor<1001x96xf32>
}

// Read in another order than written.
func.func @transpose(%x: tensor<64x512xf32>) -> tensor<512x64xf32> {
  %e = tensor.empty() : tensor<512x64xf32>
  %y = linalg.generic {indexing_maps = [#t2, #m2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x512xf32>) outs(%e : tensor<512x64xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<512x64xf32>
  return %y : tensor<512x64xf32>
}

// The table stays as large as it is, because its rows are read at indices.
func.func @gather(%at: tensor<512xi64>, %table: tensor<300x128xf32>) -> tensor<512x128xf32> {
  %e = tensor.empty() : tensor<512x128xf32>
  %y = linalg.generic {indexing_maps = [#i2, #m2], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<512xi64>) outs(%e : tensor<512x128xf32>) {
  ^bb0(%n: i64, %o: f32):
    %i = arith.index_cast %n : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<300x128xf32>
    linalg.yield %v : f32
  } -> tensor<512x128xf32>
  return %y : tensor<512x128xf32>
}

// Read at the row's own number, and in another column.
func.func @roll(%x: tensor<300x132xf32>) -> tensor<300x132xf32> {
  %e = tensor.empty() : tensor<300x132xf32>
  %one = arith.constant 1 : index
  %columns = arith.constant 132 : index
  %y = linalg.generic {indexing_maps = [#m2, #m2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<300x132xf32>) outs(%e : tensor<300x132xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.addi %j, %one : index
    %k = arith.remui %n, %columns : index
    %b = tensor.extract %x[%i, %k] : tensor<300x132xf32>
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<300x132xf32>
  return %y : tensor<300x132xf32>
}

// A row and the one that is as far from the end: no row can be left out.
func.func @mirror(%x: tensor<200x100xf32>) -> tensor<200x100xf32> {
  %e = tensor.empty() : tensor<200x100xf32>
  %last = arith.constant 199 : index
  %y = linalg.generic {indexing_maps = [#m2, #m2], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<200x100xf32>) outs(%e : tensor<200x100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %last, %i : index
    %b = tensor.extract %x[%k, %j] : tensor<200x100xf32>
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<200x100xf32>
  return %y : tensor<200x100xf32>
}

#m3 = affine_map<(a, b, c) -> (a, b, c)>
#s3 = affine_map<(a, b, c) -> (a, b)>
// One operation has the rows as two dimensions, and the other as one.
func.func @reshaped(%x: tensor<16x64x96xf32>) -> tensor<1024x96xf32> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<16x64xf32>
  %e = tensor.empty() : tensor<1024x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%s : tensor<16x64xf32>) -> tensor<16x64xf32>
  %sum = linalg.generic {indexing_maps = [#m3, #s3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<16x64x96xf32>) outs(%f : tensor<16x64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<16x64xf32>
  %sums = tensor.collapse_shape %sum [[0, 1]] : tensor<16x64xf32> into tensor<1024xf32>
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<16x64x96xf32> into tensor<1024x96xf32>
  %y = linalg.generic {indexing_maps = [#m2, #i2, #m2], iterator_types = ["parallel", "parallel"]}
      ins(%rows, %sums : tensor<1024x96xf32>, tensor<1024xf32>) outs(%e : tensor<1024x96xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.subf %i, %j : f32
    linalg.yield %v : f32
  } -> tensor<1024x96xf32>
  return %y : tensor<1024x96xf32>
}

// Running sums.
func.func @scan(%x: tensor<8x40x100xf32>) -> tensor<8x40x100xf32> {
  %e = tensor.empty() : tensor<8x40x100xf32>
  %t = tensor.empty() : tensor<8x40xf32>
  %y, %last = tm_tensor.scan dimension(2) inclusive(true) ins(%x : tensor<8x40x100xf32>)
      outs(%e, %t : tensor<8x40x100xf32>, tensor<8x40xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<8x40x100xf32>, tensor<8x40xf32>
  return %y : tensor<8x40x100xf32>
}

// Two rows would be too long.
func.func @long(%w: tensor<9xf32>) -> tensor<9x180000xf32> {
  %e = tensor.empty() : tensor<9x180000xf32>
  %y = linalg.generic {indexing_maps = [#i2, #m2], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<9xf32>) outs(%e : tensor<9x180000xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.absf %i : f32
    linalg.yield %v : f32
  } -> tensor<9x180000xf32>
  return %y : tensor<9x180000xf32>
}
