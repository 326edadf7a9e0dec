//===- tblgen-actions.td - What the generator makes of a record -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One record gives the schema, the struct, the space, the JSON schema and the
// page: `depth` is written once, and all of them have it.
//
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s | FileCheck %s --check-prefix=SCHEMA
// RUN: autotune-tblgen --gen-config-structs -I %kernels_td %s | FileCheck %s --check-prefix=STRUCT
// RUN: autotune-tblgen --gen-space -I %kernels_td %s | FileCheck %s --check-prefix=SPACE
// RUN: autotune-tblgen --gen-json-schema -I %kernels_td %s | FileCheck %s --check-prefix=JSON
// RUN: autotune-tblgen --gen-table-schema -I %kernels_td %s | FileCheck %s --check-prefix=TABLE
// RUN: autotune-tblgen --gen-docs -I %kernels_td %s | FileCheck %s --check-prefix=DOCS
//
// The schema of the real templates is JSON that another parser takes.
// RUN: autotune-tblgen --gen-json-schema -I %kernels_td %kernels_td/Templates.td | %python -m json.tool | FileCheck %s --check-prefix=REAL

include "Base.td"

def Toy : KernelTemplate<"toy"> {
  let summary = "a template for tests";
  let elements = [Elements<["f32"], 1, ["f32"], ["f32"]>,
                  Elements<["i8"], 0, ["i32"], ["i32", "i64"]>];
  let chips = ChipsFrom<80>;
  let params = [
    IntParam<"k_depth", Domain<[1], [1, 2], [1, 2, 4], [1, 2, 4, 8]>, 2,
             "how deep">,
    BoolParam<"loud", Domain<[0]>, 1, "whether it is heard">,
  ];
  let removedParams = [
    RemovedParam<"by_hand", "false", "nobody did it">,
    RemovedParam<"pace", "at_once", "nobody waited">,
    RemovedParam<"width", "4", "nobody was wide">,
  ];
  let quantities = [Quantity<"twice", "2 * config.kDepth", "two of them">];
  let constraints = [
    Constraint<"depth", "twice <= fact.k",
               "k_depth = {config.kDepth} is past K = {fact.k}", "it fits">,
    Redundancy<"loud", "!config.loud || config.kDepth > 1", "loud", "enough">,
  ];
  let resources = Resources<"twice", "32", "128">;
}

// SCHEMA: int64_t kToyKDepth0quick[] = {1};
// SCHEMA: int64_t kToyKDepth0legal[] = {1, 2, 4, 8};
// SCHEMA: {"k_depth", "how deep", ParamKind::Int, 0, kToyKDepthComponents, {}, "k-depth%", /*isShown=*/true, /*isNeutral=*/false},
// SCHEMA: {"loud", "whether it is heard", ParamKind::Bool, 1, {{.*}}, "loud", /*isShown=*/false,
// SCHEMA: RemovedParam kToyRemoved[] = {
// SCHEMA-NEXT: {"by_hand", "false", "no-by-hand", "nobody did it"},
// SCHEMA-NEXT: {"pace", "at_once", "pace-at-once", "nobody waited"},
// SCHEMA-NEXT: {"width", "4", "width4", "nobody was wide"},
// SCHEMA: {"toy", "a template for tests", kToyParams, 2, "{{[0-9a-f]+}}", kToyRemoved, /*isLibrary=*/false},

// STRUCT: struct ToyConfig {
// STRUCT: /// how deep.
// STRUCT-NEXT: int64_t kDepth = 2;
// STRUCT: bool loud = true;
// STRUCT: Config toConfig() const;

// A constraint is tested in the loop that binds the last slot it mentions, here
// through a quantity.
// SPACE: namespace toy {
// SPACE: inline int64_t twice(const ToyConfig &config,
// SPACE: static int64_t resources_threads(const ToyConfig &config,
// What goes together is asked for together.
// SPACE: return ((fact.getFactorElement(0) == ElementKind::F32) && {{.*}} && fact.getFactorElement(0) == fact.getFactorElement(1)) || ((fact.getFactorElement(0) == ElementKind::I8) && (fact.getFactorElement(1) == ElementKind::I8) && (fact.accumulator == ElementKind::I32) && (fact.c.element == ElementKind::I32 || fact.c.element == ElementKind::I64));
// SPACE: os << "A is " {{.*}} "; toy takes A and B of one type out of f32, sums in f32, and writes C in f32; or A and B out of i8, sums in i32, and writes C in i32, i64";
// SPACE: return twice(config, fact, target) <= fact.k;
// SPACE: os << "k_depth = " << (config.kDepth) << " is past K = " << (fact.k);
// SPACE: {"depth", false, 0x1, holds2, explain2},
// SPACE: {"loud", true, 0x3, holds3, explain3},
// SPACE: for (int64_t value : domains.values[0]) {
// SPACE: if (!holds2(config, fact, target)) {
// SPACE-NEXT: space.rejections[2] += domains.subtree[1];
// SPACE-NEXT: continue;
// SPACE: for (int64_t value : domains.values[1]) {
// SPACE: if (!holds3(config, fact, target)) {

// JSON: "const": "toy"
// JSON: "k_depth": {
// JSON: "description": "how deep",
// JSON: "additionalProperties": false

// TABLE: "toy": { "type": "string", "pattern": "^[0-9a-f]{16}$" }
// TABLE: { "title": "toy", "pattern": "^\\s*toy((\\s*,\\s*(k_depth\\s*=\\s*(1|2|4|8)|loud\\s*=\\s*(false|true)|by_hand\\s*=\\s*false|pace\\s*=\\s*at_once|width\\s*=\\s*4))*(\\s*,\\s*defaults)?|(\\s+(k-depth(1|2|4|8)|(loud|no-loud)|no-by-hand|pace-at-once|width4))*(\\s+\\.\\.\\.)?)\\s*$" }

// DOCS: ## `toy`
// DOCS: - A and B: f32, alike
// DOCS-NEXT: - sums in: f32
// DOCS-NEXT: - C: f32
// DOCS-NEXT: - A and B: i8
// DOCS-NEXT: - sums in: i32
// DOCS-NEXT: - C: i32, i64
// DOCS-NEXT: - chips: sm_80 and later
// DOCS: | `k_depth` | how deep | `k-depth…` | 2 | 1, 2, 4, 8 | 1 | 1, 2 | 1, 2, 4 |
// DOCS: | `by_hand` | false | nobody did it |
// DOCS-NEXT: | `pace` | at_once | nobody waited |
// DOCS: | `depth` | it fits |
// DOCS: ### Redundancies
// DOCS: | `loud` | enough |
// DOCS: - `twice` = `2 * config.kDepth`: two of them

// REAL: "const": "hopper_wgmma"
// REAL: "const": "simt"
