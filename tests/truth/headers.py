"""The `# key: value` head of a truth program and what it claims. No dependencies."""
import hashlib
import os
import re

KEY = re.compile(r'#\s*([a-z][a-z0-9-]*):\s*(.*)$')
# name of a configuration -> (name in `verified:`, Keras generation of tf.keras)
CONFIGS = {'k28': ('tf28', 'keras2'), 'k2': ('tf215', 'keras2'),
           'leg': ('tf221k2', 'keras2'), 'k3': ('tf221k3', 'keras3')}


def parse_header(text):
    """Keys and values of the comment lines that begin the file; {} if it has none."""
    keys = {}
    for row in text.lstrip('\ufeff').splitlines():
        hit = KEY.match(row)
        if not hit:
            break
        keys[hit.group(1)] = hit.group(2).strip()
    return keys


def is_program(header):
    """A file takes part when its head says how the program ends."""
    return 'expect-error' in header


def read_program(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def digest(texts):
    """One hash over the program and the workspace files it imports."""
    joined = hashlib.sha256()
    for text in texts:
        joined.update(text.encode('utf-8'))
        joined.update(b'\0')
    return joined.hexdigest()[:16]


def imported_neighbours(path):
    """Files of the same folder that the program imports, transitively, sorted."""
    found, waiting = set(), [path]
    while waiting:
        current = waiting.pop()
        text = read_program(current)
        for name in re.findall(r'^\s*(?:from|import)\s+([A-Za-z_]\w*)', text, re.M):
            other = os.path.join(os.path.dirname(current), name + '.py')
            if other not in found and other != path and os.path.exists(other):
                found.add(other)
                waiting.append(other)
    return sorted(found)


def without_head(text):
    """The program with its head blanked (lines keep their numbers): claims may change without a new run."""
    header = parse_header(text)
    rows = text.split('\n')
    return '\n'.join([header.get('varies', '')] + [''] * len(header) + rows[len(header):])


def program_digest(path):
    texts = [without_head(read_program(path))]
    texts += [read_program(other) for other in imported_neighbours(path)]
    return digest(texts)


def discover(root, folders):
    """(relative path, header) of every program below the folders, sorted."""
    programs = []
    for folder in folders:
        for where, inner, names in os.walk(os.path.join(root, folder)):
            inner.sort()
            inner[:] = [n for n in inner if n != '__pycache__']
            for name in sorted(names):
                if not name.endswith('.py'):
                    continue
                path = os.path.join(where, name)
                try:
                    header = parse_header(read_program(path))
                except (OSError, UnicodeDecodeError):
                    continue        # fixtures of bad input are no programs
                if is_program(header):
                    relative = os.path.relpath(path, root).replace(os.sep, '/')
                    programs.append((relative, header))
    return sorted(programs)


def places(value):
    """`fault-line`/`read-line` value -> list of (file or None, line)."""
    found = []
    for item in value.split(','):
        item = item.strip()
        if not item or item == 'none':
            continue
        name, _, line = item.rpartition(':')
        found.append((name or None, int(line)))
    return found


def expected_end(header, config):
    """Set of allowed ends on a configuration ('ok' or class names); None: no claim."""
    alias, generation = CONFIGS[config]
    for item in header.get('verified', '').split(','):
        name, _, end = item.strip().partition('=')
        if name == alias and end:
            return set(end.split('|'))
    phase = header.get('expect-phase', 'both')
    if phase in ('both', generation) or (phase == 'legacy' and config == 'leg'):
        ends = header['expect-error']
    else:
        ends = header.get('expect-other')
        if ends is None:
            return None
        ends = re.sub(r'^keras[23]:\s*', '', ends).split(',')[0].strip()
    return {'ok' if end == 'none' else end for end in ends.split('|')}


def expected_output(header, config):
    """The lines the program must print, or None when the head does not say."""
    generation = CONFIGS[config][1]
    value = header.get('prints-' + generation, header.get('prints'))
    return None if value is None else [row.strip() for row in value.split(' | ')]
