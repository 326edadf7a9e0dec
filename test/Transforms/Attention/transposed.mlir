// Tensors that no kernel reads as they lie in memory are transposed by a copy: those alone whose
// columns do not lie side by side, if that is enough. A remark says which.
// RUN: autotune-opt %s -autotune-form-attention -remarks-filter=autotune -o %t 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: FileCheck %s < %t
// RUN: %python %S/Inputs/compare.py %s --run="%run_sim" --passes="--autotune-form-attention --autotune-decompose-attention"
// UNSUPPORTED: sanitizers

// REMARK: Function=keys | Remark="formed attention of 2 heads, 16 queries and 24 keys, {{.*}}; transposed by a copy: K"
// CHECK-LABEL: func.func @keys
// CHECK: [[K:%.*]] = linalg.transpose ins(%arg1 : tensor<2x64x24xf16>) outs({{.*}} : tensor<2x24x64xf16>) permutation = [0, 2, 1]
// CHECK-NOT: linalg.transpose
// CHECK: problem.attention inputs(%arg0, [[K]], %arg2 :
// CHECK-NOT: linalg.transpose
func.func @keys(%q: tensor<2x16x64xf16>, %k: tensor<2x64x24xf16>, %v: tensor<2x24x64xf16>) -> tensor<2x16x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x16x24xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, m, n, d) -> (b, m, d)>, affine_map<(b, m, n, d) -> (b, d, n)>, affine_map<(b, m, n, d) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x16x64xf16>, tensor<2x64x24xf16>) outs(%1 : tensor<2x16x24xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x16x24xf32>
  %3 = linalg.softmax dimension(2) ins(%2 : tensor<2x16x24xf32>) outs(%0 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %4 = arith.truncf %3 : tensor<2x16x24xf32> to tensor<2x16x24xf16>
  %5 = tensor.empty() : tensor<2x16x64xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(b, m, e, n) -> (b, m, n)>, affine_map<(b, m, e, n) -> (b, n, e)>, affine_map<(b, m, e, n) -> (b, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%4, %v : tensor<2x16x24xf16>, tensor<2x24x64xf16>) outs(%6 : tensor<2x16x64xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x16x64xf32>
  %8 = arith.truncf %7 : tensor<2x16x64xf32> to tensor<2x16x64xf16>
  return %8 : tensor<2x16x64xf16>
}

// REMARK: Function=unknown | Remark="formed attention of 2 heads, 16 queries and an unknown number of keys, {{.*}}; transposed by a copy: K, V"
// CHECK-LABEL: func.func @unknown
// CHECK: [[KEYS:%.*]] = tensor.dim %arg1
// CHECK: tensor.empty([[KEYS]]) : tensor<2x?x64xf16>
// CHECK: linalg.transpose
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: problem.attention inputs(%arg0,
// sizes: 2x16x64, 2x64x24, 2x64x24
func.func @unknown(%q: tensor<2x16x64xf16>, %k: tensor<2x64x?xf16>, %v: tensor<2x64x?xf16>) -> tensor<2x16x64xf16> {
  %at_n = arith.constant 2 : index
  %size_n = tensor.dim %k, %at_n : tensor<2x64x?xf16>
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty(%size_n) : tensor<2x16x?xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x16x?xf32>) -> tensor<2x16x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, m, n, d) -> (b, m, d)>, affine_map<(b, m, n, d) -> (b, d, n)>, affine_map<(b, m, n, d) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x16x64xf16>, tensor<2x64x?xf16>) outs(%1 : tensor<2x16x?xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x16x?xf32>
  %3 = linalg.softmax dimension(2) ins(%2 : tensor<2x16x?xf32>) outs(%0 : tensor<2x16x?xf32>) -> tensor<2x16x?xf32>
  %4 = arith.truncf %3 : tensor<2x16x?xf32> to tensor<2x16x?xf16>
  %5 = tensor.empty() : tensor<2x16x64xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(b, m, e, n) -> (b, m, n)>, affine_map<(b, m, e, n) -> (b, e, n)>, affine_map<(b, m, e, n) -> (b, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%4, %v : tensor<2x16x?xf16>, tensor<2x64x?xf16>) outs(%6 : tensor<2x16x64xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x16x64xf32>
  %8 = arith.truncf %7 : tensor<2x16x64xf32> to tensor<2x16x64xf16>
  return %8 : tensor<2x16x64xf16>
}

// REMARK: Function=query_and_result | Remark="formed attention of 2 heads, 16 queries and 24 keys, {{.*}}; transposed by a copy: Q, the result"
// CHECK-LABEL: func.func @query_and_result
// CHECK: [[Q:%.*]] = linalg.transpose ins(%arg0
// CHECK: [[R:%.*]] = problem.attention inputs([[Q]], %arg1, %arg2 :
// CHECK: linalg.transpose ins([[R]] : tensor<2x16x64xf16>) outs({{.*}} : tensor<2x64x16xf16>) permutation = [0, 2, 1]
func.func @query_and_result(%q: tensor<2x64x16xf16>, %k: tensor<2x24x64xf16>, %v: tensor<2x24x64xf16>) -> tensor<2x64x16xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x16x24xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, m, n, d) -> (b, d, m)>, affine_map<(b, m, n, d) -> (b, n, d)>, affine_map<(b, m, n, d) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x64x16xf16>, tensor<2x24x64xf16>) outs(%1 : tensor<2x16x24xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x16x24xf32>
  %3 = linalg.softmax dimension(2) ins(%2 : tensor<2x16x24xf32>) outs(%0 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %4 = arith.truncf %3 : tensor<2x16x24xf32> to tensor<2x16x24xf16>
  %5 = tensor.empty() : tensor<2x64x16xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x64x16xf32>) -> tensor<2x64x16xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(b, e, m, n) -> (b, m, n)>, affine_map<(b, e, m, n) -> (b, n, e)>, affine_map<(b, e, m, n) -> (b, e, m)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%4, %v : tensor<2x16x24xf16>, tensor<2x24x64xf16>) outs(%6 : tensor<2x64x16xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x64x16xf32>
  %8 = arith.truncf %7 : tensor<2x64x16xf32> to tensor<2x64x16xf16>
  return %8 : tensor<2x64x16xf16>
}

// REMARK: Function=heads_behind_rows | Remark="formed attention of 2 heads, 16 queries and 24 keys, with a score function of 0 operations that reads 0 inputs"
// CHECK-LABEL: func.func @heads_behind_rows
// CHECK-NOT: linalg.transpose
// CHECK: problem.attention inputs(%arg0, %arg1, %arg2 :
func.func @heads_behind_rows(%q: tensor<16x2x64xf16>, %k: tensor<24x2x64xf16>, %v: tensor<24x2x64xf16>) -> tensor<16x2x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x16x24xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, m, n, d) -> (m, b, d)>, affine_map<(b, m, n, d) -> (n, b, d)>, affine_map<(b, m, n, d) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<16x2x64xf16>, tensor<24x2x64xf16>) outs(%1 : tensor<2x16x24xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x16x24xf32>
  %3 = linalg.softmax dimension(2) ins(%2 : tensor<2x16x24xf32>) outs(%0 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %4 = arith.truncf %3 : tensor<2x16x24xf32> to tensor<2x16x24xf16>
  %5 = tensor.empty() : tensor<16x2x64xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<16x2x64xf32>) -> tensor<16x2x64xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(m, b, e, n) -> (b, m, n)>, affine_map<(m, b, e, n) -> (n, b, e)>, affine_map<(m, b, e, n) -> (m, b, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%4, %v : tensor<2x16x24xf16>, tensor<24x2x64xf16>) outs(%6 : tensor<16x2x64xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<16x2x64xf32>
  %8 = arith.truncf %7 : tensor<16x2x64xf32> to tensor<16x2x64xf16>
  return %8 : tensor<16x2x64xf16>
}

// Heads that share K and V are the last ones of the problem's batch.
// REMARK: Function=sharing_first | Remark="formed attention of 8 heads, 16 queries and 24 keys, {{.*}}; transposed by a copy: Q, the result"
// CHECK-LABEL: func.func @sharing_first
// CHECK: [[Q:%.*]] = linalg.transpose ins(%arg0 : tensor<2x2x2x16x64xf16>) outs({{.*}} : tensor<2x2x2x16x64xf16>) permutation = [0, 2, 1, 3, 4]
// CHECK: problem.attention inputs([[Q]], %arg1, %arg2 :
func.func @sharing_first(%q: tensor<2x2x2x16x64xf16>, %k: tensor<2x2x24x64xf16>, %v: tensor<2x2x24x64xf16>) -> tensor<2x2x2x16x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x2x2x16x24xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x2x2x16x24xf32>) -> tensor<2x2x2x16x24xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, g, h, m, n, d) -> (b, g, h, m, d)>, affine_map<(b, g, h, m, n, d) -> (b, h, n, d)>, affine_map<(b, g, h, m, n, d) -> (b, g, h, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x2x2x16x64xf16>, tensor<2x2x24x64xf16>) outs(%1 : tensor<2x2x2x16x24xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x2x2x16x24xf32>
  %3 = linalg.softmax dimension(4) ins(%2 : tensor<2x2x2x16x24xf32>) outs(%0 : tensor<2x2x2x16x24xf32>) -> tensor<2x2x2x16x24xf32>
  %4 = arith.truncf %3 : tensor<2x2x2x16x24xf32> to tensor<2x2x2x16x24xf16>
  %5 = tensor.empty() : tensor<2x2x2x16x64xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x2x2x16x64xf32>) -> tensor<2x2x2x16x64xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(b, g, h, m, e, n) -> (b, g, h, m, n)>, affine_map<(b, g, h, m, e, n) -> (b, h, n, e)>, affine_map<(b, g, h, m, e, n) -> (b, g, h, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%4, %v : tensor<2x2x2x16x24xf16>, tensor<2x2x24x64xf16>) outs(%6 : tensor<2x2x2x16x64xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x2x2x16x64xf32>
  %8 = arith.truncf %7 : tensor<2x2x2x16x64xf32> to tensor<2x2x2x16x64xf16>
  return %8 : tensor<2x2x2x16x64xf16>
}

// REMARK: Function=no_kernel | Remark="no attention is formed: the columns of operand 1 are not adjacent"
// CHECK-LABEL: func.func @no_kernel
// CHECK-NOT: linalg.transpose
// CHECK: linalg.softmax
func.func @no_kernel(%q: tensor<2x16x1000xf16>, %k: tensor<2x1000x24xf16>, %v: tensor<2x24x64xf16>) -> tensor<2x16x64xf16> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x16x24xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, m, n, d) -> (b, m, d)>, affine_map<(b, m, n, d) -> (b, d, n)>, affine_map<(b, m, n, d) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x16x1000xf16>, tensor<2x1000x24xf16>) outs(%1 : tensor<2x16x24xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x16x24xf32>
  %3 = linalg.softmax dimension(2) ins(%2 : tensor<2x16x24xf32>) outs(%0 : tensor<2x16x24xf32>) -> tensor<2x16x24xf32>
  %4 = arith.truncf %3 : tensor<2x16x24xf32> to tensor<2x16x24xf16>
  %5 = tensor.empty() : tensor<2x16x64xf32>
  %6 = linalg.fill ins(%zero : f32) outs(%5 : tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(b, m, e, n) -> (b, m, n)>, affine_map<(b, m, e, n) -> (b, n, e)>, affine_map<(b, m, e, n) -> (b, m, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%4, %v : tensor<2x16x24xf16>, tensor<2x24x64xf16>) outs(%6 : tensor<2x16x64xf32>) {
  ^bb0(%x0: f16, %x1: f16, %o0: f32):
    %a = arith.extf %x0 : f16 to f32
    %b = arith.extf %x1 : f16 to f32
    %c = arith.mulf %a, %b : f32
    %d = arith.addf %o0, %c : f32
    linalg.yield %d : f32
  } -> tensor<2x16x64xf32>
  %8 = arith.truncf %7 : tensor<2x16x64xf32> to tensor<2x16x64xf16>
  return %8 : tensor<2x16x64xf16>
}

