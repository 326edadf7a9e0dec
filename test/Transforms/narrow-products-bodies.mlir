// RUN: autotune-opt %s --autotune-canonicalize-contractions=fold-transposes --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// The body of a product widens its inputs itself: i32 sums them where it has room.
// CHECK-LABEL: func @body_sums(
// CHECK: %[[SUMS:.*]] = linalg.matmul ins(%arg0, %arg1 : tensor<32x64xi8>, tensor<64x48xi8>) outs(%{{.*}} : tensor<32x48xi32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], %arg2 : tensor<32x48xi32>, tensor<32x48xi64>)
// CHECK: arith.extsi %{{.*}} : i32 to i64
// REMARK: [Passed] {{.*}}Function=body_sums | Remark="multiplies i8 by i8, which its inputs were widened from: each product is exact, and so is their sum in i32"
func.func @body_sums(%a: tensor<32x64xi8>, %b: tensor<64x48xi8>, %c: tensor<32x48xi64>) -> tensor<32x48xi64> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xi8>, tensor<64x48xi8>) outs(%c : tensor<32x48xi64>) -> tensor<32x48xi64>
  return %0 : tensor<32x48xi64>
}

// CHECK-LABEL: func @unsigned_sums(
// CHECK: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<32x64xi8>, tensor<64x48xi8>) outs(%{{.*}} : tensor<32x48xi32>)
// REMARK: [Passed] {{.*}}Function=unsigned_sums
func.func @unsigned_sums(%a: tensor<32x64xi8>, %b: tensor<64x48xi8>, %c: tensor<32x48xi64>) -> tensor<32x48xi64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<32x64xi8>, tensor<64x48xi8>) outs(%c : tensor<32x48xi64>) {
  ^bb0(%l: i8, %r: i8, %o: i64):
    %lw = arith.extui %l : i8 to i64
    %rw = arith.extui %r : i8 to i64
    %p = arith.muli %lw, %rw : i64
    %s = arith.addi %o, %p : i64
    linalg.yield %s : i64
  } -> tensor<32x48xi64>
  return %0 : tensor<32x48xi64>
}

// Sums that may not fit, and memrefs, which have no place for the sums.
// CHECK-LABEL: func @body_sums_of_unknown(
// CHECK: linalg.matmul {{.*}} outs(%arg2 : tensor<32x48xi64>)
// REMARK: [Missed] {{.*}}Function=body_sums_of_unknown | Remark="not multiplied as narrow values: its K is unknown or too large for sums in i32"
func.func @body_sums_of_unknown(%a: tensor<32x?xi8>, %b: tensor<?x48xi8>, %c: tensor<32x48xi64>) -> tensor<32x48xi64> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x?xi8>, tensor<?x48xi8>) outs(%c : tensor<32x48xi64>) -> tensor<32x48xi64>
  return %0 : tensor<32x48xi64>
}

// CHECK-LABEL: func @memrefs(
// CHECK: linalg.matmul {{.*}} outs(%arg2 : memref<32x48xi64>)
// REMARK: [Missed] {{.*}}Function=memrefs | Remark="not multiplied as narrow values: only products of tensors without zero points have sums in i32 for a C in i64"
func.func @memrefs(%a: memref<32x64xi8>, %b: memref<64x48xi8>, %c: memref<32x48xi64>) {
  linalg.matmul ins(%a, %b : memref<32x64xi8>, memref<64x48xi8>) outs(%c : memref<32x48xi64>)
  return
}

#id = affine_map<(m, n) -> (m, n)>

// What is computed narrow and widened at once is a narrow tensor and a widening, if the
// other input is narrow, too.
// CHECK-LABEL: func @both_computed(
// CHECK: math.exp
// CHECK: math.exp
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x128xbf16>, tensor<128x64xbf16>)
// REMARK: [Passed] {{.*}}Function=both_computed | Remark="multiplies bf16 by bf16
func.func @both_computed(%a: tensor<64x128xbf16>, %b: tensor<128x64xbf16>, %c: tensor<64x64xf32>, %e : tensor<64x128xf32>, %e2 : tensor<128x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<64x128xbf16>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%l: bf16, %o: f32):
    %l1 = math.exp %l : bf16
    %lw = arith.extf %l1 : bf16 to f32
    linalg.yield %lw : f32
  } -> tensor<64x128xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<128x64xbf16>) outs(%e2 : tensor<128x64xf32>) {
  ^bb0(%l: bf16, %o: f32):
    %l1 = math.exp %l : bf16
    %lw = arith.extf %l1 : bf16 to f32
    linalg.yield %lw : f32
  } -> tensor<128x64xf32>
  %1 = linalg.matmul ins(%0, %2 : tensor<64x128xf32>, tensor<128x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// By a wide one the product stays one of wide values, which nothing else widens.
// CHECK-LABEL: func @against_wide(
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<64x128xbf16>) outs(%arg3 : tensor<64x128xf32>)
// CHECK-NOT: linalg.generic
// CHECK: linalg.matmul ins(%{{.*}}, %arg1 : tensor<64x128xf32>, tensor<128x64xf32>)
func.func @against_wide(%a: tensor<64x128xbf16>, %b: tensor<128x64xf32>, %c: tensor<64x64xf32>, %e : tensor<64x128xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<64x128xbf16>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%l: bf16, %o: f32):
    %l1 = math.exp %l : bf16
    %lw = arith.extf %l1 : bf16 to f32
    linalg.yield %lw : f32
  } -> tensor<64x128xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<64x128xf32>, tensor<128x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// Zero points are taken out of the sums first, which fit i32 then.
// CHECK-LABEL: func @zero_points(
// CHECK: linalg.matmul {{.*}}ins(%arg0, %arg1 : tensor<32x64xi8>, tensor<64x48xi8>) outs(%{{.*}} : tensor<32x48xi32>)
func.func @zero_points(%a: tensor<32x64xi8>, %b: tensor<64x48xi8>, %za: i32, %zb: i32, %c: tensor<32x48xi64>) -> tensor<32x48xi64> {
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<32x64xi8>, tensor<64x48xi8>, i32, i32) outs(%c : tensor<32x48xi64>) -> tensor<32x48xi64>
  return %0 : tensor<32x48xi64>
}

// The greatest K whose sums fit: 131071 products of -128 by -128 are below 2^31.
// CHECK-LABEL: func @deepest(
// CHECK: linalg.matmul {{.*}}outs(%{{.*}} : tensor<32x48xi32>)
func.func @deepest(%a: tensor<32x131071xi8>, %b: tensor<131071x48xi8>, %c: tensor<32x48xi64>) -> tensor<32x48xi64> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x131071xi8>, tensor<131071x48xi8>) outs(%c : tensor<32x48xi64>) -> tensor<32x48xi64>
  return %0 : tensor<32x48xi64>
}

// CHECK-LABEL: func @too_deep(
// CHECK: linalg.matmul {{.*}}outs(%arg2 : tensor<32x48xi64>)
func.func @too_deep(%a: tensor<32x131072xi8>, %b: tensor<131072x48xi8>, %c: tensor<32x48xi64>) -> tensor<32x48xi64> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x131072xi8>, tensor<131072x48xi8>) outs(%c : tensor<32x48xi64>) -> tensor<32x48xi64>
  return %0 : tensor<32x48xi64>
}

// CHECK-LABEL: func @batch_sums(
// CHECK: linalg.batch_matmul {{.*}}outs(%{{.*}} : tensor<4x32x48xi32>)
func.func @batch_sums(%a: tensor<4x32x64xi8>, %b: tensor<4x64x48xi8>, %c: tensor<4x32x48xi64>) -> tensor<4x32x48xi64> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<4x32x64xi8>, tensor<4x64x48xi8>) outs(%c : tensor<4x32x48xi64>) -> tensor<4x32x48xi64>
  return %0 : tensor<4x32x48xi64>
}

// One signed and one unsigned input stay as they are.
// CHECK-LABEL: func @mixed_signs(
// CHECK-NOT: xi32>
// CHECK: return
func.func @mixed_signs(%a: tensor<32x64xi8>, %b: tensor<64x48xi8>, %c: tensor<32x48xi64>) -> tensor<32x48xi64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<32x64xi8>, tensor<64x48xi8>) outs(%c : tensor<32x48xi64>) {
  ^bb0(%l: i8, %r: i8, %o: i64):
    %lw = arith.extui %l : i8 to i64
    %rw = arith.extsi %r : i8 to i64
    %p = arith.muli %lw, %rw : i64
    %s = arith.addi %o, %p : i64
    linalg.yield %s : i64
  } -> tensor<32x48xi64>
  return %0 : tensor<32x48xi64>
}

// A widened tensor stays whole that no tensor core could multiply narrow: what a product
// is added to, bf16 by f16, and sums in f64.
// CHECK-LABEL: func @added_to(
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: linalg.matmul
func.func @added_to(%a: tensor<64x128xbf16>, %b: tensor<128x64xbf16>, %c: tensor<64x64xbf16>, %e : tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<64x64xbf16>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%l: bf16, %o: f32):
    %l1 = math.exp %l : bf16
    %lw = arith.extf %l1 : bf16 to f32
    linalg.yield %lw : f32
  } -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<64x128xbf16>, tensor<128x64xbf16>) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// CHECK-LABEL: func @unlike(
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: linalg.matmul
func.func @unlike(%c: tensor<64x64xbf16>, %d: tensor<64x64xf16>, %e : tensor<64x64xf32>) -> tensor<64x64xf32> {
  %x = arith.extf %d : tensor<64x64xf16> to tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<64x64xbf16>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%l: bf16, %o: f32):
    %l1 = math.exp %l : bf16
    %lw = arith.extf %l1 : bf16 to f32
    linalg.yield %lw : f32
  } -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// CHECK-LABEL: func @to_f64(
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: linalg.matmul
func.func @to_f64(%c: tensor<64x64xbf16>, %d: tensor<64x64xbf16>, %e : tensor<64x64xf64>) -> tensor<64x64xf64> {
  %x = arith.extf %d : tensor<64x64xbf16> to tensor<64x64xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<64x64xbf16>) outs(%e : tensor<64x64xf64>) {
  ^bb0(%l: bf16, %o: f64):
    %l1 = math.exp %l : bf16
    %lw = arith.extf %l1 : bf16 to f64
    linalg.yield %lw : f64
  } -> tensor<64x64xf64>
  %1 = linalg.matmul ins(%0, %x : tensor<64x64xf64>, tensor<64x64xf64>) outs(%e : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %1 : tensor<64x64xf64>
}
