import {
  type ControlTotals,
  type FileWarning,
  MAX_RECEIPT_LINES,
  type MoneyParts,
} from '@clearwatch/contracts/imports.dto';
import { TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import { type Cents, formatCents } from '@clearwatch/domain/money/cents';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Client } from 'pg';
import { type ImportEntries, isOfImport } from '../ledger/ledger-sql.ts';

export interface MoneyCount {
  entries: number;
  creditCents: Cents;
  debitCents: Cents;
}

export const NO_MONEY: Readonly<MoneyCount> = { entries: 0, creditCents: 0, debitCents: 0 };

interface Money {
  direction: 'Credit' | 'Debit';
  cents: Cents;
}

/** @param money null for an entry without a readable amount */
export function addMoney(sum: Readonly<MoneyCount>, money: Money | null, entries = 1): MoneyCount {
  return {
    entries: sum.entries + entries,
    creditCents: sum.creditCents + (money?.direction === 'Credit' ? money.cents : 0),
    debitCents: sum.debitCents + (money?.direction === 'Debit' ? money.cents : 0),
  };
}

const MONEY_PARTS = ['stored', 'duplicates', 'returns', 'notMoney', 'rejected'] as const;
export type CountedParts = Record<(typeof MONEY_PARTS)[number], MoneyCount>;

/** A batch or a file: its first and last line, and the money in its rejected entries. */
interface LineRange {
  lines: { first: number; last: number };
  rejected: Readonly<MoneyCount>;
}

/**
 * Stored entries are counted in the ledger and skipped rows in their table, so the sum is independent of what was read.
 * @param options.batches in file order, like `files`; lines between them belong to none
 */
export async function countMoneyParts(
  client: Client,
  options: {
    own: ImportEntries;
    batches: readonly LineRange[];
    files: readonly LineRange[];
    rejected: Readonly<MoneyCount>;
  },
): Promise<{ batches: CountedParts[]; files: CountedParts[]; whole: CountedParts }> {
  const { own, batches, files, rejected } = options;
  const found = {
    batches: batches.map(emptyParts),
    files: files.map(emptyParts),
    whole: emptyParts({ rejected }),
  };
  const boundaries = [boundariesOf(batches), boundariesOf(files)];
  const rows = await PART.all(client, countMoneyPartsSql(own), [own.importId, ...boundaries]);
  for (const { part, batch, file, entries, ...money } of rows)
    for (const parts of [found.batches[rangeAt(batch)], found.files[rangeAt(file)], found.whole])
      if (parts !== undefined) parts[part] = addMoney(parts[part], money, entries);
  return found;
}

const PART = new RowReader({
  integer: ['batch', 'file', 'entries'],
  words: { part: MONEY_PARTS, direction: TRANSACTION_TYPES },
  cents: ['cents'],
});
const countMoneyPartsSql = (own: ImportEntries) => `
  SELECT width_bucket(t.line, $2::integer[]) AS batch, width_bucket(t.line, $3::integer[]) AS file,
    CASE entry_kind WHEN 'money' THEN 'stored' WHEN 'return' THEN 'returns' ELSE 'notMoney' END AS part,
    transaction_type::text AS direction, count(*) AS entries, sum(amount) AS cents
    FROM ledger.transactions t WHERE ${isOfImport(own)} GROUP BY 1, 2, 3, 4
   UNION ALL
  SELECT width_bucket(d.line, $2::integer[]), width_bucket(d.line, $3::integer[]), 'duplicates',
    twin.transaction_type::text, count(*), sum(twin.amount)
    FROM ledger.duplicate_rows d JOIN ledger.transactions twin ON twin.id = d.twin_id
   WHERE d.import_id = $1 GROUP BY 1, 2, 3, 4`;

/** The first line of each range and the line after it: an odd bucket is within a range. */
const boundariesOf = (ranges: readonly LineRange[]): number[] =>
  ranges.flatMap(({ lines }) => [lines.first, lines.last + 1]);

/** -1 for none. */
const rangeAt = (bucket: number): number => (bucket % 2 === 1 ? (bucket - 1) / 2 : -1);

const emptyParts = ({ rejected }: Pick<LineRange, 'rejected'>): CountedParts => ({
  stored: NO_MONEY,
  duplicates: NO_MONEY,
  returns: NO_MONEY,
  notMoney: NO_MONEY,
  rejected,
});

export function toMoneyParts(parts: CountedParts): MoneyParts {
  const toPart = ({ entries, creditCents, debitCents }: MoneyCount) => ({
    entries,
    credits: formatCents(creditCents),
    debits: formatCents(debitCents),
  });
  return Object.fromEntries(MONEY_PARTS.map((name) => [name, toPart(parts[name])])) as Record<
    (typeof MONEY_PARTS)[number],
    MoneyParts['stored']
  >;
}

/** The parts are counted after everything is stored. */
export type FileControlTotals = Omit<ControlTotals, 'parts'>;

export interface PlacedControlTotals extends LineRange {
  /** Among all batches and files, from 1. */
  position: number;
  totals: FileControlTotals;
}

/**
 * What a reader records about a file in addition to its rows. Memory is limited: it keeps the first batches and the
 * first files with each result (balanced, unbalanced, nothing declared) and the first warnings, and only counts the
 * rest.
 */
export class ReceiptCollector {
  totalsCount = 0;
  unbalancedCount = 0;
  warnings: readonly FileWarning[] = [];
  warningCount = 0;
  rejected: Readonly<MoneyCount> = NO_MONEY;
  /** Rejected records that belong to no entry. */
  orphanCount = 0;
  private readonly totalsByResult = new Map<string, PlacedControlTotals[]>();

  addTotals(totals: FileControlTotals, range: LineRange): void {
    this.totalsCount += 1;
    if (totals.balanced === false) this.unbalancedCount += 1;
    const result = `${totals.level} ${totals.balanced}`;
    const list = this.totalsByResult.get(result) ?? [];
    if (list.length < MAX_RECEIPT_LINES) list.push({ position: this.totalsCount, totals, ...range });
    this.totalsByResult.set(result, list);
    if (totals.level !== 'file') return;
    const { entries, creditCents, debitCents } = range.rejected;
    this.rejected = {
      entries: this.rejected.entries + entries,
      creditCents: this.rejected.creditCents + creditCents,
      debitCents: this.rejected.debitCents + debitCents,
    };
  }

  /** @param all how many there are; `first` may contain fewer */
  setWarnings(first: readonly FileWarning[], all: number): void {
    this.warnings = first.slice(0, MAX_RECEIPT_LINES);
    this.warningCount = all;
  }

  get totals(): PlacedControlTotals[] {
    return [...this.totalsByResult.values()].flat().toSorted((a, b) => a.position - b.position);
  }
}
