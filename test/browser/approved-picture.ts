import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { differenceOf, MOST_DIFFERENT } from './difference-of.ts';

/** Set to take what is on the screen for right, after having looked at it. */
const APPROVING = process.env['APPROVE_PICTURES'] !== undefined;
const APPROVED = fileURLToPath(new URL('../journey/approved', import.meta.url));

/**
 * Holds the window against the picture a person approved, coarsely: other fonts pass, a part that is missing, moved or of
 * another colour does not.
 *
 * @returns the share of its area that looks different, 0 while it is alike enough; 1 when nobody has approved a picture of
 *   that name. The one taken now is then left beside the approved one as `<name>.actual.png`.
 */
export async function differenceFromApproved(page: Page, name: string): Promise<number> {
  // What the pointer rests on is drawn otherwise.
  await page.mouse.move(0, 0);
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const approved = join(APPROVED, `${name}.png`);
  if (APPROVING) {
    mkdirSync(APPROVED, { recursive: true });
    writeFileSync(approved, taken);
    return 0;
  }
  const difference = existsSync(approved) ? await differenceOf(readFileSync(approved), taken) : 1;
  if (difference <= MOST_DIFFERENT) return 0;
  writeFileSync(join(APPROVED, `${name}.actual.png`), taken);
  return difference;
}
