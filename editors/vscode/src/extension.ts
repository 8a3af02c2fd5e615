import * as vscode from 'vscode';
import { Server } from './server';
import { needsRestart } from './settings';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const started = new Server(context.extensionPath);
  server = started;
  context.subscriptions.push(
    started,
    vscode.commands.registerCommand('graphfence.restart', () => started.restart()),
    vscode.commands.registerCommand('graphfence.showLogs', () => started.showLog()),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (needsRestart(change)) void started.restart();
    }),
    // Trust brings the restricted settings of the workspace into force.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void started.restart()),
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
