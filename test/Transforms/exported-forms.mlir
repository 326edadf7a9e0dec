// RUN: autotune-opt %s -split-input-file --autotune-canonicalize-contractions=fold-transposes --remarks-filter=autotune 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// What front ends write around products, in the forms that they have for it.

// A product with a vector as torch-mlir writes it: a multiplication with a map that
// repeats the vector, and a sum over the last dimension.
// CHECK-LABEL: func @mv(
// CHECK-NOT: arith.mulf
// CHECK: linalg.matmul {{.*}} ins(%{{.*}}, %arg0 : tensor<1x256xf32>, tensor<128x256xf32>)
#id = affine_map<(i, j) -> (i, j)>
#vector = affine_map<(i, j) -> (j)>
#rows = affine_map<(i, j) -> (i)>
func.func @mv(%a: tensor<128x256xf32>, %x: tensor<256xf32>) -> tensor<128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x256xf32>
  %0 = linalg.generic {indexing_maps = [#id, #vector, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %x : tensor<128x256xf32>, tensor<256xf32>) outs(%e : tensor<128x256xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %p = arith.mulf %in, %v : f32
    linalg.yield %p : f32
  } -> tensor<128x256xf32>
  %e1 = tensor.empty() : tensor<128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<128xf32>) -> tensor<128xf32>
  %1 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<128x256xf32>) outs(%init : tensor<128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<128xf32>
  return %1 : tensor<128xf32>
}

// -----

// A matrix product in named operations: both factors are broadcast to three
// dimensions, multiplied and reduced. Neither tensor of three dimensions is made.
// CHECK-LABEL: func @named(
// CHECK-NOT: linalg.broadcast
// CHECK: linalg.matmul ins(%arg0, %arg1 : tensor<16x32xf32>, tensor<32x24xf32>)
// CHECK-NOT: linalg.reduce
func.func @named(%a: tensor<16x32xf32>, %b: tensor<32x24xf32>) -> tensor<16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32x24xf32>
  %0 = linalg.broadcast ins(%a : tensor<16x32xf32>) outs(%e : tensor<16x32x24xf32>) dimensions = [2]
  %1 = linalg.broadcast ins(%b : tensor<32x24xf32>) outs(%e : tensor<16x32x24xf32>) dimensions = [0]
  %2 = linalg.mul ins(%0, %1 : tensor<16x32x24xf32>, tensor<16x32x24xf32>) outs(%e : tensor<16x32x24xf32>) -> tensor<16x32x24xf32>
  %e2 = tensor.empty() : tensor<16x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x24xf32>) -> tensor<16x24xf32>
  %3 = linalg.reduce { arith.addf } ins(%2 : tensor<16x32x24xf32>) outs(%init : tensor<16x24xf32>) dimensions = [1]
  return %3 : tensor<16x24xf32>
}

// -----

// Of integers, by linalg.map, over two dimensions; by an operation of whole tensors.
// CHECK-LABEL: func @integers(
// CHECK-COUNT-2: linalg.matmul
// CHECK-NOT: linalg.{{map|reduce}}
func.func @integers(%a: tensor<4x8x16xi32>, %b: tensor<8x16xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x8x16xi32>
  %wide = linalg.broadcast ins(%b : tensor<8x16xi32>) outs(%e : tensor<4x8x16xi32>) dimensions = [0]
  %0 = linalg.map { arith.muli } ins(%a, %wide : tensor<4x8x16xi32>, tensor<4x8x16xi32>) outs(%e : tensor<4x8x16xi32>)
  %e1 = tensor.empty() : tensor<4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%e1 : tensor<4xi32>) -> tensor<4xi32>
  %1 = linalg.reduce { arith.addi } ins(%0 : tensor<4x8x16xi32>) outs(%init : tensor<4xi32>) dimensions = [1, 2]
  %2 = arith.muli %a, %wide : tensor<4x8x16xi32>
  %3 = linalg.reduce { arith.addi } ins(%2 : tensor<4x8x16xi32>) outs(%init : tensor<4xi32>) dimensions = [1, 2]
  return %1, %3 : tensor<4xi32>, tensor<4xi32>
}

// -----

// Products that are rounded before they are summed are none of a matmul's, and the
// squares of one tensor's elements are nobody's.
// REMARK: Function=rounded | {{.*}}no matmul: its products are rounded to bf16 before they are summed in f32; multiplied in f32, they could be a matmul's
// REMARK-NOT: Function=squares
// CHECK-LABEL: func @rounded(
// CHECK: linalg.mul
// CHECK: linalg.reduce
// CHECK-LABEL: func @squares(
// CHECK: linalg.reduce
func.func @rounded(%a: tensor<16x32xbf16>, %x: tensor<32xbf16>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xbf16>
  %0 = linalg.broadcast ins(%x : tensor<32xbf16>) outs(%e : tensor<16x32xbf16>) dimensions = [0]
  %1 = linalg.mul ins(%a, %0 : tensor<16x32xbf16>, tensor<16x32xbf16>) outs(%e : tensor<16x32xbf16>) -> tensor<16x32xbf16>
  %2 = arith.extf %1 : tensor<16x32xbf16> to tensor<16x32xf32>
  %e1 = tensor.empty() : tensor<16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16xf32>) -> tensor<16xf32>
  %3 = linalg.reduce { arith.addf } ins(%2 : tensor<16x32xf32>) outs(%init : tensor<16xf32>) dimensions = [1]
  return %3 : tensor<16xf32>
}
func.func @squares(%a: tensor<16x32xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = arith.mulf %a, %a : tensor<16x32xf32>
  %e1 = tensor.empty() : tensor<16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16xf32>) -> tensor<16xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<16x32xf32>) outs(%init : tensor<16xf32>) dimensions = [1]
  return %1 : tensor<16xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#all = affine_map<(m, n, k) -> (m, n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Those that the multiplication rounds itself, of tensors and of memrefs.
// REMARK: Function=rounded_in_body | {{.*}}no matmul: its products are rounded to bf16 before they are summed in f32; multiplied in f32, they could be a matmul's
// REMARK: Function=rounded_in_buffer | {{.*}}no matmul: its products are rounded to f16 before they are summed in f32
// CHECK-LABEL: func @rounded_in_body(
// CHECK-NOT: linalg.matmul
func.func @rounded_in_body(%a: tensor<16x32xf32>, %b: tensor<24x32xf32>, %c: tensor<16x24xf32>) -> tensor<16x24xf32> {
  %e = tensor.empty() : tensor<16x24x32xf32>
  %0 = linalg.generic {indexing_maps = [#a, #b, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<16x32xf32>, tensor<24x32xf32>) outs(%e : tensor<16x24x32xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    %n = arith.truncf %p : f32 to bf16
    %w = arith.extf %n : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<16x24x32xf32>
  %1 = linalg.generic {indexing_maps = [#all, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0 : tensor<16x24x32xf32>) outs(%c : tensor<16x24xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.addf %x, %out : f32
    linalg.yield %s : f32
  } -> tensor<16x24xf32>
  return %1 : tensor<16x24xf32>
}
func.func @rounded_in_buffer(%a: memref<16x32xf16>, %b: memref<24x32xf16>, %p: memref<16x24x32xf32>, %c: memref<16x24xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : memref<16x32xf16>, memref<24x32xf16>) outs(%p : memref<16x24x32xf32>) {
  ^bb0(%x: f16, %y: f16, %out: f32):
    %0 = arith.mulf %x, %y : f16
    %w = arith.extf %0 : f16 to f32
    linalg.yield %w : f32
  }
  linalg.generic {indexing_maps = [#all, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p : memref<16x24x32xf32>) outs(%c : memref<16x24xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.addf %x, %out : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// On memrefs: the buffers of the product and of what was broadcast are gone, unless
// something that is read is written in between.
// CHECK-LABEL: func @buffers(
// CHECK-NOT: memref.alloc
// CHECK: linalg.matmul {{.*}} ins(%{{.*}}, %arg0 : memref<1x32xf32{{.*}}>, memref<16x32xf32>)
// CHECK-LABEL: func @written(
// CHECK: memref.alloc
// CHECK: linalg.mul
// CHECK: linalg.reduce
#id = affine_map<(i, j) -> (i, j)>
#vector = affine_map<(i, j) -> (j)>
func.func @buffers(%a: memref<16x32xf32>, %x: memref<32xf32>, %y: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<16xf32>)
  %t = memref.alloc() : memref<16x32xf32>
  linalg.generic {indexing_maps = [#id, #vector, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %x : memref<16x32xf32>, memref<32xf32>) outs(%t : memref<16x32xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %p = arith.mulf %in, %v : f32
    linalg.yield %p : f32
  }
  linalg.reduce { arith.addf } ins(%t : memref<16x32xf32>) outs(%y : memref<16xf32>) dimensions = [1]
  memref.dealloc %t : memref<16x32xf32>
  return
}
func.func @written(%a: memref<16x32xf32>, %b: memref<16x32xf32>, %y: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<16x32xf32>
  linalg.mul ins(%a, %b : memref<16x32xf32>, memref<16x32xf32>) outs(%t : memref<16x32xf32>)
  linalg.fill ins(%zero : f32) outs(%b : memref<16x32xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<16xf32>)
  linalg.reduce { arith.addf } ins(%t : memref<16x32xf32>) outs(%y : memref<16xf32>) dimensions = [1]
  memref.dealloc %t : memref<16x32xf32>
  return
}

// -----

// A bias that is broadcast into the init is added behind the product, before the
// result is rounded; one of a K that may be 0, which has no epilogue, stays.
// CHECK-LABEL: func @init(
// CHECK: %[[P:.*]] = linalg.matmul {{.*}} -> tensor<16x24xf32>
// CHECK: linalg.generic {{.*}} ins(%[[P]], %{{.*}} : tensor<16x24xf32>, tensor<16x24xbf16>)
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.truncf
// CHECK-LABEL: func @unknown_depth(
// CHECK: %[[B:.*]] = linalg.broadcast
// CHECK: linalg.matmul {{.*}} outs(%[[B]]
// CHECK-LABEL: func @init_buffer(
// CHECK: linalg.fill
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: linalg.generic {{.*}} ins(%arg2 : memref<24xf32>) outs(%arg3 : memref<16x24xf32>)
func.func @init(%a: tensor<16x32xbf16>, %b: tensor<32x24xbf16>, %bias: tensor<24xbf16>) -> tensor<16x24xbf16> {
  %e = tensor.empty() : tensor<16x24xbf16>
  %init = linalg.broadcast ins(%bias : tensor<24xbf16>) outs(%e : tensor<16x24xbf16>) dimensions = [0]
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x24xbf16>) outs(%init : tensor<16x24xbf16>) -> tensor<16x24xbf16>
  return %0 : tensor<16x24xbf16>
}
func.func @unknown_depth(%a: tensor<16x?xf32>, %b: tensor<?x24xf32>, %bias: tensor<24xf32>) -> tensor<16x24xf32> {
  %e = tensor.empty() : tensor<16x24xf32>
  %init = linalg.broadcast ins(%bias : tensor<24xf32>) outs(%e : tensor<16x24xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%a, %b : tensor<16x?xf32>, tensor<?x24xf32>) outs(%init : tensor<16x24xf32>) -> tensor<16x24xf32>
  return %0 : tensor<16x24xf32>
}
func.func @init_buffer(%a: memref<16x32xbf16>, %b: memref<32x24xbf16>, %bias: memref<24xf32>, %c: memref<16x24xf32>) {
  linalg.broadcast ins(%bias : memref<24xf32>) outs(%c : memref<16x24xf32>) dimensions = [0]
  linalg.matmul ins(%a, %b : memref<16x32xbf16>, memref<32x24xbf16>) outs(%c : memref<16x24xf32>)
  return
}

// -----

// A buffer that a bias is broadcast to.
// CHECK-LABEL: func @bias_buffer(
// CHECK-NOT: memref.alloc
// CHECK: linalg.generic {{.*}} ins(%arg3, %arg2 : memref<16x24xf32>, memref<24xf32>) outs(%arg3 : memref<16x24xf32>)
func.func @bias_buffer(%a: memref<16x32xbf16>, %b: memref<32x24xbf16>, %bias: memref<24xf32>, %c: memref<16x24xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<16x24xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<16x24xf32>)
  linalg.matmul ins(%a, %b : memref<16x32xbf16>, memref<32x24xbf16>) outs(%c : memref<16x24xf32>)
  linalg.broadcast ins(%bias : memref<24xf32>) outs(%t : memref<16x24xf32>) dimensions = [0]
  linalg.add ins(%c, %t : memref<16x24xf32>, memref<16x24xf32>) outs(%c : memref<16x24xf32>)
  memref.dealloc %t : memref<16x24xf32>
  return
}

// -----

// Weights that were broadcast to a batch are one matrix for all of it; an input that a
// generic turns is a transpose.
// CHECK-LABEL: func @weights(
// CHECK: linalg.matmul ins(%{{.*}}, %arg1 : tensor<64x32xf32>, tensor<32x24xf32>)
// CHECK-LABEL: func @turned(
// CHECK: linalg.matmul {{.*}} ins(%arg0, %arg1 : tensor<16x32xf32>, tensor<24x32xf32>)
#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
func.func @weights(%a: tensor<4x16x32xf32>, %w: tensor<32x24xf32>) -> tensor<4x16x24xf32> {
  %zero = arith.constant 0.0 : f32
  %ew = tensor.empty() : tensor<4x32x24xf32>
  %0 = linalg.broadcast ins(%w : tensor<32x24xf32>) outs(%ew : tensor<4x32x24xf32>) dimensions = [0]
  %e = tensor.empty() : tensor<4x16x24xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16x24xf32>) -> tensor<4x16x24xf32>
  %1 = linalg.batch_matmul ins(%a, %0 : tensor<4x16x32xf32>, tensor<4x32x24xf32>) outs(%init : tensor<4x16x24xf32>) -> tensor<4x16x24xf32>
  return %1 : tensor<4x16x24xf32>
}
func.func @turned(%a: tensor<16x32xf32>, %w: tensor<24x32xf32>, %c: tensor<16x24xf32>) -> tensor<16x24xf32> {
  %e = tensor.empty() : tensor<32x24xf32>
  %0 = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<24x32xf32>) outs(%e : tensor<32x24xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<32x24xf32>
  %1 = linalg.matmul ins(%a, %0 : tensor<16x32xf32>, tensor<32x24xf32>) outs(%c : tensor<16x24xf32>) -> tensor<16x24xf32>
  return %1 : tensor<16x24xf32>
}

// -----

// What follows several reshapes works on the product's shape.
// CHECK-LABEL: func @reshaped_twice(
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK-NEXT: %[[E:.*]] = math.exp %[[P]] : tensor<6x4xf32>
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[E]], %[[E]] : tensor<6x4xf32>, tensor<6x4xf32>)
// CHECK: tensor.expand_shape %[[S]]
// CHECK-NEXT: tensor.collapse_shape
// CHECK-NEXT: return
func.func @reshaped_twice(%a: tensor<6x8xf32>, %b: tensor<8x4xf32>, %c: tensor<6x4xf32>) -> tensor<24xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<6x8xf32>, tensor<8x4xf32>) outs(%c : tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %2 = tensor.collapse_shape %1 [[0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
  %3 = math.exp %2 : tensor<24xf32>
  %4 = arith.mulf %3, %3 : tensor<24xf32>
  return %4 : tensor<24xf32>
}
