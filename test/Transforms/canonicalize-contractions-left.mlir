// RUN: autotune-opt %s --autotune-canonicalize-contractions --remarks-filter=autotune -o %t 2>&1 | FileCheck %s
// RUN: autotune-opt %s -o %t.before
// RUN: diff %t.before %t
// RUN: autotune-opt %s --autotune-canonicalize-contractions=allow-copies | FileCheck %s --check-prefix=COPIES

// What is left stays as it is, with the reason. What multiplies nothing, sums
// nothing, or is a linalg.matmul of matrices, is told nothing about.
// CHECK-NOT: Function=silent
func.func @silent(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %i: tensor<4x4xi1>) -> (tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xi1>) {
  %0 = linalg.reduce ins(%a : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
    (%x: f32, %y: f32) { %s = arith.addf %x, %y : f32 linalg.yield %s : f32 }
  %1 = linalg.mul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%i, %i : tensor<4x4xi1>, tensor<4x4xi1>) outs(%i : tensor<4x4xi1>) -> tensor<4x4xi1>
  return %0, %1, %2 : tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xi1>
}

// A zero point takes sums of rows that lie in one matrix.
// CHECK: left.mlir:[[@LINE+9]]:{{.*}}[Missed] CanonicalizeContractions | Category:autotune | Function=zero_point | {{.*}}no matmul: its A operand is a matrix only when it is transposed, which is a copy (allow-copies)
// COPIES-LABEL: func @zero_point(
// COPIES: linalg.transpose ins(%arg0 : tensor<3x5x8xi8>) outs({{.*}} : tensor<5x3x8xi8>) permutation = [1, 0, 2]
// COPIES: linalg.matmul ins({{.*}} : tensor<5x24xi8>, tensor<24x4xi8>)
#a = affine_map<(b, m, n, k) -> (b, m, k)>
#b = affine_map<(b, m, n, k) -> (b, k, n)>
#c = affine_map<(b, m, n, k) -> (m, n)>
#scalar = affine_map<(b, m, n, k) -> ()>
func.func @zero_point(%a: tensor<3x5x8xi8>, %b: tensor<3x8x4xi8>, %c: tensor<5x4xi32>, %z: i32) -> tensor<5x4xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #scalar, #c], iterator_types = ["reduction", "parallel", "parallel", "reduction"]}
      ins(%a, %b, %z : tensor<3x5x8xi8>, tensor<3x8x4xi8>, i32) outs(%c : tensor<5x4xi32>) {
    ^bb0(%x: i8, %y: i8, %zero: i32, %s: i32):
      %x32 = arith.extsi %x : i8 to i32
      %y32 = arith.extsi %y : i8 to i32
      %moved = arith.subi %x32, %zero : i32
      %product = arith.muli %moved, %y32 : i32
      %sum = arith.addi %s, %product : i32
      linalg.yield %sum : i32
  } -> tensor<5x4xi32>
  return %0 : tensor<5x4xi32>
}

// CHECK: Function=heads | {{.*}}its B operand is a matrix only when it is transposed
// COPIES-LABEL: func @heads(
// COPIES: linalg.transpose ins(%arg1 : tensor<16x8x4xf32>) outs({{.*}} : tensor<4x8x16xf32>) permutation = [2, 1, 0]
// COPIES: linalg.batch_matmul ins(%arg0, {{.*}} : tensor<4x16x8xf32>, tensor<4x8x16xf32>)
func.func @heads(%q: tensor<4x16x8xf32>, %k: tensor<16x8x4xf32>, %c: tensor<4x16x16xf32>) -> tensor<4x16x16xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(h, s, t, d) -> (h, s, d)>, affine_map<(h, s, t, d) -> (t, d, h)>, affine_map<(h, s, t, d) -> (h, s, t)>]
         ins(%q, %k : tensor<4x16x8xf32>, tensor<16x8x4xf32>) outs(%c : tensor<4x16x16xf32>) -> tensor<4x16x16xf32>
  return %0 : tensor<4x16x16xf32>
}

// The result too: there and back.
// CHECK: Function=result | {{.*}}its C operand is a matrix only when it is transposed
// COPIES-LABEL: func @result(
// COPIES: linalg.transpose ins(%arg2 : tensor<2x4x3x5xf32>) outs({{.*}} : tensor<2x3x4x5xf32>) permutation = [0, 2, 1, 3]
// COPIES: linalg.matmul ins({{.*}} : tensor<6x8xf32>, tensor<8x20xf32>)
// COPIES: linalg.transpose ins({{.*}} : tensor<2x3x4x5xf32>) outs({{.*}} : tensor<2x4x3x5xf32>) permutation = [0, 2, 1, 3]
func.func @result(%a: tensor<2x3x8xf32>, %b: tensor<8x4x5xf32>, %c: tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(a, b, n, p, k) -> (a, b, k)>, affine_map<(a, b, n, p, k) -> (k, n, p)>, affine_map<(a, b, n, p, k) -> (a, n, b, p)>]
         ins(%a, %b : tensor<2x3x8xf32>, tensor<8x4x5xf32>) outs(%c : tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}

// Packed tiles are as good as matrices only to kernels that know them.
// CHECK: Function=packed | {{.*}}is a matrix only when it is transposed
func.func @packed(%a: tensor<2x3x4x2xf32>, %b: tensor<5x3x4x2xf32>, %c: tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<2x3x4x2xf32>, tensor<5x3x4x2xf32>) outs(%c : tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32>
  return %0 : tensor<2x5x4x4xf32>
}

// CHECK: Function=convolution | {{.*}}no matmul: an indexing map is no projected permutation
func.func @convolution(%x: tensor<1x8x8x3xf32>, %f: tensor<3x3x3x4xf32>, %c: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %f : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%c : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// CHECK: Function=booleans | {{.*}}no matmul: its result has elements of type i1
func.func @booleans(%a: tensor<2x4x4xi1>, %c: tensor<2x4x4xi1>) -> tensor<2x4x4xi1> {
  %0 = linalg.batch_matmul ins(%a, %a : tensor<2x4x4xi1>, tensor<2x4x4xi1>) outs(%c : tensor<2x4x4xi1>) -> tensor<2x4x4xi1>
  return %0 : tensor<2x4x4xi1>
}

// CHECK: Function=complex | {{.*}}no matmul: its result has elements that are neither integers nor floats
func.func @complex(%a: tensor<4x4xcomplex<f32>>, %x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = linalg.matvec ins(%a, %x : tensor<4x4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%x : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// No stride is one of rows in blocks, so there is none of 0 that could be added.
// CHECK: Function=broadcast_layout | {{.*}}no matmul: its inputs are broadcast, and no strided view of them has the dimensions of the result
#blocks = affine_map<(i) -> (i floordiv 2, i mod 2)>
func.func @broadcast_layout(%a: memref<8xf32, #blocks>, %b: memref<8xf32, #blocks>, %c: memref<5x4xf32>) {
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<8xf32, #blocks>, memref<8xf32, #blocks>) outs(%c : memref<5x4xf32>)
  return
}

// CHECK: Function=some_batches | {{.*}}no matmul: {{.*}}operand
func.func @some_batches(%a: memref<2x3x5x8xf32>, %b: memref<3x2x8x4xf32>, %c: memref<2x3x5x4xf32>) {
  linalg.contract indexing_maps = [affine_map<(b, h, m, n, k) -> (b, h, m, k)>, affine_map<(b, h, m, n, k) -> (h, b, k, n)>, affine_map<(b, h, m, n, k) -> (b, h, m, n)>]
    ins(%a, %b : memref<2x3x5x8xf32>, memref<3x2x8x4xf32>) outs(%c : memref<2x3x5x4xf32>)
  return
}

#row = affine_map<(m, n, k) -> (m, k)>
#column = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>

// CHECK: Function=rounded | {{.*}}no matmul: its body does more than add to the result: it does not yield a sum with the result's element
func.func @rounded(%a: tensor<4x4xf32>, %c: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  %0 = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xbf16>) {
  ^bb0(%x: f32, %y: f32, %z: bf16):
    %p = arith.mulf %x, %y : f32
    %w = arith.extf %z : bf16 to f32
    %s = arith.addf %w, %p : f32
    %n = arith.truncf %s : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<4x4xbf16>
  return %0 : tensor<4x4xbf16>
}

// CHECK: Function=narrow_product | {{.*}}no matmul: its body does more than multiply and add: the addend is no product in the result's element type
func.func @narrow_product(%a: tensor<4x4xf16>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<4x4xf16>, tensor<4x4xf16>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f16, %y: f16, %z: f32):
    %p = arith.mulf %x, %y : f16
    %w = arith.extf %p : f16 to f32
    %s = arith.addf %z, %w : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// What a body computes of the elements of buffers stays in it.
// CHECK: Function=activation | {{.*}}no matmul: its body does more than convert, multiply and add: a factor is no element of an operand
func.func @activation(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %e = math.exp %x : f32
    %p = arith.mulf %e, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK: Function=mixed_signs | {{.*}}no matmul: one operand is signed and the other unsigned
func.func @mixed_signs(%a: tensor<4x4xi8>, %c: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<4x4xi8>, tensor<4x4xi8>) outs(%c : tensor<4x4xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %xs = arith.extsi %x : i8 to i32
    %yu = arith.extui %y : i8 to i32
    %p = arith.muli %xs, %yu : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  } -> tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}

// CHECK: Function=squares | {{.*}}no matmul: its factors are not elements of two different inputs
func.func @squares(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %x : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK: Function=summed_in_one | {{.*}}no matmul: its dimension d2 is summed over, but not in both inputs
func.func @summed_in_one(%a: tensor<4x4xf32>, %b: tensor<4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#row, affine_map<(m, n, k) -> (n)>, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x4xf32>, tensor<4xf32>) outs(%c : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// One zero point for each row is none for the matrix.
// CHECK: Function=tensor_zero_point | {{.*}}no matmul: the zero point of an operand is no scalar
func.func @tensor_zero_point(%a: memref<4x4xi32>, %b: memref<4x4xi32>, %zero: memref<4xi32>, %c: memref<4x4xi32>) {
  linalg.generic {indexing_maps = [#row, #column, affine_map<(m, n, k) -> (m)>, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %zero : memref<4x4xi32>, memref<4x4xi32>, memref<4xi32>) outs(%c : memref<4x4xi32>) {
  ^bb0(%x: i32, %y: i32, %q: i32, %z: i32):
    %d = arith.subi %x, %q : i32
    %p = arith.muli %d, %y : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  }
  return
}
