// Scans become part of problems of rows, or are loops.
// RUN: autotune-opt %s -autotune-form-rows | FileCheck %s
// What can't be part of one becomes loops in autotune-prepare, and what can stays.
// RUN: autotune-opt %s -autotune-lower-tm-tensor=keep-scans | FileCheck %s --check-prefix=KEPT
// Without `offload`, nothing is left of either.
// RUN: autotune-opt %s -autotune-lower-tm-tensor | FileCheck %s --check-prefix=LOOPS
// LOOPS-NOT: scan {{inclusive|exclusive|dimension}}

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// With what stands before it and behind it, in one problem. Its last running values
// are read as values of the rows.
// CHECK-LABEL: func.func @fused
// CHECK: problem.rows 13 x 200 ins(%arg0 : tensor<13x200xf32>)
// CHECK: math.exp
// CHECK: %[[RUNNING:.*]], %[[LAST:.*]] = problem.scan inclusive ins(%{{.*}} : tensor<13x200xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[RUNNING]], %[[LAST]] : tensor<13x200xf32>, tensor<13xf32>)
// CHECK-NOT: problem.rows
// CHECK: return
// KEPT-LABEL: func.func @fused
// KEPT: tm_tensor.scan
func.func @fused(%x: tensor<13x200xf32>) -> tensor<13x200xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x200xf32>
  %r = tensor.empty() : tensor<13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<13x200xf32>) outs(%e : tensor<13x200xf32>) {
  ^bb0(%i: f32, %o: f32):
    %v = math.exp %i : f32
    linalg.yield %v : f32
  } -> tensor<13x200xf32>
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%p : tensor<13x200xf32>)
      outs(%e, %f : tensor<13x200xf32>, tensor<13xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<13x200xf32>, tensor<13xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c#0, %c#1 : tensor<13x200xf32>, tensor<13xf32>) outs(%e : tensor<13x200xf32>) {
  ^bb0(%i: f32, %t: f32, %o: f32):
    %v = arith.divf %i, %t : f32
    linalg.yield %v : f32
  } -> tensor<13x200xf32>
  return %y : tensor<13x200xf32>
}

// The number that it begins with is read.
// CHECK-LABEL: func.func @exclusive
// CHECK: problem.rows 9 x 76 ins(%arg0, %arg1 : tensor<9x76xi32>, tensor<9xi32>)
// CHECK: problem.scan exclusive ins(%{{.*}} : tensor<9x76xi32>) outs(%{{.*}}, %[[START:.*]] : tensor<9x76xi32>, tensor<9xi32>)
// CHECK: arith.maxsi
func.func @exclusive(%x: tensor<9x76xi32>, %s: tensor<9xi32>) -> tensor<9x76xi32> {
  %e = tensor.empty() : tensor<9x76xi32>
  %c:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<9x76xi32>)
      outs(%e, %s : tensor<9x76xi32>, tensor<9xi32>) {
  ^bb0(%a: i32, %b: i32):
    %v = arith.maxsi %b, %a : i32
    tm_tensor.yield %v : i32
  } -> tensor<9x76xi32>, tensor<9xi32>
  return %c#0 : tensor<9x76xi32>
}

// Along another dimension: the transpose is part of the scan's problem, and that
// back is one of its own.
// CHECK-LABEL: func.func @middle
// CHECK: %[[SCANNED:.*]] = problem.rows 80 x 6 ins(%arg0 : tensor<8x6x10xf32>)
// CHECK: linalg.generic
// CHECK: problem.scan inclusive ins(%{{.*}} : tensor<8x10x6xf32>)
// CHECK: problem.rows 8 x 60 ins(%[[SCANNED]] : tensor<8x10x6xf32>)
// CHECK-NOT: tm_tensor
// CHECK: return
// KEPT-LABEL: func.func @middle
// KEPT: tm_tensor.scan
func.func @middle(%x: tensor<8x6x10xf32>, %s: tensor<8x10xf32>) -> tensor<8x6x10xf32> {
  %e = tensor.empty() : tensor<8x6x10xf32>
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<8x6x10xf32>)
      outs(%e, %s : tensor<8x6x10xf32>, tensor<8x10xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.mulf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<8x6x10xf32>, tensor<8x10xf32>
  return %c#0 : tensor<8x6x10xf32>
}

// Sums and products of 16-bit floats are added up in f32. Each is rounded once.
// CHECK-LABEL: func.func @narrow
// CHECK: problem.rows 4 x 300 ins(%arg0 : tensor<4x300xbf16>)
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: problem.scan inclusive ins(%{{.*}} : tensor<4x300xf32>) outs(%{{.*}} : tensor<4x300xf32>, tensor<4xf32>)
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: problem.yield %{{.*}} : tensor<4x300xbf16>, tensor<4xbf16>
// CHECK-NOT: problem.rows
// CHECK: return
func.func @narrow(%x: tensor<4x300xbf16>, %s: tensor<4xbf16>) -> (tensor<4x300xbf16>, tensor<4xbf16>) {
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x300xbf16>)
      outs(%x, %s : tensor<4x300xbf16>, tensor<4xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %v = arith.addf %a, %b : bf16
    tm_tensor.yield %v : bf16
  } -> tensor<4x300xbf16>, tensor<4xbf16>
  return %c#0, %c#1 : tensor<4x300xbf16>, tensor<4xbf16>
}

// What the first one begins with is combined at the end. A scan of the other dialect
// is the same.
// CHECK-LABEL: func.func @narrow_start
// CHECK: problem.rows 4 x 30 ins(%arg0, %arg1 : tensor<4x30xf16>, tensor<4xf16>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.constant 1.000000e+00 : f32
// CHECK: problem.scan exclusive ins(%{{.*}} : tensor<4x30xf32>) outs(%{{.*}} : tensor<4x30xf32>, tensor<4xf32>)
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: %[[START:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[ALL:.*]] = arith.mulf %[[START]], %{{.*}} : f32
// CHECK: arith.truncf %[[ALL]] : f32 to f16
// CHECK-NOT: arith.truncf
// CHECK-NOT: problem.rows
// CHECK: return
func.func @narrow_start(%x: tensor<4x30xf16>, %s: tensor<4xf16>) -> tensor<4x30xf16> {
  %c:2 = problem.scan exclusive ins(%x : tensor<4x30xf16>) outs(%x, %s : tensor<4x30xf16>, tensor<4xf16>) {
  ^bb0(%a: f16, %b: f16):
    %v = arith.mulf %a, %b : f16
    problem.yield %v : f16
  } -> tensor<4x30xf16>, tensor<4xf16>
  return %c#0 : tensor<4x30xf16>
}

// One that is known is a number of f32.
// CHECK-LABEL: func.func @narrow_known
// CHECK: problem.rows 4 x 30
// CHECK: %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: %[[FILL:.*]] = linalg.fill ins(%[[HALF]] : f32)
// CHECK: problem.scan exclusive ins(%{{.*}} : tensor<4x30xf32>) outs(%{{.*}}, %[[FILL]] : tensor<4x30xf32>, tensor<4xf32>)
// CHECK: arith.addf
// CHECK-NOT: arith.addf
// CHECK: return
func.func @narrow_known(%x: tensor<4x30xf16>) -> tensor<4x30xf16> {
  %half = arith.constant 0.5 : f16
  %e = tensor.empty() : tensor<4xf16>
  %s = linalg.fill ins(%half : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  %c:2 = problem.scan exclusive ins(%x : tensor<4x30xf16>) outs(%x, %s : tensor<4x30xf16>, tensor<4xf16>) {
  ^bb0(%a: f16, %b: f16):
    %v = arith.addf %a, %b : f16
    problem.yield %v : f16
  } -> tensor<4x30xf16>, tensor<4xf16>
  return %c#0 : tensor<4x30xf16>
}

// Maxima round nothing.
// CHECK-LABEL: func.func @narrow_maxima
// CHECK-NOT: arith.extf
// CHECK: problem.scan inclusive ins(%{{.*}} : tensor<4x30xbf16>)
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @narrow_maxima(%x: tensor<4x30xbf16>, %s: tensor<4xbf16>) -> tensor<4x30xbf16> {
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x30xbf16>)
      outs(%x, %s : tensor<4x30xbf16>, tensor<4xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %v = arith.maximumf %a, %b : bf16
    tm_tensor.yield %v : bf16
  } -> tensor<4x30xbf16>, tensor<4xbf16>
  return %c#0 : tensor<4x30xbf16>
}

// What no kernel computes keeps its types.
// CHECK-LABEL: func.func @narrow_dynamic
// CHECK-NOT: arith.extf
// CHECK: problem.scan inclusive ins(%arg0 : tensor<?x8xbf16>)
func.func @narrow_dynamic(%x: tensor<?x8xbf16>, %s: tensor<?xbf16>) -> tensor<?x8xbf16> {
  %c:2 = problem.scan inclusive ins(%x : tensor<?x8xbf16>) outs(%x, %s : tensor<?x8xbf16>, tensor<?xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %v = arith.addf %a, %b : bf16
    problem.yield %v : bf16
  } -> tensor<?x8xbf16>, tensor<?xbf16>
  return %c#0 : tensor<?x8xbf16>
}

// A kernel has memory for four.
// CHECK-LABEL: func.func @five
// CHECK: problem.rows 2 x 8
// CHECK-COUNT-4: problem.scan
// CHECK: problem.rows 2 x 8
// CHECK-COUNT-1: problem.scan
// CHECK-NOT: problem.scan
// CHECK: return
func.func @five(%x: tensor<2x8xf32>, %s: tensor<2xf32>) -> tensor<2x8xf32> {
  %0:2 = problem.scan inclusive ins(%x : tensor<2x8xf32>) outs(%x, %s : tensor<2x8xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    problem.yield %v : f32
  } -> tensor<2x8xf32>, tensor<2xf32>
  %1:2 = problem.scan inclusive ins(%0#0 : tensor<2x8xf32>) outs(%x, %s : tensor<2x8xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    problem.yield %v : f32
  } -> tensor<2x8xf32>, tensor<2xf32>
  %2:2 = problem.scan inclusive ins(%1#0 : tensor<2x8xf32>) outs(%x, %s : tensor<2x8xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    problem.yield %v : f32
  } -> tensor<2x8xf32>, tensor<2xf32>
  %3:2 = problem.scan inclusive ins(%2#0 : tensor<2x8xf32>) outs(%x, %s : tensor<2x8xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    problem.yield %v : f32
  } -> tensor<2x8xf32>, tensor<2xf32>
  %4:2 = problem.scan inclusive ins(%3#0 : tensor<2x8xf32>) outs(%x, %s : tensor<2x8xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    problem.yield %v : f32
  } -> tensor<2x8xf32>, tensor<2xf32>
  return %4#0 : tensor<2x8xf32>
}

// Left: sizes that are known at run time only.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: problem
// CHECK: tm_tensor.scan
// KEPT-LABEL: func.func @dynamic
// KEPT-NOT: tm_tensor
// KEPT: scf.for
func.func @dynamic(%x: tensor<?x8xf32>, %s: tensor<?xf32>) -> tensor<?x8xf32> {
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<?x8xf32>)
      outs(%x, %s : tensor<?x8xf32>, tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<?x8xf32>, tensor<?xf32>
  return %c#0 : tensor<?x8xf32>
}

// More columns than threads can keep.
// CHECK-LABEL: func.func @long
// CHECK-NOT: problem
// CHECK: tm_tensor.scan
// KEPT-LABEL: func.func @long
// KEPT-NOT: tm_tensor
func.func @long(%x: tensor<32769xf32>, %s: tensor<f32>) -> tensor<32769xf32> {
  %c:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<32769xf32>)
      outs(%x, %s : tensor<32769xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<32769xf32>, tensor<f32>
  return %c#0 : tensor<32769xf32>
}

// Combined by an operation that is no sum: nothing could stand beyond the last column.
// CHECK-LABEL: func.func @difference
// CHECK-NOT: problem
// CHECK: tm_tensor.scan
// KEPT-LABEL: func.func @difference
// KEPT-NOT: tm_tensor
func.func @difference(%x: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xf32>)
      outs(%x, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.subf %a, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return %c#0 : tensor<4x8xf32>
}

// By several operations.
// CHECK-LABEL: func.func @decay
// CHECK-NOT: problem
// CHECK: tm_tensor.scan
// KEPT-LABEL: func.func @decay
// KEPT-NOT: tm_tensor
func.func @decay(%x: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %half = arith.constant 0.5 : f32
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xf32>)
      outs(%x, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %d = arith.mulf %a, %half : f32
    %v = arith.addf %d, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return %c#0 : tensor<4x8xf32>
}

// By twice the element.
// CHECK-LABEL: func.func @element
// CHECK-NOT: problem
// CHECK: tm_tensor.scan
// KEPT-LABEL: func.func @element
// KEPT-NOT: tm_tensor
func.func @element(%x: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %c:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xf32>)
      outs(%x, %s : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.addf %b, %b : f32
    tm_tensor.yield %v : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  return %c#0 : tensor<4x8xf32>
}
