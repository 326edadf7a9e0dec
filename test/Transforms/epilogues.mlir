// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*fused.*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR

// Which element-wise operations behind a matmul its kernel does, and why others
// stay operations of their own.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#first = affine_map<(i, j) -> (0, j)>
#one = affine_map<(i, j) -> ()>

// A row, which is a matrix of one row to the launch, and one that is already; an
// element. What is the same is read once, and what is constant is no operand.
// CHECK: Function=reads | {{.*}}fused 3 element-wise operations, which read 3 operands
// IR-LABEL: func.func @reads
// IR: %[[ROW:.*]] = tensor.expand_shape %arg2 {{\[\[}}0, 1]] output_shape [1, 16] : tensor<16xf32> into tensor<1x16xf32>
// IR: %[[ONE:.*]] = tensor.expand_shape %arg4 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
// IR: tile.launch {{.*}} with(%[[ROW]], %arg3, %[[ONE]] : tensor<1x16xf32>, tensor<1x16xbf16>, tensor<1x1xf32>)
// IR-NEXT: return
// IR: tile.kernel @{{.*}}(%{{[^,]*}}: memref<?x?xbf16, {{[^>]*}}>>, %{{[^,]*}}: memref<?x?xbf16, {{[^>]*}}>>, %{{[^,]*}}: memref<?x?xf32, {{[^>]*}}>>, %{{[^,]*}}: memref<1x?xf32, {{[^>]*}}>>, %{{[^,]*}}: memref<1x?xbf16, {{[^>]*}}>>, %{{[^,]*}}: memref<1x1xf32, {{[^>]*}}>>)
func.func @reads(%a: tensor<8x32xbf16>, %b: tensor<32x16xbf16>, %row: tensor<16xf32>, %matrix: tensor<1x16xbf16>, %element: tensor<f32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant dense<2.0> : tensor<8x16xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = linalg.matmul ins(%a, %b : tensor<8x32xbf16>, tensor<32x16xbf16>) outs(%init : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #first, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %row, %matrix : tensor<8x16xf32>, tensor<16xf32>, tensor<1x16xbf16>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%s: f32, %r: f32, %m: bf16, %o: f32):
    %1 = arith.addf %s, %r : f32
    %2 = arith.extf %m : bf16 to f32
    %3 = arith.mulf %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  %4 = linalg.generic {indexing_maps = [#id, #row, #one, #one, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %row, %element, %zero : tensor<8x16xf32>, tensor<16xf32>, tensor<f32>, f32) outs(%e : tensor<8x16xf32>) {
  ^bb0(%s: f32, %r: f32, %m: f32, %z: f32, %o: f32):
    %5 = arith.mulf %s, %m : f32
    %6 = arith.addf %5, %r : f32
    %7 = arith.maximumf %6, %z : f32
    linalg.yield %7 : f32
  } -> tensor<8x16xf32>
  %8 = linalg.mul ins(%4, %two : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %8 : tensor<8x16xf32>
}

// -----

// A value that others read too is written as well.
// CHECK: Function=shared | {{.*}}fused 2 element-wise operations, which read 0 operands, into a kernel of 2 outputs
// IR-LABEL: func.func @shared
// IR: %[[R:.*]]:2 = tile.launch
// IR-NEXT: return %[[R]]#1, %[[R]]#0
func.func @shared(%a: tensor<8x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %y = linalg.matmul ins(%a, %b : tensor<8x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  %0 = arith.negf %y : tensor<8x16xf32>
  %1 = math.absf %0 : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// CHECK: Function=transposed | {{.*}}linalg.generic is not fused: it reads the product in another order, or a part of it
// IR-LABEL: func.func @transposed
// IR: tile.launch {{.*}} outs(%arg2 : tensor<16x16xf32>) sms
// IR: linalg.generic
#id = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
func.func @transposed(%a: tensor<16x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = tensor.empty() : tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%s: f32, %o: f32):
    %1 = arith.negf %s : f32
    linalg.yield %1 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// CHECK: Function=indexed | {{.*}}linalg.generic is not fused: it computes with indices
#id = affine_map<(i, j) -> (i, j)>
func.func @indexed(%a: tensor<16x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = tensor.empty() : tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%s: f32, %o: f32):
    %i = linalg.index 0 : index
    %1 = arith.index_cast %i : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.addf %s, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// What no kernel computes; types that none stores, or that C isn't read in.
// CHECK: Function=exp64 | {{.*}}math.exp is not fused: no kernel computes math.exp of f64
// CHECK: Function=remainder | {{.*}}arith.remf is not fused: no kernel computes arith.remf of f32
// CHECK: Function=types | {{.*}}arith.extf is not fused: no kernel with these sums stores elements of its type
// CHECK: Function=rounds | {{.*}}arith.truncf is not fused: the matmul adds to elements of another type than its result's
// CHECK: Function=depth | {{.*}}arith.negf is not fused: K is known at run time only, and no kernel is launched for a K of 0
func.func @exp64(%a: tensor<16x32xf64>, %b: tensor<32x16xf64>, %c: tensor<16x16xf64>) -> tensor<16x16xf64> {
  %y = linalg.matmul ins(%a, %b : tensor<16x32xf64>, tensor<32x16xf64>) outs(%c : tensor<16x16xf64>) -> tensor<16x16xf64>
  %0 = math.exp %y : tensor<16x16xf64>
  return %0 : tensor<16x16xf64>
}
func.func @remainder(%a: tensor<16x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>, %d: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = arith.remf %y, %d : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @types(%a: tensor<16x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf64> {
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = arith.extf %y : tensor<16x16xf32> to tensor<16x16xf64>
  return %0 : tensor<16x16xf64>
}
func.func @rounds(%a: tensor<16x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xbf16> {
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = arith.truncf %y : tensor<16x16xf32> to tensor<16x16xbf16>
  return %0 : tensor<16x16xbf16>
}
func.func @depth(%a: tensor<16x?xbf16>, %b: tensor<?x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x?xbf16>, tensor<?x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = arith.negf %y : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// In place in a buffer, by the operation that comes next to it. Nothing may
// write what the matmul reads before the launch, which is there.
// CHECK: Function=buffers | {{.*}}fused 2 element-wise operations, which read 1 operands
// CHECK-NOT: Function=between
// CHECK: Function=overlap | {{.*}}linalg.generic is not fused: it reads another part of the buffer that it writes
// IR-LABEL: func.func @buffers
// IR: %[[ROW:.*]] = memref.expand_shape %arg3 {{\[\[}}0, 1]] output_shape [1, 16] : memref<16xf32> into memref<1x16xf32>
// IR-NEXT: tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%arg2 : memref<8x16xf32>) with(%[[ROW]] : memref<1x16xf32>)
// IR-NEXT: return
// IR-LABEL: func.func @between
// IR: tile.launch
// IR-NEXT: memref.store
// IR-NEXT: linalg.generic
// IR-LABEL: func.func @overlap
// IR: tile.launch
// IR: linalg.generic
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @buffers(%a: memref<8x32xbf16>, %b: memref<32x16xbf16>, %c: memref<8x16xf32>, %row: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x32xbf16>, memref<32x16xbf16>) outs(%c : memref<8x16xf32>)
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %row : memref<8x16xf32>, memref<16xf32>) outs(%c : memref<8x16xf32>) {
  ^bb0(%s: f32, %r: f32, %o: f32):
    %1 = arith.addf %s, %r : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%c : memref<8x16xf32>) {
  ^bb0(%s: f32):
    %1 = arith.maximumf %s, %zero : f32
    linalg.yield %1 : f32
  }
  return
}
func.func @between(%a: memref<8x32xbf16>, %b: memref<32x16xbf16>, %c: memref<8x16xf32>, %x: bf16) {
  %i = arith.constant 0 : index
  linalg.matmul ins(%a, %b : memref<8x32xbf16>, memref<32x16xbf16>) outs(%c : memref<8x16xf32>)
  memref.store %x, %a[%i, %i] : memref<8x32xbf16>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%c : memref<8x16xf32>) {
  ^bb0(%s: f32):
    %1 = arith.negf %s : f32
    linalg.yield %1 : f32
  }
  return
}
func.func @overlap(%a: memref<8x32xbf16>, %b: memref<32x16xbf16>, %c: memref<8x16xf32>) {
  linalg.matmul ins(%a, %b : memref<8x32xbf16>, memref<32x16xbf16>) outs(%c : memref<8x16xf32>)
  %row = memref.subview %c[0, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %row : memref<8x16xf32>, memref<16xf32, strided<[1]>>) outs(%c : memref<8x16xf32>) {
  ^bb0(%s: f32, %r: f32, %o: f32):
    %1 = arith.addf %s, %r : f32
    linalg.yield %1 : f32
  }
  return
}
