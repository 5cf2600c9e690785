import type { BrowserContext, Page } from 'playwright-core';

/** Runs in the page, where this file's types do not reach. */
const RECORDING = `
  globalThis.seenProgress = [];
  new MutationObserver(() => {
    for (const word of document.body?.innerText.match(/Reading: .* of .*/g) ?? []) {
      if (seenProgress.at(-1) !== word) seenProgress.push(word);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

/** From its next page on, the browser keeps every word of progress that is ever shown. */
export async function recordProgress(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: RECORDING });
}

/** What the page has shown since it was loaded, in its order. */
export async function seenProgress(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { seenProgress: string[] }).seenProgress);
}
