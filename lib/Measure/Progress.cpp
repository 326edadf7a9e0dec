//===- Progress.cpp - How far a run has come ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Progress.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace mlir::autotune::measure;
using llvm::StringRef;

static constexpr size_t kBarWidth = 24;
/// Redrawing more often than an eye follows only costs time.
static constexpr std::chrono::milliseconds kRedraw(50);

std::string mlir::autotune::measure::formatBar(size_t done, size_t total,
                                               StringRef now, size_t columns) {
  size_t filled = total ? std::min(done, total) * kBarWidth / total : kBarWidth;
  std::string line = "[" + std::string(filled, '#') +
                     std::string(kBarWidth - filled, '.') + "] " +
                     std::to_string(done) + "/" + std::to_string(total) + " " +
                     now.str();
  if (line.size() > columns)
    line.resize(columns);
  return line;
}

Progress::Progress(llvm::raw_ostream &os, size_t total, bool quiet)
    : os(os), total(total), quiet(quiet), isTerminal(os.is_displayed()) {}

Progress::~Progress() { erase(); }

void Progress::erase() {
  if (drawn)
    os << "\r\x1b[K";
  drawn = false;
}

void Progress::addToTotal(size_t count) {
  std::lock_guard<std::mutex> lock(mutex);
  total += count;
}

void Progress::update(size_t done, StringRef now) {
  if (quiet)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isTerminal) {
    size_t tenth = total ? done * 10 / total : 10;
    if (tenth > lastTenth)
      os << done << "/" << total << " candidates\n";
    lastTenth = std::max(tenth, lastTenth);
    return;
  }
  auto time = std::chrono::steady_clock::now();
  if (drawn && time - lastDrawn < kRedraw)
    return;
  lastDrawn = time;
  struct winsize size = {};
  size_t columns = 80;
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
    columns = size.ws_col;
  erase();
  os << formatBar(done, total, now, columns - 1);
  drawn = true;
}

void Progress::say(StringRef line) {
  if (quiet)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  erase();
  os << line << "\n";
}
