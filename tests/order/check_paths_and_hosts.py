#!/usr/bin/env python3
"""Nothing in the tree belongs to one machine: no absolute home or build paths, and links only to the hosts named here.
A new host is a decision, so it needs a line in HOSTS; package registries are reached through their clients, never by name."""
import re

from order import main

# Places that exist on every Linux, or are plainly examples.
MACHINE_PATH = re.compile(r"(?:(?<![\w./~$}-])|(?<=file://))/(?:home|Users|work|root|farm|workspace|mnt|srv)/[\w.-]+")
ALLOWED_PATHS = re.compile(r"^/(?:home|Users|work|root|workspace|mnt|srv)/(?:[a-z]|me|user|you|someone|ws|proj|project)(?![\w.-])")

URL = re.compile(r"\b(?:https?|git|ssh|wss?)://([\w.-]+)")
HOSTS = {
    "example.com", "example.org", "localhost", "127.0.0.1",
    "www.tensorflow.org", "tensorflow.org", "keras.io", "docs.python.org", "peps.python.org", "packaging.python.org",
    "github.com", "microsoft.github.io", "code.visualstudio.com", "json.schemastore.org", "json-schema.org",
    "docs.oasis-open.org", "tree-sitter.github.io", "www.w3.org", "www.gnu.org", "neovim.io", "unicode.org",
}
INVENTED = (".example", ".test", ".invalid", ".localhost")  # never exist; nor do names without a dot
BINARY = (".png", ".gif", ".ico", ".zip", ".gz", ".bin", ".vsix")


def check(tree):
    findings = []
    for path in tree.paths():
        if path.endswith(BINARY) or path.startswith("tests/order/"):
            continue
        for number, line in tree.lines(path):
            for match in MACHINE_PATH.finditer(line):
                if not ALLOWED_PATHS.match(match.group(0)):
                    findings.append(f"{path}:{number}: {match.group(0)} is a path of one machine")
            # A lock file names the home pages of other people's packages; only where it fetches from is ours.
            if path.endswith("package-lock.json") and '"resolved"' not in line:
                continue
            for host in URL.findall(line):
                host = host.rstrip(".").lower()
                if "." in host and not host.endswith(INVENTED) and host not in HOSTS:
                    findings.append(f"{path}:{number}: host {host} is not in the list of {__file__.rsplit('/', 1)[-1]}")
    return findings


CASES = [
    ("plain text", {"a.md": "work/home is fine, so is /usr/include and ~/.config"}, None),
    ("home path", {"a.md": "run /home/" + "alice/bin/x"}, "path of one machine"),
    ("build path", {"a.cpp": '"/wo' + 'rk/main/x.py"'}, "path of one machine"),
    ("example path", {"a.py": 'path = "/home/user/a.py"'}, None),
    ("a URI's path", {"a.py": '"file:///work/main/a.py"'}, "path of one machine"),
    ("invented hosts", {"a.py": "https://x/y https://files.example/y"}, None),
    ("known host", {"a.md": "https://keras.io/api"}, None),
    ("unknown host", {"package-lock.json": '"resolved": "https://registry.example.net/x.tgz"'}, "is not in the list"),
]

if __name__ == "__main__":
    main(check, CASES)
