// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --remarks-filter=autotune -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: autotune-opt %t --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=LOWERED

// Numbers as exporters write them, which kernels compute with all the same.

#id = affine_map<(i, j) -> (i, j)>

// Whole exponents are of 64 bits, as in the cube of gelu's tanh form: a constant that 32
// bits hold is a few multiplications.
// CHECK-LABEL: func @cube(
// CHECK: autotune.fact = "128x64x256 bf16 -> f32 then {{[0-9a-f]+}}"
// LOWERED: func @cube(
// LOWERED-NOT: linalg.generic
// LOWERED: return
func.func @cube(%a: tensor<128x256xbf16>, %b: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3 : i64
  %e = tensor.empty() : tensor<128x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<128x64xf32>) -> tensor<128x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<128x256xbf16>, tensor<256x64xbf16>) outs(%init : tensor<128x64xf32>) -> tensor<128x64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<128x64xf32>) outs(%e : tensor<128x64xf32>) {
  ^bb0(%s: f32, %out: f32):
    %p = math.fpowi %s, %three : f32, i64
    linalg.yield %p : f32
  } -> tensor<128x64xf32>
  return %1 : tensor<128x64xf32>
}

// A constant of f64 is rounded once to the type that is computed in.
// CHECK-LABEL: func @scaled(
// CHECK: autotune.fact = "128x64x256 bf16 -> bf16 then {{[0-9a-f]+}}"
// LOWERED: func @scaled(
// LOWERED-NOT: linalg.generic
// LOWERED: return
func.func @scaled(%a: tensor<128x256xbf16>, %b: tensor<256x64xbf16>) -> tensor<128x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %alpha = arith.constant 1.702 : f64
  %e = tensor.empty() : tensor<128x64xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%e : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<128x256xbf16>, tensor<256x64xbf16>) outs(%init : tensor<128x64xbf16>) -> tensor<128x64xbf16>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<128x64xbf16>) outs(%e : tensor<128x64xbf16>) {
  ^bb0(%s: bf16, %out: bf16):
    %n = arith.truncf %alpha : f64 to bf16
    %p = arith.mulf %s, %n : bf16
    linalg.yield %p : bf16
  } -> tensor<128x64xbf16>
  return %1 : tensor<128x64xbf16>
}

// An exponent that is larger is not computed, nor one that is known at run time only.
// CHECK-LABEL: func @large(
// CHECK: autotune.fact = "128x64x256 bf16 -> f32"
// REMARK: Function=large | Remark="linalg.generic is not fused: no kernel computes math.fpowi of f32"
func.func @large(%a: tensor<128x256xbf16>, %b: tensor<256x64xbf16>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %large = arith.constant 4294967297 : i64
  %e = tensor.empty() : tensor<128x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<128x64xf32>) -> tensor<128x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<128x256xbf16>, tensor<256x64xbf16>) outs(%init : tensor<128x64xf32>) -> tensor<128x64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<128x64xf32>) outs(%e : tensor<128x64xf32>) {
  ^bb0(%s: f32, %out: f32):
    %p = math.fpowi %s, %large : f32, i64
    linalg.yield %p : f32
  } -> tensor<128x64xf32>
  return %1 : tensor<128x64xf32>
}

// CHECK-LABEL: func @known_later(
// CHECK: autotune.fact = "128x64x256 bf16 -> f32"
// REMARK: Function=known_later | Remark="linalg.generic is not fused: no kernel computes math.fpowi of f32"
func.func @known_later(%a: tensor<128x256xbf16>, %b: tensor<256x64xbf16>, %n: i64) -> tensor<128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<128x64xf32>) -> tensor<128x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<128x256xbf16>, tensor<256x64xbf16>) outs(%init : tensor<128x64xf32>) -> tensor<128x64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<128x64xf32>) outs(%e : tensor<128x64xf32>) {
  ^bb0(%s: f32, %out: f32):
    %p = math.fpowi %s, %n : f32, i64
    linalg.yield %p : f32
  } -> tensor<128x64xf32>
  return %1 : tensor<128x64xf32>
}
