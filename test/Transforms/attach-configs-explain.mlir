// RUN: autotune-opt %s --autotune-attach-configs="target=h200 explain" -o %t 2>&1 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 2>&1 -o %t.plain | count 0
// RUN: cmp %t %t.plain

// The time of each pick, from its parts, at the matmul; attributes are as ever.

// CHECK: explain.mlir:[[@LINE+9]]:{{[0-9]+}}: remark: 16x4096x4096 bf16 -> f32 accumulate on h200: trust 1.00, 0.00 doublings from 16x4096x4096, the nearest measured matmul
// CHECK-NEXT: pick (heuristic): hopper_wgmma {{[0-9]+x[0-9]+x[0-9]+}} s
// CHECK-NEXT: {{^}}  predicted  [[#]].{{[0-9]+}} us = launch 0.60 + {{[0-9.]+}} of the estimate x [[FACTOR:[0-9.]+]]
// CHECK-NEXT: {{^}}  interval   9 of 10 times are from {{[0-9.]+}} to {{[0-9.]+}} us{{$}}
// CHECK-NEXT: {{^}}  estimate   [[#]].{{[0-9]+}} us = memory {{.*}} + launch 0.60
// CHECK: {{^}}  trees      [[FACTOR]] = {{[0-9.]+}} mean x {{.*}} others
// CHECK-COUNT-3: next: hopper_wgmma
func.func @served(%a: tensor<16x4096xbf16>, %b: tensor<4096x4096xbf16>,
                  %c: tensor<16x4096xf32>) -> tensor<16x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  return %0 : tensor<16x4096xf32>
}

// One like it has been explained.

// CHECK-NOT: 16x4096x4096 bf16
func.func @again(%a: tensor<16x4096xbf16>, %b: tensor<4096x4096xbf16>,
                 %c: tensor<16x4096xf32>) -> tensor<16x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  return %0 : tensor<16x4096xf32>
}

// Without sizes the estimate takes some, and the trees say nothing. Of a plan,
// the last row is explained.

// CHECK: remark: ?x4096x4096 bf16 -> f32 accumulate on h200: trust 0.00, its sizes are not known; the estimate assumes 4096
// CHECK-NEXT: pick (model): hopper_wgmma
// CHECK-NEXT: us = estimate{{$}}
// CHECK: {{^}}  trees      no effect{{$}}
func.func @dynamic(%a: tensor<?x4096xbf16>, %b: tensor<4096x4096xbf16>,
                   %c: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %0 : tensor<?x4096xf32>
}

// A config that is there is compared with what would be proposed.

// CHECK: remark: 64x64x64 f32 -> f32 accumulate on h200: trust 0.00, no modelled template serves it
// CHECK-NEXT: pick (given): simt 64x64x16 t4x4
// CHECK-COUNT-3: next: simt
func.func @kept(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.config<simt, tile = [64, 64, 16], thread = [4, 4]>}
      ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// What gets no config is told why; what is no product is passed by.

// CHECK: remark: nothing to explain: left alone: it is a linalg.matvec, not a linalg.matmul, linalg.batch_matmul or linalg.batch_reduce_matmul
// CHECK-NOT: remark
func.func @vector(%a: tensor<4x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.matvec ins(%a, %b : tensor<4x4xf32>, tensor<4xf32>)
                     outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.add ins(%0, %c : tensor<4xf32>, tensor<4xf32>)
                  outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
