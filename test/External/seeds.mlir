// RUN: %nvmatmul_good autotune-opt %s --autotune-attach-configs="target=h200 heuristics=nv-matmul-heuristics space=none" --remarks-filter=autotune -o %t 2>%t.remarks
// RUN: tr '>' '\n' <%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK <%t.remarks

// Kernels that a library suggests become configs. The cost model orders them, as
// it orders all seeds.

// Kernels that differ only in what no config has become one config. Split K is
// the next power of two below. A group comes with its order.

// CHECK-LABEL: func.func @square
// CHECK-DAG: candidates = [#autotune.config<hopper_wgmma, tile = [128, 128, 64], stages = 6, schedule = pingpong, cluster = [2, 1], store = tma, defaults
// CHECK-DAG: , #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 12, consumers = 1, raster = along_n, group = 4, split_k = 2, persistent = false, defaults
// CHECK-DAG: , #autotune.config<hopper_wgmma, tile = [128, 16, 64], stages = 12, schedule = pingpong, swap = true, defaults
// CHECK-NOT: , #autotune.config<
// CHECK: autotune.provenance = #autotune.provenance<heuristic, heuristics = ["nv-matmul-heuristics"]
// REMARK: Function=square | {{.*}}heuristic nv-matmul-heuristics skipped: 2 of 6 kernels of version 0.1.7 have no config; the first is 128x512x64 cluster 1x1 stages 2 split 1: hopper_wgmma: {{.*}}512
func.func @square(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// A product of few rows is asked for as C^T. The rows of its tiles run along N.

// CHECK-LABEL: func.func @rows
// CHECK-DAG: <hopper_wgmma, tile = [64, 64, 64], {{.*}}swap = true
// CHECK-DAG: <hopper_wgmma, tile = [128, 128, 64], {{.*}}cluster = [2, 1], swap = true
// CHECK-DAG: <hopper_wgmma, tile = [128, 16, 64], stages = {{[0-9]+}}, consumers = 1, persistent = false, evict_first = b, defaults
// REMARK: Function=rows | {{.*}}128x512x64 cluster 1x1 stages 2 split 1 of C^T
func.func @rows(%a: tensor<128x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<128x4096xf32>) -> tensor<128x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<128x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<128x4096xf32>) -> tensor<128x4096xf32>
  return %0 : tensor<128x4096xf32>
}
