import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { INJECTED_ERRORS } from './testing/injected-errors.ts';
import { clearVerificationLedger, fillVerificationLedger } from './testing/verification-ledger.ts';
import { type Disagreement, formatVerification, type LedgerVerification, verifyLedger } from './verify-ledger.ts';

describe('verification', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  beforeEach(async () => {
    await clearVerificationLedger(client);
    await fillVerificationLedger(client);
  });

  it('ledger verification finds no errors in an empty ledger', async () => {
    await clearVerificationLedger(client);
    const verification = await verifyLedger(client);

    expect(verification).toMatchObject({ agrees: true, extent: { transactions: 0, members: 0 } });
  });

  it('ledger verification finds no errors when everything agrees, including an import that is not yet in the figures', async () => {
    const verification = await verifyLedger(client);

    expect(found(verification)).toEqual([]);
    expect(verification).toMatchObject({
      agrees: true,
      extent: { transactions: 8, members: 2, imports: 2, notYetProjected: 1 },
    });
    expect(formatVerification(verification)).toBe(
      `The ledger agrees to the cent: 8 transactions, 2 members, 2 imports.\n` +
        `Imports not yet in the dashboard figures, and not checked against them: 1.\n`,
    );
  });

  it('ledger verification accepts figures while a removal is pending, and reports them once the removal is applied', async () => {
    await client.query(`
      INSERT INTO ledger.undo_changes (import_id, account_number, company, day, credits, debits, credit_count, debit_count, entries)
      SELECT 1, account_number, company, coalesce(event_date, '-infinity'), sum(amount), 0, count(*), 0, count(*)
        FROM ledger.transactions WHERE account_number = 'A1' GROUP BY 2, 3, 4;
      DELETE FROM ledger.duplicate_rows;
      DELETE FROM ledger.transactions WHERE account_number = 'A1';
      DELETE FROM ledger.members WHERE account_number = 'A1';
      UPDATE ledger.imports SET transaction_count = 5, member_count = 1, credit_total = 0, duplicate_count = 0 WHERE id = 1`);
    expect(found(await verifyLedger(client))).toEqual([]);

    await client.query('INSERT INTO analytics.projected_undos (import_id) VALUES (1)');
    expect(found(await verifyLedger(client)).map(([check]) => check)).toEqual(
      expect.arrayContaining(['ledger days', 'account days', 'company days', 'company accounts']),
    );
  });

  it('ledger verification prints the first twenty disagreements and their total number', async () => {
    await client.query(`
      INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers)
      SELECT 'X', 'X', 'X', 'B' || n, 'B' || n, ARRAY['B' || n] FROM generate_series(1, 1234) n`);
    const verification = await verifyLedger(client);
    const check = verification.checks.find(({ disagreements }) => disagreements > 0);

    expect(check).toMatchObject({ check: 'members', disagreements: 1_234 });
    expect(check?.first).toHaveLength(20);
    expect(formatVerification(verification)).toContain('Wrong figures: 1,234.');
    expect(formatVerification(verification)).toContain('  … and 1,214 more\n');
  });

  it('ledger verification reads one snapshot despite concurrent commits and leaves no open transaction', async () => {
    const writer = new Client({ connectionString: database.ownerUrl });
    await writer.connect();
    // Runs after the first read, between the checks.
    const reader: Pick<Client, 'query'> = Object.create(client, {
      query: {
        value: async (sql: string) => {
          const answer = await client.query(sql);
          if (sql.trim().startsWith('SELECT'))
            await writer.query('UPDATE ledger.members SET total_credits = total_credits + 1');
          return answer;
        },
      },
    });
    const verification = await verifyLedger(reader);
    await writer.end();
    const { rows } = await client.query(`SELECT now() = statement_timestamp() AS is_outside`);

    expect(found(verification)).toEqual([]);
    expect(rows).toEqual([{ is_outside: true }]);
    expect((await verifyLedger(client)).agrees).toBe(false);
  });

  it.each(INJECTED_ERRORS)('ledger verification finds %s', async (_what, sql, expected) => {
    await client.query(sql);
    const verification = await verifyLedger(client);

    expect(found(verification)).toEqual(expected);
    expect(verification.agrees).toBe(false);
    for (const [, place, figure, kept, counted] of found(verification)) {
      expect(formatVerification(verification)).toContain(
        `  ${place}: ${figure} stored ${kept ?? 'none'}, counted ${counted ?? 'none'}\n`,
      );
    }
  });
});

function found({ checks }: LedgerVerification): (string | null)[][] {
  const line = (check: string, { place, figure, kept, counted }: Disagreement) => [check, place, figure, kept, counted];
  return checks.flatMap(({ check, first }) => first.map((disagreement) => line(check, disagreement)));
}
