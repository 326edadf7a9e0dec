//===- Child.cpp - A process and the lines that it writes -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Child.h"

#include "PipeSignal.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace mlir::autotune::measure;
using llvm::StringRef;

/// How long a process has to end that has no more to say, and between two
/// looks.
static constexpr std::chrono::seconds kEndingTime(5);
static constexpr std::chrono::milliseconds kEndingPause(1);

static llvm::Error systemError(const llvm::Twine &what) {
  return llvm::createStringError("cannot start a worker: " + what + ": " +
                                 std::strerror(errno));
}

/// In the child, after fork: only what is safe there.
[[noreturn]] static void execute(const char *program, std::vector<char *> &argv,
                                 int input, int output, int outputFd,
                                 pid_t endsWith) {
  // Who has ended before this call sends no signal any more.
  if (endsWith > 0 &&
      (::prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || ::getppid() != endsWith))
    ::_exit(127);
  // The pipes may themselves have the wanted numbers; move them out of the way
  // first.
  int in = ::fcntl(input, F_DUPFD, outputFd + 1);
  int out = ::fcntl(output, F_DUPFD, outputFd + 1);
  if (in >= 0 && out >= 0 && ::dup2(in, STDIN_FILENO) >= 0 &&
      ::dup2(out, outputFd) >= 0) {
    ::close(in);
    ::close(out);
    std::signal(SIGPIPE, SIG_DFL);
    ::execv(program, argv.data());
  }
  ::_exit(127);
}

llvm::Expected<ChildProcess>
ChildProcess::start(const std::string &program,
                    llvm::ArrayRef<std::string> arguments, int input,
                    int outputFd, size_t maxLineBytes, bool endsWithUs) {
  int events[2], requests[2] = {input, -1};
  if (::pipe2(events, O_CLOEXEC))
    return systemError("pipe");
  if (input < 0 && ::pipe2(requests, O_CLOEXEC)) {
    llvm::Error error = systemError("pipe");
    ::close(events[0]);
    ::close(events[1]);
    return error;
  }
  std::vector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  ChildProcess child;
  pid_t endsWith = endsWithUs ? ::getpid() : 0;
  child.process = ::fork();
  if (child.process == 0)
    execute(program.c_str(), argv, requests[0], events[1], outputFd, endsWith);
  int error = errno;
  ::close(events[1]);
  if (input < 0)
    ::close(requests[0]);
  child.input = requests[1];
  child.output = events[0];
  if (child.process < 0) {
    errno = error;
    return systemError("fork");
  }
  // Writing waits by polling, so that a child that never reads can be given up.
  if (child.input >= 0)
    ::fcntl(child.input, F_SETFL, O_NONBLOCK);
  child.reader = std::make_unique<LineReader>(child.output, maxLineBytes);
  return child;
}

ChildProcess::ChildProcess(ChildProcess &&other) noexcept
    : process(std::exchange(other.process, -1)),
      input(std::exchange(other.input, -1)),
      output(std::exchange(other.output, -1)), reader(std::move(other.reader)) {
}

ChildProcess::~ChildProcess() {
  if (process > 0)
    (void)end(/*kill=*/true);
  closeInput();
  if (output >= 0)
    ::close(output);
}

bool ChildProcess::write(StringRef bytes, double seconds) {
  NoPipeSignal none;
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  while (!bytes.empty()) {
    ssize_t written = ::write(input, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.drop_front(size_t(written));
      continue;
    }
    if (errno == EINTR)
      continue;
    if (errno != EAGAIN ||
        std::chrono::duration<double>(Clock::now() - begin).count() > seconds)
      return false;
    pollfd waiting = {input, POLLOUT, 0};
    (void)::poll(&waiting, 1, 100);
  }
  return true;
}

void ChildProcess::closeInput() {
  if (input >= 0)
    ::close(std::exchange(input, -1));
}

ChildEnd ChildProcess::end(bool kill) {
  ChildEnd end;
  if (process <= 0)
    return end;
  closeInput();
  if (output >= 0)
    ::close(std::exchange(output, -1));
  int status = 0;
  // One that does not end by itself, for it waits for a device, is made to.
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
  pid_t ended = 0;
  while (!kill && ended == 0 && Clock::now() - begin < kEndingTime) {
    ended = ::waitpid(process, &status, WNOHANG);
    if (ended == 0)
      std::this_thread::sleep_for(kEndingPause);
    else if (ended < 0 && errno == EINTR)
      ended = 0;
  }
  if (ended == 0) {
    ::kill(process, SIGKILL);
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR)
      ;
  }
  process = -1;
  if (WIFEXITED(status))
    end.exitCode = WEXITSTATUS(status);
  else if (WIFSIGNALED(status))
    end.signal = WTERMSIG(status);
  return end;
}

void ChildProcess::leave() {
  closeInput();
  process = -1;
}

llvm::Expected<ChildEnd> mlir::autotune::measure::runChild(
    const std::string &program, llvm::ArrayRef<std::string> arguments,
    const std::string &input, int outputFd, double silenceSeconds,
    llvm::function_ref<void(StringRef)> handle) {
  // The job is a file, so that neither side can block on a full pipe.
  std::FILE *job = std::tmpfile();
  if (!job)
    return systemError("a temporary file");
  bool written =
      std::fwrite(input.data(), 1, input.size(), job) == input.size() &&
      std::fflush(job) == 0;
  std::rewind(job);
  if (!written) {
    llvm::Error error = systemError("a temporary file");
    std::fclose(job);
    return error;
  }
  llvm::Expected<ChildProcess> child = ChildProcess::start(
      program, arguments, ::fileno(job), outputFd, SIZE_MAX);
  std::fclose(job);
  if (!child)
    return child.takeError();
  std::string line;
  LineReader::Result result;
  while ((result = child->read(line, silenceSeconds)) == LineReader::Line)
    handle(line);
  bool wasSilent = result == LineReader::Silent;
  ChildEnd end = child->end(/*kill=*/wasSilent);
  end.wasSilent = wasSilent;
  return end;
}

std::string mlir::autotune::measure::describeEnd(const ChildEnd &end,
                                                 StringRef who,
                                                 double silenceSeconds) {
  if (end.wasSilent)
    return (who + " was silent for " + llvm::Twine(int64_t(silenceSeconds)) +
            " s")
        .str();
  if (end.signal)
    return (who + " died: " + strsignal(end.signal)).str();
  return (who + " ended with code " + llvm::Twine(end.exitCode)).str();
}
