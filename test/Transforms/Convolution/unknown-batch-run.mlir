// A convolution of a batch that is known at run time only: a kernel loads windows.
// RUN: autotune-opt %s -autotune-prepare -autotune-compile="target=h200 format=sim attach" -o %t
// RUN: grep -c 'EncodeWindows' %t | FileCheck %s --check-prefix=WINDOWS
// RUN: %run_sim %t | FileCheck %s
// WINDOWS: {{^[1-9]}}

// Windows at the corners have 4 pixels of 64 channels, those at the sides 6, and
// others 9.
// CHECK: sizes = [2, 3, 3, 1]
// CHECK: 256
// CHECK: 384
// CHECK: 256
// CHECK: 384
// CHECK: 576
// CHECK: 384
// CHECK: 256
// CHECK: 384
// CHECK: 256
// CHECK: 256
// CHECK: 384
// CHECK: 256
// CHECK: 384
// CHECK: 576
// CHECK: 384
// CHECK: 256
// CHECK: 384
// CHECK: 256
// CHECK: sizes = [1, 3, 3, 1]
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @conv(%x: tensor<?x3x3x64xf16>, %f: tensor<8x3x3x64xf16>) -> tensor<?x3x3x8xf16> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f16
  %zero32 = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x3x3x64xf16>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f16
  } : tensor<?x3x3x64xf16> to tensor<?x5x5x64xf16>
  %e = tensor.empty(%n) : tensor<?x3x3x8xf32>
  %fill = linalg.fill ins(%zero32 : f32) outs(%e : tensor<?x3x3x8xf32>) -> tensor<?x3x3x8xf32>
  %c = linalg.conv_2d_nhwc_fhwc {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%p, %f : tensor<?x5x5x64xf16>, tensor<8x3x3x64xf16>) outs(%fill : tensor<?x3x3x8xf32>) -> tensor<?x3x3x8xf32>
  %y = arith.truncf %c : tensor<?x3x3x8xf32> to tensor<?x3x3x8xf16>
  return %y : tensor<?x3x3x8xf16>
}

func.func private @print(%images: index) {
  %one = arith.constant 1.0 : f16
  %e = tensor.empty(%images) : tensor<?x3x3x64xf16>
  %x = linalg.fill ins(%one : f16) outs(%e : tensor<?x3x3x64xf16>) -> tensor<?x3x3x64xf16>
  %f = arith.constant dense<1.0> : tensor<8x3x3x64xf16>
  %y = call @conv(%x, %f) : (tensor<?x3x3x64xf16>, tensor<8x3x3x64xf16>) -> tensor<?x3x3x8xf16>
  %first = tensor.extract_slice %y[0, 0, 0, 7] [%images, 3, 3, 1] [1, 1, 1, 1] : tensor<?x3x3x8xf16> to tensor<?x3x3x1xf16>
  %wide = arith.extf %first : tensor<?x3x3x1xf16> to tensor<?x3x3x1xf32>
  %b = bufferization.to_buffer %wide : tensor<?x3x3x1xf32> to memref<?x3x3x1xf32>
  %u = memref.cast %b : memref<?x3x3x1xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  call @print(%c2) : (index) -> ()
  call @print(%c1) : (index) -> ()
  return
}
