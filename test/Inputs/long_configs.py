"""long_configs.py CONFIG.SCHEMA.JSON <IN >OUT: configs with every parameter.

A config prints what differs from its defaults. Tests that say what a config must
not have, or that a value is the default, want to see all of it.
"""

import json
import re
import sys

schemas = {}
for item in json.load(open(sys.argv[1], encoding="utf-8"))["oneOf"]:
    parameters = dict(item["properties"])
    schemas[parameters.pop("template")["const"]] = {
        name: value["default"] for name, value in parameters.items()
        if "default" in value}


def spell(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def expand(match):
    name, text = match.group(1), match.group(2)
    given = dict(re.findall(r"(\w+) = (\[[^]]*\]|\w+)", text))
    return "#autotune.config<" + ", ".join(
        [name] + [f"{key} = {given.get(key, spell(default))}"
                  for key, default in schemas[name].items()]) + ">"


for line in sys.stdin:
    sys.stdout.write(re.sub(r"#autotune\.config<(\w+)((?:, [^<>]*)?), defaults>", expand, line))
