// The settings this extension reads itself. `graphfence.trace.server` is missing here on purpose: the client library
// reads that key.
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

export interface Settings {
  readonly enable: boolean;
  readonly path: string;
  readonly args: readonly string[];
  readonly logFile: string;
}

/** A change to one of these means that the running server is no longer the one asked for. */
const restartKeys = ['graphfence.enable', 'graphfence.path', 'graphfence.args', 'graphfence.logFile'];

export function readSettings(): Settings {
  const config = vscode.workspace.getConfiguration('graphfence');
  return {
    enable: config.get('enable', true),
    path: absolute(config.get('path', '')),
    args: config.get<string[]>('args', []),
    logFile: absolute(config.get('logFile', '')),
  };
}

export function needsRestart(change: vscode.ConfigurationChangeEvent): boolean {
  return restartKeys.some(key => change.affectsConfiguration(key));
}

function absolute(value: string): string {
  const trimmed = value.trim();
  if (trimmed === '') return '';
  if (trimmed === '~' || trimmed.startsWith('~/') || trimmed.startsWith('~\\')) {
    return path.join(os.homedir(), trimmed.slice(1));
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return folder === undefined ? trimmed : path.resolve(folder, trimmed);
}
