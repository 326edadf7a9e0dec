//===- ServerDevice.cpp - Keeping a server's worker fit -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Server.h"
#include "Telemetry.h"
#include "Worker.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>
#include <thread>

using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

static constexpr std::chrono::milliseconds kSettlingPause(50);
static constexpr int kMaxCalibrating = 10;

//===----------------------------------------------------------------------===//
// What the worker needs
//===----------------------------------------------------------------------===//

std::optional<Trouble> Server::sendProblem(const std::string &name,
                                           std::optional<ChildEnd> &end) {
  KnownProblem &known = problems.at(name);
  std::optional<Trouble> trouble;
  bool isReady = false;
  // It has one at a time, and none where it can't have this one.
  link.problem.clear();
  std::string line =
      llvm::formatv("{0}\n", json::Value(json::Object(known.request))).str();
  end = link.run(line, [&](const json::Object &event) {
    if (getText(event, "event") == "problem-failed")
      trouble = readTrouble(event);
    if (getText(event, "event") != "problem")
      return;
    isReady = true;
    // A worker that needs the problem again need not look for the baseline.
    if (std::optional<int64_t> index = event.getInteger("baseline_index"))
      known.request["baseline_index"] = *index;
    known.answer = json::Object{{"problem", name},
                                {"sets", event.getInteger("sets").value_or(0)},
                                {"baseline", nullptr}};
    for (StringRef key : {"baseline", "note"})
      if (const json::Value *value = event.get(key))
        known.answer[key] = *value;
  });
  if (trouble || end)
    return trouble;
  if (!isReady)
    return Trouble{"crash", "the worker did not prepare the problem"};
  link.problem = name;
  return std::nullopt;
}

std::optional<Trouble> Server::supply(const std::string &problem,
                                      llvm::ArrayRef<std::string> names) {
  std::optional<ChildEnd> end;
  for (int strikes = 0; strikes < kMaxStrikes; ++strikes) {
    if (std::optional<Trouble> trouble = link.start())
      return trouble;
    end.reset();
    if (link.problem != problem)
      if (std::optional<Trouble> trouble = sendProblem(problem, end))
        return trouble;
    for (const std::string &name : names) {
      if (end || link.kernels.count(name))
        continue;
      end = link.run(kernels.at(name) + "\n", [](const json::Object &) {});
      link.kernels.insert(name);
    }
    if (!end)
      return std::nullopt;
  }
  return Trouble{end->wasSilent ? "timeout" : "crash", link.describe(*end)};
}

//===----------------------------------------------------------------------===//
// Is the device as usual?
//===----------------------------------------------------------------------===//

std::optional<Trouble> Server::timeYardstick(YardstickTime &time) {
  std::optional<ChildEnd> end;
  std::optional<Trouble> trouble;
  for (int strikes = 0; strikes < kMaxStrikes; ++strikes) {
    if (std::optional<Trouble> failed = link.start())
      return failed;
    trouble.reset();
    end = link.run("{\"id\": 0, \"request\": \"yardstick\"}\n",
                   [&](const json::Object &event) {
                     throttling = getText(event, "throttling").str();
                     time = {event.getNumber("ns").value_or(0),
                             event.getNumber("clock_mhz").value_or(0),
                             throttling == kPowerCap};
                     if (getText(event, "event") == "device-failed")
                       trouble =
                           Trouble{"device", getText(event, "detail").str()};
                   });
    if (!end && !trouble)
      return std::nullopt;
    // Another process may do better.
    link.kill();
  }
  return trouble ? trouble : Trouble{"device", link.describe(*end)};
}

std::optional<Trouble> Server::calibrate() {
  for (int i = 0; i < kMaxCalibrating && !monitor.isCalibrated(); ++i) {
    YardstickTime time = 0;
    if (std::optional<Trouble> trouble = timeYardstick(time))
      return trouble;
    (void)monitor.add(time);
  }
  return std::nullopt;
}

std::optional<Trouble>
Server::measureSteadily(llvm::ArrayRef<Entry *> batch,
                        llvm::function_ref<std::optional<Trouble>()> pass,
                        bool isInterleaved, int maxRepeats) {
  BatchJudge judge(monitor, isInterleaved, maxRepeats);
  auto isWorthIt = [](const Entry *entry) { return isTimed(entry->record); };
  while (true) {
    if (std::optional<Trouble> trouble = pass())
      return trouble;
    if (llvm::none_of(batch, isWorthIt))
      return std::nullopt;
    std::string what;
    BatchJudge::Step step = BatchJudge::Settle;
    while (step == BatchJudge::Settle) {
      YardstickTime time = 0;
      double usual = monitor.getMedian();
      if (std::optional<Trouble> trouble = timeYardstick(time))
        return trouble;
      step = judge.judge(time);
      if (what.empty() && (step != BatchJudge::Accept || judge.isOwnDoing()))
        what = describeDisturbance(time.ns, usual) +
               (throttling.empty() ? ""
                                   : "; the clocks are held by " + throttling);
      if (step == BatchJudge::Settle)
        std::this_thread::sleep_for(kSettlingPause);
    }
    if (step == BatchJudge::Accept) {
      if (judge.isOwnDoing())
        note(what + (isInterleaved ? ", and is as usual after a pause: it "
                                     "affected all candidates alike"
                     : judge.getRepeats()
                         ? " after these kernels, each time: this is taken as "
                           "usual for them"
                         : ", which explains it: this is taken as usual after "
                           "these kernels"));
      return std::nullopt;
    }
    size_t count = size_t(llvm::count_if(batch, isWorthIt));
    if (step == BatchJudge::Mark) {
      note(what + ": " + Twine(count) + " candidates are marked as disturbed");
      for (Entry *entry : batch)
        if (isTimed(entry->record))
          entry->record->disturbed = true;
      return std::nullopt;
    }
    ++repeats;
    note(what + ": " + Twine(count) + " candidates are measured again" +
         (monitor.hasMoved() ? ", and this is usual from now on" : ""));
  }
}
