//===- MeasuringPool.cpp - The runners that a tuner measures with ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuringPool.h"
#include "RunnerProcess.h"
#include "WorkerConnection.h"
#include "WorkerPool.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;

/// The command that --runner=TEXT means: a program, be there blanks in its name
/// or not, or a command line.
static llvm::Expected<std::vector<std::string>> getCommand(StringRef text) {
  if (!text.empty() && !llvm::sys::fs::can_execute(text)) {
    llvm::Expected<std::vector<std::string>> words = splitCommand(text);
    if (!words)
      return llvm::createStringError("--runner: " +
                                     llvm::toString(words.takeError()));
    if (words->size() > 1 && llvm::sys::findProgramByName(words->front()))
      return words;
  }
  llvm::Expected<std::string> path = findRunner(text);
  if (!path)
    return path.takeError();
  return std::vector<std::string>{*path};
}

/// "cuda:3" from "cuda:1" and 2.
static std::string getDevice(StringRef first, unsigned index) {
  StringRef digits = first;
  unsigned ordinal = 0;
  if (index == 0 || !digits.consume_front("cuda:") ||
      digits.getAsInteger(10, ordinal))
    return first.str();
  return "cuda:" + std::to_string(ordinal + index);
}

llvm::Expected<std::unique_ptr<MeasuringService>>
bench::openMeasuringService(const MeasureOptions &options, unsigned numDevices,
                            std::function<void(StringRef)> note) {
  std::vector<std::string> runners = options.runners;
  if (runners.empty())
    runners.push_back("");
  std::vector<std::unique_ptr<MeasuringService>> services;
  for (const std::string &text : runners)
    for (unsigned i = 0; i < numDevices; ++i) {
      llvm::Expected<std::vector<std::string>> command = getCommand(text);
      if (!command)
        return command.takeError();
      std::string program = command->front();
      std::string device = getDevice(options.device, i);
      command->push_back("--serve");
      command->push_back("--device=" + device);
      WorkerConnection::Settings settings;
      settings.command = std::move(*command);
      settings.note = note;
      auto service = WorkerConnection::open(std::move(settings));
      if (service) {
        services.push_back(std::move(*service));
        continue;
      }
      std::string message = llvm::toString(service.takeError());
      StringRef reason = message;
      if (reason.consume_front("the runner refuses: "))
        return llvm::createStringError(reason);
      return llvm::createStringError("can't tell what " + device +
                                     " is: " + program + ": " + reason);
    }
  if (services.size() == 1)
    return std::move(services.front());
  llvm::Expected<std::unique_ptr<WorkerPool>> pool =
      WorkerPool::create(std::move(services));
  if (!pool)
    return pool.takeError();
  return std::unique_ptr<MeasuringService>(std::move(*pool));
}
