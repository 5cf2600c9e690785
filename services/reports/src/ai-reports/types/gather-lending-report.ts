import { addDays } from '@clearwatch/domain/calendar/day';
import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { RECENT_DAYS } from '@clearwatch/domain/members/member-bands';
import { type Cents, formatCents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  type Lender,
  type LenderKind,
  type Lending,
  type LendingCandidate,
  lenderKindOf,
  MAX_BILLS_PERCENT,
  MIN_LENDING_INCOME,
  STEADY_INCOME_MONTHS,
  steadyIncome,
  steadyMonths,
} from '@clearwatch/domain/report-writing/sections/lending-facts';
import { achHighValueLending as composer } from '@clearwatch/domain/report-writing/types/ach-high-value-lending-report';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import {
  centsIn,
  daysOfMemberList,
  defineReport,
  type LedgerReader,
  memberRefs,
} from '../queries/ledger-facts.ts';
import { monthlyAverageSql } from '../queries/member-queries.ts';
import { queryFlows } from '../queries/money-flow-queries.ts';
import {
  DESCRIPTION_SQL,
  type DescribedMoney,
  type DescribedStream,
  IS_COUNTED_SQL,
  joinStreams,
  queryMoneyByDescription,
  streamArrays,
  streamsBefore,
} from '../queries/transfer-queries.ts';

const MAX_CANDIDATES = 10;
/** As many as a month-by-month look takes a moment for. */
const MAX_TESTED = 2_000;

export async function queryLending(ledger: LedgerReader, scope: ReportScope): Promise<Lending> {
  const counts = await countsOf(ledger, scope);
  const tested = await testedOf(ledger, scope);
  const steady = await steadyOf(ledger, scope, tested);
  const payments = await paymentsOf(ledger, scope, [...steady.keys()]);
  const passing = tested.filter((row) => steady.has(textOf(row, 'account_number')));
  const refOf = await memberRefs(ledger, [...steady.keys()]);
  const money = await queryMoneyByDescription(ledger, scope);
  const days = daysOfMemberList(scope);
  const candidates = passing
    .map((row): LendingCandidate => {
      const account = textOf(row, 'account_number');
      const [credits, debits] = [centsIn(row, 'credits'), centsIn(row, 'debits')];
      return {
        member: refOf(account),
        incomeCents: monthlyAverage(credits, days),
        billsCents: monthlyAverage(debits, days),
        ratio: debits / credits,
        lowestCents: steady.get(account)?.lowestCents ?? 0,
        usualCents: steady.get(account)?.usualCents ?? 0,
        lenders: payments.get(account) ?? [],
      };
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

/** Tests on a row of `analytics.member_figures`; each holds for whoever passes the ones before. */
function testsOf(scope: ReportScope): Record<'income' | 'bills' | 'calm' | 'recent', string> {
  const income = `${monthlyAverageSql('credits', daysOfMemberList(scope))} >= ${formatCents(MIN_LENDING_INCOME)}`;
  const bills = `${income} AND round(100 * debits / nullif(credits, 0), 1) <= ${MAX_BILLS_PERCENT}`;
  const calm = `${bills} AND risk = 0`;
  return { income, bills, calm, recent: `${calm} AND last_day >= '${addDays(scope.asOf, -RECENT_DAYS)}'` };
}

async function countsOf(
  ledger: LedgerReader,
  scope: ReportScope,
): Promise<Omit<Lending['funnel'], 'steady'>> {
  const { income, bills, calm, recent } = testsOf(scope);
  const [row = {}] = await ledger.rows(
    `SELECT count(*) AS members, count(*) FILTER (WHERE ${income}) AS income, count(*) FILTER (WHERE ${bills}) AS bills,
            count(*) FILTER (WHERE ${calm}) AS calm, count(*) FILTER (WHERE ${recent}) AS recent
       FROM analytics.member_figures WHERE credits > 0`,
  );
  return {
    members: integerOf(row, 'members'),
    income: integerOf(row, 'income'),
    bills: integerOf(row, 'bills'),
    calm: integerOf(row, 'calm'),
    recent: integerOf(row, 'recent'),
  };
}

function testedOf(ledger: LedgerReader, scope: ReportScope): Promise<Row[]> {
  return ledger.rows(
    `SELECT account_number, credits, debits FROM analytics.member_figures
      WHERE credits > 0 AND ${testsOf(scope).recent} ORDER BY credits DESC, account_number LIMIT ${MAX_TESTED}`,
  );
}

async function steadyOf(ledger: LedgerReader, { asOf }: ReportScope, tested: readonly Row[]) {
  const [first = ''] = steadyMonths(asOf);
  const rows = await ledger.rows(
    `SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits
       FROM analytics.account_days WHERE account_number = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY 1, 2`,
    [tested.map((row) => textOf(row, 'account_number')), `${first}-01`, asOf],
  );
  const byAccount = Map.groupBy(rows, (row) => textOf(row, 'account_number'));
  const steady = [...byAccount].flatMap(([account, months]) => {
    const income = steadyIncome({
      asOf,
      months: months.map((row) => ({
        month: textOf(row, 'month'),
        creditCents: centsIn(row, 'credits'),
        debitCents: 0,
      })),
    });
    return income === null ? [] : [[account, income] as const];
  });
  return new Map(steady);
}

/** What accounts paid lenders elsewhere in an average of the steady months. */
async function paymentsOf(
  ledger: LedgerReader,
  { asOf }: ReportScope,
  accounts: readonly string[],
): Promise<Map<string, LendingCandidate['lenders']>> {
  const months = steadyMonths(asOf);
  const rows = await ledger.rows(
    `SELECT account_number, company, ${DESCRIPTION_SQL} AS description, sum(amount) AS paid FROM ledger.transactions t
      WHERE account_number = ANY ($1) AND to_char(event_date, 'YYYY-MM') = ANY ($2) AND event_date >= $3
        AND transaction_type = 'Debit' AND ${IS_COUNTED_SQL}
      GROUP BY 1, 2, 3`,
    [accounts, months, `${months[0] ?? ''}-01`],
  );
  const paidByAccount = new Map<string, Map<string, { company: string; kind: LenderKind; cents: Cents }>>();
  for (const row of rows) {
    const company = textOf(row, 'company');
    const entryDescription = textOf(row, 'description');
    const kind = lenderKindOf({ company, entryDescription, transactionType: 'Debit' });
    if (kind === null) continue;
    const account = textOf(row, 'account_number');
    const lenders =
      paidByAccount.get(account) ?? new Map<string, { company: string; kind: LenderKind; cents: Cents }>();
    const key = JSON.stringify([company, kind]);
    lenders.set(key, { company, kind, cents: (lenders.get(key)?.cents ?? 0) + centsIn(row, 'paid') });
    paidByAccount.set(account, lenders);
  }
  return new Map(
    [...paidByAccount].map(([account, lenders]) => [
      account,
      [...lenders.values()]
        .map(({ cents, ...lender }) => ({ ...lender, cents: Math.round(cents / STEADY_INCOME_MONTHS) }))
        .toSorted((left, right) => right.cents - left.cents || (left.company < right.company ? -1 : 1)),
    ]),
  );
}

/** A company that collects for loans of two kinds stands there twice. */
function lendersOf(money: readonly DescribedMoney[]): Lender[] {
  const lenders = new Map<string, Lender>();
  for (const stream of money) {
    const kind = lenderKindOf(stream);
    if (kind === null) continue;
    const { company, cents, beforeCents } = stream;
    const key = JSON.stringify([company, kind]);
    const sums = lenders.get(key) ?? { company, kind, nowCents: 0, beforeCents: 0 };
    lenders.set(key, {
      ...sums,
      nowCents: sums.nowCents + cents,
      beforeCents: sums.beforeCents + beforeCents,
    });
  }
  return [...lenders.values()]
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
  const streams = new Map(
    [...money, ...(await streamsBefore(ledger, previous.firstDay))]
      .filter(isPayday)
      .map(({ company, entryDescription, transactionType, isInternational }) => [
        JSON.stringify([company, entryDescription, isInternational]),
        { company, entryDescription, transactionType, isInternational },
      ]),
  );
  const [row = {}] = await ledger.rows(
    `SELECT count(*) AS accounts
       FROM (SELECT t.account_number FROM ledger.transactions t ${joinStreams(3)}
              WHERE t.event_date <= $2 AND ${IS_COUNTED_SQL} GROUP BY 1 HAVING min(t.event_date) >= $1) begun`,
    [period.firstDay, period.lastDay, ...streamArrays([...streams.values()])],
  );
  return integerOf(row, 'accounts');
}

export const achHighValueLendingReport = defineReport(composer, async (ledger, scope) => ({
  flows: await queryFlows(ledger, scope),
  lending: await queryLending(ledger, scope),
}));
