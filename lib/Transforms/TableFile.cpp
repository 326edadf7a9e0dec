//===- TableFile.cpp - Lookup tables from files ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/TableFile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::autotune;

/// The text of a file of a bounded size: what is no regular file may never end.
static llvm::Expected<std::string> readTable(StringRef path) {
  namespace fs = llvm::sys::fs;
  // Opening a folder succeeds; reading it has a message that says less.
  if (fs::is_directory(path))
    return llvm::createStringError("it is a folder");
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file)
    return file.takeError();
  llvm::scope_exit close([&] { fs::closeFile(*file); });
  constexpr size_t kChunk = size_t(1) << 16;
  std::string text;
  while (text.size() <= kMaxTableBytes) {
    size_t size = text.size();
    text.resize(size + kChunk);
    llvm::Expected<size_t> read = fs::readNativeFile(
        *file, MutableArrayRef<char>(text.data() + size, kChunk));
    if (!read)
      return read.takeError();
    text.resize(size + *read);
    if (*read == 0)
      return text;
  }
  return llvm::createStringError("it has more than " +
                                 llvm::Twine(kMaxTableBytes) +
                                 " bytes, the limit of a table");
}

FailureOr<std::shared_ptr<const LookupTable>>
autotune::readLookupTable(StringRef path, bool strict, MLIRContext *context) {
  bool isSound = true;
  auto complain = [&](unsigned line, unsigned column, const Twine &message) {
    Location loc = FileLineColLoc::get(context, path, line, column);
    isSound = false;
    if (strict)
      emitError(loc) << message;
    else
      emitWarning(loc) << message;
  };
  auto table = std::make_shared<LookupTable>();
  llvm::Expected<std::string> text = readTable(path);
  if (text)
    *table = LookupTable::parse(*text, path, [&](const TableFault &fault) {
      complain(fault.line, fault.column, fault.message);
    });
  else
    complain(0, 0,
             "the lookup table can't be read: " +
                 llvm::toString(text.takeError()));
  if (strict && !isSound)
    return failure();
  return std::shared_ptr<const LookupTable>(std::move(table));
}
