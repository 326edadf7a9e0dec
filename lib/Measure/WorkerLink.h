//===- WorkerLink.h - A server's line to its worker -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_WORKERLINK_H
#define AUTOTUNE_LIB_MEASURE_WORKERLINK_H

#include "mlir-autotune/Measure/Child.h"
#include "mlir-autotune/Measure/Measuring.h"
#include "mlir-autotune/Measure/Records.h"

#include <functional>
#include <set>

namespace mlir::autotune::measure {

/// Why something could not be done that is no candidate's fault. The kind is
/// an outcome's name, "device", or "request".
struct Trouble {
  std::string kind, message;
};

/// The process that touches the GPU is started when it is first needed, and
/// again when it is needed after it ended: a kernel that faults or hangs takes
/// it along.
class WorkerLink {
public:
  /// One that says nothing for `silence` seconds is killed. `alive` is called
  /// while it works: after each event, and every getAliveSeconds() without one.
  WorkerLink(WorkerCommand command, double silence,
             std::function<void()> alive);
  ~WorkerLink();

  /// Makes sure that there is a process that can use the device.
  std::optional<Trouble> start();
  bool isRunning() const { return child.has_value(); }
  /// Ends the process at once, if there is one.
  void kill() { child.reset(); }
  /// Ends the process as soon as nobody listens to it, at once where somebody
  /// does, and has none started again. May be called by those who listen.
  void abandon() { isAbandoned = true; }
  /// Sends a line to the process, which must have been started, and calls
  /// `handle` for each event until it is idle. What is returned is how it ended
  /// instead, if it did.
  std::optional<ChildEnd>
  run(llvm::StringRef line,
      llvm::function_ref<void(const llvm::json::Object &)> handle);

  /// As --device-info; null before start().
  const llvm::json::Value &getInfo() const { return info; }
  /// Name and driver; kept after the process's end.
  const DeviceFigures &getDevice() const { return device; }
  /// Seconds between two signs of life.
  double getAliveSeconds() const;
  std::string describe(const ChildEnd &end) const {
    return describeEnd(end, "the worker", silence);
  }

  /// What the process at hand was sent: empty after a new start.
  std::string problem;
  std::set<std::string> kernels;

private:
  std::optional<ChildEnd>
  listen(llvm::function_ref<void(const llvm::json::Object &)> handle);

  WorkerCommand command;
  double silence;
  std::function<void()> alive;
  std::optional<ChildProcess> child;
  bool isAbandoned = false;
  llvm::json::Value info = nullptr;
  DeviceFigures device;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_WORKERLINK_H
