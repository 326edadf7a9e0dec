//===- Ptxas.cpp - Running ptxas ------------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Ptxas.h"

#include "TemporaryFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/xxhash.h"

#include <csignal>
#include <cstring>
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
  report.spillStoreBytes = sumOf(log, "([0-9]+) bytes spill stores");
  report.spillBytes =
      report.spillStoreBytes + sumOf(log, "([0-9]+) bytes spill loads");
  llvm::Regex serialized("C751[0-9]"), used("Used [0-9]+ registers");
  SmallVector<StringRef> lines;
  log.split(lines, '\n');
  for (StringRef line : lines) {
    if (report.serialized.empty() && serialized.match(line))
      report.serialized = line.trim().str();
    // Of a kernel this comes first, and its registers come after what spills.
    if (line.contains("Compiling entry function"))
      report.isWhole = false;
    else
      report.isWhole |= used.match(line);
  }
  return report;
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

char RejectedByPtxas::ID = 0;

/// Runs ptxas, standard output and errors into the file `log` and then into
/// `output`.
static llvm::Error run(StringRef path, ArrayRef<StringRef> arguments,
                       std::chrono::milliseconds limit, StringRef log,
                       std::string &output) {
  SmallVector<StringRef> argv = {path};
  llvm::append_range(argv, arguments);
  std::optional<StringRef> redirects[] = {StringRef(""), log, log};
  std::string message;
  bool failedToStart = false;
  llvm::sys::ProcessInfo process =
      llvm::sys::ExecuteNoWait(path, argv, std::nullopt, redirects,
                               /*MemoryLimit=*/0, &message, &failedToStart);
  std::optional<int> code = -1;
  if (!failedToStart)
    code = waitFor(process, limit, message);
  // LLVM's code for what could not be run at all; -2 is a signal.
  if (code == -1)
    return llvm::createStringError("can't run " + llvm::Twine(path) + ": " +
                                   message);
  auto buffer = llvm::MemoryBuffer::getFile(log);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "can't read the temporary file " + log +
                                       ": " + buffer.getError().message());
  output = (*buffer)->getBuffer().str();
  if (code == 0)
    return llvm::Error::success();
  // ptxas may have failed for want of room, and had none left to say so.
  if (llvm::Error error = writeTemporaryFile(log, std::string(1 << 16, '\n')))
    return error;
  if (!code)
    return llvm::make_error<RejectedByPtxas>(
        path.str() + " did not end within " +
        llvm::formatv("{0:f1} s", limit.count() * 1e-3).str() +
        " and was killed");
  StringRef reason = StringRef(message.empty() ? output : message).trim();
  if (reason.empty())
    return llvm::createStringError(llvm::Twine(path) +
                                   " ended with exit code " +
                                   llvm::Twine(*code) + " and said nothing");
  return llvm::make_error<RejectedByPtxas>(path.str() +
                                           " failed: " + reason.str());
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

Ptxas::Ptxas() : files(std::make_shared<TemporaryFiles>()) {}

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
    llvm::Expected<TemporaryFiles::Lease> files = ptxas.files->take();
    if (!files)
      return files.takeError();
    if (llvm::Error error =
            run(candidate, {"--version"}, kTimeLimit, (*files)->log, output))
      return error;
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

/// Whether all that an ELF file says it holds is there; true for what is no
/// ELF file, which only a stand-in of ptxas writes.
static bool isWhole(StringRef file) {
  using namespace llvm::ELF;
  if (!file.starts_with(StringRef(ElfMagic, 4)))
    return !file.empty();
  Elf64_Ehdr header;
  if (file.size() < sizeof(header))
    return false;
  std::memcpy(&header, file.data(), sizeof(header));
  auto isInside = [&](uint64_t begin, uint64_t size) {
    return begin <= file.size() && size <= file.size() - begin;
  };
  if (!isInside(header.e_phoff, uint64_t(header.e_phnum) * header.e_phentsize))
    return false;
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    uint64_t place = header.e_shoff + i * header.e_shentsize;
    Elf64_Shdr section;
    if (!isInside(place, sizeof(section)))
      return false;
    std::memcpy(&section, file.data() + place, sizeof(section));
    if (section.sh_type != SHT_NOBITS &&
        !isInside(section.sh_offset, section.sh_size))
      return false;
  }
  return true;
}

llvm::Expected<PtxasReport>
Ptxas::assemble(StringRef ptx, StringRef chip,
                SmallVectorImpl<char> &cubin) const {
  llvm::Expected<TemporaryFiles::Lease> files = this->files->take();
  if (!files)
    return files.takeError();
  const TemporaryFiles::Set &paths = **files;
  if (llvm::Error error = writeTemporaryFile(paths.input, ptx))
    return error;
  std::string log, arch = ("-arch=" + chip).str();
  if (llvm::Error error =
          run(path, {arch, "-v", paths.input, "-o", paths.output}, timeLimit,
              paths.log, log))
    return error;
  PtxasReport report = parsePtxasReport(log);
  if (!report.isWhole)
    return llvm::createStringError(
        path + " ended well, but its output has no 'Used ... registers' at the "
               "end: it was cut short by a full disk, or this is no ptxas");
  auto buffer = llvm::MemoryBuffer::getFile(paths.output, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(
        buffer.getError(), path + " ended well, and left no " + paths.output);
  // ptxas itself does not notice.
  if (!isWhole((*buffer)->getBuffer()))
    return llvm::createStringError(
        path + " ended well, but wrote only " +
        llvm::Twine((*buffer)->getBufferSize()) + " bytes of " + paths.output +
        ", which are no whole cubin: the disk is full");
  cubin.assign((*buffer)->getBufferStart(), (*buffer)->getBufferEnd());
  return report;
}
