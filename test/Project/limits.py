# RUN: %python %s %autotune_src
# RUN: %python %s --plant %t
#
# docs/reference/limits.md: the table of element types says which template
# computes what, as autotune-sim finds it; and the constraints that the page
# names exist. The second line shows that a wrong cell and a name that no
# template has are reported.

import os
import re
import shutil
import subprocess
import sys

PAGE = os.path.join("docs", "reference", "limits.md")
TEMPLATES = os.path.join("docs", "reference", "templates.md")


def is_computed(template, types, sums, output):
    """Whether a config of the template is legal for such a product."""
    problem = f"4x64x256 {types} B^T -> {output}"
    if sums == "f16":
        problem += " in f16"
    done = subprocess.run(
        ["autotune-sim", "--list", f"--problem={problem}",
         f"--config={template}"], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    if done.returncode and "error: " not in done.stdout:
        raise SystemExit(f"autotune-sim --problem='{problem}': {done.stdout}")
    return done.returncode == 0


def get_rows(text):
    """The cells of the table whose head has the templates, its head first."""
    table = re.search(r"^(\| A and B \| sums .*\n)\|[ -|]*\n((?:\|.*\n)+)", text,
                      re.M)
    return [[cell.strip(" `") for cell in line.strip("| \n").split("|")]
            for line in [table[1], *table[2].splitlines()]]


def check(root):
    def read(name):
        with open(os.path.join(root, name), encoding="utf-8") as file:
            return file.read()
    page = read(PAGE)
    (_, _, _, *templates), *rows = get_rows(page)
    messages = []
    for types, sums, output, *cells in rows:
        for template, cell in zip(templates, cells):
            is_there = is_computed(template, types, sums, output)
            if cell != ("yes" if is_there else "no"):
                messages.append(f"{PAGE}: {types} with sums in {sums} and a C of "
                                f"{output}: '{cell}' for {template}")
    known = set(re.findall(r"^\| `([a-z-]+)` \|", read(TEMPLATES), re.M))
    named = {name for name in re.findall(r"`([a-z]+(?:-[a-z]+)+)`", page)
             if not name.startswith("autotune-")}
    print(f"{len(rows)} rows of types, {len(named)} constraints are named")
    messages += [f"{PAGE}: no template has the constraint {name}"
                 for name in sorted(named - known)]
    return messages if rows and named else messages + ["nothing was checked"]


def plant(root):
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(os.path.join(root, os.path.dirname(PAGE)))
    texts = {PAGE: "| A and B | sums | C | `simt` | `ampere_mma` |\n"
                   "| --- | --- | --- | --- | --- |\n"
                   "| `f32` | f32 | f32 | no | no |\n\n`size-zero` `size-none`\n",
             TEMPLATES: "| `size-zero` | x |\n"}
    for name, text in texts.items():
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(text)
    found = check(root)
    if [word for word in ("'no' for simt", "size-none")
            if not any(word in message for message in found)] or len(found) != 2:
        return [f"planted two faults, found {found}"]
    return []


problems = plant(sys.argv[2]) if sys.argv[1] == "--plant" else check(sys.argv[1])
for line in problems:
    print(line, file=sys.stderr)
sys.exit(bool(problems))
