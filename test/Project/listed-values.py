# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant
#
# Pages have tables of the values that some part of the project writes or accepts.
# Each such table has a row for each value in the sources, and no other rows. The
# second line renames each value, and wants that reported.

import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import wordlists
from wordlists import Comparison

FINDINGS = "docs/guide/simulator-findings.md"
SIMULATOR = "docs/design/simulator.md"
REPORT = "lib/Simulator/Report.cpp"
DIAGNOSIS = "lib/Simulation/Diagnosis.cpp"
BENCH = "docs/reference/autotune-bench.md"
COMPILER = "lib/Tuning/KernelCompiler.cpp"
BUNDLE = "lib/Tuning/Bundle.cpp"
CLASSES = "lib/Tune/ShapeClasses.cpp"
SEEDS = "docs/design/heuristics.md"
TABLES = "docs/reference/tables.md"
SCHEMA = "docs/reference/table.schema.json"
TABLE_READER = "lib/Proposers/LookupTableReader.cpp"
PLAN_READER = "lib/Proposers/LookupTablePlans.cpp"
PROVIDERS = sorted(os.path.relpath(path, sys.argv[1]) for path in glob.glob(
    os.path.join(sys.argv[1], "lib", "Providers", "*", "*.cpp")))
FUSION = "docs/reference/fusion.md"
TEMPLATES = sorted(os.path.relpath(path, sys.argv[1]) for path in glob.glob(
    os.path.join(sys.argv[1], "kernels_td", "*", "*.td")))
TEXT = "docs/reference/problem-text.md"
PARSER = "lib/Problem/ProblemText.cpp"


def get_first(page, *head):
    return lambda read: wordlists.first_words(wordlists.rows(read(page), list(head)))


def get_returned(path, start):
    return lambda read: set(re.findall(r'return "([\w-]+)"',
                                       wordlists.body(read(path), start)))


get_reported = get_returned(REPORT, "const char *stringify(FindingKind kind)")


def get_findings(read):
    """A diagnosis of wrong elements is a text that begins with its kind."""
    diagnoses = re.findall(r'return "([\w-]+): ', read(DIAGNOSIS))
    return get_reported(read) | set(diagnoses)


def get_failures(read):
    """Of the compiler, and of a candidate that is not compiled."""
    found = get_returned(COMPILER, "stringifyCompileFailure(")(read)
    illegal = wordlists.body(read(BUNDLE), "getFailure(const TuningCandidate")
    return found | wordlists.literals(illegal)


def get_class_names(read):
    table = wordlists.rows(read(BENCH), ["class", "rule"])
    return {name for name, _ in table}


def get_heuristics(read):
    """Each rank.name. A file has the name of the heuristic that it defines."""
    names, ranks = {}, {}
    pushed = r"push_back\(\{(\d+), (?:create|std::make_unique<)(\w+?)(?:Heuristic)?[(>]"
    for path in PROVIDERS:
        text = read(path)
        for name in re.findall(r'getName\(\) const override \{ return "([\w-]+)"', text):
            names[os.path.basename(path)[:-len(".cpp")]] = name
        for rank, file in re.findall(pushed, text):
            ranks[file] = rank
    return {f"{rank}.{names.get(file, file)}" for file, rank in ranks.items()}


def get_documented_heuristics(read):
    table = wordlists.rows(wordlists.section(read(SEEDS), "Heuristics"), ["name", "rank"])
    return {f"{rank}.{name.strip('`')}" for name, rank, *_ in table}


# The constraint by which a template excludes each kind of fusion.
LIMITS = {"prologue": "PrologueLimit", "pair": "PairLimit", "sum": "SumLimit",
          "group": "NoGroup"}


def get_fusions(read):
    """Each kind.template."""
    found = set()
    for path in TEMPLATES:
        text = read(path)
        template = re.search(r'^def \w+ : KernelTemplate<"(\w+)">', text, re.M)
        # Other problems than products have no such fusions.
        if template and "let problem = " not in text:
            found |= {f"{kind}.{template[1]}" for kind, limit in LIMITS.items()
                      if not re.search(rf"\b{limit}\b", text)}
    return found


def get_documented_fusions(read):
    text = read(FUSION)
    head = re.search(r"^\| (\| \[epilogue\].*)$", text, re.M)
    kinds = re.findall(r"\[([\w ]+)\]", head[1] if head else "")
    return {f"{kind}.{row[0].strip('`')}"
            for row in wordlists.rows(text, ["", "[epilogue](epilogues.md)"])
            for kind, cell in zip(kinds, row[1:])
            if kind in LIMITS and cell == "yes" and re.fullmatch(r"`\w+`", row[0])}


#===----------------------------------------------------------------------===//
# Lookup tables
#===----------------------------------------------------------------------===//


def get_keys(of, reader=TABLE_READER):
    """The keys that the reader accepts in some object."""
    def read_keys(read):
        text = read(reader)
        lists = re.findall(r'readMembers\(\s*\w+, "?([^{;"]*?)"?,\s*\{([^}]*)\}', text)
        return {key for name, keys in lists if name == of
                for key in re.findall(r'"([$\w]+)"', keys)}
    return read_keys


def get_schema_keys(name):
    def read_keys(read):
        schema = json.loads(read(SCHEMA))
        if not name:
            return set(schema["properties"])
        record = schema["$defs"].get(name, {})
        kinds = [record, *record.get("oneOf", []), *record.get("anyOf", [])]
        return {key for kind in kinds for key in kind.get("properties", {})}
    return read_keys


def get_layout_words(read):
    """Read by the parser, without the texts of its errors."""
    parser = wordlists.body(read(PARSER), "for (StringRef part : parts)")
    return set(re.findall(r'part(?:\.consume_front\(| == )"(\w+)', parser))


def get_documented_layout_words(read):
    table = wordlists.rows(wordlists.section(read(TEXT), "Layouts"), ["", "means"])
    return {word for row in table for word in re.findall(r"`(\w+)", row[0])}


def get_text_words(read):
    return set(re.findall(r'takeWord\("([^"]+)"\)', read(PARSER)))


def get_documented_text_words(read):
    """Parts that may be missing are in brackets."""
    table = wordlists.rows(read(TEXT), ["part", "example"])
    return {word for row in table for word in re.findall(r"\[`([^`]+)`", row[0])}


wordlists.main([
    Comparison("kinds of findings", [FINDINGS], [REPORT, DIAGNOSIS],
               get_first(FINDINGS, "finding"), get_findings),
    Comparison("words of findings", [SIMULATOR], [REPORT],
               get_first(SIMULATOR, "word", "the finding"), get_reported),
    Comparison("failures", [BENCH], [COMPILER, BUNDLE],
               get_first(BENCH, "failure", "means"), get_failures),
    Comparison("classes of shapes", [BENCH], [CLASSES], get_class_names,
               lambda read: set(re.findall(
                   r'\{"([^"]+)",', wordlists.body(read(CLASSES), "kClasses[] ="))),
               spelled="| {} |"),
    Comparison("heuristics", [SEEDS], PROVIDERS, get_documented_heuristics,
               get_heuristics),
    Comparison("kinds of fusion", [FUSION], TEMPLATES, get_documented_fusions,
               get_fusions),
    Comparison("keys of an entry", [TABLES], [TABLE_READER],
               get_first(TABLES, "key of an entry"), get_keys("an entry")),
    Comparison("keys of match", [TABLES], [TABLE_READER],
               get_first(TABLES, "key of `match`"), get_keys("match")),
    Comparison("keys of a row", [TABLES], [PLAN_READER],
               get_first(TABLES, "key of a row"), get_keys("a row", PLAN_READER)),
    Comparison("schema of a row", [SCHEMA], [PLAN_READER], get_schema_keys("row"),
               get_keys("a row", PLAN_READER), spelled='"{}"'),
    Comparison("schema of a table", [SCHEMA], [TABLE_READER], get_schema_keys(""),
               get_keys("a lookup table"), spelled='"{}"'),
    Comparison("schema of an entry", [SCHEMA], [TABLE_READER],
               get_schema_keys("entry"), get_keys("an entry"), spelled='"{}"'),
    Comparison("schema of match", [SCHEMA], [TABLE_READER], get_schema_keys("match"),
               get_keys("match"), spelled='"{}"'),
    Comparison("schema of a size", [SCHEMA], [TABLE_READER], get_schema_keys("size"),
               get_keys("name"), spelled='"{}"'),
    Comparison("words of a problem", [TEXT], [PARSER], get_documented_text_words,
               get_text_words),
    Comparison("members of a layout", [TEXT], [PARSER], get_documented_layout_words,
               get_layout_words, spelled="`{}"),
])
