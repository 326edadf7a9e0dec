// RUN: autotune-opt %s --autotune-attach-configs=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-form-problems=target=h200 | FileCheck %s --check-prefix=FORMED
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 -o /dev/null
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 > %t.mlir
// RUN: autotune-opt %t.mlir --autotune-attach-configs=target=h200 | diff - %t.mlir

// A plan is for the sizes that are expected, and the attribute stays. Its last
// row takes all sizes.

// CHECK-LABEL: func @any
// CHECK: autotune.config = #autotune.plan<{{.*}}[m to {{[0-9][0-9][0-9]}}]: {{.*}}autotune.fact
func.func @any(%a: tensor<?x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %0 : tensor<?x4096xf32>
}

// CHECK-LABEL: func @few
// CHECK: autotune.config = #autotune.plan<
// CHECK-NOT: m to {{[0-9][0-9][0-9]}}
// CHECK: autotune.fact = "?x4096x4096
// CHECK-SAME: autotune.sizes = #autotune.sizes<m from 2 to 64>
// FORMED-LABEL: func @few
// FORMED: problem.contract {{.*}}autotune.sizes = #autotune.sizes<m from 2 to 64>
func.func @few(%a: tensor<?x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %0 = linalg.matmul {autotune.sizes = #autotune.sizes<m from 2 to 64>}
    ins(%a, %b : tensor<?x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %0 : tensor<?x4096xf32>
}

// One size needs no plan.
// CHECK-LABEL: func @one
// CHECK: autotune.config = #autotune.config<
func.func @one(%a: tensor<?x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %0 = linalg.matmul {autotune.sizes = #autotune.sizes<m = 512>}
    ins(%a, %b : tensor<?x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %0 : tensor<?x4096xf32>
}

// A size that equals another one needs no condition of its own.
// CHECK-LABEL: func @same
// CHECK: autotune.config = #autotune.plan<[m to {{[0-9]+}}, n by 4]:
// CHECK-NOT: n to
// CHECK-SAME: >, [n by 4]: <
// CHECK-NOT: n to
// CHECK-SAME: >, [m to {{[0-9]+}}]: <
// CHECK-NOT: n to
// CHECK: autotune.fact = "8*?x?x128
// CHECK-SAME: autotune.sizes = #autotune.sizes<m from 1 to 4096, n as m>
func.func @same(%a: tensor<8x?x128xbf16>, %b: tensor<8x?x128xbf16>, %c: tensor<8x?x?xf32>) -> tensor<8x?x?xf32> {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    {autotune.sizes = #autotune.sizes<m from 1 to 4096, n as m>}
    ins(%a, %b : tensor<8x?x128xbf16>, tensor<8x?x128xbf16>) outs(%c : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
  return %0 : tensor<8x?x?xf32>
}
