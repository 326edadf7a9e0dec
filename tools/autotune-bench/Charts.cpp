//===- Charts.cpp - Drawings of a comparison ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Charts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;

std::string bench::escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(llvm::json::fixUTF8(text), os);
  return escaped;
}

/// A coordinate.
static std::string at(double value) { return formatNumber("%.1f", value); }

static void openDrawing(raw_ostream &os, StringRef what, double width,
                        double height) {
  os << "<svg viewBox=\"0 0 " << at(width) << " " << at(height) << "\" width=\""
     << at(width) << "\" role=\"img\" aria-label=\"" << what << "\">\n";
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

void bench::drawRatios(const Comparison &comparison, raw_ostream &os) {
  // Pixels; a ratio beyond the longest bar is cut there, and its figure says
  // what it is.
  constexpr double kLabels = 330, kBars = 480, kFigures = 70, kLine = 18;
  constexpr double kLongest = 3;
  double most = 1.2;
  size_t count = 0;
  for (const ComparedShape &shape : comparison.shapes) {
    most = std::max(most, std::min(shape.best.ratio, kLongest));
    count += shape.best.ratio > 0;
  }
  if (!count)
    return;
  double height = kLine * double(count) + 24;
  double unit = kBars / most;
  openDrawing(os, "ratio of each shape", kLabels + kBars + kFigures, height);
  double y = 20;
  for (const ComparedShape &shape : comparison.shapes) {
    double ratio = shape.best.ratio;
    if (ratio <= 0)
      continue;
    double width = unit * std::min(ratio, most);
    drawText(os, "end", kLabels - 6, y + 12, shape.best.key);
    os << "<rect class=\"" << (ratio >= 1 ? "win" : "loss") << "\" x=\""
       << at(kLabels) << "\" y=\"" << at(y + 2) << "\" width=\"" << at(width)
       << "\" height=\"" << at(kLine - 4) << "\"><title>"
       << escape(shape.best.config) << "</title></rect>\n";
    drawText(os, "start", kLabels + std::max(width, unit) + 4, y + 12,
             formatNumber("%.3f", ratio));
    y += kLine;
  }
  drawLine(os, "one", kLabels + unit, 16, kLabels + unit, height);
  drawText(os, "middle", kLabels + unit, 12, "1.0");
  os << "</svg>\n";
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
static double getPeak(const TargetInfo &target, const MatmulFact &fact) {
  switch (fact.a.element) {
  case ElementKind::BF16:
  case ElementKind::F16:
    return target.tensorFlops16;
  case ElementKind::TF32:
    return target.tensorFlops16 / 2;
  case ElementKind::TF32x3:
    return target.tensorFlops16 / 6;
  case ElementKind::F32:
    return target.simtFlops32;
  default:
    return 0;
  }
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
    drawText(os, "middle", x.place(value), y.begin + 16,
             formatNumber("%g", value));
  }
  for (int decade = y.first; decade <= y.last; ++decade) {
    double value = std::pow(10, decade);
    drawLine(os, "grid", x.begin, y.place(value), x.end, y.place(value));
    drawText(os, "end", x.begin - 6, y.place(value) + 4,
             formatNumber("%g", value));
  }
  drawText(os, "middle", (x.begin + x.end) / 2, y.begin + 34,
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

void bench::drawRoofline(const Comparison &comparison, raw_ostream &os) {
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
         llvm::max_element(points, byIntensity)->intensity, 60, 780);
  Axis y(llvm::min_element(points, byRate)->tflops, most, 400, 30);
  openDrawing(os, "roofline", 800, 440);
  drawGrid(os, x, y);
  for (double peak : peaks)
    drawRoof(os, *comparison.target, peak, x, y);
  for (const Point &point : points)
    os << "<circle class=\"" << (point.isBaseline ? "baseline" : "ours")
       << "\" cx=\"" << at(x.place(point.intensity)) << "\" cy=\""
       << at(y.place(point.tflops)) << "\" r=\"4\"><title>"
       << escape(point.shape->best.key)
       << (point.isBaseline ? ", " + escape(point.shape->best.baseline->library)
                            : std::string())
       << formatNumber(": %.1f TFLOP/s", point.tflops) << "</title></circle>\n";
  os << "</svg>\n";
}
