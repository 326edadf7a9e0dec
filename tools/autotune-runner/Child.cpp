//===- Child.cpp - A worker process and its events ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Worker.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace mlir::autotune::runner;
using llvm::StringRef;

static llvm::Error systemError(const char *what) {
  return llvm::createStringError(std::string("cannot start a worker: ") + what +
                                 ": " + std::strerror(errno));
}

/// In the child, after fork: only what is safe there. The job is a file, so
/// that neither side can block on a full pipe.
[[noreturn]] static void execute(std::vector<char *> &argv, int input,
                                 int events) {
  // The event pipe may itself be descriptor 0; move both out of the way first.
  int in = ::fcntl(input, F_DUPFD, kEventFd + 1);
  int out = ::fcntl(events, F_DUPFD, kEventFd + 1);
  if (in >= 0 && out >= 0 && ::dup2(in, STDIN_FILENO) >= 0 &&
      ::dup2(out, kEventFd) >= 0) {
    ::close(in);
    ::close(out);
    ::execv("/proc/self/exe", argv.data());
  }
  ::_exit(127);
}

/// Calls `handle` for each whole line; returns when the writer has closed its
/// end, or false when it was silent for too long.
static bool readLines(int fd, double silenceSeconds,
                      llvm::function_ref<void(StringRef)> handle) {
  std::string pending;
  char chunk[65536];
  while (true) {
    pollfd waiting = {fd, POLLIN, 0};
    int ready = ::poll(&waiting, 1, int(silenceSeconds * 1000));
    if (ready == 0)
      return false;
    ssize_t size = ready < 0 ? -1 : ::read(fd, chunk, sizeof(chunk));
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return true;
    pending.append(chunk, size_t(size));
    size_t begin = 0;
    for (size_t end; (end = pending.find('\n', begin)) != std::string::npos;
         begin = end + 1)
      handle(StringRef(pending).slice(begin, end));
    pending.erase(0, begin);
  }
}

llvm::Expected<ChildEnd> mlir::autotune::runner::runChild(
    llvm::ArrayRef<std::string> arguments, const std::string &input,
    double silenceSeconds, llvm::function_ref<void(StringRef)> handle) {
  std::FILE *job = std::tmpfile();
  if (!job)
    return systemError("a temporary file");
  bool written =
      std::fwrite(input.data(), 1, input.size(), job) == input.size() &&
      std::fflush(job) == 0;
  std::rewind(job);
  int events[2];
  if (!written || ::pipe2(events, O_CLOEXEC)) {
    llvm::Error error = systemError(written ? "pipe" : "a temporary file");
    std::fclose(job);
    return error;
  }
  std::vector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = ::fork();
  if (child == 0)
    execute(argv, ::fileno(job), events[1]);
  std::fclose(job);
  ::close(events[1]);
  if (child < 0) {
    ::close(events[0]);
    return systemError("fork");
  }
  ChildEnd end;
  if (!readLines(events[0], silenceSeconds, handle)) {
    end.wasSilent = true;
    ::kill(child, SIGKILL);
  }
  ::close(events[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(status))
    end.exitCode = WEXITSTATUS(status);
  else if (WIFSIGNALED(status))
    end.signal = WTERMSIG(status);
  return end;
}
