// Dimensions of tensors that are moved where they are: what is left adjacent are rows or
// columns, as kernels take them.
// RUN: autotune-opt %s --autotune-canonicalize-contractions --remarks-filter=autotune 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=LEFT <%t
// RUN: autotune-opt %s --autotune-canonicalize-contractions | autotune-opt --autotune-attach-configs="target=h200 explain" 2>&1 >%t | FileCheck %s --check-prefix=FACT
// RUN: autotune-opt %s --autotune-canonicalize-contractions | autotune-opt --autotune-attach-configs=target=h200 \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=LOWERED

// Attention's scores, of heads that lie one behind the other in rows.
// CHECK-LABEL: func @scores(
// CHECK: %[[Q:.*]] = tile.permute %arg0 [1, 0, 2] : tensor<512x16x128xbf16> -> tensor<16x512x128xbf16>
// CHECK: %[[K:.*]] = tile.permute %arg1 [1, 0, 2]
// CHECK: linalg.batch_matmul {{.*}} ins(%[[Q]], %[[K]] :
// FACT: remark: 16*512x512x128 bf16 B^T -> f32 accumulate a(stride=2048, batch=128) b(stride=2048, batch=128) on h200
// LOWERED-LABEL: func @scores(
// LOWERED-NOT: linalg
// LOWERED: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x512x128xbf16>, tensor<16x512x128xbf16>)
func.func @scores(%q: tensor<512x16x128xbf16>, %k: tensor<512x16x128xbf16>, %c: tensor<16x512x512xf32>) -> tensor<16x512x512xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(h, s, t, d) -> (s, h, d)>, affine_map<(h, s, t, d) -> (t, h, d)>, affine_map<(h, s, t, d) -> (h, s, t)>]
      ins(%q, %k : tensor<512x16x128xbf16>, tensor<512x16x128xbf16>) outs(%c : tensor<16x512x512xf32>) -> tensor<16x512x512xf32>
  return %0 : tensor<16x512x512xf32>
}

// Columns of A are adjacent, as rows of its transpose.
// CHECK-LABEL: func @columns(
// CHECK: %[[A:.*]] = tile.permute %arg0 [1, 0, 2] : tensor<32x8x16xf16> -> tensor<8x32x16xf16>
// CHECK: linalg.batch_matmul indexing_maps = [#[[$AT:.*]], #{{.*}}, #{{.*}}] ins(%[[A]], %arg1 :
// FACT: remark: 8*16x64x32 f16 A^T -> f32 accumulate a(stride=128, batch=16) on h200
func.func @columns(%a: tensor<32x8x16xf16>, %b: tensor<8x32x64xf16>, %c: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (k, b, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : tensor<32x8x16xf16>, tensor<8x32x64xf16>) outs(%c : tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
  return %0 : tensor<8x16x64xf32>
}

// What is collapsed lies so, too: two dimensions of rows, behind the batch in memory.
// CHECK-LABEL: func @collapsed(
// CHECK: %[[T:.*]] = tile.permute %arg0 [2, 0, 1, 3] : tensor<2x3x4x8xbf16> -> tensor<4x2x3x8xbf16>
// CHECK: %[[A:.*]] = tensor.collapse_shape %[[T]] {{\[\[}}0], [1, 2], [3]] : tensor<4x2x3x8xbf16> into tensor<4x6x8xbf16>
// CHECK: linalg.batch_matmul ins(%[[A]], %arg1 :
// FACT: remark: 4*6x16x8 bf16 -> f32 accumulate a(stride=32, batch=8) on h200
func.func @collapsed(%a: tensor<2x3x4x8xbf16>, %b: tensor<4x8x16xbf16>, %c: tensor<4x2x3x16xf32>) -> tensor<4x2x3x16xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, s, t, n, k) -> (s, t, b, k)>, affine_map<(b, s, t, n, k) -> (b, k, n)>, affine_map<(b, s, t, n, k) -> (b, s, t, n)>]
      ins(%a, %b : tensor<2x3x4x8xbf16>, tensor<4x8x16xbf16>) outs(%c : tensor<4x2x3x16xf32>) -> tensor<4x2x3x16xf32>
  return %0 : tensor<4x2x3x16xf32>
}

// Elements of neither are adjacent: a copy, if that is allowed.
// LEFT: Function=scattered | {{.*}}its B operand is a matrix only when it is transposed, which is a copy (allow-copies)
func.func @scattered(%a: tensor<8x16x32xf16>, %b: tensor<32x64x8xf16>, %c: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n, b)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : tensor<8x16x32xf16>, tensor<32x64x8xf16>) outs(%c : tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
  return %0 : tensor<8x16x64xf32>
}

// Heads of several sequences, whose matrices lie in two dimensions that have no stride in
// common: these stay, and kernels take what is not collapsed.
// CHECK-LABEL: func @sequences(
// CHECK: %[[T:.*]] = tile.permute %arg0 [0, 2, 1, 3] : tensor<2x?x16x128xbf16> -> tensor<2x16x?x128xbf16>
// CHECK: %[[Q:.*]] = tensor.collapse_shape %[[T]] {{\[\[}}0, 1], [2], [3]] : tensor<2x16x?x128xbf16> into tensor<32x?x128xbf16>
// CHECK: linalg.batch_matmul {{.*}} ins(%[[Q]], %{{.*}} :
// FACT: remark: 32*?x512x128 bf16 B^T -> f32 accumulate a(stride=2048, batch=128, inner=16, outer=?) b(stride=2048, batch=128, inner=16, outer=1048576) c(unit=512) on h200
// LOWERED-LABEL: func @sequences(
// LOWERED: %[[A:.*]] = tile.permute %arg0
// LOWERED: %[[B:.*]] = tile.permute %arg1
// LOWERED: tile.launch {{.*}} ins(%[[A]], %[[B]] : tensor<2x16x?x128xbf16>, tensor<2x16x512x128xbf16>) outs(%{{.*}} : tensor<32x?x512xf32>)
func.func @sequences(%q: tensor<2x?x16x128xbf16>, %k: tensor<2x512x16x128xbf16>, %c: tensor<2x16x?x512xf32>) -> tensor<2x16x?x512xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, h, s, t, d) -> (b, s, h, d)>, affine_map<(b, h, s, t, d) -> (b, t, h, d)>, affine_map<(b, h, s, t, d) -> (b, h, s, t)>]
      ins(%q, %k : tensor<2x?x16x128xbf16>, tensor<2x512x16x128xbf16>) outs(%c : tensor<2x16x?x512xf32>) -> tensor<2x16x?x512xf32>
  return %0 : tensor<2x16x?x512xf32>
}

// Three dimensions of matrices are one too many.
// LEFT: Function=three | {{.*}}its A operand is a matrix only when it is transposed, which is a copy (allow-copies)
func.func @three(%a: tensor<2x3x16x4x8xbf16>, %b: tensor<2x3x4x8x16xbf16>, %c: tensor<2x4x3x16x16xf32>) -> tensor<2x4x3x16x16xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(p, q, r, m, n, k) -> (p, r, m, q, k)>, affine_map<(p, q, r, m, n, k) -> (p, r, q, k, n)>, affine_map<(p, q, r, m, n, k) -> (p, q, r, m, n)>]
      ins(%a, %b : tensor<2x3x16x4x8xbf16>, tensor<2x3x4x8x16xbf16>) outs(%c : tensor<2x4x3x16x16xf32>) -> tensor<2x4x3x16x16xf32>
  return %0 : tensor<2x4x3x16x16xf32>
}

// Where C is transposed within each of a batch, the factor that is for all is its transpose.
// CHECK-LABEL: func @result(
// CHECK: %[[W:.*]] = tile.permute %arg1 [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
// CHECK: linalg.batch_matmul {{.*}} ins(%[[W]], %arg0 : tensor<4x8xf32>, tensor<2x3x8xf32>) outs(%arg2 : tensor<2x4x3xf32>)
// FACT: remark: 2*4x3x8 f32 A^T B^T -> f32 accumulate a(broadcast) on h200
func.func @result(%a: tensor<2x3x8xf32>, %b: tensor<8x4xf32>, %c: tensor<2x4x3xf32>) -> tensor<2x4x3xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(a, b, n, k) -> (a, b, k)>, affine_map<(a, b, n, k) -> (k, n)>, affine_map<(a, b, n, k) -> (a, n, b)>]
         ins(%a, %b : tensor<2x3x8xf32>, tensor<8x4xf32>) outs(%c : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// What a copy of would be a product of many rows is none of many thin ones: a copy, if that
// is allowed, and nothing else.
// LEFT: Function=thin | {{.*}}its A operand is a matrix only when it is transposed, which is a copy (allow-copies)
func.func @thin(%x: tensor<2x64x64xbf16>, %w: tensor<64x96xbf16>, %c: tensor<64x2x96xf32>) -> tensor<64x2x96xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(s, b, n, d) -> (b, s, d)>, affine_map<(s, b, n, d) -> (d, n)>, affine_map<(s, b, n, d) -> (s, b, n)>]
      ins(%x, %w : tensor<2x64x64xbf16>, tensor<64x96xbf16>) outs(%c : tensor<64x2x96xf32>) -> tensor<64x2x96xf32>
  return %0 : tensor<64x2x96xf32>
}

// Of two ways to cut K the one of few parts.
// CHECK-LABEL: func @few_parts(
// CHECK: tile.permute %arg0 [1, 0, 2] : tensor<64x2x64xbf16> -> tensor<2x64x64xbf16>
// CHECK: linalg.batch_reduce_matmul {{.*}} : tensor<2x64x64xbf16>, tensor<2x64x96xbf16>)
func.func @few_parts(%x: tensor<64x2x64xbf16>, %y: tensor<2x64x96xbf16>, %c: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(i, j, b, s) -> (s, b, i)>, affine_map<(i, j, b, s) -> (b, s, j)>, affine_map<(i, j, b, s) -> (i, j)>]
      ins(%x, %y : tensor<64x2x64xbf16>, tensor<2x64x96xbf16>) outs(%c : tensor<64x96xf32>) -> tensor<64x96xf32>
  return %0 : tensor<64x96xf32>
}

// A part of a tensor lies as the whole does: here the queries of rows that hold keys and
// values, too, and what of them is seen to be aligned.
// CHECK-LABEL: func @part(
// CHECK: tile.permute %{{.*}} [1, 0, 2] : tensor<512x16x128xbf16> -> tensor<16x512x128xbf16>
// FACT: remark: 16*512x512x128 bf16 B^T -> f32 accumulate a(stride=6144, batch=128) b(stride=6144, batch=128) on h200
func.func @part(%x: tensor<512x48x128xbf16>, %c: tensor<16x512x512xf32>) -> tensor<16x512x512xf32> {
  %q = tensor.extract_slice %x[0, 0, 0] [512, 16, 128] [1, 1, 1] : tensor<512x48x128xbf16> to tensor<512x16x128xbf16>
  %k = tensor.extract_slice %x[0, 16, 0] [512, 16, 128] [1, 1, 1] : tensor<512x48x128xbf16> to tensor<512x16x128xbf16>
  %0 = linalg.contract indexing_maps = [affine_map<(h, s, t, d) -> (s, h, d)>, affine_map<(h, s, t, d) -> (t, h, d)>, affine_map<(h, s, t, d) -> (h, s, t)>]
      ins(%q, %k : tensor<512x16x128xbf16>, tensor<512x16x128xbf16>) outs(%c : tensor<16x512x512xf32>) -> tensor<16x512x512xf32>
  return %0 : tensor<16x512x512xf32>
}

// Rows of an odd length, from an odd place on, are no rows for TMA.
// FACT: remark: 64x32x60 bf16 -> f32 accumulate a(stride=63, align=2) on h200
func.func @odd(%x: tensor<64x63xbf16>, %w: tensor<60x32xbf16>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %a = tensor.extract_slice %x[0, 3] [64, 60] [1, 1] : tensor<64x63xbf16> to tensor<64x60xbf16>
  %0 = linalg.matmul ins(%a, %w : tensor<64x60xbf16>, tensor<60x32xbf16>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
