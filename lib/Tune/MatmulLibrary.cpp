//===- MatmulLibrary.cpp - A library in the final rounds ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runner finds the library's fastest algorithm and names it in the record.
// It is a candidate of the final rounds alone: nothing is built or searched
// here, and no kernel of ours is measured in another way because of it.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/LibraryCandidate.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Tune/MatmulTuner.h"
#include "mlir-autotune/Tune/StoredRecords.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

bool MatmulTuner::wantsLibrary() const {
  if (!context.settings.useLibraries || libraryRecord || problem.isSample)
    return false;
  const KernelTemplate *calls = lookupKernelTemplate(measure::kMeasuredLibrary);
  return calls && !calls->check(problem.fact, context.target);
}

StoredCandidate MatmulTuner::getStoredLibrary() const {
  return {&problem.fact, /*config=*/nullptr, /*checksum=*/"",
          /*kernelName=*/"", measure::kMeasuredLibrary};
}

void MatmulTuner::adoptStoredLibrary() {
  if (!wantsLibrary())
    return;
  if (std::optional<Record> failure =
          context.store.findFailure(getStoredLibrary()))
    adoptLibrary(std::move(*failure));
}

MeasuredCandidate MatmulTuner::getAskedLibrary() const {
  // Later passes are of the algorithm of the first one.
  return {measure::kMeasuredLibrary.str(),
          /*kernel=*/"",
          libraryRecord ? libraryRecord->config : "",
          /*heuristics=*/{},
          static_cast<int64_t>(entries.size()),
          measure::kMeasuredLibrary.str()};
}

void MatmulTuner::adoptLibrary(Record record) {
  // No algorithm was chosen: there is no library, or it has none for this.
  if (record.config.empty()) {
    whyNoLibrary = record.detail;
    return;
  }
  record.candidate = record.library = measure::kMeasuredLibrary.str();
  record.problem = id;
  record.key = problem.fact.getKey();
  record.rank = static_cast<int64_t>(entries.size());
  record.final &= record.outcome == Outcome::Ok;
  libraryRecord = std::move(record);
}

bool MatmulTuner::isLibraryInPasses(size_t passes) const {
  size_t rounds = size_t(effort.finals.rounds);
  return libraryRecord && libraryRecord->outcome == Outcome::Ok &&
         libraryRecord->timesNs.size() == passes * rounds;
}

void MatmulTuner::addLibraryPass(const Record &pass, bool isCalm) {
  if (pass.outcome == Outcome::Ok && isCalm)
    addPass(*libraryRecord, pass);
  else if (pass.outcome != Outcome::Ok && !isForWantOfMemory(toStored(pass)) &&
           !pass.config.empty())
    adoptLibrary(pass);
}
