// Loads of windows, and launches that say where windows are.
// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt %s -mlir-print-op-generic | autotune-opt | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: tile.kernel @conv
  tile.kernel @conv(%x: memref<?x?x?x?xf16>, %f: memref<?x?x?xf16>, %y: memref<?x?xf16>) {
    %c0 = arith.constant 0 : index
    // CHECK: %[[R:.*]], %[[S:.*]] = tile.window_size
    %rows, %columns = tile.window_size
    %ring = tile.ring stages(4) : !tile.ring<128x64xf16>
    tile.role "producer" warps(4) elect {
      %slot = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      // CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] window [%[[R]], %[[S]]] into %{{.*}}[0] half [0, 1] multicast(n) cache(evict_first) : memref<?x?x?x?xf16>, <128x64xf16>
      tile.load %x[%c0, %c0] window [%rows, %columns] into %slot[0] half [0, 1] multicast(n) cache(evict_first) : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

// CHECK-LABEL: func.func @launch
func.func @launch(%x: tensor<2x9x11x64xf16>, %f: tensor<15x24x64xf16>, %y: tensor<60x24xf16>) -> tensor<60x24xf16> {
  // CHECK: tile.launch @kernels::@conv
  // CHECK-SAME: sms(132) window [3, 5] strides [2, 2] dilations [1, 1] padding [1, 2, 1, 1] {mine} ->
  %r = tile.launch @kernels::@conv ins(%x, %f : tensor<2x9x11x64xf16>, tensor<15x24x64xf16>)
      outs(%y : tensor<60x24xf16>) sms(132) window [3, 5] strides [2, 2] dilations [1, 1] padding [1, 2, 1, 1] {mine}
      -> tensor<60x24xf16>
  return %r : tensor<60x24xf16>
}
