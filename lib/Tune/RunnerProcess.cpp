//===- RunnerProcess.cpp - Starting autotune-runner -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/RunnerProcess.h"

#include "mlir-autotune/Problem/JsonReader.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
namespace fs = llvm::sys::fs;

static constexpr StringLiteral kName = "autotune-runner";

llvm::Expected<std::string> tune::findRunner(StringRef path) {
  if (!path.empty()) {
    if (fs::can_execute(path))
      return path.str();
    return llvm::createStringError("--runner: " + path +
                                   " is no program that can be run");
  }
  static int anchor;
  SmallString<128> beside(fs::getMainExecutable(nullptr, &anchor));
  llvm::sys::path::remove_filename(beside);
  llvm::sys::path::append(beside, kName);
  if (fs::can_execute(beside))
    return std::string(beside);
  if (auto found = llvm::sys::findProgramByName(kName))
    return *found;
  return llvm::createStringError("can't find " + kName +
                                 ", which measures; looked for " + beside +
                                 " and on PATH; name it with --runner=PATH");
}

static llvm::Expected<int> spawn(StringRef runner,
                                 ArrayRef<std::string> arguments,
                                 ArrayRef<std::optional<StringRef>> redirects) {
  SmallVector<StringRef> argv = {runner};
  llvm::append_range(argv, arguments);
  std::string message;
  llvm::outs().flush();
  int code = llvm::sys::ExecuteAndWait(runner, argv, std::nullopt, redirects,
                                       /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                       &message);
  if (code < 0 || !message.empty())
    return llvm::createStringError("can't run " + runner + ": " + message);
  return code;
}

namespace {
/// While this lives, the standard output is the standard error output, here and
/// in processes that are started. LLVM's redirection takes paths, and opening
/// one is not the same: a file would be written from its beginning.
class OutputToErrors {
public:
  OutputToErrors()
      : saved(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  OutputToErrors(const OutputToErrors &) = delete;
  OutputToErrors &operator=(const OutputToErrors &) = delete;
  ~OutputToErrors() {
    if (saved < 0) {
      // There was none.
      ::close(STDOUT_FILENO);
      return;
    }
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
  }

private:
  int saved;
};

/// A temporary file, removed at the end and when a signal ends the program.
struct TemporaryFile {
  std::error_code create(StringRef suffix) {
    std::error_code code =
        fs::createTemporaryFile("mlir-autotune-device", suffix, path);
    if (!code)
      llvm::sys::RemoveFileOnSignal(path);
    return code;
  }
  ~TemporaryFile() {
    if (path.empty())
      return;
    fs::remove(path);
    llvm::sys::DontRemoveFileOnSignal(path);
  }
  SmallString<128> path;
};
} // namespace

llvm::Expected<int> tune::spawnRunner(StringRef runner,
                                      ArrayRef<std::string> arguments,
                                      bool tablesToErrors) {
  llvm::outs().flush();
  std::optional<OutputToErrors> redirection;
  if (tablesToErrors)
    redirection.emplace();
  return spawn(runner, arguments, {});
}

llvm::Expected<TargetInfo>
tune::readDeviceTarget(const llvm::json::Object &info) {
  StringRef digits = info.getString("chip").value_or("");
  int64_t capability = 0;
  digits.consume_front("sm_");
  digits.consume_back("a");
  if (digits.getAsInteger(10, capability))
    return llvm::createStringError("it names no chip");
  auto read = [&](StringRef name) { return info.getInteger(name).value_or(0); };
  DeviceProperties device;
  device.name = info.getString("name").value_or("").str();
  device.major = capability / 10;
  device.minor = capability % 10;
  device.sms = read("sms");
  device.sharedMemoryPerBlock = read("shared_memory_per_block");
  device.sharedMemoryPerSM = read("shared_memory_per_sm");
  device.registersPerSM = read("registers_per_sm");
  device.l2Bytes = read("l2_bytes");
  std::string whyNot;
  FailureOr<TargetInfo> target = autotune::getDeviceTarget(device, whyNot);
  if (failed(target))
    return llvm::createStringError(whyNot);
  return *target;
}

static llvm::Expected<TargetInfo> parseDevice(StringRef text) {
  llvm::Expected<llvm::json::Value> value = autotune::parseJson(text);
  if (!value)
    return value.takeError();
  const llvm::json::Object *object = value->getAsObject();
  return readDeviceTarget(object ? *object : llvm::json::Object());
}

llvm::Expected<TargetInfo> tune::getDeviceTarget(StringRef runner,
                                                 StringRef device) {
  TemporaryFile output, errors;
  std::error_code code = output.create("json");
  if (!code)
    code = errors.create("log");
  if (code)
    return llvm::createStringError("can't create a temporary file: " +
                                   code.message());
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(output.path),
                                          StringRef(errors.path)};
  llvm::Expected<int> exit =
      spawn(runner, {"--device-info", "--device=" + device.str()}, redirects);
  if (!exit)
    return exit.takeError();
  StringRef path = *exit == 0 ? output.path : errors.path;
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  StringRef text = (*file)->getBuffer().trim();
  if (*exit == 0) {
    llvm::Expected<TargetInfo> target = parseDevice(text);
    if (target)
      return target;
    return llvm::createStringError("can't identify " + device + ": " +
                                   llvm::toString(target.takeError()));
  }
  if (text.empty())
    return llvm::createStringError("can't identify " + device + ": " + runner +
                                   " ended with exit code " + Twine(*exit) +
                                   " and said nothing");
  // This program says itself who speaks, and that it is an error.
  text.consume_front("autotune-runner: ");
  text.consume_front("error: ");
  return llvm::createStringError(text);
}
