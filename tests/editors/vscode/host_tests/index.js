// Runs inside the extension host, with our extension installed from its package. Returning means success, throwing failure.
'use strict';
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const log = line => fs.appendFileSync(process.env.GRAPHFENCE_OUT, `${line}\n`);

function check(name, condition, detail = '') {
  log(`${condition ? 'ok' : 'FAIL'} host: ${name}${detail === '' ? '' : `: ${String(detail).replace(/\s*\n\s*/g, ' | ')}`}`);
  if (!condition) throw new Error(name);
}

const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

async function until(condition, milliseconds = 30000) {
  for (const start = Date.now(); Date.now() - start < milliseconds;) {
    if (condition()) return true;
    await sleep(50);
  }
  return condition();
}

function serverPids() {
  const script = path.join(process.env.GRAPHFENCE_TREE, 'tests', 'editors', 'server_pids.sh');
  return execFileSync(script, { encoding: 'utf8' }).split('\n').filter(Boolean).map(Number);
}

const set = (key, value) =>
  vscode.workspace.getConfiguration('graphfence').update(key, value, vscode.ConfigurationTarget.Global);

exports.run = async function () {
  const document = await vscode.workspace.openTextDocument(process.env.GRAPHFENCE_FILE);
  const editor = await vscode.window.showTextDocument(document);
  const covered = each => document.getText(each.range);
  const codeOf = each => typeof each.code === 'object' ? each.code.value : each.code;
  const all = () => vscode.languages.getDiagnostics(document.uri);
  const found = () => all().filter(each => covered(each).includes('add_loss'));
  const messages = () => all().map(each => each.message).join(' | ');
  const toggle = async name => { // an edit and its undo, to see that the running server follows edits
    const line = first.range.start.line + 1;
    await vscode.window.showTextDocument(document); // another command may have moved the focus
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '# moved\n'));
    check(name, await until(() => found().some(each => each.range.start.line === line)), messages());
    await vscode.commands.executeCommand('undo');
    await until(() => found().some(each => each.range.start.line === first.range.start.line));
  };

  const extension = vscode.extensions.getExtension('graphfence.graphfence');
  check('extension installed', extension, `VS Code ${vscode.version}, Node ${process.version}`);
  check('activated by the Python file', await until(() => extension.isActive));
  check('diagnostic', await until(() => found().length > 0), messages());
  const first = found()[0];
  check('diagnostic has a code', codeOf(first), codeOf(first));

  const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, first.range.start);
  const shown = hovers.flatMap(each => each.contents.map(content => content.value)).join(' | ');
  check('hover', shown !== '', shown);

  const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, first.range,
    undefined, 20);
  const fix = actions.find(each => each.isPreferred && each.edit) || actions.find(each => each.edit);
  check('code action', fix, actions.map(each => each.title).join(' | '));
  await vscode.workspace.applyEdit(fix.edit);
  // By its code: until the new findings arrive, the range of the old one may lie on other text.
  check('finding gone after the fix', await until(() => !all().some(each => codeOf(each) === codeOf(first))), messages());
  await vscode.commands.executeCommand('undo');
  check('finding back after undo', await until(() => found().length > 0), messages());

  let [pid] = serverPids();
  if (pid !== undefined) { // Linux
    check('one server runs', serverPids().length === 1, serverPids());
    process.kill(pid, 'SIGKILL');
    check('killed server started again', await until(() => serverPids().length === 1 && serverPids()[0] !== pid));
    await toggle('diagnostic from the server started again');
    [pid] = serverPids();
  }

  await vscode.commands.executeCommand('graphfence.restart');
  if (pid !== undefined) check('restart command: another process', await until(() => serverPids().length === 1 && serverPids()[0] !== pid));
  await toggle('restart command: diagnostic');
  await vscode.commands.executeCommand('graphfence.showLogs');

  await set('enable', false);
  check('switched off: findings gone', await until(() => all().length === 0), messages());
  check('switched off: server gone', await until(() => serverPids().length === 0), serverPids());
  await set('enable', undefined);
  check('switched on: diagnostic', await until(() => found().length > 0), messages());

  await set('path', '/nowhere/graphfence');
  check('wrong path: findings and server gone', await until(() => all().length === 0 && serverPids().length === 0), messages());
  await sleep(1500); // extension_host.mjs reads what the window says about it
  await set('path', undefined);
  check('path back: diagnostic', await until(() => found().length > 0), messages());

  if (pid !== undefined) {
    const file = path.join(path.dirname(process.env.GRAPHFENCE_OUT), 'graphfence.log');
    await set('logFile', file);
    const carries = each => {
      try {
        return fs.readFileSync(`/proc/${each}/cmdline`, 'utf8').includes(`--log-file\0${file}\0`);
      } catch {
        return false; // it ended in between
      }
    };
    check('log file is passed on', await until(() => serverPids().some(carries)));
    await toggle('log file: diagnostic');
    await set('logFile', undefined);
  }
  log('ok end of script');
};
