import type { DescribedEntry } from '@clearwatch/domain/companies/counterparty';
import type { Cents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
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

/** Entries that rollups count. */
export const COUNTED = `entry_kind = 'money' AND import_id IN (SELECT import_id FROM analytics.projected_imports)`;

const isRetry = (entry: string) => `upper(btrim(${entry}.entry_description)) = 'RETRY PYMT'`;

/**
 * What an entry `t` says that it is for. Nacha prescribes RETRY PYMT for an entry that is sent again within 180 days after its
 * return, which says nothing of its purpose: that is the one of the entry before, of the same company, account and amount.
 * Where that one is not in the ledger, the entry counts as one without a description, like those whose description is empty.
 */
export const DESCRIPTION = `CASE WHEN ${isRetry('t')} THEN coalesce((
    SELECT o.entry_description FROM ledger.transactions o
     WHERE o.account_number = t.account_number AND o.company = t.company AND o.transaction_type = t.transaction_type
       AND o.amount = t.amount AND o.event_date BETWEEN t.event_date - 180 AND t.event_date AND NOT ${isRetry('o')}
       AND o.entry_kind = 'money' AND o.import_id IN (SELECT import_id FROM analytics.projected_imports)
     ORDER BY o.event_date DESC, o.id DESC LIMIT 1), '')
  ELSE coalesce(t.entry_description, '') END`;

/** Columns of `ledger.transactions t` that make a stream. */
export const STREAM_COLUMNS = `company, ${DESCRIPTION} AS description, transaction_type::text AS type,
  coalesce(class = 'IAT', false) AS international`;

/**
 * The money of both periods, of all accounts and descriptions: what an entry is for depends on its description, so sums by
 * company do not suffice. Read from the entries of the two periods, which a block range index finds.
 */
export async function describedMoney(
  ledger: LedgerFacts,
  { period, previous }: ReportScope,
): Promise<DescribedMoney[]> {
  const rows = await ledger.rows(
    `SELECT ${STREAM_COLUMNS},
            coalesce(sum(amount) FILTER (WHERE event_date >= $1), 0) AS now,
            coalesce(sum(amount) FILTER (WHERE event_date < $1), 0) AS before
       FROM ledger.transactions t WHERE event_date BETWEEN $3 AND $2 AND ${COUNTED} GROUP BY 1, 2, 3, 4`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return rows.map((row) => ({
    ...streamIn(row),
    cents: centsIn(row, 'now'),
    beforeCents: centsIn(row, 'before'),
  }));
}

/** All streams that had entries before a day: what an entry is for is told by its own description, also where its company has fallen silent. */
export async function streamsBefore(ledger: LedgerFacts, day: string): Promise<DescribedStream[]> {
  const rows = await ledger.rows(
    `SELECT DISTINCT ${STREAM_COLUMNS} FROM ledger.transactions t WHERE event_date < $1 AND ${COUNTED}`,
    [day],
  );
  return rows.map(streamIn);
}

function streamIn(row: Row): DescribedStream {
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
         ON t.company = s.company AND ${DESCRIPTION} = s.description
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
