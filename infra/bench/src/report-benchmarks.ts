import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { withClient } from '@clearwatch/infra-postgres/schema-owners';
import { reportRowsSql } from '@clearwatch/reports/transaction-reports/transaction-export-columns';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BenchResult, limitOf, peakMegabytes, percentile95, resetPeakMemory } from './bench-table.ts';
import type { BenchSite } from './import-benchmarks.ts';

const EXPORTED_ROWS = 1_000_000;
const EXPORT_GOAL = 2.5;

export function benchReportExport(site: BenchSite): Promise<BenchResult> {
  site.say('Exporting a report with a million entries ...');
  const { stack } = site.installation;
  return withClient(stack.ownerUrl, async (client) => {
    const days = await newestDays(client);
    // Warms the cache so that both reads find their pages in it.
    const limit = limitOf('COPY', await timeCopy(client, days));
    resetPeakMemory(stack.pidOf('reports'));
    const started = performance.now();
    const rows = await timeExport(site, days);
    const milliseconds = performance.now() - started;
    if (rows.received !== rows.announced)
      throw new Error(`the file should contain ${rows.announced} rows but contains ${rows.received}`);
    const peak = peakMegabytes(stack.pidOf('reports'));
    const what = 'CSV export, from request to last byte';
    return { what, rows: rows.received, milliseconds, limit, goal: EXPORT_GOAL, peakMegabytes: peak };
  });
}

interface Days {
  start: string;
  end: string;
}

async function newestDays(client: Client): Promise<Days> {
  const { rows } = await client.query<Days>(
    `SELECT min(day)::text AS start, max(day)::text AS end FROM (
       SELECT day, sum(rows) OVER (ORDER BY day DESC) - rows AS newer FROM reports.search_days WHERE day > '-infinity') days
      WHERE newer < $1`,
    [EXPORTED_ROWS],
  );
  const [days] = rows;
  if (days === undefined) throw new Error('the search index is empty');
  return days;
}

async function timeCopy(client: Client, { start, end }: Days): Promise<number> {
  const matches = `SELECT e.id, e.day FROM reports.search_entries e WHERE e.day BETWEEN '${start}' AND '${end}'`;
  const copy = copyTo(`COPY (${reportRowsSql(matches)}) TO STDOUT`);
  const started = performance.now();
  let bytes = 0;
  for await (const chunk of client.query(copy) as AsyncIterable<Buffer>) bytes += chunk.length;
  if (bytes === 0) throw new Error('there is nothing to export');
  return performance.now() - started;
}

/** Counts lines as they arrive. Cells in these entries contain no line breaks. */
async function timeExport({ installation, admin }: BenchSite, dateRange: Days) {
  const sent = request(new URL('/api/reports/export-csv', installation.url), {
    method: 'POST',
    headers: { cookie: admin.cookieHeader, 'content-type': 'application/json' },
  });
  sent.end(JSON.stringify({ dateRange }));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let lines = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  if (answer.statusCode !== 200) throw new Error(`the export returned ${answer.statusCode}`);
  return { announced: Number(answer.headers['x-total-count']), received: lines - 1 };
}

type FiltersOfEntry = (entry: Transaction) => TransactionFilters;

const letters = (text: string, count: number): string => text.trim().slice(0, count) || 'a';
const monthOf = ({ postingDate }: Transaction) => {
  const month = (postingDate ?? '2026-01-01').slice(0, 7);
  return { start: `${month}-01`, end: `${month}-28` };
};
const aroundAmount = (amount: string) => ({
  operator: 'between' as const,
  value: `${Math.floor(Number(amount) * 0.9)}`,
  value2: `${Math.ceil(Number(amount) * 1.1)}`,
});

/** Every report filter and common combinations, each with values from an existing entry. */
const REPORT_KINDS: Readonly<Record<string, FiltersOfEntry>> = {
  'first name': (entry) => ({ firstName: letters(entry.firstName, 20) }),
  'part of the last name': (entry) => ({ lastName: letters(entry.lastName, 3) }),
  'first and last name': ({ firstName, lastName }) => ({
    firstName: firstName || 'a',
    lastName: lastName || 'a',
  }),
  company: (entry) => ({ company: [letters(entry.company, 40)] }),
  'part of the company': (entry) => ({ company: [letters(entry.company, 4)] }),
  'types and class': (entry) => ({ transactionType: [entry.transactionType], class: [entry.class ?? 'PPD'] }),
  'transaction code': (entry) => ({ transactionCode: [entry.transactionCode || '22'] }),
  'entry description': (entry) => ({ entryDescription: [letters(entry.entryDescription ?? 'pay', 5)] }),
  addenda: (entry) => ({ addenda: letters(entry.addenda ?? 'invoice', 8) }),
  'two letters of the addenda': (entry) => ({ addenda: letters(entry.addenda ?? 'in', 2) }),
  'trace number': (entry) => ({ checkTracerNumber: entry.checkTracerNumber ?? '1' }),
  batch: (entry) => ({ batch: entry.batch ?? '1' }),
  'amount, equal': (entry) => ({ amount: { operator: 'eq', value: entry.amount } }),
  'amount, more than': (entry) => ({ amount: { operator: 'gt', value: entry.amount } }),
  'amount, between': (entry) => ({ amount: aroundAmount(entry.amount) }),
  'a month': (entry) => ({ dateRange: monthOf(entry) }),
  'name and month': (entry) => ({ lastName: letters(entry.lastName, 20), dateRange: monthOf(entry) }),
  'company, type and amount': (entry) => ({
    company: [letters(entry.company, 5)],
    transactionType: [entry.transactionType],
    amount: aroundAmount(entry.amount),
  }),
  'other type and large amount': (entry) => ({
    transactionType: [entry.transactionType === 'Credit' ? 'Debit' : 'Credit'],
    amount: { operator: 'gt', value: '5000' },
    company: [letters(entry.company, 12)],
  }),
  'all filters': (entry) => ({
    firstName: letters(entry.firstName, 2),
    lastName: letters(entry.lastName, 2),
    company: [letters(entry.company, 2)],
    class: [entry.class ?? 'PPD'],
    entryDescription: [letters(entry.entryDescription ?? 'a', 2)],
    amount: aroundAmount(entry.amount),
    dateRange: monthOf(entry),
  }),
};

/** Time limit for the first hundred rows of a report and its total row count. */
const REPORT_LIMIT_MS = 500;
/**
 * Number of entries whose values are used with each filter. With twenty, `percentile95` is the slowest
 * request.
 */
const ENTRIES_PER_KIND = 20;

export async function benchReports(site: BenchSite, rows: number): Promise<BenchResult[]> {
  site.say('Requesting reports with every filter ...');
  const entries = await sampleEntries(site);
  const lines: BenchResult[] = [];
  for (const [kind, filtersOf] of Object.entries(REPORT_KINDS)) {
    const times: number[] = [];
    for (const entry of entries) {
      const started = performance.now();
      await site.admin.expect(200, 'POST', '/api/reports/transactions?pageSize=100', filtersOf(entry));
      times.push(performance.now() - started);
    }
    const limit = limitOf('allowed', REPORT_LIMIT_MS);
    lines.push({ what: `report by ${kind}, p95`, rows, milliseconds: percentile95(times), limit, goal: 1 });
  }
  return lines;
}

async function sampleEntries({ admin }: BenchSite): Promise<Transaction[]> {
  const entries: Transaction[] = [];
  for (let page = 1; page <= ENTRIES_PER_KIND; page += 1) {
    const answer = await admin.expect(200, 'GET', `/api/transactions?pageSize=1&page=${page * 397}`);
    entries.push(...(answer.json() as Transaction[]));
  }
  return entries;
}
