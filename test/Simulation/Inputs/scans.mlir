#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Running sums of softmaxes, masked by more columns than there are.
func.func @softmax(%x: tensor<13x200xf32>) -> (tensor<13x200xf32>, tensor<13x200xf32>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<13x200xf32>
  %r = tensor.empty() : tensor<13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<13x200xf32>) outs(%l : tensor<13xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.maximumf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<13xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<13x200xf32>, tensor<13xf32>) outs(%e : tensor<13x200xf32>) {
  ^bb0(%i: f32, %b: f32, %o: f32):
    %d = arith.subf %i, %b : f32
    %v = math.exp %d : f32
    linalg.yield %v : f32
  } -> tensor<13x200xf32>
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%p : tensor<13x200xf32>)
      outs(%e, %f : tensor<13x200xf32>, tensor<13xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<13x200xf32>, tensor<13xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c#0, %c#1 : tensor<13x200xf32>, tensor<13xf32>) outs(%e : tensor<13x200xf32>) {
  ^bb0(%i: f32, %b: f32, %o: f32):
    %v = arith.divf %i, %b : f32
    linalg.yield %v : f32
  } -> tensor<13x200xf32>
  return %y, %p : tensor<13x200xf32>, tensor<13x200xf32>
}

// What stands before each element, and before the last one, behind another number.
func.func @exclusive(%x: tensor<9x76xf32>, %s: tensor<9xf32>) -> (tensor<9x76xf32>, tensor<9xf32>) {
  %e = tensor.empty() : tensor<9x76xf32>
  %c:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<9x76xf32>)
      outs(%e, %s : tensor<9x76xf32>, tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<9x76xf32>, tensor<9xf32>
  return %c#0, %c#1 : tensor<9x76xf32>, tensor<9xf32>
}

func.func @maxima(%x: tensor<6x72xf16>, %s: tensor<6xf16>) -> (tensor<6x72xf16>, tensor<6xf16>) {
  %e = tensor.empty() : tensor<6x72xf16>
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<6x72xf16>)
      outs(%e, %s : tensor<6x72xf16>, tensor<6xf16>) {
  ^bb0(%a: f16, %b: f16):
    %v = arith.maximumf %a, %b : f16
    tm_tensor.yield %v : f16
  } -> tensor<6x72xf16>, tensor<6xf16>
  return %c#0, %c#1 : tensor<6x72xf16>, tensor<6xf16>
}

func.func @counts(%x: tensor<7x60xi32>) -> tensor<7x60xi64> {
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<7x60xi64>
  %r = tensor.empty() : tensor<7xi64>
  %f = linalg.fill ins(%zero : i64) outs(%r : tensor<7xi64>) -> tensor<7xi64>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<7x60xi32>) outs(%e : tensor<7x60xi64>) {
  ^bb0(%i: i32, %o: i64):
    %v = arith.extsi %i : i32 to i64
    linalg.yield %v : i64
  } -> tensor<7x60xi64>
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%w : tensor<7x60xi64>)
      outs(%e, %f : tensor<7x60xi64>, tensor<7xi64>) {
  ^bb0(%a: i64, %b: i64):
    %v = arith.addi %a, %b : i64
    tm_tensor.yield %v : i64
  } -> tensor<7x60xi64>, tensor<7xi64>
  return %c#0 : tensor<7x60xi64>
}

// A scan of a scan, a sum of its results, and its last ones as a value of each row.
func.func @several(%x: tensor<5x24xbf16>) -> (tensor<5x24xf32>, tensor<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x24xf32>
  %r = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<5xf32>) -> tensor<5xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x24xbf16>) outs(%e : tensor<5x24xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %v = arith.extf %i : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<5x24xf32>
  %c:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%w : tensor<5x24xf32>)
      outs(%e, %f : tensor<5x24xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<5x24xf32>, tensor<5xf32>
  %d:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%c#0 : tensor<5x24xf32>)
      outs(%e, %f : tensor<5x24xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<5x24xf32>, tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d#0, %c#1 : tensor<5x24xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%i: f32, %t: f32, %o: f32):
    %p = arith.subf %i, %t : f32
    %v = arith.addf %p, %o : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  return %d#0, %s : tensor<5x24xf32>, tensor<5xf32>
}

// Along the first of three dimensions: transposes become problems, or part of one.
func.func @first(%x: tensor<12x3x8xf64>) -> tensor<12x3x8xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<12x3x8xf64>
  %r = tensor.empty() : tensor<3x8xf64>
  %f = linalg.fill ins(%zero : f64) outs(%r : tensor<3x8xf64>) -> tensor<3x8xf64>
  %c:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<12x3x8xf64>)
      outs(%e, %f : tensor<12x3x8xf64>, tensor<3x8xf64>) {
  ^bb0(%a: f64, %b: f64):
    %v = arith.mulf %a, %b : f64
    tm_tensor.yield %v : f64
  } -> tensor<12x3x8xf64>, tensor<3x8xf64>
  return %c#0 : tensor<12x3x8xf64>
}

// Rows of one element.
func.func @single(%x: tensor<4x1xf32>, %s: tensor<4xf32>) -> (tensor<4x1xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x1xf32>
  %c:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<4x1xf32>)
      outs(%e, %s : tensor<4x1xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<4x1xf32>, tensor<4xf32>
  return %c#0, %c#1 : tensor<4x1xf32>, tensor<4xf32>
}

// Of 16 bits: added up in f32.
func.func @narrow(%x: tensor<6x50xbf16>, %s: tensor<6xbf16>) -> (tensor<6x50xbf16>, tensor<6xbf16>) {
  %e = tensor.empty() : tensor<6x50xbf16>
  %c:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<6x50xbf16>)
      outs(%e, %s : tensor<6x50xbf16>, tensor<6xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %v = arith.addf %a, %b : bf16
    tm_tensor.yield %v : bf16
  } -> tensor<6x50xbf16>, tensor<6xbf16>
  return %c#0, %c#1 : tensor<6x50xbf16>, tensor<6xbf16>
}

func.func @narrow_products(%x: tensor<10x4xf16>) -> tensor<10x4xf16> {
  %e = tensor.empty() : tensor<10x4xf16>
  %r = tensor.empty() : tensor<4xf16>
  %c:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<10x4xf16>)
      outs(%e, %r : tensor<10x4xf16>, tensor<4xf16>) {
  ^bb0(%a: f16, %b: f16):
    %v = arith.mulf %a, %b : f16
    tm_tensor.yield %v : f16
  } -> tensor<10x4xf16>, tensor<4xf16>
  return %c#0 : tensor<10x4xf16>
}
