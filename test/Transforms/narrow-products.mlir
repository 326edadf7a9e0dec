// RUN: autotune-opt %s --autotune-canonicalize-contractions=fold-transposes --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: autotune-opt %s --autotune-canonicalize-contractions="fold-transposes narrow-products=false" | FileCheck %s --check-prefix=WIDE

// A product of values that were widened exactly is the product of the narrow
// values, summed in the same type. An option leaves the wide ones.

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d1)>

// What exporters write of a linear layer: the weight is transposed, both inputs
// are widened, and rows are unknown.
// CHECK-LABEL: func @layer(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xbf16>, %[[W:.*]]: tensor<32x64xbf16>)
// CHECK-NOT: arith.extf
// CHECK-NOT: linalg.transpose
// CHECK: linalg.matmul indexing_maps = {{.*}} ins(%[[X]], %[[W]] : tensor<?x64xbf16>, tensor<32x64xbf16>) outs(%{{.*}} : tensor<?x32xf32>)
// REMARK: [Passed] CanonicalizeContractions | Category:autotune | Function=layer | Remark="multiplies bf16 by bf16, which its inputs were widened from: each product is exact, and sums are rounded in another order (narrow-products)"
// WIDE-LABEL: func @layer(
// WIDE: linalg.matmul {{.*}} : tensor<?x64xf32>, tensor<32x64xf32>)
func.func @layer(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16>) -> tensor<?x32xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %e0 = tensor.empty() : tensor<64x32xbf16>
  %t = linalg.transpose ins(%w : tensor<32x64xbf16>) outs(%e0 : tensor<64x32xbf16>) permutation = [1, 0]
  %e1 = tensor.empty(%m) : tensor<?x64xf32>
  %xf = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x64xbf16>) outs(%e1 : tensor<?x64xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<?x64xf32>
  %wf = arith.extf %t : tensor<64x32xbf16> to tensor<64x32xf32>
  %e2 = tensor.empty(%m) : tensor<?x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %r = linalg.matmul ins(%xf, %wf : tensor<?x64xf32>, tensor<64x32xf32>) outs(%f : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

// One activation, widened once, of three products: they still share their A.
// CHECK-LABEL: func @shared(
// CHECK: %[[X:.*]] = tensor.collapse_shape %{{.*}} : tensor<4x8x64xf16> into tensor<32x64xf16>
// CHECK-NOT: collapse_shape
// CHECK: linalg.matmul ins(%[[X]], %{{.*}} : tensor<32x64xf16>, tensor<64x32xf16>)
// CHECK: linalg.matmul ins(%[[X]], %{{.*}} : tensor<32x64xf16>, tensor<64x32xf16>)
func.func @shared(%x: tensor<4x8x64xf16>, %w: tensor<64x32xf16>, %v: tensor<64x32xf16>, %c: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %xf = arith.extf %x : tensor<4x8x64xf16> to tensor<4x8x64xf32>
  %a = tensor.collapse_shape %xf [[0, 1], [2]] : tensor<4x8x64xf32> into tensor<32x64xf32>
  %wf = arith.extf %w : tensor<64x32xf16> to tensor<64x32xf32>
  %vf = arith.extf %v : tensor<64x32xf16> to tensor<64x32xf32>
  %r = linalg.matmul ins(%a, %wf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %s = linalg.matmul ins(%a, %vf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r, %s : tensor<32x32xf32>, tensor<32x32xf32>
}

// Views, a transpose and zeros around them are made of the narrow values; what
// others read of the wide ones stays.
// CHECK-LABEL: func @views(
// CHECK: tensor.extract_slice %{{.*}} : tensor<2x48x64xbf16> to tensor<2x40x64xbf16>
// CHECK: tensor.pad
// CHECK: tensor<2x40x64xbf16> to tensor<2x64x64xbf16>
// CHECK: linalg.batch_matmul {{.*}}ins(%{{.*}}, %{{.*}} : tensor<2x64x64xbf16>, tensor<2x64x32xbf16>)
// CHECK: return %{{.*}}, %{{.*}} : tensor<2x64x32xf32>, tensor<2x48x64xf32>
func.func @views(%x: tensor<2x48x64xbf16>, %w: tensor<1x2x64x32xbf16>, %c: tensor<2x64x32xf32>) -> (tensor<2x64x32xf32>, tensor<2x48x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %xf = arith.extf %x : tensor<2x48x64xbf16> to tensor<2x48x64xf32>
  %part = tensor.extract_slice %xf[0, 8, 0] [2, 40, 64] [1, 1, 1] : tensor<2x48x64xf32> to tensor<2x40x64xf32>
  %pad = tensor.pad %part low[0, 0, 0] high[0, 24, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<2x40x64xf32> to tensor<2x64x64xf32>
  %wf = arith.extf %w : tensor<1x2x64x32xbf16> to tensor<1x2x64x32xf32>
  %b = tensor.collapse_shape %wf [[0, 1], [2], [3]] : tensor<1x2x64x32xf32> into tensor<2x64x32xf32>
  %r = linalg.batch_matmul ins(%pad, %b : tensor<2x64x64xf32>, tensor<2x64x32xf32>) outs(%c : tensor<2x64x32xf32>) -> tensor<2x64x32xf32>
  return %r, %xf : tensor<2x64x32xf32>, tensor<2x48x64xf32>
}

// A generic that transposes as it widens is a transpose of the narrow values,
// which indexing maps say; one that broadcasts broadcasts them.
// CHECK-LABEL: func @moved(
// CHECK-SAME: %[[A:.*]]: tensor<64x32xf16>, %[[B:.*]]: tensor<48xf16>)
// CHECK: %[[BOTH:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<48xf16>) outs(%{{.*}} : tensor<64x48xf16>)
// CHECK: linalg.matmul {{.*}} ins(%[[A]], %[[BOTH]] : tensor<64x32xf16>, tensor<64x48xf16>)
func.func @moved(%a: tensor<64x32xf16>, %b: tensor<48xf16>) -> tensor<32x48xf32> {
  %e0 = tensor.empty() : tensor<32x64xf32>
  %af = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<64x32xf16>) outs(%e0 : tensor<32x64xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<32x64xf32>
  %e1 = tensor.empty() : tensor<64x48xf32>
  %bf = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<48xf16>) outs(%e1 : tensor<64x48xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<64x48xf32>
  %c = arith.constant dense<0.0> : tensor<32x48xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<32x64xf32>, tensor<64x48xf32>) outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %r : tensor<32x48xf32>
}

// 8-bit floats, of one type or two; 8-bit integers by 16-bit floats.
// CHECK-LABEL: func @bytes(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x64xf8E4M3FN>, tensor<64x32xf8E5M2>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x64xbf16>, tensor<64x32xi8>)
// CHECK: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%{{.*}}, %{{.*}} : tensor<32x64xbf16>, tensor<64x32xi8>)
// REMARK: Function=bytes | Remark="multiplies f8E4M3FN by f8E5M2,
// REMARK: Function=bytes | Remark="multiplies bf16 by i8,
func.func @bytes(%a: tensor<32x64xf8E4M3FN>, %b: tensor<64x32xf8E5M2>, %x: tensor<32x64xbf16>, %q: tensor<64x32xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %af = arith.extf %a : tensor<32x64xf8E4M3FN> to tensor<32x64xf32>
  %bf = arith.extf %b : tensor<64x32xf8E5M2> to tensor<64x32xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %xf = arith.extf %x : tensor<32x64xbf16> to tensor<32x64xf32>
  %qf = arith.sitofp %q : tensor<64x32xi8> to tensor<64x32xf32>
  %s = linalg.matmul ins(%xf, %qf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%r : tensor<32x32xf32>) -> tensor<32x32xf32>
  %q32 = arith.extui %q : tensor<64x32xi8> to tensor<64x32xi32>
  %uf = arith.sitofp %q32 : tensor<64x32xi32> to tensor<64x32xf32>
  %t = linalg.matmul ins(%xf, %uf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%s : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %t : tensor<32x32xf32>
}

// Integers are equal to the bit, whatever they are widened by on their way.
// CHECK-LABEL: func @integers(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x64xi8>, tensor<64x32xi8>)
// CHECK: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%{{.*}}, %{{.*}} : tensor<32x64xi8>, tensor<64x32xi8>)
// REMARK: Function=integers | Remark="multiplies i8 by i8, which its inputs were widened from: each product is exact, and so are their sums"
func.func @integers(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %a16 = arith.extsi %a : tensor<32x64xi8> to tensor<32x64xi16>
  %a32 = arith.extsi %a16 : tensor<32x64xi16> to tensor<32x64xi32>
  %b32 = arith.extsi %b : tensor<64x32xi8> to tensor<64x32xi32>
  %r = linalg.matmul ins(%a32, %b32 : tensor<32x64xi32>, tensor<64x32xi32>) outs(%c : tensor<32x32xi32>) -> tensor<32x32xi32>
  // The matmul extends the sign of what has none.
  %u16 = arith.extui %a : tensor<32x64xi8> to tensor<32x64xi16>
  %v32 = arith.extui %b : tensor<64x32xi8> to tensor<64x32xi32>
  %s = linalg.matmul ins(%u16, %v32 : tensor<32x64xi16>, tensor<64x32xi32>) outs(%r : tensor<32x32xi32>) -> tensor<32x32xi32>
  return %s : tensor<32x32xi32>
}

// Integers that became floats are summed in i32, which is exact; the sums become
// floats, and are added to what was there.
// CHECK-LABEL: func @sums(
// CHECK-SAME: %[[A:.*]]: tensor<32x64xi8>, %[[B:.*]]: tensor<64x32xi8>, %[[C:.*]]: tensor<32x32xf32>)
// CHECK: %[[SUMS:.*]] = linalg.matmul ins(%[[A]], %[[B]] : tensor<32x64xi8>, tensor<64x32xi8>) outs(%{{.*}} : tensor<32x32xi32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], %[[C]] :
// CHECK-NEXT: ^bb0(%[[SUM:.*]]: i32, %[[OLD:.*]]: f32, %{{.*}}: f32)
// CHECK-NEXT: %[[FLOAT:.*]] = arith.sitofp %[[SUM]]
// CHECK-NEXT: arith.addf %[[OLD]], %[[FLOAT]]
func.func @sums(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %af = arith.sitofp %a : tensor<32x64xi8> to tensor<32x64xf32>
  %bf = arith.sitofp %b : tensor<64x32xi8> to tensor<64x32xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

// A linalg.generic, a linalg.contract and a quantized product, in whose bodies
// more is widened.
// CHECK-LABEL: func @forms(
// CHECK: linalg.matmul {{.*}} : tensor<32x64xbf16>, tensor<48x64xbf16>)
// CHECK: linalg.matmul {{.*}} : tensor<32x64xbf16>, tensor<48x64xbf16>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x64xi8>, tensor<64x48xi8>)
func.func @forms(%a: tensor<32x64xbf16>, %b: tensor<48x64xbf16>, %p: tensor<32x64xi8>, %q: tensor<64x48xi8>, %z: i32, %c: tensor<32x48xf32>, %d: tensor<32x48xi32>) -> (tensor<32x48xf32>, tensor<32x48xi32>) {
  %af = arith.extf %a : tensor<32x64xbf16> to tensor<32x64xf32>
  %bf = arith.extf %b : tensor<48x64xbf16> to tensor<48x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%af, %b : tensor<32x64xf32>, tensor<48x64xbf16>) outs(%c : tensor<32x48xf32>) {
  ^bb0(%x: f32, %y: bf16, %s: f32):
    %0 = arith.extf %y : bf16 to f32
    %1 = arith.mulf %x, %0 : f32
    %2 = arith.addf %s, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<32x48xf32>
  %t = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%af, %bf : tensor<32x64xf32>, tensor<48x64xf32>) outs(%r : tensor<32x48xf32>) -> tensor<32x48xf32>
  %p16 = arith.extsi %p : tensor<32x64xi8> to tensor<32x64xi16>
  %q16 = arith.extsi %q : tensor<64x48xi8> to tensor<64x48xi16>
  %u = linalg.quantized_matmul ins(%p16, %q16, %z, %z : tensor<32x64xi16>, tensor<64x48xi16>, i32, i32) outs(%d : tensor<32x48xi32>) -> tensor<32x48xi32>
  return %t, %u : tensor<32x48xf32>, tensor<32x48xi32>
}

// Rounding what was widened to a type that has it loses nothing.
// CHECK-LABEL: func @rounded(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<32x64xbf16>, tensor<64x32xbf16>) outs(%{{.*}} : tensor<32x32xbf16>)
func.func @rounded(%a: tensor<32x64xbf16>, %b: tensor<64x32xbf16>, %c: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %a64 = arith.extf %a : tensor<32x64xbf16> to tensor<32x64xf64>
  %a32 = arith.truncf %a64 : tensor<32x64xf64> to tensor<32x64xf32>
  %a16 = arith.truncf %a32 : tensor<32x64xf32> to tensor<32x64xbf16>
  %af = arith.extf %a16 : tensor<32x64xbf16> to tensor<32x64xf32>
  %bf = arith.extf %b : tensor<64x32xbf16> to tensor<64x32xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %r : tensor<32x32xbf16>
}

// torch.matmul of integers sums in i64. Sums that i32 has room for are extended behind
// the product, as a kernel may do.
// CHECK-LABEL: func @wide_sums(
// CHECK: %[[SUMS:.*]] = linalg.matmul ins(%arg0, %arg1 : tensor<32x64xi8>, tensor<64x48xi8>) outs(%{{.*}} : tensor<32x48xi32>)
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]] : tensor<32x48xi32>) outs(%{{.*}} : tensor<32x48xi64>)
// CHECK: arith.extsi %{{.*}} : i32 to i64
// CHECK: linalg.matmul ins(%arg0, %arg1 : tensor<32x64xi8>, tensor<64x48xi8>) outs(%{{.*}} : tensor<32x48xi32>)
// CHECK: linalg.generic {{.*}}, %arg2 : tensor<32x48xi32>, tensor<32x48xi64>)
// CHECK: arith.addi %{{.*}} : i64
func.func @wide_sums(%a: tensor<32x64xi8>, %b: tensor<64x48xi8>, %c: tensor<32x48xi64>) -> (tensor<32x48xi64>, tensor<32x48xi64>) {
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<32x48xi64>
  %init = linalg.fill ins(%zero : i64) outs(%e : tensor<32x48xi64>) -> tensor<32x48xi64>
  %aw = arith.extsi %a : tensor<32x64xi8> to tensor<32x64xi32>
  %bw = arith.extsi %b : tensor<64x48xi8> to tensor<64x48xi32>
  %0 = linalg.matmul ins(%aw, %bw : tensor<32x64xi32>, tensor<64x48xi32>) outs(%init : tensor<32x48xi64>) -> tensor<32x48xi64>
  %1 = linalg.matmul ins(%aw, %bw : tensor<32x64xi32>, tensor<64x48xi32>) outs(%c : tensor<32x48xi64>) -> tensor<32x48xi64>
  return %0, %1 : tensor<32x48xi64>, tensor<32x48xi64>
}
