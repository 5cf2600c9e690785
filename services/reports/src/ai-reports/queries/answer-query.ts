import {
  type AnswerData,
  isTimeGroup,
  NO_ANSWER,
  NO_TALLY,
  type Query,
  type QueryGroup,
} from '@clearwatch/domain/report-writing/custom/custom-query';
import { joinSql, type Sql, sql } from '../../sql-template.ts';
import { queryCitedAlerts, SERIOUS_FIRST_SQL } from './alert-queries.ts';
import {
  answerRows,
  daysOf,
  entriesOf,
  filters,
  inEither,
  isIn,
  orderOfGroups,
  periodParameters,
  rowsBy,
  timeKeySql,
  totalsOf,
} from './flow-answer-queries.ts';
import { accountsIn, fields, IS_RETURNED_DEBIT_SQL, type LedgerReader, omit } from './ledger-facts.ts';

export async function answerQuery(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  if (query.of === 'alerts') return answerAlerts(ledger, query);
  if (query.of === 'returns') return answerReturns(ledger, query);
  const base = { ...NO_ANSWER, ...(await totalsOf(ledger, query)) };
  switch (query.answer) {
    case 'figure':
      return {
        ...base,
        unfiltered: query.isShare
          ? (await totalsOf(ledger, { ...query, companies: null, members: null, classes: [], amount: null })).now
          : null,
        ...(query.group === null ? {} : await namedProfile(ledger, query, query.group)),
      };
    case 'ranking':
    case 'series':
      return { ...base, ...(await rowsBy(ledger, query, query.group ?? 'company')) };
    case 'day':
      return { ...base, ...(await daysOf(ledger, query)) };
    case 'entries':
      return { ...base, entries: await entriesOf(ledger, query) };
    case 'change': {
      const { rows, groups } = await rowsBy(ledger, query, query.group ?? 'company');
      const memberRows = query.group === null ? (await rowsBy(ledger, query, 'member')).rows : [];
      return { ...base, rows, groups, memberRows };
    }
  }
}

const MAX_ANSWER_ALERTS = 20;

async function namedProfile(ledger: LedgerReader, query: Query, group: QueryGroup) {
  const accounts = accountsIn(query.members ?? []);
  return {
    ...(await rowsBy(ledger, query, group)),
    alerts:
      accounts.length === 0
        ? []
        : await queryCitedAlerts(ledger, accounts)`
          account_number = ANY ($1) ORDER BY reviewed, risk_level = 'high' DESC, activity_date DESC, id LIMIT ${MAX_ANSWER_ALERTS}`,
  };
}

const TALLY = { integer: ['all', 'high', 'open'] } as const;
const ALERT_COLUMNS: Partial<Record<QueryGroup, Sql>> = {
  member: sql`account_number`,
  type: sql`activity_type`,
  risk: sql`risk_level`,
};

/** Alerts by activity date, with their current status. */
async function answerAlerts(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  const { comparedWith, alertTypes, risk, state, companies, group } = query;
  const { parameters, parameter } = periodParameters(query);
  const conditions = joinSql(
    ' AND ',
    inEither(sql`activity_date`),
    alertTypes !== null && sql`activity_type = ANY (${parameter(alertTypes)}::text[])`,
    risk !== null && sql`risk_level = ${parameter(risk)}`,
    state === 'open' && sql`NOT reviewed`,
    state === 'reviewed' && sql`reviewed`,
    state !== null && state !== 'open' && state !== 'reviewed' && sql`review_outcome = ${parameter(state)}`,
    companies !== null &&
      sql`id IN (SELECT alert_id FROM analytics.alert_companies WHERE company = ANY (${parameter(companies)}::text[]))`,
  );
  const others = filters({ ...query, companies: null, classes: [] }, parameter);
  const alerts = sql`(SELECT *, activity_date AS day FROM analytics.counted_alerts
     WHERE ${conditions}${others}) rel`;
  const tallyIn = (which: keyof typeof isIn) => sql`count(*) FILTER (WHERE ${isIn[which]}) AS "all",
    count(*) FILTER (WHERE ${isIn[which]} AND risk_level = 'high') AS high,
    count(*) FILTER (WHERE ${isIn[which]} AND NOT reviewed) AS open`;
  const tallyOf = (which: keyof typeof isIn) =>
    fields(TALLY).one(ledger, ...parameters)`SELECT ${tallyIn(which)} FROM ${alerts}`;
  const listed =
    query.answer === 'entries'
      ? await queryCitedAlerts(ledger, ...parameters)`
        id IN (SELECT id FROM ${alerts} WHERE ${isIn.now}) ORDER BY ${SERIOUS_FIRST_SQL} LIMIT ${MAX_ANSWER_ALERTS}`
      : [];
  const key = isTimeGroup(group) ? timeKeySql(group) : group === null ? undefined : ALERT_COLUMNS[group];
  const rows =
    key === undefined
      ? []
      : await fields({ ...TALLY, text: ['key'] }).all(ledger, ...parameters)`
          SELECT ${key} AS key, ${tallyIn('now')} FROM ${alerts} WHERE ${isIn.now} GROUP BY 1
            ${orderOfGroups(group, query, sql`"all"`)}`;
  return {
    ...NO_ANSWER,
    tally: await tallyOf('now'),
    tallyBefore: comparedWith === null ? null : await tallyOf('before'),
    rows: await answerRows(ledger, { group, rows }, (row) => ({ tally: omit(row, 'key') })),
    groups: rows.length,
    alerts: listed,
  };
}

const RETURN_COLUMNS: Partial<Record<QueryGroup, Sql>> = {
  member: sql`account_number`,
  company: sql`company`,
  class: sql`class`,
};

/** Returned debits, excluding re-presented checks, as in company return rates. */
async function answerReturns(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  const { parameters, parameter } = periodParameters(query);
  const where = filters(query, parameter, {
    company: sql`t.company`,
    account: sql`t.account_number`,
    secClass: sql`coalesce(o.class, t.class)`,
    amount: sql`t.amount`,
  });
  const returns = sql`(SELECT t.event_date AS day, t.company, t.account_number, r.reason_code, coalesce(o.class, t.class, 'none stated') AS class
     FROM ledger.entry_returns r
     JOIN ledger.transactions t ON t.id = r.return_id
     LEFT JOIN ledger.transactions o ON o.id = r.original_id
    WHERE r.kind = 'return' AND ${IS_RETURNED_DEBIT_SQL}
      AND ${inEither(sql`t.event_date`)} AND coalesce(o.class, t.class) IS DISTINCT FROM 'RCK'
      AND t.import_id IN (SELECT import_id FROM analytics.projected_imports)${where}) rel`;
  const group = query.group ?? 'reason';
  const key = isTimeGroup(group) ? timeKeySql(group) : (RETURN_COLUMNS[group] ?? sql`reason_code`);
  const { now, before } = await fields({ integer: ['now', 'before'] }).one(ledger, ...parameters)`
    SELECT count(*) FILTER (WHERE ${isIn.now}) AS now, count(*) FILTER (WHERE ${isIn.before}) AS before FROM ${returns}`;
  const rows = await fields({ text: ['key'], integer: ['returned'] }).all(ledger, ...parameters)`
    SELECT ${key} AS key, count(*) AS returned FROM ${returns} WHERE ${isIn.now} GROUP BY 1
      ${orderOfGroups(group, query, sql`returned`)}`;
  return {
    ...NO_ANSWER,
    tally: { ...NO_TALLY, all: now },
    tallyBefore: query.comparedWith === null ? null : { ...NO_TALLY, all: before },
    rows: await answerRows(ledger, { group, rows }, ({ returned }) => ({
      tally: { ...NO_TALLY, all: returned },
    })),
    groups: rows.length,
  };
}
