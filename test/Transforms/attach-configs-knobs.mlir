// A config in pieces, as a script of transform.tune.knob leaves it, is put
// together; what is missing is completed. A script of an earlier version may have
// knobs of parameters that were removed since, with their defaults.
//
// RUN: split-file %s %t
// RUN: autotune-opt %t/good.mlir --autotune-attach-configs=target=h200 | %long_configs | FileCheck %t/good.mlir
// RUN: autotune-opt %t/bad.mlir --autotune-attach-configs=target=h200 -split-input-file -verify-diagnostics

//--- good.mlir
// CHECK-NOT: autotune.knob
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 128, 64], stages = 3, {{.*}}schedule = cooperative, {{.*}}swap = true,
// CHECK-SAME: autotune.provenance = #autotune.provenance<given
// CHECK-NOT: autotune.knob
func.func @f(%a: tensor<512x512xbf16>, %b: tensor<512x512xbf16>, %c: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %d = linalg.matmul {autotune.knob.template = "hopper_wgmma", autotune.knob.tile.m = 64, autotune.knob.tile.n = 128, autotune.knob.tile.k = 64,
                      autotune.knob.stages = 3, autotune.knob.swap = true, autotune.knob.schedule = "cooperative",
                      autotune.knob.stream_k = false, autotune.knob.evict_last = "none"}
    ins(%a, %b : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%c : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %d : tensor<512x512xbf16>
}

//--- bad.mlir
func.func @no_template(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{has knobs, but no autotune.knob.template that names one of hopper_wgmma, ampere_mma, simt, simt_stream, simt_rows, hopper_attention, ampere_attention, cublaslt, cutlass}}
  %d = linalg.matmul {autotune.knob.stages = 3} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @both(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{has both knobs and an autotune.config; only one of them may set its config}}
  %d = linalg.matmul {autotune.config = #autotune.config<simt>, autotune.knob.template = "simt"} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @unknown(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{has the knob autotune.knob.stages, which is not a parameter of template simt, known: tile, thread}}
  %d = linalg.matmul {autotune.knob.template = "simt", autotune.knob.stages = 3} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @removed_bool(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{has an invalid knob: stream_k = true, but stream_k was removed from the template}}
  %d = linalg.matmul {autotune.knob.template = "hopper_wgmma", autotune.knob.stream_k = true} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @removed_enum_case(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{has an invalid knob: reduce = last, but last was removed from the template}}
  %d = linalg.matmul {autotune.knob.template = "hopper_wgmma", autotune.knob.reduce = "last"} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @removed_case(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{has an invalid knob: evict_last = a, but evict_last was removed from the template}}
  %d = linalg.matmul {autotune.knob.template = "hopper_wgmma", autotune.knob.evict_last = "a"} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @some(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{has some of the knobs of thread, but no autotune.knob.thread.n}}
  %d = linalg.matmul {autotune.knob.template = "simt", autotune.knob.thread.m = 4} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @domain(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{has an invalid knob: thread[1] = 3 is not in {1, 2, 4, 8}}}
  %d = linalg.matmul {autotune.knob.template = "simt", autotune.knob.thread.m = 4, autotune.knob.thread.n = 3} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @kind(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error@+1 {{autotune.knob.thread.m = true is not in {1, 2, 4, 8}}}
  %d = linalg.matmul {autotune.knob.template = "simt", autotune.knob.thread.m = true, autotune.knob.thread.n = 4} ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// -----

func.func @unserved(%a: tensor<8x8xf32>, %v: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{has knobs of an autotune.config, but no kernel can serve it: }}
  %d = linalg.matvec {autotune.knob.template = "simt", autotune.knob.thread.m = 4} ins(%a, %v : tensor<8x8xf32>, tensor<8xf32>) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  return %d : tensor<8xf32>
}
