import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  TRANSFER_ROUTES,
  type TransferCompany,
  type TransferRoute,
  type Transfers,
  transferRouteOf,
  unclassifiedTransferOf,
} from '@clearwatch/domain/report-writing/sections/transfer-sections';
import { integerOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import {
  COUNTED,
  type DescribedMoney,
  type DescribedStream,
  describedMoney,
  joinStreams,
  streamArrays,
  streamsBefore,
} from './described-money.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { gatherTransferSenders } from './transfer-senders.ts';

/** Money between members and other institutions, apps and exchanges. */
export async function gatherTransfers(ledger: LedgerFacts, asked: ReportScope): Promise<Transfers> {
  const money = await describedMoney(ledger, asked);
  const carried = money.filter((stream) => transferRouteOf(stream) !== null);
  return {
    companies: companiesOf(carried),
    unstated: { institutions: unstated(money, 'institutions'), unknown: unstated(money, 'unknown') },
    firstUse: await firstUseOf(ledger, asked, carried),
    ...(await gatherTransferSenders(ledger, asked, carried)),
    international: await internationalOf(ledger, asked),
  };
}

/** Streams of both periods that carry transfers. */
export async function transferStreams(ledger: LedgerFacts, asked: ReportScope): Promise<DescribedStream[]> {
  return (await describedMoney(ledger, asked)).filter((stream) => transferRouteOf(stream) !== null);
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

function unstated(money: readonly DescribedMoney[], what: keyof Transfers['unstated']) {
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
  ledger: LedgerFacts,
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
              WHERE t.event_date <= $1 AND ${COUNTED} GROUP BY 1, 2) used
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
export async function internationalOf(
  ledger: LedgerFacts,
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
