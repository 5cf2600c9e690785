import { addDays, weekdayOf } from '@clearwatch/domain/calendar/day';
import { activeMonthsFirstDay } from '@clearwatch/domain/companies/company-activity';
import { kindFromDescriptions } from '@clearwatch/domain/companies/counterparty';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import { displayName, memberKey } from '@clearwatch/domain/members/member-names';
import { parseCents } from '@clearwatch/domain/money/cents';
import type { Client } from 'pg';
import type { CompanyAggregates } from '../companies/company-aggregates.repository.ts';
import { type CompanyAssessment, toCompanyFigures } from '../companies/refresh-companies.ts';
import type { CompanyUsage } from '../detection/company-table.service.ts';

/** Company usage that rules need, counted account by account. */
export async function recountCompanyUsage(client: Client): Promise<CompanyUsage[]> {
  const { rows } = await client.query<CompanyUsage>(`
    WITH met AS (
      SELECT company_key, account_number, min(first_day) AS first_day, min(first_debit) AS first_debit
        FROM analytics.company_accounts JOIN analytics.company_names USING (company) GROUP BY 1, 2),
    began AS (SELECT company_key, min(first_day) AS day FROM met GROUP BY 1)
    SELECT company_key AS "companyKey", count(*)::integer AS accounts, min(first_day)::text AS "firstDay",
           coalesce(percentile_disc(0.8) WITHIN GROUP (ORDER BY first_day) - min(first_day), 0) AS "arrivalSpanDays",
           (SELECT count(DISTINCT date_trunc('month', d.day))::integer
              FROM analytics.company_days d JOIN analytics.company_names n USING (company)
             WHERE n.company_key = met.company_key AND d.day > '-infinity') AS "activeMonths",
           count(first_debit)::integer AS "debitedAccounts",
           (count(*) FILTER (WHERE first_debit < began.day + 3))::integer AS "debitedAtOnce"
      FROM met JOIN began USING (company_key) GROUP BY company_key ORDER BY company_key`);
  return rows;
}

interface Entry {
  company: string;
  account: string;
  cents: number;
  type: 'Credit' | 'Debit';
  isMoney: boolean;
  isInternational: boolean;
  day: string | null;
  description: string | null;
}

/** Compares the company list rows with a count over the whole ledger, entry by entry. The ledger must contain no returns or alerts. */
export async function expectCompanyFiguresToMatchRecount(client: Client, assessment: CompanyAssessment): Promise<void> {
  const { rows } = await client.query(
    `SELECT company, account_number AS account, amount, transaction_type AS type, entry_kind = 'money' AS "isMoney",
            coalesce(class = 'IAT', false) AS "isInternational", event_date::text AS day,
            entry_description AS description FROM ledger.transactions`,
  );
  const entries: Entry[] = rows.map((row) => ({ ...row, cents: parseCents(row.amount) }));
  const companies = [...Map.groupBy(entries, ({ company }) => company)];
  const recounted = companies
    .map(([company, own]) => toCompanyFigures(aggregatesOf(company, own, assessment), assessment))
    .map(({ riskLevel, ...figures }) => ({ ...figures, risk: ['low', 'medium', 'high'].indexOf(riskLevel) }));
  const { rows: kept } = await client.query(
    `SELECT company, members, transactions, credits, debits, score, risk, first_day::text AS "firstDay",
            nullif(last_day, '-infinity')::text AS "lastDay", details
       FROM analytics.company_figures`,
  );
  const byName = (list: { company: string }[]) =>
    list.toSorted((left, right) => (left.company < right.company ? -1 : 1));
  expect(byName(kept)).toEqual(byName(recounted));
  expect(kept.length).toBeGreaterThan(0);
}

function aggregatesOf(company: string, entries: Entry[], assessment: CompanyAssessment): CompanyAggregates {
  const { asOf } = assessment;
  const days = entries.flatMap(({ day }) => (day === null ? [] : [day])).toSorted();
  const isWithin = (count: number) => (entry: Entry) =>
    entry.day !== null && entry.day <= asOf && entry.day > addDays(asOf, -count);
  const money = entries.filter(({ isMoney }) => isMoney);
  const debits = money.filter(({ type }) => type === 'Debit');
  const recent = money.filter(isWithin(90));
  const firstDebits = Map.groupBy(debits, ({ account }) => account);
  const firstDay = days[0] ?? null;
  return {
    company,
    describedKind: kindFromDescriptions(
      company,
      recent.map(({ description, type }) => ({
        entryDescription: description,
        transactionType: type,
        entries: 1,
      })),
    ),
    firstDay,
    lastDay: days.at(-1) ?? null,
    creditCents: sumOf(money.filter(({ type }) => type === 'Credit')),
    debitCents: sumOf(debits),
    transactions: money.length,
    yearCreditCents: sumOf(money.filter(({ type }) => type === 'Credit').filter(isWithin(365))),
    yearDebitCents: sumOf(debits.filter(isWithin(365))),
    batchDays: [...new Set(days)].filter((day) => day <= asOf && day >= activeMonthsFirstDay(asOf)),
    debits: debits.filter(isWithin(90)).length,
    weekendDebits: debits.filter(isWithin(90)).filter(({ day }) => isWeekend(day)).length,
    members: new Set(entries.map(({ account }) => account)).size,
    debitedAccounts: firstDebits.size,
    debitedAtOnce: [...firstDebits.values()].filter((own) => {
      const first = own.flatMap(({ day }) => (day === null ? [] : [day])).toSorted()[0];
      return first !== undefined && firstDay !== null && first < addDays(firstDay, 3);
    }).length,
    peakCents: peakOf(money),
    recent: {
      peakCents: peakOf(recent),
      volumeCents: sumOf(recent),
      transactions: recent.length,
      internationalEntries: entries.filter(isWithin(90)).filter(({ isInternational }) => isInternational).length,
    },
    returns: { debits: debits.filter(isWithin(60)).length, unauthorized: 0, administrative: 0, all: 0 },
    membersInHighAlerts: 0,
  };
}

const sumOf = (entries: Entry[]) => entries.reduce((sum, { cents }) => sum + cents, 0);
const peakOf = (entries: Entry[]) => Math.max(0, ...entries.map(({ cents }) => cents));

function isWeekend(day: string | null): boolean {
  return day !== null && (weekdayOf(day) === 0 || weekdayOf(day) === 6);
}

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .toLowerCase();

/** Compares the member list rows with a count over the whole ledger, for the twelve months that end on `asOf`. */
export async function expectMemberFiguresToMatchRecount(client: Client, asOf: string): Promise<void> {
  const { rows: kept } = await client.query(
    `SELECT account_number, member_id, sort_name, b.accounts AS account_count, credits, debits, transactions,
            last_day::text
       FROM analytics.member_figures LEFT JOIN analytics.member_bearers b USING (member_key) ORDER BY account_number`,
  );
  const { rows: members } = await client.query(
    `SELECT m.account_number, m.id AS member_id, m.first_name, m.last_name, m.company,
            coalesce(sum(amount) FILTER (WHERE ${isIn('Credit')}), 0)::numeric(18,2) AS credits,
            coalesce(sum(amount) FILTER (WHERE ${isIn('Debit')}), 0)::numeric(18,2) AS debits,
            (count(*) FILTER (WHERE ${isIn('Credit')} OR ${isIn('Debit')}))::integer AS transactions,
            coalesce(max(event_date) FILTER (WHERE entry_kind = 'money'), '-infinity')::text AS last_day
       FROM ledger.members m JOIN ledger.transactions t USING (account_number)
      GROUP BY m.id ORDER BY m.account_number`,
    [asOf],
  );
  const named = members.map((member) => ({
    ...member,
    name: { firstName: member.first_name, lastName: member.last_name },
  }));
  const bearers = Map.groupBy(named, ({ name }) => memberKey(name));
  expect(kept).toEqual(
    named.map(({ name, company, first_name: _f, last_name: _l, ...member }) => ({
      ...member,
      sort_name: folded(displayName({ ...name, company, accountNumber: member.account_number })),
      account_count: memberKey(name) === null ? 1 : bearers.get(memberKey(name))?.length,
    })),
  );
  expect(kept.length).toBeGreaterThan(0);
  const { rows: unborne } = await client.query(
    `SELECT FROM analytics.member_bearers
      WHERE member_key <> '' AND member_key NOT IN (SELECT member_key FROM analytics.member_figures)`,
  );
  expect(unborne).toEqual([]);
}

function isIn(type: string): string {
  return `(entry_kind = 'money' AND transaction_type = '${type}' AND event_date > $1::date - 365 AND event_date <= $1)`;
}

const PROJECTED = `(
  SELECT * FROM ledger.transactions WHERE import_id IN (SELECT import_id FROM analytics.projected_imports)) AS projected`;
/** Excludes entries whose company is unknown. */
const OF_COMPANIES = `(SELECT * FROM ${PROJECTED} WHERE company <> '${UNKNOWN_COMPANY}') AS of_companies`;

const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;
const FIGURES = 'credits, debits, credit_count, debit_count, entries';
const FIGURES_COUNTED = `coalesce(sum(amount) ${isMoney('Credit')}, 0) AS credits,
  coalesce(sum(amount) ${isMoney('Debit')}, 0) AS debits, count(*) ${isMoney('Credit')} AS credit_count,
  count(*) ${isMoney('Debit')} AS debit_count, count(*) AS entries`;
const DAY = `coalesce(event_date, '-infinity')::date`;

/** Compares the rows in the database, because fetching and comparing thousands of rows one by one takes a hundred times as long. */
async function expectSameRows(client: Client, { kept, recounted }: Record<'kept' | 'recounted', string>) {
  const { rows } = await client.query(
    `WITH kept AS (${kept}), recounted AS (${recounted}), differing AS (
       SELECT 'kept' AS only, * FROM (TABLE kept EXCEPT ALL TABLE recounted) AS k
       UNION ALL SELECT 'recounted', * FROM (TABLE recounted EXCEPT ALL TABLE kept) AS r)
     SELECT EXISTS (TABLE kept) AS "isKept", (SELECT jsonb_agg(to_jsonb(d)) FROM differing AS d) AS differing`,
  );
  expect(rows).toEqual([{ isKept: true, differing: null }]);
}

/** Compares every rollup with a full recount of the projected imports. */
export async function expectRollupsToMatchRecount(client: Client): Promise<void> {
  for (const [table, keys] of [
    ['ledger_days', 'day'],
    ['account_days', 'account_number, day'],
    ['company_days', 'company, day'],
  ] as const) {
    await expectSameRows(client, {
      kept: `SELECT ${keys}, ${FIGURES} FROM analytics.${table}`,
      recounted: `SELECT ${keys.replace('day', `${DAY} AS day`)}, ${FIGURES_COUNTED} FROM ${PROJECTED}
        GROUP BY ${keys.replace('day', DAY)}`.replace(PROJECTED, table === 'company_days' ? OF_COMPANIES : PROJECTED),
    });
  }
  await expectAccounts(client);
  await expectSameRows(client, {
    kept: `SELECT company, account_number, first_day, last_day, first_debit, ${FIGURES} FROM analytics.company_accounts`,
    recounted: `SELECT company, account_number, min(event_date), max(event_date), min(event_date) ${isMoney('Debit')},
      ${FIGURES_COUNTED} FROM ${OF_COMPANIES} GROUP BY 1, 2`,
  });
  await expectCompanyArrivals(client);
  await expectSameRows(client, {
    kept: `SELECT company, day, transaction_code, transaction_type::text, transactions, amount, peak, international
      FROM analytics.company_day_codes`,
    recounted: `SELECT company, ${DAY}, transaction_code, transaction_type::text,
      count(*) FILTER (WHERE entry_kind = 'money'), coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0),
      coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0), count(*) FILTER (WHERE class = 'IAT')
      FROM ${OF_COMPANIES} GROUP BY 1, 2, 3, 4`,
  });
}

async function expectAccounts(client: Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT accounts, (SELECT count(DISTINCT account_number)::integer FROM ${PROJECTED}) AS counted
       FROM analytics.ledger_state`,
  );
  expect(rows[0].accounts).toBe(rows[0].counted);
}

/** Counts accounts here instead of in SQL, because only the domain code can combine the names of a company. */
async function expectCompanyArrivals(client: Client): Promise<void> {
  const { rows: pairs } = await client.query<Record<'company' | 'account' | 'first' | 'debit', string | null>>(
    `SELECT company, account_number AS account, min(event_date)::text AS first,
            (min(event_date) ${isMoney('Debit')})::text AS debit FROM ${OF_COMPANIES} GROUP BY 1, 2`,
  );
  const byAccount = Map.groupBy(pairs, ({ company, account }) => `${companyKey(company ?? '')}|${account}`);
  const counted = new Map<string, { accounts: number; debited: number }>();
  const count = (key: string, day: string, step: { accounts: number; debited: number }) => {
    const { accounts, debited } = counted.get(`${key} ${day}`) ?? { accounts: 0, debited: 0 };
    counted.set(`${key} ${day}`, { accounts: accounts + step.accounts, debited: debited + step.debited });
  };
  for (const [id, met] of byAccount) {
    const key = id.slice(0, id.lastIndexOf('|'));
    const earliest = (name: 'first' | 'debit') => met.flatMap((pair) => pair[name] ?? []).toSorted()[0];
    count(key, earliest('first') ?? 'infinity', { accounts: 1, debited: 0 });
    const debit = earliest('debit');
    if (debit !== undefined) count(key, debit, { accounts: 0, debited: 1 });
  }
  const { rows: kept } = await client.query<{ key: string; accounts: number; debited: number }>(
    `SELECT company_key || ' ' || day::text AS key, accounts, debited FROM analytics.company_arrivals
      WHERE accounts <> 0 OR debited <> 0`,
  );
  expect(new Map(kept.map(({ key, ...figures }) => [key, figures]))).toEqual(counted);
}

// cspell:ignore unborne
