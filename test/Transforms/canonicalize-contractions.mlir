// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s

// Every way to write a product on tensors, and the matmul that it becomes.

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[AT:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[BT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[BA:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[BBT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[BB:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[BC:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[SHARED:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d3)>

// A vector is a matrix of one row, whichever operand it is.
// CHECK-LABEL: func @matvec(
// CHECK-SAME: %[[M:.*]]: tensor<4x8xf32>, %[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK: %[[ROW:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1]] output_shape [1, 8]
// CHECK: %[[INIT:.*]] = tensor.expand_shape %[[Y]] {{\[\[}}0, 1]] output_shape [1, 4]
// CHECK: %[[P:.*]] = linalg.matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] ins(%[[ROW]], %[[M]] : tensor<1x8xf32>, tensor<4x8xf32>) outs(%[[INIT]] : tensor<1x4xf32>)
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[P]] {{\[\[}}0, 1]]
// CHECK: return %[[R]]
func.func @matvec(%m: tensor<4x8xf32>, %x: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.matvec ins(%m, %x : tensor<4x8xf32>, tensor<8xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @vecmat(
// CHECK: linalg.matmul ins({{.*}} : tensor<1x8xf32>, tensor<8x4xf32>) outs({{.*}} : tensor<1x4xf32>)
func.func @vecmat(%x: tensor<8xf32>, %m: tensor<8x4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.vecmat ins(%x, %m : tensor<8xf32>, tensor<8x4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @batch_matvec(
// CHECK: linalg.batch_matmul indexing_maps = [#[[BA]], #[[BBT]], #[[BC]]] ins({{.*}} : tensor<2x1x8xf32>, tensor<2x4x8xf32>) outs({{.*}} : tensor<2x1x4xf32>)
func.func @batch_matvec(%m: tensor<2x4x8xf32>, %x: tensor<2x8xf32>, %y: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = linalg.batch_matvec ins(%m, %x : tensor<2x4x8xf32>, tensor<2x8xf32>) outs(%y : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func @batch_vecmat(
// CHECK: linalg.batch_matmul ins({{.*}} : tensor<2x1x8xf32>, tensor<2x8x4xf32>) outs({{.*}} : tensor<2x1x4xf32>)
func.func @batch_vecmat(%x: tensor<2x8xf32>, %m: tensor<2x8x4xf32>, %y: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = linalg.batch_vecmat ins(%x, %m : tensor<2x8xf32>, tensor<2x8x4xf32>) outs(%y : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func @dot(
// CHECK: tensor.expand_shape %{{.*}} [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
// CHECK: linalg.matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] ins({{.*}} : tensor<1x8xf32>, tensor<1x8xf32>) outs({{.*}} : tensor<1x1xf32>)
// CHECK: tensor.collapse_shape %{{.*}} [] : tensor<1x1xf32> into tensor<f32>
func.func @dot(%x: tensor<8xf32>, %y: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = linalg.dot ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// What was a matmul of matrices stays to the letter, one of one column too.
// CHECK-LABEL: func @stays(
// CHECK-NEXT: linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x1xf32>) outs(%arg2 : tensor<4x1xf32>)
// CHECK-NEXT: linalg.matmul indexing_maps = [#[[AT]], #[[BT]], #[[C]]] ins(%arg3, %arg3 : tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK-NEXT: linalg.batch_matmul indexing_maps = [#[[BA]], #[[BBT]], #[[BC]]] ins(%arg4, %arg4 : tensor<2x8x8xf32>, tensor<2x8x8xf32>)
// CHECK-NEXT: return
func.func @stays(%a: tensor<4x8xf32>, %b: tensor<8x1xf32>, %c: tensor<4x1xf32>, %s: tensor<8x8xf32>, %t: tensor<2x8x8xf32>)
    -> (tensor<4x1xf32>, tensor<8x8xf32>, tensor<2x8x8xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x1xf32>) outs(%c : tensor<4x1xf32>) -> tensor<4x1xf32>
  %1 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
         ins(%s, %s : tensor<8x8xf32>, tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
         ins(%t, %t : tensor<2x8x8xf32>, tensor<2x8x8xf32>) outs(%t : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  return %0, %1, %2 : tensor<4x1xf32>, tensor<8x8xf32>, tensor<2x8x8xf32>
}

// A batch of one is none; a zero fill stays one that can be seen.
// CHECK-LABEL: func @batch_of_one(
// CHECK-DAG: %[[A1:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<1x5x8xf32> into tensor<5x8xf32>
// CHECK-DAG: %[[B1:.*]] = tensor.collapse_shape %arg1 {{\[\[}}0, 1], [2]] : tensor<1x8x4xf32> into tensor<8x4xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<5x4xf32>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins({{.*}}) outs(%[[EMPTY]] : tensor<5x4xf32>)
// CHECK-NEXT: linalg.matmul ins(%[[A1]], %[[B1]] : tensor<5x8xf32>, tensor<8x4xf32>) outs(%[[FILL]] : tensor<5x4xf32>)
// CHECK-NEXT: tensor.expand_shape {{.*}} {{\[\[}}0, 1], [2]] output_shape [1, 5, 4]
// CHECK-NEXT: return
func.func @batch_of_one(%a: tensor<1x5x8xf32>, %b: tensor<1x8x4xf32>) -> tensor<1x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x5x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x5x4xf32>) -> tensor<1x5x4xf32>
  %0 = linalg.batch_matmul ins(%a, %b : tensor<1x5x8xf32>, tensor<1x8x4xf32>) outs(%fill : tensor<1x5x4xf32>) -> tensor<1x5x4xf32>
  return %0 : tensor<1x5x4xf32>
}

// A sum over a batch is one over K where both operands have them so.
// CHECK-LABEL: func @batch_reduce(
// CHECK-DAG: tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<5x3x8xf32> into tensor<5x24xf32>
// CHECK-DAG: tensor.collapse_shape %arg1 {{\[\[}}0, 1], [2]] : tensor<3x8x4xf32> into tensor<24x4xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<5x24xf32>, tensor<24x4xf32>) outs(%arg2 : tensor<5x4xf32>)
func.func @batch_reduce(%a: tensor<5x3x8xf32>, %b: tensor<3x8x4xf32>, %c: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (m, b, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (m, n)>]
         ins(%a, %b : tensor<5x3x8xf32>, tensor<3x8x4xf32>) outs(%c : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// K goes from matrix to matrix where it can't be collapsed, on tensors and on
// memrefs; that is what the operation is.
// CHECK-LABEL: func @batch_reduce_parts(
// CHECK-NEXT: linalg.batch_reduce_matmul ins(%arg0, %arg1 : tensor<3x5x8xf32>, tensor<3x8x4xf32>)
func.func @batch_reduce_parts(%a: tensor<3x5x8xf32>, %b: tensor<3x8x4xf32>, %c: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<3x5x8xf32>, tensor<3x8x4xf32>) outs(%c : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK-LABEL: func @batch_reduce_memref(
// CHECK-NEXT: linalg.batch_reduce_matmul ins(%arg0, %arg1 : memref<3x5x8xf32>, memref<3x8x4xf32>)
func.func @batch_reduce_memref(%a: memref<3x5x8xf32>, %b: memref<3x8x4xf32>, %c: memref<5x4xf32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<3x5x8xf32>, memref<3x8x4xf32>) outs(%c : memref<5x4xf32>)
  return
}

// What attention's heads have left, each a matrix, by the weights of all heads.
// CHECK-LABEL: func @heads_projected(
// CHECK: linalg.batch_reduce_matmul indexing_maps = [#[[$PARTS_A:.*]], #[[$PARTS_BT:.*]], #[[$PARTS_C:.*]]] ins(%arg0, %arg1 : tensor<4x16x8xf32>, tensor<4x32x8xf32>)
func.func @heads_projected(%a: tensor<4x16x8xf32>, %b: tensor<4x32x8xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, h, k) -> (h, m, k)>, affine_map<(m, n, h, k) -> (h, n, k)>,
                                        affine_map<(m, n, h, k) -> (m, n)>]
      ins(%a, %b : tensor<4x16x8xf32>, tensor<4x32x8xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// Where C is transposed, operands change places here, too.
// CHECK-LABEL: func @heads_result(
// CHECK: linalg.batch_reduce_matmul {{.*}} ins({{.*}} : memref<4x32x8xf32{{.*}}>, memref<4x16x8xf32{{.*}}>) outs(%arg2 : memref<32x16xf32>)
func.func @heads_result(%a: memref<4x16x8xf32>, %b: memref<4x32x8xf32>, %c: memref<32x16xf32>) {
  linalg.contract indexing_maps = [affine_map<(m, n, h, k) -> (h, m, k)>, affine_map<(m, n, h, k) -> (h, n, k)>,
                                   affine_map<(m, n, h, k) -> (n, m)>]
      ins(%a, %b : memref<4x16x8xf32>, memref<4x32x8xf32>) outs(%c : memref<32x16xf32>)
  return
}

// CHECK-LABEL: func @batch_reduce_row(
// CHECK: linalg.matmul ins({{.*}} : tensor<1x24xf32>, tensor<24x4xf32>) outs(%arg2 : tensor<1x4xf32>)
func.func @batch_reduce_row(%a: tensor<3x1x8xf32>, %b: tensor<3x8x4xf32>, %c: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<3x1x8xf32>, tensor<3x8x4xf32>) outs(%c : tensor<1x4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// A batch that one operand lacks is part of M or N where it can be collapsed.
// Sizes may be unknown; what one operand knows, the others are told.
// CHECK-LABEL: func @linear(
// CHECK: %[[CAST:.*]] = tensor.cast %arg0 : tensor<?x?x?xf32> to tensor<?x?x8xf32>
// CHECK: tensor.collapse_shape %[[CAST]] {{\[\[}}0, 1], [2]] : tensor<?x?x8xf32> into tensor<?x8xf32>
// CHECK: linalg.matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] ins({{.*}}, %arg1 : tensor<?x8xf32>, tensor<4x8xf32>) outs({{.*}} : tensor<?x4xf32>)
// CHECK-DAG: %[[D0:.*]] = tensor.dim %arg2, %c0
// CHECK-DAG: %[[D1:.*]] = tensor.dim %arg2, %c1
// CHECK: tensor.expand_shape {{.*}} {{\[\[}}0, 1], [2]] output_shape [%[[D0]], %[[D1]], 4] : tensor<?x4xf32> into tensor<?x?x4xf32>
func.func @linear(%x: tensor<?x?x?xf32>, %w: tensor<4x8xf32>, %c: tensor<?x?x4xf32>) -> tensor<?x?x4xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (n, k)>, affine_map<(b, s, n, k) -> (b, s, n)>]
         ins(%x, %w : tensor<?x?x?xf32>, tensor<4x8xf32>) outs(%c : tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

// Grouped queries: the heads of a group share their keys, and are part of M.
// CHECK-LABEL: func @grouped_queries(
// CHECK: linalg.batch_matmul indexing_maps = [#[[BA]], #[[BBT]], #[[BC]]] ins({{.*}} : tensor<6x20x8xf32>, tensor<6x7x8xf32>) outs({{.*}} : tensor<6x20x7xf32>)
// CHECK: tensor.expand_shape {{.*}} {{\[\[}}0, 1], [2, 3], [4]] output_shape [2, 3, 4, 5, 7]
func.func @grouped_queries(%q: tensor<2x3x4x5x8xf32>, %k: tensor<2x3x7x8xf32>, %c: tensor<2x3x4x5x7xf32>) -> tensor<2x3x4x5x7xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, h, g, s, t, d) -> (b, h, g, s, d)>, affine_map<(b, h, g, s, t, d) -> (b, h, t, d)>,
                                        affine_map<(b, h, g, s, t, d) -> (b, h, g, s, t)>]
         ins(%q, %k : tensor<2x3x4x5x8xf32>, tensor<2x3x7x8xf32>) outs(%c : tensor<2x3x4x5x7xf32>) -> tensor<2x3x4x5x7xf32>
  return %0 : tensor<2x3x4x5x7xf32>
}

// A 1x1 convolution of channels first: images are the batch, weights shared.
// CHECK-LABEL: func @pointwise(
// CHECK: linalg.batch_matmul indexing_maps = [#[[SHARED]], #[[BB]], #[[BC]]] ins(%arg1, %arg0 : tensor<4x5xf32>, tensor<3x5x8xf32>) outs(%arg2 : tensor<3x4x8xf32>)
func.func @pointwise(%x: tensor<3x5x8xf32>, %w: tensor<4x5xf32>, %c: tensor<3x4x8xf32>) -> tensor<3x4x8xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, p, f, c) -> (b, c, p)>, affine_map<(b, p, f, c) -> (f, c)>, affine_map<(b, p, f, c) -> (b, f, p)>]
         ins(%x, %w : tensor<3x5x8xf32>, tensor<4x5xf32>) outs(%c : tensor<3x4x8xf32>) -> tensor<3x4x8xf32>
  return %0 : tensor<3x4x8xf32>
}

// Where C is transposed, A and B change places.
// CHECK-LABEL: func @transposed_result(
// CHECK-NEXT: linalg.matmul indexing_maps = [#[[AT]], #[[BT]], #[[C]]] ins(%arg1, %arg0 : tensor<8x4xf32>, tensor<5x8xf32>) outs(%arg2 : tensor<4x5xf32>)
// CHECK-NEXT: return
func.func @transposed_result(%a: tensor<5x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>]
         ins(%a, %b : tensor<5x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// A generic's loops and terms stand in any order, and its dimensions of one
// may be read at a constant. Marks stay.
// CHECK-LABEL: func @generic(
// CHECK: linalg.matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] {mark} ins({{.*}}, %arg1 : tensor<5x8xf16>, tensor<4x8xf32>) outs(%arg2 : tensor<5x4xf32>)
func.func @generic(%a: tensor<1x5x8xf16>, %b: tensor<4x8xf32>, %c: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = linalg.generic {mark, indexing_maps = [affine_map<(k, n, m) -> (0, m, k)>, affine_map<(k, n, m) -> (n, k)>, affine_map<(k, n, m) -> (m, n)>],
                       iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%a, %b : tensor<1x5x8xf16>, tensor<4x8xf32>) outs(%c : tensor<5x4xf32>) {
  ^bb0(%x: f16, %y: f32, %z: f32):
    %wide = arith.extf %x : f16 to f32
    %p = arith.mulf %y, %wide : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  } -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// Integers keep their sign; what is zero-extended first is not negative.
// CHECK-LABEL: func @unsigned(
// CHECK-NEXT: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<5x8xi8>, tensor<8x4xi8>) outs(%arg2 : tensor<5x4xi32>)
func.func @unsigned(%a: tensor<5x8xi8>, %b: tensor<8x4xi8>, %c: tensor<5x4xi32>) -> tensor<5x4xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x8xi8>, tensor<8x4xi8>) outs(%c : tensor<5x4xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %x16 = arith.extui %x : i8 to i16
    %x32 = arith.extsi %x16 : i16 to i32
    %y32 = arith.extui %y : i8 to i32
    %p = arith.muli %x32, %y32 : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  } -> tensor<5x4xi32>
  return %0 : tensor<5x4xi32>
}

// linalg.matmul can write a transposed C too, which no kernel serves.
// CHECK-LABEL: func @transposed_matmul(
// CHECK-NEXT: linalg.matmul indexing_maps = [#[[AT]], #[[BT]], #[[C]]] ins(%arg1, %arg0 : tensor<8x4xf32>, tensor<5x8xf32>) outs(%arg2 : tensor<4x5xf32>)
func.func @transposed_matmul(%a: tensor<5x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>]
         ins(%a, %b : tensor<5x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
