//===- Child.h - A process and the lines that it writes ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_CHILD_H
#define MLIR_AUTOTUNE_MEASURE_CHILD_H

#include "mlir-autotune/Measure/LineReader.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

namespace mlir::autotune::measure {

/// How a process ended.
struct ChildEnd {
  int exitCode = 0;
  /// 0 unless a signal ended it.
  int signal = 0;
  /// Killed by us: it had said nothing for too long.
  bool wasSilent = false;
};

/// A process that reads its stdin and writes lines to one descriptor. It is
/// killed when this object goes, unless end() has waited for it.
class ChildProcess {
public:
  /// Runs `program` with `arguments` (argv[0] among them). Its stdin is a copy
  /// of `input`, or, where that is -1, a pipe that write() fills. Its lines
  /// come from its descriptor `outputFd`. Everything else it has as we do. With
  /// `endsWithUs` it is killed when the calling thread ends.
  static llvm::Expected<ChildProcess>
  start(const std::string &program, llvm::ArrayRef<std::string> arguments,
        int input, int outputFd, size_t maxLineBytes, bool endsWithUs = false);
  ChildProcess(ChildProcess &&other) noexcept;
  ~ChildProcess();

  LineReader::Result read(std::string &line, double seconds) {
    return reader->read(line, seconds);
  }
  /// Writes to its stdin; false when it no longer reads, or for so long.
  bool write(llvm::StringRef bytes, double seconds);
  /// Ends its stdin.
  void closeInput();
  /// Waits for its end. It is killed first if `kill` is set, and else when it
  /// has not ended after five seconds.
  ChildEnd end(bool kill);
  /// Ends its stdin, and does not wait for what it does then: to give a device
  /// back takes a fifth of a second.
  void leave();

private:
  ChildProcess() = default;

  pid_t process = -1;
  int input = -1, output = -1;
  std::unique_ptr<LineReader> reader;
};

/// Runs `program` with `arguments` (argv[0] among them), `input` on stdin, and
/// calls `handle` for each line that it writes to its descriptor `outputFd`.
/// Waits for its end. One that is silent for too long is killed.
llvm::Expected<ChildEnd>
runChild(const std::string &program, llvm::ArrayRef<std::string> arguments,
         const std::string &input, int outputFd, double silenceSeconds,
         llvm::function_ref<void(llvm::StringRef)> handle);

/// "the worker died: Aborted", "the worker ended with code 3", "the worker was
/// silent for 300 s".
std::string describeEnd(const ChildEnd &end, llvm::StringRef who,
                        double silenceSeconds);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_CHILD_H
