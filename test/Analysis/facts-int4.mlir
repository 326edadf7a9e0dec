// Matrices of 4 bits: two elements to a byte, of which offsets count halves.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 explain-rejections" -o /dev/null | grep '^//' | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

func.func @layouts(%x: memref<16x64xbf16>, %w: memref<128x64xi4>, %c: memref<16x64xf32>, %i: index) {
  // CHECK: {{^}}// 16x128x64 bf16,i4 B^T -> f32 on h200
  %c2 = memref.alloc() : memref<16x128xf32>
  linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : memref<16x64xbf16>, memref<128x64xi4>) outs(%c2 : memref<16x128xf32>)
  memref.dealloc %c2 : memref<16x128xf32>
  // From byte 32 on.
  // CHECK: {{^}}// 16x64x64 bf16,i4 B^T -> f32 accumulate b(align=32) on h200
  %part = memref.subview %w[1, 0] [64, 64] [1, 1] : memref<128x64xi4> to memref<64x64xi4, strided<[64, 1], offset: 64>>
  linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %part : memref<16x64xbf16>, memref<64x64xi4, strided<[64, 1], offset: 64>>)
      outs(%c : memref<16x64xf32>)
  // From byte 8 on.
  // CHECK: {{^}}// 16x64x32 bf16,i4 B^T -> f32 accumulate a(stride=64) b(stride=64, align=8) on h200
  %narrow = memref.subview %w[0, 16] [64, 32] [1, 1] : memref<128x64xi4> to memref<64x32xi4, strided<[64, 1], offset: 16>>
  %half = memref.subview %x[0, 0] [16, 32] [1, 1] : memref<16x64xbf16> to memref<16x32xbf16, strided<[64, 1]>>
  linalg.matmul indexing_maps = [#a, #b, #c] ins(%half, %narrow : memref<16x32xbf16, strided<[64, 1]>>, memref<64x32xi4, strided<[64, 1], offset: 16>>)
      outs(%c : memref<16x64xf32>)
  return
}
