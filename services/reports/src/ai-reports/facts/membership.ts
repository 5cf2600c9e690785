import { addMonths, monthOf } from '@clearwatch/domain/calendar/month';
import { type Cents, centsOf } from '@clearwatch/domain/money/cents';
import type { Asked } from '@clearwatch/domain/reports/asked';
import type {
  BringingCompany,
  Membership,
  QuietMember,
} from '@clearwatch/domain/reports/topics/members/membership';
import { dayOf, integerOf, moneyOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { LedgerFacts } from './ledger-facts.ts';
import { memberRefs } from './member-refs.ts';

const MOST_COMPANIES = 6;
const MOST_QUIET = 8;
const MONTHS = 12;

/** One row per account that ever moved money: $1 to $2 is the period, $3 the first day of the one before. */
const LIVES = `
  lives AS MATERIALIZED (
    SELECT account_number, min(day) AS first_day, max(day) AS last_day, bool_or(day >= $1) AS is_now,
           bool_or(day BETWEEN $3 AND $1::date - 1) AS is_before,
           coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now_credits,
           coalesce(sum(credits) FILTER (WHERE day BETWEEN $3 AND $1::date - 1), 0) AS before_credits
      FROM analytics.account_days
     WHERE credit_count + debit_count > 0 AND day > '-infinity' AND day <= $2 GROUP BY 1)`;
const ARRIVED = 'lives.first_day >= $1';
const QUIET = 'is_before AND NOT is_now';

/** Who came, who came back and who went, and through whose money. */
export async function gatherMembership(ledger: LedgerFacts, asked: Asked): Promise<Membership> {
  const { period, previous } = asked;
  const days = [period.firstDay, period.lastDay, previous.firstDay];
  const [totals = {}] = await ledger.rows(
    `WITH ${LIVES}
     SELECT count(*) FILTER (WHERE is_now) AS active, count(*) FILTER (WHERE is_before) AS active_before,
            count(*) FILTER (WHERE ${ARRIVED}) AS arrived,
            count(*) FILTER (WHERE first_day >= $3 AND first_day < $1) AS arrived_before,
            count(*) FILTER (WHERE is_now AND NOT is_before AND first_day < $3) AS returned,
            count(*) FILTER (WHERE ${QUIET}) AS quiet,
            coalesce(sum(now_credits) FILTER (WHERE ${ARRIVED}), 0) AS arrived_credits,
            coalesce(sum(before_credits) FILTER (WHERE ${QUIET}), 0) AS quiet_credits
       FROM lives`,
    days,
  );
  return {
    active: integerOf(totals, 'active'),
    activeBefore: integerOf(totals, 'active_before'),
    arrived: integerOf(totals, 'arrived'),
    arrivedBefore: integerOf(totals, 'arrived_before'),
    returned: integerOf(totals, 'returned'),
    quiet: integerOf(totals, 'quiet'),
    arrivedCents: cents(totals, 'arrived_credits'),
    quietCents: cents(totals, 'quiet_credits'),
    ...(await companiesOf(ledger, days)),
    quietFirst: await quietFirstOf(ledger, days),
    months: await monthsOf(ledger, asked),
  };
}

async function companiesOf(
  ledger: LedgerFacts,
  days: readonly string[],
): Promise<Pick<Membership, 'arrivedThrough' | 'quietThrough'>> {
  const rows = await ledger.rows(
    `WITH ${LIVES}, counted AS (
       SELECT c.company, count(*) FILTER (WHERE ${ARRIVED}) AS arrived,
              count(*) FILTER (WHERE ${QUIET} AND c.last_day >= $3) AS quiet
         FROM lives JOIN analytics.company_accounts c USING (account_number)
        WHERE (${ARRIVED} OR ${QUIET}) AND c.credit_count > 0 GROUP BY 1)
     SELECT * FROM (SELECT *, row_number() OVER (ORDER BY arrived DESC, company) AS by_arrived,
                           row_number() OVER (ORDER BY quiet DESC, company) AS by_quiet FROM counted) ranked
      WHERE by_arrived <= ${MOST_COMPANIES} OR by_quiet <= ${MOST_COMPANIES}`,
    days,
  );
  const most = (column: 'arrived' | 'quiet'): BringingCompany[] =>
    rows
      .map((row) => ({ company: textOf(row, 'company'), members: integerOf(row, column) }))
      .filter(({ members }) => members > 0)
      .toSorted((left, right) => right.members - left.members || (left.company < right.company ? -1 : 1))
      .slice(0, MOST_COMPANIES);
  return { arrivedThrough: most('arrived'), quietThrough: most('quiet') };
}

async function quietFirstOf(ledger: LedgerFacts, days: readonly string[]): Promise<QuietMember[]> {
  const rows = await ledger.rows(
    `WITH ${LIVES}
     SELECT account_number, before_credits, last_day::text AS last_day,
            (SELECT count(DISTINCT to_char(day, 'YYYY-MM')) FROM analytics.account_days d
              WHERE d.account_number = q.account_number AND credit_count > 0
                AND day BETWEEN $1::date - interval '12 months' AND $1::date - 1) AS months_active
       FROM (SELECT * FROM lives WHERE ${QUIET} AND before_credits > 0
              ORDER BY before_credits DESC, account_number LIMIT ${MOST_QUIET}) q
      ORDER BY before_credits DESC, account_number`,
    days,
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return rows.map((row) => ({
    member: refOf(textOf(row, 'account_number')),
    creditCents: cents(row, 'before_credits'),
    lastDay: dayOf(row, 'last_day'),
    monthsActive: integerOf(row, 'months_active'),
  }));
}

async function monthsOf(ledger: LedgerFacts, { period }: Asked): Promise<Membership['months']> {
  const rows = await ledger.rows(
    `SELECT month, count(*) AS active, count(*) FILTER (WHERE to_char(first_day, 'YYYY-MM') = month) AS arrived
       FROM (SELECT DISTINCT account_number, to_char(day, 'YYYY-MM') AS month FROM analytics.account_days
              WHERE credit_count + debit_count > 0 AND day BETWEEN $1 AND $2) active
       JOIN (SELECT account_number, min(day) AS first_day FROM analytics.account_days
              WHERE credit_count + debit_count > 0 AND day > '-infinity' GROUP BY 1) first USING (account_number)
      GROUP BY 1 ORDER BY 1`,
    [`${addMonths(monthOf(period.lastDay), 1 - MONTHS)}-01`, period.lastDay],
  );
  return rows.map((row) => ({
    month: textOf(row, 'month'),
    active: integerOf(row, 'active'),
    arrived: integerOf(row, 'arrived'),
  }));
}

const cents = (row: Row, column: string): Cents => centsOf(moneyOf(row, column));
