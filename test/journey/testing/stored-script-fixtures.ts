import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import type { BrowserContext, Page } from 'playwright-core';

/** Runs if data is rendered as markup. It has no slash, so it also works as a file name. */
export const MARKUP = '<img src=injected onerror=hacked()>';

/** A ledger that raises alerts, with markup in every text from outside the credit union. Its last row is rejected. */
export function poisonedLedger(): { transactions: Record<string, string>[] } {
  const sample = { seed: 11, transactions: 3_000, accounts: 200, lastDay: '2026-10-30' };
  const transactions = [...generateLedger(sample)].map((entry) => ({
    company: `${entry.company}${MARKUP}`,
    first_name: `${entry.firstName}${MARKUP}`,
    last_name: `${entry.lastName}</script><script>hacked()</script>`,
    account_number: entry.accountNumber,
    original_account: entry.accountNumber,
    transaction_code: entry.transactionCode,
    amount: (entry.cents / 100).toFixed(2),
    transaction_type: entry.transactionType,
    posting_date: entry.postingDate,
    check_tracer_number: entry.traceNumber,
    entry_description: `PAY${MARKUP}`,
    addenda: `{{constructor.constructor('hacked()')()}}${MARKUP}`,
  }));
  return {
    transactions: [...transactions, { ...transactions[0], amount: `12${MARKUP}` }],
  };
}

export interface MonitoredPage {
  page: Page;
  /** Descriptions of what must never happen: code that runs, dialogs, refused scripts, requests caused by markup. */
  incidents: string[];
}

/** Opens a page that records any foreign code that tries to run, even if the content security policy blocks it. */
export async function openMonitoredPage(context: BrowserContext): Promise<MonitoredPage> {
  const incidents: string[] = [];
  const page = await context.newPage();
  await page.exposeBinding('hacked', () => void incidents.push('foreign code ran'));
  await page.exposeBinding('reportViolation', (_source, violation: string) => {
    incidents.push(`the policy blocked ${violation}`);
  });
  await page.addInitScript(() => {
    const scope = globalThis as unknown as {
      addEventListener(event: string, listener: (event: Record<string, string>) => void): void;
      reportViolation(text: string): void;
    };
    scope.addEventListener('securitypolicyviolation', (event) => {
      scope.reportViolation(`${event['effectiveDirective']} ${event['blockedURI']} ${event['sample']}`);
    });
  });
  page.on('dialog', (dialog) => {
    incidents.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => incidents.push(`an error: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/injected')) incidents.push(`markup requested ${request.url()}`);
  });
  return { page, incidents };
}
