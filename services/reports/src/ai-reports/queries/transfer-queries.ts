import type { DescribedEntry } from '@clearwatch/domain/companies/counterparty';
import type { Cents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  TRANSFER_ROUTES,
  type TransferCompany,
  type TransferRoute,
  type TransferSender,
  type Transfers,
  transferRouteOf,
  unclassifiedTransferOf,
} from '@clearwatch/domain/report-writing/sections/transfer-sections';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn, type LedgerReader, memberRefs } from './ledger-facts.ts';

/** What all entries have in common by which they are judged: company, description, direction, and whether they are of class IAT. */
export interface DescribedStream extends DescribedEntry {
  isInternational: boolean;
}

export interface DescribedMoney extends DescribedStream {
  cents: Cents;
  beforeCents: Cents;
}

/** Entries that rollups count. */
export const IS_COUNTED_SQL = `entry_kind = 'money' AND import_id IN (SELECT import_id FROM analytics.projected_imports)`;

const isRetry = (entry: string) => `upper(btrim(${entry}.entry_description)) = 'RETRY PYMT'`;

/**
 * What an entry `t` says that it is for. Nacha prescribes RETRY PYMT for an entry that is sent again within 180 days after its
 * return, which says nothing of its purpose: that is the one of the entry before, of the same company, account and amount.
 * Where that one is not in the ledger, the entry counts as one without a description, like those whose description is empty.
 */
export const DESCRIPTION_SQL = `CASE WHEN ${isRetry('t')} THEN coalesce((
    SELECT o.entry_description FROM ledger.transactions o
     WHERE o.account_number = t.account_number AND o.company = t.company AND o.transaction_type = t.transaction_type
       AND o.amount = t.amount AND o.event_date BETWEEN t.event_date - 180 AND t.event_date AND NOT ${isRetry('o')}
       AND o.entry_kind = 'money' AND o.import_id IN (SELECT import_id FROM analytics.projected_imports)
     ORDER BY o.event_date DESC, o.id DESC LIMIT 1), '')
  ELSE coalesce(t.entry_description, '') END`;

/** Columns of `ledger.transactions t` that make a stream. */
export const STREAM_COLUMNS = `company, ${DESCRIPTION_SQL} AS description, transaction_type::text AS type,
  coalesce(class = 'IAT', false) AS international`;

/**
 * The money of both periods, of all accounts and descriptions: what an entry is for depends on its description, so sums by
 * company do not suffice. Read from the entries of the two periods, which a block range index finds.
 */
export async function queryMoneyByDescription(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
): Promise<DescribedMoney[]> {
  const rows = await ledger.rows(
    `SELECT ${STREAM_COLUMNS},
            coalesce(sum(amount) FILTER (WHERE event_date >= $1), 0) AS now,
            coalesce(sum(amount) FILTER (WHERE event_date < $1), 0) AS before
       FROM ledger.transactions t WHERE event_date BETWEEN $3 AND $2 AND ${IS_COUNTED_SQL} GROUP BY 1, 2, 3, 4`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return rows.map((row) => ({
    ...streamIn(row),
    cents: centsIn(row, 'now'),
    beforeCents: centsIn(row, 'before'),
  }));
}

/** All streams that had entries before a day: what an entry is for is told by its own description, also where its company has fallen silent. */
export async function streamsBefore(ledger: LedgerReader, day: string): Promise<DescribedStream[]> {
  const rows = await ledger.rows(
    `SELECT DISTINCT ${STREAM_COLUMNS} FROM ledger.transactions t WHERE event_date < $1 AND ${IS_COUNTED_SQL}`,
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
         ON t.company = s.company AND ${DESCRIPTION_SQL} = s.description
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

const MAX_SENDERS = 8;
const MAX_CHANGED = 3;
/** Accounts whose periods are summed first; ever more only while the largest could still be among the others. */
const SUMMED_FIRST = 2_000;
const SUMMED_GROWTH = 10;

interface SenderSums extends Omit<TransferSender, 'member'> {
  account: string;
}

/**
 * Who sent most in the period, and for whom that changed most. Rollups hold what an account sent to a company over all time,
 * which neither period exceeds: whoever sent less over all time than the last of the listed in one period is not among them.
 */
export async function queryTransferSenders(
  ledger: LedgerReader,
  scope: ReportScope,
  streams: readonly DescribedStream[],
): Promise<Pick<Transfers, 'senders' | 'changed'>> {
  const companies = [...new Set(streams.map(({ company }) => company))];
  let summed: SenderSums[] = [];
  let offset = 0;
  for (let limit = SUMMED_FIRST; ; limit *= SUMMED_GROWTH) {
    const next = await ledger.rows(
      `SELECT account_number, sum(debits) AS sent FROM analytics.company_accounts
        WHERE company = ANY ($1) AND debits > 0 AND first_day <= $3 AND last_day >= $2
        GROUP BY 1 ORDER BY sent DESC, account_number LIMIT $4 OFFSET $5`,
      [companies, scope.previous.firstDay, scope.period.lastDay, limit, offset],
    );
    const accounts = next.map((row) => textOf(row, 'account_number'));
    summed = [...summed, ...(await sumsOf(ledger, scope, { accounts, streams }))];
    const least = Math.min(
      sentBy(bySent(summed)[MAX_SENDERS - 1]),
      changeOf(byChange(summed)[MAX_CHANGED - 1]),
    );
    const last = next.at(-1);
    if (last === undefined || next.length < limit || centsIn(last, 'sent') < least) break;
    offset += limit;
  }
  const senders = bySent(summed).filter((sums) => sentBy(sums) > 0);
  const changed = byChange(summed).filter((sums) => changeOf(sums) > 0);
  const refOf = await memberRefs(
    ledger,
    [...senders, ...changed].map(({ account }) => account),
  );
  const named = ({ account, ...sums }: SenderSums): TransferSender => ({ member: refOf(account), ...sums });
  return { senders: senders.map(named), changed: changed.map(named) };
}

/** Of these accounts, those that could be listed. */
async function sumsOf(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
  { accounts, streams }: { accounts: readonly string[]; streams: readonly DescribedStream[] },
): Promise<SenderSums[]> {
  const rows = await ledger.rows(
    `SELECT * FROM (
       SELECT account_number, sum(out_now) AS out_now, sum(out_before) AS out_before, sum(in_now) AS in_now,
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
      WHERE by_sent <= ${MAX_SENDERS} OR by_change <= ${MAX_CHANGED}`,
    [accounts, period.firstDay, period.lastDay, previous.firstDay, ...streamArrays(streams)],
  );
  return rows.map((row) => ({
    account: textOf(row, 'account_number'),
    outCents: centsIn(row, 'out_now'),
    outBeforeCents: centsIn(row, 'out_before'),
    inCents: centsIn(row, 'in_now'),
    mostTo: textOf(row, 'most_to'),
  }));
}
const sentBy = (sums: SenderSums | undefined): Cents => sums?.outCents ?? 0;
const changeOf = (sums: SenderSums | undefined): Cents =>
  sums === undefined ? 0 : Math.abs(sums.outCents - sums.outBeforeCents);
const inOrder = (left: SenderSums, right: SenderSums) => (left.account < right.account ? -1 : 1);
const bySent = (sums: readonly SenderSums[]) =>
  sums.toSorted((left, right) => sentBy(right) - sentBy(left) || inOrder(left, right)).slice(0, MAX_SENDERS);
const byChange = (sums: readonly SenderSums[]) =>
  sums
    .toSorted((left, right) => changeOf(right) - changeOf(left) || inOrder(left, right))
    .slice(0, MAX_CHANGED);

/** Money between members and other institutions, apps and exchanges. */
export async function queryTransfers(ledger: LedgerReader, scope: ReportScope): Promise<Transfers> {
  const money = await queryMoneyByDescription(ledger, scope);
  const carried = money.filter((stream) => transferRouteOf(stream) !== null);
  return {
    companies: companiesOf(carried),
    unstated: {
      institutions: withoutDescription(money, 'institutions'),
      unknown: withoutDescription(money, 'unknown'),
    },
    firstUse: await firstUseOf(ledger, scope, carried),
    ...(await queryTransferSenders(ledger, scope, carried)),
    international: await queryInternationalTransfers(ledger, scope),
  };
}

/** Streams of both periods that carry transfers. */
export async function queryTransferStreams(
  ledger: LedgerReader,
  scope: ReportScope,
): Promise<DescribedStream[]> {
  return (await queryMoneyByDescription(ledger, scope)).filter((stream) => transferRouteOf(stream) !== null);
}

/** A company that carries money by two ways stands there twice, the largest of the period first. */
function companiesOf(carried: readonly DescribedMoney[]): TransferCompany[] {
  const companies = new Map<string, TransferCompany>();
  for (const stream of carried) {
    const route = transferRouteOf(stream);
    if (route === null) continue;
    const { company, transactionType, cents, beforeCents } = stream;
    const key = JSON.stringify([company, route]);
    const sums = companies.get(key) ?? {
      company,
      route,
      outCents: 0,
      inCents: 0,
      outBeforeCents: 0,
      inBeforeCents: 0,
    };
    const added =
      transactionType === 'Debit'
        ? { outCents: sums.outCents + cents, outBeforeCents: sums.outBeforeCents + beforeCents }
        : { inCents: sums.inCents + cents, inBeforeCents: sums.inBeforeCents + beforeCents };
    companies.set(key, { ...sums, ...added });
  }
  return [...companies.values()].toSorted(
    (left, right) =>
      right.outCents + right.inCents - (left.outCents + left.inCents) ||
      (left.company < right.company ? -1 : 1),
  );
}

function withoutDescription(money: readonly DescribedMoney[], what: keyof Transfers['unstated']) {
  const sum = (type: 'Credit' | 'Debit') =>
    money
      .filter(
        (stream) =>
          stream.transactionType === type &&
          transferRouteOf(stream) === null &&
          unclassifiedTransferOf(stream) === what,
      )
      .reduce((total, { cents }) => total + cents, 0);
  return { outCents: sum('Debit'), inCents: sum('Credit') };
}

/**
 * Accounts whose first entry by a way, of all that the ledger has, lies in a period. Which way an earlier entry went is told by
 * its own description, also where its company had no money in either period.
 */
async function firstUseOf(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
  carried: readonly DescribedStream[],
): Promise<Transfers['firstUse']> {
  if (carried.length === 0) return [];
  const earlier = await streamsBefore(ledger, previous.firstDay);
  const streams = new Map<string, DescribedStream & { route: TransferRoute }>();
  for (const stream of [...carried, ...earlier]) {
    const { company, entryDescription, transactionType, isInternational } = stream;
    const route = transferRouteOf(stream);
    if (route !== null)
      streams.set(JSON.stringify([company, entryDescription, transactionType, isInternational]), {
        ...stream,
        route,
      });
  }
  const all = [...streams.values()];
  const rows = await ledger.rows(
    `SELECT route, count(*) FILTER (WHERE first_day >= $2) AS now,
            count(*) FILTER (WHERE first_day BETWEEN $3 AND $4) AS before
       FROM (SELECT t.account_number, s.route, min(t.event_date) AS first_day
               FROM ledger.transactions t ${joinStreams(5, 'route')}
              WHERE t.event_date <= $1 AND ${IS_COUNTED_SQL} GROUP BY 1, 2) used
      GROUP BY 1`,
    [
      period.lastDay,
      period.firstDay,
      previous.firstDay,
      previous.lastDay,
      ...streamArrays(all),
      all.map(({ route }) => route),
    ],
  );
  return TRANSFER_ROUTES.flatMap((route) => {
    const row = rows.find((candidate) => textOf(candidate, 'route') === route);
    return row === undefined ? [] : [{ route, now: integerOf(row, 'now'), before: integerOf(row, 'before') }];
  });
}

/** Entries of class IAT, found by the accounts of the companies that had any. */
export async function queryInternationalTransfers(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
): Promise<Transfers['international']> {
  const [row = {}] = await ledger.rows(
    `SELECT count(*) FILTER (WHERE event_date >= $1) AS entries, count(*) FILTER (WHERE event_date < $1) AS entries_before,
            coalesce(sum(amount) FILTER (WHERE event_date >= $1 AND transaction_type = 'Credit'), 0) AS in_now,
            coalesce(sum(amount) FILTER (WHERE event_date >= $1 AND transaction_type = 'Debit'), 0) AS out_now,
            count(DISTINCT account_number) FILTER (WHERE event_date >= $1) AS members
       FROM ledger.transactions
      WHERE account_number IN (
              SELECT a.account_number FROM analytics.company_accounts a
               WHERE a.company IN (SELECT company FROM analytics.company_day_codes
                                    WHERE day BETWEEN $3 AND $2 AND international > 0)
                 AND a.first_day <= $2 AND a.last_day >= $3)
        AND class = 'IAT' AND entry_kind = 'money' AND event_date BETWEEN $3 AND $2
        AND import_id IN (SELECT import_id FROM analytics.projected_imports)`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return {
    entries: integerOf(row, 'entries'),
    entriesBefore: integerOf(row, 'entries_before'),
    inCents: centsIn(row, 'in_now'),
    outCents: centsIn(row, 'out_now'),
    members: integerOf(row, 'members'),
  };
}
