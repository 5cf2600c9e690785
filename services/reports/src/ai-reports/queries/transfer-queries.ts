import { TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import type { Cents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  TRANSFER_ROUTES,
  type TransferCompany,
  type TransferRoute,
  type Transfers,
  transferRouteOf,
  unclassifiedTransferOf,
} from '@clearwatch/domain/report-writing/sections/transfer-sections';
import type { ReadRow } from '@clearwatch/service-kit/database/query-rows';
import { type Sql, sql } from '../../sql-template.ts';
import { boundsOf, fields, IS_COUNTED_SQL, type LedgerReader, withMembers } from './ledger-facts.ts';

const STREAM_KEYS = {
  text: ['company', 'entryDescription'],
  words: { transactionType: TRANSACTION_TYPES },
  boolean: ['isInternational'],
} as const;
const STREAM = fields(STREAM_KEYS);
const MONEY = fields({ ...STREAM_KEYS, cents: ['cents', 'beforeCents'] });

/**
 * The columns that determine the purpose of an entry: company, description, direction, and whether it is an
 * IAT entry.
 */
export type DescribedStream = ReadRow<typeof STREAM>;
export type DescribedMoney = ReadRow<typeof MONEY>;

const isRetry = (entry: Sql) => sql`upper(btrim(${entry}.entry_description)) = 'RETRY PYMT'`;

/**
 * The purpose of an entry `t`. Nacha requires RETRY PYMT for an entry that is sent again within 180 days of
 * its return. Such an entry has the purpose of the earlier entry with the same company, account and amount;
 * without one, its purpose is unknown.
 */
export const DESCRIPTION_SQL = sql`CASE WHEN ${isRetry(sql`t`)} THEN coalesce((
    SELECT o.entry_description FROM ledger.transactions o
     WHERE o.account_number = t.account_number AND o.company = t.company AND o.transaction_type = t.transaction_type
       AND o.amount = t.amount AND o.event_date BETWEEN t.event_date - 180 AND t.event_date AND NOT ${isRetry(sql`o`)}
       AND o.entry_kind = 'money' AND o.import_id IN (SELECT import_id FROM analytics.projected_imports)
     ORDER BY o.event_date DESC, o.id DESC LIMIT 1), '')
  ELSE coalesce(t.entry_description, '') END`;

const STREAM_COLUMNS = sql`company, ${DESCRIPTION_SQL} AS entry_description, transaction_type::text AS transaction_type,
  coalesce(class = 'IAT', false) AS is_international`;

/**
 * Reads the entries in both periods through a block range index, because sums by company have no
 * descriptions.
 */
export function queryMoneyByDescription(ledger: LedgerReader, { period, previous }: ReportScope) {
  return MONEY.all(ledger, ...boundsOf(period), previous.firstDay)`
    SELECT ${STREAM_COLUMNS},
            coalesce(sum(amount) FILTER (WHERE event_date >= $1), 0) AS cents,
            coalesce(sum(amount) FILTER (WHERE event_date < $1), 0) AS before_cents
       FROM ledger.transactions t WHERE event_date BETWEEN $3 AND $2 AND ${IS_COUNTED_SQL} GROUP BY 1, 2, 3, 4`;
}

/** All streams with entries before a given day, including companies without later entries. */
export function streamsBefore(ledger: LedgerReader, day: string): Promise<DescribedStream[]> {
  return STREAM.all(ledger, day)`
    SELECT DISTINCT ${STREAM_COLUMNS} FROM ledger.transactions t WHERE event_date < $1 AND ${IS_COUNTED_SQL}`;
}

/**
 * Joins entries `t` to the streams in a JSON parameter, as `s` with the route of each stream. @param
 * parameter 5 for $5
 */
export const joinStreams = (parameter: number) => sql`
  JOIN (SELECT DISTINCT * FROM jsonb_to_recordset($${parameter}::jsonb)
          AS s (company text, "entryDescription" text, "transactionType" text, "isInternational" boolean, route text)) s
    ON t.company = s.company AND ${DESCRIPTION_SQL} = s."entryDescription"
       AND t.transaction_type::text = s."transactionType" AND coalesce(t.class = 'IAT', false) = s."isInternational"`;

const MAX_SENDERS = 8;
const MAX_CHANGED = 3;
/** Number of accounts summed first. More follow as long as they could include one of the largest. */
const SUMMED_FIRST = 2_000;
const SUMMED_GROWTH = 10;

const SENT = fields({ text: ['accountNumber'], cents: ['sent'] });
const SENDER = fields({
  text: ['accountNumber', 'mostTo'],
  cents: ['outCents', 'outBeforeCents', 'inCents'],
});
type SenderSums = ReadRow<typeof SENDER>;

/**
 * The largest senders in the period, and the largest changes. Rollups store the lifetime total per account
 * and company, which is an upper bound for any period. An account whose lifetime total is below the last
 * listed period total cannot be listed.
 */
export async function queryTransferSenders(
  ledger: LedgerReader,
  scope: ReportScope,
  streams: readonly DescribedStream[],
): Promise<Pick<Transfers, 'senders' | 'changed'>> {
  const { period, previous } = scope;
  const companies = [...new Set(streams.map(({ company }) => company))];
  let summed: SenderSums[] = [];
  let offset = 0;
  for (let limit = SUMMED_FIRST; ; limit *= SUMMED_GROWTH) {
    const next = await SENT.all(ledger, companies, previous.firstDay, period.lastDay, limit, offset)`
      SELECT account_number, sum(debits) AS sent FROM analytics.company_accounts
        WHERE company = ANY ($1) AND debits > 0 AND first_day <= $3 AND last_day >= $2
        GROUP BY 1 ORDER BY sent DESC, account_number LIMIT $4 OFFSET $5`;
    const accounts = next.map(({ accountNumber }) => accountNumber);
    summed = [...summed, ...(await sumsOf(ledger, scope, { accounts, streams }))];
    const least = Math.min(
      sentBy(largest(summed, sentBy, MAX_SENDERS)[MAX_SENDERS - 1]),
      changeOf(largest(summed, changeOf, MAX_CHANGED)[MAX_CHANGED - 1]),
    );
    const last = next.at(-1);
    if (last === undefined || next.length < limit || last.sent < least) break;
    offset += limit;
  }
  const senders = largest(summed, sentBy, MAX_SENDERS).filter((sums) => sentBy(sums) > 0);
  const changed = largest(summed, changeOf, MAX_CHANGED).filter((sums) => changeOf(sums) > 0);
  return { senders: await withMembers(ledger, senders), changed: await withMembers(ledger, changed) };
}

function sumsOf(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
  { accounts, streams }: { accounts: readonly string[]; streams: readonly DescribedStream[] },
): Promise<SenderSums[]> {
  return SENDER.all(ledger, accounts, ...boundsOf(period), previous.firstDay, JSON.stringify(streams))`
    SELECT * FROM (
       SELECT account_number, sum(out_now) AS out_cents, sum(out_before) AS out_before_cents, sum(in_now) AS in_cents,
              (array_agg(company ORDER BY out_now DESC, out_before DESC, company))[1] AS most_to,
              row_number() OVER (ORDER BY sum(out_now) DESC, account_number) AS by_sent,
              row_number() OVER (ORDER BY abs(sum(out_now) - sum(out_before)) DESC, account_number) AS by_change
         FROM (SELECT t.account_number, t.company,
                      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND event_date >= $2), 0) AS out_now,
                      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND event_date < $2), 0) AS out_before,
                      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit' AND event_date >= $2), 0) AS in_now
                 FROM ledger.transactions t ${joinStreams(5)}
                WHERE t.account_number = ANY ($1) AND t.event_date BETWEEN $4 AND $3 AND ${IS_COUNTED_SQL}
                GROUP BY 1, 2) sums
        GROUP BY 1) ranked
      WHERE by_sent <= ${MAX_SENDERS} OR by_change <= ${MAX_CHANGED}`;
}

const sentBy = (sums: SenderSums | undefined): Cents => sums?.outCents ?? 0;
const changeOf = (sums: SenderSums | undefined): Cents => Math.abs((sums?.outCents ?? 0) - (sums?.outBeforeCents ?? 0));

function largest(senders: readonly SenderSums[], size: (sums: SenderSums) => Cents, most: number) {
  return senders
    .toSorted((left, right) => size(right) - size(left) || (left.accountNumber < right.accountNumber ? -1 : 1))
    .slice(0, most);
}

export async function queryTransfers(ledger: LedgerReader, scope: ReportScope): Promise<Transfers> {
  const money = await queryMoneyByDescription(ledger, scope);
  const carried = withRoutes(money);
  const unclassified = (what: keyof Transfers['unclassified']) => {
    const isOf = (stream: DescribedStream) =>
      transferRouteOf(stream) === null && unclassifiedTransferOf(stream) === what;
    const { outCents, inCents } = sumsByDirection(money.filter(isOf));
    return { outCents, inCents };
  };
  return {
    companies: companiesOf(carried),
    unclassified: { institutions: unclassified('institutions'), unknown: unclassified('unknown') },
    firstUse: await firstUseOf(ledger, scope, carried),
    ...(await queryTransferSenders(ledger, scope, carried)),
    international: await queryInternationalTransfers(ledger, scope),
  };
}

export function withRoutes<S extends DescribedStream>(streams: readonly S[]): (S & { route: TransferRoute })[] {
  return streams.flatMap((stream) => {
    const route = transferRouteOf(stream);
    return route === null ? [] : [{ ...stream, route }];
  });
}

function sumsByDirection(streams: readonly DescribedMoney[]) {
  const sum = (type: DescribedMoney['transactionType'], which: 'cents' | 'beforeCents') =>
    streams.reduce((total, stream) => total + (stream.transactionType === type ? stream[which] : 0), 0);
  return {
    outCents: sum('Debit', 'cents'),
    inCents: sum('Credit', 'cents'),
    outBeforeCents: sum('Debit', 'beforeCents'),
    inBeforeCents: sum('Credit', 'beforeCents'),
  };
}

/** Lists a company with two routes twice, largest total in the period first. */
function companiesOf(carried: readonly (DescribedMoney & { route: TransferRoute })[]): TransferCompany[] {
  const byCompany = Map.groupBy(carried, ({ company, route }) => JSON.stringify([company, route]));
  return [...byCompany.values()]
    .flatMap((streams) =>
      streams.slice(0, 1).map(({ company, route }) => ({ company, route, ...sumsByDirection(streams) })),
    )
    .toSorted(
      (left, right) =>
        right.outCents + right.inCents - (left.outCents + left.inCents) || (left.company < right.company ? -1 : 1),
    );
}

/**
 * Counts accounts whose first entry through a route is in one of the periods. Earlier entries count even if
 * their company has no activity in either period.
 */
async function firstUseOf(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
  carried: readonly (DescribedStream & { route: TransferRoute })[],
): Promise<Transfers['firstUse']> {
  if (carried.length === 0) return [];
  const streams = [...carried, ...withRoutes(await streamsBefore(ledger, previous.firstDay))];
  const columns = fields({ words: { route: TRANSFER_ROUTES }, integer: ['now', 'before'] });
  const rows = await columns.all(ledger, ...boundsOf(period, previous), JSON.stringify(streams))`
    SELECT route, count(*) FILTER (WHERE first_day >= $1) AS now,
            count(*) FILTER (WHERE first_day BETWEEN $3 AND $4) AS before
       FROM (SELECT t.account_number, s.route, min(t.event_date) AS first_day
               FROM ledger.transactions t ${joinStreams(5)}
              WHERE t.event_date <= $2 AND ${IS_COUNTED_SQL} GROUP BY 1, 2) used
      GROUP BY 1`;
  return rows.toSorted((left, right) => TRANSFER_ROUTES.indexOf(left.route) - TRANSFER_ROUTES.indexOf(right.route));
}

const INTERNATIONAL = fields({
  integer: ['entries', 'entriesBefore', 'members'],
  cents: ['inCents', 'outCents'],
});

/** IAT entries, found through the accounts of companies that had any. */
export function queryInternationalTransfers(ledger: LedgerReader, { period, previous }: ReportScope) {
  return INTERNATIONAL.one(ledger, ...boundsOf(period), previous.firstDay)`
    SELECT count(*) FILTER (WHERE event_date >= $1) AS entries, count(*) FILTER (WHERE event_date < $1) AS entries_before,
            coalesce(sum(amount) FILTER (WHERE event_date >= $1 AND transaction_type = 'Credit'), 0) AS in_cents,
            coalesce(sum(amount) FILTER (WHERE event_date >= $1 AND transaction_type = 'Debit'), 0) AS out_cents,
            count(DISTINCT account_number) FILTER (WHERE event_date >= $1) AS members
       FROM ledger.transactions
      WHERE account_number IN (
              SELECT a.account_number FROM analytics.company_accounts a
               WHERE a.company IN (SELECT company FROM analytics.company_day_codes
                                    WHERE day BETWEEN $3 AND $2 AND international > 0)
                 AND a.first_day <= $2 AND a.last_day >= $3)
        AND class = 'IAT' AND event_date BETWEEN $3 AND $2 AND ${IS_COUNTED_SQL}`;
}
