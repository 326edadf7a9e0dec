//===- main.cpp - Checks and times the candidates of a bundle -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/FlagParsers.h"
#include "mlir-autotune/Measure/Measuring.h"
#include "mlir-autotune/Measure/Records.h"

#include "llvm/Support/FormatVariadic.h"

#include <csignal>
#include <unistd.h>

using namespace mlir::autotune::measure;
using llvm::StringRef;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static constexpr const char *kOverview =
    R"(Checks every candidate of a bundle on this machine's GPU, times the correct
ones, and writes one record for each, as JSON lines.

  autotune-runner BUNDLE -o RECORDS [options]
  autotune-runner --serve [--device=cuda:N] [--silence=SECONDS]
  autotune-runner --device-info [--device=cuda:N]
)";

namespace {
struct DeviceParser : cl::parser<int> {
  using parser::parser;
  bool parse(cl::Option &flag, StringRef, StringRef text, int &ordinal) {
    StringRef digits = text;
    if (digits.consume_front("cuda:") && !digits.getAsInteger(10, ordinal) &&
        ordinal >= 0)
      return false;
    return flag.error("'" + text + "' is not of the form cuda:N");
  }
};
} // namespace

static cl::OptionCategory general("Options");
/// With --serve, each request has its own.
static cl::OptionCategory ofBundles("Options for a bundle");

/// A flag that writes a field, whose value until then is the default.
template <typename T, typename Parser = cl::parser<T>>
using Flag = cl::opt<T, /*ExternalStorage=*/true, Parser>;

static Options options;
static Flag<std::string> bundle(cl::Positional, cl::desc("[BUNDLE]"),
                                cl::location(options.bundle), cl::cat(general));
static Flag<int, DeviceParser>
    device("device", cl::value_desc("cuda:N"),
           cl::desc("The GPU to use (default cuda:0)"),
           cl::location(options.device), cl::cat(general));
static Flag<double, SecondsParser>
    silence("silence", cl::value_desc("seconds"),
            cl::desc("How long a worker may be silent (default 300)"),
            cl::location(options.silence), cl::cat(general));
static cl::opt<bool> serves("serve",
                            cl::desc("Take requests from stdin, and answer on "
                                     "stdout; there is no bundle"),
                            cl::cat(general));
static cl::opt<bool>
    deviceInfo("device-info",
               cl::desc("Print a description of the GPU, as JSON"),
               cl::cat(general));
/// This process is the one that touches the GPU.
static cl::opt<bool> isWorker("worker", cl::ReallyHidden, cl::cat(general));

static Flag<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("Write the records to this file; - is the standard output, "
                    "and the tables then go to the standard error output"),
           cl::location(options.output), cl::cat(ofBundles));
static Flag<bool, LibraryParser> baseline(
    "baseline", cl::value_desc("library"),
    cl::desc("The library to compare with: cublaslt (the default) or none"),
    cl::location(options.useBaseline), cl::cat(ofBundles));
static cl::list<std::string, std::vector<std::string>, LibraryNameParser>
    libraries(
        "libraries", cl::value_desc("library,..."), cl::CommaSeparated,
        cl::desc("The libraries whose fastest algorithm is a candidate of each "
                 "problem: cublaslt, cutlass, both, or none (the default)"),
        cl::location(options.libraries), cl::cat(ofBundles));
static cl::list<std::string, std::vector<std::string>>
    only("only", cl::value_desc("id,..."), cl::CommaSeparated,
         cl::desc("Only these candidates, or all candidates of these problems"),
         cl::location(options.only), cl::cat(ofBundles));
static Flag<int, RoundsParser>
    rounds("rounds", cl::value_desc("N"),
           cl::desc("Replays of each candidate, 7 to 1000 (default 9)"),
           cl::location(options.rounds), cl::cat(ofBundles));
static Flag<int, IntegerParser<1, 1000>>
    finalists("finalists", cl::value_desc("N"),
              cl::desc("Candidates timed again, interleaved (default 8)"),
              cl::location(options.finalists), cl::cat(ofBundles));
static Flag<double, SecondsParser>
    budget("budget", cl::value_desc("seconds"),
           cl::desc("Stop measuring after this time (default: no limit)"),
           cl::location(options.budget), cl::cat(ofBundles));
static Flag<int, IntegerParser<1, 1000000>>
    top("top", cl::value_desc("N"),
        cl::desc("Lines of each table (default 10)"), cl::location(options.top),
        cl::cat(ofBundles));
static Flag<bool>
    checkOnly("check-only",
              cl::desc("Check with few buffers, and time a single launch: for "
                       "a kernel under a tool that slows it down"),
              cl::location(options.checkOnly), cl::cat(ofBundles));
static Flag<bool> quiet("quiet", cl::desc("Print no progress and no tables"),
                        cl::location(options.quiet), cl::cat(ofBundles));

/// What is wrong with the flags together.
static llvm::Error checkFlags() {
  if (!serves) {
    if (options.bundle.empty())
      return llvm::createStringError("no bundle given; see --help");
    return options.output.empty()
               ? llvm::createStringError("no output given: -o FILE")
               : llvm::Error::success();
  }
  if (!options.bundle.empty() || !options.output.empty())
    return llvm::createStringError(
        "--serve takes requests from stdin, and neither a bundle nor -o");
  for (const auto &[name, flag] : cl::getRegisteredOptions())
    if (flag->getNumOccurrences() && flag->Categories.front() == &ofBundles)
      return llvm::createStringError(
          "--" + name +
          " is for bundles; with --serve each request says how "
          "it is measured");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// What it asks for
//===----------------------------------------------------------------------===//

/// The exit code of what came to this, after an error has been printed.
static int finish(llvm::Error error) {
  if (!error)
    return 0;
  llvm::handleAllErrors(
      std::move(error), [](const WorkerError &) {},
      [](const llvm::ErrorInfoBase &each) {
        llvm::errs() << "autotune-runner: error: " << each.message() << "\n";
      });
  return 1;
}

static int finish(llvm::Expected<int> code) {
  return code ? *code : finish(code.takeError());
}

static int printDeviceInfo() {
  llvm::Expected<llvm::json::Value> info = describeDevice(options.device);
  if (!info)
    return finish(info.takeError());
  llvm::outs() << llvm::formatv("{0:2}\n", *info);
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return 0;
  return finish(llvm::createStringError("stdout: cannot write"));
}

int main(int argc, char **argv) {
  // Errors in writing come back from write(), with their reason.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "autotune-runner of mlir-autotune " AUTOTUNE_VERSION "\n";
  });
  cl::HideUnrelatedOptions({&general, &ofBundles});
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  if (options.checkOnly) {
    options.useBaseline = false;
    options.libraries.clear();
  }
  if (deviceInfo)
    return printDeviceInfo();
  if (llvm::Error error = checkFlags())
    return finish(std::move(error));
  if (isWorker)
    return finish(serves ? runServingWorker(options.device)
                         : runBundleWorker(options));
  // A worker is this program with the same arguments and one more.
  std::vector<std::string> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, "--worker");
  WorkerCommand worker{"/proc/self/exe", std::move(arguments)};
  if (serves)
    return finish(serve(options.silence, worker, STDIN_FILENO, STDOUT_FILENO));
  // Records on the standard output stay what they are.
  llvm::raw_ostream &tables =
      isStandardOutput(options.output) ? llvm::errs() : llvm::outs();
  return finish(measureBundle(options, worker, tables, llvm::errs()));
}
