//===- StoredMeasurement.cpp - What a database keeps ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/StoredMeasurement.h"

#include "mlir-autotune/Tuning/Picks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <cstdio>

using namespace mlir;
using namespace mlir::autotune;

/// DatabaseSchema.cpp has the same words.
static constexpr StringRef kOutcomes[] = {
    "ok",      "wrong-result",    "guard-touched",   "launch-failure",
    "timeout", "crash",           "compile-failure", "spill",
    "checked", "out-of-resource", "finding"};

bool autotune::isDisturbed(const StoredMeasurement &measurement) {
  StringRef detail = measurement.detail;
  return measurement.outcome == "ok" &&
         detail.consume_front(kDisturbedDetail) &&
         (detail.empty() || detail.starts_with(": "));
}

ArrayRef<StringRef> autotune::getStoredOutcomes() { return kOutcomes; }

//===----------------------------------------------------------------------===//
// What is right
//===----------------------------------------------------------------------===//

/// Far more than any detail has; a report of an assembler that ran wild stays
/// out.
static constexpr size_t kMaxText = 1 << 20;
static constexpr size_t kMaxUid = 64;

bool autotune::isDate(StringRef text, bool orDay) {
  static constexpr StringRef kPattern = "0000-00-00T00:00:00Z";
  static constexpr size_t kDaySize = 10;
  if (text.size() != kPattern.size() && !(orDay && text.size() == kDaySize))
    return false;
  for (auto [is, should] : llvm::zip(text, kPattern))
    if (should == '0' ? !llvm::isDigit(is) : is != should)
      return false;
  auto isBetween = [&](size_t at, int min, int max) {
    int value = (text[at] - '0') * 10 + (text[at + 1] - '0');
    return value >= min && value <= max;
  };
  return isBetween(5, 1, 12) && isBetween(8, 1, 31) &&
         (text.size() == kDaySize ||
          (isBetween(11, 0, 23) && isBetween(14, 0, 59) &&
           isBetween(17, 0, 60)));
}

static bool isText(StringRef text) {
  return text.size() <= kMaxText && !text.contains('\0') &&
         llvm::json::isUTF8(text);
}

/// What is a name in tables and in SQL's shell: one line.
static bool isLine(StringRef text) {
  return isText(text) && llvm::none_of(text, [](unsigned char c) {
           return c < 0x20 || c == 0x7f;
         });
}

static bool isFigure(double value) {
  return std::isfinite(value) && value >= 0;
}

static std::string getWhyTextInvalid(const StoredMeasurement &m) {
  if (m.fact.empty() || m.config.empty())
    return "it has no fact or no config";
  for (StringRef line : {m.fact, m.config, m.library, m.checksum, m.program,
                         m.compilers, m.templateHash, m.target, m.device,
                         m.driver, m.run, m.problem, m.candidate})
    if (!isLine(line))
      return "'" + llvm::json::fixUTF8(line.take_front(40)) +
             "' is no line of text";
  if (!isText(m.detail))
    return "its detail is no text, or longer than 1 MiB";
  if (m.uid.size() > kMaxUid || !llvm::all_of(m.uid, [](char c) {
        return llvm::isAlnum(c) || StringRef("-_.:").contains(c);
      }))
    return "its uid is not of at most 64 letters, digits, '-', '_', '.', ':'";
  for (const std::string &name : m.heuristics)
    if (name.empty() || !isLine(name))
      return "a heuristic has no name";
  if (!llvm::is_contained(kOutcomes, m.outcome))
    return "it has no known outcome";
  if (!m.date.empty() && !isDate(m.date))
    return "its date is not like 2026-01-31T12:00:00Z";
  if (m.device.empty() && !m.driver.empty())
    return "it has a driver and no device";
  return "";
}

static std::string getWhyBaselineInvalid(const StoredMeasurement &m) {
  if (!m.baseline)
    return m.ratio == 0 ? "" : "it has a ratio to no baseline";
  if (!isLine(m.baseline->library))
    return "its baseline's library is no line of text";
  if (!getNanoseconds(m.baseline->bestNs))
    return "its baseline has no time from 1 to 2^63 - 1 ns";
  if (!isFigure(m.baseline->firstNs) || m.baseline->algorithms < 0 ||
      m.baseline->bestIndex < 0)
    return "a figure of its baseline is negative or no number";
  return "";
}

std::string autotune::getWhyInvalid(const StoredMeasurement &m) {
  std::string why = getWhyTextInvalid(m);
  if (!why.empty())
    return why;
  if (m.rank < 0 || m.smClockMHz < 0 ||
      !llvm::all_of(ArrayRef{m.timeNs, m.spread, m.tflops, m.gbps, m.ratio,
                             m.error, m.powerW, m.estimateNs},
                    isFigure))
    return "a figure is negative or no number";
  bool hasTime = m.timeNs > 0;
  bool isChecked = m.outcome == "checked" || m.outcome == "finding";
  if (m.outcome == "ok" && !hasTime)
    return "it is ok and has no time";
  if (m.outcome == "ok" && m.device.empty())
    return "it is ok and names no device";
  if (hasTime && !getNanoseconds(m.timeNs))
    return "its time is not from 1 to 2^63 - 1 ns";
  if (hasTime && (isChecked || m.estimateNs > 0))
    return "it has a time and an estimate, or was only simulated";
  if (hasTime != !m.timesNs.empty())
    return "it has a time without times of its replays, or the reverse";
  if (!llvm::all_of(m.timesNs,
                    [](double time) { return isFigure(time) && time > 0; }))
    return "the time of a replay is not above 0";
  if (!hasTime &&
      (m.spread > 0 || m.tflops > 0 || m.gbps > 0 || m.final || m.baseline ||
       m.ratio > 0 || m.error > 0 || m.smClockMHz > 0 || m.powerW > 0))
    return "it has figures of a measurement and no time";
  return getWhyBaselineInvalid(m);
}

//===----------------------------------------------------------------------===//
// Hashes
//===----------------------------------------------------------------------===//

namespace {
/// Values one after the other, so that no two lists of values are the same
/// text.
class Content {
public:
  explicit Content(int digits) : digits(digits) {}

  void add(StringRef value) {
    text += std::to_string(value.size()) + ":";
    text += value;
  }
  void add(int64_t value) { text += std::to_string(value) + ";"; }
  void add(double value) {
    char buffer[40];
    // SQLite has no -0.
    std::snprintf(buffer, sizeof(buffer), "%.*g;", digits, value + 0.0);
    text += buffer;
  }
  template <typename T> void addAll(const std::vector<T> &values) {
    add(int64_t(values.size()));
    for (const T &value : values)
      add(value);
  }
  void add(const std::string &value) { add(StringRef(value)); }
  ArrayRef<uint8_t> getBytes() const {
    return ArrayRef(reinterpret_cast<const uint8_t *>(text.data()),
                    text.size());
  }

private:
  int digits;
  std::string text;
};
} // namespace

static void addIdentity(Content &content, const StoredMeasurement &m) {
  for (const std::string *value :
       {&m.library, &m.fact, &m.config, &m.device, &m.driver, &m.run,
        &m.problem, &m.candidate, &m.outcome, &m.detail, &m.date})
    content.add(*value);
  content.add(m.timeNs);
  content.addAll(m.timesNs);
  content.add(m.estimateNs);
}

std::string autotune::getDerivedUid(const StoredMeasurement &measurement) {
  Content content(/*digits=*/6);
  addIdentity(content, measurement);
  auto [low, high] = llvm::xxh3_128bits(content.getBytes());
  return llvm::utohexstr(high, /*LowerCase=*/true, /*Width=*/16) +
         llvm::utohexstr(low, /*LowerCase=*/true, /*Width=*/16);
}

uint64_t autotune::getDigest(const StoredMeasurement &m) {
  Content content(/*digits=*/17);
  addIdentity(content, m);
  for (const std::string *value : {&m.uid, &m.checksum, &m.program,
                                   &m.compilers, &m.templateHash, &m.target})
    content.add(*value);
  content.addAll(m.heuristics);
  content.add(m.rank);
  for (double value : {m.spread, m.tflops, m.gbps, m.ratio, m.error, m.powerW})
    content.add(value);
  content.add(int64_t(m.final));
  content.add(m.smClockMHz);
  content.add(int64_t(m.baseline.has_value()));
  if (m.baseline) {
    content.add(m.baseline->library);
    content.add(m.baseline->bestNs);
    content.add(m.baseline->firstNs);
    content.add(m.baseline->algorithms);
    content.add(m.baseline->bestIndex);
  }
  return llvm::xxh3_64bits(content.getBytes());
}
