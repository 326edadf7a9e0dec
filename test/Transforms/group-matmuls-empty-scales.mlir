// A product of no rows has no block of rows, so its scales that do not vary along
// rows are like no others: it stays apart.
// RUN: autotune-opt %s --autotune-group-matmuls="target=h200 allow-tf32=tf32" | FileCheck %s

// CHECK-NOT: problem.grouped_matmul
// CHECK-COUNT-2: linalg.matmul
// CHECK-NOT: linalg.matmul
#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#k1 = affine_map<(n, k) -> (k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @f(%w: tensor<256x256xf8E4M3FN>, %t: tensor<2x2xf32>, %x0: tensor<0x256xf8E4M3FN>, %s0: tensor<2xf32>, %x1: tensor<64x256xf8E4M3FN>, %s1: tensor<64x2xf32>) -> (tensor<0x256xf32>, tensor<64x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %ex0 = tensor.empty() : tensor<0x256xf32>
  %dx0 = linalg.generic {indexing_maps = [#id, #k1, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x0, %s0 : tensor<0x256xf8E4M3FN>, tensor<2xf32>) outs(%ex0 : tensor<0x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<0x256xf32>
  %ew0 = tensor.empty() : tensor<256x256xf32>
  %dw0 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %t : tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew0 : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %em0 = tensor.empty() : tensor<0x256xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%em0 : tensor<0x256xf32>) -> tensor<0x256xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx0, %dw0 : tensor<0x256xf32>, tensor<256x256xf32>) outs(%f0 : tensor<0x256xf32>) -> tensor<0x256xf32>
  %ex1 = tensor.empty() : tensor<64x256xf32>
  %dx1 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x1, %s1 : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) outs(%ex1 : tensor<64x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %ew1 = tensor.empty() : tensor<256x256xf32>
  %dw1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %t : tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew1 : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %em1 = tensor.empty() : tensor<64x256xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%em1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx1, %dw1 : tensor<64x256xf32>, tensor<256x256xf32>) outs(%f1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %m0, %m1 : tensor<0x256xf32>, tensor<64x256xf32>
}
