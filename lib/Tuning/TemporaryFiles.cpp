//===- TemporaryFiles.cpp - Files for a program that is run ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryFiles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

llvm::Error autotune::writeTemporaryFile(StringRef path, StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code);
  if (!code) {
    stream << text;
    stream.close();
    code = stream.error();
    stream.clear_error();
  }
  if (!code)
    return llvm::Error::success();
  return llvm::createStringError(code, "can't write the temporary file " +
                                           path + ": " + code.message());
}

TemporaryFiles::Lease::~Lease() {
  if (!owner)
    return;
  std::lock_guard<std::mutex> lock(owner->mutex);
  owner->unused.push_back(set);
}

TemporaryFiles::~TemporaryFiles() {
  for (const std::unique_ptr<Set> &set : all)
    for (const std::string *path : {&set->input, &set->output, &set->log})
      if (!path->empty()) {
        llvm::sys::fs::remove(*path);
        llvm::sys::DontRemoveFileOnSignal(*path);
      }
}

llvm::Error TemporaryFiles::create(StringRef suffix, std::string &path) {
  SmallString<128> created;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("mlir-autotune", suffix, created))
    return llvm::createStringError(code, "can't create a temporary file: " +
                                             code.message());
  path = std::string(created);
  llvm::sys::RemoveFileOnSignal(path);
  return llvm::Error::success();
}

llvm::Expected<TemporaryFiles::Lease> TemporaryFiles::take() {
  Set *set = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (unused.empty()) {
      all.push_back(std::make_unique<Set>());
      set = all.back().get();
    } else {
      set = unused.back();
      unused.pop_back();
    }
  }
  Lease lease(*this, *set);
  for (auto [suffix, path] : {std::pair("ptx", &set->input),
                              {"cubin", &set->output},
                              {"log", &set->log}})
    if (llvm::Error error = path->empty() ? create(suffix, *path)
                                          : writeTemporaryFile(*path, ""))
      return error;
  return lease;
}
