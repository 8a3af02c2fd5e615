"""Makes a stable record of what a run left behind: no paths, addresses or ids of the run."""
import os
import re

USER_FRAME = re.compile(r'File "([^"]+)", line (\d+)')
NUMBER = re.compile(r'(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?|\bnan\b|\binf\b', re.I)


def autograph_place(message, folder):
    """Innermost (file, line) of the program's folder in the 'in user code:' blocks.

    Such a block lists frames, then (at the indent of the frames) the error
    row; Keras may put another block inside the text of that error.
    """
    place, indent = None, None
    for row in message.split('\n'):
        text = row.strip()
        if text.endswith('in user code:'):
            indent = len(row) - len(row.lstrip()) + 4
            continue
        if indent is None or not text:
            continue
        hit = USER_FRAME.match(text)
        if hit:
            if os.path.dirname(hit.group(1)) == folder:
                place = (hit.group(1), int(hit.group(2)))
        elif len(row) - len(row.lstrip()) == indent:
            indent = None       # the error row: the block ends
    return place


def last_error_row(message):
    """The row that says what went wrong, for texts wrapped by AutoGraph."""
    if 'in user code:' not in message:
        return None
    for row in message.split('\n'):
        if re.match(r'\s{4}[A-Za-z_.]*(Error|Exception|Exit)\b', row):
            return row.strip()
    return None


def inner_text(message):
    """What Keras wraps in 'Exception encountered when calling ...'."""
    rows = message.split('\n')
    for i, row in enumerate(rows):
        if 'Exception encountered when calling' not in row:
            continue
        rest = [r.strip() for r in rows[i + 1:] if r.strip()]
        for k, r in enumerate(rest):
            if r.startswith('in user code:'):
                for q in rest[k:]:
                    if re.match(r'[A-Za-z_.]*(Error|Exception)\b', q):
                        return inner_text('\n'.join(rest[k + 1:])) or q
            if r.startswith('Exception encountered when calling'):
                return inner_text('\n'.join(rest[k:]))
            return r
    return None


def neutral(text):
    """Drops what differs from run to run or from machine to machine."""
    text = re.sub('\x1b\\[[0-9;]*m', '', text)
    text = re.sub(r'0x[0-9a-f]+', '0x', text)
    text = re.sub(r'\bid=\d+', 'id=N', text)
    text = re.sub(r'(?<![\w.])(?:/[^\s/"\':]+)+/([^\s/"\':]+)', r'\1', text)
    return text


def message_line(message):
    """The one line of an error text that says most."""
    message = neutral(message)
    row = last_error_row(message)
    if not row:
        row = next((r.strip() for r in message.split('\n') if r.strip()), '')
    inner = inner_text(message)
    if inner and inner not in row:
        row = re.sub('Exception encountered when calling (layer )?',
                     'calling ', row) + ' :: ' + inner
    return row[:200]


def status_of(raw):
    if raw['timeout']:
        return 'timeout'
    if 'ModuleNotFoundError' in raw['mro']:
        return 'import-missing'
    if raw['exception'] == 'died':
        return 'died'
    if raw['exit'] or raw['exception']:
        return 'raise'
    return 'ok'


def run_record(raw, path):
    """The committed form of one run."""
    record = {'status': status_of(raw)}
    if record['status'] == 'raise':
        record['exception'] = raw['exception'].split('.')[-1]
        builtin = [name for name in raw['mro'][1:]
                   if name in ('ValueError', 'TypeError', 'RuntimeError',
                               'AttributeError', 'NotImplementedError')]
        record['bases'] = builtin
        place = raw['place']
        if place:
            name = os.path.basename(place[0])
            own = name == os.path.basename(path)
            record['line'] = place[1] if own else '%s:%d' % (name, place[1])
        else:
            record['line'] = None
        record['message'] = message_line(raw['message'])
    rows = neutral(raw['stdout']).rstrip('\n').split('\n')
    record['stdout'] = [row.rstrip() for row in rows if row.strip()][:40]
    return record


def mask(first, second):
    """Lines of `first`; numbers are masked with ~ where `second` differs."""
    if len(first) != len(second):
        return first
    return [a if a == b else NUMBER.sub('~', a) for a, b in zip(first, second)]


def merge(first, second):
    """One record of two runs of the same program: what varies is marked so."""
    merged = dict(first)
    for key in ('exception', 'line', 'message', 'status'):
        a, b = first.get(key), second.get(key)
        if a != b:
            both = sorted({str(x) for x in (a, b) if x is not None})
            merged[key] = '|'.join(both)
    if 'message' in merged and first.get('message') != second.get('message'):
        merged['message'] = first.get('message') or second['message']
    merged['stdout'] = mask(first['stdout'], second['stdout'])
    return merged


def same_number(a, b):
    try:
        x, y = float(a), float(b)
    except ValueError:
        return False
    return x == y or abs(x - y) <= 2e-3 * max(1.0, abs(x), abs(y)) or (x != x and y != y)


def same_line(recorded, live):
    """Equal up to rounding; ~ in the record stands for any number."""
    if recorded == live:
        return True
    if '~' in recorded:
        return NUMBER.sub('~', recorded) == NUMBER.sub('~', live)
    if NUMBER.sub('~', recorded) != NUMBER.sub('~', live):
        return False
    return all(same_number(a, b) for a, b in
               zip(NUMBER.findall(recorded), NUMBER.findall(live)))


def differences(recorded, live):
    """What a live run shows that the record does not allow."""
    found = []
    for key in ('status', 'exception', 'line'):
        allowed = str(recorded.get(key)).split('|')
        if str(live.get(key)) not in allowed:
            found.append('%s is %s, recorded %s'
                         % (key, live.get(key), recorded.get(key)))
    same = len(recorded['stdout']) == len(live['stdout']) and all(
        same_line(a, b) for a, b in zip(recorded['stdout'], live['stdout']))
    if not same:
        found.append('prints %r, recorded %r' % (live['stdout'], recorded['stdout']))
    return found
