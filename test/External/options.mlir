// A heuristic that depends on a library of others proposes only if it is named.
// Without the library, that is an error that says what to do.

// RUN: %nvmatmul_none autotune-opt %s --autotune-attach-configs=target=h200 -o %t.none
// RUN: env FAKE_NVMATMUL_PRINTS=1 %nvmatmul_good autotune-opt %s --autotune-attach-configs=target=h200 2>&1 | diff %t.none -
// RUN: %nvmatmul_good autotune-opt %s --autotune-attach-configs="target=h200 heuristics=all" | diff %t.none -
// RUN: %nvmatmul_none autotune-opt %s --autotune-attach-configs="target=h200 disable=nv-matmul-heuristics" | diff %t.none -

// RUN: not %nvmatmul_none autotune-opt %s --autotune-attach-configs="target=h200 heuristics=nv-matmul-heuristics" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: heuristic 'nv-matmul-heuristics': cannot open /nonexistent/libnvMatmulHeuristics.so.0 ({{.*}}); install the package (pip install nvidia-matmul-heuristics), and set AUTOTUNE_LIBNVMATMULHEURISTICS to the path of its libnvMatmulHeuristics.so.0
// RUN: not %nvmatmul_later autotune-opt %s --autotune-attach-configs="target=h200 heuristics=nv-matmul-heuristics" 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: error: heuristic 'nv-matmul-heuristics': {{.*}}later.so has version 0.2.7; nvMatmulHeuristics 0.1 is needed (pip install 'nvidia-matmul-heuristics==0.1.*')
// RUN: not %nvmatmul_lacking autotune-opt %s --autotune-attach-configs="target=h200 heuristics=all,nv-matmul-heuristics" 2>&1 | FileCheck %s --check-prefix=LACKING
// LACKING: error: heuristic 'nv-matmul-heuristics': {{.*}}lacking.so has no function nvMatmulHeuristicsGetGemmConfig; nvMatmulHeuristics 0.1 is needed
// RUN: not %nvmatmul_none autotune-bench tune %s -o %t --effort=none --target=h200 --heuristics=nv-matmul-heuristics 2>&1 | FileCheck %s --check-prefix=NONE

// Beside all others.

// RUN: %nvmatmul_good autotune-opt %s --autotune-attach-configs="target=h200 heuristics=all,nv-matmul-heuristics space=none max-candidates=0" | FileCheck %s --check-prefix=BOTH
// BOTH-DAG: raster = along_n, group = 4, split_k = 2
// BOTH-DAG: schedule = pingpong

// A kernel without a counterpart on a chip is left out there: ampere_mma has no
// clusters.

// RUN: %nvmatmul_good autotune-opt %s --autotune-attach-configs="target=a100-sxm heuristics=nv-matmul-heuristics space=none" --remarks-filter=autotune 2>&1 | FileCheck %s --check-prefix=A100
// A100: skipped: 5 of 6 kernels of version 0.1.7 have no config; the first is 128x128x64 cluster 2x1 stages 7 split 1: ampere_mma: the template has neither split K nor clusters
// A100: autotune.config = #autotune.config<ampere_mma, tile = [16, 128, 64], warps = [1, 4], stages = 4

func.func @f(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}
