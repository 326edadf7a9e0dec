//===- WorkerLink.cpp - A server's line to the process with the GPU -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkerLink.h"
#include "Worker.h"

#include "mlir-autotune/Problem/JsonReader.h"

#include <algorithm>

using namespace mlir::autotune::measure;
using llvm::StringRef;
namespace json = llvm::json;

static constexpr double kAliveSeconds = 5;
/// Processes that may end before they have said what the device is.
static constexpr int kMaxStarts = 2;

WorkerLink::WorkerLink(WorkerCommand command, double silence,
                       std::function<void()> alive)
    : command(std::move(command)), silence(silence), alive(std::move(alive)) {}

double WorkerLink::getAliveSeconds() const {
  return std::min(kAliveSeconds, silence / 4);
}

WorkerLink::~WorkerLink() {
  if (!child)
    return;
  // It ends with its stdin, unless it has lost its way.
  child->closeInput();
  std::string line;
  bool ends =
      !isAbandoned && child->read(line, kAliveSeconds) == LineReader::Closed;
  (void)child->end(/*kill=*/!ends);
}

std::optional<ChildEnd>
WorkerLink::listen(llvm::function_ref<void(const json::Object &)> handle) {
  std::string line;
  double silent = 0, slice = getAliveSeconds();
  while (!isAbandoned) {
    LineReader::Result result = child->read(line, slice);
    if (result == LineReader::Silent && (silent += slice) < silence) {
      alive();
      continue;
    }
    if (result != LineReader::Line) {
      bool wasSilent = result == LineReader::Silent;
      ChildEnd end = child->end(/*kill=*/wasSilent);
      end.wasSilent = wasSilent;
      child.reset();
      return end;
    }
    silent = 0;
    llvm::Expected<json::Value> value = parseJson(line);
    // The last line of a process that was killed may be cut.
    const json::Object *event = value ? value->getAsObject() : nullptr;
    if (!value)
      llvm::consumeError(value.takeError());
    else if (!event)
      continue;
    else if (event->getString("event") == StringRef("idle"))
      return std::nullopt;
    else
      handle(*event);
    // Not all events are passed on.
    alive();
  }
  ChildEnd end = child->end(/*kill=*/true);
  child.reset();
  return end;
}

std::optional<Trouble> WorkerLink::start() {
  if (isAbandoned)
    return Trouble{"device", "nobody reads the answers"};
  std::optional<ChildEnd> end;
  for (int i = 0; i < kMaxStarts && !child; ++i) {
    llvm::Expected<ChildProcess> started =
        ChildProcess::start(command.program, command.arguments, /*input=*/-1,
                            kEventFd, kMaxWorkerLineBytes, /*endsWithUs=*/true);
    if (!started)
      return Trouble{"device", llvm::toString(started.takeError())};
    child.emplace(std::move(*started));
    problem.clear();
    kernels.clear();
    std::string failure;
    end = listen([&](const json::Object &event) {
      StringRef kind = event.getString("event").value_or("");
      if (kind == "device-failed")
        failure = event.getString("detail").value_or("").str();
      if (kind != "device")
        return;
      device.name = event.getString("name").value_or("").str();
      device.driver = event.getString("driver").value_or("").str();
      if (const json::Value *told = event.get("info"))
        info = *told;
    });
    if (failure.empty())
      continue;
    // It may have been another process's memory, or the end of the last worker.
    child.reset();
    if (i + 1 == kMaxStarts)
      return Trouble{"device", failure};
  }
  if (child)
    return std::nullopt;
  return Trouble{"device", describe(*end)};
}

std::optional<ChildEnd>
WorkerLink::run(StringRef line,
                llvm::function_ref<void(const json::Object &)> handle) {
  // One that no longer reads has ended, or hangs; listening tells.
  (void)child->write(line, silence);
  return listen(handle);
}
