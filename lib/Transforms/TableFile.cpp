//===- TableFile.cpp - Lookup tables from files ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/TableFile.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::autotune;

/// The text of a file of a bounded size: what is no regular file may never end.
static llvm::Expected<std::string> readFile(StringRef path, StringRef kind) {
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
                                 " bytes, the limit of a " + kind);
}

/// What is told of each fault; `path` is the file it is in.
using Complain = llvm::function_ref<void(StringRef path, unsigned line,
                                         unsigned column, const Twine &)>;

static LookupTable parse(StringRef text, StringRef path, Complain complain) {
  return LookupTable::parse(text, path, [&](const TableFault &fault) {
    complain(path, fault.line, fault.column, fault.message);
  });
}

/// Each entry is of one device, so that a line says which file it is of.
static LookupTable parseShippedTables(Complain complain) {
  LookupTable all =
      parse("{\"version\": 1, \"entries\": []}", kShippedTablesName, complain);
  for (const ShippedTable &shipped : getShippedTables()) {
    LookupTable table = parse(
        shipped.text, ("kernels_td/tables/" + shipped.name).str(), complain);
    llvm::move(table.entries, std::back_inserter(all.entries));
  }
  return all;
}

static LookupTable parseFile(StringRef path, Complain complain) {
  llvm::Expected<std::string> text = readFile(path, "table");
  if (text)
    return parse(*text, path, complain);
  complain(path, 0, 0,
           "the lookup table can't be read: " +
               llvm::toString(text.takeError()));
  return {};
}

FailureOr<std::shared_ptr<const LookupTable>>
autotune::readLookupTable(StringRef path, bool strict, MLIRContext *context) {
  bool isSound = true;
  auto complain = [&](StringRef file, unsigned line, unsigned column,
                      const Twine &message) {
    Location loc = FileLineColLoc::get(context, file, line, column);
    isSound = false;
    if (strict)
      emitError(loc) << message;
    else
      emitWarning(loc) << message;
  };
  LookupTable table = path == kShippedTablesName ? parseShippedTables(complain)
                                                 : parseFile(path, complain);
  if (strict && !isSound)
    return failure();
  return std::make_shared<const LookupTable>(std::move(table));
}

FailureOr<SizeHints>
autotune::readSizeHints(StringRef expect, StringRef profile,
                        MLIRContext *context,
                        llvm::function_ref<void(const Twine &)> complain) {
  SizeHints hints;
  if (!expect.empty()) {
    std::string whyNot;
    FailureOr<SizesAttr> sizes = SizesAttr::parseText(expect, context, whyNot);
    if (failed(sizes)) {
      complain("expect = '" + expect + "': " + whyNot);
      return failure();
    }
    hints.given = sizes->getExpected();
  }
  if (profile.empty())
    return hints;
  bool isSound = true;
  auto complainOfLine = [&](unsigned line, const Twine &message) {
    isSound = false;
    emitError(FileLineColLoc::get(context, profile, line, line ? 1 : 0))
        << message;
  };
  llvm::Expected<std::string> text = readFile(profile, "profile");
  if (text)
    hints.profile = std::make_shared<const SizeProfile>(
        SizeProfile::parse(*text, complainOfLine));
  else
    complainOfLine(0, "the profile can't be read: " +
                          llvm::toString(text.takeError()));
  if (!isSound)
    return failure();
  return hints;
}
