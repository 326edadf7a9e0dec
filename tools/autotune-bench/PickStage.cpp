//===- PickStage.cpp - From records to a tuned module ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PickStage.h"
#include "Commands.h"
#include "RecordsTable.h"

#include "mlir-autotune/Tuning/Picks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;

/// The one device whose records count. Times of two are not to be compared.
static FailureOr<std::string> chooseDevice(const RecordsByKey &records,
                                           StringRef device) {
  llvm::SetVector<StringRef> devices;
  for (const auto &entry : records)
    for (const runner::Record &record : entry.second)
      if (record.outcome == runner::Outcome::Ok)
        devices.insert(record.device.name);
  if (device.empty() && devices.size() <= 1)
    return devices.empty() ? std::string() : devices.front().str();
  if (devices.contains(device))
    return device.str();
  reportError((device.empty()
                   ? Twine("the records are of several devices")
                   : "no record is ok on a device named '" + device + "'") +
              "; name one with --device-name: " + llvm::join(devices, ", "));
  return failure();
}

/// A config as the record spells it, complete.
static FailureOr<Config> parseConfig(const runner::Record &record,
                                     MLIRContext &context) {
  std::string message = "it leaves parameters unset";
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  FailureOr<Config> config = Config::parse(record.config, &context);
  if (succeeded(config) && config->isComplete())
    return config;
  reportWarning("the best record of " + record.key + " has no config: <" +
                record.config + ">: " + message);
  return failure();
}

LogicalResult bench::pickBest(InputModule &module, const RecordsByKey &records,
                              StringRef device, const TargetInfo *target,
                              StringRef output) {
  FailureOr<std::string> name = chooseDevice(records, device);
  if (failed(name))
    return failure();
  SmallVector<ModuleMatmul> matmuls = findMatmuls(module.getModule());
  MeasuredPicks picks;
  RecordsByKey used;
  for (const ModuleMatmul &matmul : matmuls) {
    std::string key = matmul.fact.getKey();
    auto found = records.find(key);
    if (found == records.end() || used.count(key))
      continue;
    std::vector<runner::Record> &own = used[key];
    llvm::copy_if(found->second, std::back_inserter(own),
                  [&](const runner::Record &record) {
                    return record.device.name == *name ||
                           record.outcome != runner::Outcome::Ok;
                  });
    const runner::Record *best = chooseBest(own);
    if (!best)
      continue;
    FailureOr<Config> config = parseConfig(*best, module.getContext());
    if (succeeded(config))
      picks.try_emplace(
          key, MeasuredPick{*config, best->heuristics, best->timeNs,
                            best->baseline ? best->baseline->bestNs : 0,
                            best->device.name});
  }
  if (picks.empty())
    return reportError("no matmul of the module has a record that is ok; the "
                       "module was not written"),
           failure();
  FailureOr<size_t> count = applyPicks(matmuls, picks, target);
  if (failed(count))
    return failure();
  if (llvm::Error error = module.write(output))
    return reportError(std::move(error)), failure();
  // A module on the standard output stays one.
  raw_ostream &os = output == "-" ? llvm::errs() : llvm::outs();
  os << formatBest(used) << output << ": " << *count << " of " << matmuls.size()
     << " matmuls have a measured config\n";
  os.flush();
  return success();
}
