// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --remarks-filter=autotune -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t

// What no fact describes is left as it is, with the reason.
// IR-NOT: autotune

#k = affine_map<(m, n, k) -> (k)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK: Function=broadcast | {{.*}}left alone: its A operand is broadcast
func.func @broadcast(%a: memref<4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul indexing_maps = [#k, #b, #c] ins(%a, %b : memref<4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// CHECK: Function=narrowing | {{.*}}left alone: the elements of its A operand (f32) would be rounded to the result's bf16 before they are multiplied
func.func @narrowing(%a: memref<4x4xf32>, %b: memref<4x4xbf16>, %c: memref<4x4xbf16>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xbf16>) outs(%c : memref<4x4xbf16>)
  return
}

// CHECK: Function=to_integer | {{.*}}left alone: its A operand is a float (f32) and its result an integer (i32)
func.func @to_integer(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xi32>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xi32>)
  return
}

// CHECK: Function=float8 | {{.*}}left alone: the elements of its B operand (bf16) would be rounded to the result's f8E5M2 before they are multiplied
func.func @float8(%a: memref<4x4xf8E5M2>, %b: memref<4x4xbf16>, %c: memref<4x4xf8E5M2>) {
  linalg.matmul ins(%a, %b : memref<4x4xf8E5M2>, memref<4x4xbf16>) outs(%c : memref<4x4xf8E5M2>)
  return
}

// CHECK: Function=other_float8 | {{.*}}left alone: the element type f8E4M3FNUZ of its A operand is none of bf16, f16, f32, f64, f8E4M3FN, f8E5M2, i8, i16, i32, i64
func.func @other_float8(%a: memref<4x4xf8E4M3FNUZ>, %b: memref<4x4xf8E4M3FNUZ>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x4xf8E4M3FNUZ>, memref<4x4xf8E4M3FNUZ>) outs(%c : memref<4x4xf32>)
  return
}

// CHECK: Function=i4 | {{.*}}left alone: the elements of its A operand are integers of 4 bits, which can only be multiplied by bf16 or f16
func.func @i4(%a: memref<4x4xi4>, %b: memref<4x4xi4>, %c: memref<4x4xi32>) {
  linalg.matmul ins(%a, %b : memref<4x4xi4>, memref<4x4xi4>) outs(%c : memref<4x4xi32>)
  return
}

// CHECK: Function=workgroup | {{.*}}left alone: the memory space of its A operand is local to a CTA or thread
func.func @workgroup(%a: memref<4x4xf32, #gpu.address_space<workgroup>>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32, #gpu.address_space<workgroup>>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// CHECK: Function=tiled_layout | {{.*}}left alone: the memref layout of its A operand is not strided
#tiled = affine_map<(i, j) -> (i floordiv 2, j floordiv 2, i mod 2, j mod 2)>
func.func @tiled_layout(%a: memref<4x4xf32, #tiled>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32, #tiled>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// CHECK: Function=generic | {{.*}}left alone: it is a linalg.generic, not a linalg.matmul, linalg.batch_matmul or linalg.batch_reduce_matmul
func.func @generic(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK: Function=in_place | {{.*}}left alone: its C operand is in the same buffer as its A operand; it must be in another buffer
func.func @in_place(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

// CHECK: Function=views | {{.*}}left alone: its C operand is in the same buffer as its B operand; it must be in another buffer
func.func @views(%a: memref<4x4xf32>, %base: memref<8x8xf32>) {
  %b = memref.subview %base[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  %c = memref.subview %base[2, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 16>>
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32, strided<[8, 1]>>)
                outs(%c : memref<4x4xf32, strided<[8, 1], offset: 16>>)
  return
}

// Parts that are apart by their indices may be in one place.
// What a view's metadata makes again may be outside of it.
// CHECK: Function=left_again | {{.*}}left alone: its C operand is in the same buffer as its B operand; it must be in another buffer
func.func @left_again(%a: memref<4x4xf32>, %base: memref<8x8xf32>) {
  %b = memref.subview %base[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  %other = memref.subview %base[4, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 32>>
  %buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %other : memref<4x4xf32, strided<[8, 1], offset: 32>> -> memref<f32>, index, index, index, index, index
  %c = memref.reinterpret_cast %buffer to offset: [0], sizes: [4, 4], strides: [8, 1] : memref<f32> to memref<4x4xf32, strided<[8, 1]>>
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32, strided<[8, 1]>>) outs(%c : memref<4x4xf32, strided<[8, 1]>>)
  return
}

// CHECK: Function=overlapping_rows | {{.*}}left alone: its C operand is in the same buffer as its B operand; it must be in another buffer, or in a part that provably does not overlap
func.func @overlapping_rows(%a: memref<1x4xf32>, %base: memref<8x4xf32, strided<[2, 1]>>) {
  %b = memref.subview %base[0, 0] [4, 4] [1, 1] : memref<8x4xf32, strided<[2, 1]>> to memref<4x4xf32, strided<[2, 1]>>
  %c = memref.subview %base[4, 0] [1, 4] [1, 1] : memref<8x4xf32, strided<[2, 1]>> to memref<1x4xf32, strided<[2, 1], offset: 8>>
  linalg.matmul ins(%a, %b : memref<1x4xf32>, memref<4x4xf32, strided<[2, 1]>>) outs(%c : memref<1x4xf32, strided<[2, 1], offset: 8>>)
  return
}

// CHECK: Function=transposed | {{.*}}left alone: its C operand is in the same buffer as its A operand; it must be in another buffer
func.func @transposed(%b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  %a = memref.transpose %c (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  linalg.matmul ins(%a, %b : memref<4x4xf32, strided<[1, 4]>>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// CHECK: Function=global | {{.*}}left alone: its C operand is in the same buffer as its A operand; it must be in another buffer
memref.global "private" @weights : memref<4x4xf32>
func.func @global(%b: memref<4x4xf32>) {
  %a = memref.get_global @weights : memref<4x4xf32>
  %c = memref.get_global @weights : memref<4x4xf32>
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

#batch_k = affine_map<(b, m, n, k) -> (b, k)>
#batch_b = affine_map<(b, m, n, k) -> (b, k, n)>
#batch_c = affine_map<(b, m, n, k) -> (b, m, n)>

// CHECK: Function=broadcast_rows | {{.*}}left alone: its A operand is broadcast along more than the batch
func.func @broadcast_rows(%a: memref<2x4xf32>, %b: memref<2x4x4xf32>, %c: memref<2x4x4xf32>) {
  linalg.batch_matmul indexing_maps = [#batch_k, #batch_b, #batch_c] ins(%a, %b : memref<2x4xf32>, memref<2x4x4xf32>) outs(%c : memref<2x4x4xf32>)
  return
}

// CHECK: Function=stride_zero | {{.*}}left alone: elements of its C operand share memory
func.func @stride_zero(%a: memref<2x4x4xf32>, %b: memref<2x4x4xf32>, %c: memref<2x4x4xf32, strided<[0, 4, 1]>>) {
  linalg.batch_matmul ins(%a, %b : memref<2x4x4xf32>, memref<2x4x4xf32>) outs(%c : memref<2x4x4xf32, strided<[0, 4, 1]>>)
  return
}

// Threads write C in any order: of rows or matrices that overlap, no sum is right.
// CHECK: Function=rows_share | {{.*}}left alone: elements of its C operand share memory
func.func @rows_share(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32, strided<[0, 1]>>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32, strided<[0, 1]>>)
  return
}

// CHECK: Function=columns_share | {{.*}}left alone: elements of its C operand share memory
func.func @columns_share(%a: memref<4x4xf32>, %b: memref<4x?xf32>, %c: memref<4x?xf32, strided<[4, 0]>>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x?xf32>) outs(%c : memref<4x?xf32, strided<[4, 0]>>)
  return
}

// CHECK: Function=rows_overlap | {{.*}}left alone: elements of its C operand share memory
func.func @rows_overlap(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32, strided<[-3, 1], offset: 9>>) {
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32, strided<[-3, 1], offset: 9>>)
  return
}

// CHECK: Function=matrices_overlap | {{.*}}left alone: elements of its C operand share memory
func.func @matrices_overlap(%a: memref<2x4x4xf32>, %b: memref<2x4x4xf32>, %c: memref<2x4x4xf32, strided<[4, 4, 1]>>) {
  linalg.batch_matmul ins(%a, %b : memref<2x4x4xf32>, memref<2x4x4xf32>) outs(%c : memref<2x4x4xf32, strided<[4, 4, 1]>>)
  return
}

// Matrices that lie in each other's rows share nothing, nor does a single row.
// CHECK: [Passed] AttachConfigs | Category:autotune | Function=rows_alternate
// IR: func.func @rows_alternate
func.func @rows_alternate(%a: memref<2x4x4xf32>, %b: memref<2x4x4xf32>, %c: memref<2x4x4xf32, strided<[4, 8, 1]>>) {
  linalg.batch_matmul ins(%a, %b : memref<2x4x4xf32>, memref<2x4x4xf32>) outs(%c : memref<2x4x4xf32, strided<[4, 8, 1]>>)
  return
}

// CHECK: [Passed] AttachConfigs | Category:autotune | Function=one_row
func.func @one_row(%a: memref<1x4xf32>, %b: memref<4x4xf32>, %c: memref<1x4xf32, strided<[0, 1]>>) {
  linalg.matmul ins(%a, %b : memref<1x4xf32>, memref<4x4xf32>) outs(%c : memref<1x4xf32, strided<[0, 1]>>)
  return
}

// Parts that are apart are as good as buffers of their own, be the matrices
// between each other's rows.
// CHECK: [Passed] AttachConfigs | Category:autotune | Function=parts
func.func @parts(%base: memref<8x12xf32>) {
  %a = memref.subview %base[0, 0] [4, 4] [1, 1] : memref<8x12xf32> to memref<4x4xf32, strided<[12, 1]>>
  %b = memref.subview %base[4, 0] [4, 4] [1, 1] : memref<8x12xf32> to memref<4x4xf32, strided<[12, 1], offset: 48>>
  %c = memref.subview %base[0, 4] [4, 4] [1, 1] : memref<8x12xf32> to memref<4x4xf32, strided<[12, 1], offset: 4>>
  linalg.matmul ins(%a, %b : memref<4x4xf32, strided<[12, 1]>>, memref<4x4xf32, strided<[12, 1], offset: 48>>)
                outs(%c : memref<4x4xf32, strided<[12, 1], offset: 4>>)
  return
}

// CHECK: Function=same_parts | {{.*}}left alone: all parts of its K are the same
func.func @same_parts(%a: memref<3x4x8xf32, strided<[0, 8, 1]>>, %b: memref<3x8x4xf32, strided<[0, 4, 1]>>, %c: memref<4x4xf32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<3x4x8xf32, strided<[0, 8, 1]>>, memref<3x8x4xf32, strided<[0, 4, 1]>>)
                             outs(%c : memref<4x4xf32>)
  return
}
