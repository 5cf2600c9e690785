import { isReturnedDebitSql } from '@clearwatch/contracts/returned-debit.sql';
import {
  type AnswerData,
  type CountTally,
  isTimeGroup,
  NO_ANSWER,
  NO_TALLY,
  type Query,
  type QueryGroup,
} from '@clearwatch/domain/report-writing/custom/custom-query';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { queryCitedAlerts } from './alert-queries.ts';
import { filters, isIn, NO_ROW, periodParameters } from './answer-conditions.ts';
import { daysOf, entriesOf, rowsBy, totalsOf } from './flow-answer-queries.ts';
import { type LedgerReader, memberRefs } from './ledger-facts.ts';

/** What the ledger holds to answer a question: sums by SQL, over the daily totals where these know what is asked. */
export async function answerQuery(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  if (query.of === 'alerts') return answerAlerts(ledger, query);
  if (query.of === 'returns') return answerReturns(ledger, query);
  const base = { ...NO_ANSWER, ...(await totalsOf(ledger, query)) };
  switch (query.answer) {
    case 'figure':
      return {
        ...base,
        whole: query.isShare ? (await totalsOf(ledger, unfiltered(query))).now : null,
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

/** With whom a member or a company that is asked about moves money, and the alerts of the member. */
async function namedProfile(
  ledger: LedgerReader,
  query: Query,
  group: QueryGroup,
): Promise<Partial<AnswerData>> {
  const accounts = (query.members ?? []).map(({ accountNumber }) => accountNumber);
  return {
    ...(await rowsBy(ledger, query, group)),
    alerts:
      accounts.length === 0
        ? []
        : await queryCitedAlerts(
            ledger,
            `account_number = ANY ($1) ORDER BY reviewed, risk_level = 'high' DESC, activity_date DESC, id LIMIT ${MAX_ANSWER_ALERTS}`,
            [accounts],
          ),
  };
}

const unfiltered = (query: Query): Query => ({
  ...query,
  companies: null,
  members: null,
  classes: [],
  amount: null,
});

/** Alerts by the day of their activity, in the states that they have now. */
async function answerAlerts(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  const { comparedWith, alertTypes, risk, state, companies, group, order, limit } = query;
  const { parameters, parameter } = periodParameters(query);
  const where = [
    ...(alertTypes === null ? [] : [`activity_type = ANY (${parameter(alertTypes)}::text[])`]),
    ...(risk === null ? [] : [`risk_level = ${parameter(risk)}`]),
    ...(state === null
      ? []
      : [
          state === 'open'
            ? 'NOT reviewed'
            : state === 'reviewed'
              ? 'reviewed'
              : `review_outcome = ${parameter(state)}`,
        ]),
    ...(companies === null
      ? []
      : [
          `id IN (SELECT alert_id FROM analytics.alert_companies WHERE company = ANY (${parameter(companies)}::text[]))`,
        ]),
  ].map((condition) => ` AND ${condition}`);
  const others = filters({ ...query, companies: null, classes: [] }, parameter);
  const sql = `SELECT *, activity_date AS day FROM analytics.counted_alerts
     WHERE (activity_date BETWEEN $1 AND $2 OR activity_date BETWEEN $3 AND $4)${where.join('')}${others}`;
  const tally = (which: keyof typeof isIn) => `count(*) FILTER (WHERE ${isIn[which]}) AS ${which}_all,
    count(*) FILTER (WHERE ${isIn[which]} AND risk_level = 'high') AS ${which}_high,
    count(*) FILTER (WHERE ${isIn[which]} AND NOT reviewed) AS ${which}_open`;
  const [totals = {}] = await ledger.rows(
    `SELECT ${tally('now')}, ${tally('before')} FROM (${sql}) rel`,
    parameters,
  );
  const listed =
    query.answer === 'entries'
      ? await queryCitedAlerts(
          ledger,
          `id IN (SELECT id FROM (${sql}) rel WHERE ${isIn.now})
           ORDER BY reviewed, (CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END), amount DESC, id LIMIT ${MAX_ANSWER_ALERTS}`,
          parameters,
        )
      : [];
  const columns: Readonly<Partial<Record<QueryGroup, string>>> = {
    member: 'account_number',
    type: 'activity_type',
    risk: 'risk_level',
  };
  const key =
    group === null
      ? null
      : isTimeGroup(group)
        ? `date_trunc('${group}', day::timestamp)::date::text`
        : columns[group];
  const rows =
    key === null || key === undefined
      ? []
      : await ledger.rows(
          `SELECT ${key} AS key, ${tally('now')}, ${tally('before')} FROM (${sql}) rel WHERE ${isIn.now} GROUP BY 1
            ORDER BY ${isTimeGroup(group) ? 'key' : `now_all ${order === 'least' ? 'ASC' : 'DESC'}, key`} LIMIT ${isTimeGroup(group) ? 400 : limit}`,
          parameters,
        );
  const refOf = await memberRefs(ledger, group === 'member' ? rows.map((row) => textOf(row, 'key')) : []);
  return {
    ...NO_ANSWER,
    tally: tallyIn(totals, 'now'),
    tallyBefore: comparedWith === null ? null : tallyIn(totals, 'before'),
    rows: rows.map((row) => ({
      ...NO_ROW,
      key: textOf(row, 'key'),
      member: group === 'member' ? refOf(textOf(row, 'key')) : null,
      tally: tallyIn(row, 'now'),
    })),
    groups: rows.length,
    alerts: listed,
  };
}

function tallyIn(row: Row, which: 'now' | 'before'): CountTally {
  return {
    all: integerOf(row, `${which}_all`),
    high: integerOf(row, `${which}_high`),
    open: integerOf(row, `${which}_open`),
  };
}

/** Debits that came back, re-presented checks apart, as the return rates of companies count them. */
async function answerReturns(ledger: LedgerReader, query: Query): Promise<AnswerData> {
  const { comparedWith, group, order, limit } = query;
  const { parameters, parameter } = periodParameters(query);
  const where = filters(query, parameter, {
    company: 't.company',
    account: 't.account_number',
    secClass: 'coalesce(o.class, t.class)',
    amount: 't.amount',
  });
  const sql = `SELECT t.event_date AS day, t.company, t.account_number, r.reason_code, coalesce(o.class, t.class, 'none stated') AS class
     FROM ledger.entry_returns r
     JOIN ledger.transactions t ON t.id = r.return_id
     LEFT JOIN ledger.transactions o ON o.id = r.original_id
    WHERE r.kind = 'return' AND ${isReturnedDebitSql({ entry: 't', noted: 'r' })}
      AND (t.event_date BETWEEN $1 AND $2 OR t.event_date BETWEEN $3 AND $4)
      AND coalesce(o.class, t.class) IS DISTINCT FROM 'RCK'
      AND t.import_id IN (SELECT import_id FROM analytics.projected_imports)${where}`;
  const own = group ?? 'reason';
  const columns: Readonly<Partial<Record<QueryGroup, string>>> = {
    member: 'account_number',
    company: 'company',
    class: 'class',
  };
  const key = isTimeGroup(own)
    ? `date_trunc('${own}', day::timestamp)::date::text`
    : (columns[own] ?? 'reason_code');
  const [totals = {}] = await ledger.rows(
    `SELECT count(*) FILTER (WHERE ${isIn.now}) AS now, count(*) FILTER (WHERE ${isIn.before}) AS before FROM (${sql}) rel`,
    parameters,
  );
  const rows = await ledger.rows(
    `SELECT ${key} AS key, count(*) AS returned, count(*) OVER () AS groups FROM (${sql}) rel
      WHERE ${isIn.now} GROUP BY 1
      ORDER BY ${isTimeGroup(own) ? 'key' : `returned ${order === 'least' ? 'ASC' : 'DESC'}, key`} LIMIT ${isTimeGroup(own) ? 400 : limit}`,
    parameters,
  );
  const refOf = await memberRefs(ledger, own === 'member' ? rows.map((row) => textOf(row, 'key')) : []);
  const tally = (all: number): CountTally => ({ ...NO_TALLY, all });
  return {
    ...NO_ANSWER,
    tally: tally(integerOf(totals, 'now')),
    tallyBefore: comparedWith === null ? null : tally(integerOf(totals, 'before')),
    rows: rows.map((row) => ({
      ...NO_ROW,
      key: textOf(row, 'key'),
      member: own === 'member' ? refOf(textOf(row, 'key')) : null,
      tally: tally(integerOf(row, 'returned')),
    })),
    groups: rows.length,
  };
}
