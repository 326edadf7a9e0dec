// RUN: autotune-opt %s -split-input-file --autotune-canonicalize-contractions=fold-transposes --cse | FileCheck %s

// Compilers fuse element-wise operations into the products that read them
// (linalg-fuse-elementwise-ops). What a factor is computed by is taken out again.

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#columns = affine_map<(m, n, k) -> (n)>
#c = affine_map<(m, n, k) -> (m, n)>

// Weights that are dequantized in the body, with a scale for each row. The tensor of
// them lies as the integers do.
// CHECK-LABEL: func @dequantized(
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ["parallel", "parallel"]} ins(%arg1, %arg2 : tensor<48x64xi8>, tensor<48xbf16>) outs(%{{.*}} : tensor<48x64xbf16>)
// CHECK-NEXT: ^bb0(%[[I:.*]]: i8, %[[S:.*]]: bf16, %{{.*}}: bf16):
// CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[I]] : i8 to bf16
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[S]] : bf16
// CHECK-NEXT: linalg.yield %[[P]] : bf16
// CHECK: linalg.matmul indexing_maps = {{.*}} ins(%arg0, %[[W]] : tensor<32x64xbf16>, tensor<48x64xbf16>) outs(%arg3 : tensor<32x48xf32>)
func.func @dequantized(%x: tensor<32x64xbf16>, %q: tensor<48x64xi8>, %s: tensor<48xbf16>, %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #columns, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %q, %s : tensor<32x64xbf16>, tensor<48x64xi8>, tensor<48xbf16>) outs(%c : tensor<32x48xf32>) {
  ^bb0(%in: bf16, %i: i8, %scale: bf16, %out: f32):
    %w = arith.sitofp %i : i8 to bf16
    %sw = arith.mulf %w, %scale : bf16
    %l = arith.extf %in : bf16 to f32
    %r = arith.extf %sw : bf16 to f32
    %p = arith.mulf %l, %r : f32
    %sum = arith.addf %out, %p : f32
    linalg.yield %sum : f32
  } -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A factor that is rounded to the product's type, of an unknown size; an activation.
// CHECK-LABEL: func @both(
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0, %c0
// CHECK: %[[E:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x64xbf16>
// CHECK: %[[A:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<?x64xf32>) outs(%[[E]] :
// CHECK: arith.truncf
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<64x48xbf16>)
// CHECK: math.exp
// CHECK: linalg.matmul ins(%[[A]], %[[B]] : tensor<?x64xbf16>, tensor<64x48xbf16>)
func.func @both(%x: tensor<?x64xf32>, %y: tensor<64x48xbf16>, %c: tensor<?x48xbf16>) -> tensor<?x48xbf16> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<?x64xf32>, tensor<64x48xbf16>) outs(%c : tensor<?x48xbf16>) {
  ^bb0(%in: f32, %in2: bf16, %out: bf16):
    %l = arith.truncf %in : f32 to bf16
    %r = math.exp %in2 : bf16
    %p = arith.mulf %l, %r : bf16
    %sum = arith.addf %p, %out : bf16
    linalg.yield %sum : bf16
  } -> tensor<?x48xbf16>
  return %0 : tensor<?x48xbf16>
}

// -----

#w = affine_map<(s, n, k) -> (k, n)>
#c = affine_map<(s, n, k) -> (s, n)>

// Rows of an embedding that are gathered in the body, where the matrix is the one input.
// CHECK-LABEL: func @gathered(
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} ["parallel", "parallel"]} outs(%{{.*}} : tensor<16x64xbf16>)
// CHECK-DAG: %[[S:.*]] = linalg.index 0
// CHECK-DAG: %[[K:.*]] = linalg.index 1
// CHECK: tensor.extract %arg0[%[[S]]]
// CHECK: tensor.extract %arg1[%{{.*}}, %[[K]]]
// CHECK: linalg.matmul ins(%[[ROWS]], %arg2 :
func.func @gathered(%ids: tensor<16xi64>, %table: tensor<128x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<16x48xbf16>) -> tensor<16x48xbf16> {
  %0 = linalg.generic {indexing_maps = [#w, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w : tensor<64x48xbf16>) outs(%c : tensor<16x48xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %s = linalg.index 0 : index
    %k = linalg.index 2 : index
    %id = tensor.extract %ids[%s] : tensor<16xi64>
    %row = arith.index_cast %id : i64 to index
    %x = tensor.extract %table[%row, %k] : tensor<128x64xbf16>
    %p = arith.mulf %x, %in : bf16
    %sum = arith.addf %out, %p : bf16
    linalg.yield %sum : bf16
  } -> tensor<16x48xbf16>
  return %0 : tensor<16x48xbf16>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A constant zero point stays with the product, which takes it out of the sums.
// CHECK-LABEL: func @zero_point(
// CHECK: linalg.matmul {{.*}}ins(%arg0, %arg1 : tensor<32x64xi8>, tensor<64x48xi8>)
func.func @zero_point(%x: tensor<32x64xi8>, %y: tensor<64x48xi8>, %c: tensor<32x48xi32>) -> tensor<32x48xi32> {
  %three = arith.constant 3 : i32
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x64xi8>, tensor<64x48xi8>) outs(%c : tensor<32x48xi32>) {
  ^bb0(%in: i8, %in2: i8, %out: i32):
    %l = arith.extsi %in : i8 to i32
    %z = arith.subi %l, %three : i32
    %r = arith.extsi %in2 : i8 to i32
    %p = arith.muli %z, %r : i32
    %sum = arith.addi %out, %p : i32
    linalg.yield %sum : i32
  } -> tensor<32x48xi32>
  return %0 : tensor<32x48xi32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#columns = affine_map<(m, n, k) -> (n)>
#all = affine_map<(m, n, k) -> (m, n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// A multiplication of three tensors and a sum: the weights and their scales are one factor.
// CHECK-LABEL: func @multiplied_and_summed(
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%arg1, %arg2 : tensor<48x64xf32>, tensor<48xf32>)
// CHECK: linalg.matmul {{.*}} ins(%arg0, %[[W]] : tensor<32x64xf32>, tensor<48x64xf32>)
func.func @multiplied_and_summed(%x: tensor<32x64xf32>, %w: tensor<48x64xf32>, %s: tensor<48xf32>, %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %e = tensor.empty() : tensor<32x48x64xf32>
  %0 = linalg.generic {indexing_maps = [#a, #b, #columns, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %w, %s : tensor<32x64xf32>, tensor<48x64xf32>, tensor<48xf32>) outs(%e : tensor<32x48x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %scale: f32, %out: f32):
    %r = arith.mulf %in2, %scale : f32
    %p = arith.mulf %in, %r : f32
    linalg.yield %p : f32
  } -> tensor<32x48x64xf32>
  %1 = linalg.generic {indexing_maps = [#all, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0 : tensor<32x48x64xf32>) outs(%c : tensor<32x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %out, %in : f32
    linalg.yield %sum : f32
  } -> tensor<32x48xf32>
  return %1 : tensor<32x48xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// What is rounded and widened where it is computed has the narrow values, and so has
// one of two results.
// CHECK-LABEL: func @widened(
// CHECK: %[[A:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<32x64xbf16>, tensor<32x64xf32>)
// CHECK: linalg.matmul ins(%[[A]]#0, %arg1 : tensor<32x64xbf16>, tensor<64x48xbf16>)
func.func @widened(%x: tensor<32x64xf32>, %w: tensor<64x48xbf16>, %c: tensor<32x48xf32>) -> (tensor<32x48xf32>, tensor<32x64xf32>) {
  %e = tensor.empty() : tensor<32x64xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<32x64xf32>) outs(%e, %e : tensor<32x64xf32>, tensor<32x64xf32>) {
  ^bb0(%in: f32, %out: f32, %out2: f32):
    %y = math.absf %in : f32
    %n = arith.truncf %y : f32 to bf16
    %wide = arith.extf %n : bf16 to f32
    linalg.yield %wide, %y : f32, f32
  } -> (tensor<32x64xf32>, tensor<32x64xf32>)
  %b = arith.extf %w : tensor<64x48xbf16> to tensor<64x48xf32>
  %r = linalg.matmul ins(%0#0, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %r, %0#1 : tensor<32x48xf32>, tensor<32x64xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
#rows = affine_map<(m, k) -> (m, k)>
#mean = affine_map<(m, k) -> (m)>

// Left: a factor of all dimensions, whose tensor would be as large as all products; a sum
// of squares, as a variance is; and a convolution, whose windows overlap.
// CHECK-LABEL: func @left(
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 :
// CHECK: linalg.generic {{.*}} ["parallel", "reduction"]} ins(%arg0, %arg3 :
// CHECK-LABEL: func @windows(
// CHECK: linalg.generic {{.*}} ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 :
// CHECK-NOT: linalg.{{generic|matmul}}
func.func @left(%x: tensor<32x64xf32>, %y: tensor<48x64xf32>, %c: tensor<32x48xf32>, %mean: tensor<32xf32>, %v: tensor<32xf32>) -> (tensor<32x48xf32>, tensor<32xf32>) {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<32x64xf32>, tensor<48x64xf32>) outs(%c : tensor<32x48xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %d = arith.subf %in, %in2 : f32
    %p = arith.mulf %d, %in : f32
    %sum = arith.addf %out, %p : f32
    linalg.yield %sum : f32
  } -> tensor<32x48xf32>
  %1 = linalg.generic {indexing_maps = [#rows, #mean, #mean], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : tensor<32x64xf32>, tensor<32xf32>) outs(%v : tensor<32xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %d = arith.subf %in, %in2 : f32
    %p = arith.mulf %d, %d : f32
    %sum = arith.addf %out, %p : f32
    linalg.yield %sum : f32
  } -> tensor<32xf32>
  return %0, %1 : tensor<32x48xf32>, tensor<32xf32>
}
func.func @windows(%x: tensor<34xf32>, %w: tensor<8x3xf32>, %c: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m + k)>, affine_map<(m, n, k) -> (n, k)>, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<34xf32>, tensor<8x3xf32>) outs(%c : tensor<32x8xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %e = math.absf %in : f32
    %p = arith.mulf %e, %in2 : f32
    %sum = arith.addf %out, %p : f32
    linalg.yield %sum : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#rows = affine_map<(m, n, k) -> (m)>
#columns = affine_map<(m, n, k) -> (n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A scaled matrix times itself is scaled once.
// CHECK-LABEL: func @gram(
// CHECK: %[[F:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<64x128xbf16>, tensor<64xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: linalg.matmul indexing_maps = {{.*}} ins(%[[F]], %[[F]] : tensor<64x128xbf16>, tensor<64x128xbf16>)
func.func @gram(%a: tensor<64x128xbf16>, %s: tensor<64xbf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #rows, #b, #columns, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %s, %a, %s : tensor<64x128xbf16>, tensor<64xbf16>, tensor<64x128xbf16>, tensor<64xbf16>) outs(%c : tensor<64x64xf32>) {
  ^bb0(%l: bf16, %ls: bf16, %r: bf16, %rs: bf16, %o: f32):
    %l1 = arith.mulf %l, %ls : bf16
    %r1 = arith.mulf %r, %rs : bf16
    %lw = arith.extf %l1 : bf16 to f32
    %rw = arith.extf %r1 : bf16 to f32
    %p = arith.mulf %lw, %rw : f32
    %sum = arith.addf %o, %p : f32
    linalg.yield %sum : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

#x = affine_map<(m, n, k) -> (k)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// Factors of different sizes are different tensors, although they look alike: the size of
// each is one of C.
// CHECK-LABEL: func @of_indices(
// CHECK: %[[A:.*]] = linalg.generic
// CHECK: %[[B:.*]] = linalg.generic
// CHECK: linalg.matmul {{.*}}ins(%[[A]], %[[B]] : tensor<?x?xf32>, tensor<?x?xf32>)
func.func @of_indices(%x: tensor<?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#x, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%l: f32, %o: f32):
    %i = linalg.index 0 : index
    %i1 = arith.index_cast %i : index to i32
    %i2 = arith.sitofp %i1 : i32 to f32
    %j = linalg.index 1 : index
    %j1 = arith.index_cast %j : index to i32
    %j2 = arith.sitofp %j1 : i32 to f32
    %a = arith.mulf %l, %i2 : f32
    %b = arith.mulf %l, %j2 : f32
    %p = arith.mulf %a, %b : f32
    %sum = arith.addf %o, %p : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

#one = affine_map<(m, n, k) -> ()>

// A difference that wraps before it is extended is no zero point, whatever its bits.
// CHECK-LABEL: func @wrapped_i16(
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%arg0, %arg2 : tensor<32x64xi16>, i16)
// CHECK: arith.subi {{.*}} : i16
// CHECK: linalg.matmul {{.*}}ins(%[[D]], %arg1 : tensor<32x64xi16>, tensor<64x48xi16>)
func.func @wrapped_i16(%a: tensor<32x64xi16>, %b: tensor<64x48xi16>, %z: i16, %c: tensor<32x48xi32>) -> tensor<32x48xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #one, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %z : tensor<32x64xi16>, tensor<64x48xi16>, i16) outs(%c : tensor<32x48xi32>) {
  ^bb0(%l: i16, %r: i16, %zz: i16, %o: i32):
    %d = arith.subi %l, %zz : i16
    %dw = arith.extsi %d : i16 to i32
    %rw = arith.extsi %r : i16 to i32
    %p = arith.muli %dw, %rw : i32
    %sum = arith.addi %o, %p : i32
    linalg.yield %sum : i32
  } -> tensor<32x48xi32>
  return %0 : tensor<32x48xi32>
}

// CHECK-LABEL: func @widened_i4(
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%arg0, %arg2 : tensor<32x64xi4>, i8)
// CHECK: arith.subi {{.*}} : i8
// CHECK: linalg.matmul {{.*}}ins(%[[D]], %arg1 : tensor<32x64xi8>, tensor<64x48xi8>)
func.func @widened_i4(%a: tensor<32x64xi4>, %b: tensor<64x48xi8>, %z: i8, %c: tensor<32x48xi32>) -> tensor<32x48xi32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #one, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %z : tensor<32x64xi4>, tensor<64x48xi8>, i8) outs(%c : tensor<32x48xi32>) {
  ^bb0(%l: i4, %r: i8, %zz: i8, %o: i32):
    %l1 = arith.extsi %l : i4 to i8
    %d = arith.subi %l1, %zz : i8
    %dw = arith.extsi %d : i8 to i32
    %rw = arith.extsi %r : i8 to i32
    %p = arith.muli %dw, %rw : i32
    %sum = arith.addi %o, %p : i32
    linalg.yield %sum : i32
  } -> tensor<32x48xi32>
  return %0 : tensor<32x48xi32>
}
