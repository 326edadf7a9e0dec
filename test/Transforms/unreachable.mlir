// Code that is never reached may use a value before it is made, and so may operations in
// the body of a module. No pass follows such values for ever: those that rewrite erase
// such code, those that only look at it leave it alone.
// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s
// RUN: autotune-opt %s --autotune-canonicalize-contractions=narrow-products=false | FileCheck %s
// RUN: autotune-opt %s --autotune-group-matmuls=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-lower-matmul=target=h200 | FileCheck %s
// RUN: autotune-opt %s --autotune-keep-deallocations | FileCheck %s
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --remarks-filter=autotune 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: autotune-opt %s --autotune-check-packed | FileCheck %s --check-prefix=KEPT

// LEFT: it stands in a block that is never reached
// LEFT: linalg.matmul ins
// KEPT: tensor.cast
// KEPT: linalg.matmul

#id = affine_map<(m, n) -> (m, n)>

// CHECK-LABEL: func @cast_of_itself(
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @cast_of_itself(%c: tensor<64x64xbf16>, %e : tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %e : tensor<64x64xf32>
^bb1:
  %x = tensor.cast %x : tensor<64x64xf32> to tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<64x64xbf16>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%l: bf16, %o: f32):
    %l1 = math.exp %l : bf16
    %lw = arith.extf %l1 : bf16 to f32
    linalg.yield %lw : f32
  } -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// A user in code that is never reached.
// CHECK-LABEL: func @used_never(
// CHECK: linalg.generic
// CHECK-NOT: linalg.matmul
func.func @used_never(%c: tensor<64x64xbf16>, %e : tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<64x64xbf16>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%l: bf16, %o: f32):
    %l1 = math.exp %l : bf16
    %lw = arith.extf %l1 : bf16 to f32
    linalg.yield %lw : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
^bb1:
  %x = tensor.cast %x : tensor<64x64xf32> to tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// A deallocation of a view of itself.
// CHECK-LABEL: func @freed_never(
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @freed_never() {
  return
^bb1:
  %m = memref.cast %m : memref<64xf32> to memref<64xf32>
  memref.dealloc %m : memref<64xf32>
  return
}
