//===- PlanWrappers.cpp - The row of a plan that runs ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before the launch of a plan, host code asks mgpuAutotunePlansAreOn whether
// the environment wants anything of plans, and only then mgpuAutotunePlanRow
// which row to run. If that row is to be timed, the next launch of the thread
// records an event before and after the kernel.
//
//===----------------------------------------------------------------------===//

#include "PlanWrappers.h"
#include "PlanProfile.h"

#include "mlir-autotune/Core/PlanRows.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unordered_map>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

//===----------------------------------------------------------------------===//
// What the environment asks for
//===----------------------------------------------------------------------===//

namespace {
struct Settings {
  PlanMode mode = PlanMode::Rows;
  /// The file of AUTOTUNE_PROFILE; empty for none.
  std::string profile;

  Settings();
  bool isOn() const { return mode != PlanMode::Rows || !profile.empty(); }
};
} // namespace

/// Never destroyed, as the plans below: host code may launch while the process
/// ends.
static PlanProfile &getProfile() {
  static PlanProfile &profile = *new PlanProfile;
  return profile;
}

static const Settings &getSettings() {
  static const Settings &settings = *new Settings;
  return settings;
}

Settings::Settings() {
  std::string error;
  mode = parsePlanMode(std::getenv("AUTOTUNE_PLANS"), error);
  if (!error.empty())
    std::fprintf(stderr, "%s\n", error.c_str());
  if (const char *file = std::getenv("AUTOTUNE_PROFILE"))
    profile = file;
  if (!profile.empty())
    std::atexit([] { getProfile().append(getSettings().profile); });
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {
/// One size of a plan on one device, and the rows that are legal there: another
/// call at the same size may have matrices that fewer kernels take.
struct TimedSize {
  int device;
  ProblemSizes sizes;
  RowSet rows;

  bool operator==(const TimedSize &other) const {
    return device == other.device && sizes == other.sizes && rows == other.rows;
  }
};
struct TimedSizeHash {
  size_t operator()(const TimedSize &size) const {
    uint64_t hash = size.rows + uint64_t(size.device);
    for (int64_t each : size.sizes) {
      // An odd multiplier (2^64 over the golden ratio) carries upwards only.
      hash = (hash ^ uint64_t(each)) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

struct Plan {
  std::string text, fact;
  std::vector<int64_t> numbers;
  std::vector<PlanRow> rows;
  std::unordered_map<TimedSize, std::unique_ptr<PlanTimings>, TimedSizeHash>
      timings;

  /// Whether it is what host code describes like this.
  bool is(const int64_t *otherNumbers, const char *otherText) const {
    return numbers.size() == countPlanNumbers(otherNumbers) &&
           std::equal(numbers.begin(), numbers.end(), otherNumbers) &&
           text == otherText;
  }
};

/// All plans. Modules that are loaded twice, and matmuls with the same kernels,
/// share one. A module may be unloaded, and another one take its addresses.
struct Plans {
  std::mutex mutex;
  std::unordered_map<const int64_t *, Plan *> byAddress;
  std::vector<std::unique_ptr<Plan>> plans;

  Plan &find(const int64_t *numbers, const char *text);
};

/// Events of the driver.
class DriverEvents : public TimingEvents {
public:
  explicit DriverEvents(const ScopedContext &cuda) : cuda(cuda) {}

  State query(const EventPair &pair, double &ns) override {
    Result result = cuda->eventQuery(static_cast<EventHandle>(pair.end));
    if (result == kErrorNotReady)
      return State::NotReady;
    float milliseconds = 0;
    if (result == kSuccess)
      result = cuda->eventElapsedTime(&milliseconds,
                                      static_cast<EventHandle>(pair.start),
                                      static_cast<EventHandle>(pair.end));
    ns = double(milliseconds) * 1e6;
    return result == kSuccess ? State::Ready : State::Failed;
  }
  void destroy(const EventPair &pair) override {
    for (void *event : {pair.start, pair.end})
      if (event)
        (void)cuda->eventDestroy(static_cast<EventHandle>(event));
  }

private:
  const ScopedContext &cuda;
};

/// What a launch is to time.
struct Request {
  PlanTimings *timings = nullptr;
  size_t row = 0;
};
} // namespace

static void drop(const Request &request);

static Plans &getPlans() {
  static Plans &plans = *new Plans;
  return plans;
}

/// The request of a thread, for its next launch.
static Request &getRequest() {
  struct Slot {
    Request request;
    ~Slot() { drop(request); }
  };
  static thread_local Slot slot;
  return slot.request;
}

Plan &Plans::find(const int64_t *numbers, const char *text) {
  Plan *&known = byAddress[numbers];
  if (known && known->is(numbers, text))
    return *known;
  auto same = std::find_if(plans.begin(), plans.end(), [&](const auto &plan) {
    return plan->is(numbers, text);
  });
  if (same == plans.end()) {
    auto plan = std::make_unique<Plan>();
    plan->text = text;
    plan->fact = plan->text.substr(0, plan->text.find('\n'));
    plan->numbers.assign(numbers, numbers + countPlanNumbers(numbers));
    plan->rows = decodePlanRows(numbers);
    same = plans.insert(plans.end(), std::move(plan));
  }
  return *(known = same->get());
}

/// Whether work on a stream becomes part of a graph. Null, the legacy stream,
/// gives an error while a stream that it waits for is captured.
static bool isCapturing(const ScopedContext &cuda, StreamHandle stream) {
  CaptureStatus status = kCaptureNone;
  return cuda->streamIsCapturing(stream, &status) != kSuccess ||
         status != kCaptureNone;
}

/// The most sizes of a plan that are timed. Others run the plan's own row.
static constexpr size_t kMaxTimedSizes = 65536;

/// The row to time or keep. Called with the plans locked.
static size_t measure(Plan &plan, const ProblemSizes &sizes, size_t own,
                      RowSet allowed) {
  // Nothing is launched for a size of 0.
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
    return own;
  std::vector<size_t> rows = listLegalRows(plan.rows, sizes, allowed);
  ScopedContext cuda;
  if (rows.size() < 2 || !cuda || isCapturing(cuda, nullptr))
    return own;
  RowSet legal = 0;
  for (size_t row : rows)
    legal |= RowSet(1) << row;
  TimedSize size = {getDefaultDevice(), sizes, legal};
  auto found = plan.timings.find(size);
  if (found == plan.timings.end()) {
    if (plan.timings.size() == kMaxTimedSizes)
      return own;
    found =
        plan.timings.emplace(size, std::make_unique<PlanTimings>(rows)).first;
  }
  PlanTimings &timings = *found->second;
  if (!timings.getKept()) {
    DriverEvents events(cuda);
    timings.collect(events);
  }
  PlanTimings::Choice choice = timings.choose(own);
  if (choice.isTimed)
    getRequest() = {&timings, choice.row};
  return choice.row;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static void drop(const Request &request) {
  if (!request.timings)
    return;
  std::lock_guard<std::mutex> lock(getPlans().mutex);
  request.timings->drop(request.row);
}

TimedLaunch::TimedLaunch()
    : timings(getRequest().timings), row(getRequest().row) {
  getRequest().timings = nullptr;
}

TimedLaunch::~TimedLaunch() { drop({timings, row}); }

void TimedLaunch::start(const ScopedContext &cuda, StreamHandle stream) {
  if (!timings || isCapturing(cuda, stream))
    return;
  EventHandle first = nullptr, second = nullptr;
  bool isStarted = cuda->eventCreate(&first, kEventDefault) == kSuccess &&
                   cuda->eventCreate(&second, kEventDefault) == kSuccess &&
                   cuda->eventRecord(first, stream) == kSuccess;
  pair = {first, second};
  if (isStarted)
    return;
  DriverEvents(cuda).destroy(pair);
  pair = {};
}

void TimedLaunch::end(const ScopedContext &cuda, StreamHandle stream) {
  if (!pair.end)
    return;
  auto last = static_cast<EventHandle>(pair.end);
  if (cuda->eventRecord(last, stream) != kSuccess)
    return DriverEvents(cuda).destroy(pair);
  std::lock_guard<std::mutex> lock(getPlans().mutex);
  timings->add(row, pair);
  timings = nullptr;
}

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

/// Whether mgpuAutotunePlanRow may return another row, or counts calls: 0 or 1.
AUTOTUNE_EXPORT int32_t mgpuAutotunePlansAreOn() {
  return getSettings().isOn();
}

/// The row to run, of a plan whose guards select the row `own`. `numbers` are
/// those of encodePlanRows(). `text` has the fact, and the name of each row's
/// kernel, a line each. The launches of the rows in `allowed` would not fail;
/// unless `own` is one of them, it runs, and says so.
AUTOTUNE_EXPORT int64_t mgpuAutotunePlanRow(const int64_t *numbers,
                                            const char *text, int64_t m,
                                            int64_t n, int64_t k, int64_t batch,
                                            int64_t own, uint64_t allowed) {
  const Settings &settings = getSettings();
  ProblemSizes sizes = {m, n, k, batch};
  // A launch that did not come, for it failed.
  drop(std::exchange(getRequest(), {}));
  std::lock_guard<std::mutex> lock(getPlans().mutex);
  Plan &plan = getPlans().find(numbers, text);
  if (!settings.profile.empty())
    getProfile().count(plan.fact, sizes);
  if (settings.mode == PlanMode::Rows || !(allowed >> own & 1))
    return own;
  if (settings.mode == PlanMode::Measure)
    return int64_t(measure(plan, sizes, size_t(own), allowed));
  size_t row = selectNearestRow(plan.rows, sizes, allowed);
  return row == plan.rows.size() ? own : int64_t(row);
}
