//===- CandidateOrder.h - In which order candidates come ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_CANDIDATEORDER_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_CANDIDATEORDER_H

#include "mlir-autotune/Proposers/Propose.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::autotune {

/// Gathers candidates; a config proposed again only gains a heuristic.
class Collector {
public:
  /// `proposal` must outlive it. A limit of 0 is none.
  Collector(Proposal &proposal, size_t limit)
      : proposal(proposal), limit(limit) {}

  /// Lets so many more in.
  void extend(size_t count) { limit = proposal.candidates.size() + count; }

  bool isFull() const {
    return limit != 0 && proposal.candidates.size() >= limit;
  }

  /// Drops what is new when full, unless the table says so.
  void add(const Config &config, StringRef heuristic);

private:
  Proposal &proposal;
  size_t limit;
  llvm::DenseMap<Config, size_t> indices;
};

/// A heuristic's legal seeds, in its order.
struct Seeds {
  StringRef heuristic;
  SmallVector<Config> configs;
};

/// The best prediction of the cost model first.
SmallVector<Config> rankByPrediction(const ProblemFact &fact,
                                     const TargetInfo &target,
                                     ArrayRef<Config> configs);

/// Configs with one estimate differ only in what the estimate does not see. Of
/// each such group the first stays in its place, and the others come last. So
/// records to train with have more different configs.
SmallVector<Config> putTwinsLast(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 ArrayRef<Config> ranked);

/// Adds seeds and space by the cost model's predictions, without a place for
/// any of them. Few candidates have one tile and one cluster.
void addByPrediction(ArrayRef<Seeds> all, ArrayRef<Config> space,
                     const ProblemFact &fact, const TargetInfo &target,
                     Collector &collector);

/// Adds seeds by the cost model's predictions. Before them comes the config of
/// the ranked space that is predicted to be the fastest, if it is faster than
/// all seeds.
void addPredictedSeeds(ArrayRef<Seeds> all, ArrayRef<Config> ranked,
                       const ProblemFact &fact, const TargetInfo &target,
                       double trust, Collector &collector);

/// Adds seeds of matmuls that no records resemble: heuristics know best what
/// they propose, but not how kernels of one template that copy an operand
/// compare with those of another that don't. There the best estimate is the
/// first, before all heuristics have their turn.
void addSeedsInTurn(ArrayRef<Seeds> all, const ProblemFact &fact,
                    const TargetInfo &target, Collector &collector);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_CANDIDATEORDER_H
