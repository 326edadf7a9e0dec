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
#include "mlir-autotune/Tune/CompareSession.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

/// Rounds where one config a shape is measured, and time is there for more.
static constexpr int kPickRounds = 31;

static cl::SubCommand compareCommand("compare",
                                     "Measure a file of shapes against a "
                                     "library; print and draw the comparison");
cl::SubCommand &bench::getCompareCommand() { return compareCommand; }

static CompareOptions options;
static BuildFlags flags(compareCommand, options.build,
                        BuildFlags::Input::Shapes);
static MeasureFlags measureFlags(compareCommand, options.measuring,
                                 "The GPU (default: cuda:0)");
static Flag<int, measure::RoundsParser>
    rounds(compareCommand, options.measuring.rounds, "rounds",
           cl::value_desc("N"),
           cl::desc("Final rounds of each shape, 7 to 1000 (default: 9, or 31 "
                    "with --picks)"));
static Flag<std::string>
    picks(compareCommand, options.picks, "picks", cl::value_desc("file"),
          cl::desc("Measure only the best config that these records have for "
                   "each shape, in more rounds. shapes.txt may be left out"));
static ListFlag recordsFrom(
    compareCommand, options.records, "records-from", cl::value_desc("file"),
    cl::desc("Measure nothing, and compare these records. shapes.txt may be "
             "left out. Can be repeated, for example to add records of another "
             "library's kernels"));
static Flag<std::string>
    deviceName(compareCommand, options.device, "device-name",
               cl::value_desc("name"),
               cl::desc("Take only records of this device, such as 'NVIDIA "
                        "H200' (default: the only device in the records)"));
static cl::opt<std::string>
    reportFile("report", cl::value_desc("file"),
               cl::desc("Write the tables and charts to this HTML file; - is "
                        "the standard output"),
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

static llvm::Error checkArguments() {
  if (options.build.shapes.empty() && options.picks.empty() &&
      options.records.empty())
    return llvm::createStringError(
        "compare takes a file of shapes, --picks=FILE or --records-from=FILE; "
        "see autotune-bench compare --help");
  if (!options.records.empty()) {
    std::string other = findMeasuringOption();
    if (!other.empty())
      return llvm::createStringError("--records-from measures nothing: "
                                     "--" +
                                     other + " is for measuring");
  }
  if (!options.picks.empty())
    if (const char *choosing = flags.findChoosing())
      return llvm::createStringError(Twine("--picks has the configs: ") +
                                     choosing + " can't be given");
  if (options.picks.empty() && options.records.empty() &&
      deviceName.getNumOccurrences())
    return llvm::createStringError(
        "--device-name chooses among the records of --picks and "
        "--records-from; the device to measure on is --device");
  if (llvm::Error error = checkMeasuring(options.measuring))
    return error;
  if (!options.measuring.records.empty())
    if (llvm::Error error = checkRecordsPlace(
            options.measuring.records, reportFile, "--report", "compare"))
      return error;
  return reportFile.empty() ? llvm::Error::success()
                            : checkOutputFile(reportFile);
}

int bench::runCompare() {
  flags.finish();
  options.measuring.quiet = options.build.quiet;
  if (!rounds.getNumOccurrences() && !options.picks.empty())
    options.measuring.rounds = kPickRounds;
  if (llvm::Error error = checkArguments())
    return reportError(std::move(error));
  auto show = [](const Comparison &comparison) -> llvm::Error {
    raw_ostream &tables = getTableStream(reportFile);
    tables << formatComparison(comparison);
    tables.flush();
    if (reportFile.empty())
      return llvm::Error::success();
    return writeOutputFile(reportFile, [&](raw_ostream &os) {
      report::writeHtmlReport(comparison, getCommandLine(), os);
    });
  };
  return toExitCode(compareShapes(options, getMessages(), show));
}
