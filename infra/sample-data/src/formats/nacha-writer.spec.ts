import { readTransactionRow } from '@clearwatch/domain/ledger/read-transaction-row';
import type { NachaEntry } from '@clearwatch/domain/nacha/nacha-entry';
import { type NachaItem, NachaReader } from '@clearwatch/domain/nacha/nacha-reader';
import { nachaEntryToLedgerRow } from '@clearwatch/domain/nacha/nacha-to-ledger-row';
import * as fc from 'fast-check';
import { generateLedger } from '../generate-ledger.ts';
import type { SampleEntry } from '../sample-entry.ts';
import { toExtractionJson } from './ledger-formats.ts';
import { nachaChunks, receiverName } from './nacha-writer.ts';

const CONTEXT = { latestDay: '2027-12-31' };

describe('NACHA', () => {
  it('the sample NACHA file reads back unchanged with balanced control totals for any ledger', () => {
    const ledgers = fc.record({
      seed: fc.nat(1_000_000),
      accounts: fc.integer({ min: 1, max: 400 }),
      more: fc.integer({ min: 0, max: 1_500 }),
      lastDay: fc.constantFrom('2026-11-18', '2024-03-01', '2026-01-05'),
    });
    fc.assert(
      fc.property(ledgers, ({ seed, accounts, more, lastDay }) => {
        const entries = [...generateLedger({ seed, accounts, transactions: accounts + more, lastDay })];
        const { items, problems } = read([...nachaChunks(entries)].join(''));
        expect(problems).toEqual([]);
        const rows = items.filter((item) => item.type === 'entry').map(carriedByFile);
        expect(rows.toSorted(byTrace)).toEqual(entries.map(carriedByEntry).toSorted(byTrace));
        const controls = items.filter((item) => item.type === 'batch' || item.type === 'file');
        expect(controls.every(({ balanced }) => balanced === true)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  const sample = [...generateLedger({ seed: 1, transactions: 13_190, accounts: 2_583, lastDay: '2026-11-18' })];
  const text = [...nachaChunks(sample)].join('');
  const { items, problems } = read(text);

  it('the sample NACHA file has one file per day in whole blocks and causes no warning', () => {
    const files = items.filter((item) => item.type === 'file');
    expect(files).toHaveLength(new Set(sample.map(({ postingDate }) => postingDate)).size);
    expect(text.trimEnd().split('\n').length % 10).toBe(0);
    expect(problems).toEqual([]);
  });

  it('the sample NACHA file has batches of several SEC codes with ascending trace numbers', () => {
    const classes = new Set(items.flatMap((item) => (item.type === 'batch' ? [item.secCode] : [])));
    expect([...classes].toSorted()).toEqual(['CCD', 'COR', 'CTX', 'IAT', 'PPD', 'TEL', 'WEB']);
    const batches = Map.groupBy(
      items.filter((item) => item.type === 'entry'),
      ({ batch }) => batch.header.line,
    );
    for (const entries of batches.values()) {
      const traces = entries.map(({ traceNumber }) => traceNumber ?? '');
      expect(traces).toEqual(traces.toSorted());
    }
  });

  it('the sample NACHA file contains prenotes, and returns and NOCs with the trace number of an earlier entry', () => {
    const entries = items.filter((item) => item.type === 'entry');
    const kinds = Object.groupBy(entries, ({ kind }) => kind);
    expect(kinds.prenote?.length).toBeGreaterThan(5);
    expect(kinds.notification_of_change?.length).toBeGreaterThan(2);
    expect(kinds.return?.length).toBeGreaterThan(8);
    const dayOfTrace = new Map(entries.map(({ traceNumber, batch }) => [traceNumber, batch.settlementDate]));
    for (const entry of [...(kinds.return ?? []), ...(kinds.notification_of_change ?? [])]) {
      const originalDay = dayOfTrace.get(entry.notice?.originalTraceNumber ?? '');
      expect(originalDay && originalDay < (entry.batch.settlementDate ?? '')).toBe(true);
    }
  });

  it('the sample NACHA file has the same data as the JSON file except times of day and the split of names', () => {
    const fromNacha = items
      .filter((item) => item.type === 'entry')
      .map((entry) => nachaEntryToLedgerRow(entry, CONTEXT));
    const fromJson = sample.map((entry) => {
      const row = readTransactionRow(toExtractionJson(entry), CONTEXT);
      if ('problems' in row) throw new Error(`rejected: ${JSON.stringify(row.problems)}`);
      return row.row;
    });
    const shared = (row: (typeof fromJson)[number]) => ({
      trace: row.checkTracerNumber,
      company: row.company,
      name: `${row.firstName} ${row.lastName}`.trim(),
      accountNumber: row.accountNumber,
      transactionCode: row.transactionCode,
      amountCents: row.amountCents,
      transactionType: row.transactionType,
      entryKind: row.entryKind,
      addenda: row.addenda,
      day: row.postingDate ?? row.settlementDate,
      entryDescription: row.entryDescription,
      class: row.class,
    });
    const inOrder = (rows: typeof fromJson) => rows.map(shared).toSorted((a, b) => byText(a.trace, b.trace));
    expect(inOrder(fromNacha)).toEqual(inOrder(fromJson));
  });
});

function read(text: string): { items: NachaItem[]; problems: unknown[] } {
  const reader = new NachaReader();
  const items = [...reader.push(Buffer.from(text, 'latin1')), ...reader.end()];
  return { items, problems: [...reader.problems.errors, ...reader.problems.warnings] };
}

function carriedByFile(entry: NachaEntry) {
  const { batch, notice } = entry;
  return {
    trace: entry.traceNumber ?? '',
    company: entry.company,
    account: entry.account,
    code: entry.transactionCode,
    direction: entry.direction,
    cents: entry.amountCents,
    day: batch.settlementDate,
    effectiveDay: batch.effectiveDate,
    secCode: batch.secCode,
    description: batch.entryDescription,
    name: entry.receiverName,
    information: entry.information,
    notice: notice && { code: notice.code, originalTrace: notice.originalTraceNumber },
  };
}

function carriedByEntry(entry: SampleEntry): ReturnType<typeof carriedByFile> {
  const { notice } = entry;
  return {
    trace: entry.traceNumber,
    company: entry.company,
    account: entry.accountNumber,
    code: entry.transactionCode,
    direction: entry.transactionType,
    cents: entry.cents,
    day: entry.postingDate,
    effectiveDay: entry.postingDate,
    secCode: entry.secCode,
    description: entry.entryDescription,
    name: receiverName(entry),
    information: notice === null ? entry.addenda : null,
    notice: notice && { code: notice.code, originalTrace: notice.originalTrace },
  };
}

const byText = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : 1);
const byTrace = (a: { trace: string }, b: { trace: string }) => byText(a.trace, b.trace);
