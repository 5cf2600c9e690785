import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/a-nacha-file';
import { type Hired, hireStaff } from '@clearwatch/infra-local/trial/hire-staff';
import {
  signedInAdmin,
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';
import { until } from '@clearwatch/service-kit/testing/until';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { hasFocus, press, tabTo, write } from '../browser/by-keyboard.ts';
import { type OpenBrowser, openBrowser } from '../browser/open-browser.ts';

/** One of the staff without a mouse, from signing in to signing out. The steps build on each other. */
describe('somebody with a keyboard alone', () => {
  let installation: TrialInstallation;
  let chromium: OpenBrowser;
  let staff: Hired;
  let page: Page;

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTrialInstallation(), openBrowser()]);
    await signedInAdmin(installation);
    const [hired] = await hireStaff(installation, [{ username: 'keyboarder', role: 'Admin' }]);
    if (hired === undefined) throw new Error('nobody was hired');
    staff = hired;
    const context = await chromium.newContext();
    page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(installation.url);
  }, 120_000);

  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

  it('signs in with password and code', async () => {
    await page.getByLabel('Username').waitFor();
    await page.keyboard.type(staff.username);
    await write(page, page.getByLabel('Password', { exact: true }), staff.password);
    await page.keyboard.press('Enter');
    await page.getByText('Enter your 6-digit authenticator code').waitFor();
    await page.keyboard.type(generateSync({ secret: staff.secret }));
    await heading('Dashboard Overview').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('skips the navigation', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('fills an empty installation', async () => {
    await press(page, page.getByRole('button', { name: /sample/i }));
    await page.getByRole('button', { name: 'Evidence' }).first().waitFor({ timeout: 60_000 });
    expect(await page.getByRole('button', { name: 'Evidence' }).count()).toBeGreaterThan(1);
  }, 90_000);

  it('imports a file and reads its receipt', async () => {
    const file = join(installation.dataDirectory, 'payroll.ach');
    writeFileSync(file, aNachaFile([{ sec: 'PPD', entries: [{}, {}] }]).join('\n'));
    await page.reload();
    await press(page, entry('Data Import'));
    await page.getByRole('heading', { name: 'Recent Imports' }).waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await tabTo(page, page.locator('input[type=file]'));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
    await chooser.setFiles(file);
    await press(page, page.getByRole('button', { name: 'Upload' }));
    await page.getByRole('button', { name: 'payroll.ach' }).first().waitFor();
    expect(await page.getByText(/2 .*stored|stored.* 2/).count()).toBeGreaterThan(0);
  });

  it('finds a member, looks at him and comes back', async () => {
    await press(page, entry('Customer Analysis'));
    await heading('Customer Analysis').waitFor();
    await write(page, page.getByRole('searchbox'), 'garcia');
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('main').getByRole('table').getByRole('link').first());
    await page.getByRole('heading', { name: 'Primary Account' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/analysis\/member\//);
    await press(page, page.getByRole('link', { name: /^Back to/ }));
    await heading('Customer Analysis').waitFor();
  });

  it('asks for a report and takes it out as a file', async () => {
    await press(page, entry('Reports'));
    await heading('Transaction Reports').waitFor();
    await write(page, page.getByLabel('Company', { exact: true }), 'a');
    await press(page, page.getByRole('button', { name: 'Apply Filters' }));
    await page.getByRole('heading', { name: /^Found / }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, page.getByRole('button', { name: 'Export CSV' })),
    ]);
    expect(download.suggestedFilename()).toMatch(/^transaction-report-.*\.csv$/);
  });

  it('signs out', async () => {
    await tabTo(page, page.getByRole('button', { name: /^My Account/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    // Upwards from the first entry is round to the last.
    await until('the keyboard is in the menu', () =>
      hasFocus(page.getByRole('menuitem', { name: 'User Management' })),
    );
    await page.keyboard.press('ArrowUp');
    await until('it is at the last entry', () => hasFocus(page.getByRole('menuitem', { name: 'Sign Out' })));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });
});
