// RUN: autotune-opt %s --split-input-file --autotune-group-matmuls=target=h100-sxm --remarks-filter=autotune --remark-format=emitRemark 2>&1 | FileCheck %s

// One depends on the other, or on what was made of it.
// CHECK: remark: {{.*}}left alone: not in a group with matmuls before it: it depends on the result of another matmul of the group
func.func @chain(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %e = tensor.empty() : tensor<64x64xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %s = linalg.add ins(%0, %a : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = linalg.matmul ins(%s, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}

// -----

// A call that takes the first's result stands before the second.
// CHECK: remark: {{.*}}not in a group with matmuls before it: an operation between uses the result of another matmul of the group
func.func private @use(tensor<64x64xbf16>)
func.func @called(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %e = tensor.empty() : tensor<64x64xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  call @use(%0) : (tensor<64x64xbf16>) -> ()
  %1 = linalg.matmul ins(%b, %a : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}

// -----

// Sums are added to; N is not known; element types differ, so that each is the
// first of its own.
// CHECK: remark: {{.*}}left alone: it adds to its C
// CHECK: remark: {{.*}}left alone: its N and K must be static and not 0
// CHECK-NOT: remark
func.func @kinds(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %c: tensor<64x64xbf16>, %d: tensor<64x?xbf16>, %f: tensor<64x?xbf16>, %h: tensor<64x64xf16>) {
  %e = tensor.empty() : tensor<64x64xbf16>
  %g = tensor.empty() : tensor<64x64xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%c : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = linalg.matmul ins(%a, %d : tensor<64x64xbf16>, tensor<64x?xbf16>) outs(%f : tensor<64x?xbf16>) -> tensor<64x?xbf16>
  %2 = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %3 = linalg.matmul ins(%h, %h : tensor<64x64xf16>, tensor<64x64xf16>) outs(%g : tensor<64x64xf16>) -> tensor<64x64xf16>
  return
}

// -----

// On memrefs: one reads what the other writes; outputs may overlap.
// CHECK: remark: {{.*}}a result of another matmul of the group may be in memory that is used before this matmul
// CHECK: remark: {{.*}}a result of another matmul of the group may be in memory that is used before this matmul
func.func @memory(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %all: memref<200x64xbf16>, %o: index) {
  %zero = arith.constant 0.0 : bf16
  %c = memref.alloc() : memref<64x64xbf16>
  %d = memref.alloc() : memref<64x64xbf16>
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xbf16>)
  linalg.matmul ins(%c, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xbf16>)
  %c0 = memref.subview %all[0, 0] [64, 64] [1, 1] : memref<200x64xbf16> to memref<64x64xbf16, strided<[64, 1]>>
  %c1 = memref.subview %all[%o, 0] [64, 64] [1, 1] : memref<200x64xbf16> to memref<64x64xbf16, strided<[64, 1], offset: ?>>
  linalg.fill ins(%zero : bf16) outs(%c0 : memref<64x64xbf16, strided<[64, 1]>>)
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c0 : memref<64x64xbf16, strided<[64, 1]>>)
  linalg.fill ins(%zero : bf16) outs(%c1 : memref<64x64xbf16, strided<[64, 1], offset: ?>>)
  linalg.matmul ins(%b, %a : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c1 : memref<64x64xbf16, strided<[64, 1], offset: ?>>)
  return
}

// -----

// Rows of 2 bytes times an odd number: no kernel of groups can load them.
// CHECK: remark: {{.*}}no kernel serves it in a group: {{.*}}hopper_wgmma: group: A of a group has a row stride of 63 elements of 2 bytes
func.func @layout(%a: tensor<64x63xbf16>, %b: tensor<63x64xbf16>) -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %e = tensor.empty() : tensor<64x64xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<64x63xbf16>, tensor<63x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = linalg.matmul ins(%a, %b : tensor<64x63xbf16>, tensor<63x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %0, %1 : tensor<64x64xbf16>, tensor<64x64xbf16>
}

// -----

// What asks for a kernel that does more is in no group.
// CHECK: remark: {{.*}}left alone: autotune.fusion = "products" is asked for
// CHECK-NOT: remark
func.func @pair(%x: tensor<64x64xbf16>, %w1: tensor<64x64xbf16>, %w2: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %u = linalg.matmul {autotune.fusion = "products"} ins(%x, %w1 : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %v = linalg.matmul ins(%x, %w2 : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = arith.mulf %u, %v : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// Tensor cores read f32 as tf32 and sum in f32: nothing would say so of a group
// whose results are bf16.
// CHECK: remark: {{.*}}left alone: its product of tf32 is rounded to bf16, which no group does
func.func @rounded(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul {autotune.allow_tf32 = "tf32"} ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = arith.truncf %0 : tensor<64x64xf32> to tensor<64x64xbf16>
  return %t : tensor<64x64xbf16>
}
