// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*fused.*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" \
// RUN:   --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=IR
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none plan-configs=1" \
// RUN:   --autotune-lower-matmul=target=h200 --one-shot-bufferize="bufferize-function-boundaries" | FileCheck %s --check-prefix=BUFFERS

// What others read of a matmul's result, or of what becomes of it, is one more matrix
// that its kernel writes.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#of_row = affine_map<(i, j) -> (i)>

// One operation of two results: an activation, and what it is of. C is the wider one.
// CHECK: Function=results | {{.*}}fused 1 element-wise operations, which read 1 operands, into a kernel of 2 outputs
// IR-LABEL: func.func @results
// IR: %[[ROW:.*]] = tensor.expand_shape
// IR: %[[R:.*]]:2 = tile.launch {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%[[PRE:.*]], %[[OUT:.*]] : tensor<256x512xf32>, tensor<256x512xbf16>) with(%[[ROW]] : tensor<1x512xf32>)
// IR-NEXT: return %[[R]]#1, %[[R]]#0
// IR: tile.kernel @{{.*}}(%{{[^,]*}}: memref<?x?xbf16, {{[^>]*}}>>, %{{[^,]*}}: memref<?x?xbf16, {{[^>]*}}>>, %[[C:[^,]*]]: memref<?x?xf32, {{[^>]*}}>>, %[[C2:[^,]*]]: memref<?x?xbf16, {{[^>]*}}>>, %[[BIAS:[^,]*]]: memref<1x?xf32, {{[^>]*}}>>)
// IR: %[[F:.*]] = tile.epilogue %{{.*}} with %[[BIAS]] at[{{.*}}] also to(%[[C2]] : memref<?x?xbf16, {{.*}}>) {alignments = array<i64: 8>, {{(inside, )?}}output_alignments = array<i64: 16>}
// IR: ^bb0(%[[S:.*]]: f32, %[[B:.*]]: f32):
// IR: %[[ADDED:.*]] = arith.addf %[[S]], %[[B]] : f32
// IR: %[[MAX:.*]] = arith.maximumf %[[ADDED]]
// IR-NEXT: tile.yield %[[ADDED]], %[[MAX]] : f32, f32
// IR: tile.store %[[F]], %[[C]]
// BUFFERS-LABEL: func.func @results
// BUFFERS: tile.launch {{.*}} outs(%{{.*}}, %{{.*}} : memref<256x512xf32>, memref<256x512xbf16>) with
func.func @results(%a: tensor<256x1024xbf16>, %b: tensor<1024x512xbf16>, %bias: tensor<512xf32>) -> (tensor<256x512xbf16>, tensor<256x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x512xf32>
  %h = tensor.empty() : tensor<256x512xbf16>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.matmul ins(%a, %b : tensor<256x1024xbf16>, tensor<1024x512xbf16>) outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %bias : tensor<256x512xf32>, tensor<512xf32>) outs(%h, %e : tensor<256x512xbf16>, tensor<256x512xf32>) {
  ^bb0(%s: f32, %t: f32, %o: bf16, %p: f32):
    %0 = arith.addf %s, %t : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2, %0 : bf16, f32
  } -> (tensor<256x512xbf16>, tensor<256x512xf32>)
  return %r#0, %r#1 : tensor<256x512xbf16>, tensor<256x512xf32>
}

// -----

// The result itself, and what a matmul reads on the way: the launch stands before that,
// and what is written to must be there by then. Each output has memory of its own, though
// both operations name one.
// CHECK: Function=between | {{.*}}fused 2 element-wise operations, which read 1 operands, into a kernel of 3 outputs
// IR-LABEL: func.func @between
// IR: tensor.empty() : tensor<64x128xf32>
// IR-NEXT: %[[H:.*]] = tensor.empty() : tensor<64x128xf32>
// IR-NEXT: tensor.empty() : tensor<64x32xf32>
// IR-NEXT: %[[FIRST:.*]] = tensor.empty() : tensor<64x128xf32>
// IR-NEXT: %[[SECOND:.*]] = tensor.empty() : tensor<64x128xf32>
// IR-NEXT: %[[R:.*]]:3 = tile.launch {{.*}} outs(%[[H]], %[[FIRST]], %[[SECOND]] : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>)
// IR: %[[NEXT:.*]] = tile.launch {{.*}} ins(%[[R]]#2, %{{.*}}) outs
// IR: return %[[R]]#1, %[[R]]#0, %[[NEXT]]
// BUFFERS-LABEL: func.func @between
// BUFFERS: %[[A0:.*]] = memref.alloc() {{.*}} : memref<64x128xf32>
// BUFFERS: %[[A1:.*]] = memref.alloc() {{.*}} : memref<64x128xf32>
// BUFFERS: %[[A2:.*]] = memref.alloc() {{.*}} : memref<64x128xf32>
// BUFFERS-NOT: memref.copy
// BUFFERS: tile.launch {{.*}} outs(%[[A0]], %[[A1]], %[[A2]] :
func.func @between(%a: tensor<64x256xf32>, %b: tensor<256x128xf32>, %m: tensor<64x128xf32>, %w: tensor<128x32xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %h = tensor.empty() : tensor<64x128xf32>
  %n = tensor.empty() : tensor<64x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = linalg.matmul ins(%a, %b : tensor<64x256xf32>, tensor<256x128xf32>) outs(%init : tensor<64x128xf32>) -> tensor<64x128xf32>
  %x = linalg.add ins(%y, %m : tensor<64x128xf32>, tensor<64x128xf32>) outs(%h : tensor<64x128xf32>) -> tensor<64x128xf32>
  %none = linalg.fill ins(%zero : f32) outs(%n : tensor<64x32xf32>) -> tensor<64x32xf32>
  %next = linalg.matmul ins(%x, %w : tensor<64x128xf32>, tensor<128x32xf32>) outs(%none : tensor<64x32xf32>) -> tensor<64x32xf32>
  %z = linalg.abs ins(%x : tensor<64x128xf32>) outs(%h : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %y, %z, %next : tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x32xf32>
}

// -----

// What is read depends on an output, be it through a matmul or a reduction: the
// operations from there on stay what they are.
// CHECK: Function=depends | {{.*}}fused 1 element-wise operations, which read 1 operands
// CHECK-NOT: outputs
// CHECK: Function=depends | {{.*}}linalg.generic is not fused: other operations read an intermediate result before all of its operands are computed
// IR-LABEL: func.func @depends
// IR: %[[R:.*]] = tile.launch {{.*}} with(%arg2 : tensor<64x128xf32>)
// IR: %[[SUMS:.*]] = linalg.reduce
// IR: linalg.generic {{.*}} ins(%[[R]], %[[SUMS]]
#id = affine_map<(i, j) -> (i, j)>
#of_row = affine_map<(i, j) -> (i)>
func.func @depends(%a: tensor<64x256xf32>, %b: tensor<256x128xf32>, %m: tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %v = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%v : tensor<64xf32>) -> tensor<64xf32>
  %y = linalg.matmul ins(%a, %b : tensor<64x256xf32>, tensor<256x128xf32>) outs(%init : tensor<64x128xf32>) -> tensor<64x128xf32>
  %x = linalg.add ins(%y, %m : tensor<64x128xf32>, tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %sums = linalg.reduce { arith.addf } ins(%x : tensor<64x128xf32>) outs(%zeros : tensor<64xf32>) dimensions = [1]
  %z = linalg.generic {indexing_maps = [#id, #of_row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sums : tensor<64x128xf32>, tensor<64xf32>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %0 = arith.divf %s, %t : f32
    linalg.yield %0 : f32
  } -> tensor<64x128xf32>
  return %x, %z : tensor<64x128xf32>, tensor<64x128xf32>
}

// -----

// In operations on whole tensors, of unknown sizes and of a batch; C is added to, and
// what is added to is where C lies.
// CHECK: Function=batch | {{.*}}fused 2 element-wise operations, which read 0 operands, into a kernel of 2 outputs
// IR-LABEL: func.func @batch
// IR: %[[DIM:.*]] = tensor.dim %arg2
// IR: %[[E:.*]] = tensor.empty(%[[DIM]]) : tensor<3x?x128xf32>
// IR: %[[R:.*]]:2 = tile.launch {{.*}} outs(%arg2, %[[E]] : tensor<3x?x128xf32>, tensor<3x?x128xf32>)
// IR: return %[[R]]#1, %[[R]]#0
func.func @batch(%a: tensor<3x?x64xbf16>, %b: tensor<3x64x128xbf16>, %c: tensor<3x?x128xf32>) -> (tensor<3x?x128xf32>, tensor<3x?x128xf32>) {
  %y = linalg.batch_matmul ins(%a, %b : tensor<3x?x64xbf16>, tensor<3x64x128xbf16>) outs(%c : tensor<3x?x128xf32>) -> tensor<3x?x128xf32>
  %0 = arith.negf %y : tensor<3x?x128xf32>
  %1 = math.absf %0 : tensor<3x?x128xf32>
  return %0, %1 : tensor<3x?x128xf32>, tensor<3x?x128xf32>
}

// -----

// A result that nobody reads is none; one that is wider than the sums is left alone, and
// with it what it is made of.
// CHECK: Function=wide | {{.*}}fused 1 element-wise operations, which read 0 operands
// CHECK: Function=wide | {{.*}}linalg.generic is not fused: no kernel with these sums stores elements of its type
// IR-LABEL: func.func @wide
// IR: %[[R:.*]] = tile.launch {{.*}} outs(%{{.*}} : tensor<64x128xf32>) sms
// IR: linalg.generic {{.*}} ins(%[[R]] :
#id = affine_map<(i, j) -> (i, j)>
func.func @wide(%a: tensor<64x256xf32>, %b: tensor<256x128xf32>) -> (tensor<64x128xf64>, tensor<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %d = tensor.empty() : tensor<64x128xf64>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %y = linalg.matmul ins(%a, %b : tensor<64x256xf32>, tensor<256x128xf32>) outs(%init : tensor<64x128xf32>) -> tensor<64x128xf32>
  %x:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<64x128xf32>) outs(%e, %e : tensor<64x128xf32>, tensor<64x128xf32>) {
  ^bb0(%s: f32, %o: f32, %p: f32):
    %0 = math.absf %s : f32
    linalg.yield %0, %s : f32, f32
  } -> (tensor<64x128xf32>, tensor<64x128xf32>)
  %z:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x#0 : tensor<64x128xf32>) outs(%d, %e : tensor<64x128xf64>, tensor<64x128xf32>) {
  ^bb0(%s: f32, %o: f64, %p: f32):
    %0 = arith.extf %s : f32 to f64
    linalg.yield %0, %s : f64, f32
  } -> (tensor<64x128xf64>, tensor<64x128xf32>)
  return %z#0, %z#1 : tensor<64x128xf64>, tensor<64x128xf32>
}
