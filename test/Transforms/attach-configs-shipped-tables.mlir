// `default` is a name for the tables that come with the project: for each device
// what its file has, picked as from a table, without a fault and without a file.
//
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 table=default strict" 2>%t.errors | FileCheck %s
// RUN: count 0 < %t.errors
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 table=default" > %t.default
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 table=%kernels_td/tables/h200.json strict" | diff - %t.default
// RUN: autotune-opt %s --autotune-attach-configs="target=h100-sxm table=default" > %t.default-h100
// RUN: autotune-opt %s --autotune-attach-configs="target=h100-sxm table=%kernels_td/tables/h100.json strict" | diff - %t.default-h100
// RUN: not diff %t.default %t.default-h100
//
// A target without a table has what the heuristics say.
//
// RUN: autotune-opt %s --autotune-attach-configs="target=a100-sxm table=default" > %t.other
// RUN: autotune-opt %s --autotune-attach-configs="target=a100-sxm" | diff - %t.other
//
// A file of that name has a path.
//
// RUN: rm -rf %t.folder && mkdir %t.folder
// RUN: sed "s/NVIDIA H100 80GB HBM3/NVIDIA H200/" %kernels_td/tables/h100.json > %t.folder/default
// RUN: cd %t.folder && autotune-opt %s --autotune-attach-configs="target=h200 table=default" | diff - %t.default
// RUN: cd %t.folder && autotune-opt %s --autotune-attach-configs="target=h200 table=./default" | not diff - %t.default > /dev/null

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @measured
// CHECK: autotune.provenance = #autotune.provenance<table, heuristics = ["table",
func.func @measured(%a: tensor<16x4096xbf16>, %b: tensor<28672x4096xbf16>, %c: tensor<16x28672xbf16>) -> tensor<16x28672xbf16> {
  %zero = arith.constant 0.0 : bf16
  %init = linalg.fill ins(%zero : bf16) outs(%c : tensor<16x28672xbf16>) -> tensor<16x28672xbf16>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
         ins(%a, %b : tensor<16x4096xbf16>, tensor<28672x4096xbf16>) outs(%init : tensor<16x28672xbf16>) -> tensor<16x28672xbf16>
  return %d : tensor<16x28672xbf16>
}

// What is only near is left to the heuristics.
// CHECK-LABEL: func.func @near
// CHECK: autotune.provenance = #autotune.provenance<heuristic,
func.func @near(%a: tensor<17x4096xbf16>, %b: tensor<28672x4096xbf16>, %c: tensor<17x28672xbf16>) -> tensor<17x28672xbf16> {
  %zero = arith.constant 0.0 : bf16
  %init = linalg.fill ins(%zero : bf16) outs(%c : tensor<17x28672xbf16>) -> tensor<17x28672xbf16>
  %d = linalg.matmul indexing_maps = [#a, #b, #c]
         ins(%a, %b : tensor<17x4096xbf16>, tensor<28672x4096xbf16>) outs(%init : tensor<17x28672xbf16>) -> tensor<17x28672xbf16>
  return %d : tensor<17x28672xbf16>
}
