import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium as launcher } from 'playwright-core';

/** Keeps Chromium from looking things up on the internet by itself. */
const OFFLINE_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A page here lives for seconds: V8's optimising compilers, a quarter of what a page takes, would not earn that back. */
const NO_JIT_FLAG = '--js-flags=--no-maglev,--no-turbofan';

export interface OpenBrowser {
  browser: Browser;
  /** A clean profile; every visit to another address than the application's fails the test that made it. */
  newContext(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** The Chromium inside the npm package: no browser needs to be installed. */
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

/** A clean profile in which somebody is signed in already. */
export async function signedInContext(chromium: OpenBrowser, staff: StaffClient): Promise<BrowserContext> {
  const context = await chromium.newContext();
  await bringSession(context, staff);
  return context;
}

/** Gives the browser the session that somebody has without one. */
export async function bringSession(context: BrowserContext, staff: StaffClient): Promise<void> {
  const [name = '', ...value] = staff.cookieHeader.split('=');
  await context.addCookies([{ name, value: value.join('='), url: staff.base }]);
}
