import { companyKey } from '@clearwatch/domain/fraud/company-key';
import type { Client } from 'pg';

const PROJECTED = `(
  SELECT * FROM ledger.transactions WHERE import_id IN (SELECT import_id FROM analytics.projected_imports)) AS projected`;

/** The rollup as it stands, and as a count over the whole ledger says it should stand. */
async function rollup(
  client: Client,
  table: string,
  keys: string,
): Promise<{ kept: unknown[]; recounted: unknown[] }> {
  const source = keys.replace('day', `coalesce(event_date, '-infinity')::date AS day`);
  const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;
  const kept = await client.query(
    `SELECT ${keys.replace('day', 'day::text')}, credits, debits, credit_count, debit_count, entries
       FROM analytics.${table} ORDER BY ${keys}`,
  );
  const recounted = await client.query(
    `SELECT ${keys.replace('day', 'day::text')}, credits, debits, credit_count, debit_count, entries FROM (
       SELECT ${source}, coalesce(sum(amount) ${isMoney('Credit')}, 0)::numeric(18,2) AS credits,
              coalesce(sum(amount) ${isMoney('Debit')}, 0)::numeric(18,2) AS debits,
              (count(*) ${isMoney('Credit')})::integer AS credit_count,
              (count(*) ${isMoney('Debit')})::integer AS debit_count, count(*)::integer AS entries
         FROM ${PROJECTED} GROUP BY ${keys.replace('day', '')} coalesce(event_date, '-infinity')) AS r
      ORDER BY ${keys}`,
  );
  return { kept: kept.rows, recounted: recounted.rows };
}

/** Every rollup against a full recount of the imports that are projected. */
export async function expectRollupsToEqualARecount(client: Client): Promise<void> {
  for (const [table, keys] of [
    ['ledger_days', 'day'],
    ['account_days', 'account_number, day'],
    ['company_days', 'company, day'],
  ] as const) {
    const { kept, recounted } = await rollup(client, table, keys);
    expect(kept).toEqual(recounted);
    expect(kept.length).toBeGreaterThan(0);
  }
  await expectAccounts(client);
  await expectCompanyAccounts(client);
  await expectCompanyArrivals(client);
  await expectCompanyDayCodes(client);
}

const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;

async function expectAccounts(client: Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT accounts, (SELECT count(DISTINCT account_number)::integer FROM ${PROJECTED}) AS counted
       FROM analytics.ledger_state`,
  );
  expect(rows[0].accounts).toBe(rows[0].counted);
}

async function expectCompanyAccounts(client: Client): Promise<void> {
  const { rows: kept } = await client.query(
    `SELECT company, account_number, first_day::text, last_day::text, first_debit::text, credits, debits, credit_count,
            debit_count, entries
       FROM analytics.company_accounts ORDER BY 1, 2`,
  );
  const { rows: recounted } = await client.query(
    `SELECT company, account_number, min(event_date)::text AS first_day, max(event_date)::text AS last_day,
            (min(event_date) ${isMoney('Debit')})::text AS first_debit,
            coalesce(sum(amount) ${isMoney('Credit')}, 0)::numeric(18,2) AS credits,
            coalesce(sum(amount) ${isMoney('Debit')}, 0)::numeric(18,2) AS debits,
            (count(*) ${isMoney('Credit')})::integer AS credit_count,
            (count(*) ${isMoney('Debit')})::integer AS debit_count,
            count(*)::integer AS entries FROM ${PROJECTED} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(kept).toEqual(recounted);
}

/** Accounts are counted one by one here, as the domain puts names together. */
async function expectCompanyArrivals(client: Client): Promise<void> {
  const { rows: pairs } = await client.query<
    Record<'company' | 'account' | 'first' | 'debit', string | null>
  >(
    `SELECT company, account_number AS account, min(event_date)::text AS first,
            (min(event_date) ${isMoney('Debit')})::text AS debit FROM ${PROJECTED} GROUP BY 1, 2`,
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

async function expectCompanyDayCodes(client: Client): Promise<void> {
  const { rows: kept } = await client.query(
    `SELECT company, day::text, transaction_code, transaction_type, transactions, amount, peak, international
       FROM analytics.company_day_codes ORDER BY 1, 2, 3, 4`,
  );
  const { rows: recounted } = await client.query(
    `SELECT company, coalesce(event_date, '-infinity')::text AS day, transaction_code,
            transaction_type::text AS transaction_type,
            (count(*) FILTER (WHERE entry_kind = 'money'))::integer AS transactions,
            coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0)::numeric(18,2) AS amount,
            coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0)::numeric(12,2) AS peak,
            (count(*) FILTER (WHERE class = 'IAT'))::integer AS international
       FROM ${PROJECTED} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  );
  expect(kept).toEqual(recounted);
}
