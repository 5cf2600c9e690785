import { addDays } from '@clearwatch/domain/calendar/day';
import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { RECENT_DAYS } from '@clearwatch/domain/members/member-bands';
import { type Cents, formatCents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  achHighValueLending as composer,
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
import { queryInteger, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import {
  daysOfMemberList,
  defineReport,
  IS_COUNTED_SQL,
  type LedgerReader,
  memberRefs,
} from '../queries/ledger-facts.ts';
import { monthlyAverageSql } from '../queries/member-queries.ts';
import { queryFlows } from '../queries/money-flow-queries.ts';
import {
  DESCRIPTION_SQL,
  type DescribedMoney,
  type DescribedStream,
  distinctStreams,
  joinStreams,
  queryMoneyByDescription,
  streamArrays,
  streamsBefore,
} from '../queries/transfer-queries.ts';

const MAX_CANDIDATES = 10;
/** Months of so many accounts are read in a moment. */
const MAX_TESTED = 2_000;

const COUNTS = new RowReader({ integer: ['members', 'income', 'bills', 'calm', 'recent'] });
const TESTED = new RowReader({ text: ['accountNumber'], cents: ['credits', 'debits'] });
const MONTH = new RowReader({ text: ['accountNumber', 'month'], cents: ['creditCents'] });
const PAYMENT = new RowReader({ text: ['accountNumber', 'company', 'description'], cents: ['paid'] });

export async function queryLending(ledger: LedgerReader, scope: ReportScope): Promise<Lending> {
  const counts = await countsOf(ledger, scope);
  const tested = await testedOf(ledger, scope);
  const steady = await steadyOf(ledger, scope, tested);
  const payments = await paymentsOf(ledger, scope, [...steady.keys()]);
  const passing = tested.filter(({ accountNumber }) => steady.has(accountNumber));
  const refOf = await memberRefs(ledger, [...steady.keys()]);
  const money = await queryMoneyByDescription(ledger, scope);
  const days = daysOfMemberList(scope);
  const candidates = passing
    .map(
      ({ accountNumber, credits, debits }): LendingCandidate => ({
        member: refOf(accountNumber),
        incomeCents: monthlyAverage(credits, days),
        billsCents: monthlyAverage(debits, days),
        ratio: debits / credits,
        lowestCents: steady.get(accountNumber)?.lowestCents ?? 0,
        usualCents: steady.get(accountNumber)?.usualCents ?? 0,
        lenders: payments.get(accountNumber) ?? [],
      }),
    )
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

/** Tests on a row of `analytics.member_figures`; each includes the ones before. */
function testsOf(scope: ReportScope): Record<'income' | 'bills' | 'calm' | 'recent', string> {
  const income = `${monthlyAverageSql('credits', daysOfMemberList(scope))} >= ${formatCents(MIN_LENDING_INCOME)}`;
  const bills = `${income} AND round(100 * debits / nullif(credits, 0), 1) <= ${MAX_BILLS_PERCENT}`;
  const calm = `${bills} AND risk = 0`;
  return { income, bills, calm, recent: `${calm} AND last_day >= '${addDays(scope.asOf, -RECENT_DAYS)}'` };
}

function countsOf(ledger: LedgerReader, scope: ReportScope) {
  const { income, bills, calm, recent } = testsOf(scope);
  return COUNTS.one(
    ledger,
    `SELECT count(*) AS members, count(*) FILTER (WHERE ${income}) AS income, count(*) FILTER (WHERE ${bills}) AS bills,
            count(*) FILTER (WHERE ${calm}) AS calm, count(*) FILTER (WHERE ${recent}) AS recent
       FROM analytics.member_figures WHERE credits > 0`,
  );
}

function testedOf(ledger: LedgerReader, scope: ReportScope) {
  return TESTED.all(
    ledger,
    `SELECT account_number, credits, debits FROM analytics.member_figures
      WHERE credits > 0 AND ${testsOf(scope).recent} ORDER BY credits DESC, account_number LIMIT ${MAX_TESTED}`,
  );
}

async function steadyOf(
  ledger: LedgerReader,
  { asOf }: ReportScope,
  tested: readonly ReadRow<typeof TESTED>[],
) {
  const [first = ''] = steadyMonths(asOf);
  const rows = await MONTH.all(
    ledger,
    `SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credit_cents
       FROM analytics.account_days WHERE account_number = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY 1, 2`,
    [tested.map(({ accountNumber }) => accountNumber), `${first}-01`, asOf],
  );
  const byAccount = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  const steady = [...byAccount].flatMap(([account, months]) => {
    const income = steadyIncome({ asOf, months: months.map((month) => ({ ...month, debitCents: 0 })) });
    return income === null ? [] : [[account, income] as const];
  });
  return new Map(steady);
}

/** Sums by company and kind of lender. A company that collects for loans of two kinds is listed twice. */
function byLender<S extends Parameters<typeof lenderKindOf>[0], Sums>(
  streams: readonly S[],
  sum: (streams: readonly S[]) => Sums,
): (Pick<Lender, 'company' | 'kind'> & Sums)[] {
  const lending = streams.flatMap((stream) => {
    const kind = lenderKindOf(stream);
    return kind === null ? [] : [{ stream, kind }];
  });
  return [
    ...Map.groupBy(lending, ({ stream, kind }) => JSON.stringify([stream.company, kind])).values(),
  ].flatMap((own) =>
    own.slice(0, 1).map(({ stream: { company }, kind }) => ({
      company,
      kind,
      ...sum(own.map(({ stream }) => stream)),
    })),
  );
}

/** What accounts paid lenders elsewhere in an average of the steady months. */
async function paymentsOf(
  ledger: LedgerReader,
  { asOf }: ReportScope,
  accounts: readonly string[],
): Promise<Map<string, LendingCandidate['lenders']>> {
  const months = steadyMonths(asOf);
  const rows = await PAYMENT.all(
    ledger,
    `SELECT account_number, company, ${DESCRIPTION_SQL} AS description, sum(amount) AS paid FROM ledger.transactions t
      WHERE account_number = ANY ($1) AND to_char(event_date, 'YYYY-MM') = ANY ($2) AND event_date >= $3
        AND transaction_type = 'Debit' AND ${IS_COUNTED_SQL}
      GROUP BY 1, 2, 3`,
    [accounts, months, `${months[0] ?? ''}-01`],
  );
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

/** Accounts that paid a payday lender for the first time in the period, whichever lender it was. */
async function newToPayday(
  ledger: LedgerReader,
  { period, previous }: ReportScope,
  money: readonly DescribedMoney[],
): Promise<number> {
  const isPayday = (stream: DescribedStream) => lenderKindOf(stream) === 'payday loan';
  if (!money.some((stream) => isPayday(stream) && stream.cents > 0)) return 0;
  const streams = distinctStreams(
    [...money, ...(await streamsBefore(ledger, previous.firstDay))].filter(isPayday),
  );
  return queryInteger(
    ledger,
    `SELECT count(*)
       FROM (SELECT t.account_number FROM ledger.transactions t ${joinStreams(3)}
              WHERE t.event_date <= $2 AND ${IS_COUNTED_SQL} GROUP BY 1 HAVING min(t.event_date) >= $1) begun`,
    [period.firstDay, period.lastDay, ...streamArrays(streams)],
  );
}

export const achHighValueLendingReport = defineReport(composer, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  lending: await queryLending(ledger, scope),
}));
