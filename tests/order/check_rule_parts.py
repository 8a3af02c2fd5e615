#!/usr/bin/env python3
"""A rule is four things that agree on its id: the check, the page beside it, the annotated fixture and a line in rules.def."""
import posixpath
import re

from order import main

RULES = "analysis/rules/"
FIXTURES = "tests/fixtures/"
HEADINGS = ["What it does", "Why", "Example", "Instead", "Versions", "Limits"]
# Rules without a check of their own: what reports them reads comments, not events. symbol -> family
WITHOUT_CHECK = {"unused_suppression": "suppressions"}
# Rules that still lack a part: only ever shrinks. An entry that is no longer needed is a finding.
EXEMPT = {}  # "symbol: page" or "symbol: fixture" -> reason


def listed_rules(tree):
    text = tree.read(RULES + "rules.def") if tree.exists(RULES + "rules.def") else ""
    return re.findall(r"^GRAPHFENCE_RULE\((\w+)\)", text, re.M)


def defined_rules(tree):
    """symbol -> (path, id, family) of every `const Rule symbol{...}`."""
    found = {}
    for path in tree.paths(".cpp"):
        if path.startswith(RULES) and path.count("/") == 3:
            for match in re.finditer(r"^const Rule (\w+)\{(.*?)^\};", tree.read(path), re.M | re.S):
                fields = dict(re.findall(r"\.(id|family) = \"([^\"]*)\"", match.group(2)))
                found[match.group(1)] = (path, fields.get("id", ""), fields.get("family", ""))
    return found


def check_page(tree, path, wanted):
    if not tree.exists(path):
        return "page", f"{path}:1: the page of {wanted} is missing"
    headings = re.findall(r"^## (.*?)\s*$", tree.read(path), re.M)
    if headings != HEADINGS:
        return "page", f"{path}:1: the headings are {headings}, not {HEADINGS}"
    if not tree.read(path).startswith(f"# {wanted}\n"):
        return "page", f"{path}:1: does not begin with # {wanted}"
    return None


def check_fixture(tree, path, wanted):
    if not tree.exists(path):
        return "fixture", f"{path}:1: the fixture of {wanted} is missing"
    text = tree.read(path)
    if not re.search(rf"#.*(?:expect:|\^|<)\s*{re.escape(wanted)}\b", text):
        return "fixture", f"{path}:1: nothing expects {wanted}"
    functions = re.split(r"^(?=[ \t]*(?:def|class) )", text, flags=re.M)[1:]
    if all(re.search(r"#.*(?:expect:|\^)", function) for function in functions):
        return "fixture", f"{path}:1: has no clean function"
    return None


def check(tree):
    # Self-tests bring their own exemptions, as a file that no real tree has.
    exempt = dict.fromkeys(tree.read("exempt").split("\n")) if tree.exists("exempt") else EXEMPT
    findings, used = [], set()
    listed, defined = listed_rules(tree), defined_rules(tree)
    for symbol in sorted(set(listed) - set(defined)):
        findings.append(f"{RULES}rules.def:1: {symbol} is listed and not defined in {RULES}<family>/{symbol}.cpp")
    for symbol in sorted({s for s in listed if listed.count(s) > 1}):
        findings.append(f"{RULES}rules.def:1: {symbol} is listed twice")
    for symbol, (path, name, family) in sorted(defined.items()):
        folder, file = posixpath.split(path)
        if symbol not in listed:
            findings.append(f"{path}:1: {symbol} is not listed in {RULES}rules.def")
        if file != symbol + ".cpp" or name != symbol.replace("_", "-") or family != folder[len(RULES):]:
            findings.append(f"{path}:1: file, symbol {symbol}, id {name} and family {family} do not agree")
        for problem in (check_page(tree, f"{folder}/{symbol}.md", name),
                        check_fixture(tree, f"{FIXTURES}{family}/{symbol}.py", name)):
            if problem and f"{symbol}: {problem[0]}" in exempt:
                used.add(f"{symbol}: {problem[0]}")
            elif problem:
                findings.append(problem[1])
    for symbol, family in sorted(WITHOUT_CHECK.items()):
        name = symbol.replace("_", "-")
        if tree.exists(f"{RULES}{family}"):
            findings += [problem[1] for problem in (check_page(tree, f"{RULES}{family}/{symbol}.md", name),
                                                    check_fixture(tree, f"{FIXTURES}{family}/{symbol}.py", name)) if problem]
    for path in tree.paths(".md"):
        name = posixpath.basename(path)[:-3]
        if path.startswith(RULES) and path.count("/") == 3 and name != "README" and name not in {*defined, *WITHOUT_CHECK}:
            findings.append(f"{path}:1: a page without a rule")
    findings += [f"tests/order/check_rule_parts.py:1: exemption \"{key}\" is no longer needed" for key in exempt if key not in used]
    return findings


def rule(**changes):
    files = {
        RULES + "rules.def": "// the table\nGRAPHFENCE_RULE(lost_loss)\n",
        RULES + "losses/lost_loss.cpp": 'const Rule lost_loss{\n    .id = "lost-loss",\n    .family = "losses",\n};\n',
        RULES + "losses/lost_loss.md": "# lost-loss\n" + "".join(f"\n## {h}\n" for h in HEADINGS),
        FIXTURES + "losses/lost_loss.py": "def bad():\n    f()  # expect: lost-loss\n\ndef clean():\n    g()\n",
    }
    for key, value in changes.items():
        path = next(p for p in files if p.endswith(key.replace("__", ".")))
        if value is None:
            del files[path]
        else:
            files[path] = value
    return files


CASES = [
    ("complete", rule(), None),
    ("not listed", rule(rules__def="\n"), "is not listed"),
    ("listed only", rule(lost_loss__cpp="\n", lost_loss__md=None), "is listed and not defined"),
    ("other id", rule(lost_loss__cpp='const Rule lost_loss{\n    .id = "loss",\n    .family = "losses",\n};\n'), "do not agree"),
    ("no page", rule(lost_loss__md=None), "page of lost-loss is missing"),
    ("page without a heading", rule(lost_loss__md="# lost-loss\n## Why\n"), "the headings are"),
    ("no fixture", rule(lost_loss__py=None), "fixture of lost-loss is missing"),
    ("fixture without a hit", rule(lost_loss__py="def clean():\n    pass\n"), "nothing expects lost-loss"),
    ("fixture without a clean function", rule(lost_loss__py="def bad():\n    f()  # expect: lost-loss\n"), "no clean function"),
    ("missing page that is exempt", {**rule(lost_loss__md=None), "exempt": "lost_loss: page"}, None),
    ("exemption without need", {**rule(), "exempt": "lost_loss: page"}, "no longer needed"),
    ("page of a rule without a check", {**rule(), RULES + "suppressions/unused_suppression.md": "# unused-suppression\n## Why\n"},
     "the headings are"),
    ("page without a rule", {**rule(), RULES + "losses/old.md": ""}, "a page without a rule"),
]

if __name__ == "__main__":
    main(check, CASES)
