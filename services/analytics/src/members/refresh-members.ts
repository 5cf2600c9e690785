import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberComparison } from '@clearwatch/contracts/members.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { ACTIVE_THIS_YEAR_DAYS } from '@clearwatch/domain/members/member-bands';
import { parseCents } from '@clearwatch/domain/money/cents';
import { hasRows, type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { EntityManager } from 'typeorm';
import { RISKY_ALERTS_SQL, riskLevels } from '../alerts/member-risk.ts';
import { CLAIM_CHANGED_ACCOUNTS_SQL, type ListState, yearOf } from '../list-figures/list-state.repository.ts';

/** The days that are in only one of two periods, returned as at most two periods. */
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

const MARK_ALL_ACCOUNTS_SQL = `
  INSERT INTO touched_accounts
  SELECT account_number FROM ledger.members UNION SELECT account_number FROM analytics.member_figures
  ON CONFLICT DO NOTHING`;

/** Accounts with an entry from $1 to $2, found through a block range index. */
const MARK_ACCOUNTS_OF_DAYS_SQL = `
  INSERT INTO touched_accounts
  SELECT DISTINCT account_number FROM analytics.account_days WHERE day BETWEEN $1 AND $2
  ON CONFLICT DO NOTHING`;

const REMEMBER_NAMES_SQL = `
  CREATE TEMPORARY TABLE borne_keys ON COMMIT DROP AS
  SELECT account_number, member_key FROM analytics.member_figures JOIN touched_accounts USING (account_number)`;

/** Same as `displayName` in the domain package. A test compares the two. */
const DISPLAY_NAME_SQL = `
  CASE WHEN m.first_name <> '' AND m.last_name <> '' THEN m.first_name || ' ' || m.last_name
       WHEN m.last_name <> '' THEN m.last_name
       WHEN m.company <> '' THEN m.company || ' Account'
       ELSE 'Account ' || m.account_number END`;

/** Search text, one line per field. Searches contain no line breaks, so no match spans two fields. */
const SEARCH_TEXT_SQL = `concat_ws(E'\\n', ${DISPLAY_NAME_SQL}, m.first_name, m.last_name, m.company, m.account_number,
  array_to_string(m.account_numbers, E'\\n'))`;

const FIGURE_COLUMNS = 'member_id, member_key, sort_name, credits, debits, debt_ratio, transactions, last_day';
const columnsOf = (table: string) => FIGURE_COLUMNS.replaceAll(/\w+/g, `${table}.$&`);

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

/** Does not update rows that already have the same values. */
const UPDATE_FIGURES_SQL = `
  INSERT INTO analytics.member_figures AS kept (account_number, ${FIGURE_COLUMNS})
  SELECT account_number, m.id, coalesce(m.member_key, ''), analytics.folded(${DISPLAY_NAME_SQL}), credits, debits,
         CASE WHEN credits > 0 THEN round(debits / credits, 6) ELSE 0 END, transactions, last_day
    FROM summed JOIN ledger.members m USING (account_number)
  ON CONFLICT (account_number) DO UPDATE
     SET (${FIGURE_COLUMNS}) = ROW (${columnsOf('EXCLUDED')})
   WHERE (${columnsOf('kept')}) IS DISTINCT FROM (${columnsOf('EXCLUDED')})`;

const UPDATE_NAMES_SQL = `
  INSERT INTO analytics.member_names AS kept (account_number, search_text)
  SELECT account_number, analytics.folded(${SEARCH_TEXT_SQL}) FROM summed JOIN ledger.members m USING (account_number)
  ON CONFLICT (account_number) DO UPDATE SET search_text = EXCLUDED.search_text
   WHERE kept.search_text <> EXCLUDED.search_text`;

const deleteEmptyAccountsSql = (table: string) => `
  DELETE FROM analytics.${table} kept USING touched_accounts t
   WHERE t.account_number = kept.account_number
     AND NOT EXISTS (SELECT FROM summed s WHERE s.account_number = kept.account_number)`;

/** The last four statements count the accounts under each name that gained or lost any, except for missing names. */
const UPDATE_ROWS_SQL: readonly string[] = [
  'ANALYZE summed',
  UPDATE_FIGURES_SQL,
  UPDATE_NAMES_SQL,
  // Adds pending names to the index. Otherwise, every search would read them.
  'SELECT analytics.complete_name_search()',
  deleteEmptyAccountsSql('member_figures'),
  deleteEmptyAccountsSql('member_names'),
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

const PEER_FIGURES: readonly MemberComparison['what'][] = ['credits', 'debits', 'transactions'];

/** Figures with the same leading digits form one step, whose width is at most one percent of the figure. */
const PEER_STEP_DIGITS = 3;

/** Whether all members in a figure's step have exactly that figure, because the step has all of its digits. */
export function isStepOfOne(figure: string | number): boolean {
  return (typeof figure === 'number' ? figure : parseCents(figure)) < 10 ** PEER_STEP_DIGITS;
}

/** Counts members active since a day by the leading digits of their figures. `peersOf` reads the counts. */
async function refreshPeerCounts(manager: EntityManager, activeSince: string): Promise<void> {
  await manager.query('DELETE FROM analytics.peer_steps');
  for (const figure of PEER_FIGURES) {
    // Does not use INSERT ... SELECT, because PostgreSQL uses parallel workers only for a plain SELECT.
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

/** Updates the risk of accounts whose alerts or entries changed, or of all accounts with a risk if the day has changed. */
async function refreshRisks(
  manager: EntityManager,
  { before, asOf }: { before: ListState | null; asOf: string | null },
): Promise<void> {
  const others =
    before !== null && before.asOf === asOf
      ? 'SELECT account_number FROM touched_accounts'
      : `SELECT account_number ${RISKY_ALERTS_SQL} UNION SELECT account_number FROM analytics.member_figures WHERE risk > 0`;
  await manager.query(`
    CREATE TEMPORARY TABLE touched_risks (account_number text PRIMARY KEY) ON COMMIT DROP;
    INSERT INTO touched_risks SELECT account_number FROM touched_alerts UNION ${others};
    ANALYZE touched_risks`);
  const accounts = 'IN (SELECT account_number FROM touched_risks)';
  const levels = asOf === null ? [] : [...(await riskLevels(manager, { accounts, asOf }))];
  await manager.query(
    `UPDATE analytics.member_figures kept SET risk = coalesce(judged.risk, 0)
       FROM touched_risks t
       LEFT JOIN unnest($1::text[], $2::smallint[]) AS judged (account_number, risk) USING (account_number)
      WHERE t.account_number = kept.account_number AND kept.risk <> coalesce(judged.risk, 0)`,
    [levels.map(([account]) => account), levels.map(([, level]) => RISK_LEVELS.indexOf(level))],
  );
}

const TOTALS = new RowReader({ integer: ['members', 'activeThisYear'], money: ['credits'] });

/** Refreshes the rows of members whose entries changed or who have entries on a day that entered or left the year. */
export async function refreshMembers(
  manager: EntityManager,
  before: ListState | null,
  now: Pick<ListState, 'firstDay' | 'asOf'>,
): Promise<ReadRow<typeof TOTALS>> {
  await manager.query(CLAIM_CHANGED_ACCOUNTS_SQL);
  const year = yearOf(now);
  if (before === null) await manager.query(MARK_ALL_ACCOUNTS_SQL);
  else
    for (const { firstDay, lastDay } of symmetricDayDifference(yearOf(before), year))
      await manager.query(MARK_ACCOUNTS_OF_DAYS_SQL, [firstDay, lastDay]);
  for (const sql of ['ANALYZE touched_accounts', REMEMBER_NAMES_SQL, CREATE_SUMS_SQL]) await manager.query(sql);
  // Without any dated entry, there is no year and nothing to add up.
  await manager.query(FILL_SUMS_SQL, [year?.firstDay ?? 'infinity', year?.lastDay ?? '-infinity']);
  for (const sql of UPDATE_ROWS_SQL) await manager.query(sql);
  await refreshRisks(manager, { before, asOf: now.asOf });
  if (before?.asOf === now.asOf && !(await hasRows(manager, 'SELECT FROM touched_accounts LIMIT 1')))
    return { members: before.members, activeThisYear: before.activeThisYear, credits: before.credits };
  const activeSince = now.asOf === null ? 'infinity' : addDays(now.asOf, -ACTIVE_THIS_YEAR_DAYS);
  await refreshPeerCounts(manager, activeSince);
  return TOTALS.one(
    manager,
    `SELECT count(*) AS members, coalesce(sum(credits), 0) AS credits,
            count(*) FILTER (WHERE last_day >= $1) AS active_this_year
       FROM analytics.member_figures`,
    [activeSince],
  );
}
