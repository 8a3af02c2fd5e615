#!/usr/bin/env python3
"""Explanations that circulate and are false never reach a user: not in a message, a rule's page, an editor or our own docs.
To add one: a pattern over lower-case text with backticks, quotes and line breaks removed, and what is true instead."""
import re

from order import main

WRONG = [
    (r"nest(?:ed|ing) tf\.function\S* (?:\w+ )?(?:cuts?|stops?|blocks?|breaks?|loses?) (?:the |all )?gradients?",
     "gradients flow through nested functions; the cause is a trace that holds initial values"),
    (r"super\(\)\.compile\(\)(?: without arguments)? (?:breaks?|prevents?|stops?|disables?) (?:the )?training",
     "a compile override that drops arguments changes what fit uses; a hand-written loop does not read it"),
    (r"replac(?:e|ing) (?:\w+\.)*concatenate (?:by|with) tf\.concat", "both are the same operation here"),
]
SUFFIXES = (".cpp", ".h", ".md", ".def", ".ts", ".json", ".lua", ".el")


def flatten(text):
    """One line of lower-case words; adjacent C++ string literals are joined. Keeps one newline per newline dropped."""
    text = re.sub(r'"\s*\n\s*"', "", text)
    text = re.sub(r"\n\s*(?://|#|\*|>)?\s*", " ", text)
    return re.sub(r"\s+", " ", re.sub(r"[`\"'*]", "", text)).lower()


def check(tree):
    findings = []
    for path in tree.paths(*SUFFIXES):
        text = flatten(tree.read(path))
        for pattern, truth in WRONG:
            match = re.search(pattern, text)
            if match:
                findings.append(f"{path}:1: says \"{match.group(0)}\": {truth}")
    return findings


CASES = [
    ("true text", {"a.md": "Nested `tf.function` does not cut gradients."}, None),
    ("in a message", {"a.cpp": 'report("nested tf.function cuts gradients");'}, "gradients flow"),
    ("over two literals", {"a.cpp": 'report("a nested tf.func"\n       "tion stops the gradient");'}, "gradients flow"),
    ("over two lines of a page", {"a.md": "calling `super().compile()`\nwithout arguments breaks training"}, "drops arguments"),
    ("the other layer", {"a.md": "Replace `layers.Concatenate` by `tf.concat`."}, "same operation"),
]

if __name__ == "__main__":
    main(check, CASES)
