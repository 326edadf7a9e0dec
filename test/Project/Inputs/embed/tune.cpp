// Tunes the matmuls of a module. Records stand in for a device, so neither a
// GPU nor ptxas is needed. Without records, prints how many candidates a build
// would have for each matmul.

#include "mlir-autotune/Tune/TuneSession.h"

namespace tune = mlir::autotune::tune;

static llvm::Error listCandidates(const tune::BuildStageOptions &options,
                                  const tune::Messages &messages) {
  llvm::Expected<tune::BuildStage> stage =
      tune::readBuildInput(options, std::nullopt, messages);
  if (!stage)
    return stage.takeError();
  for (const mlir::autotune::TuningProblem &problem : stage->problems)
    llvm::outs() << problem.fact.getKey() << ": " << problem.candidates.size()
                 << " candidates\n";
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  tune::TuneOptions options;
  options.build.input = argv[1];
  options.build.target = "h200";
  options.build.quiet = true;
  options.output = argv[2];
  options.preset = tune::EffortPreset::Quick;
  options.settings.effort = tune::getEffort(options.preset);
  options.database = "none";
  if (argc > 3)
    options.measuring.device = std::string("replay:") + argv[3];
  // What is said on the way is this program's to print, or to leave out.
  std::string said;
  llvm::raw_string_ostream stream(said);
  tune::Messages messages(stream);
  llvm::Error error = argc > 3
                          ? tune::tuneModule(options, llvm::outs(), messages)
                          : listCandidates(options.build, messages);
  if (!error)
    return 0;
  llvm::outs() << "not tuned: " << llvm::toString(std::move(error)) << "\n"
               << said;
  return 1;
}
