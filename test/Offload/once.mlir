// What depends on no argument moves to a function of its own. Before fusion, that
// is what costs more to compute than to load. After it, it is every operation
// that would be a kernel.
// RUN: autotune-opt %s -split-input-file -autotune-split-once=costly | FileCheck %s --check-prefixes=CHECK,COSTLY
// RUN: autotune-opt %s -split-input-file -autotune-split-once | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: autotune-opt %s -split-input-file -autotune-split-once=costly -autotune-split-once | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: autotune-opt %s -split-input-file -autotune-split-once=max-bytes=255 | FileCheck %s --check-prefix=LIMIT

// Nothing that is kept has less than 256 bytes.
// LIMIT-NOT: .once

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// A table of cosines. Its f32 elements are not kept, for the f16 ones are
// smaller.
// CHECK-LABEL: func private @table.once()
// CHECK-SAME: -> tensor<32x64xf16> attributes {autotune.once}
// CHECK: math.cos
// CHECK: arith.truncf
// CHECK-LABEL: func @table(
// CHECK-NEXT: %[[T:.*]] = call @table.once()
// CHECK-NOT: math.cos
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[T]] : tensor<32x64xf16>, tensor<32x64xf16>)
func.func @table(%x: tensor<32x64xf16>) -> tensor<32x64xf16> {
  %wide = tensor.empty() : tensor<32x64xf32>
  %e = tensor.empty() : tensor<32x64xf16>
  %c = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%wide : tensor<32x64xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %v = math.cos %f : f32
    linalg.yield %v : f32
  } -> tensor<32x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<32x64xf32>) outs(%e : tensor<32x64xf16>) {
  ^bb0(%i: f32, %o: f16):
    %v = arith.truncf %i : f32 to f16
    linalg.yield %v : f16
  } -> tensor<32x64xf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %t : tensor<32x64xf16>, tensor<32x64xf16>) outs(%e : tensor<32x64xf16>) {
  ^bb0(%i: f16, %j: f16, %o: f16):
    %v = arith.mulf %i, %j : f16
    linalg.yield %v : f16
  } -> tensor<32x64xf16>
  return %y : tensor<32x64xf16>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// A mask of indices is cheaper to compute than to load: before fusion it stays.
// COSTLY-NOT: .once
// COSTLY-LABEL: func @mask(
// ALL-LABEL: func private @mask.once() -> tensor<64x64xi1>
// ALL-LABEL: func @mask(
// ALL-NEXT: call @mask.once()
func.func @mask(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %bits = tensor.empty() : tensor<64x64xi1>
  %e = tensor.empty() : tensor<64x64xf32>
  %m = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%bits : tensor<64x64xi1>) {
  ^bb0(%o: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = arith.cmpi sge, %i, %j : index
    linalg.yield %v : i1
  } -> tensor<64x64xi1>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %x : tensor<64x64xi1>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%i: i1, %j: f32, %o: f32):
    %v = arith.select %i, %j, %lowest : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The sums are costly, and what spreads them over a matrix is not: before fusion,
// the vector is kept and not the matrix.
// COSTLY-LABEL: func private @spread.once() -> tensor<64xf32>
// COSTLY: linalg.generic {{.*}}"reduction"
// COSTLY-LABEL: func @spread(
// COSTLY: call @spread.once()
// COSTLY-COUNT-2: linalg.generic
// ALL-LABEL: func private @spread.once() -> tensor<64x64xf32>
// ALL-LABEL: func @spread(
// ALL-COUNT-1: linalg.generic
// ALL-NOT: linalg.generic
// ALL: return
func.func @spread(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = arith.constant dense<1.5> : tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %r = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%w : tensor<64x64xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %b = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %i : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %v = arith.addf %i, %j : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Nothing moves: a result that is overwritten, an operation that may end the
// program, a tensor of unknown size, and what needs an argument.
// CHECK-NOT: .once
// CHECK-LABEL: func @stays(
// CHECK: return
func.func @stays(%x: tensor<64x64xf32>, %n: index) -> (tensor<64xf32>, tensor<64xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 32 : index
  %table = arith.constant dense<2.5> : tensor<64xf32>
  %r = tensor.empty() : tensor<64xf32>
  %u = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x64xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = arith.addf %i, %o : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%r : tensor<64xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %ok = arith.cmpi ult, %i, %limit : index
    cf.assert %ok, "index out of bounds"
    %v = tensor.extract %table[%i] : tensor<64xf32>
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %h = linalg.fill ins(%zero : f32) outs(%u : tensor<?xf32>) -> tensor<?xf32>
  return %s, %g, %h : tensor<64xf32>, tensor<64xf32>, tensor<?xf32>
}

// -----

// A function without arguments is called once anyway.
// CHECK-NOT: .once
// CHECK-LABEL: func @alone(
func.func @alone() -> tensor<64xf32> {
  %one = arith.constant 1.0 : f32
  %r = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%one : f32) outs(%r : tensor<64xf32>) -> tensor<64xf32>
  return %f : tensor<64xf32>
}
