import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Nothing but colours differs between the two: the second time only their rules are asked. */
const THEMES = [
  { theme: 'light', rules: null },
  { theme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const;

/** Nothing is worked out for the elements that break no rule, which are nearly all. */
const LEAN = { resultTypes: ['violations' as const], selectors: false, preload: false };

/**
 * Rules of WCAG 2.2 AA and good practice that the page breaks in the light theme and in the dark one, with the elements
 * that do. It stays where it is and is light afterwards.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { theme, rules } of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    found.push(...(await brokenRules(page, rules)).map((broken) => `${theme}: ${broken}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** @param only these rules of axe; all of them for `null` */
async function brokenRules(page: Page, only: readonly string[] | null): Promise<string[]> {
  // Half a megabyte: once for each page that is loaded.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // Half-way through a transition every colour is a mixture.
  await page.evaluate(async () => {
    // One whose element goes is given up.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
  return page.evaluate(
    async ({ lean, rules }) => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run({
        ...lean,
        ...(rules === null ? {} : { runOnly: { type: 'rule', values: rules } }),
      });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    { lean: LEAN, rules: only === null ? null : [...only] },
  );
}
