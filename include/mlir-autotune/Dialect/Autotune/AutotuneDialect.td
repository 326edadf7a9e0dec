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
  let summary = "How a matmul is computed, and why that way";
  let description = [{
    The dialect has only attributes. They are attached to operations of other dialects under these
    names, and verified there:

    | name | attached to | meaning |
    | --- | --- | --- |
    | `autotune.config` | a matmul, or a `problem.rows` | the config to use: a `#autotune.config`, or for unknown sizes or a library a `#autotune.plan` |
    | `autotune.candidates` | a matmul | an array of configs, best first |
    | `autotune.provenance` | a matmul | where the config comes from: a `#autotune.provenance` |
    | `autotune.fact` | a matmul | the problem that the config was chosen for, in one line. `autotune-attach-configs` writes it. `autotune-lower-matmul` fuses the operations that it names, or warns if they are gone |
    | `autotune.knob.*` | a matmul | a config in pieces: `autotune.knob.template` and one attribute per parameter (`stages`, `tile.m`), as `transform.tune.knob` scripts attach them |
    | `autotune.fusion` | a matmul | the fusion to use instead of the one that estimates choose: `"prologue"` (operations that make an operand), `"products"` (the other matmul of a pair or sum), or `"none"` |
    | `autotune.allow_tf32` | a matmul of f32 | the rounding that its products allow: `"tf32"`, `"3xtf32"`, or `"none"` |
    | `autotune.accumulator` | a matmul of f16 to f16 | the type that its products may be summed in: `"f16"` or `"f32"` |
    | `autotune.sizes` | a matmul | which unknown sizes to expect: a `#autotune.sizes` |
    | `autotune.sizes` | an argument of a function | which unknown dimensions to expect: a `#autotune.dims`. `autotune-prepare` moves it to the matmuls that get their sizes from the argument |
    | `autotune.frozen` | an argument of a function with a body: a ranked tensor | the argument's buffer has the same address and the same elements in each call, as a weight has. What depends only on such arguments is computed once. With another address, it is computed again |
    | `autotune.once` | a function | the function runs in the first call of the program only. Its arguments are frozen arguments of its callers. `autotune-split-once` makes such functions |
    | `autotune.row_configs` | a module | a dictionary with configs, by the keys of the problems that they are for: problems of rows and attentions. `autotune-lower-rows` and `autotune-lower-attention` use them |
    | `autotune.target` | a module | the GPU to tune for: a `#autotune.target` |

    The dialect knows the parameters of each template and the values that each parameter may have.
    It knows no hardware and no matmul. The search space decides whether a config is legal for both.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
}

def Autotune_Fusion : I32EnumAttr<"Fusion",
    "what the kernel of a matmul fuses", [
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
    A config is the template's name and then parameters in the order of their declaration:

    ```mlir
    #autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 4, schedule = pingpong>
    ```

    A config that does not set all parameters is partial, and `autotune-attach-configs` completes it
    ([configs.md](../configs.md)). If the text ends with the keyword `defaults`, every parameter that
    it does not name has its default, and the config is complete. Complete configs are always printed
    this way, without the parameters that have their default:

    ```mlir
    #autotune.config<hopper_wgmma, tile = [128, 192, 64], schedule = pingpong, store = tma, defaults>
    ```

    [templates.md](../templates.md) lists the parameters with their defaults, which never change.

    In memory, the dictionary holds an i64 for an integer, a `DenseI64ArrayAttr` for a list, a
    `BoolAttr` for a flag, and a string for a case of an enumeration. The class `Config` (Config.h)
    is the same as a plain C++ value.
  }];
  let parameters = (ins "StringAttr":$templateName,
                        "DictionaryAttr":$parameters);
  let extraClassDeclaration = [{
    /// Whether the config is a call of a library, and not a kernel.
    bool isLibrary() const;
  }];
}

def Autotune_PlanAttr : Autotune_Attr<"Plan", "plan"> {
  let summary = "Configs for ranges of sizes that are known at run time only";
  let description = [{
    A plan takes the place of a config on a matmul with `?` sizes. It is a list of rows. Each row
    has a guard, which is a condition on M, N, K and the batch, and a config. When the matmul runs,
    the first row whose guard holds gives the kernel. The last row has `else` instead of a guard:

    ```mlir
    autotune.config = #autotune.plan<
      [m = 1]: <simt_stream, tile = [1, 256], defaults>,
      [m from 2 to 64, k by 64]: <hopper_wgmma, tile = [64, 64, 128], swap = true, defaults>,
      else: <hopper_wgmma, tile = [128, 256, 64], defaults>>
    ```

    A guard is in brackets, and has a condition for one or more of `m`, `n`, `k` and `batch`:

    | condition | holds for |
    | --- | --- |
    | `m = 1` | this size |
    | `m from 2` | 2 and above |
    | `m to 64` | 0 to 64 |
    | `m from 2 to 64` | 2 to 64, both included |
    | `k by 64` | the multiples of 64; may follow `from` and `to` |

    A plan has 1 to 64 rows, and each row must be reachable: a row is refused if the rows before it
    are for all of its sizes. Each config must be legal for all sizes of its row. `by` matters for
    that: TMA loads rows of an unknown K only in a row whose guard says that K is a multiple of 16
    bytes.

    A row may be a call of a library ([libraries.md](../libraries.md)). The library may be missing at
    run time, or may refuse the call. The rows behind it are then tried, so the last row must be a
    kernel. `any` instead of a guard is for all sizes. Only a library's row may have it:

    ```mlir
    autotune.config = #autotune.plan<
      any: <cublaslt, version = 130100, algorithm = [67, 24, 0, 0, 0, 0, 0, 0], defaults>,
      else: <hopper_wgmma, tile = [128, 256, 64], defaults>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"SizeGuard">:$guards,
                        ArrayRefParameter<"ConfigAttr">:$configs);
  let extraClassDeclaration = [{
    static constexpr size_t kMostRows = 64;
  }];
}

def Autotune_SizesAttr : Autotune_Attr<"Sizes", "sizes"> {
  let summary = "Which unknown sizes of a matmul to expect";
  let description = [{
    The attribute steers the choice of a plan: samples lie in the ranges, and likely sizes count as
    much as all other samples together. The last row of a plan still takes every size. A size that
    was not expected is therefore slow at worst, and never wrong.

    ```mlir
    autotune.sizes = #autotune.sizes<m from 1 to 8192 likely [1, 16, 512], k by 64>
    ```

    Each of `m`, `n`, `k` and `batch` may stand once. Its range is written as in the guard of a
    `#autotune.plan`. `likely` follows the range, or takes its place, and lists 1 to 16 sizes in the
    range. Bounds, units and likely sizes are at most 2147418111. A size that the matmul knows must
    not be named. `k` is that of one part, if K is in several matrices.

    `n as m` says that a size equals another one, as in the product of a sequence with itself. Samples
    then have both sizes equal, and the plan has rows for the other one only:

    ```mlir
    autotune.sizes = #autotune.sizes<m from 1 to 4096, n as m, batch from 1 to 256>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"DimSize">:$sizes);
  let extraClassDeclaration = [{
    /// The attribute of what is expected; null if nothing is.
    static SizesAttr get(MLIRContext *context, const ExpectedSizes &expected);
    /// Reads what stands between the angle brackets. Fails, setting `whyNot`,
    /// if the text is wrong.
    static FailureOr<SizesAttr> parseText(StringRef text, MLIRContext *context,
                                          std::string &whyNot);
    ExpectedSizes getExpected() const;
  }];
}

def Autotune_DimsAttr : Autotune_Attr<"Dims", "dims"> {
  let summary = "Which unknown dimensions of a tensor or memref to expect";
  let description = [{
    The attribute is `#autotune.sizes` for an argument of a function. It has the number of a
    dimension in brackets instead of the name of a size:

    ```mlir
    func.func @layer(%x: tensor<?x?x4096xbf16> {autotune.sizes = #autotune.dims<[0] from 1 to 8, [1] from 1 to 2048 likely [1, 512]>}, ...
    ```

    Each dimension that is named must be a `?` of the argument's type.
  }];
  let parameters = (ins ArrayRefParameter<"DimSize">:$sizes);
  let extraClassDeclaration = [{
    /// What is expected of a dimension; anything if it is not named.
    ExpectedSize getExpected(int64_t dim) const;
  }];
}

def Autotune_TargetAttr : Autotune_Attr<"Target", "target"> {
  let summary = "The GPU to tune for";
  let description = [{
    A target is the name of a known target, figures that override its own, or both. Without a name,
    `chip` is required:

    ```mlir
    #autotune.target<"h200">
    #autotune.target<"h200", sms = 114>
    #autotune.target<chip = "sm_90a", sms = 132>
    ```

    The dictionary holds a string for `chip`, an i64 for a count and an f64 for a rate. The
    attribute stores no figures of known targets. [targets.md](../targets.md) lists them.
  }];
  let parameters = (ins "StringAttr":$name, "DictionaryAttr":$overrides);
  let builders = [
    // A known target without overriding values.
    AttrBuilder<(ins "StringRef":$name)>,
  ];
  let skipDefaultBuilders = 0;
  let extraClassDeclaration = [{
    /// Whether a known target is named; otherwise the chip is given.
    bool isNamed() const { return !getName().getValue().empty(); }
    /// Values that override the named target's; nullopt if there is none.
    std::optional<StringRef> getChip() const;
    std::optional<int64_t> getCount(StringRef field) const;
    std::optional<double> getRate(StringRef field) const;

    /// The fields that may be given, beside `chip`.
    static ArrayRef<StringRef> getCountFields();
    static ArrayRef<StringRef> getRateFields();
  }];
}

def Autotune_ProvenanceKind : I32EnumAttr<"ProvenanceKind",
    "where a config comes from", [
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
  let summary = "Where a config comes from";
  let description = [{
    | kind | the config is |
    | --- | --- |
    | `heuristic` | the first proposal of the named heuristics |
    | `measured` | the fastest on `device` |
    | `estimated` | the fastest by the estimate, where no heuristic proposes one |
    | `given` | set by the user |
    | `table` | the first legal config of a lookup table |
    | `model` | the fastest by the cost model, which was trained on measurements |

    ```mlir
    #autotune.provenance<heuristic, heuristics = ["cluster-m2", "wave-fill"]>
    #autotune.provenance<measured, heuristics = ["cluster-m2"], time_ns = 198500, baseline_ns = 199700, device = "NVIDIA H200", margin_ppm = 12000, trials = 24, date = "2026-01-31T12:00:00Z">
    ```

    - `time_ns` and `baseline_ns` are whole nanoseconds of one launch. The baseline was measured in
      the same run.
    - `margin_ppm` is how much longer the next best config takes, in millionths. It is negative if
      the config is not the fastest, but as fast as the fastest within the noise.
    - `trials` is the number of configs that were tried.
    - Of a plan, `time_ns` is the sum over the sample sizes at which the configs of its rows were
      measured, and `trials` is the number of measurements.
    - `date` is when the config was measured, in UTC.
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
    // The provenance of a pick that was not measured.
    AttrBuilder<(ins "ProvenanceKind":$kind,
                     "ArrayRef<StringAttr>":$heuristics), [{
      return $_get($_ctxt, kind, heuristics, std::nullopt, std::nullopt,
                   StringAttr(), std::nullopt, std::nullopt, StringAttr());
    }]>
  ];
}

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_AUTOTUNEDIALECT
