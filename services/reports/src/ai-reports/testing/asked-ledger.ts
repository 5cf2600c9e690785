import { createTestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Client } from 'pg';
import { LedgerOfTexts, type TestEntry } from '../../testing/ledger-of-texts.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { ROLL_UP_SQL } from './roll-up.sql.ts';

/** A Wednesday. */
export const AS_OF = '2026-11-18';
export const FIRST_DAY = '2025-10-03';

export type AskedEntry = Pick<
  TestEntry,
  'company' | 'firstName' | 'lastName' | 'account' | 'amount' | 'type' | 'kind' | 'class'
> & { day: string; code?: string };

const HOLDERS = {
  ruth: { firstName: 'Ruth', lastName: 'Miller', account: '1000000001' },
  ana: { firstName: 'Ana', lastName: 'Sample', account: '1000000002' },
  ben: { firstName: 'Ben', lastName: 'Low', account: '1000000003' },
  april: { firstName: 'April', lastName: 'Smith', account: '1000000004' },
} as const;

/** Fourteen months of four members: names of companies that are also words, amounts that tell every sum apart. */
export function askedEntries(): AskedEntry[] {
  const entries: AskedEntry[] = [];
  const add = (
    who: keyof typeof HOLDERS,
    company: string,
    entry: {
      amount: string;
      type: 'Credit' | 'Debit';
      day: string;
      code?: string;
      class?: string;
      kind?: TestEntry['kind'];
    },
  ) => entries.push({ ...HOLDERS[who], company, kind: 'money', class: 'PPD', ...entry });
  for (let index = 0; index < 14; index += 1) {
    const year = 2025 + Math.floor((index + 9) / 12);
    const month = ((index + 9) % 12) + 1;
    const day = (number: number) =>
      `${year}-${String(month).padStart(2, '0')}-${String(number).padStart(2, '0')}`;
    add('ruth', 'ACME PAYROLL', {
      amount: index === 13 ? '2000.00' : '2500.00',
      type: 'Credit',
      day: day(5),
    });
    add('ana', 'ACME PAYROLL', { amount: '1800.50', type: 'Credit', day: day(6) });
    add('ruth', 'STATE FARM INS', { amount: '120.25', type: 'Debit', day: day(10) });
    add('ben', 'STATE FARM INS', { amount: '99.00', type: 'Debit', day: day(11) });
    add('ana', 'VENMO', { amount: `${300 + 10 * index}.00`, type: 'Debit', day: day(12), class: 'WEB' });
    add('ruth', 'VENMO', { amount: `${40 + index}.75`, type: 'Debit', day: day(12), class: 'WEB' });
    add('ben', 'VENMO', { amount: '450.00', type: 'Credit', day: day(14), class: 'WEB' });
    if (index % 2 === 1)
      add('ben', 'ZELLE PAYMENT', { amount: '1250.00', type: 'Debit', day: day(15), class: 'WEB' });
    add('ruth', 'CITY POWER', { amount: '80.10', type: 'Debit', day: day(16), class: 'CCD' });
    if (index % 3 === 0)
      add('april', 'STATE TREASURY', { amount: '6100.00', type: 'Credit', day: day(3), class: 'CCD' });
  }
  add('april', 'TOTAL GYM', { amount: '45.00', type: 'Debit', day: '2026-05-05' });
  add('ana', 'HARBOR MOTORS', { amount: '9800.00', type: 'Debit', day: '2026-04-20', class: 'CCD' });
  add('april', 'ZELLE PAYMENT', { amount: '1000.00', type: 'Debit', day: '2026-11-17', class: 'WEB' });
  // As most systems export it: the money of a returned debit comes back as a credit.
  add('ana', 'VENMO', {
    amount: '300.00',
    type: 'Credit',
    code: '26',
    day: '2026-09-20',
    class: 'WEB',
    kind: 'return',
  });
  add('ruth', 'CITY POWER', {
    amount: '80.10',
    type: 'Debit',
    day: '2026-03-02',
    class: 'CCD',
    kind: 'return',
  });
  add('ruth', 'ACME PAYROLL', { amount: '0.00', type: 'Credit', day: '2026-11-02', kind: 'prenote' });
  return entries;
}

const ALERTS = [
  ['structuring', '1000000001', '2026-11-02', 'high', null],
  ['structuring', '1000000002', '2026-08-10', 'medium', 'explained'],
  ['mule_activity', '1000000001', '2026-10-20', 'high', null],
  ['kiting_pattern', '1000000003', '2026-05-06', 'low', null],
] as const;

export interface AskedLedger {
  /** As the role of the service reads it. */
  ledger: LedgerFacts;
  stop(): Promise<void>;
}

export async function startAskedLedger(): Promise<AskedLedger> {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  const reader = new Client({ connectionString: database.urlFor('reports') });
  await owner.connect();
  await reader.connect();
  await new LedgerOfTexts(owner).import(askedEntries());
  await owner.query(ROLL_UP_SQL.replaceAll('$AS_OF', `date '${AS_OF}'`));
  await owner.query(`
    UPDATE ledger.members SET member_key = upper(first_name) || '|' || upper(last_name);
    INSERT INTO analytics.company_figures (company, sort_name, search_text, members, transactions, credits, debits, score, risk,
      first_day, last_day, details)
    SELECT company, lower(company), '', count(DISTINCT account_number), sum(entries), sum(credits), sum(debits), 70, 0,
           min(first_day), max(last_day), '{"flags": []}'
      FROM analytics.company_accounts GROUP BY 1;
    INSERT INTO ledger.entry_returns (return_id, account_number, kind, reason_code, original_trace)
    SELECT id, account_number, 'return', CASE company WHEN 'VENMO' THEN 'R01' ELSE 'R10' END, '' FROM ledger.transactions
     WHERE entry_kind = 'return'`);
  for (const [index, [type, account, day, risk, outcome]] of ALERTS.entries())
    await owner.query(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount, risk_level,
         description, evidence, rule_version, policy_version, reviewed, review_outcome)
       VALUES ($1, $2, $3, $4, 9000, $5, 'Said so', '{"entries": []}', 1, 1, $6, $7)`,
      [type, account, index + 1, day, risk, outcome !== null, outcome],
    );
  return {
    ledger: { rows: async (sql, parameters = []) => (await reader.query<Row>(sql, [...parameters])).rows },
    stop: async () => {
      await reader.end();
      await owner.end();
      await database.drop();
    },
  };
}
