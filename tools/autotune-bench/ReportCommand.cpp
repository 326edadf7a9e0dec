//===- ReportCommand.cpp - autotune-bench report --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/RecordsTable.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand reportCommand("report",
                                    "Print the tables of a run's records");
cl::SubCommand &bench::getReportCommand() { return reportCommand; }

static cl::opt<std::string> records(cl::Positional, cl::desc("records.jsonl"),
                                    cl::sub(reportCommand),
                                    cl::cat(getCategory()));
static cl::opt<unsigned>
    top("top", cl::value_desc("N"), cl::init(0),
        cl::desc("Also print the N best configs of each matmul (default: 0)"),
        cl::sub(reportCommand), cl::cat(getCategory()));

int bench::runReport() {
  if (records.empty())
    return reportError("report takes the records of a run; see autotune-bench "
                       "report --help");
  RecordsByKey dependent;
  llvm::Expected<RecordsByKey> read =
      readRecords(records, reportWarning, /*others=*/nullptr, &dependent);
  if (!read)
    return reportError(read.takeError());
  if (top)
    for (const auto &[key, all] : *read)
      llvm::outs() << measure::formatTable(key, all, top, getBriefName) << "\n";
  llvm::outs() << formatBest(*read) << formatDependentLaunch(dependent);
  llvm::outs().flush();
  return 0;
}
