// RUN: autotune-opt %s --autotune-attach-configs=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 > %t.mlir
// RUN: autotune-opt %t.mlir --autotune-attach-configs=target=h200 | diff - %t.mlir
// RUN: autotune-opt %s --autotune-attach-configs='target=h200 plan-configs=3' | FileCheck %s --check-prefix=THREE
// RUN: autotune-opt %s --autotune-attach-configs='target=h200 plan-configs=1' | FileCheck %s --check-prefix=ONE

// A matmul with an unknown M gets a plan: few rows take small tiles, and the
// last row is for all larger sizes. One row of A has kernels of its own. A
// second run keeps all of that.

// CHECK-LABEL: func @rows
// CHECK: autotune.candidates = [#autotune.config<hopper_wgmma, tile = [128,
// CHECK-SAME: autotune.config = #autotune.plan<[m = 1]: <simt_stream, rows = 1,
// CHECK-SAME: [m to {{[0-9]+}}]: <hopper_wgmma, tile = [64, {{8|16|24}},
// CHECK-SAME: else: <hopper_wgmma, tile = [128,
// CHECK-SAME: autotune.fact = "?x4096x4096 bf16 B^T -> bf16"
// CHECK-SAME: autotune.provenance = #autotune.provenance<model>

// THREE-LABEL: func @rows
// THREE: autotune.config = #autotune.plan<[m to {{[0-9]+}}]: <[[FIRST:[^>]*]]>, [m to {{[0-9]+}}]: <[[SECOND:[^>]*]]>,

// ONE-LABEL: func @rows
// ONE: autotune.config = #autotune.config<hopper_wgmma
func.func @rows(%a: tensor<?x4096xbf16>, %b: tensor<4096x4096xbf16>,
                %m: index) -> tensor<?x4096xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty(%m) : tensor<?x4096xbf16>
  %c = linalg.fill ins(%zero : bf16) outs(%e : tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                      affine_map<(m, n, k) -> (m, n)>]
                     ins(%a, %b : tensor<?x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %0 : tensor<?x4096xbf16>
}

// If rows of A or B are as long as an unknown size, TMA needs to know that
// they are multiples of 16 bytes. All other sizes have the last row.

// CHECK-LABEL: func @all_unknown
// CHECK: autotune.config = #autotune.plan<[m to {{[0-9]+}}, n {{.*}}by 8, k{{.*}} by 8]: <hopper_wgmma,
// CHECK-SAME: else: <hopper_wgmma, {{[^>]*}}load = pack, store = copy, defaults>>
// CHECK-SAME: autotune.fact = "?x?x? bf16 -> bf16"
func.func @all_unknown(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>,
                       %m: index, %n: index) -> tensor<?x?xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %c = linalg.fill ins(%zero : bf16) outs(%e : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>)
                     outs(%c : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %0 : tensor<?x?xbf16>
}

// The matrices of a batch are whole rows apart, which tells their alignment:
// nothing has to be packed.

// CHECK-LABEL: func @heads
// CHECK: autotune.config = #autotune.plan<[
// CHECK-NOT: load =
// CHECK-SAME: autotune.fact = "?*?x128x64 bf16 -> f32 a(unit=64) c(unit=128)"
func.func @heads(%a: tensor<?x?x64xbf16>, %b: tensor<?x64x128xbf16>,
                 %c: tensor<?x?x128xf32>) -> tensor<?x?x128xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?x128xf32>) -> tensor<?x?x128xf32>
  %0 = linalg.batch_matmul ins(%a, %b : tensor<?x?x64xbf16>, tensor<?x64x128xbf16>)
                           outs(%f : tensor<?x?x128xf32>) -> tensor<?x?x128xf32>
  return %0 : tensor<?x?x128xf32>
}

// The configs of a plan that is there are completed, each for its sizes.

// CHECK-LABEL: func @given
// CHECK: autotune.candidates = [#autotune.config<simt, {{[^>]*}}>, #autotune.config<simt_stream, rows = 3,
// CHECK-SAME: autotune.config = #autotune.plan<[m = 3]: <simt_stream, rows = 3, {{[^>]*}}defaults>, else: <simt, {{[^>]*}}defaults>>
// CHECK-SAME: autotune.provenance = #autotune.provenance<given>
func.func @given(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %0 = linalg.matmul {autotune.config = #autotune.plan<[m = 3]: <simt_stream, rows = 3>, else: <simt>>}
                     ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>)
                     outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}
