#!/usr/bin/env python3
"""Runs the truth programs on real TensorFlow and keeps record.json.

    run_truth.py ENVIRONMENTS                 run what changed, write the record
    run_truth.py ENVIRONMENTS --all           run everything again
    run_truth.py ENVIRONMENTS --compare [--sample N]
                                              run and compare with the record, write nothing

ENVIRONMENTS is the folder made by environments.sh. Options: --config NAME…,
--only TEXT… (part of the program's path), --mode fresh, --timeout SECONDS, -v.
Needs Python 3.8 or later and nothing else; TensorFlow lives in the environments.
"""
import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time

import headers
import reading
import runner

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RECORD = os.path.join(HERE, 'record.json')
FOLDERS = ['examples', 'tests/fixtures']
# configuration -> (environment, variables)
CONFIGS = {'k28': ('k28', {}), 'k2': ('k2', {}),
           'leg': ('k3', {'TF_USE_LEGACY_KERAS': '1'}), 'k3': ('k3', {})}


def load_record():
    if not os.path.exists(RECORD):
        return {'version': 1, 'environments': {}, 'programs': {}}
    with open(RECORD, encoding='utf-8') as f:
        return json.load(f)


def save_record(record):
    with open(RECORD + '.part', 'w', encoding='utf-8') as f:
        json.dump(record, f, indent=1, sort_keys=True, ensure_ascii=False)
        f.write('\n')
    os.replace(RECORD + '.part', RECORD)


def python_of(environments, config):
    path = os.path.join(os.path.abspath(environments), CONFIGS[config][0], 'bin', 'python')
    return path if os.path.exists(path) else None


def run_once(worker, path, timeout):
    result = reading.run_record(worker.run(path, timeout), path)
    if headers.parse_header(headers.read_program(path)).get('varies') == 'numbers':
        result['stdout'] = [reading.NUMBER.sub('~', row) for row in result['stdout']]
    return result


def work_list(programs, record, config, everything):
    """Programs whose record for this configuration is missing or out of step."""
    chosen = []
    for relative, _ in programs:
        known = record['programs'].get(relative, {})
        fresh = known.get('digest') == headers.program_digest(os.path.join(ROOT, relative))
        if everything or not fresh or config not in known.get('runs', {}):
            chosen.append(relative)
    return chosen


def record_config(worker, config, chosen, record, args):
    """Two runs of each program, so that what varies is marked as such."""
    for relative in chosen:
        path = os.path.join(ROOT, relative)
        digest = headers.program_digest(path)
        begin = time.time()
        first = run_once(worker, path, args.timeout)
        result = reading.merge(first, run_once(worker, path, args.timeout))
        entry = record['programs'].setdefault(relative, {'digest': digest, 'runs': {}})
        if entry['digest'] != digest:
            entry.update(digest=digest, runs={})
        entry['runs'][config] = result
        if args.verbose:
            print('%s %s: %s %s %s (%.1f s)' % (
                config, relative, result['status'], result.get('exception', ''),
                result.get('line', ''), time.time() - begin), flush=True)


def compare_config(worker, config, chosen, record, args):
    """Number of programs whose live run differs from the record."""
    bad = 0
    for relative in chosen:
        recorded = record['programs'].get(relative, {}).get('runs', {}).get(config)
        if recorded is None:
            print('%s %s: no record' % (config, relative))
            bad += 1
            continue
        live = run_once(worker, os.path.join(ROOT, relative), args.timeout)
        found = reading.differences(recorded, live)
        if found:
            bad += 1
            print('%s %s: %s' % (config, relative, '; '.join(found)), flush=True)
        elif args.verbose:
            print('%s %s: as recorded' % (config, relative), flush=True)
    return bad


def forget_removed(record, programs):
    names = {relative for relative, _ in programs}
    for relative in [r for r in record['programs'] if r not in names]:
        del record['programs'][relative]


def sample(programs, count):
    """A different sample each day, the same on the day."""
    chooser = random.Random(time.strftime('%Y-%m-%d'))
    return sorted(chooser.sample(programs, min(count, len(programs))))


def options():
    p = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    p.add_argument('environments')
    p.add_argument('--config', nargs='*', choices=sorted(CONFIGS))
    p.add_argument('--only', nargs='*', default=[])
    p.add_argument('--all', action='store_true')
    p.add_argument('--compare', action='store_true')
    p.add_argument('--sample', type=int, default=0)
    p.add_argument('--mode', choices=('fork', 'fresh'), default='fork')
    p.add_argument('--timeout', type=float, default=180)
    p.add_argument('-v', '--verbose', action='store_true')
    return p.parse_args()


def main():
    args = options()
    record = load_record()
    programs = headers.discover(ROOT, FOLDERS)
    if not args.compare:
        forget_removed(record, programs)
    if args.only:
        programs = [p for p in programs if any(part in p[0] for part in args.only)]
    if args.sample:
        programs = sample(programs, args.sample)
    scratch = tempfile.mkdtemp(prefix='truth')
    bad = runs = 0
    try:
        for config in args.config or CONFIGS:
            python = python_of(args.environments, config)
            if not python:
                print('%s: skipped, no environment' % config)
                continue
            everything = args.all or args.compare
            chosen = work_list(programs, record, config, everything)
            if not chosen:
                continue
            print('%s: %d programs' % (config, len(chosen)), flush=True)
            kind = runner.ForkRunner if args.mode == 'fork' else runner.FreshRunner
            worker = kind(python, CONFIGS[config][1], scratch)
            if args.compare:
                bad += compare_config(worker, config, chosen, record, args)
            else:
                record_config(worker, config, chosen, record, args)
                if worker.versions:
                    record['environments'][config] = worker.versions
                save_record(record)
            worker.close()
            runs += len(chosen)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if not args.compare:
        save_record(record)
    print('%d runs%s' % (runs, ', %d differ from the record' % bad if args.compare else ''))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
