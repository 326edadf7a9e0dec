// Weights that are dequantized by scales and zero points of groups of K: the
// kernel does it.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#turned = affine_map<(n, k) -> (k floordiv 128, n)>
#rows = affine_map<(n, k) -> (n)>
#depth = affine_map<(n, k) -> (k)>
#id3 = affine_map<(n, g, k) -> (n, g, k)>
#of3 = affine_map<(n, g, k) -> (n, g)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// A generic of two dimensions first.
// CHECK-LABEL: func.func @flat(
// CHECK-SAME: %[[A:.*]]: tensor<16x512xbf16>, %[[W:.*]]: tensor<192x512xi8>, %[[S:.*]]: tensor<192x4xbf16>, %[[Z:.*]]: tensor<192x4xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: tile.launch @{{.*}}::@[[BF16:matmul_hopper_wgmma_[0-9a-f]*]] ins(%[[A]], %[[W]] : {{.*}} with(%[[Z]], %[[S]] : tensor<192x4xbf16>, tensor<192x4xbf16>)
// CHECK-NEXT: return
// REMARK: Function=flat | Remark="dequantizes its B in the kernel, which reads 2 operands for it"
func.func @flat(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %s: tensor<192x4xbf16>, %z: tensor<192x4xbf16>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #groups, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s, %z : tensor<192x512xi8>, tensor<192x4xbf16>, tensor<192x4xbf16>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %f: bf16, %p: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.subf %0, %p : bf16
    %2 = arith.mulf %1, %f : bf16
    linalg.yield %2 : bf16
  } -> tensor<192x512xbf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<16x192xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x192xf32>) -> tensor<16x192xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%init : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// As frontends have it: groups are a dimension of their own. Integer zero points,
// and a product in f32, which is exact there.
// CHECK-LABEL: func.func @expanded(
// CHECK-SAME: %[[A:.*]]: tensor<16x512xbf16>, %[[W:.*]]: tensor<192x512xi8>, %[[S:.*]]: tensor<192x4xbf16>, %[[Z:.*]]: tensor<192x4xi8>)
// CHECK-NOT: linalg.generic
// CHECK: tile.launch @{{.*}}::@[[EXPANDED:matmul_hopper_wgmma_[0-9a-f]*]] ins(%[[A]], %[[W]] : {{.*}} with(%[[Z]], %[[S]] : tensor<192x4xi8>, tensor<192x4xbf16>)
func.func @expanded(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %s: tensor<192x4xbf16>, %z: tensor<192x4xi8>) -> tensor<16x192xf32> {
  %w3 = tensor.expand_shape %w [[0], [1, 2]] output_shape [192, 4, 128] : tensor<192x512xi8> into tensor<192x4x128xi8>
  %e = tensor.empty() : tensor<192x4x128xbf16>
  %d3 = linalg.generic {indexing_maps = [#id3, #of3, #of3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w3, %z, %s : tensor<192x4x128xi8>, tensor<192x4xi8>, tensor<192x4xbf16>) outs(%e : tensor<192x4x128xbf16>) {
  ^bb0(%q: i8, %p: i8, %f: bf16, %o: bf16):
    %0 = arith.extsi %q : i8 to i32
    %1 = arith.extsi %p : i8 to i32
    %2 = arith.subi %0, %1 : i32
    %3 = arith.sitofp %2 : i32 to f32
    %4 = arith.extf %f : bf16 to f32
    %5 = arith.mulf %3, %4 : f32
    %6 = arith.truncf %5 : f32 to bf16
    linalg.yield %6 : bf16
  } -> tensor<192x4x128xbf16>
  %d = tensor.collapse_shape %d3 [[0], [1, 2]] : tensor<192x4x128xbf16> into tensor<192x512xbf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<16x192xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x192xf32>) -> tensor<16x192xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%init : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// In several steps: what is made of groups alone stays an operation of its own,
// broadcasts are seen through, the transpose that follows too; a step reads a
// scale of rows, a matrix of groups by rows, and a constant.
// CHECK-LABEL: func.func @steps(
// CHECK-SAME: %[[A:.*]]: tensor<?x512xf16>, %[[W:.*]]: tensor<192x512xi8>, %[[S:.*]]: tensor<192xf16>, %[[Z:.*]]: tensor<4x192xf32>,
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[Z]] : tensor<4x192xf32> to tensor<4x192xf16>
// CHECK-NOT: linalg.
// CHECK: %[[ROWS:.*]] = tensor.expand_shape %[[S]] {{.*}} : tensor<192xf16> into tensor<192x1xf16>
// CHECK: tile.launch {{.*}} ins(%[[A]], %[[W]] : {{.*}} with(%[[ROUNDED]], %[[ROWS]] : tensor<4x192xf16>, tensor<192x1xf16>)
func.func @steps(%x: tensor<?x512xf16>, %w: tensor<192x512xi8>, %s: tensor<192xf16>, %z: tensor<4x192xf32>, %c: tensor<?x192xf32>) -> tensor<?x192xf32> {
  %half = arith.constant dense<0.5> : tensor<192x512xf16>
  %z16 = arith.truncf %z : tensor<4x192xf32> to tensor<4x192xf16>
  %e = tensor.empty() : tensor<192x512xf16>
  %zs = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z16 : tensor<4x192xf16>) outs(%e : tensor<192x512xf16>) {
  ^bb0(%p: f16, %o: f16):
    linalg.yield %p : f16
  } -> tensor<192x512xf16>
  %ss = linalg.broadcast ins(%s : tensor<192xf16>) outs(%e : tensor<192x512xf16>) dimensions = [1]
  %0 = arith.sitofp %w : tensor<192x512xi8> to tensor<192x512xf16>
  %1 = arith.subf %0, %zs : tensor<192x512xf16>
  %2 = arith.mulf %1, %ss : tensor<192x512xf16>
  %3 = arith.mulf %2, %half : tensor<192x512xf16>
  %e2 = tensor.empty() : tensor<512x192xf16>
  %4 = linalg.transpose ins(%3 : tensor<192x512xf16>) outs(%e2 : tensor<512x192xf16>) permutation = [1, 0]
  %r = linalg.matmul ins(%x, %4 : tensor<?x512xf16>, tensor<512x192xf16>) outs(%c : tensor<?x192xf32>) -> tensor<?x192xf32>
  return %r : tensor<?x192xf32>
}

// Of each place along K.
// CHECK-LABEL: func.func @places(
// CHECK: %[[DEPTH:.*]] = tensor.expand_shape {{.*}} : tensor<512xbf16> into tensor<1x512xbf16>
// CHECK: tile.launch {{.*}} with(%[[DEPTH]] : tensor<1x512xbf16>)
func.func @places(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %s: tensor<512xbf16>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #depth, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<192x512xi8>, tensor<512xbf16>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// A conversion alone is no prologue.
// CHECK-LABEL: func.func @converted(
// CHECK-NOT: with(
// CHECK: tile.launch
// CHECK-NOT: with(
// CHECK: return
func.func @converted(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %d = arith.sitofp %w : tensor<192x512xi8> to tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// With K across rows they are transposed on the way, beside scales of groups of K.
// CHECK-LABEL: func.func @across(
// CHECK-NOT: linalg.generic
// CHECK: tile.launch {{.*}} ins(%arg0, %arg1 : tensor<16x4096xbf16>, tensor<4096x28672xi8>) {{.*}} with(%arg2 : tensor<32x28672xbf16>) {{.*}} load = transpose
// REMARK: Function=across | Remark="dequantizes its B in the kernel, which reads 1 operands for it"
func.func @across(%x: tensor<16x4096xbf16>, %w: tensor<4096x28672xi8>, %s: tensor<32x28672xbf16>, %c: tensor<16x28672xf32>) -> tensor<16x28672xf32> {
  %e = tensor.empty() : tensor<4096x28672xbf16>
  %d = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (k floordiv 128, n)>, affine_map<(k, n) -> (k, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<4096x28672xi8>, tensor<32x28672xbf16>) outs(%e : tensor<4096x28672xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<4096x28672xbf16>
  %r = linalg.matmul ins(%x, %d : tensor<16x4096xbf16>, tensor<4096x28672xbf16>) outs(%c : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  return %r : tensor<16x28672xf32>
}

//===----------------------------------------------------------------------===//
// What stays as it is
//===----------------------------------------------------------------------===//

// Two rows of 4-bit integers share no byte.
// CHECK-LABEL: func.func @across_halves(
// CHECK: linalg.generic
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x4096xbf16>, tensor<4096x28672xbf16>)
// REMARK: Function=across_halves | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: K is not the last dimension of the integers of 4 bits"
func.func @across_halves(%x: tensor<16x4096xbf16>, %w: tensor<4096x28672xi4>, %s: tensor<28672xbf16>, %c: tensor<16x28672xf32>) -> tensor<16x28672xf32> {
  %e = tensor.empty() : tensor<4096x28672xbf16>
  %d = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (n)>, affine_map<(k, n) -> (k, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<4096x28672xi4>, tensor<28672xbf16>) outs(%e : tensor<4096x28672xbf16>) {
  ^bb0(%q: i4, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i4 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<4096x28672xbf16>
  %r = linalg.matmul ins(%x, %d : tensor<16x4096xbf16>, tensor<4096x28672xbf16>) outs(%c : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  return %r : tensor<16x28672xf32>
}

// Rows of 4-bit integers that are no multiples of 16 bytes, which TMA does not load.
// CHECK-LABEL: func.func @odd_halves(
// CHECK: linalg.generic
// REMARK: Function=odd_halves | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: no tensor-core kernel has a prologue here"
func.func @odd_halves(%x: tensor<16x4080xbf16>, %w: tensor<28672x4080xi4>, %s: tensor<28672xbf16>, %c: tensor<16x28672xf32>) -> tensor<16x28672xf32> {
  %e = tensor.empty() : tensor<28672x4080xbf16>
  %d = linalg.generic {indexing_maps = [#id, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<28672x4080xi4>, tensor<28672xbf16>) outs(%e : tensor<28672x4080xbf16>) {
  ^bb0(%q: i4, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i4 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<28672x4080xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x4080xbf16>, tensor<28672x4080xbf16>) outs(%c : tensor<16x28672xf32>) -> tensor<16x28672xf32>
  return %r : tensor<16x28672xf32>
}

// Those of whole bytes are packed.
// CHECK-LABEL: func.func @across_odd(
// CHECK-NOT: linalg.generic
// CHECK: tile.launch {{.*}} load = pack
// REMARK: Function=across_odd | Remark="dequantizes its B in the kernel, which reads 1 operands for it"
func.func @across_odd(%x: tensor<16x4096xbf16>, %w: tensor<4096x28664xi8>, %s: tensor<28664xbf16>, %c: tensor<16x28664xf32>) -> tensor<16x28664xf32> {
  %e = tensor.empty() : tensor<4096x28664xbf16>
  %d = linalg.generic {indexing_maps = [affine_map<(k, n) -> (k, n)>, affine_map<(k, n) -> (n)>, affine_map<(k, n) -> (k, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<4096x28664xi8>, tensor<28664xbf16>) outs(%e : tensor<4096x28664xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<4096x28664xbf16>
  %r = linalg.matmul ins(%x, %d : tensor<16x4096xbf16>, tensor<4096x28664xbf16>) outs(%c : tensor<16x28664xf32>) -> tensor<16x28664xf32>
  return %r : tensor<16x28664xf32>
}

// CHECK-LABEL: func.func @each(
// CHECK: linalg.generic
// REMARK: Function=each | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: it reads a matrix that varies other than by rows and by groups of K"
func.func @each(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %s: tensor<192x512xbf16>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<192x512xi8>, tensor<192x512xbf16>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// Scalars of the program become tensors of one element: what a body takes from outside,
// an input, and what fills a tensor.
// CHECK-LABEL: func.func @runtime_scale(
// CHECK-NOT: linalg.generic
// CHECK: %[[ONE:.*]] = tensor.from_elements %arg2 : tensor<1x1xbf16>
// CHECK-NEXT: tile.launch {{.*}} with(%[[ONE]] : tensor<1x1xbf16>)
// REMARK: Function=runtime_scale | Remark="dequantizes its B in the kernel, which reads 1 operands for it"
func.func @runtime_scale(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %s: bf16, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<192x512xi8>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %s : bf16
    linalg.yield %1 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// CHECK-LABEL: func.func @filled(
// CHECK-NOT: linalg.generic
// CHECK-DAG: %[[SCALE:.*]] = tensor.from_elements %arg2 : tensor<1x1xbf16>
// CHECK-DAG: %[[ZERO:.*]] = tensor.from_elements %arg3 : tensor<1x1xbf16>
// CHECK: tile.launch {{.*}} with(%{{.*}}, %{{.*}} : tensor<1x1xbf16>, tensor<1x1xbf16>)
// REMARK: Function=filled | Remark="dequantizes its B in the kernel, which reads 2 operands for it"
func.func @filled(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %s: bf16, %z: bf16, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %scales = tensor.splat %s : tensor<192x512xbf16>
  %zeros = linalg.fill ins(%z : bf16) outs(%e : tensor<192x512xbf16>) -> tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #id, #id, affine_map<(n, k) -> ()>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %scales, %zeros, %s : tensor<192x512xi8>, tensor<192x512xbf16>, tensor<192x512xbf16>, bf16) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %f: bf16, %p: bf16, %t: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.subf %0, %p : bf16
    %2 = arith.mulf %1, %f : bf16
    %3 = arith.mulf %2, %t : bf16
    linalg.yield %3 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// CHECK-LABEL: func.func @index_scale(
// CHECK: linalg.generic
// REMARK: Function=index_scale | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: it reads a scalar of type index"
func.func @index_scale(%x: tensor<16x512xbf16>, %w: tensor<192x512xi8>, %s: index, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x512xbf16>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<192x512xi8>) outs(%e : tensor<192x512xbf16>) {
  ^bb0(%q: i8, %o: bf16):
    %0 = arith.extsi %q : i8 to i32
    %1 = arith.index_cast %s : index to i32
    %2 = arith.addi %0, %1 : i32
    %3 = arith.sitofp %2 : i32 to bf16
    linalg.yield %3 : bf16
  } -> tensor<192x512xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x512xbf16>, tensor<192x512xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// CHECK-LABEL: func.func @many(
// CHECK: arith.sitofp
// REMARK: Function=many | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: a kernel that computes it is estimated to take {{.*}} us, and a separate pass with a kernel that does not {{.*}} us"
func.func @many(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xi8>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %d = arith.sitofp %w : tensor<4096x4096xi8> to tensor<4096x4096xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}

// Groups that no step has whole: without a kernel of tensor cores that reads
// integers the one for floats is taken.
// CHECK-LABEL: func.func @odd_groups(
// CHECK: linalg.generic
// CHECK: tile.launch @{{.*}}hopper_wgmma
// REMARK: Function=odd_groups | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: no tensor-core kernel has a prologue here"
func.func @odd_groups(%x: tensor<16x480xbf16>, %w: tensor<192x480xi8>, %s: tensor<192x20xbf16>, %c: tensor<16x192xf32>) -> tensor<16x192xf32> {
  %e = tensor.empty() : tensor<192x480xbf16>
  %d = linalg.generic {indexing_maps = [#id, affine_map<(n, k) -> (n, k floordiv 24)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<192x480xi8>, tensor<192x20xbf16>) outs(%e : tensor<192x480xbf16>) {
  ^bb0(%q: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %q : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<192x480xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<16x480xbf16>, tensor<192x480xbf16>) outs(%c : tensor<16x192xf32>) -> tensor<16x192xf32>
  return %r : tensor<16x192xf32>
}

// What the kernels get: the function is applied to two rows' values, of which
// those of a step are read one ahead.
// CHECK: tile.kernel @[[BF16]](
// CHECK-SAME: memref<?x?xbf16, {{[^>]*>}}>, %{{.*}}: memref<?x?xi8, {{[^>]*>}}>, %{{.*}}: memref<?x?xf32, {{[^>]*>}}>, %[[ZS:.*]]: memref<?x?xbf16, {{[^>]*>}}>, %[[SS:.*]]: memref<?x?xbf16, {{[^>]*>}}>)
// CHECK: tile.role "consumer"
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %[[STEP:.*]] iter_args(%{{.*}} = %{{.*}}, %[[Z0:.*]] = %{{.*}}, %[[S0:.*]] = %{{.*}}) ->
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %[[STEP]]
// CHECK: %[[GROUP:.*]] = arith.divui %[[NEXT]], %c128
// CHECK: %[[Z1:.*]] = tile.read_rows %[[ZS]][%{{.*}}, %[[GROUP]]]
// CHECK: %[[S1:.*]] = tile.read_rows %[[SS]][
// CHECK: tile.wait
// CHECK-NEXT: tile.mma {{.*}} rows(%[[Z0]], %[[S0]] : {{.*}}) prologue {
// CHECK-NEXT: ^bb0(%[[Q:.*]]: i8, %[[Z:.*]]: bf16, %[[S:.*]]: bf16):
// CHECK-NEXT: %[[X:.*]] = arith.sitofp %[[Q]] : i8 to bf16
// CHECK-NEXT: %[[Y:.*]] = arith.subf %[[X]], %[[Z]] : bf16
// CHECK-NEXT: %[[W:.*]] = arith.mulf %[[Y]], %[[S]] : bf16
// CHECK-NEXT: tile.yield %[[W]] : bf16
// CHECK: scf.yield %{{.*}}, %[[Z1]], %[[S1]]

// Integers are subtracted in bf16, which holds their differences, and the
// product of such a one is rounded once either way.
// CHECK: tile.kernel @[[EXPANDED]](
// CHECK: ^bb0(%[[Q:.*]]: i8, %[[Z:.*]]: i8, %[[S:.*]]: bf16):
// CHECK-NEXT: %[[X:.*]] = arith.sitofp %[[Q]] : i8 to bf16
// CHECK-NEXT: %[[ZF:.*]] = arith.sitofp %[[Z]] : i8 to bf16
// CHECK-NEXT: %[[Y:.*]] = arith.subf %[[X]], %[[ZF]] : bf16
// CHECK-NEXT: %[[W:.*]] = arith.mulf %[[Y]], %[[S]] : bf16
// CHECK-NEXT: tile.yield %[[W]] : bf16
