//===- MeasureStage.cpp - From a bundle to records ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/MeasureStage.h"

#include "mlir-autotune/Measure/Effort.h"
#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Tune/RunnerProcess.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// How the runner is to measure.
static std::vector<std::string> getRunnerFlags(const MeasureOptions &options) {
  std::vector<std::string> flags = {
      "--device=" + options.device,
      StringRef("--baseline=").str() +
          (options.useBaseline ? "cublaslt" : "none"),
      // The table at the end has the best.
      "--top=3"};
  if (options.budget != 0)
    flags.push_back("--budget=" + std::to_string(options.budget));
  if (options.rounds != 0)
    flags.push_back("--rounds=" + std::to_string(options.rounds));
  return flags;
}

llvm::Error tune::checkMeasuring(const MeasureOptions &options) {
  using measure::FinalEffort;
  unsigned ordinal;
  StringRef digits = options.device;
  if (!digits.consume_front("cuda:") || digits.getAsInteger(10, ordinal))
    return llvm::createStringError("--device: '" + options.device +
                                   "' is not of the form cuda:N");
  if (options.rounds != 0 && (options.rounds < FinalEffort::kMinRounds ||
                              options.rounds > FinalEffort::kMaxRounds))
    return llvm::createStringError("--rounds: " + Twine(options.rounds) +
                                   " is not from " +
                                   Twine(FinalEffort::kMinRounds) + " to " +
                                   Twine(FinalEffort::kMaxRounds));
  return llvm::Error::success();
}

llvm::Error tune::checkRecordsPlace(StringRef path, StringRef output,
                                    StringRef outputFlag, StringRef command) {
  llvm::sys::fs::file_status status;
  bool isOther = !llvm::sys::fs::status(path, status) &&
                 status.type() != llvm::sys::fs::file_type::regular_file;
  if (isOther || measure::isStandardOutput(path))
    return llvm::createStringError("--records=" + path + " is no file, and " +
                                   command +
                                   " reads the records again when they are "
                                   "written");
  if (path == output)
    return llvm::createStringError("--records and " + outputFlag +
                                   " are the same file, " + path);
  return checkOutputFile(path);
}

llvm::Expected<MeasuringDevice>
tune::findMeasuringDevice(const MeasureOptions &options) {
  llvm::Expected<std::string> runner =
      findRunner(options.runners.empty() ? "" : options.runners.back());
  if (!runner)
    return runner.takeError();
  llvm::Expected<TargetInfo> target =
      tune::getDeviceTarget(*runner, options.device);
  if (!target)
    return target.takeError();
  return MeasuringDevice{*runner, *target};
}

llvm::Error tune::measureBundle(const MeasureOptions &options, StringRef runner,
                                StringRef bundle, StringRef records,
                                bool tablesToErrors) {
  std::vector<std::string> arguments = getRunnerFlags(options);
  if (options.quiet)
    arguments.push_back("--quiet");
  arguments.insert(arguments.begin(), {bundle.str(), "-o", records.str()});
  llvm::Expected<int> code = spawnRunner(runner, arguments, tablesToErrors);
  if (!code)
    return code.takeError();
  if (*code == 0)
    return llvm::Error::success();
  // It has said why, unless it is no runner of ours.
  return llvm::createStringError(runner + " ended with exit code " +
                                 Twine(*code));
}

llvm::Error Workspace::create(const MeasureOptions &options) {
  SmallString<128> path;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("mlir-autotune", path))
    return llvm::createStringError("can't make a temporary folder: " +
                                   code.message());
  folder = path.str().str();
  bundle = options.keepBundle.empty() ? folder + "/bundle" : options.keepBundle;
  keepsRecords = !options.records.empty();
  records = keepsRecords ? options.records : folder + "/records.jsonl";
  return llvm::Error::success();
}

llvm::Error Workspace::close(llvm::Error error) {
  if (!error || folder.empty() || keepsRecords ||
      !llvm::sys::fs::exists(records))
    return error;
  llvm::sys::fs::remove_directories(folder + "/bundle");
  folder.clear();
  return llvm::joinErrors(std::move(error),
                          llvm::make_error<KeptRecords>(records));
}

Workspace::~Workspace() {
  if (!folder.empty())
    llvm::sys::fs::remove_directories(folder);
}

char KeptRecords::ID = 0;
