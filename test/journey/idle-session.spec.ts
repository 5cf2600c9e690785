import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  TEMPORARY_PASSWORD,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import type { BrowserContext, Page } from 'playwright-core';
import { type OpenBrowser, openBrowser, signedInContext } from '../browser/open-browser.ts';
import { startPrefixProxy } from './testing/prefix-proxy.ts';

/** The shortest limit that is allowed. The warning appears after half of that time. */
const IDLE_MINUTES = '1';
const WARNING_TIMEOUT_MS = 75_000;

/** The path under which a proxy serves the application. */
const PREFIX = '/clearwatch';

/**
 * Two idle tabs of one browser, with the gateway's real limit. The application runs under a path: one tab uses a proxy
 * that strips the path, the other a proxy that keeps it.
 */
describe('idle session in two tabs', () => {
  let installation: TemporaryInstallation;
  let proxy: Awaited<ReturnType<typeof startPrefixProxy>>;
  let chromium: OpenBrowser;
  let context: BrowserContext;
  let staff: StaffClient;
  let imports: Page;
  let account: Page;

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([
      startTemporaryInstallation({ gateway: { SESSION_IDLE_MINUTES: IDLE_MINUTES, PUBLIC_PATH: PREFIX } }),
      openBrowser(),
    ]);
    proxy = await startPrefixProxy(installation.url, PREFIX);
    staff = await signedInAdmin(installation);
    context = await signedInContext(chromium, staff);
    imports = await context.newPage();
    account = await context.newPage();
    await imports.goto(new URL(`${PREFIX}/import?from=here`, installation.url).href);
    await account.goto(`${proxy.url}/account`);
    await title(account, 'Account & Security');
  }, 120_000);

  afterAll(async () => {
    await context?.close();
    await chromium?.close();
    await proxy?.close();
    await installation?.remove();
  }, 60_000);

  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

  it('the idle warning appears in every tab, and staying signed in from one tab continues all of them', async () => {
    await Promise.all([imports, account].map((page) => warning(page).waitFor({ timeout: WARNING_TIMEOUT_MS })));
    await imports.getByRole('button', { name: 'Stay signed in' }).click();
    await Promise.all([imports, account].map((page) => warning(page).waitFor({ state: 'detached' })));
    expect(await account.getByRole('heading', { level: 1 }).textContent()).toBe('Account & Security');
  }, 120_000);

  it('an idle session ends in every tab although both receive events, and the tabs say why [security 1.8]', async () => {
    const sentence = 'You were signed out after 1 minute without activity. Sign in to continue where you left off.';
    await Promise.all(
      [imports, account].map((page) => page.getByText(sentence).waitFor({ timeout: WARNING_TIMEOUT_MS })),
    );
    const left = (await context.cookies()).map(({ name }) => name).filter((name) => name.includes('clearwatch'));
    expect(left).toEqual(['clearwatch.clearwatch-device']);
  }, 120_000);

  it('after a new sign-in, both tabs of an idle session continue at the same address', async () => {
    await imports.getByLabel('Username').fill('admin');
    await imports.getByLabel('Password', { exact: true }).fill(TEMPORARY_PASSWORD);
    await imports.getByRole('button', { name: 'Sign In' }).click();
    await imports.getByLabel('Authenticator code').fill(staff.code());
    await title(imports, 'Data Import');
    expect(imports.url()).toBe(new URL(`${PREFIX}/import?from=here`, installation.url).href);
    // The event that fires when a tab becomes visible; in this test both always are.
    await account.locator('html').evaluate((page) => page.ownerDocument.dispatchEvent(new Event('visibilitychange')));
    await title(account, 'Account & Security');
    expect(account.url()).toBe(`${proxy.url}/account`);
  }, 60_000);
});
