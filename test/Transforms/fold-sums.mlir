// RUN: autotune-opt %s -split-input-file --autotune-canonicalize-contractions=fold-sums | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-canonicalize-contractions | FileCheck %s --check-prefix=OFF

// Off, all stay; each function returns a sum of two products.
// OFF-COUNT-8: {{linalg.add|arith.add}}

// CHECK-LABEL: func.func @named
// CHECK: %[[X:.*]] = linalg.matmul ins(%arg0, %arg1 :
// CHECK: %[[Y:.*]] = linalg.matmul ins(%arg2, %arg3 : {{.*}}) outs(%[[X]] :
// CHECK-NOT: linalg.add
// CHECK: return %[[Y]]
func.func @named(%a: tensor<8x16xbf16>, %b: tensor<16x8xbf16>, %a2: tensor<8x24xbf16>, %b2: tensor<24x8xbf16>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a2, %b2 : tensor<8x24xbf16>, tensor<24x8xbf16>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.add ins(%1, %0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// The one that adds to a C goes first.
// CHECK-LABEL: func.func @accumulates
// CHECK: %[[Y:.*]] = linalg.matmul ins(%arg0, %arg2 : {{.*}}) outs(%arg3 :
// CHECK: %[[X:.*]] = linalg.matmul ins(%arg0, %arg1 : {{.*}}) outs(%[[Y]] :
// CHECK: return %[[X]]
func.func @accumulates(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %b2: tensor<16x8xi8>, %c: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<8x8xi32>) -> tensor<8x8xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xi8>, tensor<16x8xi8>) outs(%init : tensor<8x8xi32>) -> tensor<8x8xi32>
  %1 = linalg.matmul ins(%a, %b2 : tensor<8x16xi8>, tensor<16x8xi8>) outs(%c : tensor<8x8xi32>) -> tensor<8x8xi32>
  %2 = arith.addi %0, %1 : tensor<8x8xi32>
  return %2 : tensor<8x8xi32>
}

// -----

// CHECK-LABEL: func.func @generic
// CHECK-COUNT-2: linalg.matmul
// CHECK-NOT: linalg.generic
#id = affine_map<(i, j) -> (i, j)>
func.func @generic(%a: tensor<8x16xbf16>, %b: tensor<16x8xbf16>, %b2: tensor<16x8xbf16>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %b2 : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %3 = arith.addf %t, %s : f32
    linalg.yield %3 : f32
  } -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// Left: one product twice.
// CHECK-LABEL: func.func @twice
// CHECK: arith.addf
func.func @twice(%a: tensor<8x16xbf16>, %b: tensor<16x8xbf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = arith.addf %0, %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// Left: both add to something.
// CHECK-LABEL: func.func @both
// CHECK: arith.addf
func.func @both(%a: tensor<8x16xbf16>, %b: tensor<16x8xbf16>, %b2: tensor<16x8xbf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %b2 : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = arith.addf %0, %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// Left: each is rounded before they are added.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.addf
func.func @narrow(%a: tensor<8x16xbf16>, %b: tensor<16x8xbf16>, %b2: tensor<16x8xbf16>) -> tensor<8x8xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<8x8xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<8x8xbf16>) -> tensor<8x8xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%init : tensor<8x8xbf16>) -> tensor<8x8xbf16>
  %1 = linalg.matmul ins(%a, %b2 : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%init : tensor<8x8xbf16>) -> tensor<8x8xbf16>
  %2 = arith.addf %0, %1 : tensor<8x8xbf16>
  return %2 : tensor<8x8xbf16>
}

// -----

// Left: others read one.
// CHECK-LABEL: func.func @shared
// CHECK: arith.addf
func.func @shared(%a: tensor<8x16xbf16>, %b: tensor<16x8xbf16>, %b2: tensor<16x8xbf16>, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %b2 : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = arith.addf %0, %1 : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Left: a body that does more.
// CHECK-LABEL: func.func @more
// CHECK: linalg.generic
#same = affine_map<(i, j) -> (i, j)>
func.func @more(%a: tensor<8x16xbf16>, %b: tensor<16x8xbf16>, %b2: tensor<16x8xbf16>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %b2 : tensor<8x16xbf16>, tensor<16x8xbf16>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %3 = arith.addf %s, %t : f32
    %4 = arith.addf %3, %t : f32
    linalg.yield %4 : f32
  } -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
