//===- ReportCommand.cpp - autotune-bench report --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Report/ResultsPage.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/RecordsTable.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand reportCommand("report",
                                    "Print the tables of a run's records");
cl::SubCommand &bench::getReportCommand() { return reportCommand; }

static cl::list<std::string> records(cl::Positional,
                                     cl::desc("records.jsonl..."),
                                     cl::sub(reportCommand),
                                     cl::cat(getCategory()));
static cl::opt<unsigned>
    top("top", cl::value_desc("N"), cl::init(0),
        cl::desc("Also print the N best configs of each matmul (default: 0)"),
        cl::sub(reportCommand), cl::cat(getCategory()));

static cl::opt<std::string> pageFile(
    "page", cl::value_desc("file.md"),
    cl::desc("Write all results of a device to this file, as Markdown, and a "
             "chart beside it, as SVG; takes a file of records for each list"),
    cl::sub(reportCommand), cl::cat(getCategory()));
static cl::list<std::string>
    shapes("shapes", cl::value_desc("file"),
           cl::desc("With --page, a list's shapes: their order, and comments "
                    "that describe the list and name epilogues. Belongs to the "
                    "records with the same name up to the dot"),
           cl::sub(reportCommand), cl::cat(getCategory()));
static cl::opt<std::string> summaryFile(
    "summary", cl::value_desc("file.md"),
    cl::desc("With --page, write a table by class into that file, between the "
             "two lines that mark its place"),
    cl::sub(reportCommand), cl::cat(getCategory()));

/// Where readers of the summary find the page.
static constexpr llvm::StringLiteral kPageFolder = "docs/results/";

static llvm::Error writeSummary(const report::Results &results) {
  auto text = llvm::MemoryBuffer::getFile(summaryFile, /*IsText=*/true);
  if (!text)
    return llvm::createStringError(summaryFile + ": " +
                                   text.getError().message());
  llvm::Expected<std::string> replaced = report::replaceResultsSummary(
      results, (kPageFolder + llvm::sys::path::filename(pageFile)).str(),
      (*text)->getBuffer());
  if (!replaced)
    return llvm::createStringError(summaryFile + ": " +
                                   llvm::toString(replaced.takeError()));
  return writeOutputFile(summaryFile,
                         [&](llvm::raw_ostream &os) { os << *replaced; });
}

static llvm::Error writePage() {
  if (!llvm::StringRef(pageFile).ends_with(".md"))
    return llvm::createStringError("--page takes a name that ends in .md: the "
                                   "chart is written beside it, as .svg");
  llvm::Expected<report::Results> results =
      report::readResults(records, shapes, reportWarning);
  if (!results)
    return results.takeError();
  llvm::SmallString<128> chart(pageFile);
  llvm::sys::path::replace_extension(chart, "svg");
  if (llvm::Error error = writeOutputFile(chart, [&](llvm::raw_ostream &os) {
        report::writeResultsChart(*results, os);
      }))
    return error;
  if (llvm::Error error = writeOutputFile(pageFile, [&](llvm::raw_ostream &os) {
        report::writeResultsPage(*results, llvm::sys::path::filename(chart),
                                 os);
      }))
    return error;
  return summaryFile.empty() ? llvm::Error::success() : writeSummary(*results);
}

static const char *findFault() {
  if (records.empty())
    return "report takes the records of a run; see autotune-bench report "
           "--help";
  if (!pageFile.empty())
    return top ? "--top is for the tables, and --page writes none" : nullptr;
  if (!shapes.empty() || !summaryFile.empty())
    return "--shapes and --summary need --page";
  return records.size() > 1 ? "report takes one file, except with --page"
                            : nullptr;
}

int bench::runReport() {
  if (const char *fault = findFault())
    return reportError(fault);
  if (!pageFile.empty())
    return toExitCode(writePage());
  RecordsByKey dependent;
  llvm::Expected<RecordsByKey> read = readRecords(
      records.front(), reportWarning, /*others=*/nullptr, &dependent);
  if (!read)
    return reportError(read.takeError());
  if (top)
    for (const auto &[key, all] : *read)
      llvm::outs() << measure::formatTable(key, all, top, getBriefName) << "\n";
  llvm::outs() << formatBest(*read) << formatDependentLaunch(dependent);
  llvm::outs().flush();
  return 0;
}
