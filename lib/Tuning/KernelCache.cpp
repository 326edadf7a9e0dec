//===- KernelCache.cpp - Compiled kernels on disk -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is a line with its format and the checksum of all that follows, a
// line of JSON, which says what it is and how the kernel is launched, and then
// the cubin as it is.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/KernelCache.h"

#include "mlir-autotune/Problem/KernelABI.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <cstring>
#include <link.h>

using namespace mlir;
using namespace mlir::autotune;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// Of the form of an entry. Another number makes all entries unknown.
static constexpr StringLiteral kFormat = "mlir-autotune kernel 1";

namespace {
/// The program or library that this code is in.
struct OwnObject {
  std::string path;
  /// What the linker made of its content, if it did (--build-id).
  ArrayRef<uint8_t> linkedId;
};
} // namespace

/// The build ID in notes as they lie in memory; empty if there is none.
static ArrayRef<uint8_t> findLinkedId(ArrayRef<uint8_t> notes) {
  auto align = [](size_t size) { return (size + 3) & ~size_t(3); };
  constexpr StringLiteral kOwner = StringLiteral::withInnerNUL("GNU\0");
  ElfW(Nhdr) note;
  while (notes.size() >= sizeof note) {
    std::memcpy(&note, notes.data(), sizeof note);
    notes = notes.drop_front(sizeof note);
    size_t name = align(note.n_namesz), content = align(note.n_descsz);
    if (notes.size() < name + content)
      break;
    if (note.n_type == NT_GNU_BUILD_ID &&
        StringRef(reinterpret_cast<const char *>(notes.data()),
                  note.n_namesz) == kOwner)
      return notes.slice(name, note.n_descsz);
    notes = notes.drop_front(name + content);
  }
  return {};
}

/// dl_iterate_phdr's callback: stops at the object that this function is in,
/// and describes it in *data.
static int findOwnObject(struct dl_phdr_info *info, size_t, void *data) {
  auto own = reinterpret_cast<uintptr_t>(&findOwnObject);
  ArrayRef headers(info->dlpi_phdr, info->dlpi_phnum);
  if (llvm::none_of(headers, [&](const auto &header) {
        uintptr_t begin = info->dlpi_addr + header.p_vaddr;
        return header.p_type == PT_LOAD && own >= begin &&
               own < begin + header.p_memsz;
      }))
    return 0;
  auto &object = *static_cast<OwnObject *>(data);
  // The program itself comes without a name.
  bool isProgram = !info->dlpi_name || !*info->dlpi_name;
  object.path = isProgram ? "/proc/self/exe" : info->dlpi_name;
  for (const auto &header : headers)
    if (header.p_type == PT_NOTE && object.linkedId.empty())
      object.linkedId = findLinkedId(
          {reinterpret_cast<const uint8_t *>(info->dlpi_addr + header.p_vaddr),
           static_cast<size_t>(header.p_memsz)});
  return 1;
}

/// A program that is linked against archives is large. Its content is read only
/// if the linker has not left an ID of it.
static uint64_t computeBuildId() {
  OwnObject object;
  dl_iterate_phdr(findOwnObject, &object);
  if (!object.linkedId.empty())
    return llvm::xxh3_64bits(object.linkedId);
  auto file = llvm::MemoryBuffer::getFile(object.path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (file)
    return llvm::xxh3_64bits((*file)->getBuffer());
  // The build can't be told from others. A time of the process keeps its
  // kernels apart from theirs.
  return std::chrono::system_clock::now().time_since_epoch().count();
}

StringRef autotune::getBuildId() {
  static const std::string id =
      llvm::utohexstr(computeBuildId(), /*LowerCase=*/true, /*Width=*/16);
  return id;
}

std::string autotune::getKernelCacheKey(StringRef kernelName,
                                        StringRef ptxasIdentity) {
  return (kernelName + "; LLVM " LLVM_VERSION_STRING "; ptxas " +
          ptxasIdentity + "; build " + getBuildId())
      .str();
}

std::string KernelCache::getDefaultFolder() {
  SmallString<128> folder;
  auto xdg = llvm::sys::Process::GetEnv("XDG_CACHE_HOME");
  if (xdg && llvm::sys::path::is_absolute(*xdg)) {
    folder = *xdg;
  } else {
    if (!llvm::sys::path::home_directory(folder) || folder.empty())
      return "";
    llvm::sys::path::append(folder, ".cache");
  }
  llvm::sys::path::append(folder, "mlir-autotune", "kernels");
  return std::string(folder);
}

std::string KernelCache::getPath(StringRef key) const {
  auto [low, high] = llvm::xxh3_128bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(key.data()), key.size()));
  std::string name = llvm::utohexstr(high, /*LowerCase=*/true, /*Width=*/16) +
                     llvm::utohexstr(low, /*LowerCase=*/true, /*Width=*/16);
  // Folders of a few thousand files are slow on some file systems.
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name.substr(0, 2), name.substr(2) + ".kernel");
  return std::string(path);
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

static std::string getFirstLine(StringRef rest) {
  return (kFormat + " " +
          llvm::utohexstr(llvm::xxh3_64bits(rest), /*LowerCase=*/true,
                          /*Width=*/16))
      .str();
}

static bool isKept(const CompiledKernel &kernel) {
  return kernel.failure != CompileFailure::Lowering &&
         kernel.failure != CompileFailure::Assembly;
}

static json::Object getHeader(StringRef key, const CompiledKernel &kernel,
                              json::Object abi) {
  json::Object header{{"key", key},
                      {"name", kernel.name},
                      {"abi", std::move(abi)},
                      {"registers", kernel.report.registers},
                      {"stack", kernel.report.stackBytes},
                      {"spill", kernel.report.spillBytes},
                      {"serialized", json::fixUTF8(kernel.report.serialized)}};
  if (kernel.failure) {
    header["failure"] = stringifyCompileFailure(*kernel.failure);
    header["detail"] = json::fixUTF8(kernel.detail);
  }
  return header;
}

static bool readFailure(const json::Object &header, CompiledKernel &kernel) {
  std::optional<StringRef> name = header.getString("failure");
  if (!name)
    return true;
  for (CompileFailure failure : {CompileFailure::Spill, CompileFailure::Stack,
                                 CompileFailure::SerializedWgmma})
    if (*name == stringifyCompileFailure(failure))
      kernel.failure = failure;
  kernel.detail = header.getString("detail").value_or("").str();
  return kernel.failure.has_value();
}

static std::optional<CompiledKernel> readEntry(StringRef entry, StringRef key) {
  auto [first, rest] = entry.split('\n');
  if (first != getFirstLine(rest))
    return std::nullopt;
  auto [line, cubin] = rest.split('\n');
  llvm::Expected<json::Value> value = json::parse(line);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const json::Object *header = value->getAsObject();
  if (!header || header->getString("key") != key)
    return std::nullopt;
  std::string whyNot;
  tile::KernelABI launch =
      tile::readKernelABI(JsonReader(&*value, "", whyNot)["abi"]);
  std::optional<StringRef> name = header->getString("name");
  CompiledKernel kernel;
  if (!whyNot.empty() || !name || !readFailure(*header, kernel))
    return std::nullopt;
  kernel.name = name->str();
  kernel.abi = std::move(launch);
  kernel.cubin.assign(cubin.begin(), cubin.end());
  kernel.report.registers = header->getInteger("registers").value_or(0);
  kernel.report.stackBytes = header->getInteger("stack").value_or(0);
  kernel.report.spillBytes = header->getInteger("spill").value_or(0);
  kernel.report.serialized = header->getString("serialized").value_or("").str();
  return kernel;
}

std::optional<CompiledKernel> KernelCache::lookup(StringRef key) const {
  if (!isEnabled())
    return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(getPath(key), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return std::nullopt;
  return readEntry((*file)->getBuffer(), key);
}

llvm::Error KernelCache::store(StringRef key,
                               const CompiledKernel &kernel) const {
  if (!isEnabled() || !isKept(kernel))
    return llvm::Error::success();
  llvm::Expected<json::Object> abi = tile::toJson(kernel.abi);
  if (!abi)
    return abi.takeError();
  std::string path = getPath(key);
  StringRef parent = llvm::sys::path::parent_path(path);
  if (std::error_code code = llvm::sys::fs::create_directories(parent))
    return llvm::createStringError(code, "can't make the folder " + parent +
                                             ": " + code.message());
  std::string rest;
  llvm::raw_string_ostream os(rest);
  os << json::Value(getHeader(key, kernel, std::move(*abi))) << '\n'
     << StringRef(kernel.cubin.data(), kernel.cubin.size());
  return writeOutputFile(path, [&](raw_ostream &file) {
    file << getFirstLine(rest) << '\n' << rest;
  });
}
