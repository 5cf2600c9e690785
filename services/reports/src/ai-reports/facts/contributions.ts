import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  Contributions,
  Contributor,
  Contributors,
  DirectionContributors,
} from '@clearwatch/domain/report-writing/sections/change-contributors';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { memberRefs } from './member-refs.ts';

/** As many of each kind as any report names or lists. */
const MOST = 10;

type Direction = keyof Contributions;

/**
 * Whose sums differ most from the period before. Where that cannot be compared it counts as empty: then the largest sums of
 * the period come first.
 */
export async function gatherContributions(ledger: LedgerFacts, asked: ReportScope): Promise<Contributions> {
  const companies = await moversOf(ledger, asked, COMPANY_SUMS);
  const members = await moversOf(ledger, asked, ACCOUNT_SUMS);
  const classes = await moversOf(ledger, asked, CLASS_SUMS);
  const named = await withNames(ledger, [...members.credits.largest, ...members.debits.largest]);
  const of = (direction: Direction): DirectionContributors => ({
    companies: companies[direction],
    members: {
      ...members[direction],
      largest: members[direction].largest.map(named),
    },
    classes: classes[direction],
  });
  return { credits: of('credits'), debits: of('debits') };
}

/** $1 to $2 the period, $3 to $4 the one before: a name, and sums, entries and days of credits and debits in both. */
const COMPANY_SUMS = sumsSql('company', 'analytics.company_days');
const ACCOUNT_SUMS = sumsSql('account_number', 'analytics.account_days');

/** No rollup knows the class. Entries of imports that the figures do not have yet are not in it either. */
const CLASS_SUMS = sumsSql(
  'name',
  `(SELECT coalesce(class, 'none stated') AS name, event_date AS day,
           sum(amount) FILTER (WHERE transaction_type = 'Credit') AS credits,
           sum(amount) FILTER (WHERE transaction_type = 'Debit') AS debits,
           count(*) FILTER (WHERE transaction_type = 'Credit') AS credit_count,
           count(*) FILTER (WHERE transaction_type = 'Debit') AS debit_count
      FROM ledger.transactions
     WHERE event_date BETWEEN least($1::date, $3::date) AND $2 AND entry_kind = 'money'
       AND import_id IN (SELECT import_id FROM analytics.projected_imports)
     GROUP BY 1, 2) AS class_days`,
);

/** @param dailySums one row for each name and day */
function sumsSql(name: string, dailySums: string): string {
  return `
    SELECT ${name} AS name, ${bothPeriods('credits', 'credit_count')}, ${bothPeriods('debits', 'debit_count')}
      FROM ${dailySums} WHERE day BETWEEN least($1::date, $3::date) AND $2 GROUP BY 1`;
}

function bothPeriods(of: string, count: string): string {
  const figures = (isIn: string, as: string) => `
    coalesce(sum(${of}) FILTER (WHERE ${isIn}), 0) AS ${of}_${as},
    coalesce(sum(${count}) FILTER (WHERE ${isIn}), 0) AS ${of}_entries_${as},
    count(*) FILTER (WHERE ${isIn} AND ${count} > 0) AS ${of}_days_${as}`;
  return `${figures('day BETWEEN $1 AND $2', 'now')}, ${figures('day BETWEEN $3 AND $4', 'before')}`;
}

async function moversOf(
  ledger: LedgerFacts,
  asked: ReportScope,
  sums: string,
): Promise<Record<Direction, Contributors>> {
  const { period, previous } = asked;
  // An empty stretch of days where the ledger does not reach over the whole period before.
  const before = isComparable(asked)
    ? [previous.firstDay, previous.lastDay]
    : [period.lastDay, period.firstDay];
  const ranked = (direction: Direction) => `
    (SELECT '${direction}' AS direction, name, ${direction}_now AS now, ${direction}_before AS before,
            ${direction}_entries_now AS entries_now, ${direction}_entries_before AS entries_before,
            ${direction}_days_now AS days_now, ${direction}_days_before AS days_before, count(*) OVER () AS movers
       FROM sums WHERE ${direction}_now <> ${direction}_before
      ORDER BY abs(${direction}_now - ${direction}_before) DESC, name LIMIT ${MOST})`;
  const rows = await ledger.rows(
    `WITH sums AS MATERIALIZED (${sums}) ${ranked('credits')} UNION ALL ${ranked('debits')}`,
    [period.firstDay, period.lastDay, ...before],
  );
  return { credits: toMovers(rows, 'credits'), debits: toMovers(rows, 'debits') };
}

function toMovers(rows: readonly Row[], direction: Direction): Contributors {
  const own = rows.filter((row) => textOf(row, 'direction') === direction);
  const first = own[0];
  return {
    largest: own
      .map(toMover)
      .toSorted((left, right) => size(right) - size(left) || (left.name < right.name ? -1 : 1)),
    others: first === undefined ? 0 : integerOf(first, 'movers') - own.length,
  };
}

const size = ({ nowCents, beforeCents }: Contributor) => Math.abs(nowCents - beforeCents);

function toMover(row: Row): Contributor {
  return {
    name: textOf(row, 'name'),
    accountNumber: null,
    nowCents: centsIn(row, 'now'),
    beforeCents: centsIn(row, 'before'),
    nowEntries: integerOf(row, 'entries_now'),
    beforeEntries: integerOf(row, 'entries_before'),
    nowDays: integerOf(row, 'days_now'),
    beforeDays: integerOf(row, 'days_before'),
  };
}

/** Accounts by the name of their holder. */
async function withNames(
  ledger: LedgerFacts,
  movers: readonly Contributor[],
): Promise<(mover: Contributor) => Contributor> {
  const refOf = await memberRefs(
    ledger,
    movers.map(({ name }) => name),
  );
  return (mover) => ({ ...mover, ...refOf(mover.name) });
}
