import type { Page } from 'playwright-core';

/** What the API does to a screen: answers of an empty ledger, no answer at all, or failures. */
export type ApiMood = 'answers' | (typeof TROUBLES)[number];
export const TROUBLES = ['keeps waiting', 'fails'] as const;

/** Who is signed in is answered in every mood: without it there is no screen to be in trouble. */
const ALWAYS_ANSWERED = /\/api\/auth\/(?:user|session)$/;
/** A stream that never says anything is what a healthy one looks like. */
const STREAM = /\/api\/events$/;

const FAILURE = {
  responseCode: 503,
  responseHeaders: [
    { name: 'X-Request-Id', value: '00000000-0000-4000-8000-000000000000' },
    { name: 'Retry-After', value: '3' },
  ],
  body: Buffer.from('The service does not answer. Try again in a moment.').toString('base64'),
};

/**
 * Puts the API into a mood, which every read of the page meets from then on; what is held back is let go when the page is left.
 * In Chromium's own words, because `page.route` has the browser keep nothing: each screen would fetch and compile the whole
 * application anew.
 */
export async function moodOfApi(page: Page): Promise<(mood: ApiMood) => Promise<void>> {
  const chromium = await page.context().newCDPSession(page);
  let mood: ApiMood = 'answers';
  chromium.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    // A page that is left takes its requests along: nobody is there any more to be answered.
    const gone = () => undefined;
    if (ALWAYS_ANSWERED.test(pathname)) chromium.send('Fetch.continueRequest', { requestId }).catch(gone);
    else if (mood === 'fails' && !STREAM.test(pathname))
      chromium.send('Fetch.fulfillRequest', { requestId, ...FAILURE }).catch(gone);
  });
  return async (next) => {
    mood = next;
    await chromium.send('Fetch.disable');
    if (next !== 'answers') await chromium.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  };
}
