#!/usr/bin/env python3
"""The four parts of a rule:  new_rule.py FAMILY RULE [--new-family] [--event KIND]

FAMILY is the folder (losses, escapes, …), RULE the id in kebab-case: it names the pattern, not the cure, and reads well after
"ignore". KIND is the event the rule wants (analysis/values/events.h). What is made compiles and stays silent; the fixture's
expectation fails until the check reports something.
"""
import argparse
import difflib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

CHECK = """#include "analysis/rules/rule.h"

namespace graphfence {{

namespace {{

void check(RuleContext& context, const Event& event) {{
  if (event.kind != EventKind::{event}) return;
  const Severity severity = context.level(event, Severity::Warning);
  if (severity == Severity::Hint) return;
  // Name the Python construct, say where the value lives and where it is read, and what happens at run time; then
  // context.report(Draft{{.rule = "{id}", .severity = severity, .site = event.site, .message = ...}}).
}}

}}  // namespace

extern const Rule {symbol};
const Rule {symbol}{{
    .id = "{id}",
    .family = "{family}",
    .summary = "what the rule finds, in one line without a full stop",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {{EventKind::{event}, EventKind::{event}, EventKind::{event}}},
    .check = check,
}};

}}  // namespace graphfence
"""

PAGE = """# {id}

## What it does

## Why

## Example

```python
import tensorflow as tf
```

## Instead

```python
import tensorflow as tf
```

## Versions

## Limits
"""

FIXTURE = """import tensorflow as tf


def faulty(x):
    return tf.identity(x)  # expect: {id}


def clean(x):
    return tf.identity(x)
"""


def event_kinds():
    text = (ROOT / "analysis/values/events.h").read_text(encoding="utf-8")
    body = re.search(r"enum class EventKind[^{]*\{(.*?)\};", text, re.S).group(1)
    return re.findall(r"^\s*(\w+),", body, re.M)


def families():
    return sorted({path.parent.name for path in (ROOT / "analysis/rules").glob("*/*.cpp")})


NEXT_STEPS = """
Next:
  1. {fixture}: programs that fail on real TensorFlow, and clean ones beside them
  2. ./dev truth --only {symbol}: records what they do
  3. {check}: metadata and check
  4. {page}: every heading filled; its examples are run as tests
  5. ./dev test '{symbol}|rule_parts|unit'
"""


def main():
    kinds = event_kinds()
    parser = argparse.ArgumentParser(prog="./dev new-rule", description="the four parts of a new rule")
    parser.add_argument("family", metavar="FAMILY", help="folder below analysis/rules, in snake_case")
    parser.add_argument("rule", metavar="RULE", help="id in kebab-case, without numbers")
    parser.add_argument("--event", choices=kinds, default=kinds[0], metavar="KIND", help=f"one of {' '.join(kinds)}")
    parser.add_argument("--new-family", action="store_true", help="FAMILY is a new one")
    options = parser.parse_args()
    if not re.fullmatch(r"[a-z]+(_[a-z]+)*", options.family):
        parser.error(f"{options.family}: a family is lower-case words joined by _")
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", options.rule):
        parser.error(f"{options.rule}: an id is lower-case words joined by -, without numbers")
    known = families()
    if options.family not in known and not options.new_family:
        near = difflib.get_close_matches(options.family, known, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        parser.error(f"{options.family}: no such family{meant}\n  there are {', '.join(known)}; --new-family makes another")
    if options.family in known and options.new_family:
        parser.error(f"{options.family} exists already, leave out --new-family")
    symbol = options.rule.replace("-", "_")
    table = ROOT / "analysis/rules/rules.def"
    listed = table.read_text(encoding="utf-8")
    folder = ROOT / "analysis/rules" / options.family
    parts = {
        folder / f"{symbol}.cpp": CHECK, folder / f"{symbol}.md": PAGE,
        ROOT / "tests/fixtures" / options.family / f"{symbol}.py": FIXTURE,
    }
    taken = [path for path in parts if path.exists()]
    if taken or f"({symbol})" in listed:
        parser.error(f"{options.rule} exists already" + "".join(f"\n  {path.relative_to(ROOT)}" for path in taken))
    for path, template in parts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        text = template.format(id=options.rule, symbol=symbol, family=options.family, event=options.event)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    table.write_text(listed.rstrip("\n") + f"\nGRAPHFENCE_RULE({symbol})\n", encoding="utf-8")
    print(f"{table.relative_to(ROOT)}: GRAPHFENCE_RULE({symbol})")
    check, page, fixture = (path.relative_to(ROOT) for path in parts)
    print(NEXT_STEPS.format(symbol=symbol, check=check, page=page, fixture=fixture), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
