// What is wrong with a table is told at its line and column, and the rest is
// used.
//
// RUN: split-file %s %t
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/bad.json" 2>%t/errors | %long_configs | FileCheck %s --check-prefix=USED
// RUN: FileCheck %s --check-prefix=BAD < %t/errors
// USED: autotune.config = #autotune.config<hopper_wgmma, tile = [64, 72, 64], stages = 3,
// USED-SAME: autotune.provenance = #autotune.provenance<table,
//
// With strict all of it is an error, and nothing is written.
//
// RUN: not autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 strict table=%t/bad.json" 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT-NOT: func.func
// STRICT: bad.json:4:18: error: unknown key "layuot" of match
// STRICT-NOT: warning:
//
// Each warning comes once, however many functions the pass is run on.
//
// RUN: autotune-opt %t/two.mlir --pass-pipeline="builtin.module(func.func(autotune-attach-configs{target=h200 table=%t/bad.json}))" -o /dev/null 2>&1 | grep -c layuot.*there | FileCheck %s --check-prefix=ONCE
// ONCE: {{^1$}}
//
// What is no JSON, and what can't be read.
//
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/open.json" 2>&1 >/dev/null | FileCheck %s --check-prefix=OPEN
// OPEN: open.json:2:16: warning: no JSON: expected ',' or '}' in this object; nothing is used
// OPEN-NOT: warning:
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/empty.json" 2>&1 >/dev/null | FileCheck %s --check-prefix=EMPTY
// EMPTY: empty.json:1:1: warning: no JSON: expected a value; nothing is used
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/none.json" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-DAG: none.json:0:0: warning: the lookup table can't be read: No such file or directory
// NONE-DAG: #autotune.provenance<heuristic,
// RUN: not autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 strict table=%t/none.json" 2>&1 | FileCheck %s --check-prefix=NONE-STRICT
// NONE-STRICT: none.json:0:0: error: the lookup table can't be read: No such file or directory
// RUN: not autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 strict table=%t" 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: the lookup table can't be read: it is a folder
// RUN: not autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 strict table=/dev/zero" 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: error: the lookup table can't be read: it has more than 67108864 bytes, the limit of a table
// RUN: %python -c "print('[' * 1000000)" > %t/deep.json
// RUN: not autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 strict table=%t/deep.json" 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: deep.json:1:65: error: no JSON: nested more than 64 levels deep; nothing is used
//
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/version.json" 2>&1 >/dev/null | FileCheck %s --check-prefix=VERSION
// VERSION: version.json:2:14: warning: this table's version is not 1, the only known one; none of its entries is used
// VERSION-NOT: warning:
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/root.json" 2>&1 >/dev/null | FileCheck %s --check-prefix=ROOT
// ROOT: root.json:1:1: warning: a lookup table must be an object, not an array
// ROOT-NOT: warning:
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/keys.json" 2>&1 >/dev/null | FileCheck %s --check-prefix=KEYS
// KEYS: keys.json:1:3: warning: unknown key "entrys" of a lookup table; there are version, entries, comment, $schema
// KEYS: keys.json:2:14: warning: "comment" must be a string, not null
// KEYS: keys.json:1:1: warning: this table has no "version"; it is read as one of version 1
// KEYS: keys.json:1:1: warning: this table has no "entries"
//
// A config that is illegal for a matmul is no fault of the table: a remark tells.
//
// RUN: autotune-opt %t/in.mlir --autotune-attach-configs="target=h200 table=%t/illegal.json" --remarks-filter=autotune -o /dev/null 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// ILLEGAL: heuristic table skipped: {{.*}}illegal.json:2:
// ILLEGAL-SAME: its config <hopper_wgmma 256x256x256 s8 ...> breaks

// BAD: bad.json:4:18: warning: unknown key "layuot" of match; there are elements, layout, accumulate, m, n, k
// BAD: bad.json:5:28: warning: '<tn>' is no layout; there are nn, nt, tn, tt: the first letter is t where B is stored N x K, the second where A is stored K x M
// BAD: bad.json:6:36: warning: no element type 'bf17'; there are bf16, f16, f32, f64, f8E4M3FN, f8E5M2, tf32, 3xtf32, i8, i16, i32, i64, as in "bf16 -> f32" and "bf16,f16 -> f32"
// BAD: bad.json:7:32: warning: "accumulate" must be true or false, not an integer
// BAD: bad.json:8:23: warning: "min" = 64 is above "max" = 16; it must not be
// BAD: bad.json:9:23: warning: "near" can't be combined with "min" or "max"
// BAD: bad.json:10:23: warning: "m" needs a "min", a "max" or a "near"; without "m", any size does
// BAD: bad.json:11:23: warning: "m" = 0 is no size; sizes are from 1 to 2147418111
// BAD: bad.json:12:23: warning: "m" must be an integer, a range such as {"min": 16, "max": 64}, or {"near": 4096}, not a number
// BAD: bad.json:13:33: warning: "near" must be an integer, not a string
// BAD: bad.json:14:27: warning: "m" is given twice
// BAD: bad.json:15:30: warning: no device 'h300' is known; there are a100-sxm (sm_80), l40s (sm_89), h100-sxm (sm_90a), h200 (sm_90a), b200 (sm_100a), and the driver's names of them
// BAD: bad.json:16:28: warning: 'h200' is no chip; chips are spelled as in sm_90a
// BAD: bad.json:17:5: warning: this entry has no "match"; {} matches every matmul
// BAD: bad.json:18:5: warning: this entry has no "configs" and no "plan"; it needs one of them
// BAD: bad.json:19:31: warning: "configs" is empty; an entry needs one at least
// BAD: bad.json:20:31: warning: "configs" must be an array, not a string
// BAD: bad.json:21:5: warning: an entry must be an object, not an integer
// BAD: bad.json:22:47: warning: stale: this entry is for another version of simt (hash 0123456789abcdef, now {{[0-9a-f]+}}); its configs of that template are dropped
// BAD: bad.json:23:39: warning: unknown key "smit" of template_hash; there are hopper_wgmma, ampere_mma, simt, simt_stream, simt_rows, hopper_attention, ampere_attention, cublaslt, cutlass
// BAD: bad.json:26:10: warning: unknown template "hoper", known: hopper_wgmma, ampere_mma, simt, simt_stream, simt_rows, hopper_attention, ampere_attention, cublaslt, cutlass
// BAD: bad.json:27:24: warning: unknown parameter "tiel" of template hopper_wgmma, known: tile,
// BAD: bad.json:28:31: warning: tile[1] = 71 is not in {8, 16, ..., 256}
// BAD: bad.json:29:31: warning: tile takes 3 integers, not 2
// BAD: bad.json:30:35: warning: schedule = slow is not in {cooperative, pingpong}
// BAD: bad.json:31:33: warning: stages takes an integer
// BAD: bad.json:32:31: warning: swap takes true or false
// BAD: bad.json:33:36: warning: parameter "stages" is set twice
// BAD: bad.json:34:28: warning: expected '=' behind tile
// BAD: bad.json:35:23: warning: unknown word "tile" of template hopper_wgmma; the words of its defaults are 128x128x64 s4 c2 {{.*}}, and a parameter by name needs a comma before it
// BAD: bad.json:36:42: warning: expected ',' or ']' in the list of tile
// BAD: bad.json:37:10: warning: expected a template's name, known: hopper_wgmma, ampere_mma, simt, simt_stream, simt_rows, hopper_attention, ampere_attention, cublaslt, cutlass
// BAD: bad.json:38:9: warning: a config must be a string, not an object
// BAD-NOT: warning:

//--- in.mlir
func.func @f(%a: tensor<4096x4096xbf16>, %b: tensor<4096x4096xbf16>, %c: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %d = linalg.matmul ins(%a, %b : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) outs(%c : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %d : tensor<4096x4096xbf16>
}

//--- two.mlir
func.func @f() {
  return
}
func.func @g() {
  return
}

//--- bad.json
{
  "version": 1,
  "entries": [
    { "match": { "layuot": "tn" }, "configs": ["simt"] },
    { "match": { "layout": "<tn>" }, "configs": ["simt"] },
    { "match": { "elements": "bf16,bf17" }, "configs": ["simt"] },
    { "match": { "accumulate": 1 }, "configs": ["simt"] },
    { "match": { "m": {"min": 64, "max": 16} }, "configs": ["simt"] },
    { "match": { "m": {"near": 64, "max": 16} }, "configs": ["simt"] },
    { "match": { "m": {} }, "configs": ["simt"] },
    { "match": { "m": 0 }, "configs": ["simt"] },
    { "match": { "m": 4.5 }, "configs": ["simt"] },
    { "match": { "m": { "near": "64" } }, "configs": ["simt"] },
    { "match": { "m": 64, "m": 64 }, "configs": ["simt"] },
    { "match": {}, "device": "h300", "configs": ["simt"] },
    { "match": {}, "chip": "h200", "configs": ["simt"] },
    { "configs": ["simt"] },
    { "match": {} },
    { "match": {}, "configs": [] },
    { "match": {}, "configs": "simt" },
    4,
    { "match": {}, "template_hash": { "simt": "0123456789abcdef" }, "configs": ["simt"] },
    { "match": {}, "template_hash": { "smit": "0123456789abcdef" }, "configs": ["simt"] },
    { "match": { "m": 4096 },
      "configs": [
        "hoper",
        "hopper_wgmma, tiel = 4",
        "hopper_wgmma, tile = [64, 71, 64]",
        "hopper_wgmma, tile = [64, 72]",
        "hopper_wgmma, schedule = slow",
        "hopper_wgmma, stages = four",
        "hopper_wgmma, swap = 1",
        "hopper_wgmma, stages = 3, stages = 3",
        "hopper_wgmma, tile",
        "hopper_wgmma tile",
        "hopper_wgmma, tile = [64, 72, 64",
        "",
        { "template": "simt" },
        "hopper_wgmma, tile = [64, 72, 64], stages = 3"
      ]
    }
  ]
}

//--- open.json
{
  "version": 1 "entries"
}

//--- empty.json
//--- version.json
{
  "version": 2,
  "entries": [4]
}

//--- root.json
[]

//--- keys.json
{ "entrys": [],
  "comment": null }

//--- illegal.json
{ "version": 1, "entries": [ { "match": {}, "configs": [
  "hopper_wgmma, tile = [256, 256, 256], stages = 8" ] } ] }
