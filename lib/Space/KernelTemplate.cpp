//===- KernelTemplate.cpp - What is legal, and what it takes --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Space/KernelTemplate.h"

#include "mlir-autotune/Space/Quantities.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// What the generated code stands on
//===----------------------------------------------------------------------===//

namespace {
/// One constraint of a template whose typed struct is ConfigT, on problems of
/// the kind FactT.
template <typename ConfigT, typename FactT> struct ConstraintEntry {
  StringRef name;
  bool isRedundancy;
  /// The slots that the predicate mentions, as bits.
  uint64_t slots;
  bool (*holds)(const ConfigT &, const FactT &, const TargetInfo &);
  void (*explain)(const ConfigT &, const FactT &, const TargetInfo &,
                  raw_ostream &);
};

/// The domains of a level, by slot.
template <size_t NumSlots> struct SlotDomains {
  std::array<ArrayRef<int64_t>, NumSlots> values;
  /// How many configs there are once so many slots are bound.
  std::array<uint64_t, NumSlots + 1> subtree;

  SlotDomains(const TemplateSchema &schema, DomainLevel level) {
    for (const ParamSchema &param : schema.params)
      for (auto [i, component] : llvm::enumerate(param.components))
        values[param.firstSlot + i] = component.getDomain(level);
    countSubtrees();
  }

  /// Takes the slot's values for elements of 16 bits, and makes them those of
  /// as many bytes that are legal. Where none is, they stay, and a constraint
  /// says what is wrong with them.
  void countInBytes(const TemplateSchema &schema, size_t slot, int64_t bits) {
    if (bits == 16)
      return;
    ArrayRef<int64_t> legal;
    for (const ParamSchema &param : schema.params)
      if (slot >= param.firstSlot &&
          slot < param.firstSlot + param.components.size())
        legal = param.components[slot - param.firstSlot].getDomain(
            DomainLevel::Legal);
    std::vector<int64_t> &own = counted[slot];
    for (int64_t value : values[slot])
      if (llvm::is_contained(legal, value * 16 / bits))
        own.push_back(value * 16 / bits);
    if (own.empty())
      return;
    values[slot] = own;
    countSubtrees();
  }

private:
  void countSubtrees() {
    subtree[NumSlots] = 1;
    for (size_t slot = NumSlots; slot > 0; --slot)
      subtree[slot - 1] = subtree[slot] * values[slot - 1].size();
  }

  /// What `values` refers to, where it is not the schema's.
  std::array<std::vector<int64_t>, NumSlots> counted;
};
} // namespace

/// Matmuls and rows have templates of their own.
static Violation getWrongKind(StringRef name) {
  return {"problem",
          ("template '" + name + "' computes another kind of problem").str()};
}

template <typename ConfigT, typename FactT>
static std::optional<Violation>
checkConstraints(ArrayRef<ConstraintEntry<ConfigT, FactT>> entries,
                 const FactT &fact, const TargetInfo &target,
                 const Config &config, bool redundancies) {
  uint64_t unset = 0;
  for (auto [slot, value] : llvm::enumerate(config.getSlots()))
    if (value == Config::kUnset)
      unset |= uint64_t(1) << slot;
  // Defaults stand in for what no constraint below looks at.
  ConfigT typed = ConfigT::fromConfig(unset ? config.withDefaults() : config);
  for (const ConstraintEntry<ConfigT, FactT> &entry : entries) {
    if (entry.isRedundancy != redundancies || (entry.slots & unset) ||
        entry.holds(typed, fact, target))
      continue;
    Violation violation{entry.name, {}};
    llvm::raw_string_ostream os(violation.message);
    entry.explain(typed, fact, target, os);
    return violation;
  }
  return std::nullopt;
}

#define GET_TEMPLATES
#include "mlir-autotune/Space/KernelTemplates.inc"

//===----------------------------------------------------------------------===//
// KernelTemplate
//===----------------------------------------------------------------------===//

KernelTemplate::KernelTemplate(StringRef name, Functions functions,
                               ArrayRef<StringRef> constraintNames,
                               unsigned numConstraints)
    : schema(lookupTemplateSchema(name)), functions(functions),
      constraintNames(constraintNames), numConstraints(numConstraints) {}

TemplateSpace KernelTemplate::enumerate(const ProblemFact &fact,
                                        const TargetInfo &target,
                                        DomainLevel level) const {
  TemplateSpace space;
  space.rejections.assign(constraintNames.size(), 0);
  functions.enumerate(fact, target, level, space);
  return space;
}

bool KernelTemplate::isRedundancy(StringRef constraint) const {
  return llvm::is_contained(constraintNames.drop_front(numConstraints),
                            constraint);
}

ArrayRef<const KernelTemplate *> autotune::getKernelTemplates() {
  return getGeneratedTemplates();
}

const KernelTemplate *autotune::lookupKernelTemplate(StringRef name) {
  for (const KernelTemplate *item : getKernelTemplates())
    if (item->getName() == name)
      return item;
  return nullptr;
}
