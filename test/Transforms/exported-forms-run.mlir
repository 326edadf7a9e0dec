// What upstream's lowering computes of the forms that front ends write, it computes of
// what they become.
// DEFINE: %{lower} = --convert-elementwise-to-linalg --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// DEFINE:   --convert-linalg-to-loops --expand-strided-metadata --lower-affine --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts
// DEFINE: %{values} = %run_sim | sed 's/base@ = 0x[0-9a-f]*//'
// RUN: autotune-opt %s %{lower} | %{values} > %t.before
// RUN: autotune-opt %s --autotune-canonicalize-contractions='allow-copies fold-transposes' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: autotune-opt %t.mlir %{lower} | %{values} | diff %t.before -
// RUN: FileCheck %s --check-prefix=VALUES < %t.before
// VALUES-COUNT-5: data =

// CHECK-NOT: linalg.{{(reduce|map|mul) }}

func.func private @printMemrefI32(memref<*xi32>)

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#turned = affine_map<(i, j) -> (j, i)>

// Multiplied by a vector that is broadcast, and summed on top of something.
func.func @mv(%a: tensor<3x4xi32>, %x: tensor<4xi32>, %c: tensor<3xi32>) -> tensor<3xi32> {
  %e = tensor.empty() : tensor<3x4xi32>
  %0 = linalg.broadcast ins(%x : tensor<4xi32>) outs(%e : tensor<3x4xi32>) dimensions = [0]
  %1 = arith.muli %0, %a : tensor<3x4xi32>
  %2 = linalg.reduce { arith.addi } ins(%1 : tensor<3x4xi32>) outs(%c : tensor<3xi32>) dimensions = [1]
  return %2 : tensor<3xi32>
}

// An einsum over two dimensions, in another order than the product's.
func.func @einsum(%a: tensor<2x3x4xi32>, %b: tensor<4x5x3xi32>, %c: tensor<5x2xi32>) -> tensor<5x2xi32> {
  %e = tensor.empty() : tensor<2x5x3x4xi32>
  %0 = linalg.broadcast ins(%a : tensor<2x3x4xi32>) outs(%e : tensor<2x5x3x4xi32>) dimensions = [1]
  %et = tensor.empty() : tensor<5x3x4xi32>
  %1 = linalg.transpose ins(%b : tensor<4x5x3xi32>) outs(%et : tensor<5x3x4xi32>) permutation = [1, 2, 0]
  %2 = linalg.broadcast ins(%1 : tensor<5x3x4xi32>) outs(%e : tensor<2x5x3x4xi32>) dimensions = [0]
  %3 = linalg.map { arith.muli } ins(%0, %2 : tensor<2x5x3x4xi32>, tensor<2x5x3x4xi32>) outs(%e : tensor<2x5x3x4xi32>)
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, j, k, l)>, affine_map<(i, j, k, l) -> (j, i)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%3 : tensor<2x5x3x4xi32>) outs(%c : tensor<5x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<5x2xi32>
  return %4 : tensor<5x2xi32>
}

// A bias in the init, weights that were broadcast to a batch, and what follows in
// another shape, of which one part is read by others too.
func.func @layer(%a: tensor<2x3x4xi32>, %w: tensor<5x4xi32>, %bias: tensor<5xi32>, %r: tensor<2x3x5xi32>)
    -> (tensor<2x3x5xi32>, tensor<2x3x5xi32>) {
  %et = tensor.empty() : tensor<4x5xi32>
  %t = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<5x4xi32>) outs(%et : tensor<4x5xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<4x5xi32>
  %ew = tensor.empty() : tensor<2x4x5xi32>
  %wide = linalg.broadcast ins(%t : tensor<4x5xi32>) outs(%ew : tensor<2x4x5xi32>) dimensions = [0]
  %e = tensor.empty() : tensor<2x3x5xi32>
  %init = linalg.broadcast ins(%bias : tensor<5xi32>) outs(%e : tensor<2x3x5xi32>) dimensions = [0, 1]
  %0 = linalg.batch_matmul ins(%a, %wide : tensor<2x3x4xi32>, tensor<2x4x5xi32>) outs(%init : tensor<2x3x5xi32>) -> tensor<2x3x5xi32>
  %1 = arith.addi %0, %r : tensor<2x3x5xi32>
  %2 = linalg.mul ins(%1, %0 : tensor<2x3x5xi32>, tensor<2x3x5xi32>) outs(%e : tensor<2x3x5xi32>) -> tensor<2x3x5xi32>
  return %1, %2 : tensor<2x3x5xi32>, tensor<2x3x5xi32>
}

// Reshapes in both directions between the product and what is done to it.
func.func @reshaped(%a: tensor<6x4xi32>, %b: tensor<4x5xi32>, %bias: tensor<1x5xi32>, %column: tensor<2x3xi32>, %c: tensor<6x5xi32>) -> tensor<6x5xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<6x4xi32>, tensor<4x5xi32>) outs(%c : tensor<6x5xi32>) -> tensor<6x5xi32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 5] : tensor<6x5xi32> into tensor<2x3x5xi32>
  %e = tensor.empty() : tensor<2x3x5xi32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (0, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %bias, %column : tensor<2x3x5xi32>, tensor<1x5xi32>, tensor<2x3xi32>) outs(%e : tensor<2x3x5xi32>) {
  ^bb0(%in: i32, %x: i32, %y: i32, %out: i32):
    %s = arith.addi %in, %x : i32
    %p = arith.muli %s, %y : i32
    linalg.yield %p : i32
  } -> tensor<2x3x5xi32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<2x3x5xi32> into tensor<6x5xi32>
  %4 = arith.muli %3, %3 : tensor<6x5xi32>
  return %4 : tensor<6x5xi32>
}

func.func @fill3(%from: i32) -> tensor<2x3x4xi32> {
  %e = tensor.empty() : tensor<2x3x4xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<2x3x4xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %0 = arith.muli %i, %j : index
    %1 = arith.addi %0, %k : index
    %2 = arith.addi %1, %j : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.muli %3, %3 : i32
    %5 = arith.subi %4, %from : i32
    linalg.yield %5 : i32
  } -> tensor<2x3x4xi32>
  return %0 : tensor<2x3x4xi32>
}

func.func @main() {
  %from = arith.constant 7 : i32
  %v5 = arith.constant dense<[1, -2, 3, 5, -7]> : tensor<5xi32>
  %a = func.call @fill3(%from) : (i32) -> tensor<2x3x4xi32>
  %m = tensor.extract_slice %a[1, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<2x3x4xi32> to tensor<3x4xi32>
  %x = arith.constant dense<[2, -1, 4, 3]> : tensor<4xi32>
  %c3 = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %0 = func.call @mv(%m, %x, %c3) : (tensor<3x4xi32>, tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  %b = arith.constant dense<[[[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 0, -1], [2, 2, 2]], [[3, 1, 3], [4, -5, 6], [0, 8, 9], [1, 1, -1], [2, -2, 2]],
                             [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 0, -1], [-2, 2, 2]], [[0, 2, 3], [4, 5, 6], [7, 8, 9], [1, 0, -1], [2, 2, 2]]]> : tensor<4x5x3xi32>
  %c52 = arith.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]> : tensor<5x2xi32>
  %1 = func.call @einsum(%a, %b, %c52) : (tensor<2x3x4xi32>, tensor<4x5x3xi32>, tensor<5x2xi32>) -> tensor<5x2xi32>
  %w = arith.constant dense<[[1, 2, 3, 4], [5, -6, 7, 8], [9, 1, -1, 2], [0, 2, 4, 6], [3, 3, 1, -4]]> : tensor<5x4xi32>
  %e235 = tensor.empty() : tensor<2x3x5xi32>
  %r = linalg.broadcast ins(%v5 : tensor<5xi32>) outs(%e235 : tensor<2x3x5xi32>) dimensions = [0, 1]
  %2:2 = func.call @layer(%a, %w, %v5, %r) : (tensor<2x3x4xi32>, tensor<5x4xi32>, tensor<5xi32>, tensor<2x3x5xi32>) -> (tensor<2x3x5xi32>, tensor<2x3x5xi32>)
  %a64 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x3x4xi32> into tensor<6x4xi32>
  %b45 = tensor.extract_slice %b[0, 0, 1] [4, 5, 1] [1, 1, 1] : tensor<4x5x3xi32> to tensor<4x5xi32>
  %bias = tensor.expand_shape %v5 [[0, 1]] output_shape [1, 5] : tensor<5xi32> into tensor<1x5xi32>
  %column = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %c65 = arith.constant dense<3> : tensor<6x5xi32>
  %3 = func.call @reshaped(%a64, %b45, %bias, %column, %c65) : (tensor<6x4xi32>, tensor<4x5xi32>, tensor<1x5xi32>, tensor<2x3xi32>, tensor<6x5xi32>) -> tensor<6x5xi32>
  %b0 = bufferization.to_buffer %0 read_only : tensor<3xi32> to memref<3xi32>
  %p0 = memref.cast %b0 : memref<3xi32> to memref<*xi32>
  %b1 = bufferization.to_buffer %1 read_only : tensor<5x2xi32> to memref<5x2xi32>
  %p1 = memref.cast %b1 : memref<5x2xi32> to memref<*xi32>
  %b2 = bufferization.to_buffer %2#0 read_only : tensor<2x3x5xi32> to memref<2x3x5xi32>
  %p2 = memref.cast %b2 : memref<2x3x5xi32> to memref<*xi32>
  %b3 = bufferization.to_buffer %2#1 read_only : tensor<2x3x5xi32> to memref<2x3x5xi32>
  %p3 = memref.cast %b3 : memref<2x3x5xi32> to memref<*xi32>
  %b4 = bufferization.to_buffer %3 read_only : tensor<6x5xi32> to memref<6x5xi32>
  %p4 = memref.cast %b4 : memref<6x5xi32> to memref<*xi32>
  func.call @printMemrefI32(%p0) : (memref<*xi32>) -> ()
  func.call @printMemrefI32(%p1) : (memref<*xi32>) -> ()
  func.call @printMemrefI32(%p2) : (memref<*xi32>) -> ()
  func.call @printMemrefI32(%p3) : (memref<*xi32>) -> ()
  func.call @printMemrefI32(%p4) : (memref<*xi32>) -> ()
  return
}
