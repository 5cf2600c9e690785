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
    expect(answer.json()).toMatchObject([
      { transactionCode: '22', transactionType: 'Credit', company: odd?.company },
    ]);
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click();
    await page.getByText('listing.pdf (extracted).csv').first().waitFor();
    await picture('document-receipt');
    expect(problems).toEqual([]);
  });
});
