import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  type CreatedUser,
  createUsers,
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { generateSync } from 'otplib';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type OpenBrowser, openBrowser } from '../browser/open-browser.ts';
import { MARKUP, openMonitoredPage, poisonedLedger } from './testing/stored-script-fixtures.ts';

/** The steps build on each other: the data is stored first, then every screen displays it. */
describe('script injection', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let chromium: OpenBrowser;
  let context: BrowserContext;
  let page: Page;
  let incidents: string[];

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    admin = await signedInAdmin(installation);
    const file = join(installation.dataDirectory, `${MARKUP}.json`);
    writeFileSync(file, JSON.stringify(poisonedLedger()));
    const uploaded = await admin.upload(file);
    if (uploaded.status !== 200) throw new Error(uploaded.text);
    const [reader] = await createUsers(installation, [
      { username: 'reading.admin', role: 'Admin' },
      { username: MARKUP },
    ]);
    if (reader === undefined) throw new Error('no user was created');
    await waitUntil('alerts are raised', async () => (await alerts()).length > 0, 30_000);
    context = await chromium.newContext();
    ({ page, incidents } = await openMonitoredPage(context));
    await signInAs(reader);
  }, 120_000);

  afterAll(async () => {
    await context?.close();
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  async function signInAs({ username, password, secret }: CreatedUser): Promise<void> {
    await open('/');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Enter your 6-digit authenticator code').waitFor();
    await page.getByRole('textbox').first().fill(generateSync({ secret }));
    await page.getByText('Dashboard Overview').first().waitFor();
  }

  const alerts = async () => (await admin.get('/api/unusual-activities')).json() as { id: number }[];
  const open = (path: string) => page.goto(new URL(path, installation.url).href);
  const seeMarkup = () => page.getByText('<img src=injected').first().waitFor({ timeout: 15_000 });

  it('injected markup is detected when it runs, and the content security policy blocks its script [security 4.10]', async () => {
    await open('/');
    await page.evaluate(() => {
      const { document } = globalThis as unknown as { document: { body: { innerHTML: string } } };
      document.body.innerHTML = '<img src=injected onerror=hacked()>';
    });
    await waitUntil('the policy reports the handler', () => incidents.some((text) => /script-src/.test(text)));
    expect(incidents.some((text) => text.startsWith('markup requested'))).toBe(true);
    expect(incidents).not.toContain('foreign code ran');
    incidents.length = 0;
  });

  it('stored markup is shown as text on the dashboard: members, companies, alerts [security 4.10]', async () => {
    await open('/');
    await seeMarkup();
    await page
      .getByRole('button', { name: /Evidence/ })
      .first()
      .waitFor();
    await page
      .locator('canvas')
      .first()
      .hover({ position: { x: 300, y: 120 } });
    expect(incidents).toEqual([]);
  });

  it('stored markup is shown as text in the evidence and the review note of an alert [security 4.10]', async () => {
    await page
      .getByRole('button', { name: /Evidence/ })
      .first()
      .click();
    const evidence = page.getByRole('dialog');
    await evidence.getByText('<img src=injected').first().waitFor();
    await evidence.getByText('Explained', { exact: true }).click();
    await evidence.getByPlaceholder('Note (optional)').fill(`</textarea>${MARKUP}`);
    await evidence.getByRole('button', { name: 'Mark Reviewed' }).click();
    await page.getByText('Activity Reviewed').waitFor();
    await evidence.getByText(`</textarea>${MARKUP}`).first().waitFor();
    expect(incidents).toEqual([]);
  });

  it('stored markup is shown as text on member and company pages and in their charts [security 4.10]', async () => {
    await open('/analysis?sort=transactionCount&order=desc');
    await seeMarkup();
    await page
      .getByRole('link', { name: /<img src=injected/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /<\/script><script>hacked/ }).waitFor();
    for (const chart of [/Companies that pay in on the left/, /over twelve months/])
      await sweep(page.getByRole('img', { name: chart }));
    await page.getByRole('button', { name: 'Table of Who Pays In, Who Collects' }).click();
    const companies = page.getByRole('table', { name: 'The member’s companies' });
    await companies
      .getByRole('link', { name: /<img src=injected/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /<img src=injected/ }).waitFor();
    // Each chart is found by its name, because the previous tab's chart might still be in its position.
    for (const [tab, chart] of [
      ['Volume', /per month/],
      ['Transaction Types', /by type/],
      ['Trends', /weekly credits and debits/i],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await sweep(page.getByRole('tabpanel').getByRole('img', { name: chart }));
    }
    await open('/companies');
    await seeMarkup();
    expect(incidents).toEqual([]);
  });

  /** Moves the pointer across a chart from left to right so that each tooltip appears. */
  async function sweep(chart: Locator): Promise<void> {
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    for (const share of [0.2, 0.35, 0.5, 0.65, 0.8])
      await chart.hover({ position: { x: width * share, y: height / 2 } });
  }

  it('stored markup is shown as text on the import page: file name and rejected value [security 4.10]', async () => {
    await open('/import');
    await seeMarkup();
    await page
      .getByRole('button', { name: /rejected rows? in/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('12<img src=injected').first().waitFor();
    expect(incidents).toEqual([]);
  });

  it('stored markup is shown as text in reports: rows, chips, saved filters, a prompt and the report text', async () => {
    const filters = { company: ['<img src=injected'] };
    const name = MARKUP.slice(0, 80);
    await admin.expect(201, 'POST', '/api/report-filters', { name, visibility: 'shared', filters });
    const request = { reportType: 'custom', customPrompt: `Largest companies ${MARKUP}` };
    await admin.expect(201, 'POST', '/api/generate-report', request);
    await open(`/reports?company=${encodeURIComponent(filters.company[0] ?? '')}`);
    await page.getByRole('table').getByText('<img src=injected').first().waitFor();
    await page.getByText('Company: <img src=injected').waitFor();
    await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('dialog').getByText('<img src=injected').first().waitFor();
    await open('/ai-reports');
    await page.getByRole('main').getByRole('link').first().click();
    await page.getByText(`Largest companies ${MARKUP}`).first().waitFor();
    await page.locator('[data-fact]').first().hover();
    for (const chart of await page.getByRole('img', { name: /The table has the same figures/ }).all())
      await sweep(chart);
    expect(incidents).toEqual([]);
  });

  it.each(['/user-management', '/audit-log'])('stored markup is shown as text at %s [security 4.10]', async (path) => {
    await open(path);
    await seeMarkup();
    expect(incidents).toEqual([]);
  });

  it('markup or script in an address does not run [security 4.10]', async () => {
    for (const path of [
      `/nothing/${encodeURIComponent(MARKUP)}`,
      `/audit-log?search=${encodeURIComponent(MARKUP)}`,
      `/?next=javascript:hacked()`,
    ]) {
      await open(path);
      await page.getByRole('heading').first().waitFor();
    }
    expect(incidents).toEqual([]);
  });

  it('the application leaves no personal data in browser storage or readable cookies [security 4.11]', async () => {
    await open('/import');
    await seeMarkup();
    const stored = await page.evaluate(storedValues);
    expect(stored).toEqual({ local: [], session: [], cookie: '', databases: 0, caches: 0 });
  });

  it('stored data is gone after sign-out, and the Back button does not show it [security 4.9]', async () => {
    await page.getByRole('button', { name: /reading\.admin/ }).click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
    await page.getByText('Sign Out').click();
    const headers = await (await answered).allHeaders();
    expect(headers['clear-site-data']).toBe('"cache"');
    await page.getByLabel('Username').waitFor();
    await page.goBack().catch(() => null);
    await page.getByLabel('Username').waitFor();
    expect(await page.getByText('<img src=injected').count()).toBe(0);
    // The device stays known, so that strangers at the same address cannot stop its user.
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['clearwatch-device']);
    expect(incidents).toEqual([]);
  });
});

/** Everything that the page has stored in the browser. Runs in the browser. */
async function storedValues(): Promise<Record<string, unknown>> {
  const scope = globalThis as unknown as {
    localStorage: Storage;
    sessionStorage: Storage;
    document: { cookie: string };
    indexedDB: { databases(): Promise<unknown[]> };
    caches?: { keys(): Promise<string[]> };
  };
  return {
    local: Object.entries(scope.localStorage),
    session: Object.entries(scope.sessionStorage),
    cookie: scope.document.cookie,
    databases: (await scope.indexedDB.databases()).length,
    caches: (await (scope.caches?.keys() ?? Promise.resolve([]))).length,
  };
}
