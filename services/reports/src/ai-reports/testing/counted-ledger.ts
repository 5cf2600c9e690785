import { createTestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Client } from 'pg';
import { LedgerOfTexts } from '../../testing/ledger-of-texts.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { ASKED, ENTRIES } from './counted-entries.ts';
import { ROLL_UP_SQL } from './roll-up.sql.ts';

export interface CountedLedger {
  /** As the role of the service reads it. */
  ledger: LedgerFacts;
  owner: Client;
  stop(): Promise<void>;
}

/** The entries that are counted by hand, with figures, returns and alerts. */
export async function startCountedLedger(): Promise<CountedLedger> {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  const reader = new Client({ connectionString: database.urlFor('reports') });
  await owner.connect();
  await reader.connect();
  const ledger: LedgerFacts = {
    rows: async (sql, parameters = []) => (await reader.query<Row>(sql, [...parameters])).rows,
  };
  await new LedgerOfTexts(owner).import(ENTRIES);
  await owner.query(ROLL_UP_SQL.replaceAll('$AS_OF', `date '${ASKED.asOf}'`));
  await owner.query(`
    UPDATE ledger.members SET member_key = upper(first_name) || '|' || upper(last_name);
    INSERT INTO analytics.company_figures (company, sort_name, search_text, members, transactions, credits, debits, score, risk,
      first_day, last_day, details)
    SELECT company, lower(company), '', count(DISTINCT account_number), sum(entries), sum(credits), sum(debits), 70,
           CASE company WHEN 'VENMO' THEN 2 ELSE 0 END, min(first_day), max(last_day),
           '{"flags": ["Said so"], "returns": {"debits": 20, "unauthorized": 3, "administrative": 0, "all": 4}}'
      FROM analytics.company_accounts GROUP BY 1;
    INSERT INTO ledger.entry_returns (return_id, account_number, kind, reason_code, original_trace)
    SELECT id, account_number, 'return', CASE WHEN id % 3 = 0 THEN 'R10' ELSE 'R01' END, '' FROM ledger.transactions
     WHERE entry_kind = 'return'`);
  await alerted(owner, 1, {
    type: 'structuring',
    risk: 'high',
    account: '1000000001',
    amount: '9500.00',
    day: '2026-08-03',
  });
  await alerted(owner, 2, {
    type: 'mule_activity',
    risk: 'medium',
    account: '1000000001',
    amount: '9900.00',
    day: '2026-08-04',
  });
  await alerted(owner, 3, {
    type: 'structuring',
    risk: 'high',
    account: '1000000002',
    amount: '9700.00',
    day: '2026-08-05',
  });
  await alerted(owner, 4, {
    type: 'kiting_pattern',
    risk: 'low',
    account: '1000000003',
    amount: '10.00',
    day: '2026-05-06',
  });
  await alerted(owner, 5, {
    type: 'structuring',
    risk: 'high',
    account: '1000000004',
    amount: '8000.00',
    day: '2026-07-31',
    outcome: 'escalated',
  });
  await alerted(owner, 6, {
    type: 'structuring',
    risk: 'medium',
    account: '1000000005',
    amount: '8000.00',
    day: '2026-08-31',
    outcome: 'explained',
  });
  await owner.query(
    `INSERT INTO analytics.alert_companies VALUES (1, 'VENMO'), (3, 'VENMO'), (3, 'CITY POWER')`,
  );
  return {
    ledger,
    owner,
    stop: async () => {
      await reader.end();
      await owner.end();
      await database.drop();
    },
  };
}

async function alerted(
  owner: Client,
  id: number,
  alert: { type: string; risk: string; account: string; amount: string; day: string; outcome?: string },
): Promise<void> {
  const figures = [
    {
      label: 'Amount of the credit',
      value: alert.amount,
      comparison: '>=',
      threshold: '5000.00',
      unit: 'USD',
      met: true,
    },
  ];
  const raised = new Date(2026, 8, 1, 12);
  const reviewed = alert.outcome === undefined ? null : new Date(2026, 8, 3, 12);
  await owner.query(
    `INSERT INTO analytics.unusual_activities (id, activity_type, account_number, transaction_id, activity_date, amount, risk_level,
       description, evidence, rule_version, policy_version, reviewed, review_outcome, created_at, reviewed_at)
     OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $1, $4, $5, $6, 'Said so', $7, 1, 1, $8, $9, $10, $11)`,
    [
      id,
      alert.type,
      alert.account,
      alert.day,
      alert.amount,
      alert.risk,
      JSON.stringify({ entries: [], companies: [{ company: 'VENMO' }], figures }),
      alert.outcome !== undefined,
      alert.outcome ?? null,
      raised,
      reviewed,
    ],
  );
}
