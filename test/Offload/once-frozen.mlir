// What depends only on frozen arguments is computed once, as what depends on no
// argument is.
// RUN: autotune-opt %s -split-input-file -autotune-split-once=costly | FileCheck %s --check-prefixes=CHECK,COSTLY
// RUN: autotune-opt %s -split-input-file -autotune-split-once | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: autotune-opt %s -split-input-file -autotune-split-once=costly -autotune-split-once | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: autotune-opt %s -split-input-file -autotune-split-once=max-frozen-bytes=255 | FileCheck %s --check-prefix=LIMIT
// RUN: autotune-opt %s -split-input-file -autotune-split-once=max-bytes=0 | FileCheck %s --check-prefixes=CHECK,ALL

// Nothing that is kept has less than 256 bytes. Other bytes count apart.
// LIMIT-NOT: .once

#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>

// A table of cosines, of the frequencies that a model has as a buffer. The
// function that runs once takes that buffer, and no other argument.
// CHECK-LABEL: func private @rope.once(
// CHECK-SAME: %[[F:.*]]: tensor<64xf32>) -> tensor<32x64xf16> attributes {autotune.once}
// CHECK: linalg.generic {{.*}} ins(%[[F]] : tensor<64xf32>)
// CHECK: math.cos
// CHECK-LABEL: func @rope(
// CHECK-SAME: %[[X:.*]]: tensor<32x64xf16>, %[[W:.*]]: tensor<64xf32> {autotune.frozen}
// CHECK-NEXT: %[[T:.*]] = call @rope.once(%[[W]])
// CHECK-NOT: math.cos
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[T]] : tensor<32x64xf16>, tensor<32x64xf16>)
func.func @rope(%x: tensor<32x64xf16>, %w: tensor<64xf32> {autotune.frozen}) -> tensor<32x64xf16> {
  %e = tensor.empty() : tensor<32x64xf16>
  %t = linalg.generic {indexing_maps = [#column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64xf32>) outs(%e : tensor<32x64xf16>) {
  ^bb0(%f: f32, %o: f16):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %p = arith.sitofp %k : i32 to f32
    %a = arith.mulf %p, %f : f32
    %c = math.cos %a : f32
    %v = arith.truncf %c : f32 to f16
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

// Weights of 8 bits that are widened: before fusion, that stays beside its
// reader, which would else read twice the bytes. A kernel of its own moves.
// COSTLY-NOT: .once
// COSTLY-LABEL: func @widened(
// ALL-LABEL: func private @widened.once(%{{.*}}: tensor<64x64xi8>) -> tensor<64x64xf16>
// ALL-LABEL: func @widened(
// ALL: call @widened.once(%arg1)
func.func @widened(%x: tensor<64x64xf16>, %w: tensor<64x64xi8> {autotune.frozen}) -> tensor<64x64xf16> {
  %e = tensor.empty() : tensor<64x64xf16>
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x64xi8>) outs(%e : tensor<64x64xf16>) {
  ^bb0(%i: i8, %o: f16):
    %v = arith.sitofp %i : i8 to f16
    linalg.yield %v : f16
  } -> tensor<64x64xf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %f : tensor<64x64xf16>, tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) {
  ^bb0(%i: f16, %j: f16, %o: f16):
    %v = arith.addf %i, %j : f16
    linalg.yield %v : f16
  } -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

// -----

// Weights that are put beside each other, and one that a region reads.
// CHECK-LABEL: func private @several.once(
// CHECK-SAME: %[[A:.*]]: tensor<16x64xf16>, %[[B:.*]]: tensor<16x64xf16>, %[[T:.*]]: tensor<128xf16>) -> (tensor<32x64xf16>, tensor<128xf16>)
// CHECK: tensor.concat dim(0) %[[B]], %[[A]]
// CHECK: tensor.extract %[[T]]
// CHECK-LABEL: func @several(
// CHECK: %[[R:.*]]:2 = call @several.once(%arg0, %arg2, %arg3)
// CHECK: linalg.add ins(%[[R]]#0, %arg1
func.func @several(%a: tensor<16x64xf16> {autotune.frozen}, %x: tensor<32x64xf16>, %b: tensor<16x64xf16> {autotune.frozen}, %t: tensor<128xf16> {autotune.frozen}) -> (tensor<32x64xf16>, tensor<128xf16>) {
  %e = tensor.empty() : tensor<32x64xf16>
  %g = tensor.empty() : tensor<128xf16>
  %c = tensor.concat dim(0) %b, %a : (tensor<16x64xf16>, tensor<16x64xf16>) -> tensor<32x64xf16>
  %y = linalg.add ins(%c, %x : tensor<32x64xf16>, tensor<32x64xf16>) outs(%e : tensor<32x64xf16>) -> tensor<32x64xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%g : tensor<128xf16>) {
  ^bb0(%o: f16):
    %last = arith.constant 127 : index
    %i = linalg.index 0 : index
    %j = arith.subi %last, %i : index
    %v = tensor.extract %t[%j] : tensor<128xf16>
    linalg.yield %v : f16
  } -> tensor<128xf16>
  return %y, %r : tensor<32x64xf16>, tensor<128xf16>
}

// -----

// Nothing moves: what needs an argument that is not frozen, a frozen argument
// that is returned or viewed as it is, and one of unknown size.
// CHECK-NOT: .once
// CHECK-LABEL: func @stays(
// CHECK: return
func.func @stays(%x: tensor<64x64xf32>, %w: tensor<64x64xf32> {autotune.frozen}, %u: tensor<?x64xf32> {autotune.frozen}) -> (tensor<64x64xf32>, tensor<4096xf32>, tensor<?x64xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %u, %c0 : tensor<?x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %d = tensor.empty(%n) : tensor<?x64xf32>
  %y = linalg.add ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %v = tensor.collapse_shape %w [[0, 1]] : tensor<64x64xf32> into tensor<4096xf32>
  %z = linalg.exp ins(%u : tensor<?x64xf32>) outs(%d : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y, %v, %z : tensor<64x64xf32>, tensor<4096xf32>, tensor<?x64xf32>
}

// -----

// The same without the attribute.
// CHECK-NOT: .once
// CHECK-LABEL: func @changing(
func.func @changing(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %v = linalg.exp ins(%w : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %v : tensor<64x64xf32>
}
