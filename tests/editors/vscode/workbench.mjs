// What a user sees in the window: the squiggle, the hover, the quick fix menu, and the squiggle gone.
import path from 'node:path';
import { check, env, remote, withWorkbench } from './browser.mjs';

const squiggles = '.squiggly-error, .squiggly-warning, .squiggly-info';

async function shot(page, name) {
  if (env.GRAPHFENCE_SHOTS) await page.screenshot({ path: path.join(env.GRAPHFENCE_SHOTS, `${name}.png`) });
}

await withWorkbench([['openFile', remote(env.GRAPHFENCE_FILE)]], async (page, url) => {
  await page.goto(url);
  await page.waitForSelector('.monaco-editor .view-line', { timeout: 60000 });
  await page.waitForSelector(squiggles, { timeout: 60000, state: 'attached' });
  const count = await page.locator(squiggles).count();
  check('workbench: squiggle', count > 0, count);

  const box = await page.locator(squiggles).first().boundingBox();
  const x = box.x + Math.min(box.width / 2, 12), y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.waitForSelector('.monaco-hover:not(.hidden) .hover-row', { timeout: 30000 });
  await page.waitForTimeout(500); // the rows arrive one provider after the other
  check('workbench: hover', true, await page.locator('.monaco-hover:not(.hidden)').first().innerText());
  await shot(page, 'hover');
  await page.mouse.move(5, 5);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.monaco-hover:not(.hidden) .hover-row'), null, { timeout: 30000 });

  const text = () => page.locator('.view-lines').first().innerText();
  const before = await text();
  await page.mouse.click(x, y);
  // More than once: on a busy machine the first stroke may come before the editor has the focus.
  const menu = page.locator('.action-widget').first(); // a second one is for submenus
  for (let tries = 0; tries < 6 && !(await menu.isVisible()); tries++) {
    await page.keyboard.press('Control+.');
    await menu.waitFor({ timeout: 10000 }).catch(() => undefined);
  }
  await page.waitForTimeout(500);
  check('workbench: quick fix menu', true, await menu.innerText({ timeout: 1000 }));
  await shot(page, 'fix');
  await page.keyboard.press('Enter'); // the first row is ours; newer versions add rows of their own below
  await page.waitForFunction(([selector, old]) => document.querySelectorAll(selector).length < old, [squiggles, count],
    { timeout: 30000 });
  check('workbench: finding gone after the fix', (await text()) !== before);
});
