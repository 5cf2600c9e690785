import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { addDays, addMonths, monthOf } from '@clearwatch/domain/calendar/day';
import { DAYS_PER_YEAR, monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import {
  MAX_USUAL_MONTHS,
  type MonthTotals,
  USUAL_COMPARED_DAYS,
  usualMonth,
} from '@clearwatch/domain/members/member-baseline';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { MemberFigures } from '@clearwatch/domain/report-writing/sections/member-figures';
import { dayOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { listDays } from './list-days.ts';
import { memberRefs } from './member-refs.ts';

/** What the screens say of these accounts, in their order; those that never moved money are left out. */
export async function gatherStandings(
  ledger: LedgerFacts,
  asked: ReportScope,
  accounts: readonly string[],
): Promise<MemberFigures[]> {
  if (accounts.length === 0) return [];
  const known = byAccount(await rowsOf(ledger, asked, accounts));
  const months = Map.groupBy(await monthsOf(ledger, asked, accounts), (row) => textOf(row, 'account_number'));
  const sources = byAccount(await sourcesOf(ledger, asked, accounts));
  const refOf = await memberRefs(ledger, accounts);
  const days = listDays(asked);
  return accounts.flatMap((account) => {
    const row = known.get(account);
    if (row === undefined) return [];
    const firstDay = dayOf(row, 'first_day');
    const history = (months.get(account) ?? []).map(toMonth);
    const source = sources.get(account);
    return [
      {
        member: refOf(account),
        incomeCents: monthlyAverage(centsIn(row, 'credits'), days),
        billsCents: monthlyAverage(centsIn(row, 'debits'), days),
        risk: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
        firstDay,
        lastDay: dayOf(row, 'last_day'),
        normal: usualMonth({ months: history, firstDay, asOf: asked.asOf }),
        latelyCreditCents: centsIn(row, 'lately_credits'),
        latelyDebitCents: centsIn(row, 'lately_debits'),
        now: { creditCents: centsIn(row, 'now_credits'), debitCents: centsIn(row, 'now_debits') },
        before: { creditCents: centsIn(row, 'before_credits'), debitCents: centsIn(row, 'before_debits') },
        openHigh: integerOf(row, 'open_high'),
        openMedium: integerOf(row, 'open_medium'),
        mainSource:
          source === undefined
            ? null
            : { company: textOf(source, 'company'), cents: centsIn(source, 'paid') },
      },
    ];
  });
}

function rowsOf(ledger: LedgerFacts, asked: ReportScope, accounts: readonly string[]): Promise<Row[]> {
  const { period, previous, asOf } = asked;
  const sums = (name: string, first: string, last: string) =>
    ['credits', 'debits']
      .map(
        (what) =>
          `coalesce(sum(d.${what}) FILTER (WHERE d.day BETWEEN ${first} AND ${last}), 0) AS ${name}_${what}`,
      )
      .join(', ');
  return ledger.rows(
    `SELECT f.account_number, f.credits, f.debits, f.risk, min(d.day)::text AS first_day, max(d.day)::text AS last_day,
            ${sums('now', '$2', '$3')}, ${sums('before', '$4', '$5')}, ${sums('lately', '$6', '$7')},
            (SELECT count(*) FROM analytics.counted_alerts a
              WHERE a.account_number = f.account_number AND NOT a.reviewed AND a.risk_level = 'high') AS open_high,
            (SELECT count(*) FROM analytics.counted_alerts a
              WHERE a.account_number = f.account_number AND NOT a.reviewed AND a.risk_level = 'medium') AS open_medium
       FROM analytics.member_figures f JOIN analytics.account_days d USING (account_number)
      WHERE f.account_number = ANY ($1) AND d.credit_count + d.debit_count > 0 AND d.day > '-infinity' AND d.day <= $7
      GROUP BY f.account_number, f.credits, f.debits, f.risk`,
    [
      accounts,
      period.firstDay,
      period.lastDay,
      previous.firstDay,
      previous.lastDay,
      addDays(asOf, 1 - USUAL_COMPARED_DAYS),
      asOf,
    ],
  );
}

function monthsOf(ledger: LedgerFacts, { asOf }: ReportScope, accounts: readonly string[]): Promise<Row[]> {
  return ledger.rows(
    `SELECT account_number, to_char(day, 'YYYY-MM') AS month, sum(credits) AS credits, sum(debits) AS debits
       FROM analytics.account_days WHERE account_number = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY 1, 2`,
    [accounts, `${addMonths(monthOf(asOf), -MAX_USUAL_MONTHS)}-01`, asOf],
  );
}

/** The largest payer of each within the year. */
function sourcesOf(ledger: LedgerFacts, { asOf }: ReportScope, accounts: readonly string[]): Promise<Row[]> {
  return ledger.rows(
    `SELECT DISTINCT ON (account_number) account_number, company, paid
       FROM (SELECT account_number, company, sum(amount) AS paid FROM ledger.transactions
              WHERE account_number = ANY ($1) AND event_date BETWEEN $2 AND $3 AND entry_kind = 'money'
                AND transaction_type = 'Credit' AND import_id IN (SELECT import_id FROM analytics.projected_imports)
              GROUP BY 1, 2) paying
      ORDER BY account_number, paid DESC, company`,
    [accounts, addDays(asOf, 1 - DAYS_PER_YEAR), asOf],
  );
}

function toMonth(row: Row): MonthTotals {
  return {
    month: textOf(row, 'month'),
    creditCents: centsIn(row, 'credits'),
    debitCents: centsIn(row, 'debits'),
  };
}

const byAccount = (rows: readonly Row[]) => new Map(rows.map((row) => [textOf(row, 'account_number'), row]));
