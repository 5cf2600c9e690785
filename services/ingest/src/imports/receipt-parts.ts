import {
  type ControlTotals,
  type FileWarning,
  MAX_RECEIPT_LINES,
  type MoneyParts,
} from '@clearwatch/contracts/imports.dto';
import { type Cents, formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { integerOf, moneyOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import { type ImportEntries, isOfImport } from '../ledger/ledger-sql.ts';

/** Entries and their amounts. */
export interface MoneyCount {
  entries: number;
  creditCents: Cents;
  debitCents: Cents;
}

export const NO_MONEY: Readonly<MoneyCount> = { entries: 0, creditCents: 0, debitCents: 0 };

/** @param money null for an entry without a readable amount */
export function addMoney(
  sum: Readonly<MoneyCount>,
  money: { direction: 'Credit' | 'Debit'; cents: Cents } | null,
): MoneyCount {
  return {
    entries: sum.entries + 1,
    creditCents: sum.creditCents + (money?.direction === 'Credit' ? money.cents : 0),
    debitCents: sum.debitCents + (money?.direction === 'Debit' ? money.cents : 0),
  };
}

function addMoneyCounts(one: Readonly<MoneyCount>, other: Readonly<MoneyCount>): MoneyCount {
  return {
    entries: one.entries + other.entries,
    creditCents: one.creditCents + other.creditCents,
    debitCents: one.debitCents + other.debitCents,
  };
}

const MONEY_PARTS = ['stored', 'duplicates', 'returns', 'notMoney', 'rejected'] as const;
type PartName = (typeof MONEY_PARTS)[number];
export type CountedParts = Record<PartName, MoneyCount>;

/** A batch or a file: between which lines it stands, both inclusive, and what of it was rejected. */
interface LineRange {
  lines: { first: number; last: number };
  rejected: Readonly<MoneyCount>;
}

/**
 * What became of the entries of batches and files. What was stored is read from the ledger and what was skipped from its list, not
 * inferred from what was read: that the parts add up to it proves something.
 *
 * @param options.batches in the order of the file, likewise the files; lines between them belong to none
 * @returns the parts of each, in the same order, and of everything the import has stored or skipped
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
  const { rows } = await client.query<Row>(countMoneyPartsSql(own), [
    own.importId,
    boundariesOf(batches),
    boundariesOf(files),
  ]);
  for (const row of rows) {
    const part = partOfRow(row);
    const cents = parseCents(moneyOf(row, 'amount'));
    const isCredit = textOf(row, 'direction') === 'Credit';
    const count: MoneyCount = {
      entries: integerOf(row, 'entries'),
      creditCents: isCredit ? cents : 0,
      debitCents: isCredit ? 0 : cents,
    };
    for (const parts of [
      found.batches[rangeAt(integerOf(row, 'batch'))],
      found.files[rangeAt(integerOf(row, 'file'))],
      found.whole,
    ])
      if (parts !== undefined) parts[part] = addMoneyCounts(parts[part], count);
  }
  return found;
}

const countMoneyPartsSql = (own: ImportEntries) => `
  SELECT width_bucket(t.line, $2::integer[]) AS batch, width_bucket(t.line, $3::integer[]) AS file,
    CASE entry_kind WHEN 'money' THEN 'stored' WHEN 'return' THEN 'returns' ELSE 'notMoney' END AS part,
    transaction_type::text AS direction, count(*) AS entries, sum(amount) AS amount
    FROM ledger.transactions t WHERE ${isOfImport(own)} GROUP BY 1, 2, 3, 4
   UNION ALL
  SELECT width_bucket(d.line, $2::integer[]), width_bucket(d.line, $3::integer[]), 'duplicates',
    twin.transaction_type::text, count(*), sum(twin.amount)
    FROM ledger.duplicate_rows d JOIN ledger.transactions twin ON twin.id = d.twin_id
   WHERE d.import_id = $1 GROUP BY 1, 2, 3, 4`;

/** Where each begins, and the line after it: what stands in an odd place lies within one. */
const boundariesOf = (stretches: readonly LineRange[]): number[] =>
  stretches.flatMap(({ lines }) => [lines.first, lines.last + 1]);

/** -1 for none. */
const rangeAt = (place: number): number => (place % 2 === 1 ? (place - 1) / 2 : -1);

const emptyParts = ({ rejected }: Pick<LineRange, 'rejected'>): CountedParts => ({
  stored: NO_MONEY,
  duplicates: NO_MONEY,
  returns: NO_MONEY,
  notMoney: NO_MONEY,
  rejected,
});

function partOfRow(row: Row): PartName {
  const name = textOf(row, 'part');
  const part = MONEY_PARTS.find((known) => known === name);
  if (part === undefined) throw new Error(`there is no part ${name}`);
  return part;
}

/** As they are kept in a column, and travel. */
export function storedParts(parts: CountedParts): MoneyParts {
  const [stored, duplicates, returns, notMoney, rejected] = MONEY_PARTS.map((name) => {
    const { entries, creditCents, debitCents } = parts[name];
    return { entries, credits: formatCents(creditCents), debits: formatCents(debitCents) };
  });
  if (!stored || !duplicates || !returns || !notMoney || !rejected) throw new Error('a part is missing');
  return { stored, duplicates, returns, notMoney, rejected };
}

/** What became of it is known when all is stored. */
export type FileControlTotals = Omit<ControlTotals, 'parts'>;

export interface PlacedControlTotals extends LineRange {
  /** Among all batches and files, from 1. */
  position: number;
  totals: FileControlTotals;
}

/**
 * What a reader notes about a file beside its rows. Bounded, whatever the file: of totals that agree, that do not and that
 * nothing was declared for the first batches and the first files each, so that none hides another, and the first warnings;
 * beyond that they are only counted.
 */
export class ReceiptCollector {
  totalsCount = 0;
  unbalancedCount = 0;
  warnings: readonly FileWarning[] = [];
  warningCount = 0;
  /** Entries that were rejected. */
  rejected: Readonly<MoneyCount> = NO_MONEY;
  /** Rejected records that belong to no entry. */
  orphanCount = 0;
  private readonly kept = new Map<string, PlacedControlTotals[]>();

  addTotals(totals: FileControlTotals, stretch: LineRange): void {
    this.totalsCount += 1;
    if (totals.balanced === false) this.unbalancedCount += 1;
    const sort = `${totals.level} ${totals.balanced}`;
    const list = this.kept.get(sort) ?? [];
    if (list.length < MAX_RECEIPT_LINES) list.push({ position: this.totalsCount, totals, ...stretch });
    this.kept.set(sort, list);
    if (totals.level === 'file') this.rejected = addMoneyCounts(this.rejected, stretch.rejected);
  }

  /** @param all how many there are; `first` need not hold them all */
  setWarnings(first: readonly FileWarning[], all: number): void {
    this.warnings = first.slice(0, MAX_RECEIPT_LINES);
    this.warningCount = all;
  }

  /** In the order of the file. */
  get totals(): PlacedControlTotals[] {
    return [...this.kept.values()].flat().toSorted((a, b) => a.position - b.position);
  }
}
