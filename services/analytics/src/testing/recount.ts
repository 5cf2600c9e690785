import { companyKey } from '@clearwatch/domain/detection/company-key';
import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';
import type { Client } from 'pg';

const PROJECTED = `(
  SELECT * FROM ledger.transactions WHERE import_id IN (SELECT import_id FROM analytics.projected_imports)) AS projected`;
/** Without those whose company is unknown. */
const OF_COMPANIES = `(SELECT * FROM ${PROJECTED} WHERE company <> '${UNKNOWN_COMPANY}') AS of_companies`;

const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;
const FIGURES = 'credits, debits, credit_count, debit_count, entries';
const FIGURES_COUNTED = `coalesce(sum(amount) ${isMoney('Credit')}, 0) AS credits,
  coalesce(sum(amount) ${isMoney('Debit')}, 0) AS debits, count(*) ${isMoney('Credit')} AS credit_count,
  count(*) ${isMoney('Debit')} AS debit_count, count(*) AS entries`;
const DAY = `coalesce(event_date, '-infinity')::date`;

/** Compared where they lie: to fetch and compare thousands of rows one by one takes a hundred times as long. */
async function expectSameRows(client: Client, { kept, recounted }: Record<'kept' | 'recounted', string>) {
  const { rows } = await client.query(
    `WITH kept AS (${kept}), recounted AS (${recounted}), differing AS (
       SELECT 'kept' AS only, * FROM (TABLE kept EXCEPT ALL TABLE recounted) AS k
       UNION ALL SELECT 'recounted', * FROM (TABLE recounted EXCEPT ALL TABLE kept) AS r)
     SELECT EXISTS (TABLE kept) AS "isKept", (SELECT jsonb_agg(to_jsonb(d)) FROM differing AS d) AS differing`,
  );
  expect(rows).toEqual([{ isKept: true, differing: null }]);
}

/** Every rollup against a full recount of the imports that are projected. */
export async function expectRollupsToEqualARecount(client: Client): Promise<void> {
  for (const [table, keys] of [
    ['ledger_days', 'day'],
    ['account_days', 'account_number, day'],
    ['company_days', 'company, day'],
  ] as const) {
    await expectSameRows(client, {
      kept: `SELECT ${keys}, ${FIGURES} FROM analytics.${table}`,
      recounted: `SELECT ${keys.replace('day', `${DAY} AS day`)}, ${FIGURES_COUNTED} FROM ${PROJECTED}
        GROUP BY ${keys.replace('day', DAY)}`.replace(
        PROJECTED,
        table === 'company_days' ? OF_COMPANIES : PROJECTED,
      ),
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

/** Accounts are counted one by one here, as the domain puts names together. */
async function expectCompanyArrivals(client: Client): Promise<void> {
  const { rows: pairs } = await client.query<
    Record<'company' | 'account' | 'first' | 'debit', string | null>
  >(
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
