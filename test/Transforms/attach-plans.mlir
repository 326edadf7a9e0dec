// RUN: autotune-opt %s --autotune-attach-configs=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 > %t.mlir
// RUN: autotune-opt %t.mlir --autotune-attach-configs=target=h200 | diff - %t.mlir
// RUN: autotune-opt %t.mlir --autotune-lower-matmul=target=h200 -o /dev/null
// RUN: autotune-opt %s --autotune-attach-configs='target=h200 plan-rows=1' | not grep '#autotune.plan<.*, \[.*, \['
// RUN: autotune-opt %s --autotune-attach-configs='target=h200 plan-configs=3' | FileCheck %s --check-prefix=THREE
// RUN: autotune-opt %s --autotune-attach-configs='target=h200 plan-configs=1' | FileCheck %s --check-prefix=ONE
// RUN: autotune-opt %s --autotune-attach-configs='target=h200 expect="m = 1"' | FileCheck %s --check-prefix=DECODE
// RUN: autotune-opt %s --autotune-attach-configs='target=h200 expect="m to 3"' | FileCheck %s --check-prefix=DECODE

// A matmul with an unknown M gets a plan: few rows take small tiles, and the
// last row is for all larger sizes. One row of A has kernels of its own. A
// second run keeps all of that.

// CHECK-LABEL: func @rows
// CHECK: autotune.candidates = [#autotune.config<hopper_wgmma, tile = [{{128|192}},
// CHECK-SAME: autotune.config = #autotune.plan<[m = 1]: <simt_stream, rows = 1,
// CHECK-SAME: [m to {{[0-9]+}}]: <hopper_wgmma, tile = [64, {{[1-9][0-9]?}},
// CHECK-SAME: else: <hopper_wgmma, tile = [{{128|192}},
// CHECK-SAME: autotune.fact = "?x4096x4096 bf16 B^T -> bf16"
// CHECK-SAME: autotune.provenance = #autotune.provenance<model>

// THREE-LABEL: func @rows
// THREE: autotune.config = #autotune.plan<[m to {{[0-9]+}}]: <[[FIRST:[^>]*]]>, [m to {{[0-9]+}}]: <[[SECOND:[^>]*]]>,

// With few rows expected, other sizes have a row nevertheless.
// DECODE-LABEL: func @rows
// DECODE: autotune.config = #autotune.plan<[m = 1]: <simt_stream, rows = 1,
// DECODE-SAME: else: <

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

// A size that another operand's type has is no unknown size: A has rows of 63.

// CHECK-LABEL: func @known_by_b
// CHECK-NOT: by 8
// CHECK: autotune.fact = "?x128x63 f16 -> f32 accumulate"
func.func @known_by_b(%a: tensor<?x?xf16>, %b: tensor<63x128xf16>, %c: tensor<?x128xf32>) -> tensor<?x128xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf16>, tensor<63x128xf16>)
                     outs(%c : tensor<?x128xf32>) -> tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// A part of a tensor has the strides of the whole, also behind an epilogue, and
// a tensor of a buffer those of the buffer: nothing is known of them.

// CHECK-LABEL: func @part
// CHECK-NOT: store = tma
// CHECK: autotune.fact = "?x?x64 f16 -> f16 then {{.*}} c(stride=?, align=2)"
func.func @part(%a: tensor<?x64xf16>, %b: tensor<64x?xf16>, %whole: tensor<?x?xf16>,
                %m: index, %n: index) -> tensor<?x?xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty(%m, %n) : tensor<?x?xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<?x?xf16>) -> tensor<?x?xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<?x64xf16>, tensor<64x?xf16>)
                     outs(%f : tensor<?x?xf16>) -> tensor<?x?xf16>
  %s = tensor.extract_slice %whole[0, 1] [%m, %n] [1, 1] : tensor<?x?xf16> to tensor<?x?xf16>
  %1 = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<?x?xf16>) outs(%s : tensor<?x?xf16>) {
  ^bb0(%x: f16, %o: f16):
    %y = arith.negf %x : f16
    linalg.yield %y : f16
  } -> tensor<?x?xf16>
  %r = tensor.insert_slice %1 into %whole[0, 1] [%m, %n] [1, 1] : tensor<?x?xf16> into tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}

// CHECK-LABEL: func @of_buffer
// CHECK: autotune.fact = "?x128x? f16 -> f32 accumulate a(stride=?
func.func @of_buffer(%m: memref<?x?xf16, strided<[?, 1]>>, %b: tensor<?x128xf16>,
                     %c: tensor<?x128xf32>) -> tensor<?x128xf32> {
  %a = bufferization.to_tensor %m restrict : memref<?x?xf16, strided<[?, 1]>> to tensor<?x?xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf16>, tensor<?x128xf16>)
                     outs(%c : tensor<?x128xf32>) -> tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// Matmuls with plans are no group, because guards can't speak of its sizes.

// RUN: autotune-opt %t.mlir --autotune-group-matmuls='target=h200 min-problems=2' | not grep problem.grouped_matmul
// CHECK-LABEL: func @two_of_a_type
func.func @two_of_a_type(%a0: tensor<?x64xbf16>, %a1: tensor<?x64xbf16>, %b0: tensor<64x32xbf16>, %b1: tensor<64x32xbf16>,
                         %c0: tensor<?x32xbf16>, %c1: tensor<?x32xbf16>) -> (tensor<?x32xbf16>, tensor<?x32xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %f0 = linalg.fill ins(%zero : bf16) outs(%c0 : tensor<?x32xbf16>) -> tensor<?x32xbf16>
  %f1 = linalg.fill ins(%zero : bf16) outs(%c1 : tensor<?x32xbf16>) -> tensor<?x32xbf16>
  %0 = linalg.matmul ins(%a0, %b0 : tensor<?x64xbf16>, tensor<64x32xbf16>)
                     outs(%f0 : tensor<?x32xbf16>) -> tensor<?x32xbf16>
  %1 = linalg.matmul ins(%a1, %b1 : tensor<?x64xbf16>, tensor<64x32xbf16>)
                     outs(%f1 : tensor<?x32xbf16>) -> tensor<?x32xbf16>
  return %0, %1 : tensor<?x32xbf16>, tensor<?x32xbf16>
}
