//===- PipeSignal.h - Writing to who may have ended ----------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_PIPESIGNAL_H
#define AUTOTUNE_LIB_MEASURE_PIPESIGNAL_H

#include <cerrno>
#include <csignal>
#include <ctime>

namespace mlir::autotune::measure {

/// While this lives, what this thread writes to a pipe that nobody reads is an
/// error, EPIPE, and no signal, whatever the program does at that signal.
class NoPipeSignal {
public:
  NoPipeSignal() {
    sigset_t pending;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigpending(&pending);
    wasPending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
  }
  NoPipeSignal(const NoPipeSignal &) = delete;
  NoPipeSignal &operator=(const NoPipeSignal &) = delete;
  ~NoPipeSignal() {
    int error = errno;
    timespec none = {};
    // One that came from here is taken before it can be delivered.
    while (!wasPending && sigtimedwait(&signals, nullptr, &none) < 0 &&
           errno == EINTR)
      ;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
  }

private:
  sigset_t signals, before;
  bool wasPending = false;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_PIPESIGNAL_H
