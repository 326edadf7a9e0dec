//===- OutputFile.cpp - Files that are whole or not there -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>

using namespace mlir;
using namespace mlir::autotune;
namespace fs = llvm::sys::fs;

static llvm::Error makeError(StringRef path, std::error_code code) {
  return llvm::createStringError(code,
                                 "can't write " + path + ": " + code.message());
}

/// Closes the stream; an error it met is returned, not fatal.
static std::error_code finish(llvm::raw_fd_ostream &stream) {
  stream.close();
  std::error_code code = stream.error();
  stream.clear_error();
  return code;
}

/// std::rename, since LLVM's copies where renaming fails, and so could leave
/// half a file.
static std::error_code renamePath(StringRef from, StringRef to) {
  if (std::rename(from.str().c_str(), to.str().c_str()) == 0)
    return {};
  return std::error_code(errno, std::generic_category());
}

/// The file that a symbolic link stands for, there or not: renaming onto the
/// link would replace it, and leave the file that it names as it was.
static std::string followLinks(StringRef path) {
  // As many as the system follows; more is a loop, which opening reports.
  constexpr unsigned kMostLinks = 40;
  std::filesystem::path file(path.str());
  std::error_code code;
  for (unsigned i = 0; i < kMostLinks; ++i) {
    std::filesystem::path next = std::filesystem::read_symlink(file, code);
    if (code)
      break;
    // Absolute targets replace what they are appended to.
    file = file.parent_path() / next;
  }
  return file.string();
}

static llvm::Error
writeDirectly(StringRef path, llvm::function_ref<void(raw_ostream &)> write) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code);
  if (code)
    return makeError(path, code);
  write(stream);
  // The standard output stays open.
  stream.flush();
  code = stream.error();
  stream.clear_error();
  return code ? makeError(path, code) : llvm::Error::success();
}

llvm::Error autotune::flushStandardOutput() {
  llvm::outs().flush();
  std::error_code code = llvm::outs().error();
  llvm::outs().clear_error();
  return code ? makeError("the standard output", code) : llvm::Error::success();
}

llvm::Error
autotune::writeOutputFile(StringRef path,
                          llvm::function_ref<void(raw_ostream &)> write) {
  fs::file_status status;
  bool exists = !fs::status(path, status);
  if (exists && fs::is_directory(status))
    return makeError(path, std::make_error_code(std::errc::is_a_directory));
  if (path == "-" || (exists && !fs::is_regular_file(status)))
    return writeDirectly(path, write);
  std::string file = followLinks(path);
  int fd;
  SmallString<128> partial;
  if (std::error_code code =
          fs::createUniqueFile(file + ".%%%%%%.partial", fd, partial,
                               fs::OF_None, fs::all_read | fs::all_write))
    return makeError(path, code);
  llvm::raw_fd_ostream stream(fd, /*shouldClose=*/true);
  write(stream);
  std::error_code code = finish(stream);
  if (!code)
    code = renamePath(partial, file);
  if (!code)
    return llvm::Error::success();
  fs::remove(partial);
  return makeError(path, code);
}

//===----------------------------------------------------------------------===//
// StagedFolder
//===----------------------------------------------------------------------===//

llvm::Expected<StagedFolder> StagedFolder::create(StringRef path) {
  path = path.rtrim('/');
  std::error_code code;
  // Names are tried until one is free.
  for (unsigned attempt = 0; attempt < 16; ++attempt) {
    SmallString<128> staging;
    fs::createUniquePath(path + ".%%%%%%.partial", staging,
                         /*MakeAbsolute=*/false);
    code = fs::create_directory(staging, /*IgnoreExisting=*/false);
    if (!code)
      return StagedFolder(path.str(), std::string(staging));
    if (code != std::errc::file_exists)
      break;
  }
  return makeError(path, code);
}

StagedFolder::StagedFolder(StagedFolder &&other) noexcept
    : path(std::move(other.path)), staging(std::move(other.staging)) {
  other.staging.clear();
}

StagedFolder::~StagedFolder() {
  if (!staging.empty())
    fs::remove_directories(staging);
}

llvm::Error StagedFolder::write(StringRef name, StringRef contents) {
  SmallString<128> file(staging);
  llvm::sys::path::append(file, name);
  std::error_code code;
  llvm::raw_fd_ostream stream(file, code, fs::CD_CreateNew);
  if (code)
    return makeError(path + ("/" + name).str(), code);
  stream << contents;
  code = finish(stream);
  return code ? makeError(path + ("/" + name).str(), code)
              : llvm::Error::success();
}

/// Whether the folder holds `marker`, or nothing.
static bool isReplaceable(StringRef path, StringRef marker) {
  std::error_code code;
  fs::directory_iterator begin(path, code), end;
  if (code)
    return false;
  return begin == end || fs::exists(path + "/" + marker);
}

llvm::Error StagedFolder::check(StringRef marker) const {
  if (!fs::exists(path))
    return llvm::Error::success();
  if (!fs::is_directory(path))
    return makeError(path, std::make_error_code(std::errc::not_a_directory));
  if (!isReplaceable(path, marker))
    return llvm::createStringError(
        path + " is there and has no " + marker +
        ", so it is not overwritten; name another folder, or remove it");
  return llvm::Error::success();
}

llvm::Error StagedFolder::commit(StringRef marker) {
  if (llvm::Error error = check(marker))
    return error;
  if (!fs::exists(path)) {
    if (std::error_code code = renamePath(staging, path))
      return makeError(path, code);
    staging.clear();
    return llvm::Error::success();
  }
  // A folder that is not empty can't be renamed onto: the old one steps aside.
  std::string old = staging + ".old";
  if (std::error_code code = renamePath(path, old))
    return makeError(path, code);
  if (std::error_code code = renamePath(staging, path)) {
    (void)renamePath(old, path);
    return makeError(path, code);
  }
  staging = std::move(old);
  return llvm::Error::success();
}
