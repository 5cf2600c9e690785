import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import type { Page } from 'playwright-core';
import { type OpenBrowser, openBrowser, signedInContext } from '../browser/open-browser.ts';
import { accessibilityViolations, overflowingElements } from '../browser/page-checks.ts';
import { saveScreenshot } from '../browser/screenshots.ts';
import {
  COMPANY,
  createNamelessEntry,
  createPayrollLedger,
  HIDDEN_COMPANY,
  MEMBER,
  NAMELESS_ACCOUNT,
  NAMESAKE_ACCOUNT,
} from './testing/journey-ledgers.ts';
import { FILLED_SCREENS } from './testing/screen-catalog.ts';

const NAME = `${MEMBER.first_name} ${MEMBER.last_name}`;

/** An analyst goes from the dashboard to a member, a company and a transaction. The steps build on each other. */
describe('member and company screens', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let chromium: OpenBrowser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    admin = await signedInAdmin(installation);
    await upload('payroll.json', JSON.stringify(createPayrollLedger()));
    await upload('nameless.ach', createNamelessEntry());
    const context = await signedInContext(chromium, admin);
    page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
  }, 120_000);

  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  async function upload(name: string, content: string): Promise<void> {
    const file = join(installation.dataDirectory, name);
    writeFileSync(file, content);
    const { status, text } = await admin.upload(file);
    if (status !== 200) throw new Error(text);
  }

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const pathname = () => new URL(page.url()).pathname;

  const picture = (name: string) => saveScreenshot(page, name);

  /** Opens the same address in a new page, as a colleague would. */
  async function reopen(name: string): Promise<void> {
    await page.goto('about:blank');
    await page.goBack();
    await page.reload();
    await heading(name).waitFor();
  }

  it('the dashboard leads to all depositors, largest first', async () => {
    await page.goto(installation.url);
    await page.getByRole('link', { name: 'View All Depositors' }).click();
    const sorted = page.getByRole('columnheader', { name: /^Total Credits/ });
    await sorted.waitFor();
    expect(await sorted.getAttribute('aria-sort')).toBe('descending');
    await page.getByText(/1–33 of 33/).waitFor();
    expect(pathname()).toBe('/analysis');
    await picture('members');
    const address = page.url();
    await reopen('Customer Analysis');
    await sorted.waitFor();
    expect(await sorted.getAttribute('aria-sort')).toBe('descending');
    expect(page.url()).toBe(address);
  });

  it('the member search finds both accounts with one name and opens the chosen one', async () => {
    await page.getByLabel('Search members').fill('núñez 50%');
    await page.getByText(/1–2 of 2/).waitFor();
    const rows = page.getByRole('row').filter({ hasText: NAME });
    expect(await rows.count()).toBe(2);
    await rows.filter({ hasText: '***0017' }).getByRole('link', { name: NAME }).click();
    await heading(NAME).waitFor();
    await page.getByRole('region', { name: 'Primary Account' }).getByText(MEMBER.account_number).waitFor();
    await page
      .getByRole('region', { name: 'Related Accounts' })
      .getByRole('link', { name: NAMESAKE_ACCOUNT })
      .waitFor();
    await picture('member');
  });

  it('the address of a member page shows a colleague the same member', async () => {
    const address = page.url();
    await reopen(NAME);
    expect(page.url()).toBe(address);
    await page.getByRole('region', { name: 'Primary Account' }).getByText(MEMBER.account_number).waitFor();
    expect(await page.title()).toBe(`${NAME} · Clearwatch`);
  });

  it('the member page leads to the paying company, even with special characters in its name', async () => {
    await page.getByRole('button', { name: 'Table of Who Pays In, Who Collects' }).click();
    await page.getByRole('table', { name: 'The member’s companies' }).getByRole('link', { name: COMPANY }).click();
    await heading(COMPANY).waitFor();
    const members = page.getByRole('article', { name: 'Members', exact: true });
    await members.getByText('32', { exact: true }).waitFor();
    await reopen(COMPANY);
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('table', { name: 'Members with entries from the company' }).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=members');
    await picture('company');
  });

  it('a company whose name begins with a period opens from the list and by its address [spec 2.1.5]', async () => {
    await page.goto(`${installation.url}/companies`);
    await page.getByLabel('Search companies').fill('.net');
    // A row may move while the list changes, and a click would then miss it.
    await page.getByText(/1–1 of 1/).waitFor();
    await page.getByRole('link', { name: `View Details for ${HIDDEN_COMPANY}` }).click();
    await heading(HIDDEN_COMPANY).waitFor();
    await reopen(HIDDEN_COMPANY);
    await page
      .getByText('No risk flags')
      .or(page.getByRole('list', { name: 'Risk flags' }))
      .waitFor();
    expect(pathname()).toBe('/companies/%2ENET%20Works');
  });

  it('a member without a name opens from the member list', async () => {
    const { text } = await admin.get(`/api/members?search=${NAMELESS_ACCOUNT}`);
    const [nameless] = JSON.parse(text) as MemberRow[];
    await page.goto(`${installation.url}/analysis?search=${NAMELESS_ACCOUNT}`);
    await page.getByRole('link', { name: nameless?.displayName ?? '' }).click();
    await page.getByRole('region', { name: 'Primary Account' }).getByText(NAMELESS_ACCOUNT).waitFor();
    expect(pathname()).toBe('/analysis/member/Unknown/Account');
  });

  it("a transaction opens on top of its member's page", async () => {
    await page.goto(`${installation.url}/companies/${encodeURIComponent(COMPANY)}?tab=members`);
    const members = page.getByRole('table', { name: 'Members with entries from the company' });
    await members.getByRole('row').filter({ hasText: '***0017' }).getByRole('link').click();
    const entries = page.getByRole('table', { name: 'Latest entries' });
    await entries
      .getByRole('link', { name: /^Details of \$2,500\.10/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Transaction / });
    await dialog.getByText('Fraud Investigation').waitFor();
    await dialog.getByText(MEMBER.account_number).first().waitFor();
    await picture('transaction');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await heading(NAME).isVisible()).toBe(true);
  });

  it('the keyboard search finds a member and a transaction, and going back skips closed dialogs', async () => {
    await page.goto(`${installation.url}/companies`);
    await page.getByRole('button', { name: 'Search or jump to…' }).waitFor();
    const palette = page.getByRole('dialog', { name: 'Search' });
    await page.keyboard.press('Control+K');
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type('nunez');
    await palette.getByRole('group', { name: /^Members 2/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('palette');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(NAME).waitFor();
    const entries = JSON.parse((await admin.get('/api/transactions?pageSize=1')).text) as { id: number }[];
    await page.keyboard.press('Control+K');
    await page.keyboard.type(`#${entries[0]?.id}`);
    await palette.getByRole('option', { name: `No. ${entries[0]?.id}` }).click();
    await page.getByRole('dialog', { name: /^Transaction / }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('transaction'));
    await page.goBack();
    expect(pathname()).toBe('/companies');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('the member and company screens break no accessibility rule in either theme', async () => {
    const company = `/companies/${encodeURIComponent(COMPANY)}`;
    const { text } = await admin.get('/api/members?search=4000000017');
    const id = (JSON.parse(text) as MemberRow[])[0]?.id;
    const member = `/analysis/member/${encodeURIComponent(MEMBER.first_name)}/${encodeURIComponent(MEMBER.last_name)}`;
    const found: string[] = [];
    for (const path of [
      '/analysis?riskLevel=low',
      `${member}?member=${id}`,
      '/companies?membersAbove=1',
      company,
      `${company}?tab=types`,
      `${company}?tab=members`,
    ]) {
      await page.goto(`${installation.url}${path}`);
      await page.getByText(/^As of /).waitFor();
      await page.getByRole('table').first().waitFor();
      if (/^\/[a-z]+\?/.test(path)) {
        await page.getByRole('button', { name: 'Columns' }).click();
        await page.getByRole('checkbox', { name: 'Transactions' }).waitFor();
        found.push(...(await accessibilityViolations(page)).map((violation) => `${path}, columns: ${violation}`));
        await page.keyboard.press('Escape');
      }
      if (path.includes('member=')) await page.getByRole('heading', { name: 'Imports' }).waitFor();
      await page
        .getByRole('button', { name: /^What .* means$/ })
        .first()
        .focus();
      await page.getByRole('tooltip').waitFor();
      found.push(...(await accessibilityViolations(page)).map((violation) => `${path}: ${violation}`));
    }
    expect(found).toEqual([]);
  }, 150_000);

  it('filled screens fit the window at every width, also at 200 percent, and show tables next to the open sidebar', async () => {
    const found: string[] = [];
    for (const { path, drawn } of FILLED_SCREENS) {
      await page.goto(new URL(path, installation.url).href);
      await page.locator(drawn).first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      found.push(...(await overflowingElements(page)).map((beyond) => `${path} ${beyond}`));
    }
    expect(found).toEqual([]);
  }, 150_000);

  it('the member and company screens log no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});
