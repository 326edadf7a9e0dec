//===- Charts.cpp - Drawings of a comparison ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Charts.h"

#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::report;
using namespace mlir::autotune::tune;
using measure::formatNumber;

std::string report::escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(llvm::json::fixUTF8(text), os);
  return escaped;
}

/// A coordinate.
static std::string at(double value) { return formatNumber("%.1f", value); }

static void openDrawing(raw_ostream &os, StringRef what, double width,
                        double height, bool isAlone = false) {
  os << "<svg" << (isAlone ? " xmlns=\"http://www.w3.org/2000/svg\"" : "")
     << " viewBox=\"0 0 " << at(width) << " " << at(height)
     << "\" role=\"img\" aria-label=\"" << what << "\">\n";
}

static void drawLine(raw_ostream &os, StringRef style, double x1, double y1,
                     double x2, double y2) {
  os << "<line class=\"" << style << "\" x1=\"" << at(x1) << "\" y1=\""
     << at(y1) << "\" x2=\"" << at(x2) << "\" y2=\"" << at(y2) << "\"/>\n";
}

static void drawText(raw_ostream &os, StringRef anchor, double x, double y,
                     StringRef text) {
  os << "<text text-anchor=\"" << anchor << "\" x=\"" << at(x) << "\" y=\""
     << at(y) << "\">" << escape(text) << "</text>\n";
}

//===----------------------------------------------------------------------===//
// Ratios
//===----------------------------------------------------------------------===//

/// Ticks of the axis of ratios, those first that must be there.
static constexpr double kTicks[] = {1,   1.5, 2,   3,    0.67, 0.5,  0.33, 1.25,
                                    0.8, 1.1, 0.9, 1.05, 0.95, 1.02, 0.98};

/// Those of the range that lie far enough from each other to be read.
static std::vector<double>
chooseTicks(double least, double most,
            llvm::function_ref<double(double)> place) {
  constexpr double kApart = 18;
  std::vector<double> ticks;
  for (double tick : kTicks)
    if (tick >= least && tick <= most && llvm::all_of(ticks, [&](double other) {
          return std::abs(place(tick) - place(other)) >= kApart;
        }))
      ticks.push_back(tick);
  return ticks;
}

/// What a file of its own has before the drawing; pages have a style sheet.
static constexpr StringLiteral kAlone =
    "<style>text { font: 11px sans-serif; fill: #333; } "
    ".win { fill: #2b6cb0; } .loss { fill: #d9622b; } "
    ".one { stroke: #333; } .grid { stroke: #e4e4e4; }</style>\n"
    "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";

static void drawRatios(const Comparison &comparison, bool isAlone,
                       raw_ostream &os) {
  // Pixels. A ratio beyond the range is cut there; its text says what it is.
  constexpr double kHeight = 340, kLeft = 44, kTop = 14;
  constexpr double kBottom = 12, kWidest = 40;
  const double kWidth = isAlone ? 960 : 560, kFarthest = isAlone ? 2 : 4;
  std::vector<const ComparedShape *> shapes;
  for (const ComparedShape &shape : comparison.shapes)
    if (shape.best.ratio > 0)
      shapes.push_back(&shape);
  if (shapes.empty())
    return;
  // Equal ratios stay in the order of shapes, which is that in memory.
  llvm::sort(shapes, [](const auto *a, const auto *b) {
    return std::pair(a->best.ratio, a) < std::pair(b->best.ratio, b);
  });
  double least = std::clamp(shapes.front()->best.ratio, 1 / kFarthest, 1 / 1.1);
  double most = std::clamp(shapes.back()->best.ratio, 1.1, kFarthest);
  // As many times faster is as far as so many times slower.
  auto place = [&](double ratio) {
    double share = std::log(std::clamp(ratio, least, most) / least) /
                   std::log(most / least);
    return kHeight - kBottom - share * (kHeight - kBottom - kTop);
  };
  openDrawing(os, "ratio of each shape", kWidth, kHeight, isAlone);
  if (isAlone)
    os << kAlone;
  for (double tick : chooseTicks(least, most, place)) {
    drawLine(os, tick == 1 ? "one" : "grid", kLeft, place(tick), kWidth,
             place(tick));
    drawText(os, "end", kLeft - 6, place(tick) + 4, formatNumber("%g", tick));
  }
  double step = std::min((kWidth - kLeft) / double(shapes.size()), kWidest);
  for (auto [index, shape] : llvm::enumerate(shapes)) {
    double ratio = shape->best.ratio;
    double top = std::min(place(ratio), place(1));
    double height = std::max(std::abs(place(ratio) - place(1)), 1.0);
    os << "<rect class=\"" << (ratio >= 1 ? "win" : "loss") << "\" data-in=\""
       << getClassNumbers(*shape) << "\" x=\""
       << at(kLeft + step * double(index)) << "\" y=\"" << at(top)
       << "\" width=\"" << at(0.8 * step) << "\" height=\"" << at(height)
       << "\"><title>" << escape(shape->best.key)
       << formatNumber(": %.3f, ", ratio) << escape(getBriefName(shape->best))
       << "</title></rect>\n";
  }
  os << "</svg>\n";
}

void report::drawRatios(const Comparison &comparison, raw_ostream &os) {
  ::drawRatios(comparison, /*isAlone=*/false, os);
}

void report::drawRatiosAlone(const Comparison &comparison, raw_ostream &os) {
  ::drawRatios(comparison, /*isAlone=*/true, os);
}

//===----------------------------------------------------------------------===//
// Roofline
//===----------------------------------------------------------------------===//

namespace {
struct Point {
  const ComparedShape *shape;
  /// Operations a byte, and 10^12 operations a second.
  double intensity, tflops;
  bool isBaseline;
};

/// A logarithmic axis over whole decades.
struct Axis {
  int first, last;
  double begin, end;

  Axis(double least, double most, double begin, double end)
      : first(int(std::floor(std::log10(least)))),
        last(std::max(first + 1, int(std::ceil(std::log10(most))))),
        begin(begin), end(end) {}
  double place(double value) const {
    return begin + (end - begin) * (std::log10(value) - first) / (last - first);
  }
};
} // namespace

/// The peak that a problem's type has on the target, or 0 for one that the
/// target has no figure of.
static double getPeak(const TargetInfo &target, const ProblemFact &fact) {
  const ElementInfo &element = getElementInfo(fact.getMatmul().a.element);
  switch (element.rate) {
  case PeakRate::TensorCores:
    return target.tensorFlops16 / element.rateDivisor;
  case PeakRate::CudaCores:
    return target.simtFlops32 / element.rateDivisor;
  case PeakRate::Unknown:
    return 0;
  }
  llvm_unreachable("every rate is listed");
}

static std::vector<Point> getPoints(const Comparison &comparison) {
  std::vector<Point> points;
  for (const ComparedShape &shape : comparison.shapes) {
    double flops = shape.fact.getFlops();
    double intensity = flops / shape.fact.getBytes();
    auto add = [&](double ns, bool isBaseline) {
      points.push_back({&shape, intensity, flops / ns * 1e-3, isBaseline});
    };
    // Ours come last, on top.
    if (shape.best.baseline)
      add(shape.best.baseline->bestNs, /*isBaseline=*/true);
    add(shape.best.timeNs, /*isBaseline=*/false);
  }
  return points;
}

static void drawGrid(raw_ostream &os, const Axis &x, const Axis &y) {
  for (int decade = x.first; decade <= x.last; ++decade) {
    double value = std::pow(10, decade);
    drawLine(os, "grid", x.place(value), y.begin, x.place(value), y.end);
    drawText(os, "middle", x.place(value), y.begin + 20,
             formatNumber("%g", value));
  }
  for (int decade = y.first; decade <= y.last; ++decade) {
    double value = std::pow(10, decade);
    drawLine(os, "grid", x.begin, y.place(value), x.end, y.place(value));
    drawText(os, "end", x.begin - 6, y.place(value) + 4,
             formatNumber("%g", value));
  }
  drawText(os, "middle", (x.begin + x.end) / 2, y.begin + 37,
           "operations a byte");
  drawText(os, "start", 4, y.end - 10, "TFLOP/s");
}

static void drawRoof(raw_ostream &os, const TargetInfo &target, double peak,
                     const Axis &x, const Axis &y) {
  double slope = target.memoryBandwidth * 1e-12, level = peak * 1e-12;
  double least = std::pow(10, x.first), most = std::pow(10, x.last);
  double bottom = std::pow(10, y.first);
  // Where the slope leaves the drawing below, and where it meets the peak.
  double from = std::clamp(bottom / slope, least, most);
  double ridge = std::clamp(level / slope, from, most);
  os << "<polyline class=\"roof\" points=\"";
  for (double intensity : {from, ridge, most})
    os << at(x.place(intensity)) << ","
       << at(y.place(std::min(slope * intensity, level))) << " ";
  os << "\"><title>"
     << formatNumber("%.0f GB/s, ", target.memoryBandwidth / 1e9)
     << formatNumber("%.0f TFLOP/s", level) << "</title></polyline>\n";
}

void report::drawRoofline(const Comparison &comparison, raw_ostream &os) {
  std::vector<Point> points = getPoints(comparison);
  if (points.empty())
    return;
  auto byIntensity = [](const Point &a, const Point &b) {
    return a.intensity < b.intensity;
  };
  auto byRate = [](const Point &a, const Point &b) {
    return a.tflops < b.tflops;
  };
  SmallVector<double> peaks;
  if (comparison.target)
    for (const Point &point : points)
      if (double peak = getPeak(*comparison.target, point.shape->fact))
        if (!llvm::is_contained(peaks, peak))
          peaks.push_back(peak);
  double most = llvm::max_element(points, byRate)->tflops;
  for (double peak : peaks)
    most = std::max(most, peak * 1e-12);
  Axis x(llvm::min_element(points, byIntensity)->intensity,
         llvm::max_element(points, byIntensity)->intensity, 44, 536);
  Axis y(llvm::min_element(points, byRate)->tflops, most, 300, 26);
  openDrawing(os, "roofline", 560, 340);
  drawGrid(os, x, y);
  for (double peak : peaks)
    drawRoof(os, *comparison.target, peak, x, y);
  for (const Point &point : points)
    os << "<circle class=\"" << (point.isBaseline ? "baseline" : "ours")
       << "\" data-in=\"" << getClassNumbers(*point.shape) << "\" cx=\""
       << at(x.place(point.intensity)) << "\" cy=\""
       << at(y.place(point.tflops)) << "\" r=\"4\"><title>"
       << escape(point.shape->best.key)
       << (point.isBaseline ? ", " + escape(point.shape->best.baseline->library)
                            : std::string())
       << formatNumber(": %.1f TFLOP/s", point.tflops) << "</title></circle>\n";
  os << "</svg>\n";
}
