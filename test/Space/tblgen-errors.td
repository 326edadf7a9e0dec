//===- tblgen-errors.td - What the generator refuses ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is wrong with a template is said at the record's place.
//
// RUN: autotune-tblgen --gen-space -I %kernels_td %s -o /dev/null
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DDUPLICATE_PARAM 2>&1 | FileCheck %s --check-prefix=DUPLICATE-PARAM
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DEMPTY_DOMAIN 2>&1 | FileCheck %s --check-prefix=EMPTY-DOMAIN
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DREPEATED_VALUE 2>&1 | FileCheck %s --check-prefix=REPEATED-VALUE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DLEVELS_NOT_NESTED 2>&1 | FileCheck %s --check-prefix=LEVELS-NOT-NESTED
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DDEFAULT_OUTSIDE 2>&1 | FileCheck %s --check-prefix=DEFAULT-OUTSIDE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DEMPTY_RANGE 2>&1 | FileCheck %s --check-prefix=EMPTY-RANGE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DOUTSIDE_RANGE 2>&1 | FileCheck %s --check-prefix=OUTSIDE-RANGE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DNO_LIBRARY 2>&1 | FileCheck %s --check-prefix=NO-LIBRARY
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DWRONG_COUNT 2>&1 | FileCheck %s --check-prefix=WRONG-COUNT
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DUNKNOWN_CASE 2>&1 | FileCheck %s --check-prefix=UNKNOWN-CASE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DBAD_NAME 2>&1 | FileCheck %s --check-prefix=BAD-NAME
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DDEFAULTS_NAME 2>&1 | FileCheck %s --check-prefix=DEFAULTS-NAME
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DREMOVED_IS_THERE 2>&1 | FileCheck %s --check-prefix=REMOVED-IS-THERE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DREMOVED_NAME 2>&1 | FileCheck %s --check-prefix=REMOVED-NAME
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DREMOVED_VALUE 2>&1 | FileCheck %s --check-prefix=REMOVED-VALUE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DREMOVED_REASON 2>&1 | FileCheck %s --check-prefix=REMOVED-REASON
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DREMOVED_WORD 2>&1 | FileCheck %s --check-prefix=REMOVED-WORD
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DREMOVED_CASE 2>&1 | FileCheck %s --check-prefix=REMOVED-CASE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DWORD_TWICE 2>&1 | FileCheck %s --check-prefix=WORD-TWICE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DNUMBER_WORD_TWICE 2>&1 | FileCheck %s --check-prefix=NUMBER-WORD-TWICE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DWORD_OF_A_NUMBER 2>&1 | FileCheck %s --check-prefix=WORD-OF-A-NUMBER
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DNO_VALUE 2>&1 | FileCheck %s --check-prefix=NO-VALUE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DDIGIT_BEFORE 2>&1 | FileCheck %s --check-prefix=DIGIT-BEFORE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DBAD_CHARACTER 2>&1 | FileCheck %s --check-prefix=BAD-CHARACTER
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DUNKNOWN_PARAM 2>&1 | FileCheck %s --check-prefix=UNKNOWN-PARAM
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DUNKNOWN_IDENTIFIER 2>&1 | FileCheck %s --check-prefix=UNKNOWN-IDENTIFIER
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DUNKNOWN_MEMBER 2>&1 | FileCheck %s --check-prefix=UNKNOWN-MEMBER
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DPAST_THE_END 2>&1 | FileCheck %s --check-prefix=PAST-THE-END
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DUNKNOWN_ENUM_CASE 2>&1 | FileCheck %s --check-prefix=UNKNOWN-ENUM-CASE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DOPEN_BRACE 2>&1 | FileCheck %s --check-prefix=OPEN-BRACE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DRESERVED_NAME 2>&1 | FileCheck %s --check-prefix=RESERVED-NAME
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DNO_ELEMENTS 2>&1 | FileCheck %s --check-prefix=NO-ELEMENTS
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DUNKNOWN_ELEMENT 2>&1 | FileCheck %s --check-prefix=UNKNOWN-ELEMENT
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DDUPLICATE_TEMPLATE 2>&1 | FileCheck %s --check-prefix=DUPLICATE-TEMPLATE
// RUN: not autotune-tblgen --gen-space -I %kernels_td %s -DNO_TEMPLATE 2>&1 | FileCheck %s --check-prefix=NO-TEMPLATE

include "Base.td"

def Mode : EnumType<"Mode", [Case<"slow", "slowly">, Case<"fast", "at once">]> {
#ifdef REMOVED_CASE
  // REMOVED-CASE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the removed case "slow" of Mode is still a case, or has no reason
  let removedCases = [RemovedCase<"slow", "nobody waited">];
#endif
}

#ifndef NO_TEMPLATE
def Toy : KernelTemplate<"toy"> {
  let summary = "a template for tests";
#ifdef UNKNOWN_ELEMENT
  // UNKNOWN-ELEMENT: tblgen-errors.td:[[@LINE-3]]:{{.*}} error: unknown element type "f8", known: bf16, f16, f32, f64, f8E4M3FN, f8E5M2, tf32, 3xtf32, i8, i16, i32, i64
  let elements = [Elements<["f8"], 1, ["f32"], ["f32"]>];
#else
#ifdef NO_ELEMENTS
  // NO-ELEMENTS: tblgen-errors.td:[[@LINE-7]]:{{.*}} error: the template "toy" serves no element types
  let elements = [];
#else
  let elements = [Elements<["f32"], 1, ["f32"], ["f32"]>];
#endif
#endif
  let chips = ChipsFrom<80>;
  let params = [
    IntParam<"width", Domain<[1, 2]>, 1, "how wide">,
    EnumParam<"mode", Mode, CaseDomain<["slow"], ["slow", "fast"]>, "slow",
              "how fast">,
    IntListParam<"tile", ["m", "n"], [Domain<[8]>, Domain<[8, 16]>], [8, 8],
                 "how large">,
#ifdef DUPLICATE_PARAM
    // DUPLICATE-PARAM: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: duplicate parameter "width" of template "toy"
    IntParam<"width", Domain<[4]>, 4, "again">,
#endif
#ifdef EMPTY_DOMAIN
    // EMPTY-DOMAIN: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the quick domain of "depth" is empty
    IntParam<"depth", Domain<[]>, 1, "how deep">,
#endif
#ifdef REPEATED_VALUE
    // REPEATED-VALUE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the quick domain of "depth" holds 2 twice
    IntParam<"depth", Domain<[2, 2]>, 2, "how deep">,
#endif
#ifdef LEVELS_NOT_NESTED
    // LEVELS-NOT-NESTED: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the quick domain of "depth" holds 3, which its default domain does not
    IntParam<"depth", Domain<[1, 3], [1, 2]>, 1, "how deep">,
#endif
#ifdef DEFAULT_OUTSIDE
    // DEFAULT-OUTSIDE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the default of "box[1]" is 3, which is not in its domain
    IntListParam<"box", ["x", "y"], [Domain<[1]>, Domain<[2]>], [1, 3], "box">,
#endif
#ifdef EMPTY_RANGE
    // EMPTY-RANGE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the range of "depth" is empty
    IntParam<"depth", Between<2, 1>, 1, "how deep">,
#endif
#ifdef OUTSIDE_RANGE
    // OUTSIDE-RANGE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the default of "box[1]" is 3, which is not in its range
    IntListParam<"box", ["x", "y"], [Domain<[1]>, Between<1, 2>], [1, 3], "box">,
#endif
#ifdef NO_LIBRARY
    // NO-LIBRARY: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: "depth" has a range, which only a library's template may have
    IntParam<"depth", Between<1, 2>, 1, "how deep">,
#endif
#ifdef WRONG_COUNT
    // WRONG-COUNT: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: "box" has 2 components, 1 domains and 2 defaults; the three must be equal and not 0
    IntListParam<"box", ["x", "y"], [Domain<[1]>], [1, 1], "box">,
#endif
#ifdef UNKNOWN_CASE
    // UNKNOWN-CASE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: "medium" of "speed" is no case of Mode
    EnumParam<"speed", Mode, CaseDomain<["medium"]>, "slow", "how fast">,
#endif
#ifdef DEFAULTS_NAME
    // DEFAULTS-NAME: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: no parameter may be named "defaults"
    IntParam<"defaults", Domain<[1]>, 1, "how many">,
#endif
#ifdef WORD_TWICE
    // WORD-TWICE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the word "mode-slow" of "fast" is one of "mode", too
    BoolParam<"fast", Domain<[0, 1]>, 0, "how fast", word="mode-slow">,
#endif
#ifdef NUMBER_WORD_TWICE
    // NUMBER-WORD-TWICE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the word "width%" of "depth" is one of "width", too
    IntParam<"depth", Domain<[1]>, 1, "how deep", word="width%">,
#endif
#ifdef WORD_OF_A_NUMBER
    // WORD-OF-A-NUMBER: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the word "width2" of "double" is one of "width", too
    BoolParam<"double", Domain<[0, 1]>, 0, "twice as wide", word="width2">,
#endif
#ifdef NO_VALUE
    // NO-VALUE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the word "d" of "depth" must have one % for the value, or none if the parameter is a bool
    IntParam<"depth", Domain<[1]>, 1, "how deep", word="d">,
#endif
#ifdef DIGIT_BEFORE
    // DIGIT-BEFORE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the word "d2%" of "depth" has a digit before the number
    IntParam<"depth", Domain<[1]>, 1, "how deep", word="d2%">,
#endif
#ifdef BAD_CHARACTER
    // BAD-CHARACTER: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the word "the depth" of "deep" may have lower case letters, digits and dashes
    BoolParam<"deep", Domain<[0, 1]>, 0, "how deep", word="the depth">,
#endif
#ifdef BAD_NAME
    // BAD-NAME: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the parameter "Depth" is not snake case
    IntParam<"Depth", Domain<[1]>, 1, "how deep">,
#endif
  ];
  let removedParams = [
#ifdef REMOVED_IS_THERE
    // REMOVED-IS-THERE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the removed parameter "width" of template "toy" is another one, too
    RemovedParam<"width", "1", "nobody set it">,
#endif
#ifdef REMOVED_NAME
    // REMOVED-NAME: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the removed parameter "Depth" is not snake case
    RemovedParam<"Depth", "1", "nobody set it">,
#endif
#ifdef REMOVED_VALUE
    // REMOVED-VALUE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the value "[1, 2]" of the removed parameter "box" is neither a keyword nor an integer
    RemovedParam<"box", "[1, 2]", "nobody set it">,
#endif
#ifdef REMOVED_REASON
    // REMOVED-REASON: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the removed parameter "depth" has no reason
    RemovedParam<"depth", "1", "">,
#endif
#ifdef REMOVED_WORD
    // REMOVED-WORD: error: the word "mode-slow" of "mode" is one of the removed "mode_slow", too
    RemovedParam<"mode_slow", "true", "nobody set it">,
#endif
  ];
  let quantities = [Quantity<"area", "config.tile[0] * config.tile[1]", "area">];
  let constraints = [
    Constraint<"area", "area >= 64 && config.mode == Mode::Slow",
               "the area is {area}; it must be 64", "small is slow">,
#ifdef UNKNOWN_PARAM
    // UNKNOWN-PARAM: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: in the predicate of "depth": unknown parameter "config.depth", known: mode, tile, width
    Constraint<"depth", "config.depth > 1", "no", "no">,
#endif
#ifdef UNKNOWN_IDENTIFIER
    // UNKNOWN-IDENTIFIER: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: in the message of "depth": unknown identifier "volume", known quantities: area, resources.
    Constraint<"depth", "true", "is {volume}", "no">,
#endif
#ifdef UNKNOWN_MEMBER
    // UNKNOWN-MEMBER: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: in the predicate of "depth": unknown member "target.cores", known: chip, computeCapability,
    Constraint<"depth", "target.cores > 1", "no", "no">,
#endif
#ifdef PAST_THE_END
    // PAST-THE-END: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: in the predicate of "depth": "config.tile[2]" is past its 2 components
    Constraint<"depth", "config.tile[2] > 1", "no", "no">,
#endif
#ifdef UNKNOWN_ENUM_CASE
    // UNKNOWN-ENUM-CASE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: in the predicate of "depth": unknown case "Mode::Medium", known: Slow, Fast
    Constraint<"depth", "config.mode == Mode::Medium", "no", "no">,
#endif
#ifdef OPEN_BRACE
    // OPEN-BRACE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: in the message of "depth": "{" without "}"
    Constraint<"depth", "true", "is {area", "no">,
#endif
#ifdef RESERVED_NAME
    // RESERVED-NAME: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: the constraint "chip" is generated; choose another name
    Constraint<"chip", "true", "no", "no">,
#endif
  ];
  let resources = Resources<"area", "32", "128">;
}
#endif

#ifdef DUPLICATE_TEMPLATE
// DUPLICATE-TEMPLATE: tblgen-errors.td:[[@LINE+1]]:{{.*}} error: duplicate template "toy"
def Toy2 : KernelTemplate<"toy"> {
  let summary = "again";
  let elements = [Elements<["f32"], 1, ["f32"], ["f32"]>];
  let chips = ChipsFrom<80>;
  let params = [IntParam<"width", Domain<[1, 2]>, 1, "how wide">];
  let resources = Resources<"1", "32", "128">;
}
#endif

// NO-TEMPLATE: error: no KernelTemplate is defined
