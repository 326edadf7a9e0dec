// What dependent_launch adds to a tile program: one operation, first of all. So it
// stands before what is packed, and before every role.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs="target=h200 space=none" \
// RUN:   -autotune-lower-matmul=target=h200 | FileCheck %s

// CHECK-LABEL: func.func @loaded
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%{{.*}}) {
// CHECK-NEXT: tile.wait_for_previous
// CHECK: tile.role "producer"
// CHECK-NOT: tile.wait_for_previous
func.func @loaded(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], dependent_launch = true>}
      ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}

// -----

// CHECK-LABEL: func.func @packed
// CHECK: tile.kernel @matmul_hopper_wgmma_{{[0-9a-f]+}}(%{{.*}}) {
// CHECK-NEXT: tile.wait_for_previous
// CHECK-NEXT: tile.pack
func.func @packed(%a: tensor<512x513xbf16>, %b: tensor<513x513xbf16>) -> tensor<512x513xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x513xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x513xf32>) -> tensor<512x513xf32>
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], load = pack, dependent_launch = true>}
      ins(%a, %b : tensor<512x513xbf16>, tensor<513x513xbf16>) outs(%f : tensor<512x513xf32>) -> tensor<512x513xf32>
  return %d : tensor<512x513xf32>
}

// -----

// Unless it is asked for, no kernel has it.
// CHECK-LABEL: func.func @plain
// CHECK-NOT: tile.wait_for_previous
// CHECK: tile.role "producer"
func.func @plain(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = linalg.matmul ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%f : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d : tensor<512x512xf32>
}
