//===- KernelABI.cpp - How a lowered kernel is launched -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/KernelABI.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {
class AttrWriter {
public:
  explicit AttrWriter(MLIRContext *context) : b(context) {}

  DictionaryAttr get() { return b.getDictionaryAttr(fields); }

  template <typename Enum>
  void word(StringRef name, Enum value, ArrayRef<StringRef> names) {
    add(name, b.getStringAttr(names[static_cast<size_t>(value)]));
  }
  void integer(StringRef name, int64_t value, int64_t, int64_t) {
    add(name, b.getI64IntegerAttr(value));
  }
  template <size_t N>
  void integers(StringRef name, const std::array<int64_t, N> &values, int64_t,
                int64_t) {
    add(name, b.getDenseI64ArrayAttr(values));
  }
  void optional(StringRef name, int64_t value, int64_t none, int64_t, int64_t) {
    if (value != none)
      add(name, b.getI64IntegerAttr(value));
  }
  void boolean(StringRef name, bool value) { add(name, b.getBoolAttr(value)); }
  void flag(StringRef name, bool value) {
    if (value)
      add(name, b.getUnitAttr());
  }
  void fail(StringRef, StringRef) {}
  void refuse(StringRef, StringRef, StringRef) {}
  void numbers(StringRef name, ArrayRef<int64_t> values, int64_t, int64_t) {
    if (!values.empty())
      add(name, b.getDenseI64ArrayAttr(values));
  }
  template <typename T> void list(StringRef name, SmallVectorImpl<T> &values) {
    SmallVector<Attribute> attrs;
    for (T &value : values) {
      AttrWriter writer(b.getContext());
      visitFields(value, writer);
      attrs.push_back(writer.get());
    }
    add(name, b.getArrayAttr(attrs));
  }

private:
  void add(StringRef name, Attribute value) {
    fields.push_back(b.getNamedAttr(name, value));
  }

  Builder b;
  SmallVector<NamedAttribute> fields;
};

/// `whyNot` gets the first field that is not as it is written, and behind a
/// colon why, where that is known.
class AttrReader {
public:
  AttrReader(DictionaryAttr dict, std::string &whyNot)
      : dict(dict), whyNot(whyNot) {}

  template <typename Enum>
  void word(StringRef name, Enum &value, ArrayRef<StringRef> names) {
    auto attr = dict.getAs<StringAttr>(name);
    const StringRef *found =
        attr ? llvm::find(names, attr.getValue()) : names.end();
    if (found == names.end())
      return fail(name);
    value = static_cast<Enum>(found - names.begin());
  }
  void integer(StringRef name, int64_t &value, int64_t min, int64_t max) {
    auto attr = dict.getAs<IntegerAttr>(name);
    if (!attr || attr.getInt() < min || attr.getInt() > max)
      return fail(name);
    value = attr.getInt();
  }
  template <size_t N>
  void integers(StringRef name, std::array<int64_t, N> &values, int64_t min,
                int64_t max) {
    auto attr = dict.getAs<DenseI64ArrayAttr>(name);
    if (!attr || attr.size() != int64_t(N) ||
        !areIn(attr.asArrayRef(), min, max))
      return fail(name);
    llvm::copy(attr.asArrayRef(), values.begin());
  }
  void optional(StringRef name, int64_t &value, int64_t, int64_t min,
                int64_t max) {
    if (dict.contains(name))
      integer(name, value, min, max);
  }
  void boolean(StringRef name, bool &value) {
    auto attr = dict.getAs<BoolAttr>(name);
    if (!attr)
      return fail(name);
    value = attr.getValue();
  }
  void flag(StringRef name, bool &value) {
    value = dict.contains(name);
    if (value && !dict.getAs<UnitAttr>(name))
      fail(name);
  }
  void numbers(StringRef name, SmallVectorImpl<int64_t> &values, int64_t min,
               int64_t max) {
    if (!dict.contains(name))
      return;
    auto attr = dict.getAs<DenseI64ArrayAttr>(name);
    if (!attr || !areIn(attr.asArrayRef(), min, max))
      return fail(name);
    llvm::append_range(values, attr.asArrayRef());
  }
  template <typename T> void list(StringRef name, SmallVectorImpl<T> &values) {
    auto attrs = dict.getAs<ArrayAttr>(name);
    if (!attrs)
      return fail(name);
    for (Attribute attr : attrs) {
      auto fields = dyn_cast<DictionaryAttr>(attr);
      if (!fields)
        return fail(name);
      std::string whyNotThis;
      AttrReader reader(fields, whyNotThis);
      visitFields(values.emplace_back(), reader);
      if (!whyNotThis.empty())
        return fail(name, StringRef(whyNotThis).split(": ").second);
    }
  }

  void fail(StringRef name, StringRef why = "") {
    if (whyNot.empty())
      whyNot = (name + (why.empty() ? "" : ": ") + why).str();
  }
  void refuse(StringRef name, StringRef word, StringRef why) {
    auto attr = dict.getAs<StringAttr>(name);
    if (attr && attr.getValue() == word)
      fail(name, why);
  }

private:
  static bool areIn(ArrayRef<int64_t> values, int64_t min, int64_t max) {
    return llvm::all_of(
        values, [&](int64_t value) { return value >= min && value <= max; });
  }

  DictionaryAttr dict;
  std::string &whyNot;
};
} // namespace

DictionaryAttr tile::getKernelABIAttr(const KernelABI &abi,
                                      MLIRContext *context) {
  KernelABI fields = abi;
  AttrWriter writer(context);
  visitFields(fields, writer);
  return writer.get();
}

FailureOr<KernelABI>
tile::readKernelABI(Attribute attr,
                    function_ref<InFlightDiagnostic()> emitError) {
  auto dict = dyn_cast_or_null<DictionaryAttr>(attr);
  if (!dict)
    return emitError() << "a kernel's '" << kKernelABIAttrName
                       << "' must be a dictionary";
  KernelABI abi;
  std::string malformed;
  AttrReader reader(dict, malformed);
  visitFields(abi, reader);
  if (malformed.empty())
    malformed = StringRef(abi.getWhyInvalid())
                    .take_until([](char c) { return c == ':' || c == '['; })
                    .str();
  if (malformed.empty())
    return abi;
  auto [name, why] = StringRef(malformed).split(": ");
  return emitError() << "'" << kKernelABIAttrName << "' has no valid '" << name
                     << (why.empty() ? "'" : "': ") << why;
}
