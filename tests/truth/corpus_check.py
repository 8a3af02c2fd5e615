#!/usr/bin/env python3
"""Runs the checker over the truth programs and compares it with their heads.

    corpus_check.py BINARY [--folder NAME...] [-v]

For TensorFlow 2.15 (Keras 2) and 2.21 (Keras 3): prints how many faulty programs are found on the
right line (the fault-line or read-line of the head, by a finding's own range or a related place) and
which are missed. Exit 1 only for false alarms: an error or warning in a clean or fixed program, or an
error in a program that is right on that generation. Exit 2 when the checker itself fails.
"""
import argparse
import json
import os
import subprocess
import sys

import headers
import run_truth

VERSIONS = {'2.15': 'k2', '2.21': 'k3'}     # --tf-version -> configuration of the truth run
FOLDERS = ['tests/fixtures/corpus', 'tests/fixtures/clean', 'examples']


class CheckerFailed(Exception):
    pass


def check(binary, version, folder):
    """Findings by file name, for one folder checked as one workspace."""
    command = [binary, 'check', '--format', 'json', '--no-config', '--tf-version', version, folder]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         cwd=run_truth.ROOT)
    if run.returncode not in (0, 1):
        raise CheckerFailed('%s\nended with %s\n%s' % (
            ' '.join(command), run.returncode, run.stderr[-2000:]))
    report = json.loads(run.stdout)
    found = {}
    for diagnostic in report['diagnostics']:
        found.setdefault(os.path.basename(diagnostic['file']), []).append(diagnostic)
    return found


def lines_of(diagnostic):
    """(file name, line) of every place a finding names, all lines of its own range included."""
    own = os.path.basename(diagnostic['file'])
    span = diagnostic['range']
    places = {(own, line) for line in range(span['start']['line'], span['end']['line'] + 1)}
    for related in diagnostic['related']:
        places.add((os.path.basename(related['file']), related['range']['start']['line']))
    return places


def is_clean(relative, header):
    return header.get('clean') == 'true' or '_fixed' in relative


def faulty_on(header, config):
    """Whether the head says that the program goes wrong on this configuration."""
    phase = header.get('expect-phase', 'both')
    if phase in ('both', headers.CONFIGS[config][1]):
        return True
    ends = headers.expected_end(header, config)
    silent = header.get('expect-other', '').split(',', 1)   # "none, but the loss is dropped"
    return (ends is not None and ends != {'ok'}) or len(silent) > 1


def own_group(relative):
    """Files whose findings belong to a program: itself and the neighbours it imports."""
    path = os.path.join(run_truth.ROOT, relative)
    return [os.path.basename(p) for p in [path] + headers.imported_neighbours(path)]


def is_found(relative, header, diagnostics):
    own = os.path.basename(relative)
    wanted = {(name or own, line) for key in ('fault-line', 'read-line')
              for name, line in headers.places(header.get(key, 'none'))}
    return any(wanted & lines_of(d) for d in diagnostics)


def text_of(diagnostic):
    return '%s:%d: %s: %s [%s]' % (
        os.path.basename(diagnostic['file']), diagnostic['range']['start']['line'],
        diagnostic['severity'], diagnostic['message'].split('\n')[0], diagnostic['rule'])


def check_version(args, version, config):
    """Prints the result for one version; number of false alarms."""
    programs = headers.discover(run_truth.ROOT, args.folder)
    results = {folder: check(args.binary, version, folder) for folder in args.folder
               if os.path.isdir(os.path.join(run_truth.ROOT, folder))}
    found, missed, alarms, clean = [], [], [], 0
    for relative, header in programs:
        folder = next(f for f in args.folder if relative.startswith(f + '/'))
        diagnostics = [d for name in own_group(relative)
                       for d in results[folder].get(name, [])]
        loud = [d for d in diagnostics if d['severity'] in ('error', 'warning')]
        if is_clean(relative, header):
            clean += 1
            alarms += [(relative, d) for d in loud]
        elif faulty_on(header, config):
            (found if is_found(relative, header, diagnostics) else missed).append(relative)
            if args.verbose:
                for d in diagnostics:
                    print('  ' + text_of(d))
        elif headers.expected_end(header, config) == {'ok'}:
            alarms += [(relative, d) for d in loud if d['severity'] == 'error']
    total = len(found) + len(missed)
    print('TensorFlow %s: found %d of %d faulty programs (%.0f %%); %d false alarms in %d clean ones'
          % (version, len(found), total, 100.0 * len(found) / max(total, 1), len(alarms), clean))
    for relative in missed:
        print('  missed  %s' % relative)
    for relative, diagnostic in alarms:
        print('  FALSE   %s: %s' % (relative, text_of(diagnostic)))
    return len(alarms)


def main():
    p = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    p.add_argument('binary')
    p.add_argument('--folder', nargs='*', default=FOLDERS)
    p.add_argument('-v', '--verbose', action='store_true')
    args = p.parse_args()
    args.binary = os.path.abspath(args.binary)
    try:
        alarms = sum([check_version(args, v, c) for v, c in VERSIONS.items()])
    except (CheckerFailed, ValueError, OSError) as problem:
        print('corpus_check: %s' % problem, file=sys.stderr)
        return 2
    return 1 if alarms else 0


if __name__ == '__main__':
    sys.exit(main())
