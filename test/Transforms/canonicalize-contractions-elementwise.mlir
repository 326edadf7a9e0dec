// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s
// RUN: autotune-opt %s --autotune-canonicalize-contractions --autotune-attach-configs='target=h200 explain-rejections' -o /dev/null \
// RUN:   | grep '^//' | FileCheck %s --check-prefix=FACT

// What is done to each element of a result alone is done before it is shaped
// back, so that a kernel may take it over.

#x = affine_map<(b, s, n, k) -> (b, s, k)>
#w = affine_map<(b, s, n, k) -> (n, k)>
#y = affine_map<(b, s, n, k) -> (b, s, n)>
#id = affine_map<(b, s, n) -> (b, s, n)>
#bias = affine_map<(b, s, n) -> (n)>
#unit = affine_map<(b, s, n) -> (s, n)>

// A truncation belongs to its matmul.
// CHECK-LABEL: func @truncated(
// CHECK: %[[P:.*]] = linalg.matmul {{.*}}-> tensor<512x256xf32>
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<512x256xbf16>
// CHECK-NEXT: %[[T:.*]] = linalg.generic {{.*}} ins(%[[P]] : tensor<512x256xf32>) outs(%[[EMPTY]] : tensor<512x256xbf16>)
// CHECK: arith.truncf
// CHECK: %[[R:.*]] = tensor.expand_shape %[[T]] {{\[\[}}0, 1], [2]] output_shape [4, 128, 256]
// CHECK-NEXT: return %[[R]]
// FACT: // 512x256x64 bf16 B^T -> bf16 on h200
func.func @truncated(%x: tensor<4x128x64xbf16>, %w: tensor<256x64xbf16>) -> tensor<4x128x256xbf16> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x128x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x128x256xf32>) -> tensor<4x128x256xf32>
  %0 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %w : tensor<4x128x64xbf16>, tensor<256x64xbf16>)
                       outs(%init : tensor<4x128x256xf32>) -> tensor<4x128x256xf32>
  %narrow = tensor.empty() : tensor<4x128x256xbf16>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<4x128x256xf32>) outs(%narrow : tensor<4x128x256xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %t = arith.truncf %in : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<4x128x256xbf16>
  return %1 : tensor<4x128x256xbf16>
}

// As an operation of whole tensors, behind a vector that became a matrix.
// CHECK-LABEL: func @truncated_vector(
// CHECK: %[[P:.*]] = linalg.matmul {{.*}}-> tensor<1x256xf32>
// CHECK-NEXT: %[[T:.*]] = arith.truncf %[[P]] : tensor<1x256xf32> to tensor<1x256xf16>
// CHECK-NEXT: tensor.collapse_shape %[[T]] {{\[\[}}0, 1]] : tensor<1x256xf16> into tensor<256xf16>
// CHECK-NEXT: return
// FACT: // 1x256x64 f16 B^T -> f16 on h200
func.func @truncated_vector(%m: tensor<256x64xf16>, %x: tensor<64xf16>) -> tensor<256xf16> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<256xf32>) -> tensor<256xf32>
  %0 = linalg.matvec ins(%m, %x : tensor<256x64xf16>, tensor<64xf16>) outs(%init : tensor<256xf32>) -> tensor<256xf32>
  %1 = arith.truncf %0 : tensor<256xf32> to tensor<256xf16>
  return %1 : tensor<256xf16>
}

// Several, one after the other, with a bias for each column and a residual, of
// unknown sizes.
// CHECK-LABEL: func @chain(
// CHECK: %[[P:.*]] = linalg.matmul {{.*}}-> tensor<?x256xf32>
// CHECK: %[[RESIDUAL:.*]] = tensor.collapse_shape %arg4 {{\[\[}}0, 1], [2]] : tensor<?x?x256xf32> into tensor<?x256xf32>
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[P]], %arg3, %[[RESIDUAL]] : tensor<?x256xf32>, tensor<256xf32>, tensor<?x256xf32>)
// CHECK: %[[E:.*]] = math.exp %[[S]] : tensor<?x256xf32>
// CHECK: tensor.expand_shape %[[E]]
// CHECK-NEXT: return
func.func @chain(%x: tensor<?x?x64xf32>, %w: tensor<256x64xf32>, %c: tensor<?x?x256xf32>, %bias: tensor<256xf32>, %residual: tensor<?x?x256xf32>)
    -> tensor<?x?x256xf32> {
  %0 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %w : tensor<?x?x64xf32>, tensor<256x64xf32>)
                       outs(%c : tensor<?x?x256xf32>) -> tensor<?x?x256xf32>
  %1 = linalg.generic {indexing_maps = [#id, #bias, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %bias, %residual : tensor<?x?x256xf32>, tensor<256xf32>, tensor<?x?x256xf32>) outs(%c : tensor<?x?x256xf32>) {
  ^bb0(%in: f32, %b: f32, %r: f32, %out: f32):
    %s = arith.addf %in, %b : f32
    %t = arith.addf %s, %r : f32
    linalg.yield %t : f32
  } -> tensor<?x?x256xf32>
  %2 = math.exp %1 : tensor<?x?x256xf32>
  return %2 : tensor<?x?x256xf32>
}

// An operand that has some of the collapsed dimensions keeps the result's shape;
// another user does not.
// CHECK-LABEL: func @kept(
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: %[[R:.*]] = tensor.expand_shape %[[P]]
// CHECK: linalg.generic {{.*}} ins(%[[R]], %arg3 : tensor<4x8x16xf32>, tensor<8x16xf32>)
// CHECK: %[[P2:.*]] = linalg.matmul
// CHECK: %[[R2:.*]] = tensor.expand_shape %[[P2]]
// CHECK-NEXT: %[[E:.*]] = math.exp %[[P2]]
// CHECK-NEXT: %[[R3:.*]] = tensor.expand_shape %[[E]]
// CHECK-NEXT: return %{{.*}}, %[[R2]], %[[R3]]
func.func @kept(%x: tensor<4x8x64xf32>, %w: tensor<16x64xf32>, %c: tensor<4x8x16xf32>, %some: tensor<8x16xf32>)
    -> (tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>) {
  %0 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %w : tensor<4x8x64xf32>, tensor<16x64xf32>)
                       outs(%c : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
  %1 = linalg.generic {indexing_maps = [#id, #unit, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %some : tensor<4x8x16xf32>, tensor<8x16xf32>) outs(%c : tensor<4x8x16xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %s = arith.addf %in, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8x16xf32>
  %2 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %w : tensor<4x8x64xf32>, tensor<16x64xf32>)
                       outs(%c : tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
  %3 = math.exp %2 : tensor<4x8x16xf32>
  return %1, %2, %3 : tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
}

// Of a batch of one only the rest has to be there.
// CHECK-LABEL: func @unit(
// CHECK: %[[P:.*]] = linalg.matmul {{.*}}-> tensor<8x16xf32>
// CHECK: linalg.generic {{.*}} ins(%[[P]], %arg3 : tensor<8x16xf32>, tensor<8x16xf32>)
func.func @unit(%x: tensor<1x8x64xf32>, %w: tensor<16x64xf32>, %c: tensor<1x8x16xf32>, %some: tensor<8x16xf32>) -> tensor<1x8x16xf32> {
  %0 = linalg.contract indexing_maps = [#x, #w, #y] ins(%x, %w : tensor<1x8x64xf32>, tensor<16x64xf32>)
                       outs(%c : tensor<1x8x16xf32>) -> tensor<1x8x16xf32>
  %1 = linalg.generic {indexing_maps = [#id, #unit, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %some : tensor<1x8x16xf32>, tensor<8x16xf32>) outs(%c : tensor<1x8x16xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %s = arith.addf %in, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x8x16xf32>
  return %1 : tensor<1x8x16xf32>
}
