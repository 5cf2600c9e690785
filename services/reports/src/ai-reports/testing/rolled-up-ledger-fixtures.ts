import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Client } from 'pg';
import { type TestEntry, TextLedger } from '../../testing/text-ledger-fixtures.ts';
import type { LedgerReader } from '../queries/ledger-facts.ts';

const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;
const SUMS = `coalesce(sum(amount) ${isMoney('Credit')}, 0), coalesce(sum(amount) ${isMoney('Debit')}, 0),
  count(*) ${isMoney('Credit')}, count(*) ${isMoney('Debit')}`;
const DAY = `coalesce(event_date, '-infinity')::date`;

/**
 * Recomputes, from the whole ledger, the analytics tables that reports read. `$AS_OF` is the last day of the
 * year that the lists cover.
 */
export const ROLL_UP_SQL = `
  TRUNCATE analytics.ledger_days, analytics.account_days, analytics.company_days, analytics.company_accounts,
    analytics.company_day_codes, analytics.member_figures;
  INSERT INTO analytics.ledger_days SELECT ${DAY}, ${SUMS}, count(*) FROM ledger.transactions GROUP BY 1;
  INSERT INTO analytics.account_days SELECT account_number, ${DAY}, ${SUMS}, count(*) FROM ledger.transactions GROUP BY 1, 2;
  INSERT INTO analytics.company_days SELECT company, ${DAY}, ${SUMS}, count(*) FROM ledger.transactions GROUP BY 1, 2;
  INSERT INTO analytics.company_accounts (company, account_number, credits, debits, credit_count, debit_count, first_day,
    last_day, entries, first_debit)
  SELECT company, account_number, ${SUMS}, min(event_date), max(event_date), count(*), min(event_date) ${isMoney('Debit')}
    FROM ledger.transactions GROUP BY 1, 2;
  INSERT INTO analytics.company_day_codes
  SELECT company, ${DAY}, transaction_code, transaction_type::text, count(*) FILTER (WHERE entry_kind = 'money'),
         coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0),
         coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0), count(*) FILTER (WHERE class = 'IAT')
    FROM ledger.transactions GROUP BY 1, 2, 3, 4;
  INSERT INTO analytics.member_figures (account_number, member_id, member_key, sort_name, credits, debits, debt_ratio,
    transactions, last_day)
  SELECT m.account_number, m.id, '', m.last_name, y.credits, y.debits,
         CASE WHEN y.credits > 0 THEN round(y.debits / y.credits, 6) ELSE 0 END, y.transactions, y.last_day
    FROM ledger.members m
    JOIN (SELECT account_number, coalesce(sum(credits) FILTER (WHERE day BETWEEN $AS_OF - 364 AND $AS_OF), 0) AS credits,
                 coalesce(sum(debits) FILTER (WHERE day BETWEEN $AS_OF - 364 AND $AS_OF), 0) AS debits,
                 coalesce(sum(credit_count + debit_count) FILTER (WHERE day BETWEEN $AS_OF - 364 AND $AS_OF), 0) AS transactions,
                 coalesce(max(day) FILTER (WHERE credit_count + debit_count > 0), '-infinity') AS last_day
            FROM analytics.account_days GROUP BY 1) y USING (account_number)`;

/** A Wednesday. */
export const AS_OF = '2026-11-18';
export const FIRST_DAY = '2025-10-03';

export type QuestionEntry = Pick<
  TestEntry,
  'company' | 'firstName' | 'lastName' | 'account' | 'amount' | 'type' | 'kind' | 'class'
> & { day: string; code?: string };

const HOLDERS = {
  ruth: { firstName: 'Ruth', lastName: 'Miller', account: '1000000001' },
  ana: { firstName: 'Ana', lastName: 'Sample', account: '1000000002' },
  ben: { firstName: 'Ben', lastName: 'Low', account: '1000000003' },
  april: { firstName: 'April', lastName: 'Smith', account: '1000000004' },
} as const;

/**
 * Fourteen months of entries for four members, with company names that are also words and with amounts that
 * make every sum distinct.
 */
export function questionEntries(): QuestionEntry[] {
  const entries: QuestionEntry[] = [];
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
    const day = (number: number) => `${year}-${String(month).padStart(2, '0')}-${String(number).padStart(2, '0')}`;
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
    if (index % 2 === 1) add('ben', 'ZELLE PAYMENT', { amount: '1250.00', type: 'Debit', day: day(15), class: 'WEB' });
    add('ruth', 'CITY POWER', { amount: '80.10', type: 'Debit', day: day(16), class: 'CCD' });
    if (index % 3 === 0)
      add('april', 'STATE TREASURY', { amount: '6100.00', type: 'Credit', day: day(3), class: 'CCD' });
  }
  add('april', 'TOTAL GYM', { amount: '45.00', type: 'Debit', day: '2026-05-05' });
  add('ana', 'HARBOR MOTORS', { amount: '9800.00', type: 'Debit', day: '2026-04-20', class: 'CCD' });
  add('april', 'ZELLE PAYMENT', { amount: '1000.00', type: 'Debit', day: '2026-11-17', class: 'WEB' });
  // Most systems export a returned debit as a credit.
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

export interface QuestionLedger {
  /** Runs queries with the service's database role. */
  ledger: LedgerReader;
  stop(): Promise<void>;
}

export async function startQuestionLedger(): Promise<QuestionLedger> {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  const reader = new Client({ connectionString: database.urlFor('reports') });
  await owner.connect();
  await reader.connect();
  await new TextLedger(owner).import(questionEntries());
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
    ledger: { query: async (sql, parameters) => (await reader.query<Row>(sql, parameters)).rows },
    stop: async () => {
      await reader.end();
      await owner.end();
      await database.drop();
    },
  };
}

export interface TestAlert {
  account: string;
  type: string;
  risk: 'low' | 'medium' | 'high';
  amount: string;
  day: string;
  reviewed?: boolean;
  /** The companies in the alert's entries, as stored in high-risk alerts. */
  companies?: readonly string[];
}

/**
 * A ledger with rollups recomputed from all entries. Reads use the service's database role; the service is
 * not started.
 */
export class RolledLedger {
  private constructor(
    private readonly database: TestDatabase,
    private readonly owner: Client,
    private readonly reader: Client,
  ) {}

  static async start(): Promise<RolledLedger> {
    const database = await createTestDatabase();
    const owner = new Client({ connectionString: database.ownerUrl });
    const reader = new Client({ connectionString: database.urlFor('reports') });
    await owner.connect();
    await reader.connect();
    return new RolledLedger(database, owner, reader);
  }

  async stop(): Promise<void> {
    await this.reader.end();
    await this.owner.end();
    await this.database.drop();
  }

  readonly facts: LedgerReader = {
    query: async (sql, parameters) => (await this.reader.query<Row>(sql, parameters)).rows,
  };

  /** @param asOf last day of the year that the member list covers */
  async import(entries: readonly Partial<TestEntry>[], asOf: string): Promise<void> {
    await new TextLedger(this.owner).import(entries);
    await this.owner.query(ROLL_UP_SQL.replaceAll('$AS_OF', `date '${asOf}'`));
  }

  /** Sets the member's risk to that of the riskiest open alert. @returns the alert ID */
  async alerted(alert: TestAlert): Promise<number> {
    const { rows } = await this.owner.query<{ id: string }>(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         risk_level, description, evidence, rule_version, policy_version, reviewed)
       SELECT $1, $2, (SELECT coalesce(max(transaction_id), 0) + 1 FROM analytics.unusual_activities), $3, $4, $5,
              'Said so', '{"entries": []}', 1, 1, $6 RETURNING id`,
      [alert.type, alert.account, alert.day, alert.amount, alert.risk, alert.reviewed ?? false],
    );
    const id = Number(rows[0]?.id);
    await this.owner.query('INSERT INTO analytics.alert_companies (alert_id, company) SELECT $1, unnest($2::text[])', [
      id,
      alert.companies ?? [],
    ]);
    if (alert.reviewed !== true)
      await this.owner.query(
        'UPDATE analytics.member_figures SET risk = greatest(risk, $2) WHERE account_number = $1',
        [alert.account, ['low', 'medium', 'high'].indexOf(alert.risk)],
      );
    return id;
  }
}
