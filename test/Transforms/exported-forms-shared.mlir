// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s

// A buffer that keeps what the output's own writes would change stays.

#ik = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mnk = affine_map<(m, n, k) -> (m, n, k)>

// The sums are added to one of the factors: a matmul would read what it wrote.
// CHECK-LABEL: func @factor_is_output(
// CHECK-SAME: %[[X:.*]]: memref<64x64xf32>, %
// CHECK: %[[P:.*]] = memref.alloc() : memref<64x64x64xf32>
// CHECK-NOT: linalg.matmul
// CHECK: linalg.reduce ins(%[[P]] : memref<64x64x64xf32>) outs(%[[X]] :
func.func @factor_is_output(%x: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %p = memref.alloc() : memref<64x64x64xf32>
  linalg.generic {indexing_maps = [#ik, #kn, #mnk], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%p : memref<64x64x64xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %m = arith.mulf %u, %v : f32
    linalg.yield %m : f32
  }
  linalg.reduce ins(%p : memref<64x64x64xf32>) outs(%x : memref<64x64xf32>) dimensions = [2]
    (%u: f32, %acc: f32) {
      %s = arith.addf %u, %acc : f32
      linalg.yield %s : f32
    }
  return
}

// The repeated bias is a row of the output.
// CHECK-LABEL: func @bias_in_output(
// CHECK: %[[ROW:.*]] = memref.subview
// CHECK: %[[T:.*]] = memref.alloc() : memref<64x64xf32>
// CHECK: linalg.broadcast ins(%[[ROW]] : {{.*}}) outs(%[[T]] :
// CHECK: linalg.mul ins({{.*}}, %[[T]] :
func.func @bias_in_output(%a: memref<64x32xf32>, %b: memref<32x64xf32>, %c: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %bias = memref.subview %out[0, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1]>>
  %t = memref.alloc() : memref<64x64xf32>
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.broadcast ins(%bias : memref<64xf32, strided<[1]>>) outs(%t : memref<64x64xf32>) dimensions = [0]
  linalg.mul ins(%c, %t : memref<64x64xf32>, memref<64x64xf32>) outs(%out : memref<64x64xf32>)
  return
}

// Another argument may be read where the output is written.
// CHECK-LABEL: func @bias_apart(
// CHECK-SAME: %[[BIAS:[^:]*]]: memref<64xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[BIAS]] :
func.func @bias_apart(%bias: memref<64xf32>, %a: memref<64x32xf32>, %b: memref<32x64xf32>, %c: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %t = memref.alloc() : memref<64x64xf32>
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.broadcast ins(%bias : memref<64xf32>) outs(%t : memref<64x64xf32>) dimensions = [0]
  linalg.mul ins(%c, %t : memref<64x64xf32>, memref<64x64xf32>) outs(%out : memref<64x64xf32>)
  return
}
