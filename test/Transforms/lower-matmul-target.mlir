// Where the target comes from, and configs that it can't hold.
// RUN: not autotune-opt %s -autotune-lower-matmul=target=sm_80 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not autotune-opt %s -autotune-lower-matmul 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not autotune-opt %s -autotune-lower-matmul=target=sm_12 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sed 's/^module {/module attributes {autotune.target = #autotune.target<"h200">} {/' %s \
// RUN:   | autotune-opt -autotune-lower-matmul | FileCheck %s --check-prefix=NAMED

// CHIP: error: 'linalg.matmul' op has a config that breaks chip:
// NONE: error: {{.*}}target
// UNKNOWN: error: {{.*}}sm_12
// NAMED: tile.launch @autotune_kernels_sm_90a::
module {
  func.func @f(%a: tensor<128x64xbf16>, %b: tensor<64x64xbf16>, %c: tensor<128x64xbf16>) -> tensor<128x64xbf16> {
    %0 = linalg.matmul {autotune.config = #autotune.config<hopper_wgmma, tile = [128, 64, 64], stages = 4,
        consumers = 2, schedule = cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = 1, reduce = cluster,
        swap = false, persistent = true, load = tma, store = direct, ctas_per_sm = 1, evict_first = none,
      dependent_launch = false>}
        ins(%a, %b : tensor<128x64xbf16>, tensor<64x64xbf16>) outs(%c : tensor<128x64xbf16>) -> tensor<128x64xbf16>
    return %0 : tensor<128x64xbf16>
  }
}
