// Starts, stops and restarts the one language client of this window.
import * as vscode from 'vscode';
import {
  LanguageClient, RevealOutputChannelOn, State, type Executable, type LanguageClientOptions,
} from 'vscode-languageclient/node';
import { findExecutable } from './executable';
import { readSettings } from './settings';
import { Status } from './status';

// The schemes matter: without them the read-only `git:` side of a diff would be checked as well.
const selector = [
  { language: 'python', scheme: 'file' },
  { language: 'python', scheme: 'untitled' },
];

export class Server implements vscode.Disposable {
  private readonly log = vscode.window.createOutputChannel('graphfence');
  private readonly trace = vscode.window.createOutputChannel('graphfence trace');
  private readonly status = new Status(selector);
  private client: LanguageClient | undefined;
  /** Starts and stops run one after the other, in the order in which they were asked for. */
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly extensionFolder: string) {}

  start(): Promise<void> {
    return this.enqueue(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopNow());
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  showLog(): void {
    this.log.show(true);
  }

  dispose(): void {
    this.status.dispose();
    this.trace.dispose();
    this.log.dispose();
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step).catch((error: unknown) => this.fail(String(error)));
    return this.queue;
  }

  private async startNow(): Promise<void> {
    const settings = readSettings();
    if (!settings.enable) {
      this.status.disabled();
      return;
    }
    this.status.starting();
    const found = await findExecutable(settings.path, this.extensionFolder);
    if ('reason' in found) {
      this.fail(found.reason);
      return;
    }
    const args = ['server', ...settings.args];
    if (settings.logFile !== '') args.push('--log-file', settings.logFile);
    this.log.appendLine(`starting ${found.file} (${found.origin}) ${args.join(' ')}`);

    const run: Executable = { command: found.file, args };
    const options: LanguageClientOptions = {
      documentSelector: selector,
      diagnosticCollectionName: 'graphfence',
      outputChannel: this.log,
      traceOutputChannel: this.trace,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
    };
    const client = new LanguageClient('graphfence', 'graphfence', { run, debug: run }, options);
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) return; // a stop that was asked for is no failure
      if (newState === State.Running) {
        this.status.running(client.initializeResult?.serverInfo?.version ?? '', found.file);
      } else if (newState === State.Starting) {
        this.status.starting();
      } else {
        this.status.failed('The server stopped; the log may say why.');
      }
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.client = undefined;
      this.fail(`${found.file} did not start: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) return;
    try {
      await client.stop();
    } catch (error) {
      // A server that is already dead cannot say goodbye; what matters is that it is gone.
      this.log.appendLine(`stop: ${String(error)}`);
    }
    await client.dispose().catch(() => undefined);
  }

  private fail(reason: string): void {
    this.status.failed(reason);
    this.log.appendLine(reason);
    const settings = 'Open Settings';
    const log = 'Show Log';
    // Not awaited: the message stays until the user answers, and a restart must not wait for that.
    void vscode.window.showErrorMessage(`graphfence: ${reason}`, settings, log).then(answer => {
      if (answer === settings) void vscode.commands.executeCommand('workbench.action.openSettings', 'graphfence.path');
      if (answer === log) this.showLog();
    });
  }
}
