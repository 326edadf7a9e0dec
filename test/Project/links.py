# RUN: %python %s %autotune_src
# RUN: %python %s --plant %t
#
# A link from one document to a file or a folder of this repository finds it, and
# so does the part behind a '#': it is the id that a forge gives to a heading, or
# an id that the page itself names. The second line shows that this test can fail.

import os
import re
import shutil
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$", re.M)
# Ids that a page names itself.
NAMED = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")
FENCE = re.compile(r"^ *```.*?^ *```$", re.M | re.S)


def without_code(text):
    return FENCE.sub("", text)


def text_id(text, seen):
    """The id that a forge gives: lower case, no punctuation, hyphens for spaces.
    A second heading with the same text gets a number."""
    text = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    count = seen.get(text, 0)
    seen[text] = count + 1
    return f"{text}-{count}" if count else text


def heading_id(heading, seen):
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"<[^>]*>", "", text) if "`" not in text else text
    return text_id(text, seen)


def get_ids(text):
    text, seen = without_code(text), {}
    ids = {heading_id(heading, seen) for heading in HEADING.findall(text)}
    return ids | set(NAMED.findall(text))


def find_pages(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f[0] != "." and f != "build")
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.join(folder, name)


def check(root):
    ids = {}
    for path in find_pages(root):
        text = without_code(open(path, encoding="utf-8").read())
        for link in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
            if "://" in link or link.startswith("mailto:"):
                continue
            file, _, part = link.partition("#")
            target = os.path.normpath(
                os.path.join(os.path.dirname(path), file)) if file else path
            where = os.path.relpath(path, root)
            if not os.path.exists(target):
                yield f"{where}: no '{file}'"
            elif part and target.endswith(".md"):
                if target not in ids:
                    ids[target] = get_ids(open(target, encoding="utf-8").read())
                if part not in ids[target]:
                    yield f"{where}: no heading '{link}'"


PLANTED = {
    os.path.join("docs", "a.md"):
        "# A part\n[a](a.md#a-part) [b](../b.md) [c](https://llvm.org/x#y)\n"
        "```mlir\n[d](d)\n# No heading\n```\n"
        "## Same\n## Same\n[1](#same) [2](#same-1) [3](#same-2) [4](#no-heading)\n"
        "[f](folder) [g](folder/) [h](other/) `[i](i)`\n"
        "[p](folder/p.md#-autotune-x) [q](folder/p.md#autotune-x)\n"
        "[t](folder/p.md#tilemma-tilemmaop) [s](folder/p.md#whats-a-b--c)\n"
        "[n](folder/p.md#named)\n",
    os.path.join("docs", "folder", "p.md"):
        "### `-autotune-x`\n#### `tile.mma` (tile::MmaOp)\n## What's a [b](p.md) – c?\n"
        "<a id=\"named\"></a>\n",
}
MISSING = ["no '../b.md'", "no heading '#same-2'", "no heading '#no-heading'",
           "no 'other/'", "no heading 'folder/p.md#autotune-x'"]


def plant(root):
    shutil.rmtree(root, ignore_errors=True)
    for name, text in PLANTED.items():
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(text)
    found = list(check(root))
    wanted = [os.path.join("docs", "a.md") + ": " + text for text in MISSING]
    return [] if found == wanted else [f"found {found}, planted {wanted}"]


if __name__ == "__main__":
    problems = plant(sys.argv[2]) if sys.argv[1] == "--plant" else \
        list(check(sys.argv[1]))
    for line in problems:
        print(line, file=sys.stderr)
    sys.exit(bool(problems))
