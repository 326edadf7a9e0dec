# RUN: %python %s %autotune_src
# RUN: %python %s %autotune_src --plant %t
#
# docs/reference/environment.md has a row for each environment variable that
# the sources read, and no other rows. The second line shows that a variable
# without a row, and a row without a variable, are reported.

import os
import re
import shutil
import sys

PAGE = os.path.join("docs", "reference", "environment.md")
# Rows below this heading are of variables that libraries read.
OTHERS = "## Read by libraries"
TOPS = ("include", "lib", "tools", "python_bindings", "dev.sh",
        os.path.join("docs", "generators"),
        os.path.join("test", "lit.cfg.py"), "CMakeLists.txt")
NAME = r"([A-Z][A-Z0-9_]*)"
# Has names of macros, and reads none.
SKIPPED = os.path.join("tools", "autotune-tblgen")
# What calls of LLVM read.
IMPLIED = {"findProgramByName": "PATH", "home_directory": "HOME",
           "createTemporaryFile": "TMPDIR", "createUniqueDirectory": "TMPDIR"}
# Made by the shell itself.
SHELL = {"BASH_SOURCE", "EUID", "PWD", "PATH", "SECONDS"}


def of_cxx(text):
    found = set(re.findall(r'"(AUTOTUNE_[A-Z0-9_]+)"', text))
    if re.search(r"\bgetenv\(|\bGetEnv\(", text):
        found |= set(re.findall(rf'"{NAME}"', text))
    return found | {name for call, name in IMPLIED.items() if call in text}


def of_python(text):
    return set(re.findall(
        rf'(?:environ\.get\(\s*|environ\[|getenv\(\s*)["\']{NAME}["\']', text))


def of_shell(text):
    # One that the script itself sets without reading it first is its own.
    own = set(re.findall(rf"^\s*(?:local |export )?{NAME}=", text, re.M))
    read = set(re.findall(rf"\$\{{{NAME}:?[-=]", text))
    return read | (set(re.findall(rf"\$\{{?{NAME}", text)) - own - SHELL - read)


def of_cmake(text):
    return set(re.findall(rf"\$ENV\{{{NAME}\}}", text))


READERS = {".cpp": of_cxx, ".h": of_cxx, ".c": of_cxx, ".py": of_python,
           ".sh": of_shell, ".cmake": of_cmake, ".txt": of_cmake}


def sources(root):
    for top in TOPS:
        path = os.path.join(root, top)
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            if not folder.endswith(SKIPPED):
                yield from (os.path.join(folder, name) for name in sorted(names))


def get_read(root):
    """Each variable, with a file that reads it."""
    found = {}
    for path in sources(root):
        reader = READERS.get(os.path.splitext(path)[1])
        if reader:
            with open(path, encoding="utf-8") as file:
                for name in reader(file.read()):
                    found.setdefault(name, os.path.relpath(path, root))
    return found


def check(root):
    with open(os.path.join(root, PAGE), encoding="utf-8") as file:
        ours, _, others = file.read().partition(OTHERS)
    row = re.compile(rf"^\| `{NAME}` ", re.M)
    rows, other_rows = set(row.findall(ours)), set(row.findall(others))
    read = get_read(root)
    print(f"{len(read)} variables are read, {len(rows)} have rows")
    messages = [f"{PAGE}: no row of {name}, which {path} reads"
                for name, path in sorted(read.items())
                if name not in rows | other_rows]
    messages += [f"{PAGE}: nothing reads {name}"
                 for name in sorted(rows - set(read))]
    return messages if read else messages + ["no variable was found"]


PLANTED = {
    "lib/a.cpp": 'std::getenv("IN_CXX"); getNumber("AUTOTUNE_NUMBER");',
    "tools/b.py": 'os.environ.get("IN_PYTHON", "")\n',
    "dev.sh": 'own=1 OTHER=$own\nOWN=2\necho $OWN ${IN_SHELL:-3} "$BARE"\n',
    "CMakeLists.txt": 'if("$ENV{IN_CMAKE}")\n',
    "lib/c.cpp": 'llvm::sys::path::home_directory(folder);',
    PAGE: "| `NOT_READ` | x |\n| `IN_CXX` | x |\n" + OTHERS + "\n| `LIBRARY` |\n",
}
WANTED = {"AUTOTUNE_NUMBER", "IN_PYTHON", "IN_SHELL", "BARE", "IN_CMAKE", "HOME",
          "NOT_READ"}


def plant(root):
    shutil.rmtree(root, ignore_errors=True)
    for name, text in PLANTED.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    found = check(root)
    missed = [name for name in WANTED
              if not any(name in message.split() or name + "," in message.split()
                         for message in found)]
    if missed or len(found) != len(WANTED):
        return [f"planted {sorted(WANTED)}, found {found}"]
    return []


problems = plant(sys.argv[3]) if "--plant" in sys.argv else check(sys.argv[1])
for line in problems:
    print(line, file=sys.stderr)
sys.exit(bool(problems))
