//===- Ptxas.cpp - Running ptxas ------------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Ptxas.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <csignal>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;

/// Adds up a number that stands in lines like "… 24 bytes spill stores …".
static int64_t sumOf(StringRef log, StringRef pattern) {
  llvm::Regex regex(pattern);
  int64_t sum = 0;
  SmallVector<StringRef> matches;
  while (regex.match(log, &matches)) {
    int64_t value = 0;
    if (!matches[1].getAsInteger(10, value))
      sum += value;
    log = log.substr(matches[0].end() - log.begin());
  }
  return sum;
}

PtxasReport autotune::parsePtxasReport(StringRef log) {
  PtxasReport report;
  report.log = log.str();
  report.registers = sumOf(log, "Used ([0-9]+) registers");
  report.stackBytes = sumOf(log, "([0-9]+) bytes stack frame");
  report.spillBytes = sumOf(log, "([0-9]+) bytes spill stores") +
                      sumOf(log, "([0-9]+) bytes spill loads");
  llvm::Regex serialized("C75(10|1[4-9])");
  SmallVector<StringRef> lines;
  log.split(lines, '\n');
  for (StringRef line : lines)
    if (report.serialized.empty() && serialized.match(line))
      report.serialized = line.trim().str();
  return report;
}

/// A file that is deleted when it goes out of scope.
static llvm::Expected<llvm::FileRemover> createTemporary(StringRef suffix,
                                                         std::string &path) {
  SmallString<128> created;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("mlir-autotune", suffix, created))
    return llvm::createStringError(error, "can't create a temporary file: " +
                                              error.message());
  path = created.str().str();
  return llvm::FileRemover(created);
}

/// Waits for the process and kills it when the time is over. LLVM's own limit
/// is an alarm() of the whole process, which threads that wait side by side
/// take from each other; so the process is asked now and then. nullopt is the
/// limit.
static std::optional<int> waitFor(const llvm::sys::ProcessInfo &process,
                                  std::chrono::milliseconds limit,
                                  std::string &message) {
  using Clock = std::chrono::steady_clock;
  // Small beside the time that ptxas takes for a kernel.
  constexpr std::chrono::milliseconds kPause(2);
  Clock::time_point end = Clock::now() + limit;
  while (true) {
    llvm::sys::ProcessInfo state =
        llvm::sys::Wait(process, /*SecondsToWait=*/0, &message);
    if (state.Pid != 0)
      return state.ReturnCode;
    if (Clock::now() >= end)
      break;
    std::this_thread::sleep_for(kPause);
  }
  ::kill(process.Pid, SIGKILL);
  llvm::sys::Wait(process, /*SecondsToWait=*/std::nullopt);
  return std::nullopt;
}

/// Runs ptxas, standard output and errors into `output`.
static llvm::Error run(StringRef path, ArrayRef<StringRef> arguments,
                       std::chrono::milliseconds limit, std::string &output) {
  std::string logPath;
  llvm::Expected<llvm::FileRemover> log = createTemporary("log", logPath);
  if (!log)
    return log.takeError();
  SmallVector<StringRef> argv = {path};
  llvm::append_range(argv, arguments);
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(logPath),
                                          StringRef(logPath)};
  std::string message;
  bool failedToStart = false;
  llvm::sys::ProcessInfo process =
      llvm::sys::ExecuteNoWait(path, argv, std::nullopt, redirects,
                               /*MemoryLimit=*/0, &message, &failedToStart);
  int code = -1;
  if (!failedToStart) {
    std::optional<int> ended = waitFor(process, limit, message);
    if (!ended)
      return llvm::createStringError(
          llvm::Twine(path) + " did not end within " +
          llvm::formatv("{0:f1} s", limit.count() * 1e-3) + " and was killed");
    code = *ended;
  }
  if (auto buffer = llvm::MemoryBuffer::getFile(logPath))
    output = (*buffer)->getBuffer().str();
  if (code == 0)
    return llvm::Error::success();
  std::string reason = message.empty() ? output : message;
  return llvm::createStringError(llvm::Twine(path) +
                                 " failed: " + StringRef(reason).trim());
}

/// The version that --version printed, or else a hash of the program: without
/// either, the kernels of all programs that print none would pass for the same.
static llvm::Expected<std::string> identify(StringRef path, StringRef output) {
  SmallVector<StringRef> matches;
  if (llvm::Regex("V([0-9]+(\\.[0-9]+)*)").match(output, &matches))
    return matches[1].str();
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return llvm::createStringError(
        file.getError(),
        "can't tell " + path +
            " from other assemblers: its --version prints "
            "no version (as in 'V13.0.88'), and its file can't be read: " +
            file.getError().message());
  return "xxh3 " + llvm::utohexstr(llvm::xxh3_64bits((*file)->getBuffer()),
                                   /*LowerCase=*/true, /*Width=*/16);
}

llvm::Expected<Ptxas> Ptxas::find() {
  SmallVector<std::string> candidates;
  auto environment = llvm::sys::Process::GetEnv("AUTOTUNE_PTXAS");
  if (environment) {
    // Named by the user: no other will do.
    candidates.push_back(*environment);
  } else {
    if (auto inPath = llvm::sys::findProgramByName("ptxas"))
      candidates.push_back(*inPath);
    for (const char *root : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
      if (auto home = llvm::sys::Process::GetEnv(root))
        candidates.push_back(*home + "/bin/ptxas");
    candidates.push_back("/usr/local/cuda/bin/ptxas");
  }
  for (const std::string &candidate : candidates) {
    if (!llvm::sys::fs::can_execute(candidate))
      continue;
    Ptxas ptxas;
    ptxas.path = candidate;
    std::string output;
    if (llvm::Error error = run(candidate, {"--version"}, kTimeLimit, output))
      return std::move(error);
    llvm::Expected<std::string> identity = identify(candidate, output);
    if (!identity)
      return identity.takeError();
    ptxas.identity = std::move(*identity);
    return ptxas;
  }
  return llvm::createStringError(
      "can't find ptxas, which assembles kernels; looked at " +
      llvm::join(candidates, ", ") +
      (environment ? " (AUTOTUNE_PTXAS)"
                   : "; install CUDA's, or name it in AUTOTUNE_PTXAS"));
}

llvm::Expected<PtxasReport>
Ptxas::assemble(StringRef ptx, StringRef chip,
                SmallVectorImpl<char> &cubin) const {
  std::string inputPath, outputPath;
  llvm::Expected<llvm::FileRemover> input = createTemporary("ptx", inputPath);
  if (!input)
    return input.takeError();
  llvm::Expected<llvm::FileRemover> output =
      createTemporary("cubin", outputPath);
  if (!output)
    return output.takeError();
  std::error_code error;
  llvm::raw_fd_ostream stream(inputPath, error);
  if (!error) {
    stream << ptx;
    stream.close();
    error = stream.error();
  }
  if (error) {
    stream.clear_error();
    return llvm::createStringError(error, "can't write " + inputPath + ": " +
                                              error.message());
  }
  std::string log, arch = ("-arch=" + chip).str();
  if (llvm::Error failed =
          run(path, {arch, "-v", inputPath, "-o", outputPath}, timeLimit, log))
    return std::move(failed);
  auto buffer = llvm::MemoryBuffer::getFile(outputPath);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "ptxas wrote no " + outputPath);
  cubin.assign((*buffer)->getBufferStart(), (*buffer)->getBufferEnd());
  return parsePtxasReport(log);
}
