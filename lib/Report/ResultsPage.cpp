//===- ResultsPage.cpp - All results of a device as a page ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Report/ResultsPage.h"

#include "Charts.h"
#include "Libraries.h"
#include "Markdown.h"

#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>
#include <set>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::report;
using namespace mlir::autotune::tune;
using measure::formatNumber;
using measure::formatRatio;

static constexpr StringLiteral kBegin =
    "<!-- begin: written by autotune-bench report --summary -->\n";
static constexpr StringLiteral kEnd = "<!-- end: autotune-bench report -->\n";

/// Replaces the hashes of functions by the label.
static std::string getName(const ResultsList &list,
                           const ComparedShape &shape) {
  auto label = list.labels.find(shape.best.key);
  std::string name;
  for (StringRef word : llvm::split(shape.best.key, ' ')) {
    bool isHash = word.size() == 16 && llvm::all_of(word, llvm::isHexDigit);
    if (!name.empty())
      name += ' ';
    name += isHash && label != list.labels.end() ? "(" + label->second + ")"
                                                 : word.str();
  }
  return escapeMarkdown(name);
}

/// "odd-shapes" as a heading.
static std::string getTitle(const ResultsList &list) {
  std::string title = list.name;
  std::replace(title.begin(), title.end(), '-', ' ');
  title[0] = llvm::toUpper(title[0]);
  return title;
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// The distinct texts of the best records, as a list.
template <typename Get>
static std::string list(const Results &results, Get get) {
  std::set<std::string> texts;
  for (const ResultsList &list : results.lists)
    for (const ComparedShape &shape : list.comparison.shapes)
      if (std::string text = get(shape.best); !text.empty())
        texts.insert(text);
  return llvm::join(texts, ", ");
}

/// "a", "a and b", "a, b and c".
static std::string enumerateTitles(ArrayRef<Library> libraries) {
  std::string text;
  for (auto [index, library] : llvm::enumerate(libraries)) {
    if (index > 0)
      text += index + 1 == libraries.size() ? " and " : ", ";
    text += library.getTitle();
  }
  return text;
}

/// How libraries are compared that were timed in the same rounds as ours, but
/// in another run than our record.
static std::string getNoteOnRounds(ArrayRef<Library> libraries) {
  bool isCompiled = llvm::any_of(libraries, [](const Library &library) {
    return library.name == "torch.compile";
  });
  return "The times of " + enumerateTitles(libraries) +
         " were measured in one run, in turn with our kernel. A ratio is the "
         "median of the library's times divided by the median of ours in that "
         "run. A matmul without a ratio was not measured with that library." +
         (isCompiled ? " The mode of torch.compile is "
                       "max-autotune-no-cudagraphs."
                     : "");
}

/// How a library that was timed in a run of its own is compared.
static std::string getNoteOnRuns(const Library &library) {
  std::string name = library.getTitle(), its = library.itsBaseline;
  return name + " was timed in another run, in turn with " + its +
         ". Times of two runs can't be compared, because the clock differs. "
         "The ratio to " +
         name + " is therefore ours to cuBLASLt, divided by that of " + name +
         " to " + its + ": it takes " + its +
         " for as fast as cuBLASLt's fastest algorithm, and is too low where " +
         its + " is slower.";
}

/// How libraries are compared that are no baseline, one note each or one for
/// several.
static std::vector<std::string>
getNotesOnLibraries(ArrayRef<Library> libraries) {
  std::vector<std::string> notes;
  std::vector<Library> besideOurs;
  for (const Library &library : libraries)
    if (library.isBesideOurs)
      besideOurs.push_back(library);
    else if (!library.isBaseline)
      notes.push_back(getNoteOnRuns(library));
  if (!besideOurs.empty())
    notes.insert(notes.begin(), getNoteOnRounds(besideOurs));
  return notes;
}

/// Libraries that were timed in the same rounds as ours; empty without any.
static std::string describeLibraries(const Results &results,
                                     ArrayRef<Library> libraries) {
  std::set<std::string> texts;
  for (const Library &library : libraries)
    if (library.isBesideOurs && library.name == "triton")
      texts.insert("the Triton kernel of `tools/compare/triton_kernel.py`");
  // The config of torch.matmul is PyTorch's version.
  for (const ComparedShape *shape : getPlain(results)) {
    auto other = shape->others.find("torch.matmul");
    if (other != shape->others.end() && other->second.ours)
      texts.insert(escapeMarkdown(other->second.config));
  }
  if (texts.empty())
    return "";
  return llvm::join(texts, ", and ") +
         " ([versions and "
         "configs](../design/measuring.md#beside-other-libraries))";
}

static void writeConditions(const Results &results, raw_ostream &os) {
  os << "# Results: " << results.device
     << "\n\n<!-- Written by autotune-bench report --page; do not edit. -->\n\n"
        "`./dev.sh results` measures everything on this page again, and writes "
        "the page from the records.\n\n";
  std::vector<Library> libraries = getLibraries(getPlain(results));
  std::vector<std::vector<std::string>> rows = {
      {"", ""},
      {"device", results.device},
      {"driver", list(results,
                      [](const measure::Record &record) {
                        return record.device.driver;
                      })},
      {"measured", list(results,
                        [](const measure::Record &record) {
                          return record.date.substr(0, 10);
                        })},
      {"protocol", "[measuring.md](../design/measuring.md)"},
      {"classes",
       "[autotune-bench.md](../reference/autotune-bench.md#compare)"}};
  if (std::string text = describeLibraries(results, libraries); !text.empty())
    rows.push_back({"other libraries", text});
  writeTable(rows, 2, os);
  std::vector<std::string> notes = {
      "A ratio is another library's time divided by ours. Above 1, ours is "
      "faster. Ratios below 1 are bold.",
      "cuBLASLt's time is the time of the fastest algorithm that cuBLASLt "
      "offers. It is timed in turn with ours, and the ratio is the median over "
      "the rounds.",
      "Rates count 2MNK operations, and the bytes of all operands once."};
  llvm::append_range(notes, getNotesOnLibraries(libraries));
  if (llvm::any_of(libraries,
                   [](const Library &library) { return library.isBesideOurs; }))
    notes.push_back("The column µs of a list has our time in turn with "
                    "cuBLASLt. In the run of the other libraries, our time "
                    "may differ a little.");
  for (const std::string &note : notes)
    writeText("- " + note, "  ", os);
  os << "\n";
}

/// bf16 and f16, which classes are about and all libraries are fast with.
static bool has16Bits(const ComparedShape *shape) {
  const MatmulFact &matmul = shape->fact.getMatmul();
  return isFloat16(matmul.a.element) && isFloat16(matmul.b.element);
}

/// The table by class, a column for each library.
static void writeSummaryTable(const Results &results, raw_ostream &os) {
  std::vector<const ComparedShape *> plain = getPlain(results);
  std::vector<Library> libraries = getLibraries(plain);
  std::vector<std::vector<std::string>> rows = {{"class"}};
  for (const Library &library : libraries)
    rows[0].push_back("over " + library.getTitle());
  auto add = [&](StringRef name,
                 llvm::function_ref<bool(const ComparedShape *)> contains) {
    std::vector<const ComparedShape *> shapes;
    llvm::copy_if(plain, std::back_inserter(shapes), contains);
    std::vector<std::string> row = {name.str()};
    bool isCompared = false;
    for (const Library &library : libraries) {
      Standing standing(shapes, library);
      isCompared |= standing.compared > 0;
      row.push_back(standing.compared
                        ? formatRatio(standing.getMean()) + " (worst " +
                              formatExactRatio(standing.worst) + "), " +
                              standing.getWins()
                        : "-");
    }
    if (isCompared)
      rows.push_back(std::move(row));
  };
  for (const ShapeClass &shapeClass : getShapeClasses())
    add(shapeClass.name, [&](const ComparedShape *shape) {
      return has16Bits(shape) && shapeClass.contains(shape->fact);
    });
  add("other types",
      [](const ComparedShape *shape) { return !has16Bits(shape); });
  writeTable(rows, 1, os);
}

static constexpr StringLiteral kSummaryLegend =
    "A cell has the geometric mean of the ratios, the worst ratio, and how "
    "many "
    "matmuls are not slower.";

static void writeSummary(const Results &results, StringRef chart,
                         raw_ostream &os) {
  os << "## Summary\n\n";
  writeText(("Plain products of bf16 and f16 by class, and of other types. " +
             kSummaryLegend)
                .str(),
            "", os);
  os << "\n";
  writeSummaryTable(results, os);
  os << "The ratio of each matmul to cuBLASLt, the least first; bars end at "
        "0.5 "
        "and at 2:\n\n![ratios to cuBLASLt]("
     << chart << ")\n\nEach list against cuBLASLt:\n\n";
  std::vector<std::vector<std::string>> rows = {
      {"list", "worst matmul", "worst", "matmuls", "not slower",
       "geometric mean"}};
  for (const ResultsList &list : results.lists) {
    Standing standing(getShapes(list),
                      Library{"", /*isBaseline=*/true, "", false});
    std::string anchor = list.name;
    rows.push_back(
        {"[" + getTitle(list) + "](#" + anchor + ")",
         standing.worstShape ? getName(list, *standing.worstShape) : "-",
         markRatio(standing.worst),
         std::to_string(list.comparison.shapes.size()), standing.getWins(),
         formatRatio(standing.getMean())});
  }
  writeTable(rows, 2, os);
  writeText(
      "The same sizes can have several ratios on this page: types, "
      "layouts or fused operations differ, and each list is measured in "
      "a run of its own. For a product alone, quote the list Shapes (bf16 "
      "and f16) or Types (other types). In other lists, a product alone "
      "is there to compare the other rows with.",
      "", os);
  os << "\n";
}

static void writeLosses(const Results &results, raw_ostream &os) {
  struct Loss {
    double ratio;
    std::vector<std::string> row;
  };
  std::vector<Loss> losses;
  for (const ResultsList &list : results.lists)
    for (const ComparedShape &shape : list.comparison.shapes)
      for (const Library &library : getLibraries(&shape))
        if (double ratio = library.getRatio(shape); ratio > 0 && ratio < 1) {
          double ours = library.getOurTime(shape);
          losses.push_back(
              {ratio,
               {getTitle(list), getName(list, shape), library.getTitle(),
                formatExactRatio(ratio),
                formatMicroseconds(ours > 0 ? ours : shape.best.timeNs),
                formatMicroseconds(ours > 0 ? library.getTime(shape) : 0)}});
        }
  // Equal ratios stay in the order of the lists.
  std::vector<size_t> order(losses.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(losses[a].ratio, a) < std::pair(losses[b].ratio, b);
  });
  os << "## Losses\n\n";
  if (losses.empty()) {
    os << "No matmul is slower than another library's.\n\n";
    return;
  }
  os << "Every matmul that is slower than another library's, the worst "
        "first:\n\n";
  std::vector<std::vector<std::string>> rows = {
      {"list", "matmul", "library", "ratio", "µs", "library's µs"}};
  for (size_t index : order)
    rows.push_back(std::move(losses[index].row));
  writeTable(rows, 3, os);
}

static void writeList(const ResultsList &list, raw_ostream &os) {
  os << "## " << getTitle(list) << "\n\n";
  if (!list.description.empty()) {
    writeText(list.description, "", os);
    os << "\n";
  }
  if (!list.shapes.empty())
    os << "The shapes are in `" << list.shapes << "`.\n\n";
  std::vector<Library> libraries = getLibraries(getShapes(list));
  std::vector<std::vector<std::string>> rows = {
      {"matmul", "config", "µs", "TFLOP/s", "GB/s"}};
  for (const Library &library : libraries) {
    rows[0].push_back(library.getTitle() + " µs");
    if (!library.isBaseline && !library.isBesideOurs)
      rows[0].push_back(library.getTitle() + " over " + library.itsBaseline);
    rows[0].push_back(library.isBaseline ? "ratio"
                                         : "over " + library.getTitle());
  }
  // Without another library, the device is what there is to compare with.
  double peak = list.comparison.target && libraries.empty()
                    ? list.comparison.target->memoryBandwidth
                    : 0;
  if (peak > 0)
    rows[0].push_back("of the memory bandwidth");
  for (const ComparedShape &shape : list.comparison.shapes) {
    // Not all records have rates.
    double ns = shape.best.timeNs;
    std::vector<std::string> row = {
        getName(list, shape), escapeMarkdown(getBriefName(shape.best)),
        formatMicroseconds(ns),
        formatNumber("%.1f", shape.fact.getFlops() / ns * 1e-3),
        formatNumber("%.0f", shape.fact.getBytes() / ns)};
    for (const Library &library : libraries) {
      row.push_back(formatMicroseconds(library.getTime(shape)));
      if (!library.isBaseline && !library.isBesideOurs)
        row.push_back(formatRatio(library.getRatioToItsBaseline(shape)));
      row.push_back(markRatio(library.getRatio(shape)));
    }
    if (peak > 0)
      row.push_back(formatNumber("%.0f %%", 100 * shape.fact.getBytes() / ns *
                                                1e9 / peak));
    rows.push_back(std::move(row));
  }
  if (rows.size() > 1)
    writeTable(rows, 2, os);
  for (const std::string &note : getNotes(list.comparison))
    os << "- " << escapeMarkdown(note) << "\n";
  if (!getNotes(list.comparison).empty())
    os << "\n";
}

void report::writeResultsPage(const Results &results, StringRef chart,
                              raw_ostream &os) {
  std::string page;
  llvm::raw_string_ostream text(page);
  writeConditions(results, text);
  writeSummary(results, chart, text);
  writeLosses(results, text);
  for (const ResultsList &list : results.lists)
    writeList(list, text);
  // Sections end with an empty line, and files do not.
  os << StringRef(page).rtrim() << "\n";
}

void report::writeResultsChart(const Results &results, raw_ostream &os) {
  Comparison all;
  for (const ResultsList &list : results.lists)
    llvm::append_range(all.shapes, list.comparison.shapes);
  drawRatiosAlone(all, os);
}

llvm::Expected<std::string>
report::replaceResultsSummary(const Results &results, StringRef page,
                              StringRef text) {
  size_t begin = text.find(kBegin);
  size_t end = text.find(kEnd, begin == StringRef::npos ? 0 : begin);
  if (begin == StringRef::npos || end == StringRef::npos)
    return llvm::createStringError(
        "has no place for the summary, which is between the lines '" +
        kBegin.trim() + "' and '" + kEnd.trim() + "'");
  std::string replaced;
  llvm::raw_string_ostream os(replaced);
  os << text.take_front(begin) << kBegin << "\n";
  writeText(("Plain products on an " + results.device +
             ": those of bf16 and f16 by class, and those of other types. A "
             "ratio is the other library's time divided by ours. " +
             kSummaryLegend + " [Every matmul](" + page +
             ") is listed there with its time, the losses first.")
                .str(),
            "", os);
  os << "\n";
  for (const std::string &note :
       getNotesOnLibraries(getLibraries(getPlain(results)))) {
    writeText(note, "", os);
    os << "\n";
  }
  writeSummaryTable(results, os);
  os << text.drop_front(end);
  return replaced;
}
