// The order in which the executable is looked for. Run by build.sh, outside VS Code.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { findExecutable } from '../src/executable';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'graphfence-executable-'));
const name = process.platform === 'win32' ? 'graphfence.exe' : 'graphfence';
const pathBefore = process.env['PATH'];

function place(folder: string, mode = 0o755): string {
  const file = path.join(root, folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '', { mode });
  return file;
}

before(() => {
  process.env['PATH'] = [path.join(root, 'empty'), path.join(root, 'path')].join(path.delimiter);
});

after(() => {
  process.env['PATH'] = pathBefore;
  fs.rmSync(root, { recursive: true });
});

test('without any, the reason says what to do', async () => {
  const found = await findExecutable('', path.join(root, 'extension'));
  assert.match('reason' in found ? found.reason : '', /Install graphfence or set graphfence\.path/);
});

test('the first on PATH is taken', async () => {
  const file = place('path');
  assert.deepEqual(await findExecutable('', path.join(root, 'extension')), { file, origin: 'PATH' });
});

test('a relative folder on PATH is not searched', async () => {
  place('relative');
  const here = process.cwd();
  process.chdir(root);
  process.env['PATH'] = ['relative', path.join(root, 'path')].join(path.delimiter);
  const found = await findExecutable('', path.join(root, 'extension'));
  process.chdir(here);
  assert.deepEqual(found, { file: path.join(root, 'path', name), origin: 'PATH' });
});

test('a file that may not be executed is passed over', { skip: process.platform === 'win32' }, async () => {
  place('empty', 0o644);
  process.env['PATH'] = [path.join(root, 'empty'), path.join(root, 'path')].join(path.delimiter);
  const found = await findExecutable('', path.join(root, 'extension'));
  assert.deepEqual(found, { file: path.join(root, 'path', name), origin: 'PATH' });
});

test('the packaged one comes before PATH', async () => {
  const file = place(path.join('extension', 'server'));
  assert.deepEqual(await findExecutable('', path.join(root, 'extension')), { file, origin: 'bundled' });
});

test('the setting comes first', async () => {
  const file = place('elsewhere');
  assert.deepEqual(await findExecutable(file, path.join(root, 'extension')), { file, origin: 'setting' });
});

test('a setting that does not work is reported, not replaced', async () => {
  for (const setting of [path.join(root, 'nothing'), root]) {
    const found = await findExecutable(setting, path.join(root, 'extension'));
    assert.match('reason' in found ? found.reason : '', /^graphfence\.path is set to/);
  }
});
