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
  /// Whether this program killed the process because it was silent for too
  /// long.
  bool wasSilent = false;
};

/// A process that reads its stdin and writes lines to one descriptor. The
/// destructor kills the process unless end() has waited for it.
class ChildProcess {
public:
  /// Runs `program` with `arguments`, which include argv[0]. The process's
  /// stdin is a copy of `input` or, if `input` is -1, a pipe that write()
  /// fills. The process writes its lines to descriptor `outputFd`, and
  /// inherits everything else. With `endsWithUs` it is killed when the calling
  /// thread ends.
  static llvm::Expected<ChildProcess>
  start(const std::string &program, llvm::ArrayRef<std::string> arguments,
        int input, int outputFd, size_t maxLineBytes, bool endsWithUs = false);
  ChildProcess(ChildProcess &&other) noexcept;
  ~ChildProcess();

  LineReader::Result read(std::string &line, double seconds) {
    return reader->read(line, seconds);
  }
  /// Writes to the process's stdin. False if the process no longer reads, or
  /// has not read for `seconds`.
  bool write(llvm::StringRef bytes, double seconds);
  /// Closes the process's stdin.
  void closeInput();
  /// Waits for the process to end. Kills it at once with `kill`, and otherwise
  /// if it has not ended after five seconds.
  ChildEnd end(bool kill);
  /// Closes the process's stdin without waiting for the process to end:
  /// releasing a device takes a fifth of a second.
  void leave();

private:
  ChildProcess() = default;

  pid_t process = -1;
  int input = -1, output = -1;
  std::unique_ptr<LineReader> reader;
};

/// Runs `program` with `arguments` (argv[0] among them) and `input` on stdin.
/// Calls `handle` for each line that the process writes to its descriptor
/// `outputFd`, and waits for its end. A process that is silent for
/// `silenceSeconds` is killed.
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
