// RUN: not autotune-opt %s --autotune-attach-configs=target=sm_91 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: unknown target 'sm_91'; known are a100-sxm (sm_80), l40s (sm_89), h100-sxm (sm_90a), h200 (sm_90a), b200 (sm_100a)

// RUN: not autotune-opt %s --autotune-attach-configs=target=h200,sm=3 2>&1 | FileCheck %s --check-prefix=FIGURE
// FIGURE: error: a target has no figure 'sm'; it has compute_capability, sms,

// RUN: not autotune-opt %s --autotune-attach-configs=target=h200,sms=0 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: 'sms' of a target must be a whole number from 1 to 65536
// RUN: not autotune-opt %s --autotune-attach-configs=target=h200,sms=0.5 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not autotune-opt %s --autotune-attach-configs=target=h200,sms=65537 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not autotune-opt %s --autotune-attach-configs=target=h200,sms=nan 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not autotune-opt %s --autotune-attach-configs=target=h200,memory_bandwidth=0.5 2>&1 | FileCheck %s --check-prefix=RATE
// RATE: error: 'memory_bandwidth' of a target must be from 1 to 1e30

// RUN: not autotune-opt %s --autotune-attach-configs=target=h200,sms 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: 'sms' of the target is no figure=number

// RUN: not autotune-opt %s --autotune-attach-configs="target=h200 heuristics=wave" 2>&1 | FileCheck %s --check-prefix=HEURISTIC
// RUN: not autotune-opt %s --autotune-attach-configs="target=h200 disable=wave-fill,wave" 2>&1 | FileCheck %s --check-prefix=HEURISTIC
// HEURISTIC: error: unknown heuristic 'wave'; known are stream-rows, skinny-gemm, cluster-m2, one-wave, split-k, wave-fill, conv-blocks, ampere-default, simt-default, rows-default, attention-default, flex-attention, ampere-attention, nv-matmul-heuristics

// RUN: not autotune-opt %s --autotune-attach-configs="target=h200 space=huge" 2>&1 | FileCheck %s --check-prefix=SPACE
// SPACE: error: unknown level 'huge' of the space; known are quick, default, exhaustive, none

// RUN: not autotune-opt %s --autotune-attach-configs 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: no target is given; set the target option, autotune.target on the module, or #nvvm.target on a gpu.module; known targets are a100-sxm

// One heuristic alone, each switched off, and none at all.

// RUN: autotune-opt %s --autotune-attach-configs="target=h200 heuristics=wave-fill" | FileCheck %s --check-prefix=ONLY
// RUN: autotune-opt %s --autotune-attach-configs="target=h200 disable=cluster-m2" | FileCheck %s --check-prefix=ONLY
// ONLY: autotune.config = #autotune.config<hopper_wgmma,
// ONLY-SAME: provenance<heuristic, heuristics = ["wave-fill"]>

// RUN: autotune-opt %s --autotune-attach-configs="target=h200 disable=cluster-m2,wave-fill" | FileCheck %s --check-prefix=ESTIMATED
// ESTIMATED: autotune.config = #autotune.config<hopper_wgmma,
// ESTIMATED-SAME: provenance<estimated>

// RUN: autotune-opt %s --autotune-attach-configs="target=h200 disable=cluster-m2,wave-fill space=none" | FileCheck %s --check-prefix=NOTHING
// NOTHING: linalg.matmul ins

// RUN: autotune-opt %s --autotune-attach-configs="target=h200 max-candidates=1" | FileCheck %s --check-prefix=LIMIT
// LIMIT: autotune.candidates = [#autotune.config<{{[^>]*}}>], autotune.config

// A figure of the target counts: a chip of 8 SMs needs fewer clusters.

// RUN: autotune-opt %s --autotune-attach-configs="target=sm_90a,shared_memory_per_block=100000 max-candidates=1" \
// RUN:   | FileCheck %s --check-prefix=SMALL
// SMALL: autotune.config = #autotune.config<hopper_wgmma, tile = [{{.*}}], stages = {{[2-5]}},

// RUN: autotune-opt %s --autotune-attach-configs="target=sm_80" | FileCheck %s --check-prefix=AMPERE
// AMPERE: autotune.config = #autotune.config<ampere_mma,

func.func @square(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>,
                  %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>)
                     outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0 : tensor<4096x4096xbf16>
}
