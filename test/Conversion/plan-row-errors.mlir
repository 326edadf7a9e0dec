// RUN: autotune-opt %s -split-input-file -convert-tile-launch-to-gpu -verify-diagnostics

func.func private @mgpuAutotunePlansAreOn()
gpu.module @kernels {
    llvm.func @a(%p0: !llvm.ptr<1>, %p1: i32, %p2: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{alignment = 4 : i64, kind = "pointer", operand = 0 : i64},
                  {dim = 0 : i64, kind = "size", operand = 0 : i64},
                  {dim = 1 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
}
func.func @f(%row: index, %c: memref<?x16xf32>) {
  // expected-error@+1 {{'tile.plan_row' op needs the symbol @mgpuAutotunePlansAreOn of the runtime, but the symbol is taken}}
  %chosen = tile.plan_row %row sizes(%row, %row, %row, %row) of "f"
      bounds [0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1] everywhere [true, true]
  scf.index_switch %chosen
  case 0 {
    tile.launch @kernels::@a outs(%c : memref<?x16xf32>)
    scf.yield
  }
  default {
    tile.launch @kernels::@a outs(%c : memref<?x16xf32>)
  }
  return
}

// -----

func.func private @mgpuAutotunePlanRow()
gpu.module @kernels {
    llvm.func @a(%p0: !llvm.ptr<1>, %p1: i32, %p2: i32) attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64, extents = array<i64: 0, 0, 0, 1>,
        params = [{alignment = 4 : i64, kind = "pointer", operand = 0 : i64},
                  {dim = 0 : i64, kind = "size", operand = 0 : i64},
                  {dim = 1 : i64, kind = "size", operand = 0 : i64}],
        persistent = false, shared_memory = 0 : i64, threads = 32 : i64, tile = array<i64: 8, 8>}} {
      llvm.return
    }
}
func.func @f(%row: index, %c: memref<?x16xf32>) {
  // expected-error@+1 {{'tile.plan_row' op needs the symbol @mgpuAutotunePlanRow of the runtime, but the symbol is taken}}
  %chosen = tile.plan_row %row sizes(%row, %row, %row, %row) of "f"
      bounds [0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1] everywhere [true, true]
  scf.index_switch %chosen
  case 0 {
    tile.launch @kernels::@a outs(%c : memref<?x16xf32>)
    scf.yield
  }
  default {
    tile.launch @kernels::@a outs(%c : memref<?x16xf32>)
  }
  return
}
