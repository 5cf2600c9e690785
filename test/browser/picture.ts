import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Where to leave pictures of each step; set it to look at them. */
const KEPT_IN = process.env['JOURNEY_PICTURES'];

/** Leaves a picture of the whole page where somebody wants to look at them, else does nothing. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (KEPT_IN === undefined) return;
  mkdirSync(KEPT_IN, { recursive: true });
  await page.screenshot({ path: join(KEPT_IN, `${name}.png`), fullPage: true });
}
