// Both operands of f32 are floats of 8 bits times scales of blocks: where f32 may
// lose bits, the kernel multiplies the floats and scales sums.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 allow-tf32=tf32" --autotune-lower-matmul=target=h200 --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// Without that they stay what they are.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --remarks-filter=autotune 2>&1 >/dev/null | FileCheck %s --check-prefix=EXACT
// EXACT: Function=flat | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: tensor cores keep fewer bits than f32 in products of 8-bit floats; allow-tf32 = tf32 permits that"

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#across = affine_map<(n, k) -> (k floordiv 128, n)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#rows = affine_map<(n, k) -> (n)>
#depth = affine_map<(k, n) -> (k floordiv 128, n)>
#id3 = affine_map<(m, g, k) -> (m, g, k)>
#of3 = affine_map<(m, g, k) -> (m, g)>
#id4 = affine_map<(h, n, g, k) -> (h, n, g, k)>
#of4 = affine_map<(h, n, g, k) -> (h, g)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#at = affine_map<(m, n, k) -> (k, m)>
#bt = affine_map<(m, n, k) -> (k, n)>

// Sizes that no block divides, and C in another type.
// CHECK-LABEL: func.func @flat(
// CHECK-SAME: %[[A:.*]]: tensor<200x656xf8E4M3FN>, %[[S:.*]]: tensor<200x6xf32>, %[[B:.*]]: tensor<328x656xf8E5M2>, %[[T:.*]]: tensor<3x6xf32>)
// CHECK-NOT: linalg.
// CHECK: tile.launch @{{.*}}::@matmul_hopper_wgmma_{{[0-9a-f]*}} ins(%[[A]], %[[B]] : tensor<200x656xf8E4M3FN>, tensor<328x656xf8E5M2>) outs({{.*}} : tensor<200x328xbf16>) with(%[[S]], %[[T]] : tensor<200x6xf32>, tensor<3x6xf32>)
// CHECK-NOT: linalg.
// REMARK: Function=flat | Remark="multiplies floats of 8 bits, and scales the sums of blocks in the kernel"
func.func @flat(%qa: tensor<200x656xf8E4M3FN>, %sa: tensor<200x6xf32>, %qb: tensor<328x656xf8E5M2>, %sb: tensor<3x6xf32>) -> tensor<200x328xbf16> {
  %ea = tensor.empty() : tensor<200x656xf32>
  %da = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<200x656xf8E4M3FN>, tensor<200x6xf32>) outs(%ea : tensor<200x656xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<200x656xf32>
  %eb = tensor.empty() : tensor<328x656xf32>
  %db = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qb, %sb : tensor<328x656xf8E5M2>, tensor<3x6xf32>) outs(%eb : tensor<328x656xf32>) {
  ^bb0(%q: f8E5M2, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E5M2 to f32
    %1 = arith.mulf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<328x656xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x328xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<200x328xf32>) -> tensor<200x328xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%da, %db : tensor<200x656xf32>, tensor<328x656xf32>) outs(%init : tensor<200x328xf32>) -> tensor<200x328xf32>
  %t = arith.truncf %r : tensor<200x328xf32> to tensor<200x328xbf16>
  return %t : tensor<200x328xbf16>
}

// As frontends have it: blocks are dimensions of their own, in several steps, and
// conversions go by 16 bits; scales that are made of others are read as they are
// made.
// CHECK-LABEL: func.func @expanded(
// CHECK-SAME: %[[A:.*]]: tensor<16x512xf8E4M3FN>, %[[S:.*]]: tensor<16x4xf32>, %[[B:.*]]: tensor<384x512xf8E4M3FN>, %[[T:.*]]: tensor<3x4xf32>)
// CHECK: %[[INVERSE:.*]] = arith.divf {{.*}} : tensor<3x4xf32>
// CHECK-NOT: linalg.
// CHECK: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%[[A]], %[[B]] : {{.*}} with(%[[S]], %[[INVERSE]] : tensor<16x4xf32>, tensor<3x4xf32>)
// REMARK: Function=expanded | Remark="multiplies floats of 8 bits
func.func @expanded(%qa: tensor<16x512xf8E4M3FN>, %sa: tensor<16x4xf32>, %qb: tensor<384x512xf8E4M3FN>, %sb: tensor<3x4xf32>) -> tensor<16x384xf32> {
  %a3 = tensor.expand_shape %qa [[0], [1, 2]] output_shape [16, 4, 128] : tensor<16x512xf8E4M3FN> into tensor<16x4x128xf8E4M3FN>
  %fa = arith.extf %a3 : tensor<16x4x128xf8E4M3FN> to tensor<16x4x128xf32>
  %ea = tensor.empty() : tensor<16x4x128xf32>
  %da3 = linalg.generic {indexing_maps = [#id3, #of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%fa, %sa : tensor<16x4x128xf32>, tensor<16x4xf32>) outs(%ea : tensor<16x4x128xf32>) {
  ^bb0(%q: f32, %s: f32, %o: f32):
    %1 = arith.mulf %q, %s : f32
    linalg.yield %1 : f32
  } -> tensor<16x4x128xf32>
  %da = tensor.collapse_shape %da3 [[0], [1, 2]] : tensor<16x4x128xf32> into tensor<16x512xf32>
  %one = arith.constant dense<1.0> : tensor<3x4xf32>
  %inverse = arith.divf %one, %sb : tensor<3x4xf32>
  %b4 = tensor.expand_shape %qb [[0, 1], [2, 3]] output_shape [3, 128, 4, 128] : tensor<384x512xf8E4M3FN> into tensor<3x128x4x128xf8E4M3FN>
  %eb = tensor.empty() : tensor<3x128x4x128xf32>
  %db4 = linalg.generic {indexing_maps = [#id4, #of4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b4, %inverse : tensor<3x128x4x128xf8E4M3FN>, tensor<3x4xf32>) outs(%eb : tensor<3x128x4x128xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %h = arith.extf %q : f8E4M3FN to bf16
    %0 = arith.extf %h : bf16 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<3x128x4x128xf32>
  %db = tensor.collapse_shape %db4 [[0, 1], [2, 3]] : tensor<3x128x4x128xf32> into tensor<384x512xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x384xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x384xf32>) -> tensor<16x384xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%da, %db : tensor<16x512xf32>, tensor<384x512xf32>) outs(%init : tensor<16x384xf32>) -> tensor<16x384xf32>
  return %r : tensor<16x384xf32>
}

// Scales that are stored across, and of rows alone; C is added to, and a bias
// follows.
// CHECK-LABEL: func.func @across(
// CHECK-SAME: %[[A:.*]]: tensor<256x256xf8E4M3FN>, %[[S:.*]]: tensor<2x256xf32>, %[[B:.*]]: tensor<128x256xf8E4M3FN>, %[[T:.*]]: tensor<128xf32>, %[[C:.*]]: tensor<256x128xf32>, %[[BIAS:.*]]: tensor<256x128xf32>)
// CHECK-NOT: linalg.
// CHECK: %[[ROWS:.*]] = tensor.expand_shape %[[T]] {{.*}} : tensor<128xf32> into tensor<128x1xf32>
// CHECK: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%[[A]], %[[B]] : {{.*}} outs(%[[C]] : tensor<256x128xf32>) with(%[[BIAS]], %[[S]], %[[ROWS]] : tensor<256x128xf32>, tensor<2x256xf32>, tensor<128x1xf32>)
func.func @across(%qa: tensor<256x256xf8E4M3FN>, %sa: tensor<2x256xf32>, %qb: tensor<128x256xf8E4M3FN>, %sb: tensor<128xf32>, %c: tensor<256x128xf32>, %bias: tensor<256x128xf32>) -> tensor<256x128xf32> {
  %ea = tensor.empty() : tensor<256x256xf32>
  %da = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<256x256xf8E4M3FN>, tensor<2x256xf32>) outs(%ea : tensor<256x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %eb = tensor.empty() : tensor<128x256xf32>
  %db = linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qb, %sb : tensor<128x256xf8E4M3FN>, tensor<128xf32>) outs(%eb : tensor<128x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<128x256xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%da, %db : tensor<256x256xf32>, tensor<128x256xf32>) outs(%c : tensor<256x128xf32>) -> tensor<256x128xf32>
  %t = arith.addf %r, %bias : tensor<256x128xf32>
  return %t : tensor<256x128xf32>
}

// K is not the last dimension of B, which is transposed on its way.
// CHECK-LABEL: func.func @k_first(
// CHECK-SAME: %[[A:.*]]: tensor<256x256xf8E4M3FN>, %[[S:.*]]: tensor<256x2xf32>, %[[B:.*]]: tensor<256x128xf8E4M3FN>, %[[T:.*]]: tensor<2x128xf32>)
// CHECK-NOT: linalg.
// CHECK: tile.launch {{.*}} ins(%[[A]], %[[B]] : {{.*}} with(%[[S]], %{{.*}}load = transpose,
func.func @k_first(%qa: tensor<256x256xf8E4M3FN>, %sa: tensor<256x2xf32>, %qb: tensor<256x128xf8E4M3FN>, %sb: tensor<2x128xf32>) -> tensor<256x128xf32> {
  %ea = tensor.empty() : tensor<256x256xf32>
  %da = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<256x256xf8E4M3FN>, tensor<256x2xf32>) outs(%ea : tensor<256x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %eb = tensor.empty() : tensor<256x128xf32>
  %db = linalg.generic {indexing_maps = [#id, #depth, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qb, %sb : tensor<256x128xf8E4M3FN>, tensor<2x128xf32>) outs(%eb : tensor<256x128xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x128xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %r = linalg.matmul ins(%da, %db : tensor<256x256xf32>, tensor<256x128xf32>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %r : tensor<256x128xf32>
}

// What stays as it is, and why: K is the last dimension of neither.
// CHECK-LABEL: func.func @both_first(
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: tile.launch {{.*}} ins({{.*}} : tensor<256x256xf32>, tensor<256x128xf32>)
// REMARK: Function=both_first | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: no tensor-core kernel has such scales here"
func.func @both_first(%qa: tensor<256x256xf8E4M3FN>, %sa: tensor<2x256xf32>, %qb: tensor<256x128xf8E4M3FN>, %sb: tensor<2x128xf32>) -> tensor<256x128xf32> {
  %ea = tensor.empty() : tensor<256x256xf32>
  %da = linalg.generic {indexing_maps = [#id, #depth, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<256x256xf8E4M3FN>, tensor<2x256xf32>) outs(%ea : tensor<256x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %eb = tensor.empty() : tensor<256x128xf32>
  %db = linalg.generic {indexing_maps = [#id, #depth, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qb, %sb : tensor<256x128xf8E4M3FN>, tensor<2x128xf32>) outs(%eb : tensor<256x128xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x128xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %r = linalg.matmul indexing_maps = [#at, #bt, #c] ins(%da, %db : tensor<256x256xf32>, tensor<256x128xf32>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %r : tensor<256x128xf32>
}

// Groups that are no multiple of a step along K.
// REMARK: Function=small | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: no tensor-core kernel has such scales here"
func.func @small(%qa: tensor<256x256xf8E4M3FN>, %sa: tensor<256x8xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %ea = tensor.empty() : tensor<256x256xf32>
  %da = linalg.generic {indexing_maps = [#id, affine_map<(n, k) -> (n, k floordiv 32)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<256x256xf8E4M3FN>, tensor<256x8xf32>) outs(%ea : tensor<256x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%da, %da : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}

// More than a product with one scale; scales of other types; one operand alone;
// what was rounded to 16 bits, of which nothing is said: it is no matmul of f32.
// REMARK: Function=several | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: its A is more than 8-bit floats, extended to f32, times scales of f32"
// REMARK: Function=several | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: its A has 2 scales; kernels read one for each block"
// REMARK: Function=several | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: its A has scales of bf16; kernels read f32"
// REMARK: Function=several | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: its B has no 8-bit floats with scales, but the other one has"
// REMARK: Function=several | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: it reads a matrix that varies other than by rows and by groups of K"
// REMARK-NOT: Function=rounded | Remark="takes
func.func @several(%qa: tensor<256x256xf8E4M3FN>, %sa: tensor<256x2xf32>, %sc: tensor<256xf32>, %sh: tensor<256x2xbf16>, %sm: tensor<256x256xf32>, %f: tensor<256x256xf32>, %c: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>) {
  %ea = tensor.empty() : tensor<256x256xf32>
  %d0 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<256x256xf8E4M3FN>, tensor<256x2xf32>) outs(%ea : tensor<256x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.addf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #groups, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa, %sc : tensor<256x256xf8E4M3FN>, tensor<256x2xf32>, tensor<256xf32>) outs(%ea : tensor<256x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %t: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.mulf %1, %t : f32
    linalg.yield %2 : f32
  } -> tensor<256x256xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sh : tensor<256x256xf8E4M3FN>, tensor<256x2xbf16>) outs(%ea : tensor<256x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: bf16, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %t = arith.extf %s : bf16 to f32
    %1 = arith.mulf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %d3 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<256x256xf8E4M3FN>, tensor<256x2xf32>) outs(%ea : tensor<256x256xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %x4 = arith.extf %qa : tensor<256x256xf8E4M3FN> to tensor<256x256xf32>
  %d4 = arith.mulf %x4, %sm : tensor<256x256xf32>
  %r0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%d0, %d0 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %r1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%d1, %d1 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %r2 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%d2, %d2 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %r3 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%d3, %f : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  %r4 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%d4, %d4 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %r0, %r1, %r2, %r3, %r4 : tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>, tensor<256x256xf32>
}

// CHECK-LABEL: func.func @rounded(
// CHECK: linalg.generic
// CHECK: tile.launch {{.*}} ins({{.*}} : tensor<256x256xbf16>, tensor<256x256xf8E4M3FN>)
func.func @rounded(%qa: tensor<256x256xf8E4M3FN>, %sa: tensor<256x2xf32>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %ea = tensor.empty() : tensor<256x256xbf16>
  %da = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%qa, %sa : tensor<256x256xf8E4M3FN>, tensor<256x2xf32>) outs(%ea : tensor<256x256xbf16>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: bf16):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<256x256xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%da, %da : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}
