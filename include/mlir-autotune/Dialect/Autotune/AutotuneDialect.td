//===- AutotuneDialect.td - The tuning attributes -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_AUTOTUNEDIALECT
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_AUTOTUNEDIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Autotune_Dialect : Dialect {
  let name = "autotune";
  let cppNamespace = "::mlir::autotune";
  let summary = "How a matmul is to be computed, and how that was found out";
  let description = [{
    Attributes only. They are attached to operations of other dialects under
    these names, and verified there:

    | name | on | is |
    | --- | --- | --- |
    | `autotune.config` | a matmul | the pick: a `#autotune.config` |
    | `autotune.candidates` | a matmul | an array of them, best first |
    | `autotune.provenance` | a matmul | why: a `#autotune.provenance` |
    | `autotune.fact` | a matmul | what the pick was chosen for: a fact in one line. Whoever attaches writes it, and `autotune-lower-matmul` takes the pattern with that fact, or warns where there is none |
    | `autotune.knob.*` | a matmul | a config in pieces, `autotune.knob.template` and one attribute a parameter (`stages`, `tile.m`), as scripts of `transform.tune.knob` attach them |
    | `autotune.fusion` | a matmul | what its kernel does beside it, in place of estimates: `"prologue"` (what makes an operand), `"products"` (another matmul, of a pair or sum) or `"none"` of both |
    | `autotune.allow_tf32` | a matmul of f32 | what its products may lose: `"tf32"`, `"3xtf32"`, or `"none"` |
    | `autotune.accumulator` | a matmul of f16 to f16 | what its products may be summed in: `"f16"`, or `"f32"` |
    | `autotune.target` | a module | what for: a `#autotune.target` |

    The dialect knows which parameters a template has and what each may hold. It
    knows no hardware and no matmul: whether a config is legal for both is
    decided by the space.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

def Autotune_Fusion : I32EnumAttr<"Fusion",
    "what the kernel of a matmul does beside it", [
  I32EnumAttrCase<"Prologue", 0, "prologue">,
  I32EnumAttrCase<"Products", 1, "products">,
  I32EnumAttrCase<"None", 2, "none">,
]> {
  let cppNamespace = "::mlir::autotune";
  let genSpecializedAttr = 0;
}

class Autotune_Attr<string cppName, string attrMnemonic>
    : AttrDef<Autotune_Dialect, cppName> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Autotune_ConfigAttr : Autotune_Attr<"Config", "config"> {
  let summary = "A template and the parameters set for it";
  let description = [{
    The template's name, then parameters in the order of its declaration:

    ```mlir
    #autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 4, schedule = pingpong>
    ```

    Parameters may be left out; a heuristic fills them in. The dictionary holds
    an i64 for an integer, a `DenseI64ArrayAttr` for a list, a `BoolAttr`, and a
    string for a case of an enumeration. `Config` (Config.h) is the same as a
    plain value.
  }];
  let parameters = (ins "StringAttr":$templateName,
                        "DictionaryAttr":$parameters);
}

def Autotune_TargetAttr : Autotune_Attr<"Target", "target"> {
  let summary = "The GPU to tune for";
  let description = [{
    The name of a known target, figures that override its own, or both; without
    a name the chip must be given:

    ```mlir
    #autotune.target<"h200">
    #autotune.target<"h200", sms = 114>
    #autotune.target<chip = "sm_90a", sms = 132>
    ```

    The dictionary holds a string for `chip`, an i64 for a count and an f64 for
    a rate. No figure is known here; names are resolved where targets are.
  }];
  let parameters = (ins "StringAttr":$name, "DictionaryAttr":$overrides);
  let builders = [
    // A known target as it is.
    AttrBuilder<(ins "StringRef":$name)>,
  ];
  let skipDefaultBuilders = 0;
  let extraClassDeclaration = [{
    /// Whether a known target is named; otherwise the chip is given.
    bool isNamed() const { return !getName().getValue().empty(); }
    /// Overriding values; nothing where the named target's own counts.
    std::optional<StringRef> getChip() const;
    std::optional<int64_t> getCount(StringRef field) const;
    std::optional<double> getRate(StringRef field) const;

    /// The fields that may be given, beside `chip`.
    static ArrayRef<StringRef> getCountFields();
    static ArrayRef<StringRef> getRateFields();
  }];
}

def Autotune_ProvenanceKind : I32EnumAttr<"ProvenanceKind",
    "where a pick comes from", [
  I32EnumAttrCase<"Heuristic", 0, "heuristic">,
  I32EnumAttrCase<"Measured", 1, "measured">,
  I32EnumAttrCase<"Estimated", 2, "estimated">,
  I32EnumAttrCase<"Given", 3, "given">,
  I32EnumAttrCase<"Table", 4, "table">,
  I32EnumAttrCase<"Model", 5, "model">,
]> {
  let cppNamespace = "::mlir::autotune";
  let genSpecializedAttr = 0;
}

def Autotune_ProvenanceAttr : Autotune_Attr<"Provenance", "provenance"> {
  let summary = "Where a pick comes from";
  let description = [{
    `heuristic`: the first proposal of the heuristics named. `measured`: the
    fastest on `device`. `estimated`: the fastest by the estimate. `given`: set
    by the user. `table`: the first config of a lookup table that is legal.
    `model`: the fastest by the cost model, which was trained on measurements.

    ```mlir
    #autotune.provenance<heuristic, heuristics = ["cluster-m2", "wave-fill"]>
    #autotune.provenance<measured, heuristics = ["cluster-m2"], time_ns = 198500, baseline_ns = 199700, device = "NVIDIA H200", margin_ppm = 12000, trials = 24, date = "2026-01-31T12:00:00Z">
    ```

    Times are whole nanoseconds of one launch; the baseline's was measured in
    the same run. `margin_ppm` is how much longer the next best takes, in
    millionths; it is negative where the pick is not the fastest, but as fast
    within the noise. `trials` is how many configs were tried, and `date` when
    the pick was measured, in UTC.
  }];
  let parameters = (ins "ProvenanceKind":$kind,
                        OptionalArrayRefParameter<"StringAttr">:$heuristics,
                        OptionalParameter<"std::optional<int64_t>">:$timeNs,
                        OptionalParameter<"std::optional<int64_t>">:$baselineNs,
                        OptionalParameter<"StringAttr">:$device,
                        OptionalParameter<"std::optional<int64_t>">:$marginPpm,
                        OptionalParameter<"std::optional<int64_t>">:$trials,
                        OptionalParameter<"StringAttr">:$date);
  let builders = [
    // Of a pick that was not measured.
    AttrBuilder<(ins "ProvenanceKind":$kind,
                     "ArrayRef<StringAttr>":$heuristics), [{
      return $_get($_ctxt, kind, heuristics, std::nullopt, std::nullopt,
                   StringAttr(), std::nullopt, std::nullopt, StringAttr());
    }]>
  ];
}

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_AUTOTUNEDIALECT
