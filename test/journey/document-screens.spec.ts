import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { documentEntries } from '@clearwatch/sample-data/documents/document-entries';
import { DOCUMENT_LAYOUTS } from '@clearwatch/sample-data/documents/document-layouts';
import type { Page } from 'playwright-core';
import { type OpenBrowser, openBrowser, signedInContext } from '../browser/open-browser.ts';
import { accessibilityViolations } from '../browser/page-checks.ts';
import { saveScreenshot } from '../browser/screenshots.ts';

const ENTRIES = documentEntries(30, 4);
/** A credit with a debit code: a row that must be reviewed. */
const ODD = ENTRIES.findIndex(({ transactionType }) => transactionType === 'Credit');

/** Two columns look like names, so a person must say which one is the company. */
function unknownLayout(...entries: readonly number[]): string {
  const line = (...cells: readonly string[]) => cells.map((cell) => cell.padEnd(18)).join('');
  const rows = entries.map((n) =>
    line(`${6_000_000_000 + n}`, 'EXAMPLE, ANNA', 'SAMPLE, OTTO', `${n}.00`, 'Credit', '08/03/2026'),
  );
  return [line('Mbr Acct', 'Party One', 'Party Two', 'Value', 'Side', 'Dt'), ...rows].join('\n');
}

/** An analyst imports a printed listing. The steps build on each other. */
describe('from a document to the ledger', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let chromium: OpenBrowser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    admin = await signedInAdmin(installation);
    const context = await signedInContext(chromium, admin);
    page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${installation.url}/import`);
  }, 120_000);

  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  const picture = (name: string) => saveScreenshot(page, name);

  it('the documents page accepts a PDF and a file without transactions, each with its own result', async () => {
    const layout = DOCUMENT_LAYOUTS.find(({ name }) => name === 'plain, one name');
    const odd = ENTRIES.map((entry, index) => (index === ODD ? { ...entry, transactionCode: '27' } : entry));
    const pdf = join(installation.dataDirectory, 'listing.pdf');
    const letter = join(installation.dataDirectory, 'letter.txt');
    writeFileSync(pdf, (await layout?.make(odd)) ?? '');
    writeFileSync(letter, 'Dear Sir, there is nothing in here.');

    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByLabel(/Drop documents here/).setInputFiles([pdf, letter]);
    await picture('documents-chosen');
    await page.getByRole('button', { name: 'Upload & Extract 2 files' }).click();
    const jobs = page.getByRole('list', { name: 'Recent documents' });
    await jobs.getByText('29 transactions imported').waitFor({ timeout: 60_000 });
    await jobs.getByText('No transactions were found').waitFor({ timeout: 60_000 });
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('documents-read');
  });

  it('the document review shows a doubtful row next to its page and imports it after correction', async () => {
    await page.getByRole('link', { name: '1 row to review' }).click();
    const code = page.getByRole('textbox', { name: `Code of row ${ODD + 1}` });
    await code.waitFor();
    const shown = page.getByRole('img', { name: 'Page 1 of listing.pdf' });
    await shown.evaluate((image: HTMLImageElement) => image.decode());
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
    await code.focus();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('document-review');
    await code.fill('22');
    await page.reload();
    await code.waitFor();
    expect(await code.inputValue()).toBe('22');
    await page.getByRole('button', { name: `Accept row ${ODD + 1}` }).click();
    await page.getByText('No rows to review.').waitFor();
    await page.getByText('30 transactions imported').waitFor();
  });

  it('a corrected document is stored in the ledger, with a receipt', async () => {
    const odd = ENTRIES[ODD];
    const answer = await admin.get(`/api/transactions?accountNumber=${odd?.accountNumber}&limit=10`);
    expect(answer.json()).toMatchObject([{ transactionCode: '22', transactionType: 'Credit', company: odd?.company }]);
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click();
    await page.getByText('listing.pdf (extracted).csv').first().waitFor();
    await picture('document-receipt');
    expect(problems).toEqual([]);
  });

  it('the columns of an unknown layout are described once by keyboard, and its next document is read without asking', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const [first, next] = ['first.txt', 'next.txt'].map((name) => join(installation.dataDirectory, name));
    writeFileSync(first ?? '', unknownLayout(1, 2, 3));
    writeFileSync(next ?? '', unknownLayout(4, 5));
    await page.goto(`${installation.url}/import/documents`);
    await page.getByLabel(/Drop documents here/).setInputFiles(first ?? '');
    await page.getByRole('button', { name: /^Upload & Extract/ }).click();
    await page.getByRole('link', { name: 'Say what the columns are' }).click({ timeout: 60_000 });
    await page.getByRole('slider', { name: 'Boundary between Mbr Acct and Party One' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('combobox', { name: 'Party Two' }).selectOption('company');
    await page.getByRole('cell', { name: 'SAMPLE, OTTO' }).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('document-columns');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('3 transactions imported').waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Back to documents' }).click();
    await page.getByLabel(/Drop documents here/).setInputFiles(next ?? '');
    await page.getByRole('button', { name: /^Upload & Extract/ }).click();
    const jobs = page.getByRole('list', { name: 'Recent documents' });
    await jobs.getByText('2 transactions imported').waitFor({ timeout: 60_000 });
    await page.reload();
    await page.getByRole('row', { name: /^first .*Mbr Acct: Account number/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture('document-layouts');
    expect(problems).toEqual([]);
  });
});
