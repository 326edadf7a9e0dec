// A table's plan is attached as it is to a matmul of unknown sizes, and each
// matmul of known sizes gets the config of its row.
//
// RUN: split-file %s %t
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/table.json strict" -o %t/out.mlir 2>%t/errors
// RUN: count 0 < %t/errors
// RUN: FileCheck %t/in.mlir < %t/out.mlir
// RUN: autotune-opt %t/out.mlir --autotune-lower-matmul=target=h200 -o /dev/null
//
// The limits of predicted plans are not for it. But one config for all sizes is
// that of the last row.
//
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/table.json plan-configs=2 plan-rows=1" | diff %t/out.mlir -
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/table.json plan-configs=1" | FileCheck %s --check-prefix=ONE
// ONE-LABEL: func.func @unknown
// ONE: autotune.config = #autotune.config<hopper_wgmma, tile = [128, 256, 64],
// ONE-SAME: autotune.provenance = #autotune.provenance<table,
//
// An entry for a range is for what is expected in it.
//
// RUN: autotune-opt %t/range.mlir --autotune-attach-configs="target=h200 table=%t/range.json" | FileCheck %t/range.mlir
//
// A row that isn't legal is left out, and a remark says so. With strict it is an
// error.
//
// RUN: autotune-opt %t/one.mlir --autotune-attach-configs="target=h200 table=%t/illegal.json" --remarks-filter=autotune 2>%t/remarks | FileCheck %s --check-prefix=LEFT
// RUN: FileCheck %s --check-prefix=REMARK < %t/remarks
// RUN: not autotune-opt %t/one.mlir --autotune-attach-configs="target=h200 table=%t/illegal.json strict" 2>&1 | FileCheck %s --check-prefix=STRICT
// LEFT: autotune.config = #autotune.plan<[m to 64]: <hopper_wgmma, tile = [64, 16, 128], {{.*}}>, else: <hopper_wgmma, tile = [128, 256, 64], {{[^>]*}}>>
// LEFT-SAME: autotune.provenance = #autotune.provenance<table, heuristics = ["table"]>
// REMARK: a row of the table's plan is left out: {{.*}}illegal.json:3: the config <simt_stream {{.*}}> of its row for m to 4 breaks
// STRICT: error: 'linalg.matmul' op can't have the plan of the table: {{.*}}illegal.json:3: the config <simt_stream {{.*}}> of its row for m to 4 breaks
//
// Without a last row there is no plan, and it is predicted.
//
// RUN: autotune-opt %t/one.mlir --autotune-attach-configs="target=h200 table=%t/last.json" --remarks-filter=autotune 2>%t/last | FileCheck %s --check-prefix=PREDICTED
// RUN: FileCheck %s --check-prefix=LAST < %t/last
// PREDICTED: autotune.config = #autotune.plan<
// PREDICTED-SAME: autotune.provenance = #autotune.provenance<model>
// LAST: a row of the table's plan is left out: {{.*}}last.json:3: the config <hopper_wgmma {{.*}}> of its row for all other sizes breaks
//
// A fault of a row is a warning at its place.
//
// RUN: autotune-opt %t/one.mlir --autotune-attach-configs="target=h200 table=%t/bad.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not autotune-opt %t/one.mlir --autotune-attach-configs="target=h200 table=%t/bad.json strict" 2>&1 | FileCheck %s --check-prefix=BAD-STRICT
// BAD: bad.json:4:21: warning: expected = SIZE, or one or more of from SIZE, to SIZE and by SIZE, in this order; a guard is "m = 1", "m from 2 to 64, k by 64" or "else"
// BAD: bad.json:5:18: warning: the last row of the plan is for all other sizes, and has no guard or "else" instead of "m from 65"
// BAD: bad.json:9:7: warning: row 1 of the plan is never reached: the rows before it are for all of its sizes
// BAD: bad.json:13:59: warning: tile[1] = 71 is not in {8, 16, ..., 256}
// BAD-NOT: warning:
// BAD-STRICT: bad.json:4:21: error: expected = SIZE
// BAD-STRICT-NOT: warning:

//--- table.json
{
  "version": 1,
  "entries": [
    {
      "match": { "elements": "bf16 -> f32", "layout": "tn" },
      "chip": "sm_90a",
      "configs": ["simt"],
      "comment": "configs don't count beside a plan"
    },
    {
      "match": { "elements": "bf16 -> f32", "layout": "tn" },
      "device": "h200",
      "plan": [
        { "guard": "m = 1, k by 64", "config": "simt_stream, rows = 1" },
        { "guard": "m from 2 to 64, n = 64", "config": "simt" },
        { "guard": "m from 2 to 64", "config": "hopper_wgmma, tile = [64, 16, 128], swap = true" },
        { "guard": "else", "config": "hopper_wgmma, tile = [128, 256, 64]" }
      ]
    }
  ]
}

//--- in.mlir
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
// Conditions on known sizes are decided: N is not 64, and K is a multiple of 64.
// CHECK-LABEL: func.func @unknown
// CHECK: autotune.candidates = [#autotune.config<hopper_wgmma, tile = [128, 256, 64], {{[^>]*}}>, #autotune.config<simt_stream, {{[^>]*}}>, #autotune.config<hopper_wgmma, tile = [64, 16, 128], {{[^>]*}}>],
// CHECK-SAME: autotune.config = #autotune.plan<[m = 1]: <simt_stream, rows = 1, {{[^>]*}}>, [m from 2 to 64]: <hopper_wgmma, tile = [64, 16, 128], {{[^>]*}}>, else: <hopper_wgmma, tile = [128, 256, 64], {{[^>]*}}>>
// CHECK-SAME: autotune.provenance = #autotune.provenance<table, heuristics = ["table"]>
func.func @unknown(%x: tensor<?x4096xbf16>, %w: tensor<4096x4096xbf16>, %c: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<?x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %y : tensor<?x4096xf32>
}
// The configs of other entries come behind.
// CHECK-LABEL: func.func @known
// CHECK: autotune.candidates = [#autotune.config<hopper_wgmma, tile = [64, 16, 128], {{[^>]*}}>, #autotune.config<simt, {{[^>]*}}>
// CHECK-SAME: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 16, 128],
// CHECK-SAME: autotune.provenance = #autotune.provenance<table, heuristics = ["table",
func.func @known(%x: tensor<64x4096xbf16>, %w: tensor<4096x4096xbf16>, %c: tensor<64x4096xf32>) -> tensor<64x4096xf32> {
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<64x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<64x4096xf32>) -> tensor<64x4096xf32>
  return %y : tensor<64x4096xf32>
}
// CHECK-LABEL: func.func @more
// CHECK: autotune.config = #autotune.config<hopper_wgmma, tile = [128, 256, 64],
// CHECK-SAME: autotune.provenance = #autotune.provenance<table,
func.func @more(%x: tensor<65x4096xbf16>, %w: tensor<4096x4096xbf16>, %c: tensor<65x4096xf32>) -> tensor<65x4096xf32> {
  %y = linalg.matmul indexing_maps = [#a, #b, #c] ins(%x, %w : tensor<65x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<65x4096xf32>) -> tensor<65x4096xf32>
  return %y : tensor<65x4096xf32>
}

//--- range.json
{ "version": 1, "entries": [ { "match": { "m": { "max": 64 }, "n": 4096 }, "plan": [
  { "guard": "m to 8", "config": "simt, tile = [16, 64, 16]" },
  { "config": "simt, tile = [64, 64, 16]" } ] } ] }

//--- range.mlir
// CHECK-LABEL: func.func @expected
// CHECK: autotune.config = #autotune.plan<[m to 8]: <simt, tile = [16, 64, 16], {{[^>]*}}>, else: <simt, tile = [64, 64, 16],
// CHECK-SAME: autotune.provenance<table, heuristics = ["table"]>
func.func @expected(%x: tensor<?x4096xbf16>, %w: tensor<4096x4096xbf16>, %c: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %y = linalg.matmul {autotune.sizes = #autotune.sizes<m from 1 to 64>} ins(%x, %w : tensor<?x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %y : tensor<?x4096xf32>
}
// Other sizes may occur, which the entry doesn't match.
// CHECK-LABEL: func.func @any
// CHECK: autotune.config = #autotune.plan<
// CHECK-SAME: hopper_wgmma
// CHECK-SAME: autotune.provenance<model>
func.func @any(%x: tensor<?x4096xbf16>, %w: tensor<4096x4096xbf16>, %c: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<?x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %y : tensor<?x4096xf32>
}

//--- one.mlir
func.func @f(%x: tensor<?x4096xbf16>, %w: tensor<4096x4096xbf16>, %c: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<?x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %y : tensor<?x4096xf32>
}

//--- illegal.json
{ "version": 1, "entries": [
  { "match": {}, "plan": [
    { "guard": "m to 4", "config": "simt_stream, rows = 4" },
    { "guard": "m to 64", "config": "hopper_wgmma, tile = [64, 16, 128], swap = true" },
    { "config": "hopper_wgmma, tile = [128, 256, 64]" } ] } ] }

//--- last.json
{ "version": 1, "entries": [
  { "match": {}, "plan": [ { "guard": "m = 1", "config": "simt_stream, rows = 1" },
    { "config": "hopper_wgmma, tile = [256, 256, 256], stages = 8" } ] } ] }

//--- bad.json
{ "version": 1, "entries": [
  { "match": {},
    "plan": [
      { "guard": "m < 64", "config": "simt" },
      { "guard": "m from 65", "config": "simt" } ] },
  { "match": {},
    "plan": [
      { "guard": "m to 64", "config": "simt" },
      { "guard": "m from 2 to 8", "config": "simt" },
      { "config": "simt" } ] },
  { "match": {},
    "plan": [
      { "guard": "m = 1", "config": "hopper_wgmma, tile = [64, 71, 64]" },
      { "config": "simt" } ] } ] }
