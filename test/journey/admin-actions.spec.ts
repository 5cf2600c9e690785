import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  type CreatedUser,
  createUsers,
  signedInAdmin,
  signInUser,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { withClient } from '@clearwatch/infra-postgres/schema-owners';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { generateSync } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import { hasFocus } from '../browser/keyboard-navigation.ts';
import { type OpenBrowser, openBrowser, signedInContext } from '../browser/open-browser.ts';
import { saveScreenshot } from '../browser/screenshots.ts';

const WINDOW = { width: 1_280, height: 800 };

/** An admin manages a user, the user notices, and a second admin approves. */
describe('admin actions in the browser', () => {
  let installation: TemporaryInstallation;
  let chromium: OpenBrowser;
  let admin: StaffClient;
  let second: StaffClient & { user: CreatedUser };
  let dana: CreatedUser | undefined;
  let page: Page;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    admin = await signedInAdmin(installation);
    second = await signInUser(installation, { username: 'ben', role: 'Admin' });
    [dana] = await createUsers(installation, [{ username: 'dana' }]);
    page = await open(admin);
  }, 120_000);

  afterAll(async () => {
    for (const context of contexts) await context.close();
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  async function open(staff?: StaffClient): Promise<Page> {
    const context = staff === undefined ? await chromium.newContext() : await signedInContext(chromium, staff);
    contexts.push(context);
    const opened = await context.newPage();
    await opened.setViewportSize(WINDOW);
    return opened;
  }

  const go = (where: Page, path: string) => where.goto(new URL(path, installation.url).href);

  /** As after six minutes: the codes of all sessions are old, and each user's current code is unused. */
  const ageCodes = () =>
    withClient(installation.stack.ownerUrl, async (client) => {
      await client.query(
        `UPDATE sessions.sessions SET sess = jsonb_set(sess::jsonb, '{signedIn,codeAt}', '1')::json
         WHERE sess -> 'signedIn' IS NOT NULL`,
      );
      await client.query('UPDATE auth.users SET two_factor_last_step = 0');
    });

  async function chooseAction(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Actions for dana' }).click();
    await page.getByRole('menuitem', { name }).click();
  }

  it('an admin whose code is old confirms a two-factor reset with a new code and gets the activation code [finding E 4]', async () => {
    await ageCodes();
    await go(page, '/user-management');
    await chooseAction('Reset Two-Factor');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset Two-Factor' }).click();
    const code = page.getByRole('dialog', { name: 'Confirm with a code' }).getByLabel('Authenticator code');
    await waitUntil('the field has the focus', () => hasFocus(code));
    await saveScreenshot(page, 'fresh-code');
    await code.fill('000000');
    await page.getByText(/Invalid authenticator code/).waitFor();
    await waitUntil('the new field has the focus', () => hasFocus(code));
    await saveScreenshot(page, 'fresh-code-refused');
    await code.fill(admin.code());
    const dialog = page.getByRole('dialog', { name: 'Activation code' });
    await dialog.waitFor();
    await saveScreenshot(page, 'activation-code');
    const activationCode = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const own = await open();
    await go(own, '/');
    await own.getByLabel('Username').fill('dana');
    await own.getByLabel('Password', { exact: true }).fill(dana?.password ?? '');
    await own.getByRole('button', { name: 'Sign In' }).click();
    await own.getByLabel('Activation code').fill(activationCode);
    await saveScreenshot(own, 'sign-in-with-activation-code');
    await own.getByRole('button', { name: 'Sign In' }).click();
    await own.getByLabel('Current password').fill(dana?.password ?? '');
    await own.getByLabel('New password', { exact: true }).fill('own lantern of dana 7');
    await own.getByLabel('Confirm', { exact: false }).last().fill('own lantern of dana 7');
    await own.getByRole('button', { name: /Change Password/ }).click();
    const secret = (await own.locator('.auth-secret code').textContent())?.replaceAll(' ', '') ?? '';
    await own.getByLabel('Verification code').fill(generateSync({ secret }));
    await own.getByRole('button', { name: 'Verify & Complete Setup' }).click();
    await own.getByRole('button', { name: 'Continue' }).click();
    await own.getByText(/admin reset your two-factor authentication on/).waitFor();
    await saveScreenshot(own, 'told-at-sign-in');
    await own.getByRole('link', { name: 'Show changes' }).click();
    await own.getByRole('heading', { name: 'Changes by others' }).waitFor();
    await saveScreenshot(own, 'changes-by-others');
    await own.getByRole('button', { name: /notification/i }).click();
    await own.getByText('Your account was changed').waitFor({ timeout: 30_000 });
    await saveScreenshot(own, 'told-in-notifications');
  }, 120_000);

  it('a role change waits until the second admin approves it in Settings › Security', async () => {
    await go(page, '/settings?section=security');
    await page.getByRole('checkbox', { name: /^Role change/ }).check();
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Approval settings saved.').waitFor();
    await go(page, '/user-management');
    await chooseAction('Change Role to Admin');
    await page.getByRole('dialog').getByRole('button', { name: 'Change Role' }).click();
    await page.getByText('Waiting for Approval').waitFor();
    await saveScreenshot(page, 'waiting-for-approval');

    const other = await open(second);
    await go(other, '/settings?section=security');
    const approve = other.getByRole('button', { name: /^Approve: Role change/ });
    await approve.waitFor();
    await saveScreenshot(other, 'approval-requests');
    await approve.click();
    await other
      .getByRole('dialog', { name: 'Confirm with a code' })
      .getByLabel('Authenticator code')
      .fill(second.code());
    await other
      .getByRole('table', { name: 'Approval requests' })
      .getByText(/^Approved/)
      .waitFor();
    await saveScreenshot(other, 'approved');
    await go(page, '/user-management');
    const row = page.getByRole('row', { name: /dana/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('Admin');
  }, 60_000);
});
