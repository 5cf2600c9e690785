import type { Page } from 'playwright-core';
import { SCREEN_URLS } from '../../../web/src/testing/screen-urls.ts';

/** How the API behaves: it responds as for an empty ledger, does not respond, or fails. */
export type ApiBehavior = 'answers' | (typeof API_FAILURES)[number];
export const API_FAILURES = ['keeps waiting', 'fails'] as const;

/** The current user is always returned: without it no screen is shown. */
const ALWAYS_ANSWERED = /\/api\/auth\/(?:user|session)$/;
/** A healthy event stream may stay silent. */
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
 * Sets how the API responds to every later read from the page. Held requests are dropped when the page is left. Uses
 * the Chromium protocol, because `page.route` turns off the cache, and each screen would fetch and compile the whole
 * application again.
 */
export async function controlApiBehavior(page: Page): Promise<(behavior: ApiBehavior) => Promise<void>> {
  const chromium = await page.context().newCDPSession(page);
  let behavior: ApiBehavior = 'answers';
  chromium.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    // Requests from a page that was left no longer exist and cannot be answered.
    const ignore = () => undefined;
    if (ALWAYS_ANSWERED.test(pathname)) chromium.send('Fetch.continueRequest', { requestId }).catch(ignore);
    else if (behavior === 'fails' && !STREAM.test(pathname))
      chromium.send('Fetch.fulfillRequest', { requestId, ...FAILURE }).catch(ignore);
  });
  return async (next) => {
    behavior = next;
    await chromium.send('Fetch.disable');
    if (next !== 'answers') await chromium.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  };
}

/** Screens with an approved screenshot, and a text that each shows once it is drawn. */
export const APPROVED_SCREENS = [
  { name: 'dashboard', path: '/', theme: 'light', drawn: 'canvas' },
  { name: 'dashboard-dark', path: '/', theme: 'dark', drawn: 'canvas' },
  { name: 'fraud', path: '/fraud', theme: 'light', drawn: 'ul[aria-label="Alerts"] li' },
  { name: 'members', path: '/analysis', theme: 'dark', drawn: 'tbody tr' },
  { name: 'companies', path: '/companies', theme: 'light', drawn: 'tbody tr' },
  { name: 'report', path: '/reports?company=pay', theme: 'light', drawn: 'tbody tr' },
  { name: 'settings', path: '/settings', theme: 'light', drawn: '[role="tablist"]' },
  { name: 'import', path: '/import', theme: 'dark', drawn: 'tbody tr' },
] as const;

/** Parts of a screen with their own address, checked while the API responds. */
export const SCREEN_PARTS = [
  ...SCREEN_URLS,
  '/settings?section=institution',
  '/settings?section=notifications',
  '/settings?section=system',
  '/settings?section=retention',
  '/settings?section=security',
] as const;

/** Screens with wide content, and a text that each shows once it is filled. */
export const FILLED_SCREENS = [
  { path: '/', drawn: 'canvas' },
  { path: '/import', drawn: 'tbody tr' },
  { path: '/analysis', drawn: 'tbody tr' },
  { path: '/companies', drawn: 'tbody tr' },
  { path: '/reports?company=a', drawn: 'tbody tr' },
  { path: '/fraud?details=shown', drawn: 'tbody tr' },
  { path: '/settings?open=structuring', drawn: 'tbody tr' },
  { path: '/settings?section=system', drawn: 'tbody tr' },
  { path: '/settings?tab=versions', drawn: 'tbody tr' },
  { path: '/user-management', drawn: 'tbody tr' },
  { path: '/audit-log', drawn: 'tbody tr' },
] as const;
