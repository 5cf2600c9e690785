import { memberKey } from '@clearwatch/domain/members/member-names';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import type { LedgerOptions } from '@clearwatch/sample-data/ledger-options';
import { Client } from 'pg';
import { type EvaluationResult, figuresOf } from './evaluate-rules.ts';
import { runRuleEvaluation } from './run-rule-evaluation.ts';

let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Stores a generated ledger with the columns that an evaluation reads. */
async function store(options: LedgerOptions): Promise<void> {
  const entries = [...generateLedger(options)].map((entry, index) => ({
    ...entry,
    line: index + 1,
    amount: (entry.cents / 100).toFixed(2),
    key: memberKey(entry),
  }));
  await client.query(
    `INSERT INTO ledger.transactions (import_id, line, company, last_name, first_name, account_number, original_account,
       transaction_code, amount, transaction_type, entry_kind, posting_date, entry_description, class, transaction_hash)
     SELECT 1, line, company, "lastName", "firstName", "accountNumber", "originalAccount", "transactionCode", amount,
            "transactionType"::ledger.transaction_type, 'money', "postingDate", "entryDescription", "secCode", gen_random_uuid()
       FROM jsonb_to_recordset($1::jsonb) AS e (line integer, company text, "lastName" text, "firstName" text,
            "accountNumber" text, "originalAccount" text, "transactionCode" text, amount numeric, "transactionType" text,
            "postingDate" date, "entryDescription" text, "secCode" text)`,
    [JSON.stringify(entries)],
  );
  await client.query(
    `INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers, member_key)
     SELECT DISTINCT ON ("accountNumber") company, "lastName", "firstName", "accountNumber", "originalAccount",
            ARRAY["accountNumber"], key
       FROM jsonb_to_recordset($1::jsonb) AS e (line integer, company text, "lastName" text, "firstName" text,
            "accountNumber" text, "originalAccount" text, key text)
      ORDER BY "accountNumber", line`,
    [JSON.stringify(entries)],
  );
}

async function evaluated(): Promise<EvaluationResult[]> {
  let results: EvaluationResult[] = [];
  await runRuleEvaluation(['--own-ledger', '--seeds', '2'], {
    withDatabase: async (work) => {
      results = await work(database.ownerUrl);
      return results;
    },
    print: () => undefined,
  });
  return results;
}

async function rowsKept(): Promise<unknown> {
  const { rows } = await client.query(
    `SELECT (SELECT count(*) FROM ledger.transactions) AS transactions, (SELECT count(*) FROM ledger.members) AS members,
            (SELECT count(*) FROM analytics.unusual_activities) AS alerts`,
  );
  return rows[0];
}

it('a rule evaluation finds behaviors injected into the ledger of the institution without changing it', async () => {
  await store({ seed: 9, transactions: 3_000, accounts: 500, lastDay: '2026-10-30' });
  const before = await rowsKept();
  const results = await evaluated();
  expect(await rowsKept()).toEqual(before);
  const [{ clean } = { clean: null }] = results;
  // All accounts in the ledger and those with injected look-alikes.
  expect(clean?.accounts).toBeGreaterThan(500);
  expect(figuresOf(results).recall).toBeGreaterThan(0.2);
});

it('a rule evaluation rejects a ledger that covers too few days', async () => {
  await client.query(
    `INSERT INTO ledger.transactions (import_id, line, company, last_name, first_name, account_number, original_account,
       transaction_code, amount, transaction_type, entry_kind, posting_date, transaction_hash)
     SELECT 1, 1, 'ACME', 'Sample', 'Ana', '1', '1', '22', 1, 'Credit', 'money', day, gen_random_uuid()
       FROM unnest('{2026-01-05,2026-02-03}'::date[]) AS day`,
  );
  await expect(evaluated()).rejects.toThrow('needs entries over at least 300 days. The ledger covers 30.');
});
