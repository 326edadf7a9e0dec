//===- Config.h - A config as a plain value ---------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value that enumeration, heuristics and search work on. It holds any
// template and any parameter, is cheap to copy, hash and compare, and needs no
// MLIRContext.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIG_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIG_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/TemplateSchema.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"

#include <limits>

namespace mlir::autotune {

/// A template and values for some or all of its parameters. Values are always
/// in their domains; a list is set as a whole.
class Config {
public:
  /// The value in the slots of a parameter that is not set.
  static constexpr int64_t kUnset = std::numeric_limits<int64_t>::min();

  /// Makes a config with no parameter set.
  explicit Config(const TemplateSchema &schema)
      : schema(&schema), slots(schema.numSlots, kUnset) {}
  /// One value per slot; they must be in their domains or kUnset.
  Config(const TemplateSchema &schema, ArrayRef<int64_t> values)
      : schema(&schema), slots(values.begin(), values.end()) {
    assert(values.size() == schema.numSlots && "one value per slot");
  }

  const TemplateSchema &getSchema() const { return *schema; }
  StringRef getTemplateName() const { return schema->name; }
  ArrayRef<int64_t> getSlots() const { return slots; }

  bool isSet(StringRef param) const;
  bool isComplete() const;

  /// The values of a parameter, one per slot; empty when it is not set or the
  /// template has none of that name. Valid until the config changes.
  ArrayRef<int64_t> get(StringRef param) const;
  /// The same for a parameter of the config's template.
  ArrayRef<int64_t> get(const ParamSchema &param) const;
  /// Like get(), for a parameter of one slot; nullopt if it is not set.
  std::optional<int64_t> getInt(StringRef param) const;
  std::optional<bool> getBool(StringRef param) const;
  /// The spelling of an Enum's case.
  std::optional<StringRef> getCase(StringRef param) const;

  /// Fails, and changes nothing, when the template has no such parameter or the
  /// values are not in its domain.
  LogicalResult set(StringRef param, ArrayRef<int64_t> values);
  LogicalResult set(StringRef param, int64_t value) {
    return set(param, ArrayRef<int64_t>(value));
  }
  LogicalResult setCase(StringRef param, StringRef text);
  void unset(StringRef param);
  /// Returns this config with the defaults of kernels_td/ for all parameters
  /// that are not set.
  Config withDefaults() const;
  /// Like withDefaults(), but only for parameters whose default is neutral. It
  /// completes a config that was stored before its template had these
  /// parameters.
  Config withNeutralDefaults() const;
  /// Whether this config has the template of `partial` and every value that is
  /// set in `partial`. Parameters that are unset in `partial` may have any
  /// value here, or none.
  bool agreesWith(const Config &partial) const;

  static FailureOr<Config> fromAttr(ConfigAttr attr);
  ConfigAttr toAttr(MLIRContext *context) const;

  /// The text between the angle brackets of the attribute:
  /// "<template>, tile = [128, 256, 64], stages = 4".
  void print(raw_ostream &os) const;
  std::string str() const;
  /// The inverse of str(). Errors go to the context's diagnostic handler.
  static FailureOr<Config> parse(StringRef text, MLIRContext *context);
  /// Like parse() above, for texts of files; needs no context. `report` gets
  /// the first fault, with its offset in the text.
  using FaultHandler =
      llvm::function_ref<void(size_t offset, const Twine &message)>;
  static FailureOr<Config> parse(StringRef text, FaultHandler report);

  bool operator==(const Config &other) const {
    return schema == other.schema && slots == other.slots;
  }
  bool operator!=(const Config &other) const { return !(*this == other); }
  /// Orders by template, then slot by slot. This is the order of enumeration
  /// if domains ascend.
  bool operator<(const Config &other) const;

private:
  const TemplateSchema *schema;
  // A space holds hundreds of thousands of configs. The inline room fits the
  // slots of the largest template, so that no config allocates.
  SmallVector<int64_t, 24> slots;
};

inline llvm::hash_code hash_value(const Config &config) {
  return llvm::hash_combine(&config.getSchema(),
                            llvm::hash_combine_range(config.getSlots()));
}

} // namespace mlir::autotune

namespace llvm {
/// Lets a Config be the key of a DenseMap or DenseSet.
template <> struct DenseMapInfo<mlir::autotune::Config> {
  using Config = mlir::autotune::Config;
  static Config getEmptyKey();
  static Config getTombstoneKey();
  static unsigned getHashValue(const Config &config) {
    return static_cast<unsigned>(hash_value(config));
  }
  static bool isEqual(const Config &a, const Config &b) { return a == b; }
};
} // namespace llvm

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_CONFIG_H
