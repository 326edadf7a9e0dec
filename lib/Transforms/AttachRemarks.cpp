//===- AttachRemarks.cpp - What autotune-attach-configs tells -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttachRemarks.h"

#include "Remarks.h"
#include "mlir-autotune/Proposers/Explain.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static remark::RemarkOpts getOptions(Operation *op) {
  return getRemarkOptions(op, "AttachConfigs");
}

void autotune::remarkLeftAlone(Operation *op, StringRef whyNot) {
  if (areRemarksOn(op))
    remark::missed(op->getLoc(), getOptions(op))
        << ("left alone: " + whyNot).str();
}

void autotune::remarkSkipped(Operation *op, const Proposal &proposal) {
  if (!areRemarksOn(op))
    return;
  for (const SkippedHeuristic &skipped : proposal.skipped)
    remark::failed(op->getLoc(), getOptions(op))
        << ("heuristic " + skipped.name + " skipped: " + skipped.reason).str();
}

void autotune::remarkTableFaults(Operation *op, ArrayRef<std::string> faults) {
  if (!areRemarksOn(op))
    return;
  for (const std::string &fault : faults)
    remark::failed(op->getLoc(), getOptions(op))
        << ("a row of the table's plan is left out: " + fault);
}

void autotune::remarkAttached(Operation *op, Attribute config,
                              ProvenanceAttr provenance, size_t numCandidates) {
  if (!areRemarksOn(op))
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "attached " << config << ", the first of " << numCandidates
     << " candidates; heuristics that fired: ";
  if (provenance.getHeuristics().empty())
    os << "none";
  llvm::interleaveComma(provenance.getHeuristics(), os,
                        [&](StringAttr name) { os << name.getValue(); });
  remark::passed(op->getLoc(), getOptions(op)) << text;
}

void autotune::remarkEpilogue(Operation *op, const MatmulPattern &pattern) {
  if (!areRemarksOn(op))
    return;
  if (pattern.fact.isPair)
    remark::passed(op->getLoc(), getOptions(op))
        << (pattern.other
                ? "makes a pair with the matmul of the same A, because one "
                  "operation reads both results: one kernel computes both"
                : "is a pair, because later operations combine its two halves: "
                  "one kernel computes C from both");
  if (pattern.fact.isSum())
    remark::passed(op->getLoc(), getOptions(op))
        << "makes a sum with the matmul that adds to its result: one kernel "
           "computes both";
  if (!pattern.whyNotTogether.empty())
    remark::missed(op->getLoc(), getOptions(op)) << pattern.whyNotTogether;
  if (!pattern.epilogue.empty())
    remark::passed(op->getLoc(), getOptions(op))
        << ("fused " + Twine(pattern.epilogue.size()) +
            " element-wise operations, which read " +
            Twine(pattern.extras.size()) + " operands" +
            (pattern.outputs.size() > 1
                 ? ", into a kernel of " + Twine(pattern.outputs.size()) +
                       " outputs"
                 : Twine()))
               .str();
  if (!pattern.fact.prologue.isNone())
    remark::passed(op->getLoc(), getOptions(op))
        << ((pattern.fact.hasWidePrologue() ? "computes its "
                                            : "dequantizes its ") +
            Twine(pattern.prologue->number == 1 ? "B" : "A") +
            " in the kernel, which reads " +
            Twine(pattern.prologue->params.size()) + " operands for it")
               .str();
  if (pattern.scaled)
    remark::passed(op->getLoc(), getOptions(op))
        << "multiplies floats of 8 bits, and scales the sums of blocks in the "
           "kernel";
  if (!pattern.whyNotStored.empty())
    remark::missed(op->getLoc(), getOptions(op))
        << "reads a dequantized operand, instead of dequantizing it in the "
           "kernel: " +
               pattern.whyNotStored;
  if (!pattern.whyNotComputed.empty())
    remark::missed(op->getLoc(), getOptions(op)) << pattern.whyNotComputed;
  if (!pattern.whyNotFused.empty())
    remark::missed(op->getLoc(), getOptions(op)) << pattern.whyNotFused;
}

void autotune::remarkServed(Operation *op, bool isPair) {
  if (areRemarksOn(op))
    remark::passed(op->getLoc(), getOptions(op))
        << ("is part of the " + Twine(isPair ? "pair" : "sum") +
            " of the matmul before it, whose config serves both")
               .str();
}

void autotune::remarkKept(Operation *op) {
  if (areRemarksOn(op))
    remark::passed(op->getLoc(), getOptions(op))
        << "kept the config that is there: it is complete and legal";
}

void autotune::remarkExplanation(Operation *op, const ProblemFact &fact,
                                 const TargetInfo &target, const Config &pick,
                                 ProvenanceKind kind,
                                 const Proposal &proposal) {
  SmallVector<Config> others;
  for (const ProposedConfig &candidate : proposal.candidates)
    others.push_back(candidate.config);
  std::string text;
  llvm::raw_string_ostream os(text);
  printExplanation(os, fact, target, pick, kind, others);
  emitRemark(op->getLoc()) << StringRef(text).rtrim();
}
