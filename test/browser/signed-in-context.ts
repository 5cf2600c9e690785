import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import type { BrowserContext } from 'playwright-core';
import type { OpenBrowser } from './open-browser.ts';

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
