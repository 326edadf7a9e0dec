//===- LineReader.cpp - Lines from a descriptor, in time ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/LineReader.h"

#include "PipeSignal.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <poll.h>
#include <unistd.h>
#include <utility>

using namespace mlir::autotune::measure;

bool LineReader::take(std::string &line) {
  size_t end = pending.find('\n', scanned);
  if (end == std::string::npos) {
    pending.erase(0, begin);
    begin = 0;
    scanned = pending.size();
    return false;
  }
  line.assign(pending, begin, end - begin);
  begin = scanned = end + 1;
  return true;
}

LineReader::Result LineReader::read(std::string &line, double seconds) {
  char chunk[65536];
  while (true) {
    if (take(line)) {
      bool tooLong = std::exchange(dropping, false) || line.size() > maxBytes;
      return tooLong ? TooLong : Line;
    }
    if (pending.size() > maxBytes) {
      // The rest is read and forgotten, up to the line's end.
      dropping = true;
      pending.clear();
      scanned = 0;
    }
    pollfd waiting = {fd, POLLIN, 0};
    int milliseconds =
        seconds > 0 ? int(std::min(seconds * 1000, double(INT_MAX))) : -1;
    int ready = ::poll(&waiting, 1, milliseconds);
    if (ready == 0)
      return Silent;
    ssize_t size = ready < 0 ? -1 : ::read(fd, chunk, sizeof(chunk));
    if (size < 0 && errno == EINTR)
      continue;
    if (size > 0) {
      pending.append(chunk, size_t(size));
      continue;
    }
    if (std::exchange(dropping, false)) {
      pending.clear();
      scanned = 0;
      return TooLong;
    }
    if (pending.empty())
      return Closed;
    line = std::exchange(pending, {});
    scanned = 0;
    return Line;
  }
}

bool mlir::autotune::measure::writeAll(int fd, llvm::StringRef bytes) {
  NoPipeSignal none;
  while (!bytes.empty()) {
    ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0)
      bytes = bytes.drop_front(size_t(written));
  }
  return true;
}
