// Weights of 8-bit floats with scales, times floats of 16 bits: the kernel widens and
// scales them.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#rows = affine_map<(n, k) -> (n)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Scales of groups. The product in f32 is exact there, and one in 16 bits.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %[[A:.*]]: tensor<16x512xbf16>, %[[W:.*]]: tensor<192x512xf8E4M3FN>, %[[S:.*]]: tensor<192x4xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: tile.launch @{{.*}}::@[[GROUPS:matmul_hopper_wgmma_[0-9a-f]*]] ins(%[[A]], %[[W]] : {{.*}} with(%[[S]] : tensor<192x4xbf16>)
// CHECK-NEXT: return
// REMARK: Function=groups | Remark="dequantizes its B in the kernel, which reads 1 operands for it"
func.func @groups(%x: tensor<16x512xbf16>, %w: tensor<192x512xf8E4M3FN>, %s: tensor<192x4xbf16>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<192x512xf8E4M3FN>, tensor<192x4xbf16>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: f8E4M3FN, %f: bf16, %o: bf16):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.extf %f : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.truncf %2 : f32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<192x512xbf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<16x192xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x192xf32>) -> tensor<16x192xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%init : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// Widened alone, in an operation on the whole tensor: a product of two widths.
// CHECK-LABEL: func.func @widened(
// CHECK-NOT: arith.extf
// CHECK: tile.launch @{{.*}}::@[[WIDENED:matmul_hopper_wgmma_[0-9a-f]*]] ins(%arg0, %arg1 : tensor<16x512xf16>, tensor<192x512xf8E5M2>) outs({{.*}}) sms
// CHECK-NEXT: return
func.func @widened(%x: tensor<16x512xf16>, %w: tensor<192x512xf8E5M2>) -> tensor<16x192xf32> {
  %d = arith.extf %w : tensor<192x512xf8E5M2> to tensor<192x512xf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<16x192xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x192xf32>) -> tensor<16x192xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xf16>, tensor<192x512xf16>) outs(%init : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// K across rows: transposed on the way.
// CHECK-LABEL: func.func @across(
// CHECK-NOT: linalg.generic
// CHECK: tile.launch {{.*}} ins(%arg0, %arg1 : tensor<16x4096xbf16>, tensor<4096x8192xf8E4M3FN>)
// REMARK: Function=across | Remark="dequantizes its B in the kernel, which reads 1 operands for it"
func.func @across(%x: tensor<16x4096xbf16>, %w: tensor<4096x8192xf8E4M3FN>, %s: tensor<8192xbf16>) -> tensor<16x8192xf32> {
  %e = tensor.empty() : tensor<4096x8192xbf16>
  %d = linalg.generic {indexing_maps = [#id, affine_map<(k, n) -> (n)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<4096x8192xf8E4M3FN>, tensor<8192xbf16>) outs(%e : tensor<4096x8192xbf16>) {
  ^bb0(%q: f8E4M3FN, %f: bf16, %o: bf16):
    %0 = arith.extf %q : f8E4M3FN to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<4096x8192xbf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<16x8192xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x8192xf32>) -> tensor<16x8192xf32>
  %r = linalg.matmul ins(%x, %d : tensor<16x4096xbf16>, tensor<4096x8192xbf16>) outs(%init : tensor<16x8192xf32>) -> tensor<16x8192xf32>
  return %r : tensor<16x8192xf32>
}

// Scales of 8 bits are not read.
// CHECK-LABEL: func.func @scales(
// CHECK: linalg.generic
// REMARK: Function=scales | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: it reads a matrix that varies other than by rows and by groups of K"
func.func @scales(%x: tensor<16x512xbf16>, %w: tensor<192x512xf8E4M3FN>, %s: tensor<192x4xf8E5M2>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<192x512xf8E4M3FN>, tensor<192x4xf8E5M2>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: f8E4M3FN, %f: f8E5M2, %o: bf16):
    %0 = arith.extf %q : f8E4M3FN to bf16
    %1 = arith.extf %f : f8E5M2 to bf16
    %2 = arith.mulf %0, %1 : bf16
    linalg.yield %2 : bf16
  } -> tensor<192x512xbf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<16x192xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x192xf32>) -> tensor<16x192xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%init : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// CHECK: tile.kernel @[[GROUPS]]
// CHECK: tile.mma {{.*}} prologue {
// CHECK-NEXT: ^bb0(%[[Q:.*]]: f8E4M3FN, %[[F:.*]]: bf16):
// CHECK-NEXT: %[[X:.*]] = arith.extf %[[Q]] : f8E4M3FN to bf16
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[F]] : bf16
// CHECK-NEXT: tile.yield %[[Y]] : bf16
// CHECK: tile.kernel @[[WIDENED]]
// CHECK-NOT: prologue
// CHECK: tile.kernel
