//===- OutputFile.h - Files that are whole or not there ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_OUTPUTFILE_H
#define MLIR_AUTOTUNE_TUNING_OUTPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::autotune {

/// Writes `path` beside its place and renames it at the end, so that a full
/// disk or an interrupted program leaves what was there before. A symbolic link
/// stays one: the file that it names is written. What is no regular file (a
/// pipe, /dev/stdout) is written directly; "-" is the standard output. Errors
/// name the path. Programs ignore SIGXFSZ and SIGPIPE, or those kill them
/// before the error is seen.
llvm::Error writeOutputFile(StringRef path,
                            llvm::function_ref<void(raw_ostream &)> write);

/// Flushes llvm::outs(); an error that it met is returned, where LLVM would end
/// the program with it.
llvm::Error flushStandardOutput();

/// A folder that appears under its name when it is complete: files are written
/// into a temporary one beside it.
class StagedFolder {
public:
  /// Fails, naming the path, when no folder can be made there.
  static llvm::Expected<StagedFolder> create(StringRef path);
  StagedFolder(StagedFolder &&other) noexcept;
  StagedFolder &operator=(StagedFolder &&other) = delete;
  /// Removes the temporary folder, unless commit() has renamed it.
  ~StagedFolder();

  /// Writes a file of the folder.
  llvm::Error write(StringRef name, StringRef contents);
  /// Whether commit() could give the folder its name, so that it can be asked
  /// before the work is done.
  llvm::Error check(StringRef marker) const;
  /// Gives the folder its name. A folder that is there is replaced when it
  /// holds a file named `marker` or nothing at all; else it is left alone and
  /// the error says so.
  llvm::Error commit(StringRef marker);

private:
  StagedFolder(std::string path, std::string staging)
      : path(std::move(path)), staging(std::move(staging)) {}

  std::string path, staging;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_OUTPUTFILE_H
