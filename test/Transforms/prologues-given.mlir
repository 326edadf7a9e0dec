// Prologues beside a given config, and beside another matmul that has one.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: autotune-opt %t --autotune-lower-matmul=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s

#id = affine_map<(n, k) -> (n, k)>
#g8 = affine_map<(n, k) -> (n, k floordiv 8)>
#g64 = affine_map<(n, k) -> (n, k floordiv 64)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#simt = #autotune.config<simt, tile = [64, 64, 16]>

// Where tensor cores have the prologue, simt is asked for with it.
// CHECK-LABEL: func.func @served(
// CHECK-NOT: linalg.generic
// CHECK: tile.launch {{.*}}simt{{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x256xbf16>, tensor<128x256xi8>)
// REMARK: Function=served | Remark="dequantizes its B in the kernel
func.func @served(%x: tensor<16x256xbf16>, %c: tensor<16x128xf32>, %i1: tensor<128x256xi8>, %s1: tensor<128x4xbf16>) -> tensor<16x128xf32> {
  %e = tensor.empty() : tensor<128x256xbf16>
  %d1 = linalg.generic {indexing_maps = [#id, #g64, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i1, %s1 : tensor<128x256xi8>, tensor<128x4xbf16>) outs(%e : tensor<128x256xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<128x256xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #simt}
      ins(%x, %d1 : tensor<16x256xbf16>, tensor<128x256xbf16>) outs(%c : tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// Where they don't, it stands for what is attached there without.
// CHECK-LABEL: func.func @refused(
// CHECK: linalg.generic
// CHECK: tile.launch {{.*}}simt{{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x256xbf16>, tensor<128x256xbf16>)
// REMARK: Function=refused | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: no tensor-core kernel has a prologue here"
func.func @refused(%x: tensor<16x256xbf16>, %c: tensor<16x128xf32>, %i1: tensor<128x256xi8>, %s1: tensor<128x32xbf16>) -> tensor<16x128xf32> {
  %e = tensor.empty() : tensor<128x256xbf16>
  %d1 = linalg.generic {indexing_maps = [#id, #g8, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i1, %s1 : tensor<128x256xi8>, tensor<128x32xbf16>) outs(%e : tensor<128x256xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<128x256xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #simt}
      ins(%x, %d1 : tensor<16x256xbf16>, tensor<128x256xbf16>) outs(%c : tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

// The first's is refused, the second's is not, and keeps it from being part of a
// sum.
// CHECK-LABEL: func.func @second(
// CHECK: linalg.generic
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x256xbf16>, tensor<128x256xbf16>)
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x256xbf16>, tensor<128x256xi8>)
// REMARK: Function=second | Remark="is no sum, so each matmul has a kernel of its own: the kernel of the other matmul computes one of that matmul's operands"
// REMARK: Function=second | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: no tensor-core kernel has a prologue here"
// REMARK: Function=second | Remark="dequantizes its B in the kernel
func.func @second(%x: tensor<16x256xbf16>, %c: tensor<16x128xf32>, %i1: tensor<128x256xi8>, %s1: tensor<128x32xbf16>, %i2: tensor<128x256xi8>, %s2: tensor<128x4xbf16>) -> tensor<16x128xf32> {
  %e = tensor.empty() : tensor<128x256xbf16>
  %d1 = linalg.generic {indexing_maps = [#id, #g8, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i1, %s1 : tensor<128x256xi8>, tensor<128x32xbf16>) outs(%e : tensor<128x256xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<128x256xbf16>
  %d2 = linalg.generic {indexing_maps = [#id, #g64, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i2, %s2 : tensor<128x256xi8>, tensor<128x4xbf16>) outs(%e : tensor<128x256xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<128x256xbf16>
  %p = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d1 : tensor<16x256xbf16>, tensor<128x256xbf16>) outs(%c : tensor<16x128xf32>) -> tensor<16x128xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d2 : tensor<16x256xbf16>, tensor<128x256xbf16>) outs(%p : tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}
