import type { MoneyParts } from '@clearwatch/contracts/imports.dto';
import { type Cents, formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { integerOf, moneyOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import { isOwn, type OwnEntries } from '../import-file/own-entries.sql.ts';

/** Entries and their amounts. */
export interface MoneyCount {
  entries: number;
  creditCents: Cents;
  debitCents: Cents;
}

export const NO_MONEY: Readonly<MoneyCount> = { entries: 0, creditCents: 0, debitCents: 0 };

/** @param money null for an entry without a readable amount */
export function counted(
  sum: Readonly<MoneyCount>,
  money: { direction: 'Credit' | 'Debit'; cents: Cents } | null,
): MoneyCount {
  return {
    entries: sum.entries + 1,
    creditCents: sum.creditCents + (money?.direction === 'Credit' ? money.cents : 0),
    debitCents: sum.debitCents + (money?.direction === 'Debit' ? money.cents : 0),
  };
}

export function together(one: Readonly<MoneyCount>, other: Readonly<MoneyCount>): MoneyCount {
  return {
    entries: one.entries + other.entries,
    creditCents: one.creditCents + other.creditCents,
    debitCents: one.debitCents + other.debitCents,
  };
}

const PARTS = ['stored', 'duplicates', 'returns', 'notMoney', 'rejected'] as const;
type PartName = (typeof PARTS)[number];
export type CountedParts = Record<PartName, MoneyCount>;

/** A batch or a file: between which lines it stands, both inclusive, and what of it was rejected. */
export interface Stretch {
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
export async function partsOf(
  client: Client,
  options: {
    own: OwnEntries;
    batches: readonly Stretch[];
    files: readonly Stretch[];
    rejected: Readonly<MoneyCount>;
  },
): Promise<{ batches: CountedParts[]; files: CountedParts[]; whole: CountedParts }> {
  const { own, batches, files, rejected } = options;
  const found = {
    batches: batches.map(emptyParts),
    files: files.map(emptyParts),
    whole: emptyParts({ rejected }),
  };
  const { rows } = await client.query<Row>(countSql(own), [
    own.importId,
    bordersOf(batches),
    bordersOf(files),
  ]);
  for (const row of rows) {
    const part = partIn(row);
    const cents = parseCents(moneyOf(row, 'amount'));
    const isCredit = textOf(row, 'direction') === 'Credit';
    const count: MoneyCount = {
      entries: integerOf(row, 'entries'),
      creditCents: isCredit ? cents : 0,
      debitCents: isCredit ? 0 : cents,
    };
    for (const parts of [
      found.batches[stretchAt(integerOf(row, 'batch'))],
      found.files[stretchAt(integerOf(row, 'file'))],
      found.whole,
    ])
      if (parts !== undefined) parts[part] = together(parts[part], count);
  }
  return found;
}

const countSql = (own: OwnEntries) => `
  SELECT width_bucket(t.line, $2::integer[]) AS batch, width_bucket(t.line, $3::integer[]) AS file,
    CASE entry_kind WHEN 'money' THEN 'stored' WHEN 'return' THEN 'returns' ELSE 'notMoney' END AS part,
    transaction_type::text AS direction, count(*) AS entries, sum(amount) AS amount
    FROM ledger.transactions t WHERE ${isOwn(own)} GROUP BY 1, 2, 3, 4
   UNION ALL
  SELECT width_bucket(d.line, $2::integer[]), width_bucket(d.line, $3::integer[]), 'duplicates',
    twin.transaction_type::text, count(*), sum(twin.amount)
    FROM ledger.duplicate_rows d JOIN ledger.transactions twin ON twin.id = d.twin_id
   WHERE d.import_id = $1 GROUP BY 1, 2, 3, 4`;

/** Where each begins, and the line after it: what stands in an odd place lies within one. */
const bordersOf = (stretches: readonly Stretch[]): number[] =>
  stretches.flatMap(({ lines }) => [lines.first, lines.last + 1]);

/** -1 for none. */
const stretchAt = (place: number): number => (place % 2 === 1 ? (place - 1) / 2 : -1);

const emptyParts = ({ rejected }: Pick<Stretch, 'rejected'>): CountedParts => ({
  stored: NO_MONEY,
  duplicates: NO_MONEY,
  returns: NO_MONEY,
  notMoney: NO_MONEY,
  rejected,
});

function partIn(row: Row): PartName {
  const name = textOf(row, 'part');
  const part = PARTS.find((known) => known === name);
  if (part === undefined) throw new Error(`there is no part ${name}`);
  return part;
}

/** As they are kept in a column, and travel. */
export function storedParts(parts: CountedParts): MoneyParts {
  const [stored, duplicates, returns, notMoney, rejected] = PARTS.map((name) => {
    const { entries, creditCents, debitCents } = parts[name];
    return { entries, credits: formatCents(creditCents), debits: formatCents(debitCents) };
  });
  if (!stored || !duplicates || !returns || !notMoney || !rejected) throw new Error('a part is missing');
  return { stored, duplicates, returns, notMoney, rejected };
}

/** The column `parts` of a row. Null for imports of versions that did not note them. */
export function moneyPartsOf(row: Row): MoneyParts | null {
  const parts = row['parts'];
  if (parts === null || typeof parts !== 'object') return null;
  const part = (name: PartName) => {
    const kept = Object.entries(parts).find(([key]) => key === name)?.[1] as Row;
    return {
      entries: integerOf(kept, 'entries'),
      credits: moneyOf(kept, 'credits'),
      debits: moneyOf(kept, 'debits'),
    };
  };
  return {
    stored: part('stored'),
    duplicates: part('duplicates'),
    returns: part('returns'),
    notMoney: part('notMoney'),
    rejected: part('rejected'),
  };
}
