import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  signInUser,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import type { Page } from 'playwright-core';
import { type OpenBrowser, openBrowser, signedInContext } from '../browser/open-browser.ts';
import { accessibilityViolations } from '../browser/page-checks.ts';
import { createLedgerFile } from './testing/journey-ledgers.ts';
import { recordProgress, shownProgress } from './testing/journey-waits.ts';

/** Enough that a fast machine takes over a second. */
const MANY_ROWS = 250_000;
const FILES_AT_ONCE = 20;

/** Two users with two browsers on one installation. The steps build on each other. */
describe('imports in two browsers', () => {
  let installation: TemporaryInstallation;
  let chromium: OpenBrowser;
  /** Uploads. */
  let admin: Page;
  /** Watches. */
  let analyst: Page;
  let client: StaffClient;

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    client = await signedInAdmin(installation);
    admin = await pageOf(client);
    analyst = await pageOf(await signInUser(installation, { username: 'dana', role: 'User' }));
  }, 120_000);

  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  async function pageOf(staff: StaffClient): Promise<Page> {
    const context = await signedInContext(chromium, staff);
    await recordProgress(context);
    const page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${installation.url}/import`);
    await page.getByRole('heading', { name: 'Recent Imports' }).waitFor();
    return page;
  }

  function fileOf(name: string, rows: number, firstRow = 0): string {
    const path = join(installation.dataDirectory, name);
    writeFileSync(path, createLedgerFile({ rows, firstRow }));
    return path;
  }

  const listed = async <T>(path: string) => JSON.parse((await client.get(path)).text) as T[];
  const rowOf = (page: Page, fileName: string) =>
    page.getByRole('row').filter({ has: page.getByRole('button', { name: fileName, exact: true }) });
  const choose = (...files: string[]) => admin.locator('input[type=file]').setInputFiles(files);

  it('the import screen shows progress after a reload and to a colleague, without polling', async () => {
    await choose(fileOf('large.json', MANY_ROWS));
    await admin.getByRole('button', { name: 'Upload' }).click();
    await rowOf(analyst, 'large.json')
      .getByText(/^Reading: /)
      .waitFor({ timeout: 30_000 });
    // The browser asks before leaving during an upload; by now all bytes have arrived.
    admin.on('dialog', (dialog) => void dialog.accept());
    await admin.reload();
    await rowOf(admin, 'large.json')
      .getByText(/^Reading: /)
      .waitFor();
    for (const page of [admin, analyst]) {
      await rowOf(page, 'large.json').getByText('Completed').waitFor({ timeout: 60_000 });
      expect((await shownProgress(page)).length).toBeGreaterThan(2);
    }
  }, 120_000);

  it('the import screen imports twenty files together, shows each result, and lists them for both users', async () => {
    const names = Array.from({ length: FILES_AT_ONCE }, (_, at) => `part-${at + 1}.json`);
    const files = names.map((name, at) => fileOf(name, 10, MANY_ROWS + at * 10));
    await admin.goto(`${installation.url}/import`);
    await choose(...files);
    await admin.getByRole('button', { name: `Upload ${FILES_AT_ONCE} files` }).click();
    for (const name of names) {
      await admin.getByRole('region', { name: `Import result for ${name}` }).waitFor({ timeout: 60_000 });
    }
    for (const page of [admin, analyst]) {
      for (const name of names) await rowOf(page, name).getByText('Completed').waitFor();
    }
    const imports = await listed<ImportSummary>('/api/imports?pageSize=20&page=1');
    const stored = imports.map(({ transactionCount }) => transactionCount);
    expect(stored).toEqual(Array.from({ length: FILES_AT_ONCE }, () => 10));
  }, 120_000);

  it('an admin can undo an import while a colleague views one of its entries', async () => {
    const last = `part-${FILES_AT_ONCE}.json`;
    const imports = await listed<ImportSummary>('/api/imports?pageSize=20&page=1');
    const { importId } = imports.find(({ fileName }) => fileName === last) ?? {};
    // Files sent together may arrive in any order.
    const entries = await listed<Transaction>(`/api/transactions?limit=${FILES_AT_ONCE * 10}`);
    const entry = entries.find((one) => one.importId === importId);
    await analyst.goto(`${installation.url}/import?transaction=${entry?.id}`);
    await analyst.getByRole('dialog').getByText(last).waitFor();
    expect(await analyst.getByRole('button', { name: /^Undo/ }).count()).toBe(0);

    await rowOf(admin, last)
      .getByRole('button', { name: `Undo import of ${last}` })
      .click();
    const question = admin.getByRole('dialog', { name: `Undo import of ${last}?` });
    await question.getByText(/^10 entries from this file/).waitFor();
    await question.getByRole('button', { name: 'Undo import' }).dblclick();

    await analyst.getByText('Transaction not found').waitFor({ timeout: 30_000 });
    await analyst.keyboard.press('Escape');
    for (const page of [admin, analyst])
      await rowOf(page, last)
        .getByText(/Undone by admin, /)
        .waitFor();
    const { text } = await client.get('/api/audit-events?action=import.undo_requested');
    expect(JSON.parse(text)).toHaveLength(1);
  }, 60_000);

  it('a file can be imported again after its import is undone', async () => {
    const name = `part-${FILES_AT_ONCE}.json`;
    await choose(join(installation.dataDirectory, name));
    await admin.getByRole('button', { name: 'Upload', exact: true }).click();
    const result = admin.getByRole('region', { name: `Import result for ${name}` }).last();
    await result.getByText('10', { exact: true }).first().waitFor({ timeout: 30_000 });
    // Newest first: the list has the undone import and the new one.
    await rowOf(analyst, name)
      .nth(1)
      .getByText(/Undone by admin, /)
      .waitFor();
    await rowOf(analyst, name).nth(0).getByText('Completed').waitFor();
    expect(await rowOf(analyst, name).count()).toBe(2);
  }, 60_000);

  it('a colleague sees the undo of an import from its start', async () => {
    await rowOf(admin, 'large.json').getByRole('button', { name: 'Undo import of large.json' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await rowOf(analyst, 'large.json').getByText('Being undone...').waitFor({ timeout: 10_000 });
    for (const page of [admin, analyst])
      await rowOf(page, 'large.json')
        .getByText(/Undone by admin, /)
        .waitFor({ timeout: 60_000 });
    // The pressed button is gone: the focus moves to its row.
    expect(await admin.locator('tr:focus').innerText()).toContain('large.json');
  }, 120_000);

  it('the import screen breaks no accessibility rule in either theme', async () => {
    const file = join(installation.dataDirectory, 'payroll.ach');
    writeFileSync(file, aNachaFile([{ sec: 'PPD', entries: [{}, { fields: { amount: '99' } }] }]).join('\n'));
    await client.upload(file);
    const [entry] = JSON.parse((await client.get('/api/transactions?limit=1')).text) as {
      id: number;
      importId: number;
    }[];

    await admin.goto(`${installation.url}/import?import=1&transaction=${entry?.id}`);
    await admin.getByRole('region', { name: 'File record' }).waitFor();
    expect(await accessibilityViolations(admin)).toEqual([]);

    await admin.goto(`${installation.url}/import`);
    await admin
      .getByRole('button', { name: /^Undo import of/ })
      .first()
      .click();
    await admin.getByRole('dialog', { name: /^Undo import of/ }).waitFor();
    expect(await accessibilityViolations(admin)).toEqual([]);
  }, 60_000);
});
