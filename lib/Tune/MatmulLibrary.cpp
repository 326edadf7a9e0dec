//===- MatmulLibrary.cpp - A library in the final rounds ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runner finds a library's fastest algorithm and names it in the record. It
// is a candidate of the final rounds alone: nothing is built or searched
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

void MatmulTuner::addLibraries() {
  if (problem.isSample)
    return;
  for (StringRef name : measure::getMeasuredLibraries()) {
    const KernelTemplate *calls = lookupKernelTemplate(name);
    if (llvm::is_contained(context.settings.allowedLibraries, name) && calls &&
        !calls->check(problem.fact, context.target))
      libraries.push_back({name});
  }
}

SmallVector<MatmulTuner::Library *> MatmulTuner::getWantedLibraries() {
  SmallVector<Library *> wanted;
  for (Library &library : libraries)
    if (!library.record)
      wanted.push_back(&library);
  return wanted;
}

StoredCandidate MatmulTuner::getStored(const Library &library) const {
  return {&problem.fact, /*config=*/nullptr, /*checksum=*/"",
          /*kernelName=*/"", library.name};
}

void MatmulTuner::adoptStoredLibraries() {
  for (Library *library : getWantedLibraries())
    if (std::optional<Record> failure =
            context.store.findFailure(getStored(*library)))
      adopt(*library, std::move(*failure));
}

MeasuredCandidate MatmulTuner::getAsked(const Library &library) const {
  // Later passes are of the algorithm of the first one.
  return {library.name.str(),
          /*kernel=*/"",
          library.record ? library.record->config : "",
          /*heuristics=*/{},
          int64_t(entries.size()) + (&library - libraries.data()),
          library.name.str()};
}

void MatmulTuner::adopt(Library &library, Record record) {
  // No algorithm was chosen: there is no library, or it has none for this.
  if (record.config.empty()) {
    library.whyNot = record.detail;
    return;
  }
  record.candidate = record.library = library.name.str();
  record.problem = id;
  record.key = problem.fact.getKey();
  record.rank = int64_t(entries.size()) + (&library - libraries.data());
  record.final &= record.outcome == Outcome::Ok;
  library.record = std::move(record);
}

SmallVector<MatmulTuner::Library *>
MatmulTuner::getLibrariesInPasses(size_t passes) {
  size_t rounds = size_t(effort.finals.rounds);
  SmallVector<Library *> taking;
  for (Library &library : libraries)
    if (library.record && library.record->outcome == Outcome::Ok &&
        library.record->timesNs.size() == passes * rounds)
      taking.push_back(&library);
  return taking;
}

void MatmulTuner::addPass(Library &library, const Record &pass, bool isCalm) {
  if (pass.outcome == Outcome::Ok && isCalm)
    addPass(*library.record, pass);
  else if (pass.outcome != Outcome::Ok && !isForWantOfMemory(toStored(pass)) &&
           !pass.config.empty())
    adopt(library, pass);
}
