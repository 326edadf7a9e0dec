// RUN: autotune-opt %s --split-input-file --autotune-attach-configs="target=h100-sxm heuristics=wave-fill space=none" | %long_configs | FileCheck %s

// Of a group that is uneven, tiles that have the columns of B as their rows are
// proposed, too: 96 rows of a product are a tile. Without swap, 64 are one of
// the uneven products' rows, and the estimate drops 128.

// CHECK-LABEL: func @uneven
// CHECK-DAG: tile = [64, 256, 64], {{[^>]*}}swap = false
// CHECK-DAG: tile = [256, 96, 64], {{[^>]*}}swap = true
func.func @uneven(%a0: memref<96x4096xbf16>, %a1: memref<90x4096xbf16>, %a2: memref<190x4096xbf16>, %b: memref<14336x4096xbf16>,
    %c0: memref<96x14336xbf16>, %c1: memref<90x14336xbf16>, %c2: memref<190x14336xbf16>) {
  problem.grouped_matmul ins(%a0, %a1, %a2 : memref<96x4096xbf16>, memref<90x4096xbf16>, memref<190x4096xbf16>)
      by(%b, %b, %b : memref<14336x4096xbf16>, memref<14336x4096xbf16>, memref<14336x4096xbf16>) transpose_b
      outs(%c0, %c1, %c2 : memref<96x14336xbf16>, memref<90x14336xbf16>, memref<190x14336xbf16>)
  return
}

// -----

// Few rows each, though 96 together: columns of the tile, which are 16.

// CHECK-LABEL: func @few
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [{{[0-9]+}}, {{16|32}}, {{[0-9]+}}], {{.*}}swap = true
func.func @few(%a: memref<12x4096xbf16>, %b: memref<14336x4096xbf16>, %c0: memref<12x14336xbf16>, %c1: memref<12x14336xbf16>,
    %c2: memref<12x14336xbf16>, %c3: memref<12x14336xbf16>, %c4: memref<12x14336xbf16>, %c5: memref<12x14336xbf16>,
    %c6: memref<12x14336xbf16>, %c7: memref<12x14336xbf16>) {
  problem.grouped_matmul ins(%a, %a, %a, %a, %a, %a, %a, %a : memref<12x4096xbf16>, memref<12x4096xbf16>, memref<12x4096xbf16>, memref<12x4096xbf16>, memref<12x4096xbf16>, memref<12x4096xbf16>, memref<12x4096xbf16>, memref<12x4096xbf16>)
      by(%b, %b, %b, %b, %b, %b, %b, %b : memref<14336x4096xbf16>, memref<14336x4096xbf16>, memref<14336x4096xbf16>, memref<14336x4096xbf16>, memref<14336x4096xbf16>, memref<14336x4096xbf16>, memref<14336x4096xbf16>, memref<14336x4096xbf16>) transpose_b
      outs(%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7 : memref<12x14336xbf16>, memref<12x14336xbf16>, memref<12x14336xbf16>, memref<12x14336xbf16>, memref<12x14336xbf16>, memref<12x14336xbf16>, memref<12x14336xbf16>, memref<12x14336xbf16>)
  return
}
