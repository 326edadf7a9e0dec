//===- SimulatedSearch.cpp - A module tuned in the simulator --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatedSearch.h"
#include "MeasuredSearch.h"
#include "RowsStage.h"

#include "mlir-autotune/Tune/PickStage.h"
#include "mlir-autotune/Tune/RecordsTable.h"
#include "mlir-autotune/Tune/SimulationStage.h"
#include "mlir-autotune/Tuning/Bundle.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

/// Candidates of a problem of rows. None is timed, so more of them would find
/// no faster one: the estimate orders them.
static constexpr size_t kCheckedRowCandidates = 8;

namespace {
/// One run, from the bundle to the picks.
class SimulatedSearch {
public:
  SimulatedSearch(const TuneOptions &options, raw_ostream &tables,
                  const Messages &messages)
      : options(options), building(options.build), tables(tables),
        messages(messages) {
    simulation.quiet = building.quiet;
    simulation.top = kTuneTop;
  }

  llvm::Error run() {
    if (llvm::Error error = workspace.create(options.measuring))
      return error;
    return workspace.close(work());
  }

private:
  llvm::Error work();
  llvm::Error searchMatmuls();
  llvm::Error searchRows();
  llvm::Error buildRows(std::vector<TuningProblem> &rows);
  llvm::Error checkRows(size_t first);
  llvm::Error pickRows(ArrayRef<TuningProblem> rows, size_t first);
  llvm::Expected<RecordsByKey> readAll(RecordsByKey *dependent = nullptr) {
    return readRecords(
        workspace.getRecords(), [&](const Twine &text) { messages.warn(text); },
        /*others=*/nullptr, dependent);
  }

  const TuneOptions &options;
  BuildStageOptions building;
  SimulationStageOptions simulation;
  raw_ostream &tables;
  const Messages &messages;
  Workspace workspace;
  BuildStage stage;
  BuildResult built;
  /// As they are written.
  std::vector<Record> records;
};
} // namespace

llvm::Error SimulatedSearch::searchMatmuls() {
  llvm::Expected<BuildResult> result =
      writeStage(stage, building, workspace.getBundle(), tables, messages);
  if (!result)
    return result.takeError();
  built = std::move(*result);
  if (llvm::Error error =
          simulateBundle(workspace.getBundle(), workspace.getRecords(),
                         simulation, tables, messages, &records))
    return error;
  if (!stage.module)
    return llvm::Error::success();
  RecordsByKey dependent;
  llvm::Expected<RecordsByKey> read = readAll(&dependent);
  if (!read)
    return read.takeError();
  PickOptions picking;
  picking.target = &stage.target;
  return pickBest(*stage.module, *read, dependent, picking, options.output,
                  tables, messages);
}

/// Adds them and their kernels to the bundle.
llvm::Error SimulatedSearch::buildRows(std::vector<TuningProblem> &rows) {
  if (llvm::Error error = checkBundlePlace(workspace.getBundle()))
    return error;
  llvm::Expected<BuildResult> result =
      buildProblems(rows, stage.target, building, messages);
  if (!result)
    return result.takeError();
  appendBuild(built, std::move(*result), rows);
  llvm::append_range(stage.problems, rows);
  return writeBundle(workspace.getBundle(), stage.problems, built.kernels,
                     stage.target);
}

/// Checks the problems of the bundle from number `first` on.
llvm::Error SimulatedSearch::checkRows(size_t first) {
  for (size_t i = first; i < stage.problems.size(); ++i)
    simulation.only.push_back("p" + std::to_string(i));
  llvm::Expected<std::vector<Record>> checked =
      checkBundle(workspace.getBundle(), simulation, messages);
  if (!checked)
    return checked.takeError();
  llvm::append_range(records, *checked);
  if (llvm::Error error = writeRecords(workspace.getRecords(), records))
    return error;
  tables << formatChecked(*checked, kTuneTop);
  tables.flush();
  return llvm::Error::success();
}

/// The records of rows begin with number `first`.
llvm::Error SimulatedSearch::pickRows(ArrayRef<TuningProblem> rows,
                                      size_t first) {
  llvm::Expected<RecordsByKey> read = readAll();
  if (!read)
    return read.takeError();
  size_t count =
      applyRowPicks(stage.module->getModule(), stage.target, rows, *read);
  // What can't be simulated is not wrong.
  bool isWrong = llvm::any_of(
      ArrayRef(records).drop_front(first), [](const Record &record) {
        return !StringRef(record.detail).starts_with(kNotSimulated);
      });
  if (count == 0 && isWrong)
    return llvm::createStringError(
        "no candidate of a problem of rows was right; " +
        workspace.getRecords() + " says why");
  if (llvm::Error error = stage.module->write(options.output))
    return error;
  tables << options.output << ": " << count << " of " << rows.size()
         << " problems of rows have a checked config\n";
  tables.flush();
  return llvm::Error::success();
}

/// Of the module with the picks of its matmuls.
llvm::Error SimulatedSearch::searchRows() {
  size_t numMatmuls = stage.problems.size(), numRecords = records.size();
  llvm::Expected<std::vector<TuningProblem>> rows =
      findRows(stage.module->getModule(), stage.target, SpaceLevel::Default,
               kCheckedRowCandidates);
  if (!rows)
    return rows.takeError();
  if (rows->empty() && numMatmuls)
    return llvm::Error::success();
  if (rows->empty())
    return makeNothingToTune(building.input);
  if (llvm::Error error = buildRows(*rows))
    return error;
  if (llvm::Error error = checkRows(numMatmuls))
    return error;
  return pickRows(*rows, numRecords);
}

llvm::Error SimulatedSearch::work() {
  building.measuresFusion = false;
  building.mayLackMatmuls = options.tunesRows;
  llvm::Expected<BuildStage> read =
      readBuildInput(building, std::nullopt, messages);
  if (!read)
    return read.takeError();
  stage = std::move(*read);
  if (!stage.problems.empty())
    if (llvm::Error error = searchMatmuls())
      return error;
  return options.tunesRows ? searchRows() : llvm::Error::success();
}

llvm::Error tune::tuneSimulated(const TuneOptions &options, raw_ostream &tables,
                                const Messages &messages) {
  return SimulatedSearch(options, tables, messages).run();
}
