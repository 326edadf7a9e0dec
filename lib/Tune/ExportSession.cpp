//===- ExportSession.cpp - The best of records, for compilers -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/ExportSession.h"

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/MeasuredTable.h"
#include "mlir-autotune/Tune/TableExport.h"
#include "mlir-autotune/Tuning/OutputFile.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;

static llvm::Expected<std::vector<ProblemToPlan>>
parsePlans(const ExportSessionOptions &options, const Messages &messages) {
  std::vector<ProblemToPlan> problems;
  if (options.plans.empty())
    return problems;
  InputModule module(/*allowUnregisteredDialects=*/false, messages);
  llvm::Expected<SizeHints> hints =
      readHints(options.sizes, module.getContext());
  if (!hints)
    return hints.takeError();
  for (const std::string &text : options.plans) {
    llvm::Expected<ProblemFact> fact = parseProblemToPlan(text);
    if (!fact)
      return llvm::createStringError("--plan='" + text +
                                     "': " + llvm::toString(fact.takeError()));
    if (llvm::any_of(problems, [&](const ProblemToPlan &other) {
          return other.fact == *fact;
        }))
      continue;
    PlanOptions plan;
    plan.maxConfigs = options.planConfigs;
    plan.expected = getExpectedSizes(*fact, *hints);
    problems.push_back({*fact, plan});
  }
  return problems;
}

llvm::Error tune::exportRecords(const ExportSessionOptions &options,
                                const Messages &messages) {
  auto warn = [&](const llvm::Twine &text) { messages.warn(text); };
  ExportOptions choosing;
  choosing.top = options.top;
  choosing.device = options.device;
  if (!options.target.empty()) {
    llvm::Expected<TargetInfo> parsed = parseTargetOption(options.target);
    if (!parsed)
      return parsed.takeError();
    choosing.target = *parsed;
  }
  llvm::Expected<std::vector<ProblemToPlan>> planned =
      parsePlans(options, messages);
  if (!planned)
    return planned.takeError();
  // A file may have nothing else; and what was launched so is no pick.
  RecordsByKey dependent, libraries;
  llvm::Expected<RecordsByKey> records =
      readAllRecords(options.records, warn, &dependent, &libraries);
  if (!records)
    return records.takeError();
  choosing.libraries = &libraries;
  choosing.allowedLibraries = options.allowedLibraries;
  // Only a table can tell devices apart; and a target stands for one.
  if (options.format != ExportFormat::Json || choosing.target ||
      !choosing.device.empty()) {
    llvm::Expected<std::string> device = chooseDevice(*records, options.device);
    if (!device)
      return device.takeError();
    choosing.device = *device;
  }
  llvm::Expected<std::vector<BestPlan>> plans =
      takePlans(*records, *planned, choosing, warn);
  if (!plans)
    return plans.takeError();
  llvm::Expected<std::vector<BestConfigs>> best =
      findBestConfigs(*records, choosing, warn);
  if (!best)
    return best.takeError();
  if (best->empty() && plans->empty())
    return llvm::createStringError("no record can be exported: none is ok and "
                                   "has a supported matmul and config");
  return writeOutputFile(options.output, [&](llvm::raw_ostream &os) {
    switch (options.format) {
    case ExportFormat::Json:
      makeTable(*best, options.near, *plans).print(os);
      break;
    case ExportFormat::Transform:
      printTransformLibrary(os, *best);
      break;
    case ExportFormat::Knobs:
      printKnobLibrary(os, *best);
      break;
    }
  });
}
