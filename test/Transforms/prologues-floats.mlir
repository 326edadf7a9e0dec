// Functions of floats before a matmul: the kernel computes them where that is estimated to
// pay, and otherwise a remark names both estimates.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: autotune-opt %t --autotune-lower-matmul=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s

#id = affine_map<(m, k) -> (m, k)>
#rows = affine_map<(m, k) -> (m)>
#depth = affine_map<(m, k) -> (k)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Of few columns: a norm, whose factors of rows are f32, and whose weights are of K.
// CHECK-LABEL: func.func @norm(
// CHECK-SAME: %[[X:.*]]: tensor<4096x4096xbf16>, %[[W:.*]]: tensor<512x4096xbf16>, %[[R:.*]]: tensor<4096xf32>, %[[G:.*]]: tensor<4096xbf16>)
// CHECK-NOT: linalg.generic
// CHECK-DAG: %[[ROWS:.*]] = tensor.expand_shape %[[R]] {{.*}} into tensor<4096x1xf32>
// CHECK-DAG: %[[DEPTH:.*]] = tensor.expand_shape %[[G]] {{.*}} into tensor<1x4096xbf16>
// CHECK: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%[[X]], %[[W]] : {{.*}} with(%[[ROWS]], %[[DEPTH]] : tensor<4096x1xf32>, tensor<1x4096xbf16>)
// REMARK: Function=norm | Remark="computes its A in the kernel, which reads 2 operands for it"
func.func @norm(%x: tensor<4096x4096xbf16>, %w: tensor<512x4096xbf16>, %r: tensor<4096xf32>, %g: tensor<4096xbf16>) -> tensor<4096x512xf32> {
  %e = tensor.empty() : tensor<4096x4096xbf16>
  %n = linalg.generic {indexing_maps = [#id, #rows, #depth, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r, %g : tensor<4096x4096xbf16>, tensor<4096xf32>, tensor<4096xbf16>) outs(%e : tensor<4096x4096xbf16>) {
  ^bb0(%v: bf16, %f: f32, %h: bf16, %o: bf16):
    %0 = arith.extf %v : bf16 to f32
    %1 = arith.mulf %0, %f : f32
    %2 = arith.truncf %1 : f32 to bf16
    %3 = arith.mulf %2, %h : bf16
    linalg.yield %3 : bf16
  } -> tensor<4096x4096xbf16>
  %zero = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<4096x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4096x512xf32>) -> tensor<4096x512xf32>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%n, %w : tensor<4096x4096xbf16>, tensor<512x4096xbf16>) outs(%init : tensor<4096x512xf32>) -> tensor<4096x512xf32>
  return %y : tensor<4096x512xf32>
}

// Of many: each tile along N would compute it again.
// CHECK-LABEL: func.func @many(
// CHECK: math.exp
// CHECK: tile.launch
// REMARK: Function=many | Remark="reads its A from memory instead of computing it in the kernel: a kernel that computes it is estimated to take {{[0-9.]+}} us, and a separate pass with a kernel that does not {{[0-9.]+}} us"
func.func @many(%x: tensor<4096x4096xbf16>, %w: tensor<12288x4096xbf16>, %c: tensor<4096x12288xf32>) -> tensor<4096x12288xf32> {
  %one = arith.constant 1.0 : bf16
  %e = tensor.empty() : tensor<4096x4096xbf16>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4096x4096xbf16>) outs(%e : tensor<4096x4096xbf16>) {
  ^bb0(%v: bf16, %o: bf16):
    %0 = arith.negf %v : bf16
    %1 = math.exp %0 : bf16
    %2 = arith.addf %1, %one : bf16
    %3 = arith.divf %v, %2 : bf16
    linalg.yield %3 : bf16
  } -> tensor<4096x4096xbf16>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%n, %w : tensor<4096x4096xbf16>, tensor<12288x4096xbf16>) outs(%c : tensor<4096x12288xf32>) -> tensor<4096x12288xf32>
  return %y : tensor<4096x12288xf32>
}

// A cast, of an f32 that is read only for it; the other operand's function is made in memory.
// CHECK-LABEL: func.func @cast(
// CHECK-SAME: %[[X:.*]]: tensor<4096x4096xf32>, %[[W:.*]]: tensor<512x4096xbf16>
// CHECK: %[[NEGATED:.*]] = arith.negf %[[W]]
// CHECK-NOT: arith.truncf
// CHECK: tile.launch {{.*}} ins(%[[X]], %[[NEGATED]] : tensor<4096x4096xf32>, tensor<512x4096xbf16>) outs(%{{.*}} : tensor<4096x512xf32>) sms
// REMARK: Function=cast | Remark="computes its A in the kernel, which reads 0 operands for it"
func.func @cast(%x: tensor<4096x4096xf32>, %w: tensor<512x4096xbf16>, %c: tensor<4096x512xf32>) -> (tensor<4096x512xf32>, tensor<512x4096xbf16>) {
  %0 = arith.truncf %x : tensor<4096x4096xf32> to tensor<4096x4096xbf16>
  %1 = arith.negf %w : tensor<512x4096xbf16>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%0, %1 : tensor<4096x4096xbf16>, tensor<512x4096xbf16>) outs(%c : tensor<4096x512xf32>) -> tensor<4096x512xf32>
  return %y, %1 : tensor<4096x512xf32>, tensor<512x4096xbf16>
}

// What others read is in memory anyway.
// CHECK-LABEL: func.func @read(
// CHECK: %[[NEGATED:.*]] = arith.negf
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %[[NEGATED]] :
// REMARK: Function=read | Remark="reads its B from memory instead of computing it in the kernel: other operations read it too, so it is in memory anyway"
func.func @read(%x: tensor<16x4096xbf16>, %w: tensor<12288x4096xbf16>, %c: tensor<16x12288xf32>) -> (tensor<16x12288xf32>, tensor<12288x4096xbf16>) {
  %0 = arith.negf %w : tensor<12288x4096xbf16>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %0 : tensor<16x4096xbf16>, tensor<12288x4096xbf16>) outs(%c : tensor<16x12288xf32>) -> tensor<16x12288xf32>
  return %y, %0 : tensor<16x12288xf32>, tensor<12288x4096xbf16>
}

// The farthest matrix of which it is a function, and nothing else: sums of two are none, and what
// others read is in memory.
// CHECK-LABEL: func.func @farthest(
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: tile.launch {{.*}} ins(%[[SUM]],
// CHECK: %[[READ:.*]] = arith.negf
// CHECK-NEXT: tile.launch {{.*}} ins(%[[READ]],
func.func @farthest(%x: tensor<4096x4096xbf16>, %y: tensor<4096x4096xbf16>, %w: tensor<512x4096xbf16>, %c: tensor<4096x512xf32>) -> (tensor<4096x512xf32>, tensor<4096x512xf32>, tensor<4096x4096xbf16>) {
  %zero = arith.constant dense<0.0> : tensor<4096x4096xbf16>
  %0 = arith.addf %x, %y : tensor<4096x4096xbf16>
  %1 = arith.maximumf %0, %zero : tensor<4096x4096xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%1, %w : tensor<4096x4096xbf16>, tensor<512x4096xbf16>) outs(%c : tensor<4096x512xf32>) -> tensor<4096x512xf32>
  %2 = arith.negf %x : tensor<4096x4096xbf16>
  %3 = arith.maximumf %2, %zero : tensor<4096x4096xbf16>
  %s = linalg.matmul indexing_maps = [#a, #b, #c] ins(%3, %w : tensor<4096x4096xbf16>, tensor<512x4096xbf16>) outs(%c : tensor<4096x512xf32>) -> tensor<4096x512xf32>
  return %r, %s, %2 : tensor<4096x512xf32>, tensor<4096x512xf32>, tensor<4096x4096xbf16>
}

// What follows a matmul is that one's epilogue.
// CHECK-LABEL: func.func @between(
// CHECK: %[[FIRST:.*]] = tile.launch
// CHECK: tile.launch {{.*}} ins(%[[FIRST]],
// REMARK-NOT: Function=between | Remark="computes
func.func @between(%x: tensor<16x256xbf16>, %v: tensor<4096x256xbf16>, %w: tensor<12288x4096xbf16>, %c: tensor<16x12288xf32>) -> tensor<16x12288xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<16x4096xf32>
  %e = tensor.empty() : tensor<16x4096xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %v : tensor<16x256xbf16>, tensor<4096x256xbf16>) outs(%init : tensor<16x4096xf32>) -> tensor<16x4096xf32>
  %1 = arith.maximumf %0, %zeros : tensor<16x4096xf32>
  %2 = arith.truncf %1 : tensor<16x4096xf32> to tensor<16x4096xbf16>
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%2, %w : tensor<16x4096xbf16>, tensor<12288x4096xbf16>) outs(%c : tensor<16x12288xf32>) -> tensor<16x12288xf32>
  return %y : tensor<16x12288xf32>
}

//===----------------------------------------------------------------------===//
// What stays as it is
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @two(
// CHECK: arith.mulf
// CHECK: tile.launch
// REMARK: Function=two | Remark="reads its A from memory instead of computing it in the kernel: it reads a matrix that varies other than by rows and by groups of K"
func.func @two(%x: tensor<16x4096xbf16>, %y: tensor<16x4096xbf16>, %w: tensor<12288x4096xbf16>, %c: tensor<16x12288xf32>) -> tensor<16x12288xf32> {
  %0 = arith.mulf %x, %y : tensor<16x4096xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%0, %w : tensor<16x4096xbf16>, tensor<12288x4096xbf16>) outs(%c : tensor<16x12288xf32>) -> tensor<16x12288xf32>
  return %r : tensor<16x12288xf32>
}

// CHECK-LABEL: func.func @across(
// CHECK: arith.negf
// CHECK: tile.launch
// REMARK: Function=across | Remark="reads its B from memory instead of computing it in the kernel: K is not the last dimension of the floats of 16 bits"
func.func @across(%x: tensor<16x4096xbf16>, %w: tensor<4096x12288xbf16>, %c: tensor<16x12288xf32>) -> tensor<16x12288xf32> {
  %0 = arith.negf %w : tensor<4096x12288xbf16>
  %r = linalg.matmul ins(%x, %0 : tensor<16x4096xbf16>, tensor<4096x12288xbf16>) outs(%c : tensor<16x12288xf32>) -> tensor<16x12288xf32>
  return %r : tensor<16x12288xf32>
}

// Floats of 32 bits are transposed on the way.
// CHECK-LABEL: func.func @words_across(
// CHECK-NOT: arith.truncf
// CHECK: tile.launch {{.*}} ins(%arg0, %arg1 : tensor<16x4096xbf16>, tensor<4096x12288xf32>) {{.*}} load = transpose
// REMARK: Function=words_across | Remark="computes its B in the kernel, which reads 0 operands for it"
func.func @words_across(%x: tensor<16x4096xbf16>, %w: tensor<4096x12288xf32>, %c: tensor<16x12288xf32>) -> tensor<16x12288xf32> {
  %0 = arith.truncf %w : tensor<4096x12288xf32> to tensor<4096x12288xbf16>
  %r = linalg.matmul ins(%x, %0 : tensor<16x4096xbf16>, tensor<4096x12288xbf16>) outs(%c : tensor<16x12288xf32>) -> tensor<16x12288xf32>
  return %r : tensor<16x12288xf32>
}

// Views alone are no function.
// CHECK-LABEL: func.func @views(
// CHECK: linalg.transpose
// CHECK: tile.launch
// REMARK-NOT: Function=views | Remark="reads its
// REMARK-NOT: Function=views | Remark="computes
func.func @views(%x: tensor<16x4096xbf16>, %w: tensor<12288x4096xbf16>, %c: tensor<16x12288xf32>) -> tensor<16x12288xf32> {
  %e = tensor.empty() : tensor<4096x12288xbf16>
  %0 = linalg.transpose ins(%w : tensor<12288x4096xbf16>) outs(%e : tensor<4096x12288xbf16>) permutation = [1, 0]
  %r = linalg.matmul ins(%x, %0 : tensor<16x4096xbf16>, tensor<4096x12288xbf16>) outs(%c : tensor<16x12288xf32>) -> tensor<16x12288xf32>
  return %r : tensor<16x12288xf32>
}
