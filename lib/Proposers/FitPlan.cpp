//===- FitPlan.cpp - Few configs for many sizes ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/FitPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

using namespace mlir::autotune;
using llvm::ArrayRef;
using llvm::SmallVector;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// Another box or config must save this part of the best time of one point.
static constexpr double kLeastGain = 0.005;
/// A loss of this part of the best time counts twice, and larger ones more: few
/// sizes should lose much (docs/notes/unknown-sizes.md).
static constexpr double kCountsTwice = 0.1;

namespace {
/// A box, and the weighted sum over its points of what its config loses there.
struct Fit {
  PlanBox box;
  double loss = 0;
};

/// Two boxes in place of one.
struct Split {
  Fit below, above;
  double gain = 0;
};

class Fitter {
public:
  Fitter(const SizeGrid &grid, ArrayRef<double> times, size_t numConfigs,
         ArrayRef<double> weights);

  /// Restricts boxes to configs that together lose least.
  void chooseConfigs(size_t most);
  const SmallVector<size_t> &getChosen() const { return chosen; }
  /// The boxes along the only axis of several sizes that lose least, `most` at
  /// most. Some config must run at all points.
  SmallVector<PlanBox> fitAxis(unsigned axis, size_t most) const;
  Fit fitWhole() const;
  /// The split that loses least; a gain of 0 if none loses less than the box.
  Split split(const Fit &fit) const;
  /// The box of both if they are neighbours with one config.
  std::optional<Fit> merge(const Fit &a, const Fit &b) const;

private:
  Fit fit(PlanBox box) const;
  void visitPoints(const PlanBox &box,
                   llvm::function_ref<void(size_t)> visit) const;
  double getLoss(size_t point, size_t config) const {
    return losses[point * numConfigs + config];
  }
  double getChosenLoss(ArrayRef<size_t> configs) const;

  const SizeGrid &grid;
  size_t numConfigs, numPoints;
  /// What each config loses at each point, by countLoss() and the weight of the
  /// point.
  std::vector<double> losses;
  SmallVector<size_t> chosen;
};
} // namespace

/// What it costs that a point takes `time` in place of `best`.
static double countLoss(double time, double best) {
  double part = time / best - 1;
  return part + part * part / kCountsTwice;
}

Fitter::Fitter(const SizeGrid &grid, ArrayRef<double> times, size_t numConfigs,
               ArrayRef<double> weights)
    : grid(grid), numConfigs(numConfigs), numPoints(grid.getNumPoints()),
      losses(times) {
  assert(numConfigs > 0 && times.size() == numPoints * numConfigs &&
         "all times of some configs");
  for (size_t point = 0; point < numPoints; ++point) {
    auto row =
        llvm::MutableArrayRef(losses).slice(point * numConfigs, numConfigs);
    double best = *llvm::min_element(row);
    double weight = weights.empty() ? 1 : weights[point];
    // No weight makes a config run that does not. Where none runs, none loses.
    for (double &time : row)
      time = best == kInfinity   ? 0
             : time == kInfinity ? kInfinity
                                 : weight * countLoss(time, best);
  }
  chosen = llvm::to_vector(llvm::seq<size_t>(0, numConfigs));
}

/// What is lost if each point has the best of some configs.
double Fitter::getChosenLoss(ArrayRef<size_t> configs) const {
  double sum = 0;
  for (size_t point = 0; point < numPoints; ++point) {
    double best = kInfinity;
    for (size_t config : configs)
      best = std::min(best, getLoss(point, config));
    sum += best;
  }
  return sum;
}

/// Adds the config that saves most, one at a time, and then exchanges configs
/// as long as that saves time.
void Fitter::chooseConfigs(size_t most) {
  chosen.clear();
  double loss = kInfinity;
  auto tryAll = [&](SmallVector<size_t> &set, size_t place) {
    size_t before = set[place], best = before;
    for (size_t config = 0; config < numConfigs; ++config) {
      set[place] = config;
      double attempt = getChosenLoss(set);
      if (attempt < loss - (best == before ? kLeastGain : 0)) {
        loss = attempt;
        best = config;
      }
    }
    set[place] = best;
    return best != before;
  };
  while (chosen.size() < std::min(most, numConfigs)) {
    SmallVector<size_t> more = chosen;
    more.push_back(numConfigs);
    if (!tryAll(more, chosen.size()))
      break;
    chosen = more;
  }
  constexpr unsigned kMostRounds = 4;
  for (unsigned round = 0; round < kMostRounds; ++round) {
    bool isChanged = false;
    for (size_t place = 0; place < chosen.size(); ++place)
      isChanged |= tryAll(chosen, place);
    if (!isChanged)
      break;
  }
  llvm::sort(chosen);
}

void Fitter::visitPoints(const PlanBox &box,
                         llvm::function_ref<void(size_t)> visit) const {
  std::array<unsigned, kNumSizeDims> index = box.first;
  while (true) {
    size_t point = 0;
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
      point = point * grid.axes[dim].size() + index[dim];
    visit(point);
    unsigned dim = kNumSizeDims;
    while (dim > 0 && index[dim - 1] == box.last[dim - 1]) {
      --dim;
      index[dim] = box.first[dim];
    }
    if (dim == 0)
      return;
    ++index[dim - 1];
  }
}

Fit Fitter::fit(PlanBox box) const {
  SmallVector<double> sums(chosen.size(), 0);
  visitPoints(box, [&](size_t point) {
    for (auto [sum, config] : llvm::zip_equal(sums, chosen))
      sum += getLoss(point, config);
  });
  size_t best = llvm::min_element(sums) - sums.begin();
  box.config = chosen[best];
  return {box, sums[best]};
}

Fit Fitter::fitWhole() const {
  PlanBox box;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    box.first[dim] = 0;
    box.last[dim] = grid.axes[dim].size() - 1;
  }
  return fit(box);
}

Split Fitter::split(const Fit &whole) const {
  Split best;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    for (unsigned cut = whole.box.first[dim]; cut < whole.box.last[dim];
         ++cut) {
      PlanBox below = whole.box, above = whole.box;
      below.last[dim] = cut;
      above.first[dim] = cut + 1;
      Split attempt{fit(below), fit(above)};
      attempt.gain = whole.loss - attempt.below.loss - attempt.above.loss;
      if (attempt.gain > best.gain)
        best = attempt;
    }
  return best;
}

std::optional<Fit> Fitter::merge(const Fit &a, const Fit &b) const {
  if (a.box.config != b.box.config)
    return std::nullopt;
  unsigned numApart = 0;
  PlanBox both = a.box;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    if (a.box.first[dim] == b.box.first[dim] &&
        a.box.last[dim] == b.box.last[dim])
      continue;
    ++numApart;
    if (a.box.last[dim] + 1 != b.box.first[dim] &&
        b.box.last[dim] + 1 != a.box.first[dim])
      return std::nullopt;
    both.first[dim] = std::min(a.box.first[dim], b.box.first[dim]);
    both.last[dim] = std::max(a.box.last[dim], b.box.last[dim]);
  }
  if (numApart != 1)
    return std::nullopt;
  return Fit{both, a.loss + b.loss};
}

SmallVector<size_t> mlir::autotune::chooseConfigs(const SizeGrid &grid,
                                                  ArrayRef<double> times,
                                                  ArrayRef<size_t> kernels,
                                                  ArrayRef<double> weights,
                                                  size_t most) {
  size_t numConfigs = kernels.size();
  size_t numKernels = kernels.empty() ? 0 : *llvm::max_element(kernels) + 1;
  // A kernel is as fast as the fastest of its configs.
  std::vector<double> ofKernels(grid.getNumPoints() * numKernels, kInfinity);
  for (size_t point = 0; point < grid.getNumPoints(); ++point)
    for (auto [config, kernel] : llvm::enumerate(kernels)) {
      double &time = ofKernels[point * numKernels + kernel];
      time = std::min(time, times[point * numConfigs + config]);
    }
  Fitter fitter(grid, ofKernels, numKernels, weights);
  fitter.chooseConfigs(most);
  SmallVector<size_t> chosen;
  for (auto [config, kernel] : llvm::enumerate(kernels))
    if (llvm::is_contained(fitter.getChosen(), kernel))
      chosen.push_back(config);
  return chosen;
}

/// The only axis of several sizes.
static std::optional<unsigned> getOnlyAxis(const SizeGrid &grid) {
  std::optional<unsigned> only;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    if (grid.axes[dim].size() == 1)
      continue;
    if (only)
      return std::nullopt;
    only = dim;
  }
  return only;
}

SmallVector<PlanBox> Fitter::fitAxis(unsigned axis, size_t most) const {
  most = std::min(most, numPoints);
  // By the number of boxes beyond the first one and by config in `chosen`: the
  // least loss up to a point that has this config. By point: whether the config
  // changed there, and which one has less loss before a change.
  size_t width = chosen.size();
  std::vector<double> sums(most * width, kInfinity);
  std::fill_n(sums.begin(), width, 0);
  std::vector<std::vector<bool>> changes;
  std::vector<SmallVector<unsigned>> bests;
  for (size_t point = 0; point < numPoints; ++point) {
    std::vector<bool> &change = changes.emplace_back(most * width, false);
    SmallVector<unsigned> &best = bests.emplace_back();
    for (size_t count = 0; count < most; ++count) {
      auto begin = sums.begin() + count * width;
      best.push_back(std::min_element(begin, begin + width) - begin);
    }
    // Downwards, so that sums of fewer boxes are those of the point before.
    for (size_t count = most; count-- > 0;)
      for (size_t config = 0; config < width; ++config) {
        double &sum = sums[count * width + config];
        if (point > 0 && count > 0) {
          double changed = sums[(count - 1) * width + best[count - 1]];
          if (changed < sum) {
            sum = changed;
            change[count * width + config] = true;
          }
        }
        sum += getLoss(point, chosen[config]);
      }
  }
  size_t count = 0, config = 0;
  auto getCost = [&](size_t boxes, size_t last) {
    return sums[boxes * width + last] + kLeastGain * double(boxes);
  };
  for (size_t boxes = 0; boxes < most; ++boxes)
    for (size_t last = 0; last < width; ++last)
      if (getCost(boxes, last) < getCost(count, config))
        std::tie(count, config) = std::pair(boxes, last);
  SmallVector<PlanBox> boxes;
  unsigned end = numPoints - 1;
  for (size_t point = numPoints; point-- > 0;) {
    bool isChanged = changes[point][count * width + config];
    if (point > 0 && !isChanged)
      continue;
    PlanBox &box = boxes.emplace_back();
    box.first.fill(0);
    box.last.fill(0);
    box.first[axis] = point;
    box.last[axis] = end;
    box.config = chosen[config];
    if (isChanged) {
      config = bests[point][--count];
      end = point - 1;
    }
  }
  std::reverse(boxes.begin(), boxes.end());
  return boxes;
}

SmallVector<PlanBox> mlir::autotune::fitBoxes(const SizeGrid &grid,
                                              ArrayRef<double> times,
                                              size_t numConfigs,
                                              ArrayRef<double> weights,
                                              size_t most) {
  Fitter fitter(grid, times, numConfigs, weights);
  most = std::max<size_t>(most, 1);
  SmallVector<Fit> fits = {fitter.fitWhole()};
  if (fits.front().loss == kInfinity)
    return {};
  if (std::optional<unsigned> axis = getOnlyAxis(grid))
    return fitter.fitAxis(*axis, most);
  auto mergeAll = [&] {
    for (size_t i = 0; i < fits.size(); ++i)
      for (size_t j = i + 1; j < fits.size(); ++j)
        if (std::optional<Fit> both = fitter.merge(fits[i], fits[j])) {
          fits[i] = *both;
          fits.erase(fits.begin() + j);
          j = i;
        }
  };
  // Merged boxes can be split again, so the number of splits is bounded, too.
  for (size_t splits = 0; splits < 4 * most; ++splits) {
    if (fits.size() >= most)
      break;
    Split best;
    size_t place = 0;
    for (auto [index, fit] : llvm::enumerate(fits)) {
      Split attempt = fitter.split(fit);
      if (attempt.gain > best.gain) {
        best = attempt;
        place = index;
      }
    }
    if (best.gain < kLeastGain)
      break;
    fits[place] = best.below;
    fits.push_back(best.above);
    mergeAll();
  }
  SmallVector<PlanBox> boxes =
      llvm::map_to_vector(fits, [](const Fit &fit) { return fit.box; });
  llvm::sort(boxes, [](const PlanBox &a, const PlanBox &b) {
    return a.first < b.first;
  });
  return boxes;
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

SmallVector<SizeGuard> mlir::autotune::getGuards(const SizeGrid &grid,
                                                 ArrayRef<PlanBox> boxes,
                                                 FindBoundary findBoundary) {
  SmallVector<SizeGuard> guards(boxes.size());
  for (auto [guard, box] : llvm::zip_equal(guards, boxes))
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
      ArrayRef<int64_t> axis = grid.axes[dim];
      SizeRange &range = guard.ranges[dim];
      if (box.first[dim] > 0)
        range.lower = axis[box.first[dim] - 1] + 1;
      if (box.last[dim] + 1 < axis.size())
        range.upper = axis[box.last[dim]];
    }
  std::optional<unsigned> only = getOnlyAxis(grid);
  if (!only || !findBoundary)
    return guards;
  for (size_t i = 0; i + 1 < boxes.size(); ++i) {
    int64_t bound = findBoundary(SizeDim(*only), boxes[i].last[*only],
                                 boxes[i].config, boxes[i + 1].config);
    guards[i].ranges[*only].upper = bound;
    guards[i + 1].ranges[*only].lower = bound + 1;
  }
  return guards;
}
