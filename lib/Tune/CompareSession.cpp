//===- CompareSession.cpp - Shapes measured against a library -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/CompareSession.h"

#include "mlir-autotune/Tune/RecordsTable.h"
#include "mlir-autotune/Tuning/Picks.h"
#include "mlir-autotune/Tuning/ShapesFile.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

namespace {
using Use = llvm::function_ref<llvm::Error(const Comparison &)>;

/// What was measured: with this project's kernels, other libraries', and this
/// project's with dependent launch.
struct ComparedRecords {
  RecordsByKey own, others, dependent;
};

class CompareSession {
public:
  CompareSession(const CompareOptions &options, const Messages &messages)
      : options(options), messages(messages) {}

  llvm::Error run(Use use);

private:
  llvm::Error compareRecords(Use use);
  llvm::Error measure(Use use);
  llvm::Error measureIn(const Workspace &workspace,
                        const BuildStageOptions &building,
                        const MeasuringDevice &device, Use use);
  llvm::Error finish(const ComparedRecords &records, ArrayRef<std::string> keys,
                     StringRef device, std::optional<TargetInfo> target,
                     Use use);
  llvm::Expected<std::vector<ProblemFact>> readFacts();
  llvm::Expected<std::vector<GivenPick>> readPicks(ArrayRef<std::string> keys);
  llvm::Error takePicks(BuildStageOptions &building);
  llvm::Expected<RecordsByKey> read(StringRef path, RecordsByKey *others,
                                    RecordsByKey *dependent) {
    return readRecords(
        path, [&](const Twine &text) { messages.warn(text); }, others,
        dependent);
  }

  const CompareOptions &options;
  const Messages &messages;
  /// That the options name.
  std::optional<TargetInfo> named;
};
} // namespace

/// The shapes in a file; none when there is no file.
llvm::Expected<std::vector<ProblemFact>> CompareSession::readFacts() {
  const std::string &shapes = options.build.shapes;
  if (shapes.empty())
    return std::vector<ProblemFact>();
  return readShapes(shapes, [&](const Twine &text) { messages.warn(text); });
}

static std::vector<std::string> getKeys(ArrayRef<ProblemFact> facts) {
  std::vector<std::string> keys;
  for (const ProblemFact &fact : facts)
    keys.push_back(fact.getKey());
  return keys;
}

/// The line on the shapes that are compared, or empty.
static std::string describeDependent(const RecordsByKey &dependent,
                                     ArrayRef<std::string> keys,
                                     StringRef device) {
  RecordsByKey selected;
  for (const auto &[key, all] : dependent)
    for (const measure::Record &record : all)
      if ((keys.empty() || llvm::is_contained(keys, key)) &&
          (record.device.name == device || record.device.name.empty()))
        selected[key].push_back(record);
  return StringRef(formatDependentLaunch(selected)).trim().str();
}

/// Hands on what the records have.
llvm::Error CompareSession::finish(const ComparedRecords &records,
                                   ArrayRef<std::string> keys, StringRef device,
                                   std::optional<TargetInfo> target, Use use) {
  Comparison comparison =
      Comparison::create(records.own, records.others, keys, device);
  comparison.dependent = describeDependent(records.dependent, keys, device);
  comparison.target = target ? target : findProduct(device);
  if (comparison.shapes.empty()) {
    for (const std::string &note : getNotes(comparison))
      messages.warn(note);
    return llvm::createStringError("no shape has a record that is ok");
  }
  if (!comparison.target)
    messages.warn("no figures are known of " + Twine(device) +
                  ", so there are no shares of its bandwidth, and no roof; "
                  "name its target with --target");
  return use(comparison);
}

llvm::Error CompareSession::compareRecords(Use use) {
  llvm::Expected<std::vector<ProblemFact>> facts = readFacts();
  if (!facts)
    return facts.takeError();
  ComparedRecords all;
  for (const std::string &path : options.records) {
    llvm::Expected<RecordsByKey> records =
        read(path, &all.others, &all.dependent);
    if (!records)
      return records.takeError();
    for (auto &[key, own] : *records)
      for (measure::Record &record : own)
        addRecord(all.own[key], std::move(record));
  }
  llvm::Expected<std::string> device = chooseDevice(all.own, options.device);
  if (!device)
    return device.takeError();
  return finish(all, getKeys(*facts), *device, named, use);
}

/// Each shape's best of the file of picks.
llvm::Expected<std::vector<GivenPick>>
CompareSession::readPicks(ArrayRef<std::string> keys) {
  llvm::Expected<RecordsByKey> records =
      read(options.picks, /*others=*/nullptr, /*dependent=*/nullptr);
  if (!records)
    return records.takeError();
  llvm::Expected<std::string> device = chooseDevice(*records, options.device);
  if (!device)
    return device.takeError();
  Comparison best = Comparison::create(*records, {}, keys, *device);
  for (const std::string &shape : best.unmeasured)
    messages.warn(options.picks + ": left out: " + shape);
  std::vector<GivenPick> given;
  for (const ComparedShape &shape : best.shapes)
    given.push_back({shape.best.key, shape.best.config});
  if (given.empty())
    return llvm::createStringError(options.picks +
                                   ": has no pick for these shapes");
  return given;
}

/// Has the build take the picks in the place of the shapes.
llvm::Error CompareSession::takePicks(BuildStageOptions &building) {
  llvm::Expected<std::vector<ProblemFact>> facts = readFacts();
  if (!facts)
    return facts.takeError();
  llvm::Expected<std::vector<GivenPick>> given = readPicks(getKeys(*facts));
  if (!given)
    return given.takeError();
  // Of an epilogue records have the hash alone.
  for (GivenPick &pick : *given)
    for (const ProblemFact &fact : *facts)
      if (fact.getKey() == pick.problem)
        pick.problem = fact.getText();
  building.shapes.clear();
  building.picks = std::move(*given);
  building.picksPlace = options.picks;
  return llvm::Error::success();
}

llvm::Error CompareSession::measure(Use use) {
  BuildStageOptions building = options.build;
  if (!options.picks.empty())
    if (llvm::Error error = takePicks(building))
      return error;
  llvm::Expected<MeasuringDevice> device =
      findMeasuringDevice(options.measuring);
  if (!device)
    return device.takeError();
  Workspace workspace;
  if (llvm::Error error = workspace.create(options.measuring))
    return error;
  return workspace.close(measureIn(workspace, building, *device, use));
}

llvm::Error CompareSession::measureIn(const Workspace &workspace,
                                      const BuildStageOptions &building,
                                      const MeasuringDevice &device, Use use) {
  // The result is the comparison alone.
  llvm::Expected<BuildStage> stage =
      buildBundle(building, device.target, workspace.getBundle(),
                  messages.getStream(), messages);
  if (!stage)
    return stage.takeError();
  if (llvm::Error error =
          measureBundle(options.measuring, device.runner, workspace.getBundle(),
                        workspace.getRecords(), /*tablesToErrors=*/true))
    return error;
  ComparedRecords all;
  llvm::Expected<RecordsByKey> records =
      read(workspace.getRecords(), /*others=*/nullptr, &all.dependent);
  if (!records)
    return records.takeError();
  all.own = std::move(*records);
  llvm::Expected<std::string> name = chooseDevice(all.own, "");
  if (!name)
    return name.takeError();
  std::vector<std::string> keys;
  for (const TuningProblem &problem : stage->problems)
    keys.push_back(problem.fact.getKey());
  return finish(all, keys, *name, named ? named : device.target, use);
}

llvm::Error CompareSession::run(Use use) {
  if (!options.build.target.empty()) {
    llvm::Expected<TargetInfo> target = parseTargetOption(options.build.target);
    if (!target)
      return target.takeError();
    named = *target;
  }
  return options.records.empty() ? measure(use) : compareRecords(use);
}

llvm::Error
tune::compareShapes(const CompareOptions &options, const Messages &messages,
                    llvm::function_ref<llvm::Error(const Comparison &)> use) {
  return CompareSession(options, messages).run(use);
}
