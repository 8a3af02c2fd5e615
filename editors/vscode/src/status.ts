// The entry in the language status menu of Python editors: is graphfence running, which one, and if not, why.
import * as vscode from 'vscode';

export class Status implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;

  constructor(selector: vscode.DocumentSelector) {
    this.item = vscode.languages.createLanguageStatusItem('graphfence.status', selector);
    this.item.name = 'graphfence';
    this.item.command = { command: 'graphfence.showLogs', title: 'Show Log' };
  }

  starting(): void {
    this.show('graphfence', 'starting', vscode.LanguageStatusSeverity.Information, true);
  }

  running(version: string, file: string): void {
    this.show(`graphfence ${version}`.trim(), file, vscode.LanguageStatusSeverity.Information);
  }

  disabled(): void {
    this.show('graphfence', 'switched off by graphfence.enable', vscode.LanguageStatusSeverity.Information);
  }

  failed(reason: string): void {
    this.show('graphfence is not running', reason, vscode.LanguageStatusSeverity.Error);
  }

  dispose(): void {
    this.item.dispose();
  }

  private show(text: string, detail: string, severity: vscode.LanguageStatusSeverity, busy = false): void {
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = severity;
    this.item.busy = busy;
  }
}
