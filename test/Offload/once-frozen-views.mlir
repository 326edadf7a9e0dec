// A kernel of a matmul is built for the strides of what it reads: views of frozen
// weights stay views, and are not copied for it. A part of a weight whose
// elements are next to each other is copied for kernels of rows only, which take
// whole buffers.
// RUN: autotune-opt %s -split-input-file -autotune-attach-configs=target=h200 -autotune-lower-matmul=target=h200 \
// RUN:   -autotune-split-once=costly -autotune-split-once | FileCheck %s
// RUN: autotune-opt %s -split-input-file -linalg-generalize-named-ops -autotune-form-rows -autotune-lower-rows=target=h200 \
// RUN:   -autotune-split-once | FileCheck %s --check-prefix=ROWS

// CHECK-NOT: .once
// CHECK-LABEL: func @columns(
// CHECK: %[[S:.*]] = tensor.extract_slice %arg1[0, 64] [128, 64] [1, 1]
// CHECK: tile.launch {{.*}} ins(%arg0, %[[S]] :
func.func @columns(%x: tensor<64x128xf16>, %w: tensor<128x128xf16> {autotune.frozen}, %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %s = tensor.extract_slice %w[0, 64] [128, 64] [1, 1] : tensor<128x128xf16> to tensor<128x64xf16>
  %y = linalg.matmul ins(%x, %s : tensor<64x128xf16>, tensor<128x64xf16>) outs(%c : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %y : tensor<64x64xf16>
}

// -----

// CHECK-NOT: .once
// CHECK-LABEL: func @heads(
// CHECK: %[[E:.*]] = tensor.expand_shape %arg1
// CHECK: %[[P:.*]] = tile.permute %[[E]] [1, 0, 2]
// CHECK: tile.launch {{.*}} ins(%arg0, %[[P]] :
func.func @heads(%x: tensor<2x64x128xf16>, %w: tensor<128x128xf16> {autotune.frozen}, %c: tensor<2x64x64xf16>) -> tensor<2x64x64xf16> {
  %e = tensor.expand_shape %w [[0], [1, 2]] output_shape [128, 2, 64] : tensor<128x128xf16> into tensor<128x2x64xf16>
  %p = tile.permute %e [1, 0, 2] : tensor<128x2x64xf16> -> tensor<2x128x64xf16>
  %y = linalg.batch_matmul ins(%x, %p : tensor<2x64x128xf16>, tensor<2x128x64xf16>) outs(%c : tensor<2x64x64xf16>) -> tensor<2x64x64xf16>
  return %y : tensor<2x64x64xf16>
}

// -----

// The copy is kept, and the slice is not.
// CHECK-LABEL: func private @padded.once(%{{.*}}: tensor<128x65xf16>) -> tensor<128x128xf16>
// CHECK: tensor.pad
// CHECK-NOT: tensor.extract_slice
// CHECK: return
// CHECK-LABEL: func @padded(
// CHECK: %[[K:.*]] = call @padded.once(%arg1)
// CHECK: %[[S:.*]] = tensor.extract_slice %[[K]]
// CHECK: tile.launch {{.*}} ins(%arg0, %[[S]] :
func.func @padded(%x: tensor<64x128xf16>, %w: tensor<128x65xf16> {autotune.frozen}, %c: tensor<64x65xf16>) -> tensor<64x65xf16> {
  %z = arith.constant 0.0 : f16
  %p = tensor.pad %w low[0, 0] high[0, 63] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f16
  } : tensor<128x65xf16> to tensor<128x128xf16>
  %s = tensor.extract_slice %p[0, 0] [128, 65] [1, 1] : tensor<128x128xf16> to tensor<128x65xf16>
  %y = linalg.matmul ins(%x, %s : tensor<64x128xf16>, tensor<128x65xf16>) outs(%c : tensor<64x65xf16>) -> tensor<64x65xf16>
  return %y : tensor<64x65xf16>
}

// -----

// Rows stay in the weight. Columns would be copied in each call.
// ROWS: func private @parts.once(%{{.*}}: tensor<128x64xf16>) -> (tensor<8x64xf16>, tensor<128x8xf16>)
// CHECK-LABEL: func private @parts.once(%{{.*}}: tensor<128x64xf16>) -> tensor<128x8xf16>
// CHECK-LABEL: func @parts(
// CHECK: %[[C:.*]] = call @parts.once(%arg1)
// CHECK: %[[R:.*]] = tensor.extract_slice %arg1[3, 0] [8, 64] [1, 1]
// CHECK: linalg.add ins(%arg0, %[[R]] :
// CHECK: linalg.add ins(%arg2, %[[C]] :
func.func @parts(%x: tensor<8x64xf16>, %w: tensor<128x64xf16> {autotune.frozen}, %u: tensor<128x8xf16>) -> (tensor<8x64xf16>, tensor<128x8xf16>) {
  %e = tensor.empty() : tensor<8x64xf16>
  %f = tensor.empty() : tensor<128x8xf16>
  %r = tensor.extract_slice %w[3, 0] [8, 64] [1, 1] : tensor<128x64xf16> to tensor<8x64xf16>
  %c = tensor.extract_slice %w[0, 8] [128, 8] [1, 1] : tensor<128x64xf16> to tensor<128x8xf16>
  %y = linalg.add ins(%x, %r : tensor<8x64xf16>, tensor<8x64xf16>) outs(%e : tensor<8x64xf16>) -> tensor<8x64xf16>
  %z = linalg.add ins(%u, %c : tensor<128x8xf16>, tensor<128x8xf16>) outs(%f : tensor<128x8xf16>) -> tensor<128x8xf16>
  return %y, %z : tensor<8x64xf16>, tensor<128x8xf16>
}
