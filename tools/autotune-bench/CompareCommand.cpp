//===- CompareCommand.cpp - autotune-bench compare ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildFlags.h"
#include "Commands.h"
#include "MeasureFlags.h"

#include "mlir-autotune/Report/HtmlReport.h"
#include "mlir-autotune/Tune/Comparison.h"
#include "mlir-autotune/Tune/RecordsTable.h"
#include "mlir-autotune/Tuning/OutputFile.h"
#include "mlir-autotune/Tuning/Picks.h"
#include "mlir-autotune/Tuning/ShapesFile.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

/// Rounds where one config a shape is measured, and time is there for more.
static constexpr const char *kPickRounds = "31";

static cl::SubCommand
    compareCommand("compare", "Measure a file of shapes against a library, and "
                              "print and draw how they compare");
cl::SubCommand &tune::getCompareCommand() { return compareCommand; }

static BuildFlags flags(compareCommand, BuildFlags::Input::Shapes);
static MeasureFlags measureFlags(compareCommand, "The GPU (default cuda:0)");
static cl::opt<std::string>
    rounds("rounds", cl::value_desc("N"),
           cl::desc("Final rounds of each shape, 7 to 1000 (default 9; with "
                    "--picks 31)"),
           cl::sub(compareCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    picks("picks", cl::value_desc("file"),
          cl::desc("Measure each shape's best of these records alone, in more "
                   "rounds; shapes.txt may be left out"),
          cl::sub(compareCommand), cl::cat(getCategory()));
static cl::list<std::string> recordsFrom(
    "records-from", cl::value_desc("file"),
    cl::desc("Measure nothing, and compare these records; shapes.txt "
             "may be left out. Can be repeated, as for records of "
             "another library's kernels"),
    cl::sub(compareCommand), cl::cat(getCategory()));
static cl::opt<std::string> deviceName(
    "device-name", cl::value_desc("name"),
    cl::desc("The device whose records count, as in 'NVIDIA H200', where the "
             "files have several"),
    cl::sub(compareCommand), cl::cat(getCategory()));
static cl::opt<std::string> reportFile(
    "report", cl::value_desc("file"),
    cl::desc("Write the tables and drawings there, as HTML; - is the "
             "standard output"),
    cl::sub(compareCommand), cl::cat(getCategory()));

//===----------------------------------------------------------------------===//
// What can be known to fail
//===----------------------------------------------------------------------===//

/// An option that is on the command line, and has no meaning where records are
/// read; or empty.
static std::string findMeasuringOption() {
  const llvm::StringSet<> meant = {"records-from", "report", "target",
                                   "device-name", "quiet"};
  std::string found;
  for (const auto &[name, option] : compareCommand.OptionsMap)
    if (option->getNumOccurrences() && !meant.contains(name) &&
        llvm::is_contained(option->Categories, &getCategory()) &&
        (found.empty() || name < found))
      found = name.str();
  return found;
}

static llvm::Error checkArguments(const MeasureOptions &measuring,
                                  const BuildStageOptions &options) {
  if (options.shapes.empty() && picks.empty() && recordsFrom.empty())
    return llvm::createStringError(
        "compare takes a file of shapes, --picks=FILE or --records-from=FILE; "
        "see autotune-bench compare --help");
  if (!recordsFrom.empty()) {
    std::string other = findMeasuringOption();
    if (!other.empty())
      return llvm::createStringError("--records-from reads what was measured: "
                                     "--" +
                                     other + " is for measuring");
  }
  if (!picks.empty())
    if (const char *choosing = flags.findChoosing())
      return llvm::createStringError(Twine("--picks has the configs: ") +
                                     choosing + " is for others");
  if (picks.empty() && recordsFrom.empty() && deviceName.getNumOccurrences())
    return llvm::createStringError(
        "--device-name chooses among the records of --picks and "
        "--records-from; the device to measure on is --device");
  if (llvm::Error error = checkMeasuring(measuring))
    return error;
  if (!measuring.records.empty())
    if (llvm::Error error = checkRecordsPlace(measuring.records, reportFile,
                                              "--report", "compare"))
      return error;
  return reportFile.empty() ? llvm::Error::success()
                            : checkOutputFile(reportFile);
}

/// The target that --target names; nothing when it names none.
static llvm::Expected<std::optional<TargetInfo>>
getNamedTarget(StringRef name) {
  if (name.empty())
    return std::nullopt;
  llvm::Expected<TargetInfo> target = parseTargetOption(name);
  if (!target)
    return target.takeError();
  return *target;
}

/// The shapes in a file; none when there is no file.
static llvm::Expected<std::vector<MatmulFact>> readFacts(StringRef shapes) {
  if (shapes.empty())
    return std::vector<MatmulFact>();
  llvm::Expected<std::string> text = readShapesFile(shapes);
  if (!text)
    return text.takeError();
  std::vector<std::string> skipped;
  llvm::Expected<std::vector<MatmulFact>> facts =
      parseShapes(*text, shapes, skipped);
  if (!facts)
    return facts.takeError();
  for (const std::string &message : skipped)
    reportWarning(message);
  return facts;
}

static std::vector<std::string> getKeys(ArrayRef<MatmulFact> facts) {
  std::vector<std::string> keys;
  for (const MatmulFact &fact : facts)
    keys.push_back(fact.getKey());
  return keys;
}

//===----------------------------------------------------------------------===//
// The work
//===----------------------------------------------------------------------===//

namespace {
/// What was measured: with this project's kernels, other libraries', and this
/// project's with dependent launch.
struct Measured {
  RecordsByKey records, others, dependent;
};
} // namespace

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

/// Prints and writes what the records have.
static int finish(const Measured &measured, ArrayRef<std::string> keys,
                  StringRef device, std::optional<TargetInfo> target) {
  Comparison comparison =
      Comparison::create(measured.records, measured.others, keys, device);
  comparison.dependent = describeDependent(measured.dependent, keys, device);
  comparison.target = target ? target : findProduct(device);
  if (comparison.shapes.empty()) {
    for (const std::string &note : getNotes(comparison))
      reportWarning(note);
    return reportError("no shape has a record that is ok");
  }
  raw_ostream &tables = getTableStream(reportFile);
  tables << formatComparison(comparison);
  if (!comparison.target)
    reportWarning("no figures are known of " + Twine(device) +
                  ": no shares of its bandwidth, and no roof; --target has "
                  "them");
  tables.flush();
  if (reportFile.empty())
    return 0;
  if (llvm::Error error = writeOutputFile(reportFile, [&](raw_ostream &os) {
        report::writeHtmlReport(comparison, getCommandLine(), os);
      }))
    return reportError(std::move(error));
  return 0;
}

static int compareRecords(ArrayRef<std::string> keys,
                          std::optional<TargetInfo> target) {
  Measured all;
  for (const std::string &path : recordsFrom) {
    llvm::Expected<RecordsByKey> read =
        readRecords(path, reportWarning, &all.others, &all.dependent);
    if (!read)
      return reportError(read.takeError());
    for (auto &[key, own] : *read)
      for (measure::Record &record : own)
        addRecord(all.records[key], std::move(record));
  }
  llvm::Expected<std::string> device = chooseDevice(all.records, deviceName);
  if (!device)
    return reportError(device.takeError());
  return finish(all, keys, *device, target);
}

/// Each shape's best of the file of picks.
static llvm::Expected<std::vector<GivenPick>>
readPicks(ArrayRef<std::string> keys) {
  llvm::Expected<RecordsByKey> records = readRecords(picks, reportWarning);
  if (!records)
    return records.takeError();
  llvm::Expected<std::string> device = chooseDevice(*records, deviceName);
  if (!device)
    return device.takeError();
  Comparison best = Comparison::create(*records, {}, keys, *device);
  for (const std::string &shape : best.unmeasured)
    reportWarning(picks + ": left out: " + shape);
  std::vector<GivenPick> given;
  for (const ComparedShape &shape : best.shapes)
    given.push_back({shape.best.key, shape.best.config});
  if (given.empty())
    return llvm::createStringError(picks + ": has no pick for these shapes");
  return given;
}

/// Has the build take the picks in the place of the shapes.
static llvm::Error takePicks(BuildStageOptions &options) {
  llvm::Expected<std::vector<MatmulFact>> facts = readFacts(options.shapes);
  if (!facts)
    return facts.takeError();
  llvm::Expected<std::vector<GivenPick>> given = readPicks(getKeys(*facts));
  if (!given)
    return given.takeError();
  // Of an epilogue records have the hash alone.
  for (GivenPick &pick : *given)
    for (const MatmulFact &fact : *facts)
      if (fact.getKey() == pick.problem)
        pick.problem = fact.getText();
  options.shapes.clear();
  options.picks = std::move(*given);
  options.picksPlace = picks;
  return llvm::Error::success();
}

static int measureAndCompare(BuildStageOptions options,
                             const MeasureOptions &measuring,
                             std::optional<TargetInfo> named) {
  if (!picks.empty())
    if (llvm::Error error = takePicks(options))
      return reportError(std::move(error));
  llvm::Expected<MeasuringDevice> device = findMeasuringDevice(measuring);
  if (!device)
    return reportError(device.takeError());
  Workspace workspace;
  if (llvm::Error error = workspace.create(measuring))
    return reportError(std::move(error));
  // The standard output has the comparison alone.
  FailureOr<BuildStage> stage =
      buildBundle(options, device->target, workspace.getBundle(), llvm::errs());
  if (failed(stage) ||
      failed(measureBundle(measuring, device->runner, workspace.getBundle(),
                           workspace.getRecords(), /*tablesToErrors=*/true)))
    return 1;
  Measured all;
  llvm::Expected<RecordsByKey> records =
      readRecords(workspace.getRecords(), reportWarning, /*others=*/nullptr,
                  &all.dependent);
  if (!records)
    return reportError(records.takeError());
  all.records = std::move(*records);
  llvm::Expected<std::string> name = chooseDevice(all.records, "");
  if (!name)
    return reportError(name.takeError());
  std::vector<std::string> keys;
  for (const TuningProblem &problem : stage->problems)
    keys.push_back(problem.fact.getKey());
  int code = finish(all, keys, *name, named ? named : device->target);
  if (code == 0)
    workspace.setDone();
  return code;
}

int tune::runCompare() {
  BuildStageOptions options = flags.get();
  MeasureOptions measuring = measureFlags.get();
  measuring.quiet = options.quiet;
  measuring.rounds = rounds;
  if (measuring.rounds.empty() && !picks.empty())
    measuring.rounds = kPickRounds;
  if (llvm::Error error = checkArguments(measuring, options))
    return reportError(std::move(error));
  llvm::Expected<std::optional<TargetInfo>> target =
      getNamedTarget(options.target);
  if (!target)
    return reportError(target.takeError());
  if (recordsFrom.empty())
    return measureAndCompare(options, measuring, *target);
  llvm::Expected<std::vector<MatmulFact>> facts = readFacts(options.shapes);
  if (!facts)
    return reportError(facts.takeError());
  return compareRecords(getKeys(*facts), *target);
}
