//===- Base.td - The words in which kernel templates are written ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel template is one record. autotune-tblgen makes from it the config
// attribute's schema, typed C++ structs, the enumeration of the space, the JSON
// schema and the page docs/reference/templates.md; nothing about a parameter is written
// anywhere else.
//
// C++ in records (predicates, quantities, resources) is an expression over
//   config      the template's typed struct (<Record>Config)
//   fact        the MatmulFact, or the RowsFact of a template for `rows`
//   target      the TargetInfo
// and over the template's quantities, by name. A parameter is mentioned as
// `config.splitK` (camel case), a component as `config.tile[0]` with a literal
// index: a constraint is tested as soon as all that it mentions is bound.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_BASE
#define AUTOTUNE_KERNELS_BASE

include "Elements.td"

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

// The integers that one component may hold. Each list must contain the previous
// one. Each level of the space enumerates its list; an attribute may have all
// values of `legal`. `legal` is wider than `exhaustive` where neighbouring values
// differ too little to be worth a measurement.
class Domain<list<int> quickValues, list<int> defaultValues = quickValues,
             list<int> exhaustiveValues = defaultValues,
             list<int> legalValues = exhaustiveValues> {
  list<int> quick = quickValues;
  list<int> default = defaultValues;
  list<int> exhaustive = exhaustiveValues;
  list<int> legal = legalValues;
  // The ends of a range, both included, in place of lists; empty for lists.
  list<int> range = [];
}

// All integers of a range are legal. No level of the space has any of them, so a
// template with such a parameter has no space.
class Between<int lower, int upper> : Domain<[], [], [], [lower, upper]> {
  let range = [lower, upper];
}

// The values of each level, without `legal`: chosen from measurements by
// tools/train/choose_levels.py, for a ChosenDomain.
class Levels<list<int> quickValues, list<int> defaultValues,
             list<int> exhaustiveValues> {
  list<int> quick = quickValues;
  list<int> default = defaultValues;
  list<int> exhaustive = exhaustiveValues;
}
class ChosenDomain<Levels levels, list<int> legalValues = levels.exhaustive>
    : Domain<levels.quick, levels.default, levels.exhaustive, legalValues>;

// The same for the cases of an enumeration. All its cases are legal.
class CaseDomain<list<string> quickCases,
                 list<string> defaultCases = quickCases,
                 list<string> exhaustiveCases = defaultCases> {
  list<string> quick = quickCases;
  list<string> default = defaultCases;
  list<string> exhaustive = exhaustiveCases;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

// One case of an enumeration, spelled in text as it is here and in C++ in camel
// case: along_m is AlongM.
class Case<string caseName, string caseDoc> {
  string name = caseName;
  string doc = caseDoc;
}

// A case that an enumeration no longer has. Configs with it are refused: their
// kernels are gone. The message has `reason`, which is what follows "because".
// A template whose parameter is not neutral needs a new revision.
class RemovedCase<string caseName, string whyRemoved> {
  string name = caseName;
  string reason = whyRemoved;
}

// A C++ enumeration that parameters of any template may have as their type.
class EnumType<string cppTypeName, list<Case> typeCases> {
  string cppName = cppTypeName;
  list<Case> cases = typeCases;
  list<RemovedCase> removedCases = [];
}

// `name` is snake case, unique in its template, and the keyword of the
// attribute; `doc` is one line. `default` fills the parameter in where neither
// the user nor a heuristic sets it. A parameter is neutral if its default gives
// the kernels that the template had before the parameter. A config that was
// stored then is lowered with the default.
//
// A default never changes. Texts leave out what has its default, so another
// default would give another kernel to texts that are stored. Let a heuristic
// propose the better value instead.
//
// `word` is how tables and messages write the parameter, with % for the value:
// "s%" gives s4, and a list's values are joined by x. A parameter without a word
// is written as name and value: split-k4, reduce-shares. The word of a Bool has
// no %: the word alone is true, and no- before it is false. A parameter that is
// `shown` is written even if it has its default; so is the first parameter of
// every template.
class Param<string paramName, string paramDoc, bit isNeutral,
            string wordPattern, bit isShown> {
  string name = paramName;
  string doc = paramDoc;
  bit neutral = isNeutral;
  string word = wordPattern;
  bit shown = isShown;
}

class IntParam<string paramName, Domain paramDomain, int defaultValue,
               string paramDoc, bit isNeutral = 0, string word = "",
               bit shown = 0>
    : Param<paramName, paramDoc, isNeutral, word, shown> {
  Domain domain = paramDomain;
  int default = defaultValue;
}

// A list of fixed length, with a name and a domain for each component.
class IntListParam<string paramName, list<string> names, list<Domain> perComponent,
                   list<int> defaultValues, string paramDoc,
                   bit isNeutral = 0, string word = "", bit shown = 0>
    : Param<paramName, paramDoc, isNeutral, word, shown> {
  list<string> components = names;
  list<Domain> domains = perComponent;
  list<int> default = defaultValues;
}

// The domain's integers are 0 (false) and 1 (true).
class BoolParam<string paramName, Domain paramDomain, bit defaultValue,
                string paramDoc, bit isNeutral = 0, string word = "",
                bit shown = 0>
    : Param<paramName, paramDoc, isNeutral, word, shown> {
  Domain domain = paramDomain;
  bit default = defaultValue;
}

class EnumParam<string paramName, EnumType enumType, CaseDomain paramDomain,
                string defaultCase, string paramDoc, bit isNeutral = 0,
                string word = "", bit shown = 0>
    : Param<paramName, paramDoc, isNeutral, word, shown> {
  EnumType type = enumType;
  CaseDomain domain = paramDomain;
  string default = defaultCase;
}

// A parameter that a template had once. Texts of configs that were stored then
// still name it. A text with `value`, the former default, is read as if it did not
// name the parameter. A text with another value is refused, since its kernel is
// gone. The message gives `reason` after "because".
//
// `value` is a keyword (also true and false) or an integer. Its word follows from
// the name. Only a neutral parameter may be removed without a
// new revision, because other parameters are part of the template's hash.
class RemovedParam<string paramName, string formerDefault, string whyRemoved> {
  string name = paramName;
  string value = formerDefault;
  string reason = whyRemoved;
}

//===----------------------------------------------------------------------===//
// Quantities and constraints
//===----------------------------------------------------------------------===//

// A named integer that constraints, messages, resources and other quantities
// may mention by its name. `expression` is of type int64_t.
class Quantity<string quantityName, string cppExpression, string quantityDoc> {
  string name = quantityName;
  string expression = cppExpression;
  string doc = quantityDoc;
}

// A config is illegal unless `predicate` holds. `message` is what the user sees:
// it names the values at fault and says what would be legal; text in braces is
// a C++ expression, printed: "tile[0] = {config.tile[0]} is not ...". Several
// constraints may share a name when one idea needs several messages.
class Constraint<string constraintName, string cppPredicate, string userMessage,
                 string constraintDoc> {
  string name = constraintName;
  string predicate = cppPredicate;
  string message = userMessage;
  string doc = constraintDoc;
}

// Like a constraint, but a user may write a config that breaks it. Another config
// does the same work at least as well. The enumeration therefore leaves this one
// out, and counts it under this name.
class Redundancy<string redundancyName, string cppPredicate, string userMessage,
                 string redundancyDoc>
    : Constraint<redundancyName, cppPredicate, userMessage, redundancyDoc>;

// For templates that compute one product or one batch per launch.
def NoGroup
    : Constraint<"group", "!fact.isGrouped()",
                 "the matmul is a group of {fact.group.size()}; only hopper_wgmma computes several in one launch",
                 "a launch computes one product or one batch">;

// For templates whose stores and additions to C convert floats to floats and
// integers to integers only.
class FragmentOutput
    : Constraint<"output-type",
                 "isFloat(fact.c.element) == isFloat(fact.accumulator) || !fact.epilogue.isNone()",
                 "C is {stringifyElementKind(fact.c.element)} of sums in "
                 "{stringifyElementKind(fact.accumulator)}; without an epilogue, integers are stored "
                 "as integers and floats as floats",
                 "a store rounds or truncates, but does not convert between integers and floats">;
class FragmentOutputs
    : Constraint<"output-type", "canStoreOutputs(fact)",
                 "a further output does not fit sums in {stringifyElementKind(fact.getSumElement())}; sums of 32 "
                 "bits become elements of up to 32 bits, and other sums keep their type (simt serves more)",
                 "results of the epilogue replace the sums in their registers">;
class FragmentInit
    : Constraint<"init-type",
                 "fact.init == InitKind::Zero || fact.c.element == fact.getSumElement() || "
                 "(isFloat(fact.c.element) && isFloat(fact.getSumElement()))",
                 "sums in {stringifyElementKind(fact.getSumElement())} are added to a C of "
                 "{stringifyElementKind(fact.c.element)}; it must have the type of the sums, or both "
                 "must be floats (simt serves others)",
                 "only floats can be widened when C is read to be added to">;

// Limits of every template.
def SizeZero
    : Constraint<"size-zero",
                 "fact.m != 0 && fact.n != 0 && fact.k != 0 && fact.batch != 0 && fact.parts != 0",
                 "the matmul is {describeSizes(fact)}; no size may be 0", "every size is positive">;
class SizeLimit<string andOthers = "">
    : Constraint<"size-limit",
                 "fitsInt32(fact.m) && fitsInt32(fact.n) && fitsInt32(fact.k) && fitsInt32(fact.batch)" # andOthers,
                 "the matmul is {describeSizes(fact)}; a size must be at most {kMaxMatmulSize}",
                 "kernels take sizes as 32-bit integers">;
// For templates that round K up to whole tiles.
def TiledSizeLimit
    : SizeLimit<" && fitsInt32(multiplySizes(multiplySizes(ceilDiv(fact.k, config.tile[2]), fact.parts), config.tile[2]))">;

// For templates with the parameter ctas_per_sm: several CTAs share an SM.
def SharedMemoryLimit
    : Constraint<"shared-memory",
                 "(resources.sharedMemory + 1024) * config.ctasPerSm <= target.sharedMemoryPerSM",
                 "{config.ctasPerSm} CTAs of {resources.sharedMemory} + 1024 bytes of shared memory; an SM of "
                 "{target.chip} has {target.sharedMemoryPerSM}, which is ctas_per_sm <= "
                 "{target.sharedMemoryPerSM / (resources.sharedMemory + 1024)} here",
                 "all CTAs of an SM must fit its shared memory; the driver reserves 1024 bytes for each">;
def RegisterLimit
    : Constraint<"registers",
                 "resources.threads * resources.registersPerThread * config.ctasPerSm <= target.registersPerSM",
                 "{config.ctasPerSm} CTAs of {resources.threads} threads with {resources.registersPerThread} "
                 "registers; an SM of {target.chip} has {target.registersPerSM}, which is ctas_per_sm <= "
                 "{target.registersPerSM / (resources.threads * resources.registersPerThread)} here",
                 "the threads of an SM share its registers">;
// For templates without that parameter.
def RegisterLimitOfOne
    : Constraint<"registers",
                 "resources.threads * resources.registersPerThread <= target.registersPerSM",
                 "{resources.threads} threads with {resources.registersPerThread} registers; an SM of "
                 "{target.chip} has {target.registersPerSM}",
                 "the threads of a CTA share the registers of an SM">;

// `ctas` is the quantity that counts the CTAs if each has one tile.
class TileLimit<string ctas>
    : Constraint<"tile-limit", "!fact.hasStaticSizes() || " # ctas # " <= kMaxTileCtas",
                 "the matmul is {describeSizes(fact)}, {" # ctas # "} CTAs of one tile; at most "
                 "{kMaxTileCtas} are numbered",
                 "tiles are numbered in 31 bits, also if a CTA has several">;

// For templates that multiply A by one matrix only.
class PairLimit
    : Constraint<"pair", "!fact.isPair",
                 "a pair of products that the epilogue combines into one matrix; only hopper_wgmma "
                 "has both sums of an element in one thread",
                 "the template multiplies A by one matrix">;

// For templates that read A where the product has it.
def NoWindows
    : Constraint<"windows", "!fact.isConvolution()",
                 "A has windows of images; only hopper_wgmma loads these",
                 "the template reads A as a matrix">;

// For templates that compute one product per element of C.
class SumLimit
    : Constraint<"sum", "!fact.isSum()",
                 "a sum of two products; only hopper_wgmma adds a second one to the sums of the "
                 "first",
                 "the template has one A and one B">;

// For templates whose A and B are single matrices.
class PartsLimit
    : Constraint<"parts", "!fact.hasParts()",
                 "a K in several matrices of A and B; only hopper_wgmma, ampere_mma and simt go "
                 "from one to the next",
                 "the template has one A and one B">;

// For templates that call a library.
class SeparateEpilogue
    : BoolParam<"separate_epilogue", Domain<[0], [0], [0], [0, 1]>, 0,
      "whether the library computes only the sums, and a kernel of ours the epilogue",
      /*isNeutral=*/1, "separate">;
def SeparateLimit
    : Constraint<"separate-epilogue", "!config.separateEpilogue || !fact.epilogue.isNone()",
                 "separate_epilogue = true, but there is no epilogue; leave it out",
                 "a second kernel only computes an epilogue">;
class LibraryOutput<string types>
    : Constraint<"output-type", "config.separateEpilogue || (" # types # ")",
                 "C is {stringifyElementKind(fact.c.element)} of sums in "
                 "{stringifyElementKind(fact.accumulator)}, which the library does not store; an epilogue may "
                 "make it, with separate_epilogue = true",
                 "a library rounds sums to few types">;

class PrologueLimit
    : Constraint<"prologue", "fact.prologue.isNone()",
                 "{fact.convertsB() ? \"B\" : \"A\"} has a prologue; only hopper_wgmma and simt compute one",
                 "the kernel multiplies factors as they are stored">;

//===----------------------------------------------------------------------===//
// Enumerations of several templates
//===----------------------------------------------------------------------===//

def Raster : EnumType<"Raster", [
  Case<"along_m", "neighbouring CTAs are neighbours along tile[0]'s axis">,
  Case<"along_n", "neighbouring CTAs are neighbours along tile[1]'s axis">,
  Case<"hilbert", "along a Hilbert curve in each square of `group` by `group` "
                  "tiles, so that any run of CTAs is compact">,
]>;

//===----------------------------------------------------------------------===//
// Templates
//===----------------------------------------------------------------------===//

// Element types that a template serves together, in MLIR's spelling. The
// template's records of this class generate the constraint "element-types".
class Elements<list<string> inputKinds, bit alike, list<string> accumulatorKinds,
               list<string> outputKinds, list<string> kindsOfB = inputKinds> {
  list<string> inputs = inputKinds;
  // The types of B if they differ from those of A.
  list<string> inputsOfB = kindsOfB;
  // Whether A and B must be of one type.
  bit sameInputs = alike;
  list<string> accumulators = accumulatorKinds;
  list<string> outputs = outputKinds;
}

// The chips that a template serves: those named, or every chip of at least a
// compute capability (80 for sm_80). Generates the constraint "chip".
class Chips<list<string> chipNames, int minimumCapability> {
  list<string> names = chipNames;
  int minimum = minimumCapability;
}
class OnlyChips<list<string> chipNames> : Chips<chipNames, 0>;
class ChipsFrom<int minimumCapability> : Chips<[], minimumCapability>;

// The resources of one CTA, as int64_t expressions: bytes of shared memory, 32-bit
// registers per thread at launch, and threads.
class Resources<string sharedMemoryBytes, string registersEach,
                string threadCount> {
  string sharedMemory = sharedMemoryBytes;
  string registersPerThread = registersEach;
  string threads = threadCount;
}

// A family of kernels. The record's name, with "Config" behind it, is the C++
// struct: def HopperWgmma gives HopperWgmmaConfig. `name` is what users write.
class KernelTemplate<string templateName> {
  string name = templateName;
  // Increased by hand when a config means another kernel than before, so that
  // earlier measurements no longer apply. The template's hash contains the
  // revision, and all parameters that are not neutral, with kinds, cases and
  // defaults. Increase it also if the default of a neutral parameter changes.
  int revision = 1;
  // The kind of problem that it computes: "matmul" or "rows".
  string problem = "matmul";
  // One line, and a few paragraphs of Markdown.
  string summary = ?;
  string description = "";
  // For matmuls.
  list<Elements> elements = [];
  Chips chips = ?;
  // In the order of the attribute's text and of the enumeration: the first
  // parameter varies slowest.
  list<Param> params = ?;
  // Parameters that only texts of earlier versions name.
  list<RemovedParam> removedParams = [];
  // Components of lists, such as "tile.k", whose levels stand for bytes. They list
  // numbers of 2-byte elements; for 1-byte elements of A or B the enumeration
  // doubles them, and leaves out values that are not legal.
  list<string> byteComponents = [];
  list<Quantity> quantities = [];
  // In the order in which check() tests them, after "chip" and "element-types".
  list<Constraint> constraints = [];
  Resources resources = ?;
  // Whether a config is a call of a library, which may be missing or refuse. Such
  // a config stands in a plan only, before a kernel.
  bit library = 0;
}

// The beginning of docs/reference/templates.md, before the templates, in Markdown.
class Introduction<string markdown> {
  string text = markdown;
}

#endif // AUTOTUNE_KERNELS_BASE
