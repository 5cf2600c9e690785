import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules of WCAG 2.2 AA and good practice that the page breaks, with the elements that do. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
