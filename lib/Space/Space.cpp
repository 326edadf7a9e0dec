//===- Space.cpp - All the legal configs of a fact on a target ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Space/Space.h"
#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <iterator>

using namespace mlir;
using namespace mlir::autotune;

StringRef autotune::stringifySpaceLevel(SpaceLevel level) {
  switch (level) {
  case SpaceLevel::Quick:
    return "quick";
  case SpaceLevel::Default:
    return "default";
  case SpaceLevel::Exhaustive:
    return "exhaustive";
  }
  llvm_unreachable("unknown level");
}

std::optional<SpaceLevel> autotune::symbolizeSpaceLevel(StringRef text) {
  for (SpaceLevel level :
       {SpaceLevel::Quick, SpaceLevel::Default, SpaceLevel::Exhaustive})
    if (stringifySpaceLevel(level) == text)
      return level;
  return std::nullopt;
}

static DomainLevel getDomainLevel(SpaceLevel level) {
  switch (level) {
  case SpaceLevel::Quick:
    return DomainLevel::Quick;
  case SpaceLevel::Default:
    return DomainLevel::Default;
  case SpaceLevel::Exhaustive:
    return DomainLevel::Exhaustive;
  }
  llvm_unreachable("unknown level");
}

Space Space::enumerate(const ProblemFact &fact, const TargetInfo &target,
                       SpaceLevel level) {
  Space space;
  for (const KernelTemplate *item : getKernelTemplates()) {
    TemplateSpace part = item->enumerate(fact, target, getDomainLevel(level));
    // The largest part comes first as a rule: it is taken over, not moved.
    if (space.configs.empty())
      space.configs = std::move(part.configs);
    else
      space.configs.insert(space.configs.end(),
                           std::make_move_iterator(part.configs.begin()),
                           std::make_move_iterator(part.configs.end()));
    for (auto [name, count] :
         llvm::zip_equal(item->getConstraintNames(), part.rejections))
      if (count)
        space.rejections.push_back(
            {item->getName(), name, item->isRedundancy(name), count});
  }
  return space;
}

void Space::print(raw_ostream &os) const {
  for (const Config &config : configs)
    os << getBrief(config) << "\n";
}

void Space::printRejections(raw_ostream &os) const {
  for (const KernelTemplate *item : getKernelTemplates()) {
    uint64_t legal = llvm::count_if(configs, [&](const Config &config) {
      return config.getTemplateName() == item->getName();
    });
    uint64_t total = legal;
    for (const RejectionCount &rejection : rejections)
      if (rejection.templateName == item->getName())
        total += rejection.count;
    // A library has no space, and for problems of another kind no template has.
    if (total == 0)
      continue;
    os << item->getName() << ": " << legal << " of " << total << " configs\n";
    for (const RejectionCount &rejection : rejections)
      if (rejection.templateName == item->getName())
        os << "  " << rejection.constraint
           << (rejection.isRedundancy ? " (redundant)" : "") << ": "
           << rejection.count << "\n";
  }
}
