// RUN: autotune-opt %s --autotune-canonicalize-contractions="fold-transposes fold-scales" --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// Products that keep their wide inputs, because the narrow ones are not the same
// values, or no tensor cores multiply them.

#id = affine_map<(d0, d1) -> (d0, d1)>

// A factor of f32 that was one of f64, and was rounded twice.
// CHECK-LABEL: func @twice(
// CHECK: linalg.matmul {{.*}} : tensor<32x64xf32>, tensor<64x32xf32>)
// REMARK: Function=twice | Remark="not multiplied as narrow values: the narrowest types of its inputs, f32 and bf16, are no pair that tensor cores multiply and sum in f32"
func.func @twice(%a: tensor<32x64xf64>, %b: tensor<64x32xbf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %a32 = arith.truncf %a : tensor<32x64xf64> to tensor<32x64xf32>
  %a64 = arith.extf %a32 : tensor<32x64xf32> to tensor<32x64xf64>
  %af = arith.truncf %a64 : tensor<32x64xf64> to tensor<32x64xf32>
  %bf = arith.extf %b : tensor<64x32xbf16> to tensor<64x32xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

// bf16 through f16, which has fewer exponents, or f16 through bf16, which has
// fewer bits.
// CHECK-LABEL: func @between(
// CHECK: linalg.matmul {{.*}} : tensor<32x64xf16>, tensor<64x32xf16>)
// REMARK: [Passed] {{.*}}Function=between | Remark="multiplies f16 by f16
func.func @between(%a: tensor<32x64xbf16>, %b: tensor<64x32xf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %aw = arith.extf %a : tensor<32x64xbf16> to tensor<32x64xf32>
  %a16 = arith.truncf %aw : tensor<32x64xf32> to tensor<32x64xf16>
  %af = arith.extf %a16 : tensor<32x64xf16> to tensor<32x64xf32>
  %bf = arith.extf %b : tensor<64x32xf16> to tensor<64x32xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

// Two types of 16 bits have none in common.
// CHECK-LABEL: func @mixed(
// CHECK: linalg.matmul {{.*}} : tensor<32x64xf32>, tensor<64x32xf32>)
// REMARK: Function=mixed | Remark="not multiplied as narrow values: the narrowest types of its inputs, bf16 and f16, are no pair that tensor cores multiply and sum in f32"
func.func @mixed(%a: tensor<32x64xbf16>, %b: tensor<64x32xf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %af = arith.extf %a : tensor<32x64xbf16> to tensor<32x64xf32>
  %bf = arith.extf %b : tensor<64x32xf16> to tensor<64x32xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

// One input has all bits of f32. Sums in f64 are more than tensor cores have.
// CHECK-LABEL: func @wide(
// CHECK: linalg.matmul {{.*}} : tensor<32x64xf32>, tensor<64x32xf32>)
// CHECK: linalg.matmul {{.*}} : tensor<32x64xf64>, tensor<64x32xf64>)
// REMARK: Function=wide | Remark="not multiplied as narrow values: the narrowest types of its inputs, f32 and bf16,
// REMARK: Function=wide | Remark="not multiplied as narrow values: the narrowest types of its inputs, bf16 and bf16, are no pair that tensor cores multiply and sum in f64"
func.func @wide(%a: tensor<32x64xf32>, %b: tensor<64x32xbf16>, %x: tensor<32x64xbf16>, %c: tensor<32x32xf32>, %d: tensor<32x32xf64>) -> (tensor<32x32xf32>, tensor<32x32xf64>) {
  %bf = arith.extf %b : tensor<64x32xbf16> to tensor<64x32xf32>
  %r = linalg.matmul ins(%a, %bf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %xd = arith.extf %x : tensor<32x64xbf16> to tensor<32x64xf64>
  %bd = arith.extf %b : tensor<64x32xbf16> to tensor<64x32xf64>
  %s = linalg.matmul ins(%xd, %bd : tensor<32x64xf64>, tensor<64x32xf64>) outs(%d : tensor<32x32xf64>) -> tensor<32x32xf64>
  return %r, %s : tensor<32x32xf32>, tensor<32x32xf64>
}

// Integers whose signs differ; whose signs are extended and then taken for none;
// that saturate.
// CHECK-LABEL: func @integers(
// CHECK: linalg.matmul {{.*}} : tensor<32x64xi32>, tensor<64x32xi32>)
// CHECK: linalg.matmul {{.*}} : tensor<32x64xi32>, tensor<64x32xi32>)
// CHECK: linalg.matmul {{.*}} : tensor<32x64xi32>, tensor<64x32xi32>)
// REMARK: Function=integers | Remark="not multiplied as narrow values: one input has signed integers and the other unsigned ones"
func.func @integers(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %w: tensor<32x64xi16>, %f: tensor<32x64xf32>, %c: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %as = arith.extsi %a : tensor<32x64xi8> to tensor<32x64xi32>
  %bs = arith.extsi %b : tensor<64x32xi8> to tensor<64x32xi32>
  %bu = arith.extui %b : tensor<64x32xi8> to tensor<64x32xi32>
  %r = linalg.matmul ins(%as, %bu : tensor<32x64xi32>, tensor<64x32xi32>) outs(%c : tensor<32x32xi32>) -> tensor<32x32xi32>
  %a16 = arith.extsi %a : tensor<32x64xi8> to tensor<32x64xi16>
  %au = arith.extui %a16 : tensor<32x64xi16> to tensor<32x64xi32>
  %s = linalg.matmul ins(%au, %bs : tensor<32x64xi32>, tensor<64x32xi32>) outs(%r : tensor<32x32xi32>) -> tensor<32x32xi32>
  %e = tensor.empty() : tensor<32x64xi32>
  %ac = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%f : tensor<32x64xf32>) outs(%e : tensor<32x64xi32>) {
  ^bb0(%in: f32, %out: i32):
    %low = arith.constant -128 : i32
    %high = arith.constant 127 : i32
    %0 = arith.fptosi %in : f32 to i32
    %1 = arith.maxsi %0, %low : i32
    %2 = arith.minsi %1, %high : i32
    linalg.yield %2 : i32
  } -> tensor<32x64xi32>
  %u = linalg.matmul ins(%ac, %bs : tensor<32x64xi32>, tensor<64x32xi32>) outs(%s : tensor<32x32xi32>) -> tensor<32x32xi32>
  return %u : tensor<32x32xi32>
}

// Sums of integers that f32 has to begin with, if i32 may not hold them.
// CHECK-LABEL: func @deep(
// CHECK: linalg.matmul {{.*}} : tensor<32x?xf32>, tensor<?x32xf32>)
// REMARK: Function=deep | Remark="not multiplied as narrow values: its K is unknown or too large for sums in i32"
func.func @deep(%a: tensor<32x?xi8>, %b: tensor<?x32xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %af = arith.sitofp %a : tensor<32x?xi8> to tensor<32x?xf32>
  %bf = arith.sitofp %b : tensor<?x32xi8> to tensor<?x32xf32>
  %r = linalg.matmul ins(%af, %bf : tensor<32x?xf32>, tensor<?x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

// Other values than zeros around the input; a config for the wide values; a
// factor that is not the same for all.
// CHECK-LABEL: func @others(
// CHECK: linalg.matmul {{.*}} : tensor<32x64xf32>, tensor<64x32xf32>)
// CHECK: linalg.matmul {autotune.config {{.*}} : tensor<64x64xf32>, tensor<64x32xf32>)
// CHECK: linalg.matmul {{.*}} : tensor<64x64xf32>, tensor<64x32xf32>)
// REMARK: Function=others | Remark="not multiplied as narrow values: its autotune.config is one for the wide values"
func.func @others(%a: tensor<24x64xbf16>, %x: tensor<64x64xbf16>, %b: tensor<64x32xbf16>, %s: tensor<64xf32>, %c: tensor<32x32xf32>, %d: tensor<64x32xf32>) -> (tensor<32x32xf32>, tensor<64x32xf32>) {
  %one = arith.constant 1.0 : f32
  %af = arith.extf %a : tensor<24x64xbf16> to tensor<24x64xf32>
  %bf = arith.extf %b : tensor<64x32xbf16> to tensor<64x32xf32>
  %pad = tensor.pad %af low[0, 0] high[8, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<24x64xf32> to tensor<32x64xf32>
  %r = linalg.matmul ins(%pad, %bf : tensor<32x64xf32>, tensor<64x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  %xf = arith.extf %x : tensor<64x64xbf16> to tensor<64x64xf32>
  %t = linalg.matmul {autotune.config = #autotune.config<simt>} ins(%xf, %bf : tensor<64x64xf32>, tensor<64x32xf32>) outs(%d : tensor<64x32xf32>) -> tensor<64x32xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x64xbf16>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: bf16, %f: f32, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %f : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %u = linalg.matmul ins(%y, %bf : tensor<64x64xf32>, tensor<64x32xf32>) outs(%t : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %r, %u : tensor<32x32xf32>, tensor<64x32xf32>
}
