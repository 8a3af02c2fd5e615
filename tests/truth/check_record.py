#!/usr/bin/env python3
"""Compares the truth record with the programs and with what their heads claim.

    check_record.py [-v]

Needs no TensorFlow. Fails (exit 1) when a program has no record, has changed since it was
recorded, ended otherwise than its head says, or did not print what its head says.
"""
import collections
import os
import sys

import headers
import reading
import run_truth

ALWAYS = ('k2', 'k3')       # the configurations every program must have been run on


def end_of(run):
    """'ok' or the names by which the recorded exception may be called."""
    if run['status'] == 'ok':
        return {'ok'}
    names = set(run.get('exception', run['status']).split('|'))
    if 'ok' in run['status'].split('|'):
        names.add('ok')
    return names


def check_run(header, config, run):
    """Contradictions between the head of a program and one recorded run."""
    problems = []
    allowed = headers.expected_end(header, config)
    ends = end_of(run)
    if allowed is not None and not ends <= allowed:
        problems.append('ended with %s, the head says %s' % (
            '|'.join(sorted(ends)), '|'.join(sorted(allowed))))
    wanted = headers.expected_output(header, config)
    if wanted is not None and run['status'] == 'ok':
        got = run['stdout']
        if len(got) != len(wanted) or not all(
                reading.same_line(a, b) for a, b in zip(wanted, got)):
            problems.append('printed %r, the head says %r' % (got, wanted))
    return problems


def check_head(relative, header):
    """A head must not contradict itself."""
    problems = []
    faulty = header.get('clean') != 'true'
    wrong = ('fixed' in os.path.basename(relative) or header.get('clean') == 'true')
    if wrong and header['expect-error'] != 'none':
        problems.append('a fixed or clean program must not expect an error')
    for key in ('fault-line', 'read-line'):
        for name, line in headers.places(header.get(key, 'none')):
            path = os.path.join(os.path.dirname(relative), name or os.path.basename(relative))
            count = headers.read_program(os.path.join(run_truth.ROOT, path)).count('\n')
            if not 1 <= line <= count:
                problems.append('%s %d is outside of the file' % (key, line))
            if not faulty:
                problems.append('a clean program has a %s' % key)
    return problems


def main():
    verbose = '-v' in sys.argv[1:]
    record = run_truth.load_record()
    programs = headers.discover(run_truth.ROOT, run_truth.FOLDERS)
    problems, ends = [], collections.Counter()
    for relative, header in programs:
        found = check_head(relative, header)
        entry = record['programs'].get(relative)
        if entry is None:
            found.append('not in the record; run ./dev truth')
        elif entry['digest'] != headers.program_digest(os.path.join(run_truth.ROOT, relative)):
            found.append('changed since it was recorded; run ./dev truth')
        else:
            for config in ALWAYS:
                if config not in entry['runs']:
                    found.append('was not run on %s' % config)
            for config, run in sorted(entry['runs'].items()):
                found += ['%s: %s' % (config, p) for p in check_run(header, config, run)]
                ends[config, run['status']] += 1
        problems += ['%s: %s' % (relative, p) for p in found]
    names = {relative for relative, _ in programs}
    problems += ['%s: in the record, but there is no such program' % r
                 for r in sorted(record['programs']) if r not in names]
    for problem in problems:
        print(problem)
    if verbose:
        for (config, status), count in sorted(ends.items()):
            print('%-4s %-8s %4d' % (config, status, count))
    print('%d programs, %d problems' % (len(programs), len(problems)))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
