//===- KernelTemplate.h - What is legal, and what it takes ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SPACE_KERNELTEMPLATE_H
#define MLIR_AUTOTUNE_SPACE_KERNELTEMPLATE_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// The resources that one CTA needs.
struct Resources {
  /// Bytes, dynamic and static together.
  int64_t sharedMemory = 0;
  /// 32-bit registers of each thread at launch, estimated from the config;
  /// ptxas may use another number.
  int64_t registersPerThread = 0;
  int64_t threads = 0;
};

struct Violation {
  /// The constraint's name, as in "shared-memory". Static.
  StringRef constraint;
  /// One line that names the values at fault and what would be legal.
  std::string message;
};

/// The configs of one template that an enumeration found legal, and the number
/// that it left out. Both add up to the product of the domains.
struct TemplateSpace {
  /// In lexicographic order of the values' positions in the domains.
  std::vector<Config> configs;
  /// Configs left out, by index into KernelTemplate::getConstraintNames(). Each
  /// counts once: under the first constraint it broke in the order in which
  /// parameters are bound.
  SmallVector<uint64_t> rejections;
};

/// A family of kernels: one record of kernels_td/. Each template has one
/// object, which lives as long as the program.
class KernelTemplate {
public:
  StringRef getName() const { return getSchema().name; }
  const TemplateSchema &getSchema() const { return *schema; }
  /// The kind of problems that it computes.
  ProblemKind getKind() const { return functions.kind; }
  bool computesKind(const ProblemFact &fact) const {
    return getKind() == fact.getKind();
  }

  /// The first constraint, in the order of the record, that `config` breaks;
  /// nullopt if it is legal. `config` must be of this template. A constraint
  /// that mentions an unset parameter is skipped. With no parameter set, only
  /// the template's conditions on matmul and target are left.
  std::optional<Violation> check(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 const Config &config) const {
    return functions.check(fact, target, config, /*redundancies=*/false);
  }

  /// Checks only the template's conditions on matmul and target.
  std::optional<Violation> check(const ProblemFact &fact,
                                 const TargetInfo &target) const {
    return check(fact, target, Config(getSchema()));
  }

  /// The first redundancy of a legal config; nullopt if there is none. A
  /// redundancy is a reason why the enumeration leaves the config out: another
  /// one does the same work at least as well.
  std::optional<Violation> checkRedundancy(const ProblemFact &fact,
                                           const TargetInfo &target,
                                           const Config &config) const {
    return functions.check(fact, target, config, /*redundancies=*/true);
  }

  /// `config` must be complete and of this template.
  Resources getResources(const ProblemFact &fact, const TargetInfo &target,
                         const Config &config) const {
    return functions.getResources(fact, target, config);
  }

  /// All configs from the domains of `level` that are legal and not redundant.
  TemplateSpace enumerate(const ProblemFact &fact, const TargetInfo &target,
                          DomainLevel level) const;

  /// The names of all constraints, then of all redundancies, each once, in the
  /// order of the record.
  ArrayRef<StringRef> getConstraintNames() const { return constraintNames; }
  bool isRedundancy(StringRef constraint) const;

  /// The generated functions of a template.
  struct Functions {
    std::optional<Violation> (*check)(const ProblemFact &, const TargetInfo &,
                                      const Config &, bool redundancies);
    Resources (*getResources)(const ProblemFact &, const TargetInfo &,
                              const Config &);
    void (*enumerate)(const ProblemFact &, const TargetInfo &, DomainLevel,
                      TemplateSpace &);
    ProblemKind kind;
  };
  KernelTemplate(StringRef name, Functions functions,
                 ArrayRef<StringRef> constraintNames, unsigned numConstraints);

private:
  const TemplateSchema *schema;
  Functions functions;
  ArrayRef<StringRef> constraintNames;
  /// How many of the names are constraints; redundancies follow.
  unsigned numConstraints;
};

/// In the order of kernels_td/Templates.td.
ArrayRef<const KernelTemplate *> getKernelTemplates();
/// nullptr if no template has this name.
const KernelTemplate *lookupKernelTemplate(StringRef name);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SPACE_KERNELTEMPLATE_H
