import type { DescribedEntry } from '@clearwatch/domain/companies/counterparty';
import type { Cents } from '@clearwatch/domain/money/cents';
import type { Asked } from '@clearwatch/domain/reports/asked';
import { type Row, textOf } from '@clearwatch/service-kit/database/row';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';

/** What all entries have in common by which they are judged: company, description, direction, and whether they are of class IAT. */
export interface DescribedStream extends DescribedEntry {
  isInternational: boolean;
}

export interface DescribedMoney extends DescribedStream {
  cents: Cents;
  beforeCents: Cents;
}

/** Columns of `ledger.transactions` that make a stream. Entries without a description are one with those whose is empty. */
export const STREAM_COLUMNS = `company, coalesce(entry_description, '') AS description, transaction_type::text AS type,
  coalesce(class = 'IAT', false) AS international`;

/** Entries that rollups count. */
export const COUNTED = `entry_kind = 'money' AND import_id IN (SELECT import_id FROM analytics.projected_imports)`;

/**
 * The money of both periods, of all accounts and descriptions: what an entry is for depends on its description, so sums by
 * company do not suffice. Read from the entries of the two periods, which a block range index finds.
 */
export async function describedMoney(
  ledger: LedgerFacts,
  { period, previous }: Asked,
): Promise<DescribedMoney[]> {
  const rows = await ledger.rows(
    `SELECT ${STREAM_COLUMNS},
            coalesce(sum(amount) FILTER (WHERE event_date >= $1), 0) AS now,
            coalesce(sum(amount) FILTER (WHERE event_date < $1), 0) AS before
       FROM ledger.transactions WHERE event_date BETWEEN $3 AND $2 AND ${COUNTED} GROUP BY 1, 2, 3, 4`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return rows.map((row) => ({
    ...streamIn(row),
    cents: centsIn(row, 'now'),
    beforeCents: centsIn(row, 'before'),
  }));
}

export function streamIn(row: Row): DescribedStream {
  return {
    company: textOf(row, 'company'),
    entryDescription: textOf(row, 'description'),
    transactionType: textOf(row, 'type') === 'Credit' ? 'Credit' : 'Debit',
    isInternational: row['international'] === true,
  };
}

/** Joins entries `t` to streams that are given as parameters from number `first` on: four arrays, in the order of `streamArrays`. */
export function joinStreams(first: number, also = ''): string {
  const [company, description, type, international] = [first, first + 1, first + 2, first + 3];
  return `JOIN unnest($${company}::text[], $${description}::text[], $${type}::text[], $${international}::boolean[]${also === '' ? '' : `, $${first + 4}::text[]`})
            AS s (company, description, type, international${also === '' ? '' : `, ${also}`})
         ON t.company = s.company AND coalesce(t.entry_description, '') = s.description
            AND t.transaction_type::text = s.type AND coalesce(t.class = 'IAT', false) = s.international`;
}

export function streamArrays(streams: readonly DescribedStream[]): readonly unknown[][] {
  return [
    streams.map(({ company }) => company),
    streams.map(({ entryDescription }) => entryDescription ?? ''),
    streams.map(({ transactionType }) => transactionType),
    streams.map(({ isInternational }) => isInternational),
  ];
}
