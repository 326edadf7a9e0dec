// RUN: autotune-opt %s --autotune-canonicalize-contractions=fold-dequantizations --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: autotune-opt %s --autotune-canonicalize-contractions | FileCheck %s --check-prefix=KEPT

// Weights that are dequantized before a product are multiplied as the integers
// that they are, when that is asked for, and the sums are scaled.

#w = affine_map<(n, k) -> (n, k)>
#turned = affine_map<(k, n) -> (n, k)>
#rows = affine_map<(n, k) -> (n)>
#columns = affine_map<(k, n) -> (n)>
#depth = affine_map<(n, k) -> (k)>
#none = affine_map<(n, k) -> ()>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[BT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[N:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[SCALAR:.*]] = affine_map<(d0, d1) -> ()>

// A scale for each column of the result; what is added to comes behind it.
// CHECK-LABEL: func @channels(
// CHECK-SAME: %[[X:.*]]: tensor<4x64xbf16>, %[[W:.*]]: tensor<32x64xi8>, %[[S:.*]]: tensor<32xf32>, %[[OLD:.*]]: tensor<4x32xf32>)
// CHECK: %[[ZERO:.*]] = linalg.fill ins(%{{.*}} : f32)
// CHECK: %[[SUMS:.*]] = linalg.matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] ins(%[[X]], %[[W]] : tensor<4x64xbf16>, tensor<32x64xi8>) outs(%[[ZERO]] : tensor<4x32xf32>)
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[N]], #[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[SUMS]], %[[S]], %[[OLD]] :
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: f32, %[[SCALE:.*]]: f32, %[[ADDED:.*]]: f32, %{{.*}}: f32)
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[SUM]], %[[SCALE]]
// CHECK-NEXT: %[[NEW:.*]] = arith.addf %[[ADDED]], %[[SCALED]]
// CHECK-NEXT: linalg.yield %[[NEW]]
// CHECK: return %[[R]]
// KEPT-LABEL: func @channels(
// KEPT: arith.sitofp
// KEPT: linalg.matmul {{.*}} : tensor<4x64xbf16>, tensor<32x64xbf16>)
func.func @channels(%x: tensor<4x64xbf16>, %w: tensor<32x64xi8>, %s: tensor<32xf32>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<32x64xbf16>
  %d = linalg.generic {indexing_maps = [#w, #rows, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<32x64xi8>, tensor<32xf32>) outs(%e : tensor<32x64xbf16>) {
  ^bb0(%i: i8, %f: f32, %o: bf16):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.mulf %0, %f : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<32x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// Steps of several operations, on weights that are turned as they are
// dequantized; a scale of all, and one of the body; a result that is rounded.
// CHECK-LABEL: func @steps(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf16>, %[[W:.*]]: tensor<32x64xi8>, %[[S:.*]]: tensor<32xf16>, %[[ALL:.*]]: f32)
// CHECK-NOT: arith.sitofp
// CHECK: %[[SUMS:.*]] = linalg.matmul indexing_maps = [#[[A]], #[[BT]], #[[C]]] ins(%[[X]], %[[W]] : tensor<?x64xf16>, tensor<32x64xi8>) outs(%{{.*}} : tensor<?x32xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[N]], #[[SCALAR]], #[[SCALAR]], #[[ID]]], {{.*}}} ins(%[[SUMS]], %[[S]], %[[ALL]], %{{.*}} : tensor<?x32xf32>, tensor<32xf16>, f32, f32) outs(%{{.*}} : tensor<?x32xf16>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @steps(%x: tensor<?x64xf16>, %w: tensor<32x64xi8>, %s: tensor<32xf16>, %all: f32) -> tensor<?x32xf16> {
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f16
  %m = tensor.dim %x, %i0 : tensor<?x64xf16>
  %e = tensor.empty() : tensor<64x32xf32>
  %d = linalg.generic {indexing_maps = [#turned, affine_map<(k, n) -> ()>, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %all : tensor<32x64xi8>, f32) outs(%e : tensor<64x32xf32>) {
  ^bb0(%i: i8, %f: f32, %o: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.extsi %i : i8 to i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %half, %1 : f32
    %3 = arith.mulf %2, %f : f32
    linalg.yield %3 : f32
  } -> tensor<64x32xf32>
  %n = arith.truncf %d : tensor<64x32xf32> to tensor<64x32xf16>
  %e2 = tensor.empty() : tensor<64x32xf16>
  %t = linalg.generic {indexing_maps = [#w, #columns, #w], iterator_types = ["parallel", "parallel"]}
      ins(%n, %s : tensor<64x32xf16>, tensor<32xf16>) outs(%e2 : tensor<64x32xf16>) {
  ^bb0(%i: f16, %f: f16, %o: f16):
    %0 = arith.mulf %i, %f : f16
    linalg.yield %0 : f16
  } -> tensor<64x32xf16>
  %e3 = tensor.empty(%m) : tensor<?x32xf16>
  %c = linalg.fill ins(%zero : f16) outs(%e3 : tensor<?x32xf16>) -> tensor<?x32xf16>
  %r = linalg.matmul ins(%x, %t : tensor<?x64xf16>, tensor<64x32xf16>) outs(%c : tensor<?x32xf16>) -> tensor<?x32xf16>
  return %r : tensor<?x32xf16>
}

// No scales: nothing comes behind the product. A is of integers, and a batch.
// CHECK-LABEL: func @plain(
// CHECK-NEXT: %[[R:.*]] = linalg.batch_matmul {mark} ins(%arg0, %arg1 : tensor<2x4x64xi8>, tensor<2x64x32xbf16>) outs(%arg2 : tensor<2x4x32xf32>)
// CHECK-NEXT: return %[[R]]
func.func @plain(%w: tensor<2x4x64xi8>, %x: tensor<2x64x32xbf16>, %c: tensor<2x4x32xf32>) -> tensor<2x4x32xf32> {
  %d = arith.sitofp %w : tensor<2x4x64xi8> to tensor<2x4x64xbf16>
  %r = linalg.batch_matmul {mark} ins(%d, %x : tensor<2x4x64xbf16>, tensor<2x64x32xbf16>) outs(%c : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
  return %r : tensor<2x4x32xf32>
}

// Integers without a sign: those that a zero was put before, too, but none whose sign was
// extended first.
// CHECK-LABEL: func @unsigned(
// CHECK: linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<2x4x64xi8>, tensor<2x64x32xbf16>)
func.func @unsigned(%w: tensor<2x4x64xi8>, %x: tensor<2x64x32xbf16>, %c: tensor<2x4x32xf32>) -> tensor<2x4x32xf32> {
  %d = arith.uitofp %w : tensor<2x4x64xi8> to tensor<2x4x64xbf16>
  %r = linalg.batch_matmul ins(%d, %x : tensor<2x4x64xbf16>, tensor<2x64x32xbf16>) outs(%c : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
  return %r : tensor<2x4x32xf32>
}

// CHECK-LABEL: func @zero_before(
// CHECK: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<4x64xi8>, tensor<64x32xbf16>)
func.func @zero_before(%w: tensor<4x64xi8>, %x: tensor<64x32xbf16>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<4x64xbf16>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4x64xi8>) outs(%e : tensor<4x64xbf16>) {
  ^bb0(%q: i8, %o: bf16):
    %0 = arith.extui %q : i8 to i32
    %1 = arith.sitofp %0 : i32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<4x64xbf16>
  %r = linalg.matmul ins(%d, %x : tensor<4x64xbf16>, tensor<64x32xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// CHECK-LABEL: func @sign_before(
// CHECK: arith.uitofp
// CHECK: linalg.matmul ins(%{{.*}}, %arg1 : tensor<4x64xbf16>, tensor<64x32xbf16>)
func.func @sign_before(%w: tensor<4x64xi8>, %x: tensor<64x32xbf16>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<4x64xbf16>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4x64xi8>) outs(%e : tensor<4x64xbf16>) {
  ^bb0(%q: i8, %o: bf16):
    %0 = arith.extsi %q : i8 to i32
    %1 = arith.uitofp %0 : i32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<4x64xbf16>
  %r = linalg.matmul ins(%d, %x : tensor<4x64xbf16>, tensor<64x32xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// What is left, and why.
// REMARK: Function=across | Remark="not multiplied as integers: K is not the last dimension of the integers of 4 bits that an input is dequantized from"
// CHECK-LABEL: func @across(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x64xbf16>, tensor<64x32xbf16>)
func.func @across(%x: tensor<4x64xbf16>, %w: tensor<64x32xi4>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %d = arith.sitofp %w : tensor<64x32xi4> to tensor<64x32xbf16>
  %r = linalg.matmul ins(%x, %d : tensor<4x64xbf16>, tensor<64x32xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// Those of 8 bits kernels transpose.
// CHECK-LABEL: func @transposed(
// CHECK-NEXT: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x64xbf16>, tensor<64x32xi8>)
func.func @transposed(%x: tensor<4x64xbf16>, %w: tensor<64x32xi8>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %d = arith.sitofp %w : tensor<64x32xi8> to tensor<64x32xbf16>
  %r = linalg.matmul ins(%x, %d : tensor<4x64xbf16>, tensor<64x32xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// REMARK: Function=along_depth | Remark="not multiplied as integers: the scale or zero point of an input varies along K"
// CHECK-LABEL: func @along_depth(
// CHECK: arith.sitofp
func.func @along_depth(%x: tensor<4x64xbf16>, %w: tensor<32x64xi8>, %s: tensor<64xbf16>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<32x64xbf16>
  %d = linalg.generic {indexing_maps = [#w, #depth, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<32x64xi8>, tensor<64xbf16>) outs(%e : tensor<32x64xbf16>) {
  ^bb0(%i: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %i : i8 to bf16
    %1 = arith.mulf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<32x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// REMARK: Function=zero_points | Remark="not multiplied as integers: an input is dequantized by an arith.subf; only factors move behind a product"
// CHECK-LABEL: func @zero_points(
// CHECK: arith.sitofp
func.func @zero_points(%x: tensor<4x64xbf16>, %w: tensor<32x64xi8>, %z: tensor<32xbf16>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<32x64xbf16>
  %d = linalg.generic {indexing_maps = [#w, #rows, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %z : tensor<32x64xi8>, tensor<32xbf16>) outs(%e : tensor<32x64xbf16>) {
  ^bb0(%i: i8, %f: bf16, %o: bf16):
    %0 = arith.sitofp %i : i8 to bf16
    %1 = arith.subf %0, %f : bf16
    linalg.yield %1 : bf16
  } -> tensor<32x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// REMARK: Function=wider | Remark="not multiplied as integers: an input is dequantized from integers of other than 8 or 4 bits"
// CHECK-LABEL: func @wider(
// CHECK: arith.sitofp
func.func @wider(%x: tensor<4x64xbf16>, %w: tensor<32x64xi16>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %d = arith.sitofp %w : tensor<32x64xi16> to tensor<32x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// REMARK: Function=single | Remark="not multiplied as integers: the other operand is not of 16-bit floats"
// CHECK-LABEL: func @single(
// CHECK: arith.sitofp
func.func @single(%x: tensor<4x64xf32>, %w: tensor<32x64xi8>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %d = arith.sitofp %w : tensor<32x64xi8> to tensor<32x64xf32>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4x64xf32>, tensor<32x64xf32>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// Rounded to less than the integers have, in between.
// CHECK-LABEL: func @coarse(
// CHECK: arith.sitofp
func.func @coarse(%x: tensor<4x64xbf16>, %w: tensor<32x64xi8>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<32x64xf8E4M3FN>
  %d = linalg.generic {indexing_maps = [#w, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<32x64xi8>) outs(%e : tensor<32x64xf8E4M3FN>) {
  ^bb0(%i: i8, %o: f8E4M3FN):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.truncf %0 : f32 to f8E4M3FN
    linalg.yield %1 : f8E4M3FN
  } -> tensor<32x64xf8E4M3FN>
  %y = arith.extf %d : tensor<32x64xf8E4M3FN> to tensor<32x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %y : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// Floats all the way: no word of it.
// REMARK-NOT: Function=floats
func.func @floats(%x: tensor<4x64xbf16>, %w: tensor<32x64xbf16>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<32x64xbf16>
  %d = linalg.generic {indexing_maps = [#w, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<32x64xbf16>) outs(%e : tensor<32x64xbf16>) {
  ^bb0(%i: bf16, %o: bf16):
    %0 = arith.negf %i : bf16
    linalg.yield %0 : bf16
  } -> tensor<32x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// One operand twice, of what is erased with the dequantization; a config is not
// that of the integers' product.
// CHECK-LABEL: func @square(
// CHECK: tensor.empty(%{{.*}}) : tensor<4x?xbf16>
// CHECK-NOT: tensor.empty(%{{.*}}, %{{.*}})
// CHECK-NOT: autotune.config
// CHECK: linalg.matmul {{.*}}{kept}{{.*}} : tensor<4x?xbf16>, tensor<?x?xi8>)
func.func @square(%x: tensor<4x?xbf16>, %w: tensor<?x?xi8>, %s: f32, %c: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xbf16>) {
  %c0 = arith.constant 0 : index
  %other = tensor.dim %x, %c0 : tensor<4x?xbf16>
  %n = tensor.dim %w, %c0 : tensor<?x?xi8>
  %keep = tensor.empty(%n) : tensor<4x?xbf16>
  %e = tensor.empty(%n, %n) : tensor<?x?xbf16>
  %d = linalg.generic {indexing_maps = [#w, #none, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<?x?xi8>, f32) outs(%e : tensor<?x?xbf16>) {
  ^bb0(%i: i8, %f: f32, %o: bf16):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.mulf %0, %f : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<?x?xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] {kept, autotune.config = #autotune.config<hopper_wgmma, swap = false>}
      ins(%x, %d : tensor<4x?xbf16>, tensor<?x?xbf16>) outs(%c : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %r, %keep : tensor<4x?xf32>, tensor<4x?xbf16>
}

// One fill is what weights are dequantized into and what is added to.
// CHECK-LABEL: func @shared_fill(
// CHECK: linalg.matmul {{.*}} : tensor<64x64xbf16>, tensor<64x64xi8>)
func.func @shared_fill(%x: tensor<64x64xbf16>, %w: tensor<64x64xi8>, %s: tensor<64xf32>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x64xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %d = linalg.generic {indexing_maps = [#w, #rows, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<64x64xi8>, tensor<64xf32>) outs(%f : tensor<64x64xbf16>) {
  ^bb0(%i: i8, %v: f32, %o: bf16):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.mulf %0, %v : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<64x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%f : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %r : tensor<64x64xbf16>
}

// A scale for each element, as groups along K have after they are broadcast.
// REMARK: Function=each | Remark="not multiplied as integers: the scale or zero point of an input is neither a scalar nor a tensor of some of the input's dimensions"
// CHECK-LABEL: func @each(
// CHECK: linalg.matmul {{.*}} : tensor<4x64xbf16>, tensor<32x64xbf16>)
func.func @each(%x: tensor<4x64xbf16>, %w: tensor<32x64xi8>, %s: tensor<32x64xf32>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<32x64xbf16>
  %d = linalg.generic {indexing_maps = [#w, #w, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<32x64xi8>, tensor<32x64xf32>) outs(%e : tensor<32x64xbf16>) {
  ^bb0(%i: i8, %f: f32, %o: bf16):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.mulf %0, %f : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<32x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}

// REMARK: Function=encoded | Remark="not multiplied as integers: its C has an encoding"
// CHECK-LABEL: func @encoded(
func.func @encoded(%x: tensor<4x64xbf16>, %w: tensor<32x64xi8>, %s: f32, %c: tensor<4x32xf32, "tiled">) -> tensor<4x32xf32, "tiled"> {
  %e = tensor.empty() : tensor<32x64xbf16>
  %d = linalg.generic {indexing_maps = [#w, #none, #w], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<32x64xi8>, f32) outs(%e : tensor<32x64xbf16>) {
  ^bb0(%i: i8, %f: f32, %o: bf16):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.mulf %0, %f : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<32x64xbf16>
  %r = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %d : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32, "tiled">) -> tensor<4x32xf32, "tiled">
  return %r : tensor<4x32xf32, "tiled">
}

// Rows of f32 that were widened from floats of 16 bits, and collapsed, are multiplied as
// those; the weights were dequantized in f32.
// CHECK-LABEL: func @widened(
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{.*}} : tensor<2x4x64xbf16> into tensor<8x64xbf16>
// CHECK: linalg.matmul {{.*}} ins(%[[X]], %arg1 : tensor<8x64xbf16>, tensor<32x64xi8>) outs(%{{.*}} : tensor<8x32xf32>)
// CHECK: arith.mulf
func.func @widened(%x: tensor<2x4x64xbf16>, %w: tensor<32x64xi8>, %s: tensor<32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %xw = arith.extf %x : tensor<2x4x64xbf16> to tensor<2x4x64xf32>
  %rows = tensor.collapse_shape %xw [[0, 1], [2]] : tensor<2x4x64xf32> into tensor<8x64xf32>
  %e = tensor.empty() : tensor<32x64xf32>
  %d = linalg.generic {indexing_maps = [#w, #rows, #w], iterator_types = ["parallel", "parallel"]} ins(%w, %s : tensor<32x64xi8>, tensor<32xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%i: i8, %scale: f32, %o: f32):
    %f = arith.sitofp %i : i8 to f32
    %p = arith.mulf %f, %scale : f32
    linalg.yield %p : f32
  } -> tensor<32x64xf32>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%rows, %d : tensor<8x64xf32>, tensor<32x64xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// A scale of each row as a matrix of one column, which unsqueeze makes.
// CHECK-LABEL: func @unsqueezed(
// CHECK: %[[SUMS:.*]] = linalg.matmul {{.*}} ins(%arg0, %arg1 : tensor<4x64xbf16>, tensor<32x64xi8>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], %arg2, %arg3 : tensor<4x32xf32>, tensor<32x1xbf16>, tensor<4x32xf32>)
func.func @unsqueezed(%x: tensor<4x64xbf16>, %w: tensor<32x64xi8>, %s: tensor<32x1xbf16>, %c: tensor<4x32xf32>) -> tensor<4x32xf32> {
  %e = tensor.empty() : tensor<32x64xbf16>
  %d = linalg.generic {indexing_maps = [#w, affine_map<(n, k) -> (n, 0)>, #w], iterator_types = ["parallel", "parallel"]} ins(%w, %s : tensor<32x64xi8>, tensor<32x1xbf16>) outs(%e : tensor<32x64xbf16>) {
  ^bb0(%i: i8, %scale: bf16, %o: bf16):
    %f = arith.sitofp %i : i8 to bf16
    %p = arith.mulf %f, %scale : bf16
    linalg.yield %p : bf16
  } -> tensor<32x64xbf16>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %d : tensor<4x64xbf16>, tensor<32x64xbf16>) outs(%c : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}
