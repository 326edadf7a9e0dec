// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*fused.*' | FileCheck %s --implicit-check-not=fused
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" \
// RUN:   --autotune-lower-matmul=target=h200 -canonicalize | FileCheck %s --check-prefix=IR

// Scales of blocks of the result: of rows and columns, of rows alone, of columns for
// each row. The kernel is told how large blocks are.
// CHECK: Function=blocks | {{.*}}fused 1 element-wise operations, which read 3 operands
// IR-LABEL: func.func @blocks
// IR-NOT: linalg.generic
// IR: %[[ROWS:.*]] = tensor.expand_shape %arg3 {{.*}} into tensor<4x1xf32>
// IR-NEXT: tile.launch {{.*}} with(%arg2, %[[ROWS]], %arg4 : tensor<2x3xf32>, tensor<4x1xf32>, tensor<256x6xbf16>) sms
// IR-NEXT: return
// IR: tile.epilogue {{.*}} {groups = array<i64: 128, 128, 64, 1, 1, 64>, inside}
#id = affine_map<(i, j) -> (i, j)>
#blocks = affine_map<(i, j) -> (i floordiv 128, j floordiv 128)>
#rows = affine_map<(i, j) -> (i floordiv 64)>
#columns = affine_map<(i, j) -> (i, j floordiv 64)>
func.func @blocks(%a: tensor<256x64xbf16>, %b: tensor<64x384xbf16>, %block: tensor<2x3xf32>, %row: tensor<4xf32>, %column: tensor<256x6xbf16>, %c: tensor<256x384xf32>) -> tensor<256x384xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<256x64xbf16>, tensor<64x384xbf16>) outs(%c : tensor<256x384xf32>) -> tensor<256x384xf32>
  %0 = linalg.generic {indexing_maps = [#id, #blocks, #rows, #columns, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %block, %row, %column : tensor<256x384xf32>, tensor<2x3xf32>, tensor<4xf32>, tensor<256x6xbf16>) outs(%c : tensor<256x384xf32>) {
  ^bb0(%s: f32, %x: f32, %z: f32, %w: bf16, %o: f32):
    %1 = arith.mulf %s, %x : f32
    %2 = arith.addf %1, %z : f32
    %3 = arith.extf %w : bf16 to f32
    %4 = arith.mulf %2, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<256x384xf32>
  return %0 : tensor<256x384xf32>
}

// -----

// A block that is all there is of a dimension is one row or column; blocks that were
// made as large as the output are read where they come from, and groups of groups
// are groups.
// CHECK: Function=sources | {{.*}}fused 2 element-wise operations, which read 2 operands
// IR-LABEL: func.func @sources
// IR-NOT: linalg
// IR: tile.launch {{.*}} with(%arg2, %arg3 : tensor<1x3xf32>, tensor<2x3xf32>) sms
// IR-NEXT: return
// IR: tile.epilogue {{.*}} {groups = array<i64: 1, 128, 128, 128>, inside}
#id = affine_map<(i, j) -> (i, j)>
#blocks = affine_map<(i, j) -> (i floordiv 256, j floordiv 128)>
#all = affine_map<(i, j) -> (i floordiv 16, j floordiv 4)>
#more = affine_map<(i, j) -> (i floordiv 8, j floordiv 32)>
func.func @sources(%a: tensor<256x64xbf16>, %b: tensor<64x384xbf16>, %one: tensor<1x3xf32>, %block: tensor<2x3xf32>, %c: tensor<256x384xf32>) -> tensor<256x384xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<256x64xbf16>, tensor<64x384xbf16>) outs(%c : tensor<256x384xf32>) -> tensor<256x384xf32>
  %e = tensor.empty() : tensor<256x384xf32>
  %0 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %one : tensor<256x384xf32>, tensor<1x3xf32>) outs(%e : tensor<256x384xf32>) {
  ^bb0(%s: f32, %x: f32, %o: f32):
    %5 = arith.mulf %s, %x : f32
    linalg.yield %5 : f32
  } -> tensor<256x384xf32>
  %empty = tensor.empty() : tensor<16x96xf32>
  %1 = linalg.generic {indexing_maps = [#more, #id], iterator_types = ["parallel", "parallel"]}
      ins(%block : tensor<2x3xf32>) outs(%empty : tensor<16x96xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<16x96xf32>
  %2 = linalg.generic {indexing_maps = [#all, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<16x96xf32>) outs(%e : tensor<256x384xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<256x384xf32>
  %3 = arith.mulf %0, %2 : tensor<256x384xf32>
  return %3 : tensor<256x384xf32>
}

// -----

// Of a batch, of unknown sizes, and on memrefs.
// CHECK: Function=batch | {{.*}}fused 1 element-wise operations, which read 1 operands
// CHECK: Function=unknown | {{.*}}fused 1 element-wise operations, which read 1 operands
// IR-LABEL: func.func @batch
// IR: tile.launch {{.*}} with(%arg2 : memref<3x2x4xf32, strided<[8, 4, 1]>>) sms
// IR-LABEL: func.func @unknown
// IR: tile.launch {{.*}} with(%arg2 : tensor<?x?xf32>) sms
#all = affine_map<(b, i, j) -> (b, i, j)>
#each = affine_map<(b, i, j) -> (b, i floordiv 128, j floordiv 16)>
#id = affine_map<(i, j) -> (i, j)>
#blocks = affine_map<(i, j) -> (i floordiv 128, j floordiv 128)>
func.func @batch(%a: memref<3x256x64xbf16>, %b: memref<3x64x64xbf16>, %scale: memref<3x2x4xf32, strided<[8, 4, 1]>>, %c: memref<3x256x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<3x256x64xf32>)
  linalg.batch_matmul ins(%a, %b : memref<3x256x64xbf16>, memref<3x64x64xbf16>) outs(%c : memref<3x256x64xf32>)
  linalg.generic {indexing_maps = [#all, #each, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c, %scale : memref<3x256x64xf32>, memref<3x2x4xf32, strided<[8, 4, 1]>>) outs(%c : memref<3x256x64xf32>) {
  ^bb0(%s: f32, %x: f32, %o: f32):
    %0 = arith.mulf %s, %x : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @unknown(%a: tensor<?x64xbf16>, %b: tensor<64x?xbf16>, %scale: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<?x64xbf16>, tensor<64x?xbf16>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %scale : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%s: f32, %x: f32, %o: f32):
    %1 = arith.mulf %s, %x : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// What is no block of rows or columns.
// CHECK: Function=moved | {{.*}}linalg.generic is not fused: it reads an operand at an index that is neither a dimension of its result nor a group of one (floordiv)
// CHECK: Function=crossed | {{.*}}linalg.generic is not fused: it reads an operand in another order than its result's
// CHECK: Function=batches | {{.*}}linalg.generic is not fused: it reads an operand that groups of the batch share
// CHECK: Function=part | {{.*}}linalg.generic is not fused: it reads the product in another order, or a part of it
#id = affine_map<(i, j) -> (i, j)>
#moved = affine_map<(i, j) -> (i floordiv 2 + 1, j)>
#crossed = affine_map<(i, j) -> (j floordiv 2, i)>
#all = affine_map<(b, i, j) -> (b, i, j)>
#each = affine_map<(b, i, j) -> (b floordiv 2, j)>
#part = affine_map<(i, j) -> (i floordiv 2, j)>
func.func @moved(%a: tensor<16x64xbf16>, %b: tensor<64x16xbf16>, %x: tensor<9x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x64xbf16>, tensor<64x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #moved, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %x : tensor<16x16xf32>, tensor<9x16xf32>) outs(%c : tensor<16x16xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %1 = arith.mulf %s, %t : f32
    linalg.yield %1 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @crossed(%a: tensor<16x64xbf16>, %b: tensor<64x16xbf16>, %x: tensor<8x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x64xbf16>, tensor<64x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #crossed, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %x : tensor<16x16xf32>, tensor<8x16xf32>) outs(%c : tensor<16x16xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %1 = arith.mulf %s, %t : f32
    linalg.yield %1 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @batches(%a: tensor<4x16x64xbf16>, %b: tensor<4x64x16xbf16>, %x: tensor<2x16xf32>, %c: tensor<4x16x16xf32>) -> tensor<4x16x16xf32> {
  %y = linalg.batch_matmul ins(%a, %b : tensor<4x16x64xbf16>, tensor<4x64x16xbf16>) outs(%c : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  %0 = linalg.generic {indexing_maps = [#all, #each, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y, %x : tensor<4x16x16xf32>, tensor<2x16xf32>) outs(%c : tensor<4x16x16xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %1 = arith.mulf %s, %t : f32
    linalg.yield %1 : f32
  } -> tensor<4x16x16xf32>
  return %0 : tensor<4x16x16xf32>
}
func.func @part(%a: tensor<16x64xbf16>, %b: tensor<64x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x64xbf16>, tensor<64x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#part, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) {
  ^bb0(%s: f32, %o: f32):
    %1 = arith.negf %s : f32
    linalg.yield %1 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
