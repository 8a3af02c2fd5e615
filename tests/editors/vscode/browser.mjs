// Opens the workbench in a browser.
import { createRequire } from 'node:module';
import path from 'node:path';

export const env = process.env;
const { chromium } = createRequire(path.join(env.GRAPHFENCE_VSCODE_DIR, 'package.json'))('playwright-core');
const host = `127.0.0.1:${env.GRAPHFENCE_PORT}`;
export const remote = file => `vscode-remote://${host}${file}`;

let failed = 0;
export function check(name, condition, detail = '') {
  if (!condition) failed++;
  const text = detail === '' ? '' : `: ${String(detail).replace(/\s*\n\s*/g, ' | ')}`;
  console.log(`${condition ? 'ok' : 'FAIL'} ${name}${text}`);
  return condition;
}

/** Runs `body(page, url)` with a fresh browser; `payload` is what the workbench is told besides the folder. */
export async function withWorkbench(payload, body) {
  const browser = await chromium.launch({
    executablePath: env.GRAPHFENCE_CHROMIUM || '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const folder = encodeURIComponent(path.dirname(env.GRAPHFENCE_FILE));
  try {
    await body(page, `http://${host}/?folder=${folder}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
  } catch (error) {
    check('script', false, String(error).slice(0, 400));
    if (env.GRAPHFENCE_SHOTS) await page.screenshot({ path: path.join(env.GRAPHFENCE_SHOTS, 'failed.png') });
  }
  await browser.close();
  process.exitCode = failed ? 1 : 0;
}
