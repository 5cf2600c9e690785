import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  startTemporaryInstallation,
  TEMPORARY_FIRST_PASSWORD,
  TEMPORARY_PASSWORD,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { generateSync } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import { type OpenBrowser, openBrowser } from '../browser/open-browser.ts';
import { saveScreenshot } from '../browser/screenshots.ts';
import { TRANSACTIONS, writeGeneratedLedger } from './testing/journey-ledgers.ts';

/** One user and one browser, from an empty installation to the first reviewed alert. The steps build on each other. */
describe('from the first sign-in to the first reviewed alert', () => {
  let installation: TemporaryInstallation;
  let chromium: OpenBrowser;
  let context: BrowserContext;
  let page: Page;
  let secret = '';
  const problems: string[] = [];

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    context = await chromium.newContext();
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // Chromium logs refusals too: 401 means that no user is signed in, 422 is the broken file.
      if (message.type() === 'error' && !/status of (401|422)/.test(message.text())) problems.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(installation.url).origin)
        problems.push(`requested ${origin}`);
    });
  }, 120_000);

  afterAll(async () => {
    await context?.close();
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  const picture = (name: string) => saveScreenshot(page, name);

  const goTo = (screen: string) => page.getByRole('navigation').getByRole('link', { name: screen }).click();
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 20_000 });

  it('the sign-in page refuses a wrong password with a clear message', async () => {
    await page.goto(installation.url);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await see(/Invalid username or password/);
    await picture('01-wrong-password');
    expect(await page.getByRole('alert').count()).toBeGreaterThan(0);
  });

  it('the first admin must change the password at the first sign-in [spec 2.5.5]', async () => {
    await page.getByLabel('Password', { exact: true }).fill(TEMPORARY_FIRST_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByLabel('Current password').fill(TEMPORARY_FIRST_PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill(TEMPORARY_PASSWORD);
    await page.getByLabel('Confirm new password').fill(TEMPORARY_PASSWORD);
    await picture('02-change-password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await see('Set Up Two-Factor Authentication');
    expect(await page.getByLabel('Current password').count()).toBe(0);
  });

  it('the first admin sets up two-factor authentication from the key beside the QR code [spec 2.5.5]', async () => {
    const image = page.getByAltText('QR code for your authenticator app');
    await image.waitFor();
    expect(
      await image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(100);
    secret = (await page.locator('.auth-secret code').innerText()).replaceAll(/\s/g, '');
    await picture('03-two-factor');
    await page.getByLabel('Verification code').fill(generateSync({ secret }));
    await page.getByRole('button', { name: 'Verify & Complete Setup' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    await picture('04-recovery-codes');
    expect(await codes.count()).toBe(10);
    await page.getByRole('button', { name: 'Continue' }).click();
    await see('Setup Complete!');
    await see('Dashboard Overview');
  });

  it('an empty dashboard says what to do', async () => {
    await see('No metrics data available. Please upload transaction data first.');
    await see('No unusual activities detected. System is monitoring transactions automatically.');
    await picture('05-empty-dashboard');
    expect(await page.title()).toContain('Dashboard');
  });

  it('the import page refuses a broken file and names the line', async () => {
    const broken = join(installation.dataDirectory, 'broken.json');
    writeFileSync(broken, '{"transactions":[\n{"company":"ACME"},\n{"company":\n');
    await goTo('Data Import');
    await page.locator('input[type=file]').setInputFiles(broken);
    await page.getByRole('button', { name: 'Upload' }).click();
    await see('Please check your JSON file format and try again.');
    await picture('06-broken-file');
    expect(
      await page
        .getByRole('alert')
        .filter({ hasText: /line \d+/i })
        .count(),
    ).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('the import page imports a ledger and shows its receipt', async () => {
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
    const file = await writeGeneratedLedger(installation, yesterday);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await see(/13,190/);
    const accounts = page.getByText('2,583').first();
    await accounts.waitFor();
    await picture('07-imported');
    expect(await accounts.isVisible()).toBe(true);
  }, 60_000);

  it('the import page recognizes the same file as duplicates', async () => {
    await page.locator('input[type=file]').setInputFiles(join(installation.dataDirectory, 'ledger.json'));
    await page.getByRole('button', { name: 'Upload' }).click();
    await see(/0 transactions imported \(13,190 duplicates skipped\)/);
    const answer = await page.request.get(`${installation.url}/api/imports?pageSize=1`);
    expect(await answer.json()).toMatchObject([
      { transactionCount: 0, duplicateCount: TRANSACTIONS, rejectedCount: 0 },
    ]);
  }, 60_000);

  it('the dashboard shows an imported ledger without a reload', async () => {
    await goTo('Dashboard');
    await see('Total Credits (30 days)');
    await see('Top 10 Credit Recipients (12 Months)');
    await page.getByRole('button', { name: 'Evidence' }).first().waitFor({ timeout: 30_000 });
    for (const period of ['Last 30 Days', 'Last 60 Days', 'Last 90 Days', 'Last 12 Months']) {
      await page.getByText(period).first().click();
      await page.locator('canvas, svg[class*=chart]').first().waitFor();
    }
    await picture('08-dashboard');
    expect(await page.getByRole('button', { name: /^Review / }).count()).toBeGreaterThan(0);
  }, 60_000);

  it('the evidence explains an alert down to the lines of the file and records its review', async () => {
    await page.getByRole('button', { name: 'Evidence' }).first().click();
    const evidence = page.getByRole('dialog');
    await evidence
      .getByText(/would have prevented/i)
      .first()
      .waitFor();
    await evidence
      .getByText(/31 CFR|FFIEC|Nacha|FinCEN/)
      .first()
      .waitFor();
    await picture('09-evidence');
    await evidence
      .getByRole('link', { name: /^Line [\d,]+ of import \d+$/ })
      .first()
      .click();
    const entry = page.getByRole('dialog', { name: /^Transaction \d+/ });
    await entry.getByRole('link', { name: /^Receipt for import #/ }).waitFor();
    await picture('09-transaction');
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'hidden' });
    await evidence.getByText('Explained', { exact: true }).click();
    await evidence.getByPlaceholder('Note (optional)').fill('Sale of a house, papers seen.');
    await evidence.getByRole('button', { name: 'Mark Reviewed' }).click();
    await evidence
      .getByText(/by admin/)
      .first()
      .waitFor();
    await picture('10-reviewed');
    const answer = await page.request.get(`${installation.url}/api/unusual-activities?reviewed=true`);
    expect(await answer.json()).toMatchObject([
      {
        reviewed: true,
        reviewOutcome: 'explained',
        reviewNote: 'Sale of a house, papers seen.',
        reviewedBy: 'admin',
      },
    ]);
  }, 60_000);

  it('an admin is still signed in after a reload, and the review is still shown', async () => {
    await page.reload();
    await see('Dashboard Overview');
    // The address names the open alert.
    const evidence = page.getByRole('dialog');
    await evidence
      .getByText(/by admin/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await evidence.waitFor({ state: 'detached' });
    // The list shows open alerts first; the count excludes the reviewed one.
    await page.getByRole('button', { name: 'Evidence' }).first().waitFor();
    const open = await page.request.get(`${installation.url}/api/unusual-activities?reviewed=false&pageSize=1`);
    await see(new RegExp(`^${open.headers()['x-total-count']}$`));
    expect(await page.getByRole('button', { name: 'Sign In' }).count()).toBe(0);
  });

  it('an admin who signed out needs the password and a code to sign in again', async () => {
    await page.getByRole('button', { name: /admin/i }).click();
    await page.getByText('Sign Out').click();
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(TEMPORARY_PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await see('Enter your 6-digit authenticator code');
    await picture('11-second-factor');
    // The setup may have used the code of this time step; the next one is unused.
    await page
      .getByRole('textbox')
      .first()
      .fill(await unusedCode(secret));
    await see('Dashboard Overview');
    expect((await page.request.get(`${installation.url}/api/auth/user`)).status()).toBe(200);
  }, 90_000);

  it('the application contacts no external host and logs no error from sign-in to review', () => {
    expect(problems).toEqual([]);
  });
});

/** Waits for the next time step: each code works once. */
async function unusedCode(secret: string): Promise<string> {
  const before = generateSync({ secret });
  for (;;) {
    const now = generateSync({ secret });
    if (now !== before) return now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
