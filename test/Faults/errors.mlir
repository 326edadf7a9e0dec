// What can't be planted, and what could be.
// RUN: split-file %s %t
// RUN: not autotune-opt %t/lowered.mlir -autotune-plant-fault=fault=drop-fence 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not autotune-opt %t/lowered.mlir -autotune-plant-fault 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not autotune-opt %t/lowered.mlir -autotune-plant-fault="fault=drop-store-fence site=2" 2>&1 | FileCheck %s --check-prefix=SITE
// RUN: not autotune-opt %t/lowered.mlir -autotune-plant-fault=fault=drop-full-wait 2>&1 | FileCheck %s --check-prefix=NO-SITE
// RUN: not autotune-opt %t/lowered.mlir -autotune-plant-fault=fault=tile-drop-release 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not autotune-opt %t/tile.mlir -autotune-plant-fault=fault=drop-store-fence 2>&1 | FileCheck %s --check-prefix=TOO-EARLY
// RUN: not autotune-opt %t/host.mlir -autotune-plant-fault=fault=drop-store-fence 2>&1 | FileCheck %s --check-prefix=NO-KERNEL

// RUN: not autotune-opt %t/rows.mlir -autotune-plant-fault=fault=drop-store-fence 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not autotune-opt %t/lowered.mlir -autotune-plant-fault=fault=rows-drop-lane 2>&1 | FileCheck %s --check-prefix=NO-ROWS

// NAME: error: no fault is named 'drop-fence'; there are drop-mbarrier-init-fence, {{.*}}, simt-drop-barrier,
// NONE: error: no fault is named ''; there are drop-mbarrier-init-fence,
// SITE: error: the fault 'drop-store-fence' (no proxy fence between filling a staging buffer and the bulk store) has the sites 0 to 1 in this module, not 2
// NO-SITE: error: the fault 'drop-full-wait' (a stage is read before it has arrived) has no site in this module; its sites are each wait for a stage to be full
// LEVEL: error: the fault 'tile-drop-release' is planted into tile kernels, before convert-tile-to-nvvm; this module has 1 lowered kernel only
// TOO-EARLY: error: the fault 'drop-store-fence' is planted into lowered kernels, after convert-tile-to-nvvm; this module has 1 tile kernel only
// ROWS: error: the fault 'drop-store-fence' is planted into lowered kernels, after convert-tile-to-nvvm; this module has 1 kernel of rows only
// NO-ROWS: error: the fault 'rows-drop-lane' is planted into kernels of rows, after autotune-lower-rows; this module has 1 lowered kernel only
// NO-KERNEL: error: the fault 'drop-store-fence' is planted into lowered kernels, after convert-tile-to-nvvm; this module has no kernel

//--- lowered.mlir
gpu.module @kernels {
  llvm.func @f() attributes {nvvm.kernel} {
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    llvm.return
  }
}
//--- tile.mlir
gpu.module @kernels {
  tile.kernel @f(%c: memref<?x?xf32>) attributes {threads = 32 : i64} {
  }
}
//--- rows.mlir
gpu.module @kernels {
  gpu.func @f() kernel {
    gpu.return
  }
}
//--- host.mlir
func.func @f() {
  return
}
