#!/usr/bin/env python3
"""Runs a dozen programs on real TensorFlow, both generations, and holds them against the record.

    live.py FOLDER

FOLDER: where the environments are, or are made (environments.sh; `TRUTH_ENVIRONMENTS` names another). Exit 77, "cannot run
here", when they cannot be had: no fitting Python, no package index, or not within the time.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = 12
MINUTES = 15
SKIPPED = 77


def main():
    folder = os.environ.get('TRUTH_ENVIRONMENTS', sys.argv[1])
    names = ['k3', 'k2']
    try:
        made = subprocess.run([os.path.join(HERE, 'environments.sh'), folder, *names], timeout=60 * MINUTES).returncode
    except subprocess.TimeoutExpired:
        made = 1
    ready = all(os.path.exists(os.path.join(folder, name, 'complete')) for name in names)
    if made != 0 or not ready:
        print('no environments with TensorFlow: nothing was run')
        return SKIPPED
    return subprocess.run([sys.executable, os.path.join(HERE, 'run_truth.py'), folder, '--compare',
                           '--sample', str(PROGRAMS)]).returncode


if __name__ == '__main__':
    sys.exit(main())
