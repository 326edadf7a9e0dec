// Matmuls whose kernels are the same program share one kernel. Sizes are values
// of the program, so matmuls of other sizes share it as a rule.
// RUN: autotune-opt %s -autotune-lower-matmul=target=h200 | FileCheck %s

// CHECK-LABEL: func.func @sizes
// CHECK: tile.launch @autotune_kernels_sm_90a::@[[PLAIN:[a-z0-9_]+]]
// CHECK: tile.launch @autotune_kernels_sm_90a::@[[PLAIN]]
func.func @sizes(%a: tensor<33x17xi8>, %b: tensor<17x5xi8>, %c: tensor<33x5xi32>,
                 %d: tensor<8x9xi8>, %e: tensor<9x3xi8>, %f: tensor<8x3xi32>) -> (tensor<33x5xi32>, tensor<8x3xi32>) {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<33x17xi8>, tensor<17x5xi8>) outs(%c : tensor<33x5xi32>) -> tensor<33x5xi32>
  %1 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%d, %e : tensor<8x9xi8>, tensor<9x3xi8>) outs(%f : tensor<8x3xi32>) -> tensor<8x3xi32>
  return %0, %1 : tensor<33x5xi32>, tensor<8x3xi32>
}

// CHECK-LABEL: func.func @different
// CHECK-NOT: @[[PLAIN]] ins
func.func @different(%a: tensor<33x17xi8>, %b: tensor<17x5xi8>, %bt: tensor<5x17xi8>, %c: tensor<33x5xi32>,
                     %e: tensor<33x5xi16>) -> (tensor<33x5xi32>, tensor<33x5xi32>, tensor<33x5xi32>, tensor<33x5xi32>, tensor<33x5xi16>) {
  // Another config.
  // CHECK: tile.launch @autotune_kernels_sm_90a::@[[CONFIG:[a-z0-9_]+]]
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 32, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<33x17xi8>, tensor<17x5xi8>) outs(%c : tensor<33x5xi32>) -> tensor<33x5xi32>
  // Another layout.
  // CHECK: tile.launch @autotune_kernels_sm_90a::@[[LAYOUT:[a-z0-9_]+]]
  %1 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %bt : tensor<33x17xi8>, tensor<5x17xi8>) outs(%c : tensor<33x5xi32>) -> tensor<33x5xi32>
  // Another extension.
  // CHECK: tile.launch @autotune_kernels_sm_90a::@[[UNSIGNED:[a-z0-9_]+]]
  %2 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>, cast = #linalg.type_fn<cast_unsigned>}
      ins(%a, %b : tensor<33x17xi8>, tensor<17x5xi8>) outs(%c : tensor<33x5xi32>) -> tensor<33x5xi32>
  // Another init.
  // CHECK: tile.launch @autotune_kernels_sm_90a::@[[ZERO:[a-z0-9_]+]]
  %empty = tensor.empty() : tensor<33x5xi32>
  %3 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<33x17xi8>, tensor<17x5xi8>) outs(%empty : tensor<33x5xi32>) -> tensor<33x5xi32>
  // Another type.
  // CHECK: tile.launch @autotune_kernels_sm_90a::@[[TYPE:[a-z0-9_]+]]
  %4 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [16, 16, 8], thread = [1, 1]>}
      ins(%a, %b : tensor<33x17xi8>, tensor<17x5xi8>) outs(%e : tensor<33x5xi16>) -> tensor<33x5xi16>
  return %0, %1, %2, %3, %4 : tensor<33x5xi32>, tensor<33x5xi32>, tensor<33x5xi32>, tensor<33x5xi32>, tensor<33x5xi16>
}

// One module, and in it six kernels.
// CHECK: gpu.module @autotune_kernels_sm_90a
// CHECK: tile.kernel @[[PLAIN]](
// CHECK: tile.kernel @[[CONFIG]](
// CHECK: tile.kernel @[[LAYOUT]](
// CHECK: tile.kernel @[[UNSIGNED]](
// CHECK: tile.kernel @[[ZERO]](
// CHECK: tile.kernel @[[TYPE]](
// CHECK-NOT: tile.kernel
// CHECK-NOT: gpu.module
