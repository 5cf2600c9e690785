import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import type { Page } from 'playwright-core';
import { type OpenBrowser, openBrowser, signedInContext } from '../browser/open-browser.ts';
import { accessibilityViolations } from '../browser/page-checks.ts';
import { saveScreenshot } from '../browser/screenshots.ts';
import { COMPANY, createPayrollLedger } from './testing/journey-ledgers.ts';

/** An analyst filters transactions, exports them and generates a report. The steps build on each other. */
describe('exports and reports', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let chromium: OpenBrowser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    admin = await signedInAdmin(installation);
    const file = join(installation.dataDirectory, 'payroll.json');
    writeFileSync(file, JSON.stringify(createPayrollLedger()));
    const { status, text } = await admin.upload(file);
    if (status !== 200) throw new Error(text);
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

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const found = (count: string) =>
    page.getByRole('heading', { name: `Found ${count} transactions matching your criteria` });

  const picture = (name: string) => saveScreenshot(page, name);

  /** The file that a click downloads, with its name. */
  async function downloaded(click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  it('the report filters find entries by part of a company name with special characters', async () => {
    await page.goto(installation.url);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByText('Use the filters on the left to search for transactions.').waitFor();
    await page.getByLabel('Company').fill('100% cotton & s');
    await page.keyboard.press('Enter');
    await found('288').waitFor();
    await page.getByText('Showing first 100 results').waitFor();
    expect(await page.getByRole('row').count()).toBe(1 + 100);
    await picture('transaction-report');
  });

  it('filters for days and amount narrow a report, and removing a chip widens it [spec 2.11.6]', async () => {
    await page.getByPlaceholder('Start date').fill('2026-03-01');
    await page.keyboard.press('Enter');
    await page.getByPlaceholder('End date').fill('2026-04-30');
    await page.keyboard.press('Enter');
    await page.getByLabel('Amount', { exact: true }).fill('$2,500.10');
    await button('Apply Filters').click();
    await found('64').waitFor();
    await button(/^Remove Date Range/).click();
    await found('288').waitFor();
    expect(new URL(page.url()).searchParams.get('amount')).toBe('2500.10');
  });

  it('a report exports all results as CSV from the screen and from the header [spec 2.3.3]', async () => {
    for (const name of ['Export CSV', 'Export Report']) {
      const file = await downloaded(() => button(name).click());
      expect(file.name).toMatch(/^transaction-report-\d{4}-\d\d-\d\d\.csv$/);
      const lines = file.bytes.toString().trimEnd().split('\r\n');
      expect(lines).toHaveLength(1 + 288);
      expect(lines.slice(1).every((line) => line.includes(COMPANY))).toBe(true);
      await page.getByText('Transaction report has been downloaded as CSV').waitFor();
    }
  });

  it('the address of a report shows a colleague the same results, also after a transaction was opened and closed', async () => {
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await found('288').waitFor();
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Transaction / });
    await dialog.getByText(COMPANY).first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
  });

  it('report filters can be saved under a name and applied again', async () => {
    await button('Save filters').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Cotton pay');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The filters were saved as “Cotton pay”.').waitFor();
    await button('Clear Filters').click();
    await page.getByText('Use the filters on the left to search for transactions.').waitFor();
    await page.getByRole('combobox', { name: 'Saved Filters' }).click();
    await page.getByTitle('Cotton pay').click();
    await found('288').waitFor();
    expect(new URL(page.url()).searchParams.get('company')).toBe('100% cotton & s');
  });

  it('one click generates an AI report that shows the sources of its figures', async () => {
    await page.goto(`${installation.url}/import`);
    await button(/^Executive Summary/).click();
    await page.getByText('Your AI report has been generated successfully.').waitFor();
    await page.getByRole('link', { name: /^View Executive Summary/ }).click();
    const figure = page.locator('[data-fact]').first();
    await figure.waitFor();
    await figure.hover();
    await page.getByText(/^Fact F\d+$/).waitFor();
    await picture('ai-report');
    expect(new URL(page.url()).pathname).toBe('/ai-reports');
  });

  it('an AI report can be exported as PDF and as Markdown', async () => {
    const pdf = await downloaded(() => button('Export PDF').click());
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.name).toMatch(/\.pdf$/);
    const markdown = await downloaded(() => button('Export Markdown').click());
    expect(markdown.bytes.toString()).toMatch(/^## /m);
    expect(markdown.name).toMatch(/\.md$/);
  });

  it('the report screens break no accessibility rule in either theme', async () => {
    const found: string[] = [];
    const look = async (what: string): Promise<void> => {
      found.push(...(await accessibilityViolations(page)).map((violation) => `${what}: ${violation}`));
    };
    await page.goto(
      `${installation.url}/reports?company=cotton&transactionCode=22&amountIs=between&amount=1&amountTo=9000`,
    );
    await page.getByRole('table').waitFor();
    await page.getByLabel('Minimum amount').fill('much');
    await look('filters');
    await page.getByPlaceholder('Start date').click();
    await page.getByText('Last 30 days').waitFor();
    await look('calendar');
    await page.keyboard.press('Escape');
    await button('Columns').click();
    await page.getByRole('checkbox', { name: 'Account' }).waitFor();
    await look('columns');
    await page.keyboard.press('Escape');
    await button('Manage').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cotton pay', exact: true }).waitFor();
    await look('saved filters');
    await page.goto(`${installation.url}/ai-reports`);
    await page.getByRole('link', { name: /^Executive Summary/ }).click();
    await page.locator('canvas').first().waitFor();
    await button('Generate Report').click();
    await page.locator('[data-fact]').first().focus();
    await page.getByText(/^Fact F\d+$/).waitFor();
    await look('report and form');
    await page.goto(`${installation.url}/import`);
    await page.getByRole('link', { name: /^View Executive Summary/ }).waitFor();
    await look('import');
    expect(found).toEqual([]);
  }, 60_000);

  it('an AI report is deleted after confirmation', async () => {
    await page.goto(`${installation.url}/ai-reports`);
    await page.getByRole('link', { name: /^Executive Summary/ }).click();
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No reports generated yet.').waitFor();
    await page.getByText('Select a report to view its content.').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('the report screens log no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});
