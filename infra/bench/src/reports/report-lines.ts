import type { Transaction } from '@clearwatch/contracts/http/transactions';
import type { Site } from '../import-lines.ts';
import type { BenchLine } from '../line.ts';
import { REPORT_KINDS } from './report-kinds.ts';

/** What the first hundred rows of a report and their number may take. */
const ALLOWED_MS = 500;
/** Entries whose words are asked for, for each kind of filter: of the slowest of twenty the 95th percentile is one. */
const ASKED_OF_EACH = 20;

/** 95th percentile of each kind of report, on a ledger that is wholly searchable. */
export async function reportLines(site: Site, rows: number): Promise<BenchLine[]> {
  site.say('Asking for reports of every kind ...');
  const entries = await someEntries(site);
  const lines: BenchLine[] = [];
  for (const [kind, filtersOf] of REPORT_KINDS) {
    const times: number[] = [];
    for (const entry of entries) {
      const started = performance.now();
      await site.admin.expect(200, 'POST', '/api/reports/transactions?pageSize=100', filtersOf(entry));
      times.push(performance.now() - started);
    }
    lines.push({
      what: `report by ${kind}, p95`,
      rows,
      milliseconds: percentile95(times),
      limit: { what: 'allowed', milliseconds: ALLOWED_MS },
      goal: 1,
      peakMegabytes: null,
    });
  }
  return lines;
}

/** From all over the part of the ledger that can be paged through. */
async function someEntries({ admin }: Site): Promise<Transaction[]> {
  const entries: Transaction[] = [];
  for (let page = 1; page <= ASKED_OF_EACH; page += 1) {
    const answer = await admin.expect(200, 'GET', `/api/transactions?pageSize=1&page=${page * 397}`);
    entries.push(...(answer.json() as Transaction[]));
  }
  return entries;
}

function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
