import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What came back: returns, dishonoured and contested ones, notifications of change and refused ones, each with the entry
 * that it speaks of when the ledger holds that (Nacha Operating Rules, addenda types 98 and 99: original entry trace number).
 * Which entry that is follows from the ledger alone; it is looked for again whenever entries of the account come or go.
 * Tables and JSON name no original and at most the reason: what is not there is empty, and such a return finds no entry.
 * No foreign keys, as for all that is written in one go beside a million entries.
 */
export class CreateEntryReturns1764100000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.entry_returns (
        return_id      bigint PRIMARY KEY,
        account_number text NOT NULL,
        kind           text NOT NULL CHECK (kind IN
          ('return', 'dishonored_return', 'contested_return', 'notification_of_change', 'refused_notification')),
        reason_code    text NOT NULL,
        original_trace text NOT NULL,
        original_id    bigint
      );
      CREATE INDEX entry_returns_account ON ledger.entry_returns (account_number);
      CREATE INDEX entry_returns_original ON ledger.entry_returns (original_id) WHERE original_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger.entry_returns');
  }
}
