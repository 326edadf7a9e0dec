// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s
// RUN: autotune-opt %s --autotune-canonicalize-contractions --autotune-attach-configs='target=h200 explain-rejections' -o /dev/null \
// RUN:   | grep '^//' | FileCheck %s --check-prefix=FACT

// On memrefs operands are views: nothing is copied, and layouts stay.

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[BT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[BA:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[BBT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[BC:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[KN:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>

// The fill of a buffer is one of its views: there is no C to read.
// CHECK-LABEL: func @matvec(
// CHECK: linalg.fill ins({{.*}}) outs(%arg2 : memref<512xf32>)
// CHECK: %[[X:.*]] = memref.expand_shape %arg1 {{\[\[}}0, 1]] output_shape [1, 256] : memref<256xbf16> into memref<1x256xbf16>
// CHECK: %[[Y:.*]] = memref.expand_shape %arg2 {{\[\[}}0, 1]] output_shape [1, 512] : memref<512xf32> into memref<1x512xf32>
// CHECK: linalg.matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] ins(%[[X]], %arg0 : memref<1x256xbf16>, memref<512x256xbf16>) outs(%[[Y]] : memref<1x512xf32>)
// FACT: // 1x512x256 bf16 B^T -> f32 on h200
func.func @matvec(%m: memref<512x256xbf16>, %x: memref<256xbf16>, %y: memref<512xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<512xf32>)
  linalg.matvec ins(%m, %x : memref<512x256xbf16>, memref<256xbf16>) outs(%y : memref<512xf32>)
  return
}

// CHECK-LABEL: func @dot(
// CHECK: memref.expand_shape %arg2 [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
// CHECK: linalg.matmul
// FACT: // 1x1x16 f32 B^T -> f32 accumulate on h200
func.func @dot(%x: memref<16xf32>, %y: memref<16xf32>, %c: memref<f32>) {
  linalg.dot ins(%x, %y : memref<16xf32>, memref<16xf32>) outs(%c : memref<f32>)
  return
}

// Rows of a subview: collapsed where what lies between them is even.
// CHECK-LABEL: func @strided(
// CHECK: memref.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : memref<3x5x8xf32, strided<[80, 16, 1], offset: 4>> into memref<15x8xf32, strided<[16, 1], offset: 4>>
// CHECK: linalg.matmul ins({{.*}} : memref<15x8xf32, strided<[16, 1], offset: 4>>, memref<8x4xf32>) outs({{.*}} : memref<15x4xf32>)
// FACT: // 15x4x8 f32 -> f32 accumulate a(stride=16, align=16) on h200
func.func @strided(%a: memref<3x5x8xf32, strided<[80, 16, 1], offset: 4>>, %b: memref<8x4xf32>, %c: memref<3x5x4xf32>) {
  linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%a, %b : memref<3x5x8xf32, strided<[80, 16, 1], offset: 4>>, memref<8x4xf32>) outs(%c : memref<3x5x4xf32>)
  return
}

// Where it is not, outer rows are the batch, and B is broadcast.
// CHECK-LABEL: func @uneven(
// CHECK-NEXT: linalg.batch_matmul indexing_maps = [#[[BA]], #[[KN]], #[[BC]]] ins(%arg0, %arg1 : memref<3x5x8xf32, strided<[100, 16, 1]>>, memref<8x4xf32>) outs(%arg2 : memref<3x5x4xf32>)
// CHECK-NEXT: return
func.func @uneven(%a: memref<3x5x8xf32, strided<[100, 16, 1]>>, %b: memref<8x4xf32>, %c: memref<3x5x4xf32>) {
  linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%a, %b : memref<3x5x8xf32, strided<[100, 16, 1]>>, memref<8x4xf32>) outs(%c : memref<3x5x4xf32>)
  return
}

// Heads between rows: a view brings them to the front, and leaves rows whole.
// CHECK-LABEL: func @heads(
// CHECK: %[[Q:.*]] = memref.transpose %arg0 (d0, d1, d2) -> (d1, d0, d2) : memref<16x4x8xf32> to memref<4x16x8xf32, strided<[8, 32, 1]>>
// CHECK: %[[CAST:.*]] = memref.cast %arg1 : memref<16x?x8xf32> to memref<16x4x8xf32>
// CHECK: %[[K:.*]] = memref.transpose %[[CAST]] (d0, d1, d2) -> (d1, d0, d2) : memref<16x4x8xf32> to memref<4x16x8xf32, strided<[8, 32, 1]>>
// CHECK: linalg.batch_matmul indexing_maps = [#[[BA]], #[[BBT]], #[[BC]]] ins(%[[Q]], %[[K]] :
func.func @heads(%q: memref<16x4x8xf32>, %k: memref<16x?x8xf32>, %c: memref<4x16x16xf32>) {
  linalg.contract indexing_maps = [affine_map<(h, s, t, d) -> (s, h, d)>, affine_map<(h, s, t, d) -> (t, h, d)>, affine_map<(h, s, t, d) -> (h, s, t)>]
    ins(%q, %k : memref<16x4x8xf32>, memref<16x?x8xf32>) outs(%c : memref<4x16x16xf32>)
  return
}

// A unit dimension's stride means nothing.
// CHECK-LABEL: func @unit_batch(
// CHECK: memref.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : memref<1x5x8xf32, strided<[?, 8, 1]>> into memref<5x8xf32, strided<[8, 1]>>
// CHECK: linalg.matmul ins({{.*}} : memref<5x8xf32, strided<[8, 1]>>, memref<8x4xf32>) outs({{.*}} : memref<5x4xf32>)
// FACT: // 5x4x8 f32 -> f32 accumulate on h200
func.func @unit_batch(%a: memref<1x5x8xf32, strided<[?, 8, 1]>>, %b: memref<1x8x4xf32>, %c: memref<1x5x4xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<1x5x8xf32, strided<[?, 8, 1]>>, memref<1x8x4xf32>) outs(%c : memref<1x5x4xf32>)
  return
}

// Unknown sizes of whole buffers are collapsed like known ones.
// CHECK-LABEL: func @unknown(
// CHECK: memref.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : memref<?x?x8xf32> into memref<?x8xf32>
// CHECK: linalg.matmul ins({{.*}} : memref<?x8xf32>, memref<8x4xf32>) outs({{.*}} : memref<?x4xf32>)
// FACT: // ?x4x8 f32 -> f32 accumulate on h200
func.func @unknown(%a: memref<?x?x8xf32>, %b: memref<8x4xf32>, %c: memref<?x?x4xf32>) {
  linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%a, %b : memref<?x?x8xf32>, memref<8x4xf32>) outs(%c : memref<?x?x4xf32>)
  return
}

// A transposed C: the operands change places rather than the layout.
// CHECK-LABEL: func @transposed_result(
// CHECK-NEXT: linalg.matmul ins(%arg1, %arg0 : memref<4x8xf32>, memref<8x5xf32>) outs(%arg2 : memref<4x5xf32>)
// CHECK-NEXT: return
func.func @transposed_result(%a: memref<8x5xf32>, %b: memref<4x8xf32>, %c: memref<4x5xf32>) {
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>]
    ins(%a, %b : memref<8x5xf32>, memref<4x8xf32>) outs(%c : memref<4x5xf32>)
  return
}
