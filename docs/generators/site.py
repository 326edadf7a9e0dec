#===- site.py - What the site's generator reads otherwise than a forge ----===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# Hooks of MkDocs (mkdocs.yml). The pages are written for a forge, which reads
# CommonMark. MkDocs reads Markdown by other rules:
#
# - Headings get the ids that a forge gives them, so that links hold in both.
# - Lists are indented by four columns, and blocks get blank lines around them.
# - README.md and CONTRIBUTING.md become pages of the site. A link to another
#   file outside of docs/ becomes its text.
# - The pages are listed by what they are for.

import os
import re
import sys

from mkdocs.structure.files import File

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "test", "Project"))
import links

# Files outside of docs/ that are pages of the site.
OUTSIDE = {"README.md": "about.md", "CONTRIBUTING.md": "contributing.md"}
SECTIONS = ["guide", "reference", "design", "results", "notes"]
FENCE = re.compile(r"\s*(```|~~~)")
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])(\s+)(?=\S)")
TABLE = re.compile(r"\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$")

seen = {}


def slugify(text, separator):
    return links.text_id(text, seen)


def on_config(config):
    config.mdx_configs.setdefault("toc", {})["slugify"] = slugify
    root = os.path.dirname(config.config_file_path)

    def pages(folder):
        names = sorted(os.listdir(os.path.join(config.docs_dir, folder)))
        names.sort(key=lambda name: name != "README.md")
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isdir(os.path.join(config.docs_dir, path)):
                if found := list(pages(path)):
                    yield {name: found}
            elif name.endswith(".md"):
                yield path

    config.nav = ["README.md", "glossary.md"]
    config.nav += [page for page in pages("") if isinstance(page, str) and
                   page not in config.nav]
    for section in SECTIONS:
        if os.path.isdir(os.path.join(config.docs_dir, section)):
            config.nav.append({section.capitalize(): list(pages(section))})
    config.nav.append({"Project": [page for name, page in OUTSIDE.items()
                                   if os.path.exists(os.path.join(root, name))]})
    return config


def on_files(files, config):
    root = os.path.dirname(config.config_file_path)
    for name, page in OUTSIDE.items():
        path = os.path.join(root, name)
        if os.path.exists(path):
            files.append(File.generated(config, page, abs_src_path=path))
    return files


def on_page_markdown(markdown, page, config, files):
    seen.clear()
    return indent(relink(markdown, page, config))


def outside_code(text, change):
    """Changes what is neither in a block of code nor in a span of code."""
    out, code = [], False
    for line in text.split("\n"):
        if FENCE.match(line):
            code = not code
        elif not code:
            parts = re.split(r"(?<!\[)(`[^`]*`)(?!\])", line)
            line = "".join(part if index % 2 else change(part)
                           for index, part in enumerate(parts))
        out.append(line)
    return "\n".join(out)


def relink(text, page, config):
    root = os.path.dirname(config.config_file_path)
    source = {site: os.path.join(root, name) for name, site in OUTSIDE.items()}.get(
        page.file.src_uri, os.path.join(config.docs_dir, page.file.src_uri))

    def change(match):
        words, link = match.groups()
        if "://" in link or link.startswith(("#", "mailto:")):
            return match.group(0)
        file, mark, part = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(source), file))
        if os.path.isdir(target) and os.path.exists(os.path.join(target, "README.md")):
            target = os.path.join(target, "README.md")
        path = os.path.relpath(target, config.docs_dir)
        if path.startswith(".."):
            path = OUTSIDE.get(os.path.relpath(target, root))
            if path is None and os.path.exists(target):
                return words
            path = path or file
        elif os.path.isdir(target):
            return words
        folder = os.path.dirname(page.file.src_uri)
        return f"[{words}]({os.path.relpath(path, folder or '.')}{mark}{part})"

    if "](" not in text:
        return text
    text = outside_code(text, lambda line: re.sub(
        r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", change, line))
    # Links whose text ends on the next line. No code has them.
    return re.sub(r"(?<!!)\[([^\[\]\n]+\n[^\[\]\n]+)\]\(([^)\s]+)\)", change, text)


def indent(text):
    """Lists by four columns for each level, and a blank line before a list or a
    table that follows a paragraph."""
    lines, out = text.split("\n"), []
    # Where the text of each open item begins; whether the last line belongs to the
    # paragraph that begins an item.
    levels, item_text, code = [], False, False
    for index, line in enumerate(lines):
        if not line.strip():
            out.append(line)
            continue
        start = len(line) - len(line.lstrip())
        item = None if code else ITEM.match(line)
        after_blank = not out or not out[-1].strip()
        # An item, or a block behind a blank line, that begins further to the left
        # ends the items that are open. Another line continues a paragraph.
        if not code and (item or after_blank):
            while levels and start < levels[-1]:
                levels.pop()
        if not code and not after_blank and (
                item and not item_text or not levels and is_table(lines, index)):
            out.append("")
        out.append("    " * len(levels) +
                   line[min(start, levels[-1] if levels else 0):])
        if item:
            levels.append(item.end())
        item_text = bool(item) or item_text and not after_blank
        code ^= bool(FENCE.match(line))
    return "\n".join(out)


def is_table(lines, index):
    return lines[index].startswith("|") and index + 1 < len(lines) and \
        TABLE.match(lines[index + 1]) and not lines[index - 1].startswith("|")
