import type { Page } from 'playwright-core';

/** Compressed kilobytes (of 1,024 bytes) of all scripts this page has fetched or had at hand, as the server sends them. */
export function scriptKilobytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js')) as unknown as {
      encodedBodySize: number;
    }[];
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_024;
  });
}

/** Collects from now on what moves by itself under the reader's eyes, on every page this one goes to. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = globalThis as unknown as { layoutShift: number };
    shifts.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) shifts.layoutShift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The sum of layout shifts of the page so far (CLS counts the worst window of five seconds: never more than that). */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { layoutShift: number }).layoutShift);
}
