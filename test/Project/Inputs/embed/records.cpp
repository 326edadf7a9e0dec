// Reads a file of records, as a program does that has LLVM but no MLIR.

#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Measure/Table.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace measure = mlir::autotune::measure;

int main(int argc, char **argv) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(argc > 1 ? argv[1] : "-");
  if (!file)
    return 1;
  llvm::SmallVector<llvm::StringRef> lines;
  (*file)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    auto record =
        measure::Record::fromJson(llvm::cantFail(llvm::json::parse(line)));
    if (!record)
      llvm::outs() << llvm::toString(record.takeError()) << "\n";
    else if (record->outcome == measure::Outcome::Ok)
      llvm::outs() << record->key << ": " << measure::formatTime(record->timeNs)
                   << "\n";
  }
  return 0;
}
