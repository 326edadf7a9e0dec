// Masks that depend on data: the keys that queries see are found before the attention.
// RUN: autotune-opt %s -autotune-bound-keys -mlir-print-local-scope -remarks-filter=autotune -o %t 2> %t.remarks
// RUN: FileCheck %s < %t && FileCheck %s --check-prefix=REMARKS < %t.remarks
// RUN: autotune-opt %s -autotune-bound-keys=all -mlir-print-local-scope -remarks-filter=autotune -o %t.all 2> %t.remarks
// RUN: FileCheck %s --check-prefix=ALL < %t.all && FileCheck %s --check-prefix=ALL-REMARKS < %t.remarks
// RUN: autotune-opt %s -autotune-bound-keys -cse -mlir-print-local-scope | FileCheck %s --check-prefix=CSE

// What has a range keeps it.
// RUN: autotune-opt %t -autotune-bound-keys -mlir-print-local-scope -remarks-filter=autotune -o %t.again 2> %t.remarks
// RUN: diff %t %t.again
// RUN: FileCheck %s --check-prefix=AGAIN < %t.remarks
// AGAIN-NOT: [Passed]

#q = affine_map<(b, m, n, d, e) -> (b, m, d)>
#k = affine_map<(b, m, n, d, e) -> (b, n, d)>
#v = affine_map<(b, m, n, d, e) -> (b, n, e)>
#o = affine_map<(b, m, n, d, e) -> (b, m, e)>
#of_m = affine_map<(b, m, n, d, e) -> (m)>
#of_n = affine_map<(b, m, n, d, e) -> (n)>
#of_mn = affine_map<(b, m, n, d, e) -> (m, n)>

// Documents of one batch. The first and the last key of each query are found, and how many
// it sees; then the least numbers of each group of 64 queries, and of three groups.
// REMARKS: [Passed] BoundKeys | {{.*}} | Function=documents | Remark="the keys that queries see are found before the attention"
// CHECK-LABEL: func.func @documents(
// CHECK-SAME: %[[X:[^:]*]]: tensor<4096xi64>, %[[Y:[^:]*]]: tensor<4096xi64>,
// CHECK: %[[FIRST:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[X]], %[[Y]], %{{.*}} : tensor<4096xi64>, tensor<4096xi64>, tensor<4096xi32>)
// CHECK: ^bb0(%[[OF_X:.*]]: i64, %[[OF_Y:.*]]: i64, %{{.*}}: i32, %[[LEAST:.*]]: i32):
// CHECK: %[[KEY:.*]] = arith.index_cast
// CHECK: %[[SEEN:.*]] = arith.cmpi eq, %[[OF_X]], %[[OF_Y]] : i64
// CHECK: %[[NUMBER:.*]] = arith.select %[[SEEN]], %[[KEY]], %c4096{{.*}} : i32
// CHECK: arith.minsi %[[NUMBER]], %[[LEAST]] : i32
// CHECK: %[[REST:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[Y]], %
// CHECK: arith.subi %c4095_i32, %{{.*}} : i32
// CHECK: arith.minsi
// CHECK: %[[COUNTS:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[Y]], %
// CHECK: arith.extui %{{.*}} : i1 to i32
// CHECK-NEXT: arith.addi
// CHECK: %[[WHOLE_FIRST:.*]] = linalg.generic {{.*}} ins(%[[FIRST]], %[[FIRST]], %[[REST]], %[[COUNTS]] :
// CHECK: arith.cmpi eq
// CHECK: %[[WHOLE_REST:.*]] = linalg.generic {{.*}} ins(%[[REST]], %[[FIRST]], %[[REST]], %[[COUNTS]] :
// CHECK-NOT: tensor.pad
// CHECK: %[[GROUPED:.*]] = tensor.expand_shape %[[FIRST]] {{\[\[}}0, 1]] output_shape [64, 64] : tensor<4096xi32> into tensor<64x64xi32>
// CHECK: %[[FIRST_GROUPS:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%[[GROUPED]] : tensor<64x64xi32>) outs(%{{.*}} : tensor<64xi32>)
// CHECK: tensor.expand_shape %[[REST]]
// CHECK: tensor.expand_shape %[[WHOLE_FIRST]]
// CHECK: tensor.expand_shape %[[WHOLE_REST]]
// CHECK: %[[RANGE:.*]]:4 = linalg.generic
// CHECK-COUNT-3: tensor.extract %[[FIRST_GROUPS]][
// CHECK: problem.attention inputs(%{{.*}}, %{{.*}}, %{{.*}}, %[[X]], %[[Y]], %[[RANGE]]#0, %[[RANGE]]#1, %[[RANGE]]#2, %[[RANGE]]#3 :
// CHECK-SAME: maps = [{{.*}}, affine_map<(d0, d1, d2, d3, d4) -> (d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4)>] key_range = [5, 6, 7, 8] score {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[OF_X:.*]]: i64, %[[OF_Y:.*]]: i64, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK: arith.cmpi eq, %[[OF_X]], %[[OF_Y]] : i64
func.func @documents(%q: tensor<32x4096x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>, %x: tensor<4096xi64>, %y: tensor<4096xi64>, %o: tensor<32x4096x128xbf16>) -> tensor<32x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %y : tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<4096xi64>, tensor<4096xi64>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<32x4096x128xbf16>
  return %r : tensor<32x4096x128xbf16>
}

// The numbers of documents differ in the batch, but not among heads. So do what is found.
// The causal mask beside them is part of the search.
// REMARKS: [Passed] BoundKeys | {{.*}} | Function=batch |
// CHECK-LABEL: func.func @batch(
// CHECK: linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins({{.*}} : tensor<4x4096xi64>, tensor<4x4096xi64>, tensor<4096xi32>) outs(%{{.*}} : tensor<4x4096xi32>)
// CHECK: %[[QUERY:.*]] = linalg.index 1
// CHECK: %[[KEY:.*]] = linalg.index 2
// CHECK: %[[SAME:.*]] = arith.cmpi eq
// CHECK: %[[PAST:.*]] = arith.cmpi sge, %[[QUERY]], %[[KEY]] : index
// CHECK: arith.andi %[[SAME]], %[[PAST]] : i1
// CHECK: tensor.expand_shape {{.*}} {{\[\[}}0], [1, 2]] output_shape [4, 64, 64] : tensor<4x4096xi32> into tensor<4x64x64xi32>
// CHECK: tensor.extract %{{.*}}[%{{.*}}, %{{.*}}] : tensor<4x64xi32>
// CHECK: problem.attention inputs({{.*}}, tensor<4x4096xi64>, tensor<4x4096xi64>, tensor<4x4096xi32>, tensor<4x4096xi32>, tensor<4x4096xi32>, tensor<4x4096xi32>)
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2)>,
// CHECK-SAME: key_range = [5, 6, 7, 8] score {
#q2 = affine_map<(b, h, m, n, d, e) -> (b, h, m, d)>
#k2 = affine_map<(b, h, m, n, d, e) -> (b, h, n, d)>
#v2 = affine_map<(b, h, m, n, d, e) -> (b, h, n, e)>
#o2 = affine_map<(b, h, m, n, d, e) -> (b, h, m, e)>
#m2 = affine_map<(b, h, m, n, d, e) -> (b, m)>
#n2 = affine_map<(b, h, m, n, d, e) -> (b, n)>
func.func @batch(%q: tensor<4x16x4096x128xbf16>, %k: tensor<4x16x4096x128xbf16>, %v: tensor<4x16x4096x128xbf16>, %x: tensor<4x4096xi64>, %o: tensor<4x16x4096x128xbf16>) -> tensor<4x16x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %x : tensor<4x16x4096x128xbf16>, tensor<4x16x4096x128xbf16>, tensor<4x16x4096x128xbf16>, tensor<4x4096xi64>, tensor<4x4096xi64>)
      outputs(%o : tensor<4x16x4096x128xbf16>) maps = [#q2, #k2, #v2, #m2, #n2, #o2]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %h: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %past = arith.cmpi sge, %m, %n : index
        %both = arith.andi %is, %past : i1
        %z = arith.select %both, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<4x16x4096x128xbf16>
  return %r : tensor<4x16x4096x128xbf16>
}

// Two masks, one of which hides keys where it is true.
// REMARKS: [Passed] BoundKeys | {{.*}} | Function=two_masks |
// CHECK-LABEL: func.func @two_masks(
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : i64
// CHECK: %[[LATER:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK: %[[NOT:.*]] = arith.xori %[[LATER]], %true
// CHECK-NEXT: arith.andi %[[SAME]], %[[NOT]] : i1
// CHECK: key_range = [5, 6, 7, 8]
func.func @two_masks(%q: tensor<32x4096x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>, %x: tensor<4096xi64>, %o: tensor<32x4096x128xbf16>) -> tensor<32x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %x : tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<4096xi64>, tensor<4096xi64>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %later = arith.cmpi slt, %m, %n : index
        %z = arith.select %is, %s, %low : f32
        %w = arith.select %later, %low, %z : f32
        problem.yield %w : f32
      } -> tensor<32x4096x128xbf16>
  return %r : tensor<32x4096x128xbf16>
}

// A mask of booleans, which a score function reads as bytes.
// REMARKS: [Passed] BoundKeys | {{.*}} | Function=booleans |
// CHECK-LABEL: func.func @booleans(
// CHECK: linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4096x4096xi1>, tensor<4096xi32>)
// CHECK: ^bb0(%[[MASK:.*]]: i1, %{{.*}}: i32, %{{.*}}: i32):
// CHECK: %[[BYTE:.*]] = arith.extui %[[MASK]] : i1 to i8
// CHECK: arith.cmpi ne, %[[BYTE]], %{{.*}} : i8
// CHECK: key_range = [4, 5, 6, 7] score {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: i8, %{{.*}}: i32,
func.func @booleans(%q: tensor<32x4096x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>, %x: tensor<4096x4096xi1>, %o: tensor<32x4096x128xbf16>) -> tensor<32x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<4096x4096xi1>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #of_mn, #o]
      score {
      ^bb0(%s: f32, %x0: i8, %b: index, %m: index, %n: index):
        %zero = arith.constant 0 : i8
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi ne, %x0, %zero : i8
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<32x4096x128xbf16>
  return %r : tensor<32x4096x128xbf16>
}

// The last group has fewer than 64 queries: the largest number fills it.
// REMARKS: [Passed] BoundKeys | {{.*}} | Function=ragged |
// CHECK-LABEL: func.func @ragged(
// CHECK: %[[FIRST:.*]] = linalg.generic
// CHECK: %[[PADDED:.*]] = tensor.pad %[[FIRST]] low[0] high[28] {
// CHECK: tensor.yield %c2147483647_i32
// CHECK: } : tensor<4068xi32> to tensor<4096xi32>
// CHECK: tensor.expand_shape %[[PADDED]] {{\[\[}}0, 1]] output_shape [64, 64]
// CHECK: key_range = [5, 6, 7, 8]
func.func @ragged(%q: tensor<32x4068x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>, %x: tensor<4068xi64>, %y: tensor<4096xi64>, %o: tensor<32x4068x128xbf16>) -> tensor<32x4068x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %y : tensor<32x4068x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<4068xi64>, tensor<4096xi64>)
      outputs(%o : tensor<32x4068x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<32x4068x128xbf16>
  return %r : tensor<32x4068x128xbf16>
}

// Two layers with the same masks share the search, as common subexpressions. The layers may
// scale the scores as they like.
// REMARKS-COUNT-2: [Passed] BoundKeys | {{.*}} | Function=layers |
// CSE-LABEL: func.func @layers(
// CSE-COUNT-3: linalg.generic {{.*}}"reduction"]} ins(%arg1, %arg1, %
// CSE-NOT: ins(%arg1, %arg1, %
// CSE: %[[RANGE:.*]]:4 = linalg.generic
// CSE-NOT: linalg.generic
// CSE: %[[FIRST:.*]] = problem.attention inputs(%arg0, %arg0, %arg0, %arg1, %arg1, %[[RANGE]]#0, %[[RANGE]]#1, %[[RANGE]]#2, %[[RANGE]]#3 :
// CSE-NOT: linalg.generic
// CSE: problem.attention inputs(%[[FIRST]], %[[FIRST]], %[[FIRST]], %arg1, %arg1, %[[RANGE]]#0, %[[RANGE]]#1, %[[RANGE]]#2, %[[RANGE]]#3 :
func.func @layers(%q: tensor<32x4096x128xbf16>, %x: tensor<4096xi64>, %o: tensor<32x4096x128xbf16>) -> tensor<32x4096x128xbf16> {
  %r = problem.attention inputs(%q, %q, %q, %x, %x : tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<4096xi64>, tensor<4096xi64>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<32x4096x128xbf16>
  %t = problem.attention inputs(%r, %r, %r, %x, %x : tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<4096xi64>, tensor<4096xi64>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %half = arith.constant 0.5 : f32
        %low = arith.constant 0xFF800000 : f32
        %h = arith.mulf %s, %half : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %z = arith.select %is, %h, %low : f32
        problem.yield %z : f32
      } -> tensor<32x4096x128xbf16>
  return %t : tensor<32x4096x128xbf16>
}

// The search would take longer than the attention. With `all`, it is done.
// REMARKS: [Missed] BoundKeys | {{.*}} | Function=small | Remark="no block of keys is left out by its data: finding the keys could take longer than it saves"
// ALL-REMARKS: [Passed] BoundKeys | {{.*}} | Function=small |
// CHECK-LABEL: func.func @small(
// CHECK-NOT: key_range
// ALL-LABEL: func.func @small(
// ALL: tensor.expand_shape {{.*}} output_shape [2, 64] : tensor<128xi32> into tensor<2x64xi32>
// ALL: key_range = [5, 6, 7, 8]
func.func @small(%q: tensor<2x128x64xbf16>, %k: tensor<2x256x64xbf16>, %v: tensor<2x256x64xbf16>, %x: tensor<128xi64>, %y: tensor<256xi64>, %o: tensor<2x128x64xbf16>) -> tensor<2x128x64xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %y : tensor<2x128x64xbf16>, tensor<2x256x64xbf16>, tensor<2x256x64xbf16>, tensor<128xi64>, tensor<256xi64>)
      outputs(%o : tensor<2x128x64xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<2x128x64xbf16>
  return %r : tensor<2x128x64xbf16>
}

// Bounds on the numbers of keys say all of these masks. Nothing is remarked.
// REMARKS-NOT: Function=causal |
// REMARKS-NOT: Function=lengths |
// ALL-REMARKS-NOT: Function=causal |
// ALL-REMARKS-NOT: Function=lengths |
// CHECK-LABEL: func.func @causal(
// CHECK-NOT: linalg.generic
// ALL-LABEL: func.func @causal(
// ALL-NOT: linalg.generic
func.func @causal(%q: tensor<32x4096x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>, %o: tensor<32x4096x128xbf16>) -> tensor<32x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v : tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #o]
      score {
      ^bb0(%s: f32, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi sge, %m, %n : index
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<32x4096x128xbf16>
  return %r : tensor<32x4096x128xbf16>
}

#of_b = affine_map<(b, m, n, d, e) -> (b)>
func.func @lengths(%q: tensor<32x4096x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>, %x: tensor<32xi64>, %o: tensor<32x4096x128xbf16>) -> tensor<32x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x : tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32xi64>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #of_b, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %key = arith.index_cast %n : index to i64
        %is = arith.cmpi slt, %key, %x0 : i64
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<32x4096x128xbf16>
  return %r : tensor<32x4096x128xbf16>
}

// What stands in the way, also with `all`.
// CHECK-LABEL: func.func @unknown_size(
// CHECK-NOT: key_range
// ALL-LABEL: func.func @unknown_size(
// ALL-NOT: key_range

// REMARKS: Function=unknown_size | Remark="no block of keys is left out by its data: a size is not known when compiling"
// ALL-REMARKS: Function=unknown_size | Remark="no block of keys is left out by its data: a size is not known when compiling"
func.func @unknown_size(%q: tensor<?x4096x128xbf16>, %k: tensor<?x4096x128xbf16>, %v: tensor<?x4096x128xbf16>, %x: tensor<4096xi64>, %y: tensor<4096xi64>, %o: tensor<?x4096x128xbf16>) -> tensor<?x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %y : tensor<?x4096x128xbf16>, tensor<?x4096x128xbf16>, tensor<?x4096x128xbf16>, tensor<4096xi64>, tensor<4096xi64>)
      outputs(%o : tensor<?x4096x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<?x4096x128xbf16>
  return %r : tensor<?x4096x128xbf16>
}

// REMARKS: Function=no_keys | Remark="no block of keys is left out by its data: a size is 0"
// ALL-REMARKS: Function=no_keys | Remark="no block of keys is left out by its data: a size is 0"
func.func @no_keys(%q: tensor<32x4096x128xbf16>, %k: tensor<32x0x128xbf16>, %v: tensor<32x0x128xbf16>, %x: tensor<4096xi64>, %y: tensor<0xi64>, %o: tensor<32x4096x128xbf16>) -> tensor<32x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %y : tensor<32x4096x128xbf16>, tensor<32x0x128xbf16>, tensor<32x0x128xbf16>, tensor<4096xi64>, tensor<0xi64>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<32x4096x128xbf16>
  return %r : tensor<32x4096x128xbf16>
}

// REMARKS: Function=few_queries | Remark="no block of keys is left out by its data: it has few queries"
// ALL-REMARKS: Function=few_queries | Remark="no block of keys is left out by its data: it has few queries"
func.func @few_queries(%q: tensor<32x64x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>, %x: tensor<64xi64>, %y: tensor<4096xi64>, %o: tensor<32x64x128xbf16>) -> tensor<32x64x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %y : tensor<32x64x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<64xi64>, tensor<4096xi64>)
      outputs(%o : tensor<32x64x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %z = arith.select %is, %s, %low : f32
        problem.yield %z : f32
      } -> tensor<32x64x128xbf16>
  return %r : tensor<32x64x128xbf16>
}

// REMARKS: Function=of_product | Remark="no block of keys is left out by its data: a mask depends on the products, or on the place in the batch"
// ALL-REMARKS: Function=of_product | Remark="no block of keys is left out by its data: a mask depends on the products, or on the place in the batch"
func.func @of_product(%q: tensor<32x4096x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>, %x: tensor<4096xi64>, %o: tensor<32x4096x128xbf16>) -> tensor<32x4096x128xbf16> {
  %r = problem.attention inputs(%q, %k, %v, %x, %x : tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<32x4096x128xbf16>, tensor<4096xi64>, tensor<4096xi64>)
      outputs(%o : tensor<32x4096x128xbf16>) maps = [#q, #k, #v, #of_m, #of_n, #o]
      score {
      ^bb0(%s: f32, %x0: i64, %y0: i64, %b: index, %m: index, %n: index):
        %low = arith.constant 0xFF800000 : f32
        %zero = arith.constant 0.0 : f32
        %is = arith.cmpi eq, %x0, %y0 : i64
        %large = arith.cmpf ogt, %s, %zero : f32
        %z = arith.select %is, %s, %low : f32
        %w = arith.select %large, %z, %low : f32
        problem.yield %w : f32
      } -> tensor<32x4096x128xbf16>
  return %r : tensor<32x4096x128xbf16>
}
