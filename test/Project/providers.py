# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant %t
#
# A kernel template is named in its provider's folder, in the list of providers
# and in kernels_td/ only: by its name, by its record's name, and by what is
# generated from them (hopper_wgmma, HopperWgmma, HopperWgmmaConfig). Comments
# count, too: they would become false with the next template. Descriptions in
# records and in Python do not: they show users what to write. The second line
# shows that the first can fail.
#
# A library (`let library = 1` in its record) has files in lib/Runtime/Libraries and
# lib/Measure/Libraries, too, and may have a folder below tools/. Beside the lists of
# providers and of templates, one more file names it: the list of libraries. The runner's baseline has the library's name as well, so that
# only its record's name and texts of configs count.

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
import planted

# tools/demo is left out: like a page of docs/, it shows one way to use the tools.
TOPS = ("include", "lib", "tools", "python_bindings")
SHOWN = "tools/demo/"
# What training writes: it names the templates that the records are of.
TRAINED = "lib/Proposers/TrainedErrors.inc"
REGISTRY = "lib/Providers/Registry.cpp"
# The files outside of a library's own that name it, beside Templates.td.
LIBRARY_LISTS = {REGISTRY, "include/mlir-autotune/Runtime/Libraries.inc"}
# The baseline's files, and those that ask NVIDIA's heuristics about products: they
# speak of the libraries of that name, and of no template.
SAME_NAMES = ("lib/Measure/Baseline", "lib/External/NvMatmul")
RECORD = re.compile(r'^def (\w+) : KernelTemplate<"(\w+)">', re.M)
SOURCES = (".h", ".cpp", ".inc", ".cu", ".td", ".py", ".sh", ".cmake", "CMakeLists.txt")
PROSE = {".td": re.compile(r"\[\{.*?\}\]", re.S),
         ".py": re.compile(r'""".*?"""', re.S)}


def read_templates(root):
    """The names of each template, by the name of its record; and the records of
    libraries."""
    templates, libraries = {}, set()
    for folder, _, names in os.walk(os.path.join(root, "kernels_td")):
        for name in names:
            if name.endswith(".td"):
                text = open(os.path.join(folder, name), encoding="utf-8").read()
                found = RECORD.findall(text)
                templates.update(found)
                if re.search(r"^  let library = 1;", text, re.M):
                    libraries.update(record for record, _ in found)
    return templates, libraries


def is_of_library(record, name, path):
    """Whether the file is one of a library's own, or may name it."""
    own = (f"lib/Runtime/Libraries/{record}", f"lib/Measure/Libraries/{record}",
           f"include/mlir-autotune/Runtime/{record}", f"tools/{name}/")
    return path.startswith(own + SAME_NAMES) or path in LIBRARY_LISTS


def get_pattern(record, name, templates, libraries):
    """What names the template. The record's name counts within longer ones, too,
    unless that is another record's. A name of one word may be a common word, such
    as simt, and counts only as a text, as an attribute or as a namespace."""
    others = "".join(rf"(?!{other[len(record):]})" for other in templates
                     if other != record and other.startswith(record))
    if record in libraries:
        return re.compile(rf"""{record}(?![a-z])|<{name}[,>]|["'`]{name},""")
    plain = rf"\b{name}\b" if "_" in name else \
        rf"""["'`<]{name}["'`>,:; ]|\b{name}::"""
    return re.compile(rf"{record}(?![a-z]){others}|{plain}")


def check(root):
    templates, libraries = read_templates(root)
    messages, files = [], 0
    named = {record: set() for record in libraries}
    if len(templates) < 4:
        messages.append(f"only {len(templates)} templates found below {root}")
    for record in templates:
        if not os.path.isdir(os.path.join(root, "lib/Providers", record)):
            messages.append(f"lib/Providers/{record}: no such folder")
    patterns = {record: get_pattern(record, name, templates, libraries)
                for record, name in templates.items()}
    for top in TOPS:
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), root)
                if not name.endswith(SOURCES) or path.startswith((SHOWN, TRAINED)):
                    continue
                files += 1
                text = open(os.path.join(root, path), encoding="utf-8").read()
                prose = PROSE.get(os.path.splitext(name)[1])
                if prose:
                    text = prose.sub(lambda match: "\n" * match[0].count("\n"), text)
                for record, pattern in patterns.items():
                    if path.startswith(f"lib/Providers/{record}/"):
                        continue
                    if record in libraries and pattern.search(text) and \
                            is_of_library(record, templates[record], path):
                        named[record].add(path)
                        continue
                    if path == REGISTRY:
                        continue
                    for match in pattern.finditer(text):
                        line = text.count("\n", 0, match.start()) + 1
                        messages.append(f"{path}:{line}: names the template of "
                                        f"{record}: {match[0]}")
    for record, paths in sorted(named.items()):
        if not paths & LIBRARY_LISTS == LIBRARY_LISTS:
            messages.append(f"{record}: not in {', '.join(sorted(LIBRARY_LISTS))}")
    if not libraries:
        messages.append(f"no library found below {root}")
    if files < 500:
        messages.append(f"only {files} files found below {root}")
    return messages


PLANTED = {
    "include/mlir-autotune/Space/Planted.h": "/// Such as `simt`.\n",
    "include/mlir-autotune/Analysis/Planted.td": '// As hopper_wgmma does.\n',
    "lib/Proposers/Planted.cpp": "isLegal(SimtStreamConfig::kTemplateName);\n",
    "lib/Proposers/Named.cpp": 'if (name == "simt")\n',
    "lib/Proposers/Counted.cpp": "ampere_mma::tiles(config, fact, target);\n",
    "lib/Proposers/Created.cpp": "createSimtHeuristic();\n",
    "lib/Tune/Planted.cpp": 'parse("#autotune.config<simt, tile = [1]>");\n',
    "lib/Providers/Common/Planted.cpp": '#include "Simt/Simt.h"\n',
    "lib/Providers/AmpereMma/Planted.cpp": "canUse(HopperWgmmaConfig());\n",
    "lib/Kernels/CMakeLists.txt": "autotune_add_library(X AmpereMma.cpp)\n",
    "tools/autotune-opt/Planted.cpp": '"--config=simt_stream"\n',
    "python_bindings/planted.py": "from configs import SimtConfig\n",
    "lib/Runtime/Planted.cpp": "createCublasLtCall(words);\n",
    "lib/Transforms/Planted.cpp": 'parse("cublaslt, version = 1");\n',
    "lib/Tune/Called.cpp": '#include "mlir-autotune/Runtime/CublasLt.h"\n',
}


planted.main(check, TOPS + ("kernels_td",), PLANTED)
