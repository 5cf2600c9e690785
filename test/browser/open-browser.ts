import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium as launcher } from 'playwright-core';

/** Stops Chromium's background requests to the internet. */
const OFFLINE_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Pages are open for seconds, so V8's optimizing compilers would take a quarter of that time and not pay off. */
const NO_JIT_FLAG = '--js-flags=--no-maglev,--no-turbofan';

export interface OpenBrowser {
  browser: Browser;
  /** Creates a clean profile. A request to any address outside the application fails the test. */
  newContext(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Starts the Chromium from the npm package, so no browser has to be installed. */
export async function openBrowser(): Promise<OpenBrowser> {
  const browser = await launcher.launch({
    executablePath: await chromium.executablePath(),
    args: [
      '--headless=shell',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      NO_JIT_FLAG,
      ...OFFLINE_ARGS,
    ],
    headless: true,
  });
  return {
    browser,
    newContext: () => browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true }),
    close: () => browser.close(),
  };
}

/** Creates a clean profile with a signed-in user. */
export async function signedInContext(chromium: OpenBrowser, staff: StaffClient): Promise<BrowserContext> {
  const context = await chromium.newContext();
  await bringSession(context, staff);
  return context;
}

/** Gives the browser a client's session. */
export async function bringSession(context: BrowserContext, staff: StaffClient): Promise<void> {
  await context.addCookies(staff.cookieList.map((cookie) => ({ ...cookie, url: staff.base })));
}
