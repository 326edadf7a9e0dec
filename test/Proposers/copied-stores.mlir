// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 space=none" | %long_configs | FileCheck %s

// Where a seed's store is by TMA and C's rows are no multiples of 16 bytes, the
// threads copy them from the same boxes.

// CHECK-LABEL: func @rows
// CHECK-NOT: store = tma
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}store = copy
func.func @rows(%a: tensor<4096x4096xf16>, %b: tensor<4001x4096xf16>, %c: tensor<4096x4001xf16>) -> tensor<4096x4001xf16> {
  %0 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<4096x4096xf16>, tensor<4001x4096xf16>)
      outs(%c : tensor<4096x4001xf16>) -> tensor<4096x4001xf16>
  return %0 : tensor<4096x4001xf16>
}

// -----

// What TMA stores isn't copied.

// CHECK-LABEL: func @aligned
// CHECK-NOT: store = copy
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{[^>]*}}store = tma
func.func @aligned(%a: tensor<4096x4096xf16>, %b: tensor<4096x4096xf16>, %c: tensor<4096x4096xf16>) -> tensor<4096x4096xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x4096xf16>, tensor<4096x4096xf16>)
                     outs(%c : tensor<4096x4096xf16>) -> tensor<4096x4096xf16>
  return %0 : tensor<4096x4096xf16>
}

// -----

// TMA stores C, but no tile whose columns are no multiple of 64: threads store
// it 16 bytes at once.

// CHECK-LABEL: func @vectors
// CHECK-NOT: store = copy
// CHECK: tile = [128, 176, 64]{{[^>]*}}store = direct
// CHECK-NOT: store = copy
// CHECK: return
func.func @vectors(%a: tensor<4096x7168xbf16>, %b: tensor<7168x2112xbf16>, %c: tensor<4096x2112xbf16>) -> tensor<4096x2112xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x7168xbf16>, tensor<7168x2112xbf16>)
                     outs(%c : tensor<4096x2112xbf16>) -> tensor<4096x2112xbf16>
  return %0 : tensor<4096x2112xbf16>
}
