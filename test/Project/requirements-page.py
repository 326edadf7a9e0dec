# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant
#
# docs/reference/requirements.md has a row for each chip of kernels_td/Targets.td,
# with its templates and its version of PTX. The versions of what must be installed
# are those of CMake and dev.sh, here and in docs/reference/environment.md. The list of
# packages is that of dev.sh. The second line changes each, and wants that reported.

import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import wordlists
from wordlists import Comparison, Figure

PAGE = "docs/reference/requirements.md"
VARIABLES = "docs/reference/environment.md"
TARGETS = "kernels_td/Targets.td"
TEMPLATES = sorted(os.path.relpath(path, sys.argv[1]) for path in
                   glob.glob(os.path.join(sys.argv[1], "kernels_td", "*", "*.td")))
CHIPS_FROM = "kernels_td/Simt/Simt.td"
TARGET_INFO = "lib/Analysis/TargetInfo.cpp"
BOOST = "lib/Simulator/CMakeLists.txt"


def get_rows(read):
    return wordlists.rows(wordlists.section(read(PAGE), "To run kernels"),
                          ["chip", "templates", "PTX"])


def get_variables(read):
    """Names of chips that records share."""
    return dict(re.findall(r'defvar (\w+) = "(sm_\w+)";', read(TARGETS)))


def get_products(read):
    """The chip and the product of each target."""
    records = re.findall(r'Target<"[\w-]+", "?(\w+)"?, "NVIDIA (\w+)', read(TARGETS))
    return {(get_variables(read).get(chip, chip), name) for chip, name in records}


def get_chips(read):
    return {chip for chip, _ in get_products(read)}


def get_documented_products(read):
    found = set()
    for chip, *_ in get_rows(read):
        name, products = re.match(r"(\w+) \((.*)\)", chip).groups()
        found |= {f"{name}.{product}" for product in products.split(", ")}
    return found


def get_number(chip):
    return int(re.search(r"\d+", chip)[0])


def get_templates(read):
    """Each chip.template, by the chips that the template's record names. The page has
    a row of its own for libraries."""
    found, variables = set(), get_variables(read)
    for path in TEMPLATES:
        text = read(path)
        template = re.search(r'^def \w+ : KernelTemplate<"(\w+)">', text, re.M)
        if not template or "let library = 1;" in text:
            continue
        only = re.search(r"let chips = OnlyChips<\[(.*?)\]>", text)
        least = re.search(r"let chips = ChipsFrom<(\d+)>", text)
        for chip in get_chips(read):
            chips = [variables.get(each, each) for each in
                     only[1].replace('"', "").split(", ")] if only else []
            if chip in chips or (least and get_number(chip) >= int(least[1])):
                found.add(f"{chip}.{template[1]}")
    return found


def get_documented_templates(read):
    """`the same` as in the row above; `all` that any row names."""
    table = get_rows(read)
    every = {word for row in table for word in wordlists.words(row[1])}
    found, last = set(), set()
    for chip, templates, *_ in table:
        if templates.startswith("all"):
            names = every
        else:
            names = last if templates == "the same" else wordlists.words(templates)
        found |= {f"{chip.split()[0]}.{name}" for name in names}
        last = names
    return found


def get_versions(read):
    """The version of PTX by chip, and that of groups."""
    rule = wordlists.body(read(TARGET_INFO), "StringRef autotune::getPtxFeature(")
    least, later, groups, usual = re.search(
        r'capability >= (\d+) \? "\+ptx(\d+)" : hasGroups \? "\+ptx(\d+)"'
        r'\s*: "\+ptx(\d+)"', rule).groups()
    found = {f"{chip} {later if get_number(chip) >= int(least) else usual}"
             for chip in get_chips(read)}
    return found | {f"groups {groups}"}


def get_documented_versions(read):
    found = set()
    for chip, _, version, *_ in get_rows(read):
        usual, _, groups = version.replace(".", "").partition("; ")
        found.add(f"{chip.split()[0]} {usual}")
        if match := re.match(r"(\d+) for groups", groups):
            found.add(f"groups {match[1]}")
    return found


def get_packages(read):
    """The packages that dev.sh installs, with --browser."""
    arrays = re.findall(r"^(?:browser_)?packages=\((.*?)\)", read("dev.sh"), re.M | re.S)
    return {word for array in arrays for word in array.split()}


def get_documented_packages(read):
    table = wordlists.rows(read(PAGE), ["packages of `./dev.sh setup`", "for"])
    return {name for row in table for name in re.findall(r"`([^`]+)`", row[0])}


class Packages(Comparison):
    """Names of packages have dots and plus signs, which no word has."""

    def renamings(self, read):
        for name in sorted(self.written(read)):
            yield (f"{name} in a page", self.pages, re.escape(f"`{name}`"), "`planted`")
            yield (f"{name} in a source", self.sources,
                   rf"(?<=[ (]){re.escape(name)}(?=[\s)])", "planted")


class Versions(Comparison):
    """Its words are a chip and a number, which no side spells as one word."""

    def renamings(self, read):
        for number in ("80", "81", "86"):
            yield f"PTX {number}", self.sources, rf"\+ptx{number}", "+ptx70"
        for chip in get_chips(read):
            yield chip, self.pages, rf"{chip} \(", "sm_70 ("


VERSION = r"([\d.]*\d)"

wordlists.main([
    Comparison("products", [PAGE], [TARGETS], get_documented_products,
               lambda read: {".".join(pair) for pair in get_products(read)},
               spelled="{}"),
    Comparison("templates", [PAGE], TEMPLATES, get_documented_templates,
               get_templates),
    Versions("versions of PTX", [PAGE], [TARGET_INFO], get_documented_versions,
             get_versions),
    Packages("packages", [PAGE], ["dev.sh"], get_documented_packages, get_packages),
    Figure("compute capability", PAGE, r"compute capability (8)\.0 or later",
           CHIPS_FROM, r"ChipsFrom<(\d)0>"),
    Figure("LLVM", PAGE, rf"\| LLVM and MLIR \| {VERSION}", "CMakeLists.txt",
           rf"AUTOTUNE_MLIR_VERSION {VERSION}"),
    Figure("CMake", PAGE, rf"\| CMake, Ninja \| {VERSION}", "CMakeLists.txt",
           rf"cmake_minimum_required\(VERSION {VERSION}"),
    Figure("SQLite", PAGE, rf"\| SQLite \| {VERSION}", "CMakeLists.txt",
           rf"find_package\(SQLite3 {VERSION}"),
    Figure("Boost", PAGE, rf"\| Boost.Context \| {VERSION}", BOOST,
           rf"find_package\(Boost {VERSION}"),
    Figure("ptxas", PAGE, r"\| ptxas \| release (\d+)", "dev.sh", r"cuda_release=(\d+)"),
    Figure("the wheel of ptxas", PAGE, rf"`nvidia-cuda-nvcc` {VERSION}", "dev.sh",
           rf"nvidia-cuda-nvcc=={VERSION}"),
    Figure("the wheel of headers", PAGE, rf"`nvidia-cuda-runtime` {VERSION}", "dev.sh",
           rf"nvidia-cuda-runtime=={VERSION}"),
    Figure("LightGBM", VARIABLES, rf"LightGBM {VERSION}", "dev.sh",
           rf"lightgbm=={VERSION}"),
    Figure("MkDocs", VARIABLES, rf"MkDocs {VERSION}", "dev.sh", rf"mkdocs=={VERSION}"),
])
