//===- Ptxas.h - Running ptxas -------------------------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_PTXAS_H
#define MLIR_AUTOTUNE_TUNING_PTXAS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <memory>
#include <string>

namespace mlir::autotune {

/// The report that ptxas -v prints for a kernel.
struct PtxasReport {
  int64_t registers = 0;
  int64_t stackBytes = 0;
  /// Stores of spills, and all bytes of spills, loads too.
  int64_t spillStoreBytes = 0;
  int64_t spillBytes = 0;
  /// The first line that says that wgmma was serialised (C7510 and C7514 to
  /// C7519); empty if none does.
  std::string serialized;
  /// Whether the log has the kernel's number of registers, which ptxas prints
  /// last. If not, the log was cut short, and the absence of spills in it
  /// means nothing.
  bool isWhole = false;
  /// The complete output of ptxas.
  std::string log;
};

/// Parses the output of `ptxas -v`.
PtxasReport parsePtxasReport(StringRef log);

/// The PTX itself is at fault, on every machine: ptxas rejected it, crashed on
/// it, or ran into the time limit.
class RejectedByPtxas
    : public llvm::ErrorInfo<RejectedByPtxas, llvm::StringError> {
public:
  static char ID;
  explicit RejectedByPtxas(const Twine &text)
      : ErrorInfo(text, llvm::inconvertibleErrorCode()) {}
};

class TemporaryFiles;

/// The PTX assembler.
class Ptxas {
public:
  /// Searches AUTOTUNE_PTXAS, then PATH, CUDA_HOME and /usr/local/cuda. The
  /// error lists these places, or says that the ptxas found there does not run
  /// or can't be identified: it prints no version, and its file can't be read.
  static llvm::Expected<Ptxas> find();

  StringRef getPath() const { return path; }
  /// Identifies this assembler, as part of a compiled kernel's identity: its
  /// version, "13.0.88", or, if --version prints none, "xxh3" and a hash of
  /// its file, computed once. A script around ptxas that prints no version is
  /// identified by the script's text, whichever ptxas it runs.
  StringRef getIdentity() const { return identity; }

  /// Assembles PTX for a chip ("sm_90a") into `cubin`. Fails with
  /// RejectedByPtxas if ptxas rejects the text, or is killed at the time
  /// limit. Any other error is the machine's: a temporary file can't be
  /// written or read, ptxas can't be run, or its output is incomplete. Safe to
  /// call from several threads.
  llvm::Expected<PtxasReport> assemble(StringRef ptx, StringRef chip,
                                       SmallVectorImpl<char> &cubin) const;

  void setTimeLimit(std::chrono::milliseconds limit) { timeLimit = limit; }

private:
  Ptxas();

  /// ptxas takes seconds for the largest kernels of the templates. After five
  /// minutes it hangs, and would block a build for ever.
  static constexpr std::chrono::milliseconds kTimeLimit =
      std::chrono::seconds(300);

  std::string path, identity;
  /// Shared by copies of this object.
  std::shared_ptr<TemporaryFiles> files;
  std::chrono::milliseconds timeLimit = kTimeLimit;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_PTXAS_H
