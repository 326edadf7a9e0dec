// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" --remarks-filter=autotune -o /dev/null 2>&1 \
// RUN:   | grep -o 'Function=.* | .*fused.*' | FileCheck %s
// RUN: autotune-opt %s -split-input-file --autotune-attach-configs="target=h200 space=none" \
// RUN:   --autotune-lower-matmul=target=h200 -canonicalize | FileCheck %s --check-prefix=IR

// Where a kernel finds what an epilogue reads.

// Scalars that are known at run time are tensors of one element: those that come in by
// a map, and those that a body takes from outside.
// CHECK: Function=scalars | {{.*}}fused 1 element-wise operations, which read 2 operands
// IR-LABEL: func.func @scalars
// IR-DAG: %[[X:.*]] = tensor.from_elements %arg3 : tensor<1x1xf32>
// IR-DAG: %[[I:.*]] = tensor.from_elements %arg4 : tensor<1x1xi32>
// IR: tile.launch {{.*}} with(%[[X]], %[[I]] : tensor<1x1xf32>, tensor<1x1xi32>)
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @scalars(%a: tensor<16x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>, %x: f32, %i: i32) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = tensor.empty() : tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %x : tensor<16x16xf32>, f32) outs(%e : tensor<16x16xf32>) {
  ^bb0(%s: f32, %f: f32, %o: f32):
    %1 = arith.mulf %s, %f : f32
    %2 = arith.sitofp %i : i32 to f32
    %3 = arith.addf %1, %2 : f32
    %4 = arith.maximumf %3, %x : f32
    linalg.yield %4 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// A bias that was broadcast to a tensor of the output's shape, in each of the ways to
// do so: the bias is read, and the tensor is nobody's.
// CHECK: Function=broadcast | {{.*}}fused 5 element-wise operations, which read 4 operands
// IR-LABEL: func.func @broadcast
// IR-NOT: linalg
// IR: tile.launch {{.*}} with(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<1x32xf32>, tensor<16x1xf32>, tensor<1x32xf32>, tensor<1x1xf32>)
// IR-NEXT: return
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (0, j)>
func.func @broadcast(%a: tensor<16x64xbf16>, %b: tensor<64x32xbf16>, %bias: tensor<32xf32>, %column: tensor<16xf32>, %row: tensor<1x32xf32>, %x: f32) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %y = linalg.matmul ins(%a, %b : tensor<16x64xbf16>, tensor<64x32xbf16>) outs(%init : tensor<16x32xf32>) -> tensor<16x32xf32>
  %full = linalg.broadcast ins(%bias : tensor<32xf32>) outs(%e : tensor<16x32xf32>) dimensions = [0]
  %0 = linalg.add ins(%y, %full : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %columns = linalg.broadcast ins(%column : tensor<16xf32>) outs(%e : tensor<16x32xf32>) dimensions = [1]
  %1 = linalg.mul ins(%0, %columns : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %rows = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%row : tensor<1x32xf32>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%s: f32, %o: f32):
    linalg.yield %s : f32
  } -> tensor<16x32xf32>
  %2 = arith.addf %1, %rows : tensor<16x32xf32>
  %splat = tensor.splat %x : tensor<16x32xf32>
  %3 = arith.mulf %2, %splat : tensor<16x32xf32>
  %none = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %4 = linalg.max ins(%3, %none : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %4 : tensor<16x32xf32>
}

// -----

// Of a batch: over one of its dimensions or none. What is turned is read as it is.
// CHECK: Function=batch | {{.*}}fused 2 element-wise operations, which read 2 operands
// CHECK: Function=turned | {{.*}}fused 1 element-wise operations, which read 1 operands
// IR-LABEL: func.func @batch
// IR: tile.launch {{.*}} with(%{{.*}}, %{{.*}} : tensor<1x32xf32>, tensor<1x1xf32>)
// IR-LABEL: func.func @turned
// IR: %[[T:.*]] = linalg.generic
// IR: tile.launch {{.*}} with(%[[T]] : tensor<32x32xf32>)
#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
func.func @batch(%a: tensor<3x16x64xbf16>, %b: tensor<3x64x32xbf16>, %bias: tensor<32xf32>, %x: f32) -> tensor<3x16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x16x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<3x16x32xf32>) -> tensor<3x16x32xf32>
  %y = linalg.batch_matmul ins(%a, %b : tensor<3x16x64xbf16>, tensor<3x64x32xbf16>) outs(%init : tensor<3x16x32xf32>) -> tensor<3x16x32xf32>
  %e2 = tensor.empty() : tensor<16x32xf32>
  %rows = linalg.broadcast ins(%bias : tensor<32xf32>) outs(%e2 : tensor<16x32xf32>) dimensions = [0]
  %full = linalg.broadcast ins(%rows : tensor<16x32xf32>) outs(%e : tensor<3x16x32xf32>) dimensions = [0]
  %0 = linalg.add ins(%y, %full : tensor<3x16x32xf32>, tensor<3x16x32xf32>) outs(%e : tensor<3x16x32xf32>) -> tensor<3x16x32xf32>
  %all = linalg.fill ins(%x : f32) outs(%e : tensor<3x16x32xf32>) -> tensor<3x16x32xf32>
  %1 = linalg.mul ins(%0, %all : tensor<3x16x32xf32>, tensor<3x16x32xf32>) outs(%e : tensor<3x16x32xf32>) -> tensor<3x16x32xf32>
  return %1 : tensor<3x16x32xf32>
}
func.func @turned(%a: tensor<32x64xbf16>, %b: tensor<64x32xbf16>, %m: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %y = linalg.matmul ins(%a, %b : tensor<32x64xbf16>, tensor<64x32xbf16>) outs(%init : tensor<32x32xf32>) -> tensor<32x32xf32>
  %t = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) {
  ^bb0(%s: f32, %o: f32):
    linalg.yield %s : f32
  } -> tensor<32x32xf32>
  %0 = linalg.add ins(%y, %t : tensor<32x32xf32>, tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// A scale of 8 bits.
// CHECK: Function=float8 | {{.*}}fused 1 element-wise operations, which read 1 operands
// IR-LABEL: func.func @float8
// IR: tile.launch {{.*}} with(%arg2 : tensor<16x16xf8E5M2>)
// IR: tile.epilogue
// IR-NEXT: ^bb0(%{{.*}}: f32, %[[X:.*]]: f8E5M2):
// IR-NEXT: arith.bitcast %[[X]] : f8E5M2 to i8
#id = affine_map<(i, j) -> (i, j)>
func.func @float8(%a: tensor<16x64xbf16>, %b: tensor<64x16xbf16>, %m: tensor<16x16xf8E5M2>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %y = linalg.matmul ins(%a, %b : tensor<16x64xbf16>, tensor<64x16xbf16>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %m : tensor<16x16xf32>, tensor<16x16xf8E5M2>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%s: f32, %f: f8E5M2, %o: f32):
    %1 = arith.extf %f : f8E5M2 to f32
    %2 = arith.mulf %s, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// On memrefs a scalar is on the stack, in memory that a loop does not take again;
// other scalars and tensors from outside of a body no kernel reads.
// CHECK: Function=buffers | {{.*}}fused 1 element-wise operations, which read 2 operands
// CHECK: Function=index | {{.*}}linalg.generic is not fused: it reads elements of type index
// CHECK: Function=extracts | {{.*}}linalg.generic is not fused: its body reads a value from outside that is no scalar
// IR-LABEL: func.func @buffers
// IR-DAG: %[[I:.*]] = memref.alloca() : memref<1x1xi32>
// IR-DAG: %[[X:.*]] = memref.alloca() : memref<1x1xf32>
// IR: scf.for
// IR-NEXT: memref.store %arg3, %[[X]][%c0, %c0] : memref<1x1xf32>
// IR-NEXT: memref.store %arg4, %[[I]][%c0, %c0] : memref<1x1xi32>
// IR-NEXT: tile.launch {{.*}} outs(%arg2 : memref<16x16xf32>) with(%[[X]], %[[I]] : memref<1x1xf32>, memref<1x1xi32>)
// IR-NEXT: {{^ *[}]$}}
#id = affine_map<(i, j) -> (i, j)>
func.func @buffers(%a: memref<16x64xbf16>, %b: memref<64x16xbf16>, %c: memref<16x16xf32>, %x: f32, %i: i32, %n: index) {
  %begin = arith.constant 0 : index
  %step = arith.constant 1 : index
  scf.for %number = %begin to %n step %step {
  linalg.matmul ins(%a, %b : memref<16x64xbf16>, memref<64x16xbf16>) outs(%c : memref<16x16xf32>)
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%c : memref<16x16xf32>) {
  ^bb0(%s: f32):
    %1 = arith.mulf %s, %x : f32
    %2 = arith.sitofp %i : i32 to f32
    %3 = arith.addf %1, %2 : f32
    linalg.yield %3 : f32
  }
  }
  return
}
func.func @index(%a: tensor<16x64xbf16>, %b: tensor<64x16xbf16>, %c: tensor<16x16xf32>, %x: index) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x64xbf16>, tensor<64x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%y : tensor<16x16xf32>) {
  ^bb0(%s: f32):
    %1 = arith.index_cast %x : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    %3 = arith.mulf %s, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
func.func @extracts(%a: tensor<16x64xbf16>, %b: tensor<64x16xbf16>, %c: tensor<16x16xf32>, %t: tensor<f32>) -> tensor<16x16xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<16x64xbf16>, tensor<64x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%y : tensor<16x16xf32>) {
  ^bb0(%s: f32):
    %1 = tensor.extract %t[] : tensor<f32>
    %2 = arith.mulf %s, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// Turns of a parallel loop, which may be at work at one time, have memory of their
// own, and those of a loop inside take it once.
// IR-LABEL: func.func @parallel
// IR: scf.parallel
// IR-NEXT: %[[X:.*]] = memref.alloca() : memref<1x1xf32>
// IR-NEXT: scf.for
// IR-NEXT: memref.store %arg3, %[[X]][%c0, %c0] : memref<1x1xf32>
// IR-NEXT: tile.launch {{.*}} with(%[[X]] : memref<1x1xf32>)
// IR-LABEL: func.func @affine_parallel
// IR: affine.parallel
// IR-NEXT: %[[X:.*]] = memref.alloca() : memref<1x1xf32>
// IR-NEXT: memref.store %arg3, %[[X]][%c0, %c0] : memref<1x1xf32>
// IR-NEXT: tile.launch {{.*}} with(%[[X]] : memref<1x1xf32>)
#id = affine_map<(i, j) -> (i, j)>
func.func @parallel(%a: memref<16x64xbf16>, %b: memref<64x16xbf16>, %c: memref<16x16xf32>, %x: f32, %n: index) {
  %begin = arith.constant 0 : index
  %step = arith.constant 1 : index
  scf.parallel (%i) = (%begin) to (%n) step (%step) {
    scf.for %number = %begin to %n step %step {
      linalg.matmul ins(%a, %b : memref<16x64xbf16>, memref<64x16xbf16>) outs(%c : memref<16x16xf32>)
      linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%c : memref<16x16xf32>) {
      ^bb0(%s: f32):
        %1 = arith.mulf %s, %x : f32
        linalg.yield %1 : f32
      }
    }
  }
  return
}
func.func @affine_parallel(%a: memref<16x64xbf16>, %b: memref<64x16xbf16>, %c: memref<16x16xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (8) {
    linalg.matmul ins(%a, %b : memref<16x64xbf16>, memref<64x16xbf16>) outs(%c : memref<16x16xf32>)
    linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%c : memref<16x16xf32>) {
    ^bb0(%s: f32):
      %1 = arith.mulf %s, %x : f32
      linalg.yield %1 : f32
    }
  }
  return
}

// -----

// The matmul adds to what is in memory, of rows whose number it alone does not know.
// CHECK: Function=adds | {{.*}}fused 1 element-wise operations
// IR-LABEL: func.func @adds
// IR: %[[C:.*]] = tensor.cast %arg2 : tensor<?x64xf32> to tensor<64x64xf32>
// IR: tile.launch {{.*}} outs(%[[C]] : tensor<64x64xf32>)
#id = affine_map<(i, j) -> (i, j)>
func.func @adds(%a: tensor<?x128xbf16>, %b: tensor<128x64xbf16>, %c: tensor<?x64xf32>, %bias: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x128xbf16>, tensor<128x64xbf16>) outs(%c : tensor<?x64xf32>) -> tensor<?x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<?x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
