// Both products of a gated layer have operands of 8-bit floats times scales of
// blocks: one kernel multiplies the floats, and scales each product's sums by its
// own scales.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 allow-tf32=tf32" --autotune-lower-matmul=target=h200 --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// Without the permission they stay f32.
// RUN: autotune-opt %s --autotune-attach-configs=target=h200 --remarks-filter=autotune 2>&1 >/dev/null | FileCheck %s --check-prefix=EXACT
// EXACT: Function=swiglu | Remark="reads a dequantized operand, instead of dequantizing it in the kernel: tensor cores keep fewer bits than f32 in products of 8-bit floats; allow-tf32 = tf32 permits that"

// What is formed is formed again from the problem.
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 allow-tf32=tf32" --autotune-form-problems=target=h200 | FileCheck %s --check-prefix=FORMED
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 allow-tf32=tf32" --autotune-form-problems=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#across = affine_map<(n, k) -> (k floordiv 128, n)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#blocksacross = affine_map<(n, k) -> (k floordiv 128, n floordiv 128)>
#halves = affine_map<(n, k) -> (n floordiv 64, k floordiv 128)>
#depth = affine_map<(n, k) -> (0, k floordiv 128)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Sizes that no block divides.
// CHECK-LABEL: func.func @swiglu(
// CHECK-SAME: %[[X:.*]]: tensor<200x656xf8E4M3FN>, %[[SX:[a-z0-9]+]]: tensor<200x6xf32>, %[[W1:[a-z0-9]+]]: tensor<328x656xf8E4M3FN>, %[[S1:[a-z0-9]+]]: tensor<3x6xf32>, %[[W2:[a-z0-9]+]]: tensor<328x656xf8E4M3FN>, %[[S2:[a-z0-9]+]]: tensor<3x6xf32>)
// CHECK-NOT: linalg.
// CHECK: tile.launch @{{.*}}::@matmul_hopper_wgmma_{{[0-9a-f]*}} ins(%[[X]], %[[W1]] : tensor<200x656xf8E4M3FN>, tensor<328x656xf8E4M3FN>) outs({{.*}} : tensor<200x328xbf16>) with(%[[W2]], %[[SX]], %[[S1]], %[[S2]] : tensor<328x656xf8E4M3FN>, tensor<200x6xf32>, tensor<3x6xf32>, tensor<3x6xf32>)
// CHECK-NOT: linalg.
// CHECK-NOT: tile.launch
// FORMED-LABEL: func.func @swiglu(
// FORMED-NOT: linalg.
// FORMED: problem.contract pair ins(%{{.*}}, %{{.*}}, %{{.*}} : {{.*}}) scales(%{{.*}}, %{{.*}}, %{{.*}} : tensor<200x6xf32>, tensor<3x6xf32>, tensor<3x6xf32>)
// FORMED-NOT: linalg.
// FORMED: return
// REMARK: Function=swiglu | Remark="makes a pair with the matmul of the same A, because one operation reads both results: one kernel computes both"
// REMARK: Function=swiglu | Remark="multiplies floats of 8 bits, and scales the sums of blocks in the kernel"
// REMARK: Function=swiglu | Remark="is part of the pair of the matmul before it, whose config serves both"
func.func @swiglu(%x: tensor<200x656xf8E4M3FN>, %sx: tensor<200x6xf32>, %w1: tensor<328x656xf8E4M3FN>, %s1: tensor<3x6xf32>,
    %w2: tensor<328x656xf8E4M3FN>, %s2: tensor<3x6xf32>) -> tensor<200x328xbf16> {
  %edx = tensor.empty() : tensor<200x656xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<200x656xf8E4M3FN>, tensor<200x6xf32>) outs(%edx : tensor<200x656xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<200x656xf32>
  %ed1 = tensor.empty() : tensor<328x656xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<328x656xf8E4M3FN>, tensor<3x6xf32>) outs(%ed1 : tensor<328x656xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<328x656xf32>
  %ed2 = tensor.empty() : tensor<328x656xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<328x656xf8E4M3FN>, tensor<3x6xf32>) outs(%ed2 : tensor<328x656xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<328x656xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<200x328xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<200x328xf32>) -> tensor<200x328xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d1 : tensor<200x656xf32>, tensor<328x656xf32>) outs(%init : tensor<200x328xf32>) -> tensor<200x328xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<200x656xf32>, tensor<328x656xf32>) outs(%init : tensor<200x328xf32>) -> tensor<200x328xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<200x328xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<200x328xf32>, tensor<200x328xf32>) outs(%ey : tensor<200x328xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<200x328xbf16>
  return %y : tensor<200x328xbf16>
}

// Other floats, a scale for each column, stored across, and an f32 C.
// CHECK-LABEL: func.func @across(
// CHECK-SAME: %[[X:.*]]: tensor<256x512xf8E4M3FN>, %[[SX:[a-z0-9]+]]: tensor<256x4xf32>, %[[W1:[a-z0-9]+]]: tensor<128x512xf8E5M2>, %[[S1:[a-z0-9]+]]: tensor<4x128xf32>, %[[W2:[a-z0-9]+]]: tensor<128x512xf8E5M2>, %[[S2:[a-z0-9]+]]: tensor<4x128xf32>)
// CHECK-NOT: linalg.
// CHECK: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%[[X]], %[[W1]] : {{.*}} outs({{.*}} : tensor<256x128xf32>) with(%[[W2]], %[[SX]], %[[S1]], %[[S2]] :
// CHECK-NOT: linalg.
func.func @across(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<128x512xf8E5M2>, %s1: tensor<4x128xf32>,
    %w2: tensor<128x512xf8E5M2>, %s2: tensor<4x128xf32>) -> tensor<256x128xf32> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<128x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<128x512xf8E5M2>, tensor<4x128xf32>) outs(%ed1 : tensor<128x512xf32>) {
  ^bb0(%q: f8E5M2, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E5M2 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<128x512xf32>
  %ed2 = tensor.empty() : tensor<128x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<128x512xf8E5M2>, tensor<4x128xf32>) outs(%ed2 : tensor<128x512xf32>) {
  ^bb0(%q: f8E5M2, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E5M2 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<128x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x128xf32>) -> tensor<256x128xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d1 : tensor<256x512xf32>, tensor<128x512xf32>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<256x512xf32>, tensor<128x512xf32>) outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x128xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x128xf32>, tensor<256x128xf32>) outs(%ey : tensor<256x128xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    linalg.yield %4 : f32
  } -> tensor<256x128xf32>
  return %y : tensor<256x128xf32>
}

// Both matrices side by side: each product has half of the scales.
// CHECK-LABEL: func.func @side_by_side(
// CHECK-SAME: %[[X:.*]]: tensor<64x512xf8E4M3FN>, %[[SX:[a-z0-9]+]]: tensor<64x4xf32>, %[[W:[a-z0-9]+]]: tensor<768x512xf8E4M3FN>, %[[SW:[a-z0-9]+]]: tensor<6x4xf32>)
// CHECK-NOT: linalg.
// CHECK-DAG: %[[W1:.*]] = tensor.extract_slice %[[W]][0, 0] [384, 512] [1, 1]
// CHECK-DAG: %[[W2:.*]] = tensor.extract_slice %[[W]][384, 0] [384, 512] [1, 1]
// CHECK-DAG: %[[S1:.*]] = tensor.extract_slice %[[SW]][0, 0] [3, 4] [1, 1]
// CHECK-DAG: %[[S2:.*]] = tensor.extract_slice %[[SW]][3, 0] [3, 4] [1, 1]
// CHECK: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%[[X]], %[[W1]] : {{.*}} outs({{.*}} : tensor<64x384xbf16>) with(%[[W2]], %[[SX]], %[[S1]], %[[S2]] :
// CHECK-NOT: linalg.
// FORMED-LABEL: func.func @side_by_side(
// FORMED: problem.contract pair {{.*}} scales(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
// REMARK: Function=side_by_side | Remark="is a pair, because later operations combine its two halves: one kernel computes C from both"
// REMARK: Function=side_by_side | Remark="multiplies floats of 8 bits, and scales the sums of blocks in the kernel"
func.func @side_by_side(%x: tensor<64x512xf8E4M3FN>, %sx: tensor<64x4xf32>, %w: tensor<768x512xf8E4M3FN>, %sw: tensor<6x4xf32>) -> tensor<64x384xbf16> {
  %edx = tensor.empty() : tensor<64x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<64x512xf8E4M3FN>, tensor<64x4xf32>) outs(%edx : tensor<64x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<64x512xf32>
  %edw = tensor.empty() : tensor<768x512xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %sw : tensor<768x512xf8E4M3FN>, tensor<6x4xf32>) outs(%edw : tensor<768x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<768x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<64x768xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<64x768xf32>) -> tensor<64x768xf32>
  %uv = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dw : tensor<64x512xf32>, tensor<768x512xf32>) outs(%init : tensor<64x768xf32>) -> tensor<64x768xf32>
  %u = tensor.extract_slice %uv[0, 0] [64, 384] [1, 1] : tensor<64x768xf32> to tensor<64x384xf32>
  %v = tensor.extract_slice %uv[0, 384] [64, 384] [1, 1] : tensor<64x768xf32> to tensor<64x384xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<64x384xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<64x384xf32>, tensor<64x384xf32>) outs(%ey : tensor<64x384xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<64x384xbf16>
  return %y : tensor<64x384xbf16>
}

// CHECK-LABEL: func.func @stored_across(
// CHECK-SAME: %[[SX:[a-z0-9]+]]: tensor<64x4xf32>, %[[W:[a-z0-9]+]]: tensor<768x512xf8E4M3FN>, %[[SW:[a-z0-9]+]]: tensor<4x6xf32>)
// CHECK-DAG: %[[S1:.*]] = tensor.extract_slice %[[SW]][0, 0] [4, 3] [1, 1]
// CHECK-DAG: %[[S2:.*]] = tensor.extract_slice %[[SW]][0, 3] [4, 3] [1, 1]
// CHECK: tile.launch {{.*}}hopper_wgmma{{.*}} with(%{{.*}}, %[[SX]], %[[S1]], %[[S2]] :
// FORMED-LABEL: func.func @stored_across(
// FORMED: problem.contract pair {{.*}} scales(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x4xf32>, tensor<4x3xf32>, tensor<4x3xf32>)
func.func @stored_across(%x: tensor<64x512xf8E4M3FN>, %sx: tensor<64x4xf32>, %w: tensor<768x512xf8E4M3FN>, %sw: tensor<4x6xf32>) -> tensor<64x384xbf16> {
  %edx = tensor.empty() : tensor<64x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<64x512xf8E4M3FN>, tensor<64x4xf32>) outs(%edx : tensor<64x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<64x512xf32>
  %edw = tensor.empty() : tensor<768x512xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocksacross, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %sw : tensor<768x512xf8E4M3FN>, tensor<4x6xf32>) outs(%edw : tensor<768x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<768x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<64x768xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<64x768xf32>) -> tensor<64x768xf32>
  %uv = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dw : tensor<64x512xf32>, tensor<768x512xf32>) outs(%init : tensor<64x768xf32>) -> tensor<64x768xf32>
  %u = tensor.extract_slice %uv[0, 0] [64, 384] [1, 1] : tensor<64x768xf32> to tensor<64x384xf32>
  %v = tensor.extract_slice %uv[0, 384] [64, 384] [1, 1] : tensor<64x768xf32> to tensor<64x384xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<64x384xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<64x384xf32>, tensor<64x384xf32>) outs(%ey : tensor<64x384xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<64x384xbf16>
  return %y : tensor<64x384xbf16>
}

// Scales that don't vary along the columns are those of both.
// CHECK-LABEL: func.func @along_k(
// CHECK-SAME: %[[SX:[a-z0-9]+]]: tensor<64x4xf32>, %[[W:[a-z0-9]+]]: tensor<400x512xf8E4M3FN>, %[[SW:[a-z0-9]+]]: tensor<1x4xf32>)
// CHECK: tile.launch {{.*}}hopper_wgmma{{.*}} with(%{{.*}}, %[[SX]], %[[SW]], %[[SW]] :
func.func @along_k(%x: tensor<64x512xf8E4M3FN>, %sx: tensor<64x4xf32>, %w: tensor<400x512xf8E4M3FN>, %sw: tensor<1x4xf32>) -> tensor<64x200xbf16> {
  %edx = tensor.empty() : tensor<64x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<64x512xf8E4M3FN>, tensor<64x4xf32>) outs(%edx : tensor<64x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<64x512xf32>
  %edw = tensor.empty() : tensor<400x512xf32>
  %dw = linalg.generic {indexing_maps = [#id, #depth, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %sw : tensor<400x512xf8E4M3FN>, tensor<1x4xf32>) outs(%edw : tensor<400x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<400x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<64x400xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<64x400xf32>) -> tensor<64x400xf32>
  %uv = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dw : tensor<64x512xf32>, tensor<400x512xf32>) outs(%init : tensor<64x400xf32>) -> tensor<64x400xf32>
  %u = tensor.extract_slice %uv[0, 0] [64, 200] [1, 1] : tensor<64x400xf32> to tensor<64x200xf32>
  %v = tensor.extract_slice %uv[0, 200] [64, 200] [1, 1] : tensor<64x400xf32> to tensor<64x200xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<64x200xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<64x200xf32>, tensor<64x200xf32>) outs(%ey : tensor<64x200xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<64x200xbf16>
  return %y : tensor<64x200xbf16>
}

// A block of scales that both halves have.
// CHECK-LABEL: func.func @within(
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x512xf8E4M3FN>, tensor<400x512xf8E4M3FN>)
// CHECK: linalg.generic
// REMARK: Function=within | Remark="its halves are no pair: they meet at column 200, within a block of 128 columns that share a scale"
func.func @within(%x: tensor<64x512xf8E4M3FN>, %sx: tensor<64x4xf32>, %w: tensor<400x512xf8E4M3FN>, %sw: tensor<4x4xf32>) -> tensor<64x200xbf16> {
  %edx = tensor.empty() : tensor<64x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<64x512xf8E4M3FN>, tensor<64x4xf32>) outs(%edx : tensor<64x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<64x512xf32>
  %edw = tensor.empty() : tensor<400x512xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %sw : tensor<400x512xf8E4M3FN>, tensor<4x4xf32>) outs(%edw : tensor<400x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<400x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<64x400xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<64x400xf32>) -> tensor<64x400xf32>
  %uv = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dw : tensor<64x512xf32>, tensor<400x512xf32>) outs(%init : tensor<64x400xf32>) -> tensor<64x400xf32>
  %u = tensor.extract_slice %uv[0, 0] [64, 200] [1, 1] : tensor<64x400xf32> to tensor<64x200xf32>
  %v = tensor.extract_slice %uv[0, 200] [64, 200] [1, 1] : tensor<64x400xf32> to tensor<64x200xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<64x200xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<64x200xf32>, tensor<64x200xf32>) outs(%ey : tensor<64x200xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<64x200xbf16>
  return %y : tensor<64x200xbf16>
}

// Blocks of two sizes, and of two types.
// CHECK-LABEL: func.func @other_blocks(
// CHECK-COUNT-2: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%{{.*}}, %{{.*}} : tensor<256x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>)
// REMARK: Function=other_blocks | Remark="makes no pair with the other matmul of its A, though one operation reads both results: the blocks or layouts of their scales differ"
func.func @other_blocks(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<2x4xf32>,
    %w2: tensor<256x512xf8E4M3FN>, %s2: tensor<4x4xf32>) -> tensor<256x256xbf16> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed2 = tensor.empty() : tensor<256x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #halves, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<256x512xf8E4M3FN>, tensor<4x4xf32>) outs(%ed2 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x256xf32>) -> tensor<256x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x256xf32>, tensor<256x256xf32>) outs(%ey : tensor<256x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// CHECK-LABEL: func.func @other_floats(
// CHECK-COUNT-2: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%{{.*}}, %{{.*}} : tensor<256x512xf8E4M3FN>, tensor<256x512xf8{{.*}}>)
// REMARK: Function=other_floats | Remark="makes no pair with the other matmul of its A, though one operation reads both results: their types differ"
func.func @other_floats(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<2x4xf32>,
    %w2: tensor<256x512xf8E5M2>, %s2: tensor<2x4xf32>) -> tensor<256x256xbf16> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed2 = tensor.empty() : tensor<256x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<256x512xf8E5M2>, tensor<2x4xf32>) outs(%ed2 : tensor<256x512xf32>) {
  ^bb0(%q: f8E5M2, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E5M2 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x256xf32>) -> tensor<256x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x256xf32>, tensor<256x256xf32>) outs(%ey : tensor<256x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// Scales of one of the two alone.
// CHECK-LABEL: func.func @one_scaled(
// CHECK-DAG: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<256x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>)
// CHECK-DAG: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<256x512xf32>, tensor<256x512xf32>)
// REMARK: Function=one_scaled | Remark="makes no pair with the other matmul of its A, though one operation reads both results: only one of them multiplies 8-bit floats with scales"
func.func @one_scaled(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<2x4xf32>,
    %d2: tensor<256x512xf32>) -> tensor<256x256xbf16> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x256xf32>) -> tensor<256x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x256xf32>, tensor<256x256xf32>) outs(%ey : tensor<256x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// What is asked for.
// CHECK-LABEL: func.func @own_kernels(
// CHECK-COUNT-2: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%{{.*}}, %{{.*}} : tensor<256x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>)
// REMARK: Function=own_kernels | Remark="is no pair, so each matmul has a kernel of its own: autotune.fusion = "prologue" is asked for"
func.func @own_kernels(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<2x4xf32>,
    %w2: tensor<256x512xf8E4M3FN>, %s2: tensor<2x4xf32>) -> tensor<256x256xbf16> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed2 = tensor.empty() : tensor<256x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed2 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x256xf32>) -> tensor<256x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "prologue"} ins(%dx, %d1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x256xf32>, tensor<256x256xf32>) outs(%ey : tensor<256x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// CHECK-LABEL: func.func @own_kernel_there(
// CHECK-COUNT-2: tile.launch {{.*}}hopper_wgmma{{.*}} ins(%{{.*}}, %{{.*}} : tensor<256x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>)
// REMARK: Function=own_kernel_there | Remark="is no pair, so each matmul has a kernel of its own: autotune.fusion = "prologue" is asked for at the other one"
func.func @own_kernel_there(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<2x4xf32>,
    %w2: tensor<256x512xf8E4M3FN>, %s2: tensor<2x4xf32>) -> tensor<256x256xbf16> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed2 = tensor.empty() : tensor<256x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed2 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x256xf32>) -> tensor<256x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "prologue"} ins(%dx, %d2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x256xf32>, tensor<256x256xf32>) outs(%ey : tensor<256x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// CHECK-LABEL: func.func @nothing(
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<256x512xf32>, tensor<256x512xf32>)
// REMARK: Function=nothing | Remark="is no pair, so each matmul has a kernel of its own: autotune.fusion = "none" is asked for"
func.func @nothing(%x: tensor<256x512xf8E4M3FN>, %sx: tensor<256x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<2x4xf32>,
    %w2: tensor<256x512xf8E4M3FN>, %s2: tensor<2x4xf32>) -> tensor<256x256xbf16> {
  %edx = tensor.empty() : tensor<256x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) outs(%edx : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed2 = tensor.empty() : tensor<256x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed2 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<256x256xf32>) -> tensor<256x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "none"} ins(%dx, %d1 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<256x512xf32>, tensor<256x512xf32>) outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<256x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<256x256xf32>, tensor<256x256xf32>) outs(%ey : tensor<256x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<256x256xbf16>
  return %y : tensor<256x256xbf16>
}

// CHECK-LABEL: func.func @products(
// CHECK: tile.launch {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>) outs({{.*}}) with(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
// CHECK-NOT: tile.launch
// CHECK: return
func.func @products(%x: tensor<16x512xf8E4M3FN>, %sx: tensor<16x4xf32>, %w1: tensor<256x512xf8E4M3FN>, %s1: tensor<2x4xf32>,
    %w2: tensor<256x512xf8E4M3FN>, %s2: tensor<2x4xf32>) -> tensor<16x256xbf16> {
  %edx = tensor.empty() : tensor<16x512xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sx : tensor<16x512xf8E4M3FN>, tensor<16x4xf32>) outs(%edx : tensor<16x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<16x512xf32>
  %ed1 = tensor.empty() : tensor<256x512xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %s1 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed1 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %ed2 = tensor.empty() : tensor<256x512xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w2, %s2 : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) outs(%ed2 : tensor<256x512xf32>) {
  ^bb0(%q: f8E4M3FN, %s: f32, %o: f32):
    %0 = arith.extf %q : f8E4M3FN to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<256x512xf32>
  %zero = arith.constant 0.0 : f32
  %ei = tensor.empty() : tensor<16x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<16x256xf32>) -> tensor<16x256xf32>
  %u = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "products"} ins(%dx, %d1 : tensor<16x512xf32>, tensor<256x512xf32>) outs(%init : tensor<16x256xf32>) -> tensor<16x256xf32>
  %v = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %d2 : tensor<16x512xf32>, tensor<256x512xf32>) outs(%init : tensor<16x256xf32>) -> tensor<16x256xf32>
  %one = arith.constant 1.0 : f32
  %ey = tensor.empty() : tensor<16x256xbf16>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u, %v : tensor<16x256xf32>, tensor<16x256xf32>) outs(%ey : tensor<16x256xbf16>) {
  ^bb0(%s: f32, %t: f32, %o: bf16):
    %0 = arith.negf %s : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %s, %2 : f32
    %4 = arith.mulf %3, %t : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<16x256xbf16>
  return %y : tensor<16x256xbf16>
}
