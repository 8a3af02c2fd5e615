#!/usr/bin/env python3
"""Applies every fix the checker offers for a faulty program and runs the result on TensorFlow.

    fix_check.py BINARY ENVIRONMENTS [--only TEXT...] [--classes AB] [-v]

A fix of class A or B is right when the repaired program ends normally and prints what a repaired twin
(`<name>_fixed*.py`) printed when it was recorded. A program may need several fixes: a fix that
cures one of several findings is then run together with the best fix of each other finding. Where there is no
twin, ending normally is all that can be asked. A program that holds a mistake without a fix cannot end normally: there
a fix is right when the program gets further than before. Exit 1 when a fix is wrong.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

import headers
import reading
import run_truth
import runner

VERSIONS = {'k2': '2.15', 'k3': '2.21'}


def findings(binary, version, folder):
    run = subprocess.run([binary, 'check', '--format', 'json', '--no-config', '--tf-version', version,
                          folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         cwd=run_truth.ROOT)
    if run.returncode not in (0, 1):
        raise RuntimeError(run.stderr[-2000:])
    return json.loads(run.stdout)['diagnostics']


def offset(text, position):
    """Lines and columns count from 1, columns in code points."""
    rows = text.split('\n')
    return sum(len(row) + 1 for row in rows[:position['line'] - 1]) + position['column'] - 1


def apply_edits(folder, edits):
    """Edits of one or more fixes, applied to the copies in `folder`; doubled edits count once."""
    by_file = {}
    for edit in edits:
        by_file.setdefault(os.path.basename(edit['file']), []).append(edit)
    for name, own in by_file.items():
        path = os.path.join(folder, name)
        text = headers.read_program(path)
        spans = {(offset(text, e['range']['start']), offset(text, e['range']['end']), e['text'])
                 for e in own}
        for start, end, new in sorted(spans, reverse=True):
            text = text[:start] + new + text[end:]
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)


def copy_program(relative, scratch):
    """A folder with the program and the neighbours it imports."""
    folder = tempfile.mkdtemp(dir=scratch)
    path = os.path.join(run_truth.ROOT, relative)
    for source in [path] + headers.imported_neighbours(path):
        shutil.copy(source, folder)
    return folder


def twin_outputs(relative, record, config):
    """What the repaired twins printed."""
    stem = relative[:-len('.py')]
    return [entry['runs'][config]['stdout'] for name, entry in sorted(record['programs'].items())
            if name.startswith(stem + '_fixed') and config in entry['runs']]


def same_output(wanted, got):
    return len(wanted) == len(got) and all(reading.same_line(a, b) for a, b in zip(wanted, got))


def run_fixed(worker, relative, edits, scratch, header):
    folder = copy_program(relative, scratch)
    apply_edits(folder, edits)
    path = os.path.join(folder, os.path.basename(relative))
    result = reading.run_record(worker.run(path, 180), path)
    if header.get('varies') == 'numbers':
        result['stdout'] = [reading.NUMBER.sub('~', row) for row in result['stdout']]
    shutil.rmtree(folder)
    return result


def verdict(result, outputs):
    """'' when the fix is right, else what is wrong."""
    if result['status'] != 'ok':
        return 'ends with %s at line %s: %s' % (
            result.get('exception', result['status']), result.get('line'), result.get('message', ''))
    if outputs and not any(same_output(wanted, result['stdout']) for wanted in outputs):
        return 'prints %r, the twin %r' % (result['stdout'], outputs[0])
    return ''


def usable_fixes(diagnostics, classes):
    return [[f for f in d['fixes'] if f['class'] in classes and f['edits']] for d in diagnostics]


def gets_further(result, before, header):
    """Does the program, which ended with an exception, now end with another one that its head tells of?"""
    known = {error.strip() for key in ('expect-error', 'expect-other') for error in header.get(key, '').split('|')}
    return (result['status'] == before['status'] == 'raise' and result['exception'] in known
            and result.get('line', 0) > before.get('line', 0) and result['message'] != before['message'])


def options_for(diagnostics, classes):
    """[(title, edits)]: each fix alone, then joined with the first fix of every other finding."""
    usable = usable_fixes(diagnostics, classes)
    for i, fixes in enumerate(usable):
        others = [f[0] for k, f in enumerate(usable) if f and k != i]
        for fix in fixes:
            label = '%s: %s (%s)' % (diagnostics[i]['rule'], fix['title'], fix['class'])
            joined = fix['edits'] + [e for other in others for e in other['edits']]
            yield label, fix['edits'], joined


def check_program(worker, config, relative, header, diagnostics, record, args, scratch):
    """(number of fixes, number of wrong ones)"""
    outputs = twin_outputs(relative, record, config)
    count = wrong = 0
    unfixed = not all(usable_fixes(diagnostics, args.classes))
    for label, edits, joined in options_for(diagnostics, args.classes):
        count += 1
        result = run_fixed(worker, relative, edits, scratch, header)
        problem = verdict(result, outputs)
        if problem and joined != edits:
            result = run_fixed(worker, relative, joined, scratch, header)
            problem = verdict(result, outputs)
        if problem and unfixed and gets_further(result, record['programs'][relative]['runs'][config], header):
            problem = ''
        if problem:
            wrong += 1
            print('WRONG %s %s: %s\n      %s' % (config, relative, label, problem))
        elif args.verbose:
            print('right %s %s: %s%s' % (config, relative, label, '' if outputs else ' (no twin)'))
    return count, wrong


def check_config(args, config, programs, record, scratch):
    worker = runner.ForkRunner(run_truth.python_of(args.environments, config),
                               run_truth.CONFIGS[config][1], scratch)
    folders = sorted({os.path.dirname(relative) for relative, _ in programs})
    found = {folder: findings(args.binary, VERSIONS[config], folder) for folder in folders}
    count = wrong = 0
    for relative, header in programs:
        folder = os.path.dirname(relative)
        path = os.path.join(run_truth.ROOT, relative)
        own = {os.path.basename(p) for p in [path] + headers.imported_neighbours(path)}
        diagnostics = [d for d in found[folder] if os.path.basename(d['file']) in own]
        more, bad = check_program(worker, config, relative, header, diagnostics, record, args, scratch)
        count, wrong = count + more, wrong + bad
    worker.close()
    print('%s: %d fixes run, %d wrong' % (config, count, wrong))
    return wrong


def main():
    p = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    p.add_argument('binary')
    p.add_argument('environments')
    p.add_argument('--only', nargs='*', default=[])
    p.add_argument('--classes', default='AB')
    p.add_argument('-v', '--verbose', action='store_true')
    args = p.parse_args()
    args.binary = os.path.abspath(args.binary)
    record = run_truth.load_record()
    programs = [(relative, header)
                for relative, header in headers.discover(run_truth.ROOT, run_truth.FOLDERS)
                if header.get('clean') != 'true' and '_fixed' not in relative
                and (not args.only or any(part in relative for part in args.only))]
    scratch = tempfile.mkdtemp(prefix='fixes')
    try:
        wrong = sum([check_config(args, c, programs, record, scratch) for c in VERSIONS
                     if run_truth.python_of(args.environments, c)])
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
