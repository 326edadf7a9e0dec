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

#include <string>
#include <vector>

namespace mlir::autotune {

/// Writes `path` to a temporary name and renames it at the end, so that a full
/// disk or an interrupted program leaves the old contents. If `path` is a
/// symbolic link, its target is written. If it is no regular file (a pipe,
/// /dev/stdout), it is written directly; "-" is standard output. Errors name
/// the path. Programs must ignore SIGXFSZ and SIGPIPE, or these kill them
/// before the error is seen.
llvm::Error writeOutputFile(StringRef path,
                            llvm::function_ref<void(raw_ostream &)> write);

/// Checks whether writeOutputFile() could write to `path`, before the work is
/// done. Leaves nothing behind.
llvm::Error checkOutputFile(StringRef path);

/// Flushes llvm::outs() and returns its error, with which LLVM would otherwise
/// end the program.
llvm::Error flushStandardOutput();

/// A folder that appears under its name when it is complete. Files are written
/// into a temporary folder beside it. If the name is a symbolic link, its
/// target is written. An existing folder is replaced if it is empty, or
/// contains only the caller's own files; no other file is ever removed.
class StagedFolder {
public:
  /// Returns the names of the files that make up a folder of the caller's own.
  /// The error says why the folder is not one: "has no ...".
  using OwnFiles = llvm::function_ref<llvm::Expected<std::vector<std::string>>(
      StringRef folder)>;

  /// Fails, naming the path, if no folder can be made there, or if something
  /// is in the way that may not be replaced.
  static llvm::Expected<StagedFolder> create(StringRef path,
                                             OwnFiles getOwnFiles);
  StagedFolder(StagedFolder &&other) noexcept;
  StagedFolder &operator=(StagedFolder &&other) = delete;
  /// Removes the temporary folder, unless commit() has renamed it.
  ~StagedFolder();

  /// Writes a file of the folder.
  llvm::Error write(StringRef name, StringRef contents);
  /// Gives the folder its name, and replaces an existing one under the same
  /// conditions as create().
  llvm::Error commit(OwnFiles getOwnFiles);

private:
  StagedFolder(StringRef name, std::string path, std::string staging)
      : name(name), path(std::move(path)), staging(std::move(staging)) {}

  /// The folder's path as the caller gave it, without links, and before it is
  /// complete.
  std::string name, path, staging;
  /// The files in `staging`.
  std::vector<std::string> files;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_OUTPUTFILE_H
