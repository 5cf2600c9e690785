import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/alerts';
import type { MemberComparison } from '@clearwatch/contracts/members.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { ACTIVE_THIS_YEAR_DAYS, memberRiskLevel } from '@clearwatch/domain/members/member-bands';
import { parseCents } from '@clearwatch/domain/money/cents';
import { integerOf, moneyOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { toRiskyAlert } from '../alerts/member-risk.service.ts';
import { CLAIM_CHANGED_ACCOUNTS_SQL, type ListState, yearOf } from '../list-figures/list-state.repository.ts';

/** The days that belong to one of two periods and not to the other, as at most two stretches. */
export function symmetricDayDifference(one: Period | null, other: Period | null): Period[] {
  if (one === null || other === null) return [one ?? other].filter((period) => period !== null);
  const [earlier, later] = one.firstDay <= other.firstDay ? [one, other] : [other, one];
  if (earlier.lastDay < later.firstDay) return [earlier, later];
  const [shorter, longer] = one.lastDay <= other.lastDay ? [one, other] : [other, one];
  return [
    { firstDay: earlier.firstDay, lastDay: addDays(later.firstDay, -1) },
    { firstDay: addDays(shorter.lastDay, 1), lastDay: longer.lastDay },
  ].filter(({ firstDay, lastDay }) => firstDay <= lastDay);
}

/** Every account that the ledger or the list knows. */
const MARK_ALL_ACCOUNTS_SQL = `
  INSERT INTO touched_accounts
  SELECT account_number FROM ledger.members UNION SELECT account_number FROM analytics.member_figures
  ON CONFLICT DO NOTHING`;

/** Accounts with an entry from $1 to $2, which a block range index finds. */
const MARK_ACCOUNTS_OF_DAYS_SQL = `
  INSERT INTO touched_accounts
  SELECT DISTINCT account_number FROM analytics.account_days WHERE day BETWEEN $1 AND $2
  ON CONFLICT DO NOTHING`;

/** Names that the touched accounts bore until now. */
const REMEMBER_NAMES_SQL = `
  CREATE TEMPORARY TABLE borne_keys ON COMMIT DROP AS
  SELECT account_number, member_key FROM analytics.member_figures JOIN touched_accounts USING (account_number)`;

/** As `displayName` of the domain says it; a test compares the two. */
const DISPLAY_NAME_SQL = `
  CASE WHEN m.first_name <> '' AND m.last_name <> '' THEN m.first_name || ' ' || m.last_name
       WHEN m.last_name <> '' THEN m.last_name
       WHEN m.company <> '' THEN m.company || ' Account'
       ELSE 'Account ' || m.account_number END`;

/** What the search looks into, on lines of their own: nobody types a line break, so no match spans two of them. */
const SEARCH_TEXT_SQL = `concat_ws(E'\\n', ${DISPLAY_NAME_SQL}, m.first_name, m.last_name, m.company, m.account_number,
  array_to_string(m.account_numbers, E'\\n'))`;

const FIGURE_COLUMNS = [
  'member_id',
  'member_key',
  'sort_name',
  'credits',
  'debits',
  'debt_ratio',
  'transactions',
  'last_day',
] as const;
const columnsOf = (table: string) => FIGURE_COLUMNS.map((figure) => `${table}.${figure}`).join(', ');

/** Sums of the year from $1 to $2 of all touched accounts that have entries. */
const CREATE_SUMS_SQL = `
  CREATE TEMPORARY TABLE summed (account_number text PRIMARY KEY, credits numeric(18,2) NOT NULL,
    debits numeric(18,2) NOT NULL, transactions integer NOT NULL, last_day date NOT NULL) ON COMMIT DROP`;
const FILL_SUMS_SQL = `
  INSERT INTO summed
  SELECT account_number,
         coalesce(sum(credits) FILTER (WHERE day BETWEEN $1 AND $2), 0) AS credits,
         coalesce(sum(debits) FILTER (WHERE day BETWEEN $1 AND $2), 0) AS debits,
         coalesce(sum(credit_count + debit_count) FILTER (WHERE day BETWEEN $1 AND $2), 0) AS transactions,
         coalesce(max(day) FILTER (WHERE credit_count + debit_count > 0), '-infinity') AS last_day
    FROM analytics.account_days JOIN touched_accounts USING (account_number)
   WHERE account_number IN (SELECT account_number FROM ledger.members)
   GROUP BY account_number`;

/** Rows that say so already are left alone. */
const UPDATE_FIGURES_SQL = `
  INSERT INTO analytics.member_figures AS kept (account_number, ${FIGURE_COLUMNS.join(', ')})
  SELECT account_number, m.id, coalesce(m.member_key, ''), analytics.folded(${DISPLAY_NAME_SQL}), credits, debits,
         CASE WHEN credits > 0 THEN round(debits / credits, 6) ELSE 0 END, transactions, last_day
    FROM summed JOIN ledger.members m USING (account_number)
  ON CONFLICT (account_number) DO UPDATE
     SET ${FIGURE_COLUMNS.map((figure) => `${figure} = EXCLUDED.${figure}`).join(', ')}
   WHERE (${columnsOf('kept')}) IS DISTINCT FROM (${columnsOf('EXCLUDED')})`;

const UPDATE_NAMES_SQL = `
  INSERT INTO analytics.member_names AS kept (account_number, search_text)
  SELECT account_number, analytics.folded(${SEARCH_TEXT_SQL}) FROM summed JOIN ledger.members m USING (account_number)
  ON CONFLICT (account_number) DO UPDATE SET search_text = EXCLUDED.search_text
   WHERE kept.search_text <> EXCLUDED.search_text`;

/** Names that were only noted for the index so far; every search would look through them. */
const COMPLETE_SEARCH_SQL = 'SELECT analytics.complete_name_search()';

/** Accounts of which an undo has left nothing. */
const DELETE_EMPTY_ACCOUNTS_SQL = ['member_figures', 'member_names'].map(
  (table) => `
  DELETE FROM analytics.${table} kept USING touched_accounts t
   WHERE t.account_number = kept.account_number
     AND NOT EXISTS (SELECT FROM summed s WHERE s.account_number = kept.account_number)`,
);

/**
 * How many accounts bear each name of which one has come or gone; that of most accounts stays as it is. Nobody's name is no
 * name that several bear.
 */
const COUNT_NAME_HOLDERS_SQL: readonly string[] = [
  `CREATE TEMPORARY TABLE touched_keys ON COMMIT DROP AS
   SELECT DISTINCT k.member_key
     FROM (SELECT account_number, member_key FROM analytics.member_figures JOIN touched_accounts USING (account_number)) now
     FULL JOIN borne_keys b USING (account_number)
     CROSS JOIN LATERAL (VALUES (now.member_key), (b.member_key)) AS k (member_key)
    WHERE now.member_key IS DISTINCT FROM b.member_key AND k.member_key <> ''`,
  'ANALYZE touched_keys',
  `INSERT INTO analytics.member_bearers AS kept (member_key, accounts)
   SELECT member_key, count(*) FROM analytics.member_figures JOIN touched_keys USING (member_key) GROUP BY 1
   ON CONFLICT (member_key) DO UPDATE SET accounts = EXCLUDED.accounts WHERE kept.accounts <> EXCLUDED.accounts`,
  `DELETE FROM analytics.member_bearers kept USING touched_keys t
    WHERE t.member_key = kept.member_key
      AND NOT EXISTS (SELECT FROM analytics.member_figures f WHERE f.member_key = kept.member_key)`,
];

/** Columns of `analytics.member_figures` by which members are compared. */
const PEER_FIGURES = [
  'credits',
  'debits',
  'transactions',
] as const satisfies readonly MemberComparison['what'][];

/** First digits by which figures are told apart: a step is a hundredth wide at most. Those of dollars are those of cents. */
const PEER_STEP_DIGITS = 3;

/** Whether everybody in the step of a figure, money or a number, has that figure: with so few digits they are all of it. */
export function isStepOfOne(figure: string | number): boolean {
  return (typeof figure === 'number' ? figure : parseCents(figure)) < 10 ** PEER_STEP_DIGITS;
}

/**
 * Counts the members that were active since a day by the first digits of their figures: where one of them stands among the others
 * is read from that, instead of comparing it with each.
 */
async function refreshPeerCounts(manager: EntityManager, activeSince: string): Promise<void> {
  await manager.query('DELETE FROM analytics.peer_steps');
  for (const figure of PEER_FIGURES) {
    // Answered and given back: several processes count side by side for somebody who asks, and one alone for a table.
    const steps = await manager.query<object[]>(
      `SELECT trunc(${figure}::numeric, ${PEER_STEP_DIGITS} - length(trunc(${figure})::text))::numeric(18,2) AS step,
              count(*)::integer AS peers
         FROM analytics.member_figures WHERE last_day >= $1 GROUP BY 1`,
      [activeSince],
    );
    await manager.query(
      `INSERT INTO analytics.peer_steps (figure, step, peers)
       SELECT $1, step, peers FROM jsonb_to_recordset($2::jsonb) AS s (step numeric(18,2), peers integer)`,
      [figure, JSON.stringify(steps)],
    );
  }
}

/** Low alerts raise nobody's risk. */
const RISKY_ALERTS_SQL = `FROM analytics.counted_alerts a WHERE a.risk_level <> 'low'`;

/** Brings the risk levels of members up to date: of those whose alerts changed, or of all when the day has moved. */
@Injectable()
export class MemberRiskRefresher {
  async refresh(manager: EntityManager, before: ListState | null, asOf: string | null): Promise<void> {
    const isSameDay = before !== null && before.asOf === asOf;
    await manager.query(`
      CREATE TEMPORARY TABLE touched_risks (account_number text PRIMARY KEY) ON COMMIT DROP;
      INSERT INTO touched_risks
      SELECT account_number FROM touched_alerts UNION
      ${isSameDay ? 'SELECT account_number FROM touched_accounts' : `SELECT account_number ${RISKY_ALERTS_SQL} UNION SELECT account_number FROM analytics.member_figures WHERE risk > 0`};
      ANALYZE touched_risks`);
    const levels = asOf === null ? new Map<string, RiskLevel>() : await levelsOf(manager, asOf);
    await manager.query(
      `UPDATE analytics.member_figures kept SET risk = coalesce(judged.risk, 0)
         FROM touched_risks t
         LEFT JOIN unnest($1::text[], $2::smallint[]) AS judged (account_number, risk) USING (account_number)
        WHERE t.account_number = kept.account_number AND kept.risk <> coalesce(judged.risk, 0)`,
      [[...levels.keys()], [...levels.values()].map((level) => RISK_LEVELS.indexOf(level))],
    );
  }
}

async function levelsOf(manager: EntityManager, asOf: string): Promise<Map<string, RiskLevel>> {
  const rows = await manager.query<Row[]>(
    `SELECT a.account_number, a.activity_type, a.risk_level, a.activity_date::text, a.reviewed, a.review_outcome ${RISKY_ALERTS_SQL}
        AND a.account_number IN (SELECT account_number FROM touched_risks)`,
  );
  const byAccount = Map.groupBy(rows, (row) => textOf(row, 'account_number'));
  return new Map(
    [...byAccount].map(([account, alerts]) => [account, memberRiskLevel(alerts.map(toRiskyAlert), asOf)]),
  );
}

type Dates = Pick<ListState, 'firstDay' | 'asOf'>;
type Totals = Pick<ListState, 'members' | 'activeThisYear' | 'credits'>;

/** Brings the rows of members up to date: those whose entries changed, and those that have any on a day that left or entered the year. */
@Injectable()
export class MemberFiguresRefresher {
  constructor(private readonly risks: MemberRiskRefresher) {}

  async refresh(manager: EntityManager, before: ListState | null, now: Dates): Promise<Totals> {
    await manager.query(CLAIM_CHANGED_ACCOUNTS_SQL);
    const year = yearOf(now);
    if (before === null) await manager.query(MARK_ALL_ACCOUNTS_SQL);
    else
      for (const { firstDay, lastDay } of symmetricDayDifference(yearOf(before), year))
        await manager.query(MARK_ACCOUNTS_OF_DAYS_SQL, [firstDay, lastDay]);
    await manager.query('ANALYZE touched_accounts');
    await manager.query(REMEMBER_NAMES_SQL);
    await manager.query(CREATE_SUMS_SQL);
    // Without any date there is no year, and nothing is in it.
    await manager.query(FILL_SUMS_SQL, [year?.firstDay ?? 'infinity', year?.lastDay ?? '-infinity']);
    await manager.query('ANALYZE summed');
    for (const statement of [
      UPDATE_FIGURES_SQL,
      UPDATE_NAMES_SQL,
      COMPLETE_SEARCH_SQL,
      ...DELETE_EMPTY_ACCOUNTS_SQL,
      ...COUNT_NAME_HOLDERS_SQL,
    ])
      await manager.query(statement);
    await this.risks.refresh(manager, before, now.asOf);
    if (before !== null && before.asOf === now.asOf && !(await hasMarkedAccounts(manager)))
      return { members: before.members, activeThisYear: before.activeThisYear, credits: before.credits };
    const activeSince = now.asOf === null ? 'infinity' : addDays(now.asOf, -ACTIVE_THIS_YEAR_DAYS);
    await refreshPeerCounts(manager, activeSince);
    return totalsOf(manager, activeSince);
  }
}

async function hasMarkedAccounts(manager: EntityManager): Promise<boolean> {
  return (await manager.query<Row[]>('SELECT FROM touched_accounts LIMIT 1')).length > 0;
}

async function totalsOf(manager: EntityManager, activeSince: string): Promise<Totals> {
  const [row = {}] = await manager.query<Row[]>(
    `SELECT count(*) AS members, coalesce(sum(credits), 0) AS credits, count(*) FILTER (WHERE last_day >= $1) AS active
       FROM analytics.member_figures`,
    [activeSince],
  );
  return {
    members: integerOf(row, 'members'),
    activeThisYear: integerOf(row, 'active'),
    credits: moneyOf(row, 'credits'),
  };
}
