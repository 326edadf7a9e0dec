// Pads that crop, sizes of 0, and windows beyond the image: what is formed, and what is no product.
// test/Simulation/convolution-edges.test has the numbers.
// RUN: autotune-opt %s -autotune-form-convolutions -mlir-print-local-scope | FileCheck %s
// RUN: autotune-opt %s -autotune-form-convolutions -autotune-contract-convolutions=target=h200 -canonicalize | FileCheck %s --check-prefix=PRODUCT
// RUN: autotune-opt %s -autotune-form-convolutions -autotune-contract-convolutions=target=h200 -remark-format=emitRemark \
// RUN:   -remarks-filter=.* -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Windows begin two rows within the image, and one column in front of it.
// CHECK-LABEL: func.func @cropped
// CHECK: problem.convolution inputs(%arg0, %arg1 : tensor<1x8x9x64xf16>, tensor<8x3x3x64xf16>)
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4 + 2, d2 + d5 - 1, d6)>
// REMARK: remark: {{.*}}the convolution is a product with
// PRODUCT-LABEL: func.func @cropped
// PRODUCT: problem.contract
func.func @cropped(%x: tensor<1x8x9x64xf16>, %f: tensor<8x3x3x64xf16>) -> tensor<1x5x8x8xf32> {
  %zero = arith.constant 0.0 : f16
  %sum = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, -2, 1, 0] high[0, 1, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f16
  } : tensor<1x8x9x64xf16> to tensor<1x7x10x64xf16>
  %e = tensor.empty() : tensor<1x5x8x8xf32>
  %z = linalg.fill ins(%sum : f32) outs(%e : tensor<1x5x8x8xf32>) -> tensor<1x5x8x8xf32>
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %f : tensor<1x7x10x64xf16>, tensor<8x3x3x64xf16>) outs(%z : tensor<1x5x8x8xf32>) -> tensor<1x5x8x8xf32>
  return %r : tensor<1x5x8x8xf32>
}

// A dilated window whose outer rows are all padding.
// CHECK-LABEL: func.func @dilated
// CHECK: problem.convolution inputs(%arg0, %arg1 : tensor<1x4x5x64xf16>, tensor<8x3x3x64xf16>)
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4 * 7 - 7, d2 + d5 * 7 - 7, d6)>
// REMARK: remark: {{.*}}the convolution is a product with windows, which the kernel loads from the images
// PRODUCT-LABEL: func.func @dilated
// PRODUCT: problem.contract {{.*}} windows [3, 3, 1, 1, 7, 7, 7, 7, 7, 7]
func.func @dilated(%x: tensor<1x4x5x64xf16>, %f: tensor<8x3x3x64xf16>) -> tensor<1x4x5x8xf32> {
  %zero = arith.constant 0.0 : f16
  %sum = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 7, 7, 0] high[0, 7, 7, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f16
  } : tensor<1x4x5x64xf16> to tensor<1x18x19x64xf16>
  %e = tensor.empty() : tensor<1x4x5x8xf32>
  %z = linalg.fill ins(%sum : f32) outs(%e : tensor<1x4x5x8xf32>) -> tensor<1x4x5x8xf32>
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<7> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %f : tensor<1x18x19x64xf16>, tensor<8x3x3x64xf16>) outs(%z : tensor<1x4x5x8xf32>) -> tensor<1x4x5x8xf32>
  return %r : tensor<1x4x5x8xf32>
}

// REMARK: remark: {{.*}}the convolution is no product: it has a size of 0
// PRODUCT-LABEL: func.func @no_channels
// PRODUCT-NOT: problem.
// PRODUCT: linalg.generic
func.func @no_channels(%x: tensor<1x6x6x0xf16>, %f: tensor<8x3x3x0xf16>, %y: tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x6x6x0xf16>, tensor<8x3x3x0xf16>) outs(%y : tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  return %r : tensor<1x4x4x8xf32>
}

// REMARK: remark: {{.*}}the convolution is no product: it has a size of 0
// PRODUCT-LABEL: func.func @no_result
// PRODUCT-NOT: problem.
func.func @no_result(%x: tensor<2x4x5x64xf16>, %f: tensor<8x3x3x64xf16>, %y: tensor<2x0x1x8xf32>) -> tensor<2x0x1x8xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x4x5x64xf16>, tensor<8x3x3x64xf16>) outs(%y : tensor<2x0x1x8xf32>) -> tensor<2x0x1x8xf32>
  return %r : tensor<2x0x1x8xf32>
}

// REMARK: remark: {{.*}}the convolution is no product: a size other than that of the batch is not known
// PRODUCT-LABEL: func.func @unknown
// PRODUCT-NOT: problem.
func.func @unknown(%x: tensor<1x?x6x64xf16>, %f: tensor<8x3x3x64xf16>, %y: tensor<1x?x4x8xf32>) -> tensor<1x?x4x8xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x?x6x64xf16>, tensor<8x3x3x64xf16>) outs(%y : tensor<1x?x4x8xf32>) -> tensor<1x?x4x8xf32>
  return %r : tensor<1x?x4x8xf32>
}
