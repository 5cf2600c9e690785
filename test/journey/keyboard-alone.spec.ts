import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import {
  type CreatedUser,
  createUsers,
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { generateSync } from 'otplib';
import type { Locator, Page } from 'playwright-core';
import { arrowTo, hasFocus, press, tabTo, typeInto } from '../browser/keyboard-navigation.ts';
import { type OpenBrowser, openBrowser } from '../browser/open-browser.ts';
import { differenceFromApproved } from '../browser/screenshots.ts';
import { createAmbiguousListing } from './testing/journey-ledgers.ts';

/** A file with column headings that are not mapped yet. */
const A_CSV_FILE = `Account Number,First Name,Last Name,Company,Amount,Type,Posting Date,Zeta
4000123456,Dana,Sample,Example Co,12.50,Credit,2026-11-02,rent`;

/** A user without a mouse, from sign-in to sign-out. The steps build on each other. */
describe('keyboard only', () => {
  let installation: TemporaryInstallation;
  let chromium: OpenBrowser;
  let staff: CreatedUser;
  let page: Page;

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    await signedInAdmin(installation);
    const [user] = await createUsers(installation, [
      { username: 'keyboarder', role: 'Admin' },
      { username: 'colleague' },
    ]);
    if (user === undefined) throw new Error('no user was created');
    staff = user;
    const context = await chromium.newContext();
    page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // Listen from the start: a listener added at the key press may be too late, and the system's file chooser opens.
    page.on('filechooser', () => undefined);
    await page.goto(installation.url);
  }, 120_000);

  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

  async function choose(field: Locator, file: string): Promise<void> {
    await tabTo(page, field);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
    await chooser.setFiles(file);
  }

  async function upload(file: string): Promise<void> {
    await choose(page.locator('input[type=file]'), file);
    await press(page, page.getByRole('button', { name: 'Upload' }));
  }

  it('a user with only a keyboard signs in with password and code', async () => {
    await page.getByLabel('Username').waitFor();
    await page.keyboard.type(staff.username);
    await typeInto(page, page.getByLabel('Password', { exact: true }), staff.password);
    await page.keyboard.press('Enter');
    await page.getByText('Enter your 6-digit authenticator code').waitFor();
    await page.keyboard.type(generateSync({ secret: staff.secret }));
    await heading('Dashboard Overview').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('a user with only a keyboard skips the navigation', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('a user with only a keyboard loads sample data into an empty installation', async () => {
    await press(page, page.getByRole('button', { name: /sample/i }));
    await page.getByRole('button', { name: 'Evidence' }).first().waitFor({ timeout: 60_000 });
    expect(await page.getByRole('button', { name: 'Evidence' }).count()).toBeGreaterThan(1);
  }, 90_000);

  it('a user with only a keyboard imports a file and reads its receipt', async () => {
    const file = join(installation.dataDirectory, 'payroll.ach');
    writeFileSync(file, aNachaFile([{ sec: 'PPD', entries: [{}, {}] }]).join('\n'));
    await page.reload();
    await press(page, entry('Data Import'));
    await page.getByRole('heading', { name: 'Recent Imports' }).waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await upload(file);
    await page.getByRole('button', { name: 'payroll.ach' }).first().waitFor();
    const stored = page.getByText(/2 .*stored|stored.* 2/).first();
    await stored.waitFor();
    expect(await stored.isVisible()).toBe(true);
  });

  it('a user with only a keyboard finds a member, opens the page and returns', async () => {
    await press(page, entry('Customer Analysis'));
    await heading('Customer Analysis').waitFor();
    await typeInto(page, page.getByRole('searchbox'), 'garcia');
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('main').getByRole('table').getByRole('link').first());
    await page.getByRole('heading', { name: 'Primary Account' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/analysis\/member\//);
    await press(page, page.getByRole('link', { name: /^Back to/ }));
    await heading('Customer Analysis').waitFor();
  });

  it('a user with only a keyboard generates a report and exports it as a file', async () => {
    await press(page, entry('Reports'));
    await heading('Transaction Reports').waitFor();
    await typeInto(page, page.getByLabel('Company', { exact: true }), 'a');
    await press(page, page.getByRole('button', { name: 'Apply Filters' }));
    await page.getByRole('heading', { name: /^Found / }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, page.getByRole('button', { name: 'Export CSV' })),
    ]);
    expect(download.suggestedFilename()).toMatch(/^transaction-report-.*\.csv$/);
  });

  it('a user with only a keyboard maps the columns of a CSV file and imports it', async () => {
    const file = join(installation.dataDirectory, 'core.csv');
    writeFileSync(file, A_CSV_FILE);
    await press(page, entry('Data Import'));
    await upload(file);
    await press(page, page.getByRole('button', { name: 'Choose columns for core.csv' }).first());
    const dialog = page.getByRole('dialog', { name: 'Columns in core.csv' });
    const addenda = dialog.getByLabel('Addenda', { exact: true });
    await addenda.waitFor();
    await tabTo(page, addenda);
    // A native select selects the option whose first letters are typed.
    await page.keyboard.type('Zeta');
    const begin = dialog.getByRole('button', { name: 'Import' });
    await waitUntil('the preview is updated', () => begin.isEnabled());
    expect(await addenda.locator('option:checked').textContent()).toMatch(/^Zeta/);
    await press(page, begin);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Receipt for core.csv' }).first().waitFor();
  });

  it('a user with only a keyboard corrects a row of a document next to its page image', async () => {
    const file = join(installation.dataDirectory, 'listing.pdf');
    writeFileSync(file, await createAmbiguousListing());
    await press(page, page.getByRole('link', { name: 'Documents', exact: true }));
    await page.getByRole('heading', { name: 'Recent parsed jobs' }).waitFor();
    await choose(page.locator('input[type=file]'), file);
    await press(page, page.getByRole('button', { name: /^Upload & Extract/ }));
    const review = page.getByRole('link', { name: '1 row to review' });
    await review.waitFor({ timeout: 60_000 });
    await press(page, review);
    const code = page.getByRole('textbox', { name: /^Code of row/ });
    await code.waitFor();
    await page.getByRole('img', { name: 'Page 1 of listing.pdf' }).waitFor();
    await typeInto(page, code, '22');
    // The page image highlights the focused row.
    expect(await page.locator('.review-frame-cell').count()).toBe(1);
    await press(page, page.getByRole('button', { name: /^Accept row/ }));
    await page.getByText('No rows to review.').waitFor();
  }, 90_000);

  it('a user with only a keyboard changes the detection policy with a reason, after a backtest', async () => {
    await press(page, entry('Settings'));
    await press(page, page.getByRole('button', { name: 'Large Credit', exact: true }));
    await page.getByRole('table', { name: 'Parameters of Large Credit' }).waitFor();
    await typeInto(page, page.getByRole('textbox', { name: 'Large transaction amount' }), '4000');
    await press(page, page.getByRole('button', { name: 'Run backtest' }));
    await page.getByText(/under version 1/).waitFor({ timeout: 60_000 });
    await press(page, page.getByRole('button', { name: 'Save Settings' }));
    const dialog = page.getByRole('dialog', { name: 'Save the detection policy' });
    await dialog.getByText(/^Backtest:/).waitFor();
    await waitUntil('the reason has the focus', () => hasFocus(dialog.getByRole('textbox')));
    await page.keyboard.type('Too few alerts');
    expect(await differenceFromApproved(page, 'policy-save')).toBe(0);
    await press(page, dialog.getByRole('button', { name: 'Save Settings' }));
    await page.getByText('Version 2 is in force').waitFor();
  }, 90_000);

  it('a user with only a keyboard creates a user and resets two-factor for another', async () => {
    await press(page, entry('User Management'));
    await press(page, page.getByRole('button', { name: 'Add User' }));
    const form = page.getByRole('dialog', { name: 'Add User' });
    await waitUntil('the form has the focus', () => hasFocus(form.getByLabel('Username')));
    await page.keyboard.type('trainee');
    await typeInto(page, form.getByLabel('Password', { exact: true }), 'a quiet harbor wall');
    await typeInto(page, form.getByLabel('Confirm password'), 'a quiet harbor wall');
    await page.keyboard.press('Enter');
    await page.getByText('User created successfully').waitFor();
    await page.getByRole('button', { name: 'Actions for trainee' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Actions for colleague' }));
    const reset = page.getByRole('menuitem', { name: 'Reset Two-Factor' });
    await waitUntil('the menu has the focus', () => hasFocus(page.getByRole('menuitem').first()));
    await arrowTo(page, reset);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Reset two-factor' });
    await reset.waitFor({ state: 'hidden' });
    await waitUntil('the dialog has the focus', () => hasFocus(question.getByRole('button', { name: 'Cancel' })));
    await press(page, question.getByRole('button', { name: 'Reset Two-Factor' }));
    await page.getByText('Two-factor reset successfully').waitFor();
    const given = page.getByRole('dialog', { name: 'Activation code' });
    await press(page, given.getByRole('button', { name: 'Done' }));
    await given.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Actions for / }).count()).toBe(4);
  });

  it('a user with only a keyboard finds their actions in an intact audit log', async () => {
    await press(page, entry('Audit Log'));
    await page.getByRole('cell', { name: 'Two-factor reset' }).first().waitFor();
    await press(page, page.getByRole('button', { name: 'Verify' }));
    await page.getByText('The audit log is intact').waitFor();
    for (const what of ['Detection policy saved', 'User created', 'Two-factor reset'])
      expect(await page.getByRole('cell', { name: what }).count()).toBeGreaterThan(0);
  });

  it('a user with only a keyboard signs out', async () => {
    await tabTo(page, page.getByRole('button', { name: /^My Account/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    // The up arrow on the first entry wraps around to the last.
    await waitUntil('the menu has the focus', () => hasFocus(page.getByRole('menuitem', { name: 'User Management' })));
    await page.keyboard.press('ArrowUp');
    await waitUntil('the last entry has the focus', () => hasFocus(page.getByRole('menuitem', { name: 'Sign Out' })));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });
});
