"""Runs programs under an interpreter that has TensorFlow.

fork mode   a server imports TensorFlow (and the Keras it will use) once and
            forks a child for each program; no TensorFlow op runs in the server.
fresh mode  `python program.py` in a process of its own, slower by a factor of
            ten; used to check that forking changes nothing.

This file is also the server: `PYTHON runner.py --serve`.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import reading


# --------------------------------------------------------------------------
# child side, under the interpreter that has TensorFlow

def preload():
    import warnings
    warnings.simplefilter('ignore')
    import tensorflow as tf
    for name in ('layers.Dense', 'Model', 'optimizers.SGD'):
        target = tf.keras
        for part in name.split('.'):
            target = getattr(target, part)
    try:
        import keras  # noqa: F401
    except ImportError:
        pass
    return versions(tf)


def versions(tf):
    found = {'python': '%d.%d' % sys.version_info[:2], 'tensorflow': tf.__version__}
    for key, module in (('tf.keras', tf.keras), ('keras', sys.modules.get('keras'))):
        number = getattr(module, '__version__', None)
        if callable(getattr(module, 'version', None)):
            number = module.version()
        if number:
            found[key] = number
    return found


def run_program(path, out):
    """Execute `path` as __main__ and write what happened to `out` (JSON)."""
    import traceback
    import types
    record = {'exit': 0, 'exception': '', 'mro': [], 'place': None, 'message': ''}
    module = types.ModuleType('__main__')
    module.__file__ = path
    module.__builtins__ = __builtins__
    sys.modules['__main__'] = module
    sys.argv = [path]
    folder = os.path.dirname(path)
    sys.path[0] = folder
    try:
        with open(path, encoding='utf-8') as f:
            code = compile(f.read(), path, 'exec')
        exec(code, module.__dict__)
    except SystemExit as e:
        record['exit'] = e.code if isinstance(e.code, int) else (
            0 if e.code is None else 1)
    except BaseException as e:  # noqa: B902
        record['exit'] = 1
        kind = type(e)
        record['exception'] = kind.__module__ + '.' + kind.__qualname__
        record['mro'] = [k.__name__ for k in kind.__mro__]
        tb, text = e.__traceback__, str(e)
        while tb is not None:
            name = tb.tb_frame.f_code.co_filename
            if os.path.dirname(name) == folder:
                record['place'] = (name, tb.tb_lineno)
            tb = tb.tb_next
        if isinstance(e, SyntaxError):
            record['place'] = (path, e.lineno)
        record['place'] = reading.autograph_place(text, folder) or record['place']
        record['message'] = text[:6000]
        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            pass
    with open(out + '.part', 'w') as f:
        json.dump(record, f)
    os.replace(out + '.part', out)
    return record['exit']


def child(job):
    os.setpgid(0, 0)
    for name, fd in (('stdout', 1), ('stderr', 2)):
        os.dup2(os.open(job[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), fd)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(job['cwd'])
    sys.stdout = os.fdopen(1, 'w', buffering=1)
    sys.stderr = os.fdopen(2, 'w', buffering=1)
    code = 70
    try:
        code = run_program(job['path'], job['out'])
    finally:
        os._exit(code if isinstance(code, int) else 1)


def wait_for(pid, seconds):
    """(ended late, wait status)"""
    limit = time.time() + seconds
    while time.time() <= limit:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return False, status
        time.sleep(0.02)
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        os.kill(pid, signal.SIGKILL)
    return True, os.waitpid(pid, 0)[1]


def serve():
    """stdin: one JSON job a line; stdout: one JSON line for each job."""
    answer = os.fdopen(os.dup(1), 'w')
    os.dup2(2, 1)
    answer.write(json.dumps(preload()) + '\n')
    answer.flush()
    for row in iter(sys.stdin.readline, ''):
        job = json.loads(row)
        pid = os.fork()
        if pid == 0:
            child(job)
        late, status = wait_for(pid, job['timeout'])
        answer.write(json.dumps({'timeout': late, 'wait': status}) + '\n')
        answer.flush()


# --------------------------------------------------------------------------
# driver side

def environment(extra, scratch):
    env = dict(os.environ)
    env.update({'CUDA_VISIBLE_DEVICES': '', 'TF_CPP_MIN_LOG_LEVEL': '3',
                'TF_ENABLE_ONEDNN_OPTS': '0', 'PYTHONUNBUFFERED': '1',
                'MPLBACKEND': 'Agg', 'PYTHONDONTWRITEBYTECODE': '1',
                'TMPDIR': scratch})
    for name in ('PYTHONPATH', 'TF_USE_LEGACY_KERAS', 'KERAS_BACKEND', 'VIRTUAL_ENV'):
        env.pop(name, None)
    env.update(extra)
    return env


class ForkRunner:
    """One server process; `versions` says what it imported."""

    def __init__(self, python, extra, scratch):
        self.scratch = scratch
        self.server = subprocess.Popen(
            [python, os.path.abspath(__file__), '--serve'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=environment(extra, scratch),
            text=True, cwd=scratch)
        hello = self.server.stdout.readline()
        if not hello:
            raise RuntimeError('TensorFlow does not start under ' + python)
        self.versions = json.loads(hello)

    def run(self, path, timeout):
        cwd = tempfile.mkdtemp(dir=self.scratch)
        base = os.path.join(cwd, '_truth')
        job = {'path': path, 'out': base + '.json', 'stdout': base + '.out',
               'stderr': base + '.err', 'timeout': timeout, 'cwd': cwd}
        self.server.stdin.write(json.dumps(job) + '\n')
        self.server.stdin.flush()
        reply = json.loads(self.server.stdout.readline())
        raw = {'exit': None, 'exception': '', 'mro': [], 'place': None, 'message': ''}
        if os.path.exists(job['out']):
            with open(job['out']) as f:
                raw.update(json.load(f))
        elif not reply['timeout']:
            raw['exception'] = 'died'
        raw['timeout'] = reply['timeout']
        for key in ('stdout', 'stderr'):
            raw[key] = ''
            if os.path.exists(job[key]):
                with open(job[key], errors='replace') as f:
                    raw[key] = f.read()
        shutil.rmtree(cwd, ignore_errors=True)
        return raw

    def close(self):
        self.server.stdin.close()
        self.server.wait()


class FreshRunner:
    """A new interpreter for each program."""

    def __init__(self, python, extra, scratch):
        self.python, self.scratch = python, scratch
        self.env = environment(extra, scratch)
        self.versions = {}

    def run(self, path, timeout):
        cwd = tempfile.mkdtemp(dir=self.scratch)
        out = os.path.join(cwd, '_truth.json')
        raw = {'exit': None, 'exception': '', 'mro': [], 'place': None,
               'message': '', 'timeout': False, 'stdout': '', 'stderr': ''}
        starter = ('import sys; sys.path.insert(0, %r); import runner; '
                   'sys.path.pop(0); sys.exit(runner.run_program(%r, %r))'
                   % (os.path.dirname(os.path.abspath(__file__)), path, out))
        try:
            r = subprocess.run([self.python, '-c', starter], env=self.env,
                               cwd=cwd, stdin=subprocess.DEVNULL,
                               timeout=timeout, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True,
                               errors='replace')
            raw.update(exit=r.returncode, stdout=r.stdout, stderr=r.stderr)
            if os.path.exists(out):
                with open(out) as f:
                    raw.update(json.load(f))
            else:
                raw['exception'] = 'died'
        except subprocess.TimeoutExpired:
            raw['timeout'] = True
        finally:
            shutil.rmtree(cwd, ignore_errors=True)
        return raw

    def close(self):
        pass


if __name__ == '__main__' and '--serve' in sys.argv:
    serve()
