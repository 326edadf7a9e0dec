// Rows of frozen weights that TMA can't load become rows of a padded copy.
// RUN: autotune-opt %s -split-input-file -autotune-pad-weights | FileCheck %s
// RUN: autotune-opt %s -split-input-file -autotune-pad-weights -autotune-pad-weights | FileCheck %s
// RUN: autotune-opt %s -split-input-file -autotune-pad-weights=max-bytes=278527 | FileCheck %s --check-prefix=LIMIT
// RUN: autotune-opt %s -split-input-file -autotune-prepare=pad-weights=false | FileCheck %s --check-prefix=OFF

// OFF-NOT: tensor.pad
// The copy of @columns has 128 rows of 1088 elements.
// LIMIT-NOT: tensor.pad
// LIMIT: func @columns

// The slice has the weight's type, so the product stays as it is. Two products
// read one copy.
// CHECK-LABEL: func @columns(
// CHECK-SAME: %[[X:.*]]: tensor<64x128xf16>, %[[W:.*]]: tensor<128x1025xf16>
// CHECK: %[[P:.*]] = tensor.pad %[[W]] low[0, 0] high[0, 63] {
// CHECK: tensor.yield %{{.*}} : f16
// CHECK: tensor<128x1025xf16> to tensor<128x1088xf16>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[P]][0, 0] [128, 1025] [1, 1] : tensor<128x1088xf16> to tensor<128x1025xf16>
// CHECK-NOT: tensor.pad
// CHECK-COUNT-2: linalg.matmul ins(%[[X]], %[[S]] :
func.func @columns(%x: tensor<64x128xf16>, %w: tensor<128x1025xf16> {autotune.frozen}, %c: tensor<64x1025xf16>) -> (tensor<64x1025xf16>, tensor<64x1025xf16>) {
  %y = linalg.matmul ins(%x, %w : tensor<64x128xf16>, tensor<128x1025xf16>) outs(%c : tensor<64x1025xf16>) -> tensor<64x1025xf16>
  %z = linalg.matmul ins(%x, %w : tensor<64x128xf16>, tensor<128x1025xf16>) outs(%y : tensor<64x1025xf16>) -> tensor<64x1025xf16>
  return %y, %z : tensor<64x1025xf16>, tensor<64x1025xf16>
}

// -----

#a = affine_map<(b, m, n, k) -> (b, m, k)>
#b = affine_map<(b, m, n, k) -> (b, n, k)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>

// Batches, rows along K, and bytes. What else reads the weight reads it as it is.
// CHECK-LABEL: func @batch(
// CHECK: %[[P:.*]] = tensor.pad %arg1 low[0, 0, 0] high[0, 0, 55] {
// CHECK: tensor<2x32x201xi8> to tensor<2x32x256xi8>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[P]]
// CHECK: linalg.batch_matmul {{.*}} ins(%arg0, %[[S]] :
// CHECK: linalg.add ins(%arg1, %arg1
func.func @batch(%x: tensor<2x16x201xi8>, %w: tensor<2x32x201xi8> {autotune.frozen}, %c: tensor<2x16x32xi32>) -> (tensor<2x16x32xi32>, tensor<2x32x201xi8>) {
  %e = tensor.empty() : tensor<2x32x201xi8>
  %y = linalg.batch_matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<2x16x201xi8>, tensor<2x32x201xi8>) outs(%c : tensor<2x16x32xi32>) -> tensor<2x16x32xi32>
  %z = linalg.add ins(%w, %w : tensor<2x32x201xi8>, tensor<2x32x201xi8>) outs(%e : tensor<2x32x201xi8>) -> tensor<2x32x201xi8>
  return %y, %z : tensor<2x16x32xi32>, tensor<2x32x201xi8>
}

// -----

// Nothing is padded: a weight that is not frozen, rows of whole 16 bytes, narrow
// rows, elements of 32 bits, unknown sizes, and an operand of a product that has
// a config.
// CHECK-LABEL: func @stays(
// CHECK-NOT: tensor.pad
// CHECK: return
func.func @stays(%x: tensor<64x128xf16>, %u: tensor<64x128xf32>, %a: tensor<128x1025xf16>, %b: tensor<128x1032xf16> {autotune.frozen}, %c: tensor<128x63xf16> {autotune.frozen}, %d: tensor<128x1025xf32> {autotune.frozen}, %e: tensor<128x?xf16> {autotune.frozen}, %f: tensor<128x1025xf16> {autotune.frozen},
    %0: tensor<64x1025xf16>, %1: tensor<64x1032xf16>, %2: tensor<64x63xf16>, %3: tensor<64x1025xf32>, %4: tensor<64x?xf16>)
    -> (tensor<64x1025xf16>, tensor<64x1032xf16>, tensor<64x63xf16>, tensor<64x1025xf32>, tensor<64x?xf16>, tensor<64x1025xf16>) {
  %5 = linalg.matmul ins(%x, %a : tensor<64x128xf16>, tensor<128x1025xf16>) outs(%0 : tensor<64x1025xf16>) -> tensor<64x1025xf16>
  %6 = linalg.matmul ins(%x, %b : tensor<64x128xf16>, tensor<128x1032xf16>) outs(%1 : tensor<64x1032xf16>) -> tensor<64x1032xf16>
  %7 = linalg.matmul ins(%x, %c : tensor<64x128xf16>, tensor<128x63xf16>) outs(%2 : tensor<64x63xf16>) -> tensor<64x63xf16>
  %8 = linalg.matmul ins(%u, %d : tensor<64x128xf32>, tensor<128x1025xf32>) outs(%3 : tensor<64x1025xf32>) -> tensor<64x1025xf32>
  %9 = linalg.matmul ins(%x, %e : tensor<64x128xf16>, tensor<128x?xf16>) outs(%4 : tensor<64x?xf16>) -> tensor<64x?xf16>
  %10 = linalg.matmul {autotune.config = #autotune.config<simt, defaults>} ins(%x, %f : tensor<64x128xf16>, tensor<128x1025xf16>) outs(%0 : tensor<64x1025xf16>) -> tensor<64x1025xf16>
  return %5, %6, %7, %8, %9, %10 : tensor<64x1025xf16>, tensor<64x1032xf16>, tensor<64x63xf16>, tensor<64x1025xf32>, tensor<64x?xf16>, tensor<64x1025xf16>
}
