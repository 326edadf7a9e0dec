//===- DatabaseCommand.cpp - autotune-bench db ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Tune/DatabaseSession.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static cl::SubCommand
    databaseCommand("db",
                    "List, show, merge, prune, export and import records");
cl::SubCommand &bench::getDatabaseCommand() { return databaseCommand; }

static cl::list<std::string>
    words(cl::Positional,
          cl::desc("list | show FACT | merge FILE... | prune | export | import "
                   "records.jsonl..."),
          cl::sub(databaseCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    file("db", cl::value_desc("file"),
         cl::desc("The database file (default: records.sqlite in "
                  "$XDG_CACHE_HOME/mlir-autotune or ~/.cache/mlir-autotune)"),
         cl::sub(databaseCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    output("o", cl::value_desc("file"), cl::init("-"),
           cl::desc("export: the file to write records to; - is the standard "
                    "output (default: -)"),
           cl::sub(databaseCommand), cl::cat(getCategory()));

/// Which measurements.
static MeasurementQuery query;
static Flag<std::string> fact(
    databaseCommand, query.fact, "fact", cl::value_desc("key"),
    cl::desc(
        "Select measurements of this matmul, by the key that list prints"));
static cl::opt<std::string>
    config("config", cl::value_desc("config"),
           cl::desc("Select measurements of this config"),
           cl::sub(databaseCommand), cl::cat(getCategory()));
static Flag<std::string> deviceName(
    databaseCommand, query.device, "device-name", cl::value_desc("name"),
    cl::desc("Select measurements on this device, such as 'NVIDIA H200'"));
static Flag<std::string>
    driver(databaseCommand, query.driver, "driver", cl::value_desc("version"),
           cl::desc("Select measurements with this driver version"));
static Flag<std::string> outcome(
    databaseCommand, query.outcome, "outcome", cl::value_desc("word"),
    cl::desc("Select measurements with this outcome, such as ok or crash"));
static Flag<std::string>
    olderThan(databaseCommand, query.before, "older-than",
              cl::value_desc("date"),
              cl::desc("Select measurements made before this date: 2026-01-31, "
                       "or 2026-01-31T12:00:00Z"));
static ListFlag notTemplateHash(
    databaseCommand, query.otherTemplateHashes, "not-template-hash",
    cl::value_desc("hash"),
    cl::desc(
        "Select measurements whose template has another hash than this one. "
        "Measurements without a known hash are not selected. Can be repeated"));
static ListFlag
    notCompilers(databaseCommand, query.otherCompilers, "not-compilers",
                 cl::value_desc("text"),
                 cl::desc("Select measurements made with other compilers than "
                          "these. Measurements without known compilers are not "
                          "selected. Can be repeated"));

static cl::opt<unsigned> keepBest(
    "keep-best", cl::value_desc("N"), cl::init(0),
    cl::desc(
        "prune: keep the N fastest measurements of each matmul on each device"),
    cl::sub(databaseCommand), cl::cat(getCategory()));
static cl::opt<bool> dryRun("dry-run",
                            cl::desc("prune: print how many measurements would "
                                     "be removed, and remove nothing"),
                            cl::sub(databaseCommand), cl::cat(getCategory()));

/// Which options say which measurements.
static cl::Option *const kQueryOptions[] = {
    &fact,    &config,    &deviceName,      &driver,
    &outcome, &olderThan, &notTemplateHash, &notCompilers};

static bool isGiven(const cl::Option *option) {
  return option->getNumOccurrences() > 0;
}

//===----------------------------------------------------------------------===//
// What can be done
//===----------------------------------------------------------------------===//

using Arguments = ArrayRef<std::string>;

static DatabaseSession getSession() { return {file, getMessages()}; }

/// Prints what came of it.
static llvm::Error print(llvm::Expected<std::string> text) {
  if (!text)
    return text.takeError();
  llvm::outs() << *text;
  return llvm::Error::success();
}

static llvm::Error runList(Arguments) {
  return print(getSession().list(query));
}

static llvm::Error runShow(Arguments arguments) {
  query.fact = arguments.front();
  return print(getSession().show(query));
}

static llvm::Error runMerge(Arguments arguments) {
  return getSession().merge(arguments, llvm::outs());
}

static llvm::Error runPrune(Arguments) {
  if (llvm::none_of(kQueryOptions, isGiven) && !isGiven(&keepBest))
    return llvm::createStringError(
        "prune would remove every record: say which, with --older-than, "
        "--outcome, --fact, ..., or --keep-best");
  return getSession().prune(query, keepBest, dryRun, llvm::outs());
}

static llvm::Error runExport(Arguments) {
  return getSession().exportRecords(query, output);
}

static llvm::Error runImport(Arguments arguments) {
  return getSession().importRecords(arguments, llvm::outs());
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

namespace {
struct Action {
  StringLiteral name;
  /// What follows the name: nothing, one, or some of it.
  StringLiteral argument;
  bool isRepeated;
  /// Whether it takes the options that say which measurements.
  bool hasQuery;
  llvm::Error (*run)(Arguments);
};
} // namespace

static constexpr Action kActions[] = {
    {"list", "", false, true, runList},
    {"show", "FACT", false, true, runShow},
    {"merge", "FILE", true, false, runMerge},
    {"prune", "", false, true, runPrune},
    {"export", "", false, true, runExport},
    {"import", "records.jsonl", true, false, runImport}};

/// What is wrong with the command line, or empty.
static std::string getWhyWrong(const Action &action, Arguments arguments) {
  std::string name = action.name.str();
  if (action.argument.empty() && !arguments.empty())
    return "db " + name + " takes no '" + arguments.front() + "'";
  if (!action.argument.empty() && arguments.empty())
    return "db " + name + " takes " + action.argument.str() +
           (action.isRepeated ? "..." : "");
  if (!action.isRepeated && arguments.size() > 1)
    return "db " + name + " takes one " + action.argument.str() + ", and '" +
           arguments[1] + "' is another; a name with spaces needs quotes";
  SmallVector<cl::Option *> wrong;
  if (!action.hasQuery)
    llvm::append_range(wrong, kQueryOptions);
  if (name == "show")
    wrong.push_back(&fact);
  if (name != "prune")
    wrong.append({&keepBest, &dryRun});
  if (name != "export")
    wrong.push_back(&output);
  for (const cl::Option *option : wrong)
    if (isGiven(option))
      return "db " + name + " takes no " +
             (option->ArgStr.size() == 1 ? "-" : "--") + option->ArgStr.str();
  return "";
}

int bench::runDatabase() {
  std::vector<std::string> all(words.begin(), words.end());
  std::string name = all.empty() ? "" : all.front();
  const Action *action = llvm::find_if(
      kActions, [&](const Action &action) { return action.name == name; });
  if (action == std::end(kActions))
    return reportError(
        (name.empty() ? "db needs an action" : "db has no '" + name + "'") +
        "; there are list, show, merge, prune, export, import; "
        "see autotune-bench db --help");
  Arguments arguments = Arguments(all).drop_front();
  std::string why = getWhyWrong(*action, arguments);
  if (!why.empty())
    return reportError(why + "; see autotune-bench db --help");
  if (!config.empty())
    query.configs = {config};
  return toExitCode(action->run(arguments));
}
