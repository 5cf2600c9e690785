import { readFileSync } from 'node:fs';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  signInUser,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import type { Page } from 'playwright-core';
import { type OpenBrowser, openBrowser, signedInContext } from '../browser/open-browser.ts';
import { accessibilityViolations } from '../browser/page-checks.ts';
import { saveScreenshot } from '../browser/screenshots.ts';
import { areAlertsSettled } from './testing/journey-waits.ts';

/** The fields of `GET /api/detection/quality` that the journey reads. */
interface RuleQuality {
  activityType: string;
  policyVersion: number;
  falsePositive: number;
  falsePositiveRate: string | null;
}

/**
 * From the sample file to an alert reviewed by keyboard, the quality figures for its rule, and another policy. The
 * steps build on each other.
 */
describe('from import to decision', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let chromium: OpenBrowser;
  let page: Page;
  /** The first alert in the list. */
  let alertId = 0;
  let rule = '';
  const problems: string[] = [];

  beforeAll(async () => {
    [installation, chromium] = await Promise.all([startTemporaryInstallation(), openBrowser()]);
    admin = await signedInAdmin(installation);
    const context = await signedInContext(chromium, admin);
    page = await context.newPage();
    // During an animation every color is a mixture.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(error.message));
  }, 120_000);

  afterAll(async () => {
    await chromium?.close();
    await installation?.remove();
  }, 60_000);

  const picture = (name: string) => saveScreenshot(page, `alert-${name}`);

  const goTo = (screen: string) => page.getByRole('navigation').getByRole('link', { name: screen }).click();
  const drawer = () => page.getByRole('dialog', { name: 'Alert evidence' });
  const review = () => drawer().getByRole('region', { name: 'Review' });
  const addressed = () => Number(new URL(page.url()).searchParams.get('alert'));

  async function quality(): Promise<RuleQuality[]> {
    return (await admin.get('/api/detection/quality')).json() as RuleQuality[];
  }

  it('the import of the sample file raises alerts', async () => {
    await page.goto(new URL('/import', installation.url).href);
    await page
      .getByRole('button', { name: /sample/i })
      .first()
      .click();
    await waitUntil('detection has settled', () => areAlertsSettled(admin), 90_000);
    await goTo('Fraud Detection');
    await page.getByRole('list', { name: 'Alerts' }).waitFor();
    await page.getByRole('table', { name: 'Alerts and decisions by rule' }).waitFor();
    await picture('01-list');
    const rates = await quality();
    expect(rates.length).toBeGreaterThan(0);
    expect(rates.every(({ falsePositiveRate }) => falsePositiveRate === null)).toBe(true);
  }, 120_000);

  it('an alert opens by keyboard and says why it was raised', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await drawer().getByText('Figures against thresholds').first().waitFor();
    await drawer().getByText('What would have prevented this alert').waitFor();
    await drawer()
      .getByText(/^1 of \d+ listed$/)
      .waitFor();
    alertId = addressed();
    const alert = (await admin.get(`/api/unusual-activities/${alertId}`)).json() as { activityType: string };
    rule = alert.activityType;
    await picture('02-why');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('an alert is recomputed in the browser with the same result', async () => {
    await drawer().getByRole('button', { name: 'Recompute' }).click();
    const result = drawer().getByRole('region', { name: 'Recomputed alert' });
    await result.waitFor();
    expect(await result.innerText()).toContain('Identical');
  });

  it('an alert is assigned to the user who starts a note, and keeps the note after a reload', async () => {
    await page.keyboard.press('1');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Paid both by their own company');
    await review()
      .getByText(/Locked by you until/)
      .waitFor();
    expect(await review().getByRole('radio', { name: 'False positive' }).isChecked()).toBe(true);
    await page.reload();
    await review()
      .getByText(/Locked by you until/)
      .waitFor();
    expect(await review().getByLabel('Note').inputValue()).toBe('Paid both by their own company');
    expect(await review().getByRole('radio', { name: 'False positive' }).isChecked()).toBe(true);
    await picture('03-writing');
  });

  it('deciding an alert by keyboard records one decision', async () => {
    await review().getByLabel('Note').focus();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await review()
      .getByText(/by admin on/)
      .waitFor();
    await picture('04-decided');
    expect(await accessibilityViolations(page)).toEqual([]);
    const alert = (await admin.get(`/api/unusual-activities/${alertId}`)).json() as {
      history: { step: string }[];
    };
    expect(alert).toMatchObject({
      reviewOutcome: 'false_positive',
      reviewNote: 'Paid both by their own company',
    });
    expect(alert.history.map(({ step }) => step)).toEqual(['assigned', 'reviewed']);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('the evidence of an alert is exported as a PDF file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer().getByRole('button', { name: 'Export PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`alert-${alertId}-evidence.pdf`);
  }, 30_000);

  it('a decision on an alert changes the false-positive rate of its rule', async () => {
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
    const rates = page.getByRole('table', { name: 'Alerts and decisions by rule' });
    await rates.getByText('100.0%').first().waitFor();
    await rates.scrollIntoViewIfNeeded();
    await picture('05-rate');
    const moved = (await quality()).filter(({ falsePositiveRate }) => falsePositiveRate !== null);
    expect(moved).toMatchObject([{ activityType: rule, falsePositive: 1, falsePositiveRate: '100.0' }]);
  });

  it('an alert is reopened with a reason, which restores the false-positive rate of its rule', async () => {
    await page.goto(new URL(`/fraud?alert=${alertId}`, installation.url).href);
    await review().getByRole('button', { name: 'Reopen' }).click();
    const dialog = page.getByRole('dialog', { name: /^Reopen / });
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('Another account was found');
    await dialog.getByRole('button', { name: 'Reopen alert' }).click();
    await review().getByRole('button', { name: 'Mark Reviewed' }).waitFor();
    await drawer().getByText('Another account was found').waitFor();
    await picture('06-reopened');
    expect((await quality()).every(({ falsePositiveRate }) => falsePositiveRate === null)).toBe(true);
  });

  it('an admin changes a parameter, runs a backtest and saves the policy with a reason', async () => {
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
    await goTo('Settings');
    await page.getByRole('textbox', { name: 'Large transaction amount' }).fill('5000');
    await page.getByRole('button', { name: 'Run backtest' }).click();
    await page.getByText(/ added, .* under version 1|under version 1: .* added/).waitFor();
    await picture('07-tried-out');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the detection policy' });
    await dialog.getByText(/^Backtest:/).waitFor();
    await dialog.getByRole('textbox', { name: /^Why/ }).fill('Half of our members earn less in a month');
    await dialog.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Version 2 is in force').waitFor();
    await picture('08-saved');
    expect((await admin.get('/api/detection/policy')).json()).toMatchObject({
      version: 2,
      createdBy: 'admin',
      reason: 'Half of our members earn less in a month',
    });
  }, 60_000);

  it('a full analysis with new parameters raises new alerts and keeps earlier decisions', async () => {
    await page.getByRole('link', { name: 'Run Full Analysis' }).click();
    await page.getByRole('button', { name: 'Run Full Analysis' }).click();
    await page.getByText('Comprehensive Analysis Complete').waitFor({ timeout: 60_000 });
    await picture('09-full-analysis');
    const [raised] = (await quality()).filter(({ policyVersion }) => policyVersion === 2);
    expect(raised).toMatchObject({ activityType: 'large_credit' });
    // Decisions under the old parameters do not change.
    const { history } = (await admin.get(`/api/unusual-activities/${alertId}`)).json() as {
      history: { step: string }[];
    };
    expect(history.map(({ step }) => step)).toEqual(['assigned', 'reviewed', 'reopened']);
  }, 90_000);

  it('an examiner sees who decided an alert and why, recomputes it and exports its evidence', async () => {
    const examiner = await (
      await signedInContext(chromium, await signInUser(installation, { username: 'examiner' }))
    ).newPage();
    await examiner.goto(new URL(`/fraud?alert=${alertId}`, installation.url).href);
    const evidence = examiner.getByRole('dialog', { name: 'Alert evidence' });
    await evidence.getByText('Paid both by their own company').waitFor();
    await evidence.getByText('Another account was found').waitFor();
    await evidence.getByRole('button', { name: 'Recompute' }).click();
    const again = evidence.getByRole('region', { name: 'Recomputed alert' });
    await again.waitFor();
    expect(await again.innerText()).toContain('Identical');
    const [pdf] = await Promise.all([
      examiner.waitForEvent('download'),
      evidence.getByRole('button', { name: 'Export PDF' }).click(),
    ]);
    expect(readFileSync(await pdf.path(), 'latin1').slice(0, 5)).toBe('%PDF-');
    await examiner.goto(new URL('/audit-log', installation.url).href);
    await examiner.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
    await examiner.context().close();
  }, 30_000);

  it('the decisions on an alert are in an audit log that an admin can verify', async () => {
    await page.goto(new URL('/audit-log', installation.url).href);
    const events = page.getByRole('table', { name: 'Audit events' });
    await events.getByText('Alert reopened').first().waitFor();
    await events.getByText('Alert reviewed').first().waitFor();
    await events.getByText('Alert evidence exported').first().waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('The audit log is intact').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the browser reports no error from the import of a file to the decision on an alert', () => {
    expect(problems).toEqual([]);
  });
});
