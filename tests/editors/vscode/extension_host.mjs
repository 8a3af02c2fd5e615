// Lets the workbench run host_tests/index.js inside the extension host and waits for its verdict.
import path from 'node:path';
import { check, env, remote, withWorkbench } from './browser.mjs';

const here = import.meta.dirname;
const payload = [['extensionDevelopmentPath', remote(path.join(here, 'holder'))],
  ['extensionTestsPath', remote(path.join(here, 'host_tests', 'index.js'))]];

await withWorkbench(payload, async (page, url) => {
  let exit = null;
  await page.exposeFunction('codeAutomationLog', (_type, args) => {
    if (env.GRAPHFENCE_VERBOSE) console.log('log', JSON.stringify(args).slice(0, 200));
  });
  await page.exposeFunction('codeAutomationExit', code => { exit = code; });
  await page.goto(url);
  for (const start = Date.now(); exit === null && Date.now() - start < 240000;) await page.waitForTimeout(100);
  check('extension host tests', exit === 0, `exit ${exit}`);
});
