//===- OutputFile.cpp - Files that are whole or not there -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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

/// A file beside `file`, which is renamed to it when it is complete.
static std::error_code createPartial(StringRef file, int &fd,
                                     SmallVectorImpl<char> &partial) {
  return fs::createUniqueFile(file + ".%%%%%%.partial", fd, partial,
                              fs::OF_None, fs::all_read | fs::all_write);
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
  if (std::error_code code = createPartial(file, fd, partial))
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

llvm::Error autotune::checkOutputFile(StringRef path) {
  fs::file_status status;
  bool exists = !fs::status(path, status);
  if (path == "-")
    return llvm::Error::success();
  if (exists && fs::is_directory(status))
    return makeError(path, std::make_error_code(std::errc::is_a_directory));
  if (exists && !fs::is_regular_file(status)) {
    std::error_code code = fs::access(path, fs::AccessMode::Write);
    return code ? makeError(path, code) : llvm::Error::success();
  }
  int fd;
  SmallString<128> partial;
  if (std::error_code code = createPartial(followLinks(path), fd, partial))
    return makeError(path, code);
  llvm::raw_fd_ostream(fd, /*shouldClose=*/true).close();
  fs::remove(partial);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// StagedFolder
//===----------------------------------------------------------------------===//

/// Foreign files that an error names.
static constexpr size_t kNamedFiles = 3;

static llvm::Error refuse(StringRef name, const std::string &why) {
  return llvm::createStringError(
      name + " exists and " + why +
      ", so it is not overwritten; name another folder, or remove it");
}

/// The names of what is in a folder, sorted.
static std::error_code list(StringRef path, std::vector<std::string> &names) {
  std::error_code code;
  for (fs::directory_iterator it(path, code, /*follow_symlinks=*/false), end;
       !code && it != end; it.increment(code))
    names.push_back(llvm::sys::path::filename(it->path()).str());
  llvm::sort(names);
  return code;
}

/// Renaming a file system's root is no replacing.
static bool isMountPoint(StringRef path) {
  fs::UniqueID own, parent;
  return !fs::getUniqueID(path, own) &&
         !fs::getUniqueID(path + "/..", parent) &&
         (own.getDevice() != parent.getDevice() || own == parent);
}

/// The files that are to be removed from what is at `path` for a folder to take
/// its place; nothing is at a path that is free.
static llvm::Expected<std::vector<std::string>>
getReplaced(StringRef name, StringRef path,
            StagedFolder::OwnFiles getOwnFiles) {
  std::vector<std::string> found, foreign;
  fs::file_status status;
  // A link is left here only where links go round in circles.
  if (fs::status(path, status, /*follow=*/false))
    return found;
  if (!fs::is_directory(status))
    return makeError(name, std::make_error_code(std::errc::not_a_directory));
  if (std::error_code code = list(path, found))
    return makeError(name, code);
  if (!found.empty()) {
    llvm::Expected<std::vector<std::string>> own = getOwnFiles(path);
    if (!own)
      return refuse(name, llvm::toString(own.takeError()));
    llvm::copy_if(found, std::back_inserter(foreign),
                  [&](const std::string &file) {
                    return !llvm::is_contained(*own, file) ||
                           fs::status(path + "/" + file, status, false) ||
                           !fs::is_regular_file(status);
                  });
  }
  if (!foreign.empty()) {
    size_t more = foreign.size();
    foreign.resize(std::min(foreign.size(), kNamedFiles));
    more -= foreign.size();
    return refuse(
        name,
        "holds files that are not its own: " + llvm::join(foreign, ", ") +
            (more ? " and " + std::to_string(more) + " more" : std::string()));
  }
  if (isMountPoint(path))
    return refuse(name, "is a mount point");
  return found;
}

/// Removes a folder with these files, or what of it is no other's.
static std::error_code removeFolder(StringRef path,
                                    ArrayRef<std::string> files) {
  for (const std::string &file : files)
    if (std::error_code code = fs::remove(path + "/" + file))
      return code;
  // Fails where something else has come into it.
  return fs::remove(path);
}

llvm::Expected<StagedFolder> StagedFolder::create(StringRef name,
                                                  OwnFiles getOwnFiles) {
  std::string path;
  SmallString<128> real;
  if (!fs::real_path(name, real))
    path = std::string(real);
  else
    path = followLinks(name.rtrim('/'));
  auto replaced = getReplaced(name, path, getOwnFiles);
  if (!replaced)
    return replaced.takeError();
  std::error_code code;
  // Names are tried until one is free.
  for (unsigned attempt = 0; attempt < 16; ++attempt) {
    SmallString<128> staging;
    fs::createUniquePath(path + ".%%%%%%.partial", staging,
                         /*MakeAbsolute=*/false);
    code = fs::create_directory(staging, /*IgnoreExisting=*/false);
    if (!code)
      return StagedFolder(name, std::move(path), std::string(staging));
    if (code != std::errc::file_exists)
      break;
  }
  return makeError(name, code);
}

StagedFolder::StagedFolder(StagedFolder &&other) noexcept
    : name(std::move(other.name)), path(std::move(other.path)),
      staging(std::move(other.staging)), files(std::move(other.files)) {
  other.staging.clear();
}

StagedFolder::~StagedFolder() {
  if (!staging.empty())
    removeFolder(staging, files);
}

llvm::Error StagedFolder::write(StringRef file, StringRef contents) {
  SmallString<128> partial(staging);
  llvm::sys::path::append(partial, file);
  std::error_code code;
  llvm::raw_fd_ostream stream(partial, code, fs::CD_CreateNew);
  if (code)
    return makeError(name + ("/" + file).str(), code);
  files.push_back(file.str());
  stream << contents;
  code = finish(stream);
  return code ? makeError(name + ("/" + file).str(), code)
              : llvm::Error::success();
}

llvm::Error StagedFolder::commit(OwnFiles getOwnFiles) {
  auto replaced = getReplaced(name, path, getOwnFiles);
  if (!replaced)
    return replaced.takeError();
  // Onto nothing, or onto an empty folder.
  if (replaced->empty()) {
    if (std::error_code code = renamePath(staging, path))
      return makeError(name, code);
    staging.clear();
    return llvm::Error::success();
  }
  // A folder that is not empty can't be renamed onto: the old one steps aside.
  std::string old = staging + ".old";
  if (std::error_code code = renamePath(path, old))
    return makeError(name, code);
  if (std::error_code code = renamePath(staging, path)) {
    (void)renamePath(old, path);
    return makeError(name, code);
  }
  staging.clear();
  if (std::error_code code = removeFolder(old, *replaced))
    return llvm::createStringError(code, name + " is written, but " + old +
                                             ", which was there before, can't "
                                             "be removed: " +
                                             code.message());
  return llvm::Error::success();
}
