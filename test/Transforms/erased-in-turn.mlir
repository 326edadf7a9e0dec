// What one operation is changed for may make another one unused that is visited later. That one is not erased before.
// RUN: autotune-opt %s -split-input-file --autotune-canonicalize-contractions=narrow-products | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-canonicalize-contractions=fold-sums | FileCheck %s --check-prefix=SUMS

// The buffer is written by a product, and then by the widening that a second product doesn't need any more.
// CHECK-LABEL: func.func @written_twice(
// CHECK: linalg.matmul ins(%arg0, %arg1 :
// CHECK: linalg.matmul ins(%arg2, %arg4 : memref<64x48xbf16>, memref<48x16xbf16>)
func.func @written_twice(%x: memref<64x32xf32>, %y: memref<32x48xf32>, %a: memref<64x48xbf16>, %b: memref<48x16xf32>, %bb: memref<48x16xbf16>, %c: memref<64x16xf32>) {
  %w = memref.alloc() : memref<64x48xf32>
  %v = memref.alloc() : memref<48x16xf32>
  linalg.matmul ins(%x, %y : memref<64x32xf32>, memref<32x48xf32>) outs(%w : memref<64x48xf32>)
  linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%a : memref<64x48xbf16>) outs(%w : memref<64x48xf32>) {
  ^bb0(%p: bf16, %q: f32):
    %0 = arith.extf %p : bf16 to f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%bb : memref<48x16xbf16>) outs(%v : memref<48x16xf32>) {
  ^bb0(%p: bf16, %q: f32):
    %0 = arith.extf %p : bf16 to f32
    linalg.yield %0 : f32
  }
  linalg.matmul ins(%w, %v : memref<64x48xf32>, memref<48x16xf32>) outs(%c : memref<64x16xf32>)
  memref.dealloc %w : memref<64x48xf32>
  memref.dealloc %v : memref<48x16xf32>
  return
}

// -----

// A block may stand behind one that it dominates. The sum in it becomes unused when the other one becomes a product.
// CHECK-LABEL: func.func @later_block(
// CHECK: linalg.{{.*}}ins(%arg0, %arg1 : tensor<64x32xf32>, tensor<32x48xf32>)
#id = affine_map<(i,j,k)->(i,j,k)>
#a = affine_map<(i,j,k)->(i,k)>
#b = affine_map<(i,j,k)->(k,j)>
#c = affine_map<(i,j,k)->(i,j)>
func.func @later_block(%x: tensor<64x32xf32>, %y: tensor<32x48xf32>, %z: tensor<64x48x32x8xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %e = tensor.empty() : tensor<64x48x32xf32>
  cf.br ^bb2
^bb1:
  %p = linalg.generic {indexing_maps = [#a, #b, #id], iterator_types = ["parallel","parallel","parallel"]} ins(%x, %y : tensor<64x32xf32>, tensor<32x48xf32>) outs(%s : tensor<64x48x32xf32>) {
  ^bb0(%u: f32, %v: f32, %q: f32):
    %0 = arith.mulf %u, %v : f32
    linalg.yield %0 : f32
  } -> tensor<64x48x32xf32>
  %r = linalg.generic {indexing_maps = [#id, #c], iterator_types = ["parallel","parallel","reduction"]} ins(%p : tensor<64x48x32xf32>) outs(%c : tensor<64x48xf32>) {
  ^bb0(%u: f32, %q: f32):
    %0 = arith.addf %u, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
^bb2:
  %s = linalg.generic {indexing_maps = [affine_map<(i,j,k,l)->(i,j,k,l)>, affine_map<(i,j,k,l)->(i,j,k)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%z : tensor<64x48x32x8xf32>) outs(%e : tensor<64x48x32xf32>) {
  ^bb0(%u: f32, %q: f32):
    %0 = arith.addf %u, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x48x32xf32>
  cf.br ^bb1
}

// -----

// Operations that only assert have no results to look at.
// SUMS-LABEL: func.func @asserts(
// SUMS: cf.assert
func.func @asserts(%x: tensor<16x64xi32>, %c: i32) {
  linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%x : tensor<16x64xi32>) {
  ^bb0(%a: i32):
    %v = arith.cmpi slt, %a, %c : i32
    cf.assert %v, "x"
    linalg.yield
  }
  return
}

// -----

// SUMS-LABEL: func.func @asserts_of_rows(
// SUMS: cf.assert
func.func @asserts_of_rows(%x: tensor<16x64xi32>, %c: i32) {
  linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","reduction"]} ins(%x : tensor<16x64xi32>) {
  ^bb0(%a: i32):
    %v = arith.cmpi slt, %a, %c : i32
    cf.assert %v, "x"
    linalg.yield
  }
  return
}
