import { addMonths, type Month, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  Flows,
  FlowTotals,
  MonthFlows,
} from '@clearwatch/domain/report-writing/sections/money-flow-sections';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';

const MONTHS = 12;
const NO_TOTALS: FlowTotals = {
  creditCents: 0,
  debitCents: 0,
  credits: 0,
  debits: 0,
  entries: 0,
  activeAccounts: 0,
};

/** Money of the period and the one before it, and of the months up to its end; the figures of the dashboard's cards. */
export async function gatherFlows(ledger: LedgerFacts, asked: ReportScope): Promise<Flows> {
  return {
    now: await totalsOf(ledger, asked.period),
    before: isComparable(asked) ? await totalsOf(ledger, asked.previous) : NO_TOTALS,
    months: await monthsOf(ledger, asked),
    undated: await undatedOf(ledger),
  };
}

async function totalsOf(ledger: LedgerFacts, { firstDay, lastDay }: Period): Promise<FlowTotals> {
  const [sums = {}] = await ledger.rows(
    `SELECT coalesce(sum(credits), 0) AS credits, coalesce(sum(debits), 0) AS debits,
            coalesce(sum(credit_count), 0) AS credit_count, coalesce(sum(debit_count), 0) AS debit_count,
            coalesce(sum(entries), 0) AS entries
       FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2`,
    [firstDay, lastDay],
  );
  const [active = {}] = await ledger.rows(
    // Not count(DISTINCT …), which sorts every day of every account.
    `SELECT count(*) AS accounts
       FROM (SELECT FROM analytics.account_days
              WHERE day BETWEEN $1 AND $2 AND credit_count + debit_count > 0 GROUP BY account_number) AS active`,
    [firstDay, lastDay],
  );
  return {
    creditCents: centsIn(sums, 'credits'),
    debitCents: centsIn(sums, 'debits'),
    credits: integerOf(sums, 'credit_count'),
    debits: integerOf(sums, 'debit_count'),
    entries: integerOf(sums, 'entries'),
    activeAccounts: integerOf(active, 'accounts'),
  };
}

async function monthsOf(ledger: LedgerFacts, { period, firstDay }: ReportScope): Promise<MonthFlows[]> {
  const last = monthOf(period.lastDay);
  const wanted = addMonths(last, 1 - MONTHS);
  const first = wanted < monthOf(firstDay) ? monthOf(firstDay) : wanted;
  const rows = await ledger.rows(
    `SELECT to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits,
            sum(credit_count) AS credit_count, sum(debit_count) AS debit_count
       FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2 GROUP BY 1`,
    [`${first}-01`, period.lastDay],
  );
  const found = new Map(rows.map((row) => [textOf(row, 'month'), row]));
  return monthsBetween(first, last).map((month) => toMonth(month, found.get(month)));
}

/** A month within the ledger in which nothing was posted is a month as well. */
function toMonth(month: Month, row: Row | undefined): MonthFlows {
  if (row === undefined) return { month, creditCents: 0, debitCents: 0, credits: 0, debits: 0 };
  return {
    month,
    creditCents: centsIn(row, 'credits'),
    debitCents: centsIn(row, 'debits'),
    credits: integerOf(row, 'credit_count'),
    debits: integerOf(row, 'debit_count'),
  };
}

async function undatedOf(ledger: LedgerFacts): Promise<number> {
  const [row = {}] = await ledger.rows(
    `SELECT coalesce(sum(entries), 0) AS entries FROM analytics.ledger_days WHERE day = '-infinity'`,
  );
  return integerOf(row, 'entries');
}
