// Matmuls of f32 whose operands are floats of 8 bits times scales of blocks: where f32
// may lose bits, their group reads the floats and each one's own scales.
// RUN: autotune-opt %s --autotune-group-matmuls='target=h200 allow-tf32=tf32' --remarks-filter=autotune -o %t 2>%t.err
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// One launch has the 8-bit floats, and the scales behind C.
// RUN: autotune-opt %t --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=LOWER

// So it has on memrefs.
// RUN: autotune-opt %t --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --autotune-attach-configs=target=h200 --autotune-lower-matmul=target=h200 | FileCheck %s --check-prefix=BUFFERS

// Without the permission they stay what they are, which no kernel of a group computes.
// RUN: autotune-opt %s --autotune-group-matmuls=target=h200 --remarks-filter=autotune 2>&1 >/dev/null | FileCheck %s --check-prefix=EXACT
// EXACT: Function=experts | Remark="left alone: its product of f32 is rounded to bf16, which no group does; its sums are not scaled in the kernel: tensor cores keep fewer bits than f32 in products of 8-bit floats; allow-tf32 = tf32 permits that"

// RUN: not autotune-opt %s --autotune-group-matmuls='target=h200 allow-tf32=bf16' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: allow-tf32 = bf16 is none of none, tf32 and 3xtf32

#id = affine_map<(n, k) -> (n, k)>
#groups = affine_map<(n, k) -> (n, k floordiv 128)>
#across = affine_map<(n, k) -> (k floordiv 128, n)>
#blocks = affine_map<(n, k) -> (n floordiv 128, k floordiv 128)>
#short = affine_map<(n, k) -> (n, k floordiv 64)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Rows that are known, that are not, and none; the results in another type.
// CHECK-DAG: #[[GROUPS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2 floordiv 128)>
// CHECK-DAG: #[[BLOCKS:.*]] = affine_map<(d0, d1, d2) -> (d1 floordiv 128, d2 floordiv 128)>
// CHECK-DAG: #[[ACROSS:.*]] = affine_map<(d0, d1, d2) -> (d2 floordiv 128, d0)>
// CHECK-LABEL: func.func @experts(
// CHECK-SAME: %[[X0:.*]]: tensor<40x256xf8E4M3FN>, %[[S0:.*]]: tensor<40x2xf32>, %[[X1:.*]]: tensor<?x256xf8E4M3FN>, %[[S1:.*]]: tensor<?x2xf32>, %[[X2:.*]]: tensor<0x256xf8E4M3FN>, %[[S2:.*]]: tensor<0x2xf32>, %[[W0:.*]]: tensor<392x256xf8E4M3FN>, %[[T0:.*]]: tensor<4x2xf32>, %[[W1:.*]]: tensor<392x256xf8E4M3FN>, %[[T1:.*]]: tensor<4x2xf32>,
// CHECK-NOT: linalg.
// CHECK: %[[R:.*]]:3 = problem.grouped_matmul ins(%[[X0]], %[[X1]], %[[X2]] : tensor<40x256xf8E4M3FN>, tensor<?x256xf8E4M3FN>, tensor<0x256xf8E4M3FN>)
// CHECK-SAME: by(%[[W0]], %[[W1]], %[[W1]] : tensor<392x256xf8E4M3FN>, {{.*}}) transpose_b
// CHECK-SAME: scales(%[[S0]], %[[S1]], %[[S2]] : tensor<40x2xf32>, tensor<?x2xf32>, tensor<0x2xf32>)
// CHECK-SAME: by(%[[T0]], %[[T1]], %[[T1]] : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>)
// CHECK-SAME: maps [#[[GROUPS]], #[[BLOCKS]]] outs({{.*}} : tensor<40x392xbf16>, tensor<?x392xbf16>, tensor<0x392xbf16>)
// CHECK-NOT: linalg.
// CHECK: return %[[R]]#0, %[[R]]#1, %[[R]]#2
// REMARK: Function=experts | Remark="made one of 3 matmuls of 8-bit floats with scales"
// LOWER-LABEL: func.func @experts(
// LOWER: tile.launch {{.*}}hopper_wgmma{{.*}} ins({{.*}} : tensor<40x256xf8E4M3FN>, tensor<?x256xf8E4M3FN>, tensor<0x256xf8E4M3FN>, tensor<392x256xf8E4M3FN>,
// LOWER-SAME: outs({{.*}} : tensor<40x392xbf16>, tensor<?x392xbf16>, tensor<0x392xbf16>) with({{.*}} : tensor<40x2xf32>, tensor<?x2xf32>, tensor<0x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>)
// BUFFERS-LABEL: func.func @experts(
// BUFFERS: tile.launch {{.*}}hopper_wgmma{{.*}} outs({{.*}} : memref<40x392xbf16>, memref<?x392xbf16>, memref<0x392xbf16>) with({{.*}} : memref<40x2xf32>, memref<?x2xf32>, memref<0x2xf32>, memref<4x2xf32>, memref<4x2xf32>, memref<4x2xf32>)
func.func @experts(%x0: tensor<40x256xf8E4M3FN>, %s0: tensor<40x2xf32>, %x1: tensor<?x256xf8E4M3FN>, %s1: tensor<?x2xf32>, %x2: tensor<0x256xf8E4M3FN>, %s2: tensor<0x2xf32>,
                   %w0: tensor<392x256xf8E4M3FN>, %t0: tensor<4x2xf32>, %w1: tensor<392x256xf8E4M3FN>, %t1: tensor<4x2xf32>, %rows: index)
    -> (tensor<40x392xbf16>, tensor<?x392xbf16>, tensor<0x392xbf16>) {
  %zero = arith.constant 0.0 : f32
  %ex0 = tensor.empty() : tensor<40x256xf32>
  %dx0 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x0, %s0 : tensor<40x256xf8E4M3FN>, tensor<40x2xf32>) outs(%ex0 : tensor<40x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<40x256xf32>
  %ew0 = tensor.empty() : tensor<392x256xf32>
  %dw0 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w0, %t0 : tensor<392x256xf8E4M3FN>, tensor<4x2xf32>) outs(%ew0 : tensor<392x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<392x256xf32>
  %e0 = tensor.empty() : tensor<40x392xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<40x392xf32>) -> tensor<40x392xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx0, %dw0 : tensor<40x256xf32>, tensor<392x256xf32>) outs(%i0 : tensor<40x392xf32>) -> tensor<40x392xf32>
  %t0r = arith.truncf %m0 : tensor<40x392xf32> to tensor<40x392xbf16>
  %ex1 = tensor.empty(%rows) : tensor<?x256xf32>
  %dx1 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x1, %s1 : tensor<?x256xf8E4M3FN>, tensor<?x2xf32>) outs(%ex1 : tensor<?x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<?x256xf32>
  %ew1 = tensor.empty() : tensor<392x256xf32>
  %dw1 = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %t1 : tensor<392x256xf8E4M3FN>, tensor<4x2xf32>) outs(%ew1 : tensor<392x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<392x256xf32>
  %e1 = tensor.empty(%rows) : tensor<?x392xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x392xf32>) -> tensor<?x392xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx1, %dw1 : tensor<?x256xf32>, tensor<392x256xf32>) outs(%i1 : tensor<?x392xf32>) -> tensor<?x392xf32>
  %t1r = arith.truncf %m1 : tensor<?x392xf32> to tensor<?x392xbf16>
  %ex2 = tensor.empty() : tensor<0x256xf32>
  %dx2 = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x2, %s2 : tensor<0x256xf8E4M3FN>, tensor<0x2xf32>) outs(%ex2 : tensor<0x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<0x256xf32>
  %e2 = tensor.empty() : tensor<0x392xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<0x392xf32>) -> tensor<0x392xf32>
  %m2 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx2, %dw1 : tensor<0x256xf32>, tensor<392x256xf32>) outs(%i2 : tensor<0x392xf32>) -> tensor<0x392xf32>
  %t2r = arith.truncf %m2 : tensor<0x392xf32> to tensor<0x392xbf16>
  return %t0r, %t1r, %t2r : tensor<40x392xbf16>, tensor<?x392xbf16>, tensor<0x392xbf16>
}

// Scales that are stored across; the attribute permits it; what is asked for is done.
// CHECK-LABEL: func.func @across(
// CHECK-NOT: linalg.
// CHECK: problem.grouped_matmul {{.*}} maps [#[[ACROSS]], #[[BLOCKS]]] outs({{.*}}) {autotune.allow_tf32 = "tf32"} -> tensor<64x256xf32>, tensor<64x256xf32>
// REMARK: Function=across | Remark="made one of 2 matmuls of 8-bit floats with scales"
// EXACT: Function=across | Remark="made one of 2 matmuls of 8-bit floats with scales"
func.func @across(%x: tensor<64x256xf8E4M3FN>, %s: tensor<2x64xf32>, %w: tensor<256x256xf8E4M3FN>, %t: tensor<2x2xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<64x256xf32>
  %dx = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x256xf8E4M3FN>, tensor<2x64xf32>) outs(%ex : tensor<64x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %ew = tensor.empty() : tensor<256x256xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %t : tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %e0 = tensor.empty() : tensor<64x256xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.allow_tf32 = "tf32", autotune.fusion = "prologue"} ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.allow_tf32 = "tf32", autotune.fusion = "prologue"} ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %m0, %m1 : tensor<64x256xf32>, tensor<64x256xf32>
}

// With permission to multiply tf32, what has no scales that kernels take is still one
// group, of dequantized operands.
// CHECK-LABEL: func.func @apart(
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: problem.grouped_matmul ins({{.*}} : tensor<64x256xf32>, tensor<64x256xf32>)
// REMARK: Function=apart | Remark="reads dequantized operands, instead of scaling sums in the kernel: autotune.fusion = "none" is asked for"
// REMARK: Function=apart | Remark="made one of 2 matmuls"
func.func @apart(%x: tensor<64x256xf8E4M3FN>, %s: tensor<64x2xf32>, %w: tensor<256x256xf8E4M3FN>, %t: tensor<2x2xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<64x256xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) outs(%ex : tensor<64x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %ew = tensor.empty() : tensor<256x256xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %t : tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %e0 = tensor.empty() : tensor<64x256xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "none"} ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.fusion = "none"} ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %m0, %m1 : tensor<64x256xf32>, tensor<64x256xf32>
}

// CHECK-LABEL: func.func @short(
// CHECK: linalg.generic
// CHECK: problem.grouped_matmul ins({{.*}} : tensor<64x256xf32>, tensor<64x256xf32>)
// REMARK: Function=short | Remark="reads dequantized operands, instead of scaling sums in the kernel: no tensor-core kernel has such scales here"
func.func @short(%x: tensor<64x256xf8E4M3FN>, %s: tensor<64x4xf32>, %w: tensor<256x256xf8E4M3FN>, %t: tensor<2x2xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<64x256xf32>
  %dx = linalg.generic {indexing_maps = [#id, #short, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x256xf8E4M3FN>, tensor<64x4xf32>) outs(%ex : tensor<64x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %ew = tensor.empty() : tensor<256x256xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %t : tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %e0 = tensor.empty() : tensor<64x256xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %m0, %m1 : tensor<64x256xf32>, tensor<64x256xf32>
}

// CHECK-LABEL: func.func @one(
// CHECK: linalg.generic
// CHECK: problem.grouped_matmul ins({{.*}} : tensor<64x256xf32>, tensor<64x256xf32>)
// REMARK: Function=one | Remark="reads dequantized operands, instead of scaling sums in the kernel: its B has no 8-bit floats with scales, but the other one has"
func.func @one(%x: tensor<64x256xf8E4M3FN>, %s: tensor<64x2xf32>, %w: tensor<256x256xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<64x256xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) outs(%ex : tensor<64x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %e0 = tensor.empty() : tensor<64x256xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %m0, %m1 : tensor<64x256xf32>, tensor<64x256xf32>
}

// A config that has no kernel with the scales.
// CHECK-LABEL: func.func @given(
// CHECK: linalg.generic
// CHECK: problem.grouped_matmul ins({{.*}} : tensor<64x256xf32>, tensor<64x256xf32>)
// REMARK: Function=given | Remark="reads dequantized operands, instead of scaling sums in the kernel: depth-rows: tile[2] = 32 is 32 bytes; it needs a multiple of 128"
func.func @given(%x: tensor<64x256xf8E4M3FN>, %s: tensor<64x2xf32>, %w: tensor<256x256xf8E4M3FN>, %t: tensor<2x2xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<64x256xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) outs(%ex : tensor<64x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %ew = tensor.empty() : tensor<256x256xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %t : tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %e0 = tensor.empty() : tensor<64x256xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 192, 32]>} ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] {autotune.config = #autotune.config<hopper_wgmma, tile = [64, 192, 32]>} ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %m0, %m1 : tensor<64x256xf32>, tensor<64x256xf32>
}

// Scales of other blocks are read in another way, by another kernel.
// CHECK-LABEL: func.func @blocks(
// CHECK-NOT: problem.grouped_matmul
// CHECK: return
func.func @blocks(%x: tensor<64x256xf8E4M3FN>, %s: tensor<64x2xf32>, %w: tensor<256x256xf8E4M3FN>, %t: tensor<2x2xf32>, %u: tensor<256x2xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<64x256xf32>
  %dx = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) outs(%ex : tensor<64x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %ew = tensor.empty() : tensor<256x256xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %t : tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %ev = tensor.empty() : tensor<256x256xf32>
  %dv = linalg.generic {indexing_maps = [#id, #groups, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %u : tensor<256x256xf8E4M3FN>, tensor<256x2xf32>) outs(%ev : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %e0 = tensor.empty() : tensor<64x256xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dv : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %m0, %m1 : tensor<64x256xf32>, tensor<64x256xf32>
}

// One row has one scale for each block of K: a type with a size of 1 doesn't say that
// rows have their own, but the other product's does.
// CHECK-LABEL: func.func @row(
// CHECK-NOT: linalg.
// CHECK: problem.grouped_matmul {{.*}} scales(%arg1, %arg3 : tensor<2x1xf32>, tensor<2x64xf32>) by({{.*}}) maps [#[[ACROSS]], #[[BLOCKS]]]
// REMARK: Function=row | Remark="made one of 2 matmuls of 8-bit floats with scales"
func.func @row(%x: tensor<1x256xf8E4M3FN>, %s: tensor<2x1xf32>, %y: tensor<64x256xf8E4M3FN>, %u: tensor<2x64xf32>,
               %w: tensor<256x256xf8E4M3FN>, %t: tensor<2x2xf32>) -> (tensor<1x256xf32>, tensor<64x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<1x256xf32>
  %dx = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<1x256xf8E4M3FN>, tensor<2x1xf32>) outs(%ex : tensor<1x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<1x256xf32>
  %ey = tensor.empty() : tensor<64x256xf32>
  %dy = linalg.generic {indexing_maps = [#id, #across, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %u : tensor<64x256xf8E4M3FN>, tensor<2x64xf32>) outs(%ey : tensor<64x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %ew = tensor.empty() : tensor<256x256xf32>
  %dw = linalg.generic {indexing_maps = [#id, #blocks, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %t : tensor<256x256xf8E4M3FN>, tensor<2x2xf32>) outs(%ew : tensor<256x256xf32>) {
  ^bb0(%element: f8E4M3FN, %scale: f32, %o: f32):
    %0 = arith.extf %element : f8E4M3FN to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<256x256xf32>
  %e0 = tensor.empty() : tensor<1x256xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x256xf32>) -> tensor<1x256xf32>
  %m0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dx, %dw : tensor<1x256xf32>, tensor<256x256xf32>) outs(%i0 : tensor<1x256xf32>) -> tensor<1x256xf32>
  %e1 = tensor.empty() : tensor<64x256xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m1 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%dy, %dw : tensor<64x256xf32>, tensor<256x256xf32>) outs(%i1 : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %m0, %m1 : tensor<1x256xf32>, tensor<64x256xf32>
}
