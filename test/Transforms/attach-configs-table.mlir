// RUN: split-file %s %t
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/table.json max-candidates=3" 2>%t/errors | FileCheck %t/in.mlir
// RUN: count 0 < %t/errors
// RUN: autotune-opt %t/given.mlir --autotune-attach-configs="target=h200 table=%t/table.json" | FileCheck %t/given.mlir
//
// A table for other chips changes nothing.
//
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=a100-sxm table=%t/table.json" > %t/with.mlir
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=a100-sxm" | diff %t/with.mlir -

//--- table.json
{
  "version": 1,
  "entries": [
    {
      "match": { "elements": "bf16", "layout": "nn", "m": 4096, "n": 4096, "k": 4096 },
      "device": "NVIDIA H200",
      "configs": [
        "hopper_wgmma, tile = [64, 64, 64], stages = 3",
        "hopper_wgmma, tile = [64, 72, 64], stages = 3",
        "hopper_wgmma, tile = [64, 80, 64], stages = 3",
        "hopper_wgmma, tile = [64, 88, 64], stages = 3"
      ]
    },
    {
      "match": { "m": { "near": 64 }, "n": { "near": 4096 } },
      "chip": "sm_90a",
      "configs": [
        "simt",
        "hopper_wgmma, split_k = 16, reduce = cluster, cluster = [4, 4]",
        "hopper_wgmma, tile = [64, 64, 64], stages = 6"
      ]
    }
  ]
}

//--- in.mlir
// All that the table names is among the candidates, before the heuristics' seeds
// and whatever the limit.
// CHECK-LABEL: func.func @exact
// CHECK: autotune.candidates = [#autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 3,
// CHECK-SAME: #autotune.config<hopper_wgmma, tile = [64, 72, 64], stages = 3,
// CHECK-SAME: #autotune.config<hopper_wgmma, tile = [64, 80, 64], stages = 3,
// CHECK-SAME: #autotune.config<hopper_wgmma, tile = [64, 88, 64], stages = 3,
// CHECK-NOT: hopper_wgmma
// CHECK-SAME: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 3,
// CHECK-SAME: autotune.provenance = #autotune.provenance<table, heuristics = ["table", "cluster-m2", "wave-fill"]>
func.func @exact(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %d = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %d : tensor<4096x4096xbf16>
}

// What isn't legal is passed over: here the config of clusters.
// CHECK-LABEL: func.func @near
// CHECK: autotune.candidates = [#autotune.config<simt, tile = [{{.*}}>, #autotune.config<hopper_wgmma, tile = [64, 64, 64], stages = 6,
// CHECK-SAME: autotune.config = #autotune.config<simt,
// CHECK-SAME: autotune.provenance = #autotune.provenance<table, heuristics = ["table",
func.func @near(%a: tensor<32x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<32x4096xbf16>) -> tensor<32x4096xbf16> {
  %d = linalg.matmul ins(%a, %b : tensor<32x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<32x4096xbf16>) -> tensor<32x4096xbf16>
  return %d : tensor<32x4096xbf16>
}

// Two octaves away in all is near, and more is not: 512 is three from 64.
// CHECK-LABEL: func.func @far
// CHECK: autotune.provenance = #autotune.provenance<heuristic,
func.func @far(%a: tensor<512x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<512x4096xbf16>) -> tensor<512x4096xbf16> {
  %d = linalg.matmul ins(%a, %b : tensor<512x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<512x4096xbf16>) -> tensor<512x4096xbf16>
  return %d : tensor<512x4096xbf16>
}

//--- given.mlir
// What the matmul says itself comes first; the table helps to complete it.
// CHECK-LABEL: func.func @given
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 72, 64], stages = 3,
// CHECK-SAME: autotune.provenance = #autotune.provenance<given, heuristics = ["table"]>
func.func @given(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %d = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 72, 64]>} ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %d : tensor<4096x4096xbf16>
}
