import { categoryOf, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { RED_ABOVE_PERCENT } from '@clearwatch/domain/members/member-bands';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  MemberRisk,
  StrainedMember,
} from '@clearwatch/domain/report-writing/sections/member-risk-sections';
import { dayOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import { monthlyAverageSql } from './concentration.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { listDays } from './list-days.ts';
import { memberRefs } from './member-refs.ts';

const MOST_WATCHED = 10;
const MOST_STRAINED = 5;
/** As far as a reader follows links from one report. */
const MOST_ALERT_LINKS = 30;

/** Whose alerts and bills call for a look, as the member list and the alerts stand now. */
export async function gatherMemberRisk(ledger: LedgerFacts, asked: ReportScope): Promise<MemberRisk> {
  const levels = await levelsOf(ledger, asked);
  return {
    members: levels.low.members + levels.medium.members + levels.high.members,
    levels,
    ...(await alertedOf(ledger, asked)),
    ...(await watchedOf(ledger, asked)),
    strain: await strainOf(ledger, asked),
  };
}

async function levelsOf(ledger: LedgerFacts, { period }: ReportScope): Promise<MemberRisk['levels']> {
  const rows = await ledger.rows(
    `SELECT f.risk, count(*) AS members, coalesce(sum(d.credits), 0) AS credits, coalesce(sum(d.debits), 0) AS debits
       FROM analytics.member_figures f
       LEFT JOIN (SELECT account_number, sum(credits) AS credits, sum(debits) AS debits
                    FROM analytics.account_days WHERE day BETWEEN $1 AND $2 GROUP BY 1) d USING (account_number)
      GROUP BY 1`,
    [period.firstDay, period.lastDay],
  );
  const levelOf = (risk: number) => {
    const row = rows.find((candidate) => integerOf(candidate, 'risk') === risk);
    return row === undefined
      ? { members: 0, creditCents: 0, debitCents: 0 }
      : {
          members: integerOf(row, 'members'),
          creditCents: centsIn(row, 'credits'),
          debitCents: centsIn(row, 'debits'),
        };
  };
  return {
    low: levelOf(RISK_LEVELS.indexOf('low')),
    medium: levelOf(RISK_LEVELS.indexOf('medium')),
    high: levelOf(RISK_LEVELS.indexOf('high')),
  };
}

/** Accounts, not alerts: one member with five alerts is one member. */
async function alertedOf(
  ledger: LedgerFacts,
  { period, previous }: ReportScope,
): Promise<Pick<MemberRisk, 'alerted' | 'categories'>> {
  const rows = await ledger.rows(
    `SELECT account_number, activity_type, bool_or(activity_date BETWEEN $1 AND $2) AS now,
            bool_or(activity_date BETWEEN $3 AND $4) AS before, min(activity_date) >= $1 AS first_time
       FROM analytics.counted_alerts WHERE risk_level <> 'low' AND activity_date <= $2 GROUP BY 1, 2`,
    [period.firstDay, period.lastDay, previous.firstDay, previous.lastDay],
  );
  const accountsOf = (which: (row: Row) => boolean) =>
    new Set(rows.filter(which).map((row) => textOf(row, 'account_number')));
  const known = accountsOf((row) => row['first_time'] === false);
  const now = accountsOf((row) => row['now'] === true);
  const byCategory = Map.groupBy(rows, (row) => categoryOf(textOf(row, 'activity_type')));
  const counted = (of: readonly Row[], which: 'now' | 'before') =>
    new Set(of.filter((row) => row[which] === true).map((row) => textOf(row, 'account_number'))).size;
  return {
    alerted: {
      now: now.size,
      before: accountsOf((row) => row['before'] === true).size,
      firstTime: [...now].filter((account) => !known.has(account)).length,
    },
    categories: [...byCategory]
      .map(([category, of]) => ({ category, now: counted(of, 'now'), before: counted(of, 'before') }))
      .filter(({ now, before }) => now + before > 0)
      .toSorted(
        (left, right) =>
          right.now - left.now || right.before - left.before || (left.category < right.category ? -1 : 1),
      ),
  };
}

async function watchedOf(
  ledger: LedgerFacts,
  { period }: ReportScope,
): Promise<Pick<MemberRisk, 'watched' | 'watchedAlertIds'>> {
  const rows = await ledger.rows(
    `SELECT w.*, coalesce(d.credits, 0) AS credits, coalesce(d.debits, 0) AS debits
       FROM (SELECT a.account_number, count(*) FILTER (WHERE a.risk_level = 'high') AS open_high,
                    count(*) FILTER (WHERE a.risk_level = 'medium') AS open_medium,
                    (array_agg(a.id ORDER BY a.risk_level = 'high' DESC, a.amount DESC, a.id))[1] AS alert_id,
                    array_agg(a.id ORDER BY a.risk_level = 'high' DESC, a.amount DESC, a.id) AS alert_ids, max(a.amount) AS most
               FROM analytics.counted_alerts a JOIN analytics.member_figures f USING (account_number)
              WHERE f.risk = ${RISK_LEVELS.indexOf('high')} AND NOT a.reviewed AND a.risk_level <> 'low'
              GROUP BY 1 ORDER BY open_high DESC, most DESC, account_number LIMIT ${MOST_WATCHED}) w
       LEFT JOIN LATERAL (SELECT sum(credits) AS credits, sum(debits) AS debits FROM analytics.account_days d
                           WHERE d.account_number = w.account_number AND day BETWEEN $1 AND $2) d ON true
      ORDER BY w.open_high DESC, w.most DESC, w.account_number`,
    [period.firstDay, period.lastDay],
  );
  const largest = await ledger.rows(
    `SELECT id, activity_type, amount, activity_date::text AS day FROM analytics.counted_alerts WHERE id = ANY ($1)`,
    [rows.map((row) => integerOf(row, 'alert_id'))],
  );
  const byId = new Map(largest.map((row) => [integerOf(row, 'id'), row]));
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return {
    watched: rows.map((row) => {
      const alertId = integerOf(row, 'alert_id');
      const alert = byId.get(alertId) ?? {};
      return {
        member: refOf(textOf(row, 'account_number')),
        openHigh: integerOf(row, 'open_high'),
        openMedium: integerOf(row, 'open_medium'),
        largest: {
          alertId,
          activityType: textOf(alert, 'activity_type'),
          amountCents: centsIn(alert, 'amount'),
          day: dayOf(alert, 'day'),
        },
        creditCents: centsIn(row, 'credits'),
        debitCents: centsIn(row, 'debits'),
      };
    }),
    watchedAlertIds: rows
      .flatMap((row) => (Array.isArray(row['alert_ids']) ? row['alert_ids'].map(Number) : []))
      .slice(0, MOST_ALERT_LINKS),
  };
}

/** Held against each other as the member list shows them: amounts to the cent, the ratio with one decimal. */
async function strainOf(ledger: LedgerFacts, asked: ReportScope): Promise<MemberRisk['strain']> {
  const days = listDays(asked);
  const isOver = `(${monthlyAverageSql('debits', days)} > ${monthlyAverageSql('credits', days)})`;
  const [counts = {}] = await ledger.rows(
    `SELECT count(*) AS with_income, count(*) FILTER (WHERE ${isOver}) AS over,
            count(*) FILTER (WHERE NOT ${isOver} AND round(100 * debits / credits, 1) > ${RED_ABOVE_PERCENT}) AS close
       FROM analytics.member_figures WHERE credits > 0`,
  );
  const rows = await ledger.rows(
    `SELECT account_number, credits, debits FROM analytics.member_figures WHERE credits > 0 AND ${isOver}
      ORDER BY debits - credits DESC, account_number LIMIT ${MOST_STRAINED}`,
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return {
    withIncome: integerOf(counts, 'with_income'),
    over: integerOf(counts, 'over'),
    close: integerOf(counts, 'close'),
    first: rows.map(
      (row): StrainedMember => ({
        member: refOf(textOf(row, 'account_number')),
        incomeCents: monthlyAverage(centsIn(row, 'credits'), days),
        billsCents: monthlyAverage(centsIn(row, 'debits'), days),
      }),
    ),
  };
}
