// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h200 space=none" | FileCheck %s

// What TMA doesn't take is copied: unknown row strides, and ones that are no
// multiple of 16 bytes.

// CHECK-LABEL: func @dynamic
// CHECK-NOT: load = tma
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{.*}}load = copy
func.func @dynamic(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %c: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>)
                     outs(%c : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %0 : tensor<?x?xbf16>
}

// -----

// CHECK-LABEL: func @ragged
// CHECK-NOT: load = tma
// CHECK: autotune.config = #autotune.config<hopper_wgmma, {{.*}}load = copy
func.func @ragged(%a: tensor<1023x1027xf16>, %b: tensor<1027x1025xf16>, %c: tensor<1023x1025xf16>) -> tensor<1023x1025xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<1023x1027xf16>, tensor<1027x1025xf16>)
                     outs(%c : tensor<1023x1025xf16>) -> tensor<1023x1025xf16>
  return %0 : tensor<1023x1025xf16>
}

// -----

// What it takes isn't copied, be it rows in the middle of lines.

// CHECK-LABEL: func @lines
// CHECK-NOT: load = copy
// CHECK: return
func.func @lines(%a: tensor<1000x1000xf16>, %b: tensor<1000x1000xf16>, %c: tensor<1000x1000xf16>) -> tensor<1000x1000xf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<1000x1000xf16>, tensor<1000x1000xf16>)
                     outs(%c : tensor<1000x1000xf16>) -> tensor<1000x1000xf16>
  return %0 : tensor<1000x1000xf16>
}
