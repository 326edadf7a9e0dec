//===- WordsEmitter.cpp - How people read a parameter ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --gen-config-words: the words of each template's parameters, for
// lib/Dialect/Autotune/ConfigWords.cpp.
//
//===----------------------------------------------------------------------===//

#include "TemplateModel.h"

#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace autotune_tblgen;

static void emitConfigWords(const RecordKeeper &records, raw_ostream &os) {
  Model model = readModel(records);
  emitHeader(os, "the words of the templates' parameters");
  for (const TemplateModel &item : model.templates) {
    os << "static constexpr ParamWord k" << item.cppName << "Words[] = {\n";
    for (const ParamModel &param : item.params)
      os << "    {" << quote(param.word) << ", /*isShown=*/"
         << (param.shown ? "true" : "false") << "},\n";
    os << "};\n";
  }
  os << "static constexpr TemplateWords kTemplateWords[] = {\n";
  for (const TemplateModel &item : model.templates)
    os << "    {" << quote(item.name) << ", k" << item.cppName << "Words},\n";
  os << "};\n";
}

static TableGen::Emitter::Opt
    registration("gen-config-words", TableGen::Emitter::FnT(emitConfigWords),
                 "Generate the words of the templates' parameters");
