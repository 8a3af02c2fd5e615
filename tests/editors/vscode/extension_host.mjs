// Lets the workbench run host_tests/index.js inside the extension host and waits for its verdict.
import path from 'node:path';
import { check, env, remote, withWorkbench } from './browser.mjs';

const here = import.meta.dirname;
const payload = [['extensionDevelopmentPath', remote(path.join(here, 'holder'))],
  ['extensionTestsPath', remote(path.join(here, 'host_tests', 'index.js'))]];

await withWorkbench(payload, async (page, url) => {
  let exit = null;
  const said = new Set(); // what the language status item of the window has said (the test driver hides message boxes)
  await page.exposeFunction('codeAutomationLog', (_type, args) => {
    if (env.GRAPHFENCE_VERBOSE) console.log('log', JSON.stringify(args).slice(0, 200));
  });
  await page.exposeFunction('codeAutomationExit', code => { exit = code; });
  await page.goto(url);
  for (const start = Date.now(); exit === null && Date.now() - start < 240000;) {
    const status = page.locator('[id="status.languageStatus"] [aria-label]').first();
    const label = await status.getAttribute('aria-label', { timeout: 200 }).catch(() => '');
    const ours = /graphfence.*?(?=, next: |$)/.exec(label); // other extensions have entries, too
    if (ours) said.add(ours[0]);
    await page.waitForTimeout(100);
  }
  const texts = [...said].join(' | ');
  check('language status: running', /graphfence /.test(texts), texts);
  check('language status: not running', /graphfence is not running/.test(texts));
  check('extension host tests', exit === 0, `exit ${exit}`);
});
