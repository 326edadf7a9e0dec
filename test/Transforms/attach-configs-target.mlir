// RUN: autotune-opt %s --split-input-file --verify-diagnostics --autotune-attach-configs \
// RUN:   | FileCheck %s

// Without the option the target comes from the IR: the nearest autotune.target,

// CHECK-LABEL: module attributes {autotune.target
// CHECK: linalg.matmul
// CHECK-SAME: #autotune.config<hopper_wgmma,
module attributes {autotune.target = #autotune.target<"h200", sms = 114>} {
  func.func @named(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>)
                       outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
    return %0 : tensor<512x512xf32>
  }
}

// -----

// CHECK-LABEL: module attributes {autotune.target
// CHECK: linalg.matmul
// CHECK-SAME: autotune.config = #autotune.config<ampere_mma,
module attributes {autotune.target = #autotune.target<chip = "sm_89">} {
  module {
    func.func @by_chip(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
      %0 = linalg.matmul ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>)
                         outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
      return %0 : tensor<512x512xf32>
    }
  }
}

// -----

// or the chip that a gpu.module beside it is compiled for.

// CHECK-LABEL: gpu.module @kernels
// CHECK: linalg.matmul
// CHECK-SAME: #autotune.config<hopper_wgmma,
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
}
func.func @by_nvvm(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>, %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>)
                     outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// -----

// A module without a matmul needs no target.

// CHECK-LABEL: func @no_matmul
func.func @no_matmul() {
  return
}

// -----

// expected-error @below {{unknown target 'h300'; known are a100-sxm (sm_80)}}
module attributes {autotune.target = #autotune.target<"h300">} {
  func.func @unknown(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>)
                       outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}

// -----

// expected-error @below {{no target is given and the module's gpu.modules disagree; set autotune.target or the target option}}
module {
  // expected-note @below {{this one is for sm_80}}
  gpu.module @ampere [#nvvm.target<chip = "sm_80">] {
  }
  // expected-note @below {{this one is for sm_90a}}
  gpu.module @hopper [#nvvm.target<chip = "sm_90a">] {
  }
  func.func @disagree(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>)
                       outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}

// -----

// expected-error @below {{unknown chip 'sm_75' of the gpu.module's target; known targets are}}
gpu.module @turing [#nvvm.target<chip = "sm_75">] {
}
func.func @unknown_chip(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>)
                     outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
