// A product whose A has windows of images: loads find the pixel of a step along K.
// RUN: autotune-opt %s -autotune-lower-matmul=target=h200 | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK: tile.launch @{{.*}} ins(%arg0, %arg1 : tensor<2x5x6x32xf16>, tensor<16x576xf16>) outs(%arg2 : tensor<60x16xf16>)
// CHECK-SAME: window [3, 3] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1]

// CHECK-LABEL: tile.kernel @
// CHECK-SAME: memref<?x?x?x?xf16, strided<[?, ?, ?, 1], offset: ?>>
// CHECK: %[[R:.*]], %[[S:.*]] = tile.window_size
// CHECK: %[[COUNT:.*]] = arith.muli %[[R]], %[[S]]
// CHECK: %[[CHANNELS:.*]] = arith.divui %{{.*}}, %[[COUNT]]
// CHECK: tile.acquire
// CHECK-NEXT: %[[C:.*]] = arith.remui %[[K:.*]], %[[CHANNELS]]
// CHECK-NEXT: %[[PIXEL:.*]] = arith.divui %[[K]], %[[CHANNELS]]
// CHECK-NEXT: %[[ROW:.*]] = arith.divui %[[PIXEL]], %[[S]]
// CHECK-NEXT: %[[COLUMN:.*]] = arith.remui %[[PIXEL]], %[[S]]
// CHECK-NEXT: tile.load %{{.*}}[%{{.*}}, %[[C]]] window [%[[ROW]], %[[COLUMN]]] into %{{.*}}[0] : memref<?x?x?x?xf16
// CHECK-NEXT: tile.load %{{.*}}[%{{.*}}, %[[K]]] into %{{.*}}[1] trim
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @conv(%x: tensor<2x5x6x32xf16>, %f: tensor<16x576xf16>, %y: tensor<60x16xf16>) -> tensor<60x16xf16> {
  %r = problem.contract ins(%x, %f : tensor<2x5x6x32xf16>, tensor<16x576xf16>) windows [3, 3, 1, 1, 1, 1, 1, 1, 1, 1]
      outs(%y : tensor<60x16xf16>) maps [#mk, #nk, #mn] sums f32
      {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 64], stages = 4, consumers = 1, defaults>} -> tensor<60x16xf16>
  return %r : tensor<60x16xf16>
}
