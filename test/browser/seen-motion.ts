import type { Page } from 'playwright-core';

/** What takes longer moves before one's eyes; a transition that is switched off has one millisecond at most. */
const NOTICED_MS = 20;

/** Whether anything on the page moves by itself while `act` is done and settles. */
export async function isMovingWhile(page: Page, act: () => Promise<void>): Promise<boolean> {
  await page.evaluate((noticed) => {
    const seen = { moving: false, watching: true };
    const look = (): void => {
      seen.moving ||= document
        .getAnimations()
        .some(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > noticed);
      if (seen.watching) requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { seenMotion: seen });
  }, NOTICED_MS);
  await act();
  return page.evaluate(() => {
    const { seenMotion } = globalThis as unknown as { seenMotion: { moving: boolean; watching: boolean } };
    seenMotion.watching = false;
    return seenMotion.moving;
  });
}
