//===- MeasuringPool.cpp - The runners that a tuner measures with ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/MeasuringPool.h"

#include "mlir-autotune/Tune/RunnerProcess.h"
#include "mlir-autotune/Tune/SplitCommand.h"
#include "mlir-autotune/Tune/WorkerConnection.h"
#include "mlir-autotune/Tune/WorkerPool.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

#include <mutex>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

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

namespace {
/// A runner that is being started.
struct Opening {
  std::string device, program;
  WorkerConnection::Settings settings;
  std::unique_ptr<MeasuringService> service;
  /// Why it was not.
  std::string message;

  void run() {
    auto opened = WorkerConnection::open(std::move(settings));
    if (opened)
      service = std::move(*opened);
    else
      message = llvm::toString(opened.takeError());
  }
};
} // namespace

llvm::Expected<std::unique_ptr<MeasuringService>>
tune::openMeasuringService(const MeasureOptions &options, unsigned numDevices,
                           std::function<void(StringRef)> note) {
  std::vector<std::string> runners = options.runners;
  if (runners.empty())
    runners.push_back("");
  // Each says what it has to say from a thread of its own.
  auto mutex = std::make_shared<std::mutex>();
  auto say = [mutex, note = std::move(note)](StringRef text) {
    std::lock_guard<std::mutex> lock(*mutex);
    if (note)
      note(text);
  };
  std::vector<Opening> openings;
  for (const std::string &text : runners)
    for (unsigned i = 0; i < numDevices; ++i) {
      llvm::Expected<std::vector<std::string>> command = getCommand(text);
      if (!command)
        return command.takeError();
      Opening opening;
      opening.program = command->front();
      opening.device = getDevice(options.device, i);
      command->push_back("--serve");
      command->push_back("--device=" + opening.device);
      opening.settings.command = std::move(*command);
      opening.settings.note = say;
      openings.push_back(std::move(opening));
    }
  std::vector<std::thread> threads;
  for (size_t i = 1; i < openings.size(); ++i)
    threads.emplace_back([&opening = openings[i]] { opening.run(); });
  openings.front().run();
  for (std::thread &thread : threads)
    thread.join();
  std::vector<std::unique_ptr<MeasuringService>> services;
  for (Opening &opening : openings) {
    if (opening.service) {
      services.push_back(std::move(opening.service));
      continue;
    }
    StringRef reason = opening.message;
    if (reason.consume_front("the runner refuses: "))
      return llvm::createStringError(reason);
    return llvm::createStringError("can't identify " + opening.device + ": " +
                                   opening.program + ": " + reason);
  }
  if (services.size() == 1)
    return std::move(services.front());
  llvm::Expected<std::unique_ptr<WorkerPool>> pool =
      WorkerPool::create(std::move(services));
  if (!pool)
    return pool.takeError();
  return std::unique_ptr<MeasuringService>(std::move(*pool));
}
