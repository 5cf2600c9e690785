import type { Page, Route } from 'playwright-core';

/** What the API does to a screen: answers of an empty ledger, no answer at all, or failures. */
export type ApiMood = 'answers' | (typeof TROUBLES)[number];
export const TROUBLES = ['keeps waiting', 'fails'] as const;

/** Who is signed in is answered in every mood: without it there is no screen to be in trouble. */
const ALWAYS_ANSWERED = /\/api\/auth\/(?:user|session)$/;

/** Every read of the page meets the mood from now on; what is held back is let go when the page is left. */
export async function setMood(page: Page, mood: ApiMood): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (mood === 'answers') return;
  await page.route(/\/api\//, async (route: Route) => {
    if (ALWAYS_ANSWERED.test(new URL(route.request().url()).pathname)) return route.continue();
    // A stream that never says anything is what a healthy one looks like.
    if (mood === 'keeps waiting' || route.request().url().endsWith('/api/events')) return undefined;
    return route.fulfill({
      status: 503,
      headers: { 'X-Request-Id': '00000000-0000-4000-8000-000000000000', 'Retry-After': '3' },
      body: 'The service does not answer. Try again in a moment.',
    });
  });
}
