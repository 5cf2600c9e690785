import type { TransactionType } from '@clearwatch/contracts/transactions.dto';
import { addDays, addMonths, monthOf } from '@clearwatch/domain/calendar/day';
import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { RECENT_DAYS } from '@clearwatch/domain/members/member-bands';
import { type Cents, formatCents } from '@clearwatch/domain/money/cents';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { TransferSender } from '@clearwatch/domain/report-writing/sections/transfer-sections';
import {
  achHighValueLending,
  type Lender,
  type Lending,
  type LendingCandidate,
  lenderKindOf,
  MAX_BILLS_PERCENT,
  MIN_LENDING_INCOME,
  STEADY_INCOME_MONTHS,
  steadyIncome,
  steadyMonths,
} from '@clearwatch/domain/report-writing/types/ach-high-value-lending-report';
import {
  type AccountProfile,
  individualAccountAnalysis,
  type ProfileReason,
} from '@clearwatch/domain/report-writing/types/individual-account-report';
import type { ReadRow } from '@clearwatch/service-kit/database/query-rows';
import { type Sql, sql } from '../../sql-template.ts';
import { queryCitedAlerts } from '../queries/alert-queries.ts';
import {
  accountsIn,
  boundsOf,
  daysOfMemberList,
  defineReport,
  fields,
  IS_COUNTED_SQL,
  integerOf,
  type LedgerReader,
  memberRefs,
  textsOf,
} from '../queries/ledger-facts.ts';
import { monthlyAverageSql, queryMemberSummaries } from '../queries/member-queries.ts';
import { queryFlows } from '../queries/money-flow-queries.ts';
import {
  DESCRIPTION_SQL,
  type DescribedMoney,
  type DescribedStream,
  joinStreams,
  queryMoneyByDescription,
  queryTransferSenders,
  streamsBefore,
  withRoutes,
} from '../queries/transfer-queries.ts';

const PROFILE_MONTHS = 12;
const MAX_PROFILE_ALERTS = 5;

const ACCOUNT_MONTH = fields({
  text: ['accountNumber', 'month'],
  cents: ['creditCents', 'debitCents'],
  integer: ['entriesInPeriod'],
});
const ACCOUNT_COMPANY = fields({
  text: ['accountNumber', 'company'],
  texts: ['descriptions'],
  cents: ['inCents', 'outCents', 'inBeforeCents', 'outBeforeCents'],
});

async function queryProfiles(
  ledger: LedgerReader,
  scope: ReportScope,
  { chosen, senders }: { chosen: ReadonlyMap<string, ProfileReason>; senders: readonly TransferSender[] },
): Promise<AccountProfile[]> {
  const accounts = [...chosen.keys()];
  const months = await monthsOf(ledger, scope, accounts);
  const companies = await companiesOf(ledger, scope, accounts);
  const profiles: AccountProfile[] = [];
  for (const figures of await queryMemberSummaries(ledger, scope, accounts)) {
    const account = figures.member.accountNumber;
    const sender = senders.find(({ member }) => member.accountNumber === account);
    const ownMonths = months.filter(({ accountNumber }) => accountNumber === account);
    profiles.push({
      reason: chosen.get(account) ?? 'busiest',
      figures,
      entries: ownMonths.reduce((sum, { entriesInPeriod }) => sum + entriesInPeriod, 0),
      sent: sender === undefined ? null : { cents: sender.outCents, mostTo: sender.mostTo },
      companies: companies.filter(({ accountNumber }) => accountNumber === account),
      months: ownMonths.slice(-PROFILE_MONTHS),
      alerts: await queryCitedAlerts(ledger, account)`
        account_number = $1 AND risk_level <> 'low'
         ORDER BY reviewed, risk_level = 'high' DESC, amount DESC, id LIMIT ${MAX_PROFILE_ALERTS}`,
    });
  }
  return profiles;
}

/** Months through the end of the period. The period may begin before the charted months. */
function monthsOf(ledger: LedgerReader, { period }: ReportScope, accounts: readonly string[]) {
  const drawn = `${addMonths(monthOf(period.lastDay), 1 - PROFILE_MONTHS)}-01`;
  return ACCOUNT_MONTH.all(ledger, accounts, ...boundsOf(period), drawn)`
    SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credit_cents, sum(debits) AS debit_cents,
            coalesce(sum(credit_count + debit_count) FILTER (WHERE day >= $2), 0) AS entries_in_period
       FROM analytics.account_days
      WHERE account_number = ANY ($1) AND day BETWEEN least($2::date, $4::date) AND $3 GROUP BY 1, 2 ORDER BY 1, 2`;
}

/**
 * Reads entries, because rollups have no sums by company and account. Without a comparison, companies from
 * earlier periods are excluded.
 */
function companiesOf(ledger: LedgerReader, scope: ReportScope, accounts: readonly string[]) {
  const { period, previous } = scope;
  const firstDay = isComparable(scope) ? previous.firstDay : period.firstDay;
  const sum = (type: TransactionType, is: Sql, name: Sql) =>
    sql`coalesce(sum(amount) FILTER (WHERE transaction_type = '${type}' AND event_date ${is} $2), 0) AS ${name}`;
  return ACCOUNT_COMPANY.all(ledger, accounts, ...boundsOf(period), firstDay)`
    SELECT * FROM (
       SELECT account_number, company,
              coalesce(array_agg(DISTINCT entry_description) FILTER (WHERE entry_description IS NOT NULL), '{}') AS descriptions,
              ${sum('Credit', sql`>=`, sql`in_cents`)}, ${sum('Debit', sql`>=`, sql`out_cents`)},
              ${sum('Credit', sql`<`, sql`in_before_cents`)}, ${sum('Debit', sql`<`, sql`out_before_cents`)}
         FROM ledger.transactions
        WHERE account_number = ANY ($1) AND event_date BETWEEN $4 AND $3 AND ${IS_COUNTED_SQL}
        GROUP BY 1, 2) moved
      ORDER BY account_number, in_cents + out_cents DESC, in_before_cents + out_before_cents DESC, company`;
}

/** Candidates per reason. The report uses the first that no earlier reason has chosen. */
const CANDIDATES = 6;

export const individualAccountReport = defineReport(individualAccountAnalysis, queryIndividualAccounts);

async function queryIndividualAccounts(ledger: LedgerReader, scope: ReportScope) {
  const streams = withRoutes(await queryMoneyByDescription(ledger, scope));
  const { senders } = await queryTransferSenders(ledger, scope, streams);
  const outstanding = await candidatesByReason(ledger, scope);
  const candidates: [ProfileReason, readonly string[]][] = [
    [
      'alerts',
      await textsOf(ledger)`
        SELECT account_number FROM analytics.counted_alerts WHERE NOT reviewed AND risk_level = 'high'
          GROUP BY 1 ORDER BY count(*) DESC, max(amount) DESC, account_number LIMIT ${CANDIDATES}`,
    ],
    ['risen', isComparable(scope) ? outstanding('risen') : []],
    ['fallen', isComparable(scope) ? outstanding('fallen') : []],
    ['largest', isComparable(scope) ? [] : outstanding('largest')],
    ['sent', senders.map(({ member }) => member.accountNumber)],
    ['busiest', outstanding('busiest')],
  ];
  const chosen = new Map<string, ProfileReason>();
  for (const [reason, accounts] of candidates) {
    const account = accounts.find((candidate) => !chosen.has(candidate));
    if (account !== undefined) chosen.set(account, reason);
  }
  return {
    flows: await queryFlows(ledger, scope),
    profiles: await queryProfiles(ledger, scope, { chosen, senders }),
  };
}

async function candidatesByReason(ledger: LedgerReader, { period, previous }: ReportScope) {
  const largest = (reason: Sql, size: Sql) => sql`
    (SELECT '${reason}' AS reason, account_number, ${size} AS size FROM sums WHERE ${size} > 0
      ORDER BY size DESC, account_number LIMIT ${CANDIDATES})`;
  const columns = fields({ text: ['reason', 'accountNumber'] });
  const rows = await columns.all(ledger, ...boundsOf(period), previous.firstDay)`
    WITH sums AS (
       SELECT account_number, coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now,
              coalesce(sum(credits) FILTER (WHERE day < $1), 0) AS before,
              coalesce(sum(credit_count + debit_count) FILTER (WHERE day >= $1), 0) AS entries
         FROM analytics.account_days WHERE day BETWEEN $3 AND $2 GROUP BY 1)
     ${largest(sql`risen`, sql`now - before`)} UNION ALL ${largest(sql`fallen`, sql`before - now`)} UNION ALL
     ${largest(sql`largest`, sql`now`)} UNION ALL ${largest(sql`busiest`, sql`entries`)}
     ORDER BY reason, size DESC, account_number`;
  return (reason: ProfileReason) =>
    rows.filter((row) => row.reason === reason).map(({ accountNumber }) => accountNumber);
}

const MAX_CANDIDATES = 10;
/** Maximum number of accounts. Reading their months takes less than a second. */
const MAX_TESTED = 2_000;

const TESTED = fields({ text: ['accountNumber'], cents: ['credits', 'debits'] });
const PAYMENT = fields({ text: ['accountNumber', 'company', 'description'], cents: ['paid'] });

export async function queryLending(ledger: LedgerReader, scope: ReportScope): Promise<Lending> {
  const { income, bills, calm, recent, parameters } = testsOf(scope);
  const counts = await fields({ integer: ['members', 'income', 'bills', 'calm', 'recent'] }).one(ledger, ...parameters)`
    SELECT count(*) AS members, count(*) FILTER (WHERE ${income}) AS income, count(*) FILTER (WHERE ${bills}) AS bills,
            count(*) FILTER (WHERE ${calm}) AS calm, count(*) FILTER (WHERE ${recent}) AS recent
       FROM analytics.member_figures WHERE credits > 0`;
  const tested = await TESTED.all(ledger, ...parameters)`
    SELECT account_number, credits, debits FROM analytics.member_figures
      WHERE credits > 0 AND ${recent} ORDER BY credits DESC, account_number LIMIT ${MAX_TESTED}`;
  const steady = await steadyOf(ledger, scope, tested);
  const payments = await paymentsOf(ledger, scope, [...steady.keys()]);
  const refOf = await memberRefs(ledger, [...steady.keys()]);
  const money = await queryMoneyByDescription(ledger, scope);
  const days = daysOfMemberList(scope);
  const candidates = tested
    .flatMap(({ accountNumber, credits, debits }): LendingCandidate[] => {
      const income = steady.get(accountNumber);
      if (income === undefined) return [];
      return [
        {
          ...income,
          member: refOf(accountNumber),
          incomeCents: monthlyAverage(credits, days),
          billsCents: monthlyAverage(debits, days),
          ratio: debits / credits,
          lenders: payments.get(accountNumber) ?? [],
        },
      ];
    })
    .toSorted((left, right) => paid(right) - paid(left) || right.usualCents - left.usualCents);
  return {
    funnel: { ...counts, steady: candidates.length },
    tested: counts.recent > tested.length ? tested.length : null,
    payingOthers: candidates.filter(({ lenders }) => lenders.length > 0).length,
    payingOthersCents: candidates.reduce((sum, candidate) => sum + paid(candidate), 0),
    candidates: candidates.slice(0, MAX_CANDIDATES),
    lenders: lendersOf(money),
    newToPayday: await newToPayday(ledger, scope, money),
  };
}

const paid = ({ lenders }: LendingCandidate): Cents => lenders.reduce((sum, lender) => sum + lender.cents, 0);

/** Lending tests on a row of `analytics.member_figures`; each includes the previous tests. */
function testsOf(scope: ReportScope) {
  const income = sql`${monthlyAverageSql('credits', daysOfMemberList(scope))} >= $1::numeric`;
  const bills = sql`${income} AND round(100 * debits / nullif(credits, 0), 1) <= ${MAX_BILLS_PERCENT}`;
  const calm = sql`${bills} AND risk = 0`;
  const parameters = [formatCents(MIN_LENDING_INCOME), addDays(scope.asOf, -RECENT_DAYS)];
  return { income, bills, calm, recent: sql`${calm} AND last_day >= $2`, parameters };
}

async function steadyOf(ledger: LedgerReader, { asOf }: ReportScope, tested: readonly ReadRow<typeof TESTED>[]) {
  const [first = ''] = steadyMonths(asOf);
  const columns = fields({ text: ['accountNumber', 'month'], cents: ['creditCents'] });
  const rows = await columns.all(ledger, accountsIn(tested), `${first}-01`, asOf)`
    SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credit_cents
       FROM analytics.account_days WHERE account_number = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY 1, 2`;
  const byAccount = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  const steady = [...byAccount].flatMap(([account, months]) => {
    const income = steadyIncome({ asOf, months: months.map((month) => ({ ...month, debitCents: 0 })) });
    return income === null ? [] : [[account, income] as const];
  });
  return new Map(steady);
}

/** Sums by company and lender type. A company with two kinds of loans is listed twice. */
function byLender<S extends Parameters<typeof lenderKindOf>[0], Sums>(
  streams: readonly S[],
  sum: (streams: readonly S[]) => Sums,
): (Pick<Lender, 'company' | 'kind'> & Sums)[] {
  const lending = streams.flatMap((stream) => {
    const kind = lenderKindOf(stream);
    return kind === null ? [] : [{ stream, kind }];
  });
  return [...Map.groupBy(lending, ({ stream, kind }) => JSON.stringify([stream.company, kind])).values()].flatMap(
    (own) =>
      own.slice(0, 1).map(({ stream: { company }, kind }) => ({
        company,
        kind,
        ...sum(own.map(({ stream }) => stream)),
      })),
  );
}

/** Average monthly payments from accounts to other lenders over the steady months. */
async function paymentsOf(ledger: LedgerReader, { asOf }: ReportScope, accounts: readonly string[]) {
  const months = steadyMonths(asOf);
  const rows = await PAYMENT.all(ledger, accounts, months, `${months[0] ?? ''}-01`)`
    SELECT account_number, company, ${DESCRIPTION_SQL} AS description, sum(amount) AS paid FROM ledger.transactions t
      WHERE account_number = ANY ($1) AND to_char(event_date, 'YYYY-MM') = ANY ($2) AND event_date >= $3
        AND transaction_type = 'Debit' AND ${IS_COUNTED_SQL}
      GROUP BY 1, 2, 3`;
  const debits = rows.map(({ description, ...row }) => ({
    ...row,
    entryDescription: description,
    transactionType: 'Debit' as const,
  }));
  return new Map(
    [...Map.groupBy(debits, ({ accountNumber }) => accountNumber)].map(([account, payments]) => [
      account,
      byLender(payments, (own) => ({
        cents: Math.round(own.reduce((sum, payment) => sum + payment.paid, 0) / STEADY_INCOME_MONTHS),
      })).toSorted((left, right) => right.cents - left.cents || (left.company < right.company ? -1 : 1)),
    ]),
  );
}

function lendersOf(money: readonly DescribedMoney[]): Lender[] {
  return byLender(money, (streams) => ({
    nowCents: streams.reduce((sum, { cents }) => sum + cents, 0),
    beforeCents: streams.reduce((sum, { beforeCents }) => sum + beforeCents, 0),
  }))
    .filter(({ nowCents, beforeCents }) => nowCents + beforeCents > 0)
    .toSorted((left, right) => right.nowCents - left.nowCents || (left.company < right.company ? -1 : 1));
}

/** Accounts whose first payment to any payday lender is in the period. */
async function newToPayday(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
  money: readonly DescribedMoney[],
): Promise<number> {
  const isPayday = (stream: DescribedStream) => lenderKindOf(stream) === 'payday loan';
  if (!money.some((stream) => isPayday(stream) && stream.cents > 0)) return 0;
  const streams = [...money, ...(await streamsBefore(ledger, previous.firstDay))].filter(isPayday);
  return integerOf(ledger, ...boundsOf(period), JSON.stringify(streams))`
    SELECT count(*)
       FROM (SELECT t.account_number FROM ledger.transactions t ${joinStreams(3)}
              WHERE t.event_date <= $2 AND ${IS_COUNTED_SQL} GROUP BY 1 HAVING min(t.event_date) >= $1) begun`;
}

export const achHighValueLendingReport = defineReport(achHighValueLending, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  lending: await queryLending(ledger, scope),
}));
