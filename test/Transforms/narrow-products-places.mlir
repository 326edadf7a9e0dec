// RUN: autotune-opt %s --autotune-canonicalize-contractions="fold-transposes fold-scales allow-copies" | FileCheck %s

// Where what widens inputs stands, and who else reads it.

#id = affine_map<(d0, d1) -> (d0, d1)>

// A block that stands before the one that its values come from.
// CHECK-LABEL: func @order(
// CHECK: linalg.matmul ins(%[[T:.*]], %[[T]] : tensor<32x32xbf16>, tensor<32x32xbf16>)
// CHECK: linalg.matmul ins(%[[X:.*]], %[[X]] : tensor<32x32xbf16>, tensor<32x32xbf16>)
// CHECK: %[[T]] = arith.truncf
func.func @order(%x: tensor<32x32xbf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  cf.br ^bb2
^bb1:
  %w = arith.extf %t : tensor<32x32xbf16> to tensor<32x32xf32>
  %r = linalg.matmul ins(%w, %p : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
^bb2:
  %xf = arith.extf %x : tensor<32x32xbf16> to tensor<32x32xf32>
  %q = linalg.matmul ins(%xf, %xf : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %t = arith.truncf %q : tensor<32x32xf32> to tensor<32x32xbf16>
  %p = arith.extf %t : tensor<32x32xbf16> to tensor<32x32xf32>
  cf.br ^bb1
}

// What widened an input goes, and takes no product with it that it read too.
// CHECK-LABEL: func @dead(
// CHECK-NOT: linalg.generic
// CHECK-COUNT-2: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x32xbf16>, tensor<32x32xbf16>)
func.func @dead(%x: tensor<32x32xbf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %xf = arith.extf %x : tensor<32x32xbf16> to tensor<32x32xf32>
  %q = linalg.matmul ins(%xf, %xf : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %e = tensor.empty() : tensor<32x32xf32>
  %g:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %q : tensor<32x32xbf16>, tensor<32x32xf32>) outs(%e, %e : tensor<32x32xf32>, tensor<32x32xf32>) {
  ^bb0(%i: bf16, %j: f32, %o: f32, %u: f32):
    %0 = arith.extf %i : bf16 to f32
    linalg.yield %0, %j : f32, f32
  } -> (tensor<32x32xf32>, tensor<32x32xf32>)
  %r = linalg.matmul ins(%g#0, %xf : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

// Both inputs are one buffer.
// CHECK-LABEL: func @self(
// CHECK-SAME: %[[X:.*]]: memref<32x32xbf16>,
// CHECK-NEXT: linalg.matmul ins(%[[X]], %[[X]] : memref<32x32xbf16>, memref<32x32xbf16>)
// CHECK-NEXT: return
func.func @self(%x: memref<32x32xbf16>, %c: memref<32x32xf32>) {
  %w = memref.alloc() : memref<32x32xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<32x32xbf16>) outs(%w : memref<32x32xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %0 = arith.extf %i : bf16 to f32
    linalg.yield %0 : f32
  }
  linalg.matmul ins(%w, %w : memref<32x32xf32>, memref<32x32xf32>) outs(%c : memref<32x32xf32>)
  return
}

// Widened before a loop; vectors of an unknown size.
// CHECK-LABEL: func @loop(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xbf16>, tensor<?x?xbf16>)
// CHECK: linalg.matmul {{.*}} : tensor<1x?xf16>, tensor<1x?xf16>)
func.func @loop(%x: tensor<?x?xbf16>, %y: tensor<?xf16>, %c: tensor<?x?xf32>, %d: tensor<f32>, %n: index) -> (tensor<?x?xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %xf = arith.extf %x : tensor<?x?xbf16> to tensor<?x?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c) -> tensor<?x?xf32> {
    %q = linalg.matmul ins(%xf, %xf : tensor<?x?xf32>, tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %q : tensor<?x?xf32>
  }
  %yf = arith.extf %y : tensor<?xf16> to tensor<?xf32>
  %s = linalg.dot ins(%yf, %yf : tensor<?xf32>, tensor<?xf32>) outs(%d : tensor<f32>) -> tensor<f32>
  return %r, %s : tensor<?x?xf32>, tensor<f32>
}

// Types that no kernel has, and a tensor whose rank was unknown.
// CHECK-LABEL: func @odd(
// CHECK-COUNT-2: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x32xf32>, tensor<32x32xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x32xbf16>, tensor<32x32xbf16>)
func.func @odd(%u: tensor<*xbf16>, %x: tensor<32x32xi1>, %f: tensor<32x32xf8E4M3FNUZ>, %g: tensor<32x32xf8E8M0FNU>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %cast = tensor.cast %u : tensor<*xbf16> to tensor<32x32xbf16>
  %a = arith.extf %cast : tensor<32x32xbf16> to tensor<32x32xf32>
  %b = arith.uitofp %x : tensor<32x32xi1> to tensor<32x32xf32>
  %r = linalg.matmul ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %h = arith.extf %f : tensor<32x32xf8E4M3FNUZ> to tensor<32x32xf32>
  %k = arith.extf %g : tensor<32x32xf8E8M0FNU> to tensor<32x32xf32>
  %s = linalg.matmul ins(%h, %k : tensor<32x32xf32>, tensor<32x32xf32>) outs(%r : tensor<32x32xf32>) -> tensor<32x32xf32>
  %t = linalg.matmul ins(%a, %a : tensor<32x32xf32>, tensor<32x32xf32>) outs(%s : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %t : tensor<32x32xf32>
}

// A wide buffer that is read by others stays; one that was broadcast to has no
// narrow view.
// CHECK-LABEL: func @kept(
// CHECK-SAME: %[[X:.*]]: memref<32x32xbf16>,
// CHECK: %[[W:.*]] = memref.alloc
// CHECK: arith.extf
// CHECK: %[[T:.*]] = memref.transpose %[[X]]
// CHECK: linalg.matmul ins(%[[X]], %[[T]] : memref<32x32xbf16>, memref<32x32xbf16, strided<[1, 32]>>)
// CHECK: linalg.matmul ins(%[[W]], %{{.*}} : memref<32x32xf32>, memref<32x32xf32>)
// CHECK: call @use(%[[W]])
func.func private @use(memref<32x32xf32>)
func.func @kept(%x: memref<32x32xbf16>, %b: memref<32xbf16>, %c: memref<32x32xf32>) {
  %w = memref.alloc() : memref<32x32xf32>
  %v = memref.alloca() : memref<32x32xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<32x32xbf16>) outs(%w : memref<32x32xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %0 = arith.extf %i : bf16 to f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, #id], iterator_types = ["parallel", "parallel"]} ins(%b : memref<32xbf16>) outs(%v : memref<32x32xf32>) {
  ^bb0(%i: bf16, %o: f32):
    %0 = arith.extf %i : bf16 to f32
    linalg.yield %0 : f32
  }
  %t = memref.transpose %w (i, j) -> (j, i) : memref<32x32xf32> to memref<32x32xf32, strided<[1, 32]>>
  linalg.matmul ins(%w, %t : memref<32x32xf32>, memref<32x32xf32, strided<[1, 32]>>) outs(%c : memref<32x32xf32>)
  linalg.matmul ins(%w, %v : memref<32x32xf32>, memref<32x32xf32>) outs(%c : memref<32x32xf32>)
  func.call @use(%w) : (memref<32x32xf32>) -> ()
  return
}
