// RUN: autotune-opt %s | autotune-opt | FileCheck %s
// RUN: autotune-opt --mlir-print-op-generic %s | autotune-opt | FileCheck %s

// Parameters are printed in the order of their declaration, whatever the order
// in which they were written, and a partial config stays partial.

// CHECK: module attributes {autotune.target = #autotune.target<"h200">}
module attributes {autotune.target = #autotune.target<"h200">} {
  // CHECK-LABEL: func.func private @config
  // CHECK-SAME: a = #autotune.config<simt>
  // CHECK-SAME: b = #autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 4>
  // CHECK-SAME: c = #autotune.config<simt, tile = [64, 64, 16], defaults>
  // CHECK-SAME: d = #autotune.config<hopper_wgmma, tile = [64, 8, 128], stages = 12, consumers = 1, schedule = cooperative, cluster = [4, 2], raster = along_n, group = 32, split_k = 8, reduce = cluster, swap = true, persistent = false, store = tma, ctas_per_sm = 4, evict_first = b, dependent_launch = false>
  func.func private @config() attributes {
    a = #autotune.config<simt>,
    b = #autotune.config<hopper_wgmma, stages = 4, tile = [128, 256, 64]>,
    c = #autotune.config<simt, thread = [4, 4], tile = [64, 64, 16]>,
    d = #autotune.config<hopper_wgmma, tile = [64, 8, 128], stages = 12,
          consumers = 1, schedule = cooperative, cluster = [4, 2],
          raster = along_n, group = 32, split_k = 8, reduce = cluster, swap = true,
          persistent = false, store = tma, ctas_per_sm = 4, evict_first = b,
          dependent_launch = false>}

  // A complete config leaves out what has its default, and says so; but for the
  // first parameter, the tile. What was stored before, with every parameter, is
  // the same config, and so is a text with some defaults in it.
  // CHECK-LABEL: func.func private @complete
  // CHECK-SAME: a = #autotune.config<hopper_wgmma, tile = [128, 192, 64], schedule = pingpong, store = tma, defaults>
  // CHECK-SAME: b = #autotune.config<hopper_wgmma, tile = [128, 192, 64], schedule = pingpong, store = tma, defaults>
  // CHECK-SAME: c = #autotune.config<hopper_wgmma, tile = [128, 192, 64], schedule = pingpong, store = tma, defaults>
  // CHECK-SAME: d = #autotune.config<hopper_wgmma, tile = [128, 128, 64], defaults>
  // CHECK-SAME: e = #autotune.config<simt, tile = [16, 32, 8], thread = [1, 4]>
  // CHECK-SAME: f = #autotune.config<simt_stream, rows = 1, columns = 4, bypass_l1 = false, defaults>
  func.func private @complete() attributes {
    a = #autotune.config<hopper_wgmma, tile = [128, 192, 64], stages = 4, consumers = 2,
          schedule = pingpong, in_turn = false, promote = 1, cluster = [1, 1],
          raster = along_m, group = 8, split_k = 1, reduce = cluster,
          swap = false, persistent = true, load = tma, store = tma, ctas_per_sm = 1,
          evict_first = none, dependent_launch = false, widest = 0>,
    b = #autotune.config<hopper_wgmma, tile = [128, 192, 64], schedule = pingpong,
          store = tma, defaults>,
    c = #autotune.config<hopper_wgmma, store = tma, stages = 4, schedule = pingpong,
          tile = [128, 192, 64], defaults>,
    d = #autotune.config<hopper_wgmma, defaults>,
    e = #autotune.config<simt, tile = [16, 32, 8], thread = [1, 4], defaults>,
    f = #autotune.config<simt_stream, columns = 4, bypass_l1 = false, defaults>}

  // Of parameters that were removed, stored texts may still name the defaults.
  // CHECK-LABEL: func.func private @removed
  // CHECK-SAME: a = #autotune.config<hopper_wgmma, tile = [128, 192, 64], defaults>
  // CHECK-SAME: b = #autotune.config<hopper_wgmma, stages = 5>
  // CHECK-SAME: c = #autotune.config<hopper_wgmma>
  func.func private @removed() attributes {
    a = #autotune.config<hopper_wgmma, tile = [128, 192, 64], placed = false,
          stream_k = false, evict_last = none, defaults>,
    b = #autotune.config<hopper_wgmma, evict_last = none, stages = 5>,
    c = #autotune.config<hopper_wgmma, stream_k = false>}

  // CHECK-LABEL: func.func private @target
  // CHECK-SAME: a = #autotune.target<"h200">
  // CHECK-SAME: b = #autotune.target<"h200", sms = 114>
  // CHECK-SAME: c = #autotune.target<chip = "sm_90a", sms = 132, l2_bytes = 52428800, memory_bandwidth = 4.800000e+12>
  func.func private @target() attributes {
    a = #autotune.target<"h200">,
    b = #autotune.target<"h200", sms = 114>,
    c = #autotune.target<sms = 132, memory_bandwidth = 4.8e12,
                         l2_bytes = 52428800, chip = "sm_90a">}

  // CHECK-LABEL: func.func private @provenance
  // CHECK-SAME: a = #autotune.provenance<heuristic, heuristics = ["cluster-m2", "wave-fill"]>
  // CHECK-SAME: b = #autotune.provenance<measured, heuristics = ["cluster-m2"], time_ns = 198500, baseline_ns = 199700, device = "NVIDIA H200">
  // CHECK-SAME: c = #autotune.provenance<measured, time_ns = 3400, device = "NVIDIA \22H200\22">
  // CHECK-SAME: d = #autotune.provenance<estimated, time_ns = 201000>
  // CHECK-SAME: e = #autotune.provenance<given>
  // CHECK-SAME: f = #autotune.provenance<table, heuristics = ["table", "wave-fill"]>
  // CHECK-SAME: g = #autotune.provenance<measured, time_ns = 3400, device = "NVIDIA H200", margin_ppm = -2500, trials = 24, date = "2026-01-31T12:00:00Z">
  // CHECK-SAME: h = #autotune.provenance<model>
  func.func private @provenance() attributes {
    a = #autotune.provenance<heuristic, heuristics = ["cluster-m2", "wave-fill"]>,
    b = #autotune.provenance<measured, device = "NVIDIA H200",
          baseline_ns = 199700, time_ns = 198500, heuristics = ["cluster-m2"]>,
    c = #autotune.provenance<measured, time_ns = 3400, device = "NVIDIA \"H200\"">,
    d = #autotune.provenance<estimated, time_ns = 201000>,
    e = #autotune.provenance<given>,
    f = #autotune.provenance<table, heuristics = ["table", "wave-fill"]>,
    g = #autotune.provenance<measured, time_ns = 3400, date = "2026-01-31T12:00:00Z",
                             trials = 24, margin_ppm = -2500, device = "NVIDIA H200">,
    h = #autotune.provenance<model>}

  // CHECK-LABEL: func.func @attached
  func.func @attached(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>,
                      %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
    // CHECK: linalg.matmul {autotune.candidates = [#autotune.config<simt>, #autotune.config<hopper_wgmma>], autotune.config = #autotune.config<simt>, autotune.provenance = #autotune.provenance<given>}
    %0 = linalg.matmul {
      autotune.config = #autotune.config<simt>,
      autotune.candidates = [#autotune.config<simt>, #autotune.config<hopper_wgmma>],
      autotune.provenance = #autotune.provenance<given>}
      ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>)
      outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
}
