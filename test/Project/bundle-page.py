# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant
#
# docs/reference/bundle.md names each member of a bundle and of a record, each kind
# of parameter and each outcome, and names no others. The second line changes each,
# and wants that reported.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import wordlists
from wordlists import Comparison, Figure

PAGE = "docs/reference/bundle.md"
WRITER = "lib/Tuning/Bundle.cpp"
READER = "lib/Measure/Manifest.cpp"
PROBLEM = "lib/Measure/ProblemJson.cpp"
ABI = "include/mlir-autotune/Problem/KernelABI.h"
KINDS = "lib/Problem/KernelABI.cpp"
RECORDS = "lib/Measure/Records.cpp"
# It adds members to records of other libraries.
PEERS = "tools/compare/peers.py"

# The page says of these, in other places, that no reader takes them any more.
EARLIER = {"stream"}


def get_rows(read, heading, *head):
    text = read(PAGE)
    return wordlists.rows(wordlists.section(text, heading), list(head))


def get_all_words(table):
    return {word for row in table for cell in row
            for word in wordlists.words(cell.replace("[]`", "`"))}


#===----------------------------------------------------------------------===//
# The manifest
#===----------------------------------------------------------------------===//


def get_attributes(text):
    return set(re.findall(r'\battribute(?:Array|Object)?\("(\w+)"', text))


def get_members(read, writer, *readers):
    """What a function of the writer writes, and what functions of readers read."""
    found = get_attributes(wordlists.body(read(WRITER), writer))
    for path, start in readers:
        found |= set(re.findall(r'json(?:\.has\(|\[)"(\w+)"',
                                wordlists.body(read(path), start)))
    return found


def get_problem_members(read):
    """A kernel in a problem has members, too."""
    found = get_members(read, "static void writeProblem(",
                        (PROBLEM, "MeasuredProblem measure::parseProblem("),
                        (PROBLEM, "static void readKernels("),
                        (PROBLEM, "static void readKernel("),
                        (READER, "std::string measure::parseId("))
    return found


MANIFEST = [
    Comparison("members of a manifest", [PAGE], [WRITER, READER],
               lambda read: wordlists.first_words(get_rows(read, "The bundle", "field")),
               lambda read: get_members(read, "autotune::getManifest(",
                                        (READER, "measure::parseManifest("))),
    Comparison("members of a problem", [PAGE], [WRITER, PROBLEM, READER],
               lambda read: get_all_words(get_rows(read, "Problems", "member")),
               get_problem_members),
    Comparison("members of a kernel", [PAGE], [WRITER, READER],
               lambda read: wordlists.first_words(get_rows(read, "Kernels", "member")),
               lambda read: get_members(read, "static void writeKernel(",
                                        (READER, "Kernel measure::parseKernel("))),
    Comparison("members of a candidate", [PAGE], [WRITER, READER],
               lambda read: wordlists.first_words(
                   get_rows(read, "Candidates", "member")),
               lambda read: get_members(
                   read, "static void writeCandidate(",
                   (READER, "Candidate measure::parseCandidateText("),
                   (READER, "static Candidate parseCandidate("))),
    Figure("version", PAGE, r"This is version (\d+):", ABI, r"kBundleVersion = (\d+);"),
    Figure("version of a reader", PAGE, r"`version` \| (\d+)\.", ABI,
           r"kBundleVersion = (\d+);"),
]

#===----------------------------------------------------------------------===//
# The launch
#===----------------------------------------------------------------------===//


def get_fields(read, of):
    fields = wordlists.body(read(ABI), f"void visitFields({of}, Visitor &visitor)")
    return set(re.findall(
        r'visitor\.(?:word|list|integers?|optional|boolean|flag|numbers)\(\s*"(\w+)"',
        fields))


def get_documented_abi(read):
    table = next((table for table in get_tables(read, "Kernels")
                  if "`params[]`" in table), "")
    return wordlists.first_words(wordlists.rows(table, ["member"]))


def get_tables(read, heading):
    """The tables of a section, one text each."""
    return re.findall(r"(?:^\|.*\n)+", wordlists.section(read(PAGE), heading), re.M)


def get_kinds(read):
    """Without a kind that can't be written into a bundle."""
    text = read(KINDS)
    refused = set() if "has a scalar parameter" not in text else {"scalar"}
    return wordlists.literals(wordlists.body(text, "kKinds[] =")) - refused


def get_kind_rows(read):
    return get_rows(read, "Kernels", "`kind`", "passed as")


def get_documented_fields(read):
    """The head of the table is `kind`. Names of C are not members."""
    found = {word for _, text in get_kind_rows(read) for word in wordlists.words(text)}
    return {"kind"} | {word for word in found if word.islower()}


LAUNCH = [
    Comparison("members of an abi", [PAGE], [ABI], get_documented_abi,
               lambda read: get_fields(read, "KernelABI &abi") - EARLIER),
    Comparison("members of a former abi", [PAGE], [ABI],
               lambda read: wordlists.words(wordlists.find(
                   r"Kernels of earlier versions may have (`\w+`)\.", read(PAGE))),
               lambda read: get_fields(read, "KernelABI &abi") & EARLIER),
    Comparison("kinds of parameters", [PAGE], [KINDS],
               lambda read: wordlists.first_words(get_kind_rows(read)), get_kinds),
    Comparison("members of a parameter", [PAGE], [ABI], get_documented_fields,
               lambda read: get_fields(read, "KernelParam &param")),
]

#===----------------------------------------------------------------------===//
# Records
#===----------------------------------------------------------------------===//


def get_record_rows(read):
    return get_rows(read, "Records", "field")


def get_record_members(read):
    text = wordlists.body(read(RECORDS), "json::Value Record::toJson()")
    added = re.findall(r'\bmembers\["(\w+)"\] = ', read(PEERS))
    added += re.findall(r'\bmembers = \{"(\w+)":', read(PEERS))
    return set(re.findall(r'object\["(\w+)"\]', text)) | set(added)


def get_baseline_members(read):
    text = wordlists.body(read(RECORDS), "json::Value BaselineFigures::toJson()")
    return set(re.findall(r'\{"(\w+)", ', text))


def get_documented_baseline(read):
    text = dict(get_record_rows(read)).get("`baseline`", "")
    # Remarks in parentheses name other members.
    return wordlists.words(re.sub(r"\([^)]*\)", "", text))


OUTCOMES = [
    Comparison("members of a record", [PAGE], [RECORDS, PEERS],
               lambda read: wordlists.first_words(get_record_rows(read)),
               get_record_members),
    Comparison("members of a baseline", [PAGE], [RECORDS], get_documented_baseline,
               get_baseline_members),
    Comparison("outcomes", [PAGE], [RECORDS],
               lambda read: wordlists.first_words(get_rows(read, "Records", "outcome")),
               lambda read: wordlists.literals(
                   wordlists.body(read(RECORDS), "kOutcomes[] ="))),
]

wordlists.main(MANIFEST + LAUNCH + OUTCOMES)
