// RUN: env FAKE_NVMATMUL_PRINTS=1 %nvmatmul_good autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 heuristics=nv-matmul-heuristics" -o /dev/null 2>&1 | FileCheck %s
// RUN: env FAKE_NVMATMUL_PRINTS=1 %nvmatmul_good autotune-opt %s --split-input-file --autotune-attach-configs="target=h100-sxm heuristics=nv-matmul-heuristics" -o /dev/null 2>&1 | FileCheck %s --check-prefix=H100
// RUN: env FAKE_NVMATMUL_PRINTS=1 %nvmatmul_good autotune-opt %s --split-input-file --autotune-attach-configs="target=h100-sxm,sms=114,memory_bandwidth=2e12 heuristics=nv-matmul-heuristics" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PCIE
// RUN: env FAKE_NVMATMUL_PRINTS=1 %nvmatmul_good autotune-opt %s --split-input-file --autotune-attach-configs="target=a100-sxm heuristics=nv-matmul-heuristics" -o /dev/null 2>&1 | FileCheck %s --check-prefix=A100

// The library is asked with its own letters for types, its numbers for layouts
// of row-major matrices, and its numbers for GPUs.

// CHECK: asked: TSS flags 8 generator 4: 4096x1024x512 batch 1 layout 0 on 9003
// H100: asked: TSS flags 8 generator 4: 4096x1024x512 batch 1 layout 0 on 9000
// PCIE: on 9001
// A100: asked: TSS flags 8 generator 2: 4096x1024x512 batch 1 layout 0 on 8000
func.func @bf16(%a: tensor<4096x512xbf16>, %b: tensor<512x1024xbf16>, %c: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x512xbf16>, tensor<512x1024xbf16>) outs(%c : tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %0 : tensor<4096x1024xf32>
}

// -----

// CHECK: asked: HSH flags 8 generator 4: 4096x1024x512 batch 1 layout 1 on 9003
func.func @transposed_b(%a: tensor<4096x512xf16>, %b: tensor<1024x512xf16>, %c: tensor<4096x1024xf16>) -> tensor<4096x1024xf16> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x512xf16>, tensor<1024x512xf16>) outs(%c : tensor<4096x1024xf16>) -> tensor<4096x1024xf16>
  return %0 : tensor<4096x1024xf16>
}

// -----

// CHECK: asked: TST flags 8 generator 4: 4096x1024x512 batch 1 layout 2 on 9003
func.func @transposed_a(%a: tensor<512x4096xbf16>, %b: tensor<512x1024xbf16>, %c: tensor<4096x1024xbf16>) -> tensor<4096x1024xbf16> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<512x4096xbf16>, tensor<512x1024xbf16>) outs(%c : tensor<4096x1024xbf16>) -> tensor<4096x1024xbf16>
  return %0 : tensor<4096x1024xbf16>
}

// -----

// As C^T, A is B^T, so neither order in memory is another one.

// CHECK: asked: TST flags 8 generator 4: 1024x16x512 batch 1 layout 3 on 9003
func.func @few_rows(%a: tensor<16x512xbf16>, %b: tensor<512x1024xbf16>, %c: tensor<16x1024xbf16>) -> tensor<16x1024xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x512xbf16>, tensor<512x1024xbf16>) outs(%c : tensor<16x1024xbf16>) -> tensor<16x1024xbf16>
  return %0 : tensor<16x1024xbf16>
}

// -----

// CHECK: asked: TST flags 8 generator 4: 1024x16x512 batch 1 layout 1 on 9003
func.func @few_rows_transposed_b(%a: tensor<16x512xbf16>, %b: tensor<1024x512xbf16>, %c: tensor<16x1024xbf16>) -> tensor<16x1024xbf16> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<16x512xbf16>, tensor<1024x512xbf16>) outs(%c : tensor<16x1024xbf16>) -> tensor<16x1024xbf16>
  return %0 : tensor<16x1024xbf16>
}

// -----

// CHECK: asked: QRSSS flags 8 generator 4: 4096x1024x512 batch 1 layout 1 on 9003
func.func @float8(%a: tensor<4096x512xf8E4M3FN>, %b: tensor<1024x512xf8E5M2>, %c: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x512xf8E4M3FN>, tensor<1024x512xf8E5M2>) outs(%c : tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %0 : tensor<4096x1024xf32>
}

// -----

// CHECK: asked: RQTST flags 8 generator 4: 1024x16x512 batch 1 layout 1 on 9003
func.func @few_rows_float8(%a: tensor<16x512xf8E4M3FN>, %b: tensor<1024x512xf8E5M2>, %c: tensor<16x1024xbf16>) -> tensor<16x1024xbf16> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<16x512xf8E4M3FN>, tensor<1024x512xf8E5M2>) outs(%c : tensor<16x1024xbf16>) -> tensor<16x1024xbf16>
  return %0 : tensor<16x1024xbf16>
}

// -----

// CHECK: asked: BII flags 8 generator 4: 4096x1024x512 batch 1 layout 1 on 9003
func.func @integers(%a: tensor<4096x512xi8>, %b: tensor<1024x512xi8>, %c: tensor<4096x1024xi32>) -> tensor<4096x1024xi32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4096x512xi8>, tensor<1024x512xi8>) outs(%c : tensor<4096x1024xi32>) -> tensor<4096x1024xi32>
  return %0 : tensor<4096x1024xi32>
}

// -----

// wgmma multiplies no f64.

// CHECK: asked: DDD flags 8 generator 2: 4096x1024x512 batch 1 layout 0 on 9003
func.func @f64(%a: tensor<4096x512xf64>, %b: tensor<512x1024xf64>, %c: tensor<4096x1024xf64>) -> tensor<4096x1024xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x512xf64>, tensor<512x1024xf64>) outs(%c : tensor<4096x1024xf64>) -> tensor<4096x1024xf64>
  return %0 : tensor<4096x1024xf64>
}

// -----

// Products on CUDA cores are not asked about.

// CHECK-NOT: asked
func.func @f32(%a: tensor<4096x512xf32>, %b: tensor<512x1024xf32>, %c: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x512xf32>, tensor<512x1024xf32>) outs(%c : tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %0 : tensor<4096x1024xf32>
}
