// The runtime is asked for the row of a plan, if it says that plans are on.
// RUN: autotune-opt %s -convert-tile-launch-to-gpu=buffers=device -split-input-file | FileCheck %s

// A constant has the number of rows and, of each, its kernel, whether that is
// right for all sizes, and the guard. Another has the fact and the kernels.
// CHECK-DAG: llvm.func @mgpuAutotunePlansAreOn() -> i32
// CHECK-DAG: llvm.func @mgpuAutotunePlanRow(!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64) -> i64
// CHECK-DAG: llvm.mlir.global internal constant @autotune_plan_rows_0(dense<[3, 0, 0, 0, 16, 8, 0, 9, 1, 0, 9, 1, 0, 9, 1, 1, 1, 17, 32, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1]> : tensor<43xi64>)
// CHECK-DAG: llvm.mlir.global internal constant @autotune_plan_text_0("?x16x16 f32 -> f32\0Aa\0Ab\0Aa\00")

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[ROW:.*]]: index, %[[M:.*]]: index,
// CHECK: %[[ON:.*]] = llvm.call @mgpuAutotunePlansAreOn() : () -> i32
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[IS:.*]] = arith.cmpi ne, %[[ON]], %[[ZERO]] : i32
// CHECK: %[[CHOSEN:.*]] = scf.if %[[IS]] -> (index) {
// The second kernel needs more of the address than the others.
// CHECK:   %[[ADDRESS:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK:   arith.cmpi ule
// CHECK:   %[[BIT0:.*]] = arith.select %{{.*}}, %c1_i64, %{{.*}} : i64
// CHECK:   %[[MASK:.*]] = arith.constant 15 : i64
// CHECK:   arith.andi %{{.*}}, %[[MASK]]
// CHECK:   %[[BIT1:.*]] = arith.select %{{.*}}, %c2_i64, %{{.*}} : i64
// CHECK:   arith.ori %[[BIT0]], %[[BIT1]]
// CHECK:   %[[ALLOWED:.*]] = arith.ori
// CHECK-NOT: cf.assert
// CHECK:   llvm.call @mgpuAutotunePlanRow(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[ALLOWED]])
// CHECK:   scf.yield
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[ROW]] : index
// CHECK: scf.index_switch %[[CHOSEN]]
module {
  gpu.module @kernels {
    llvm.func @a(%p0: !llvm.ptr<1>, %p1: i32, %p2: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{alignment = 4 : i64, kind = "pointer", operand = 0 : i64},
                  {dim = 0 : i64, kind = "size", operand = 0 : i64},
                  {dim = 1 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
    llvm.func @b(%p0: !llvm.ptr<1>, %p1: i32, %p2: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64},
                  {dim = 0 : i64, kind = "size", operand = 0 : i64},
                  {dim = 1 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func @f(%row: index, %m: index, %c: memref<?x16xf32>) {
    %c16 = arith.constant 16 : index
    %c1 = arith.constant 1 : index
    %chosen = tile.plan_row %row sizes(%m, %c16, %c16, %c1) of "?x16x16 f32 -> f32"
        bounds [0, 16, 8, 0, 9, 1, 0, 9, 1, 0, 9, 1, 17, 32, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1,
                0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1] everywhere [false, true, true]
    scf.index_switch %chosen
    case 0 {
      tile.launch @kernels::@a outs(%c : memref<?x16xf32>)
      scf.yield
    }
    case 1 {
      tile.launch @kernels::@b outs(%c : memref<?x16xf32>)
      scf.yield
    }
    default {
      tile.launch @kernels::@a outs(%c : memref<?x16xf32>)
    }
    return
  }
}

// -----

// Rows that assert something themselves, or launch on memory that is made in
// their region, run only where the guards select them. Allocations are no such
// memory.

// CHECK-LABEL: func.func @g(
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: arith.select %[[FALSE]], %c1_i64
// CHECK: %[[FALSE1:.*]] = arith.constant false
// CHECK: arith.select %[[FALSE1]], %c2_i64
// CHECK: arith.cmpi ule
// CHECK: %[[SOME:.*]] = arith.andi
// CHECK: arith.select %[[SOME]], %c4_i64
module {
  gpu.module @kernels {
    llvm.func @a(%p0: !llvm.ptr<1>, %p1: i32, %p2: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{alignment = 4 : i64, kind = "pointer", operand = 0 : i64},
                  {dim = 0 : i64, kind = "size", operand = 0 : i64},
                  {dim = 1 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
    llvm.func @b(%p0: !llvm.ptr<1>, %p1: i32, %p2: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{alignment = 16 : i64, kind = "pointer", operand = 0 : i64},
                  {dim = 0 : i64, kind = "size", operand = 0 : i64},
                  {dim = 1 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
  }
  func.func private @make(index) -> memref<?x16xf32>
  func.func @g(%row: index, %m: index, %c: memref<?x16xf32>, %i: i1) {
    %c16 = arith.constant 16 : index
    %c1 = arith.constant 1 : index
    %chosen = tile.plan_row %row sizes(%m, %c16, %c16, %c1) of "?x16x16 f32 -> f32"
        bounds [0, 16, 8, 0, 9, 1, 0, 9, 1, 0, 9, 1, 17, 32, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1,
                0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1] everywhere [false, true, true]
    scf.index_switch %chosen
    case 0 {
      cf.assert %i, "no"
      tile.launch @kernels::@a outs(%c : memref<?x16xf32>)
      scf.yield
    }
    case 1 {
      %made = func.call @make(%m) : (index) -> memref<?x16xf32>
      tile.launch @kernels::@b outs(%made : memref<?x16xf32>)
      scf.yield
    }
    default {
      %made = memref.alloc(%m) : memref<?x16xf32>
      tile.launch @kernels::@b outs(%made : memref<?x16xf32>)
    }
    return
  }
}

// -----

// Without a switch of launches the row is what it was.

// CHECK-LABEL: func.func @h(
// CHECK-SAME: %[[ROW:.*]]: index
// CHECK-NEXT: return %[[ROW]]
func.func @h(%row: index) -> index {
  %chosen = tile.plan_row %row sizes(%row, %row, %row, %row) of "f"
      bounds [0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1] everywhere [true]
  return %chosen : index
}

// -----

// Two launches of one kernel that choose other columns count as two kernels.
// CHECK-DAG: llvm.mlir.global internal constant @autotune_plan_rows_0(dense<[2, 0, 1, 0, 8, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1, 1, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1]> : tensor<29xi64>)
// CHECK-DAG: llvm.mlir.global internal constant @autotune_plan_text_0("?x16x16 f32 -> f32\0Aa_64\0Aa_72\00")
module {
  gpu.module @kernels {
    llvm.func @a(%p0: !llvm.ptr<1>, %p1: i32, %p2: i32, %p3: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{alignment = 4 : i64, kind = "pointer", operand = 0 : i64},
                  {dim = 0 : i64, kind = "size", operand = 0 : i64},
                  {dim = 1 : i64, kind = "size", operand = 0 : i64}, {kind = "columns"}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 72>,
        choices = array<i64: 64, 72>}} {
      llvm.return
    }
  }
  func.func @widths(%row: index, %m: index, %c: memref<?x16xf32>) {
    %c16 = arith.constant 16 : index
    %c1 = arith.constant 1 : index
    %chosen = tile.plan_row %row sizes(%m, %c16, %c16, %c1) of "?x16x16 f32 -> f32"
        bounds [0, 8, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1, 0, 9, 1] everywhere [true, true]
    scf.index_switch %chosen
    case 0 {
      tile.launch @kernels::@a outs(%c : memref<?x16xf32>) columns(64)
      scf.yield
    }
    default {
      tile.launch @kernels::@a outs(%c : memref<?x16xf32>) columns(72)
    }
    return
  }
}
