// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --remarks-filter=autotune -o /dev/null 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 allow-tf32=tf32" --remarks-filter=autotune -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALLOWED

// Where CUDA cores multiply f32, a remark says how many times as fast the product
// would be with each permission.
// ALLOWED-NOT: on CUDA cores

// CHECK: [Missed] AttachConfigs | Category:autotune | Function=plain | {{.*}}multiplies f32 on CUDA cores; by the estimates it would be {{[0-9.]+}} times as fast with allow-tf32=tf32, {{[0-9.]+}} times as fast with allow-tf32=3xtf32"
func.func @plain(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

// Of what was widened, and scaled, another pass has the permission.
// CHECK: Function=scaled | {{.*}}it would be {{[0-9.]+}} times as fast with fold-scales of autotune-canonicalize-contractions, {{[0-9.]+}} times as fast with allow-tf32=tf32,
// CHECK: Function=widened | {{.*}}it would be {{[0-9.]+}} times as fast with narrow-products of autotune-canonicalize-contractions,
func.func @scaled(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %s = arith.constant dense<0.3> : tensor<4096x4096xf32>
  %af = arith.extf %a : tensor<4096x4096xbf16> to tensor<4096x4096xf32>
  %as = arith.mulf %af, %s : tensor<4096x4096xf32>
  %bf = arith.extf %b : tensor<4096x4096xbf16> to tensor<4096x4096xf32>
  %r = linalg.matmul ins(%as, %bf : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

func.func @widened(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %af = arith.extf %a : tensor<4096x4096xbf16> to tensor<4096x4096xf32>
  %bf = arith.extf %b : tensor<4096x4096xbf16> to tensor<4096x4096xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

// A product that says how f32 is to be multiplied has decided.
// CHECK-NOT: Function=decided | {{.*}}on CUDA cores
func.func @decided(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %r = linalg.matmul {autotune.allow_tf32 = "none"} ins(%a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}
