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
  await expectCompanyAccounts(client);
  await expectCompanyDayCodes(client);
}

const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;

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
