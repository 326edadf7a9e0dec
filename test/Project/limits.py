# RUN: %python %s %autotune_src
# RUN: %python %s --plant %t
#
# docs/reference/limits.md: the table of element types says which template
# computes what, in which layouts, as autotune-sim finds it; and the constraints
# that the page names exist. The second line shows that a wrong cell and a name that no
# template has are reported.

import os
import re
import shutil
import subprocess
import sys

PAGE = os.path.join("docs", "reference", "limits.md")
TEMPLATES = os.path.join("docs", "reference", "templates.md")


LAYOUTS = {"neither": "", "A^T": " A^T", "B^T": " B^T", "A^T B^T": " A^T B^T"}


def get_layouts(cell):
    """The layouts that a cell of the table names."""
    if cell in ("yes", "no"):
        return set(LAYOUTS) if cell == "yes" else set()
    return {layout.strip(" `") for layout in cell.split(",")}


def is_computed(template, types, sums, output, layout, target):
    """Whether a config of the template is legal for such a product."""
    # Rows of A^T have whole 16 bytes; simt_stream has at most 4 rows of A.
    m = 4 if template == "simt_stream" else 64
    problem = f"{m}x64x256 {types}{LAYOUTS[layout]} -> {output} in {sums}"
    done = subprocess.run(
        ["autotune-sim", "--list", f"--problem={problem}",
         f"--config={template}", f"--target={target}"], stdout=subprocess.PIPE,
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
            computed = {layout for layout in LAYOUTS
                        if is_computed(template, types, sums, output, layout,
                                       "h100-sxm")}
            if get_layouts(cell) != computed:
                messages.append(f"{PAGE}: {types} with sums in {sums} and a C of "
                                f"{output}: '{cell}' for {template}")
            # The page says so of all chips before sm_90a.
            is_there = template != "hopper_wgmma" and "B^T" in computed
            if is_there != is_computed(template, types, sums, output, "B^T",
                                       "a100-sxm"):
                messages.append(f"{PAGE}: {template} differs on sm_80 for "
                                f"{types} with sums in {sums}")
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
