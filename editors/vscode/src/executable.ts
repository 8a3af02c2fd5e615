// Which graphfence runs: the setting, else the one packaged with the extension, else the first on PATH.
import * as fs from 'node:fs/promises';
import { constants } from 'node:fs';
import * as path from 'node:path';

export type Origin = 'setting' | 'bundled' | 'PATH';

export interface Found {
  readonly file: string;
  readonly origin: Origin;
}

export interface Missing {
  /** One sentence for the user. */
  readonly reason: string;
}

const windows = process.platform === 'win32';
const fileName = windows ? 'graphfence.exe' : 'graphfence';

export async function findExecutable(setting: string, extensionFolder: string): Promise<Found | Missing> {
  // A setting that does not work is reported, never silently replaced by another executable.
  if (setting !== '') {
    return (await isExecutable(setting))
      ? { file: setting, origin: 'setting' }
      : { reason: `graphfence.path is set to "${setting}", which is not an executable file.` };
  }
  const bundled = path.join(extensionFolder, 'server', fileName);
  if (await isExecutable(bundled)) return { file: bundled, origin: 'bundled' };
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    // Relative entries of PATH would let a workspace decide what runs.
    if (!path.isAbsolute(folder)) continue;
    const candidate = path.join(folder, fileName);
    if (await isExecutable(candidate)) return { file: candidate, origin: 'PATH' };
  }
  return {
    reason: `This package of the extension brings no "${fileName}" and there is none on PATH. Install graphfence or set graphfence.path.`,
  };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await fs.access(file, windows ? constants.F_OK : constants.X_OK);
    return (await fs.stat(file)).isFile();
  } catch {
    return false;
  }
}
