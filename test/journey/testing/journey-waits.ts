import { setTimeout as pause } from 'node:timers/promises';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import type { BrowserContext, Page } from 'playwright-core';

/**
 * Whether alerts exist and no longer change. Detection adds them in several steps, and a click misses a row that moves.
 */
export async function areAlertsSettled(staff: StaffClient): Promise<boolean> {
  const { text } = await staff.get('/api/unusual-activities');
  await pause(1_000);
  return text !== '[]' && (await staff.get('/api/unusual-activities')).text === text;
}

/** Runs in the page, where this file's types are unknown. */
const RECORDER_SCRIPT = `
  globalThis.seenProgress = [];
  new MutationObserver(() => {
    for (const word of document.body?.innerText.match(/Reading: .* of .*/g) ?? []) {
      if (seenProgress.at(-1) !== word) seenProgress.push(word);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

/** From the next page on, the browser records every progress text it shows. */
export async function recordProgress(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: RECORDER_SCRIPT });
}

/** Progress texts since the page was loaded, in order. */
export async function shownProgress(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { seenProgress: string[] }).seenProgress);
}
