//===- PlanProfile.cpp - How often each size occurs -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanProfile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

/// A string of JSON.
static std::string quote(const std::string &text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", unsigned(c));
      quoted += escape;
      continue;
    }
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string PlanProfile::getLines() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::string lines;
  for (const auto &[key, count] : counts) {
    lines += "{\"fact\": " + quote(key.first);
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
      lines += std::string(", \"") + getSizeDimName(SizeDim(dim)) +
               "\": " + std::to_string(key.second[dim]);
    lines += ", \"count\": " + std::to_string(count) + "}\n";
  }
  return lines;
}

void PlanProfile::append(const std::string &path) const {
  std::string lines = getLines();
  if (lines.empty())
    return;
  // Lines of programs that end at once don't mix: each is one write.
  int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  bool isWritten = file >= 0 && ::write(file, lines.data(), lines.size()) ==
                                    ssize_t(lines.size());
  if (!isWritten)
    std::fprintf(stderr, "AUTOTUNE_PROFILE: cannot append to %s: %s\n",
                 path.c_str(), std::strerror(errno));
  if (file >= 0)
    ::close(file);
}
