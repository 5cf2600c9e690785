import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What depends on colours, for a page that has passed every rule in another theme. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * Rules of WCAG 2.2 AA and good practice that the page breaks, with the elements that do.
 *
 * @param only these rules of axe; all of them unless given
 */
export async function violationsOn(page: Page, only?: readonly string[]): Promise<string[]> {
  // Half a megabyte: once for each page that is loaded.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // Half-way through a transition every colour is a mixture.
  await page.evaluate(async () => {
    // One whose element goes is given up.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  return page.evaluate(
    async (rules) => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        rules === null ? {} : { runOnly: { type: 'rule', values: rules } },
      );
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    only === undefined ? null : [...only],
  );
}
