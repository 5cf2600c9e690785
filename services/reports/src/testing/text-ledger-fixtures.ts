import type { Client } from 'pg';

/** The columns of an entry that matter to reports. */
export interface TestEntry {
  company: string;
  firstName: string;
  lastName: string;
  account: string;
  amount: string;
  type: 'Credit' | 'Debit';
  kind: 'money' | 'zero_dollar' | 'prenote' | 'notification_of_change' | 'return';
  code: string;
  trace: string | null;
  addenda: string | null;
  batch: string | null;
  /** Null for an entry without a date. */
  day: string | null;
  description: string | null;
  class: string | null;
}

/** A ledger entry, as read by a full scan. */
export interface StoredEntry extends TestEntry {
  id: number;
}

const DEFAULTS: TestEntry = {
  company: 'ACME STORES',
  firstName: 'Ana',
  lastName: 'Sample',
  account: '1000000001',
  amount: '10.00',
  type: 'Credit',
  kind: 'money',
  code: '22',
  trace: null,
  addenda: null,
  batch: null,
  day: '2026-03-02',
  description: 'PAYROLL',
  class: 'PPD',
};

const COLUMNS = `line integer, company text, "firstName" text, "lastName" text, account text, amount numeric, type text,
  kind text, code text, trace text, addenda text, batch text, day date, description text, class text`;

/** Adds imports to the ledger and removes them, as the ingest service does. */
export class TextLedger {
  constructor(readonly client: Client) {}

  /** @returns the ID of the new import, which already has its rollups */
  async import(entries: readonly Partial<TestEntry>[], state = 'stored'): Promise<number> {
    const importId = await this.open(entries.length, state);
    const full = entries.map((entry, index) => ({ ...DEFAULTS, ...entry, line: index + 1 }));
    await this.client.query(
      `INSERT INTO ledger.transactions (import_id, line, company, last_name, first_name, account_number, original_account,
         transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch, posting_date,
         entry_description, class, transaction_hash)
       SELECT $1, line, company, "lastName", "firstName", account, account, code, amount, type::ledger.transaction_type,
              kind::ledger.entry_kind, trace, addenda, batch, day, description, class, gen_random_uuid()
         FROM jsonb_to_recordset($2::jsonb) AS e (${COLUMNS}) ORDER BY line`,
      [importId, JSON.stringify(full)],
    );
    await this.client.query(
      `INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers)
       SELECT DISTINCT ON (account) company, "lastName", "firstName", account, account, ARRAY[account]
         FROM jsonb_to_recordset($1::jsonb) AS e (${COLUMNS}) ORDER BY account, line
       ON CONFLICT (account_number) DO NOTHING`,
      [JSON.stringify(full)],
    );
    return importId;
  }

  /**
   * Stores an entry again, as when a user keeps a duplicate. @returns the import that contains only this
   * entry
   */
  async retain(entryId: number): Promise<number> {
    const importId = await this.open(1, 'stored');
    await this.client.query(
      `INSERT INTO ledger.transactions (import_id, line, company, last_name, first_name, account_number, original_account,
         transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch, posting_date,
         entry_description, class, transaction_hash)
       SELECT $1, line, company, last_name, first_name, account_number, original_account, transaction_code, amount,
              transaction_type, entry_kind, check_tracer_number, addenda, batch, posting_date, entry_description, class,
              gen_random_uuid()
         FROM ledger.transactions WHERE id = $2`,
      [importId, entryId],
    );
    return importId;
  }

  /**
   * Undoes an import: shared entries move to another import, and other entries are deleted. Imports created
   * for kept duplicates are deleted completely.
   */
  async undo(importId: number, reassignment: { entries: readonly number[]; to: number } | null = null): Promise<void> {
    await this.client.query('BEGIN');
    if (reassignment !== null) {
      await this.client.query('UPDATE ledger.transactions SET import_id = $2 WHERE id = ANY ($1::bigint[])', [
        reassignment.entries,
        reassignment.to,
      ]);
      await this.client.query(
        `UPDATE ledger.imports SET transaction_count =
           (SELECT count(*) FROM ledger.transactions WHERE import_id = $1) WHERE id = $1`,
        [reassignment.to],
      );
    }
    await this.client.query('DELETE FROM ledger.transactions WHERE import_id = $1', [importId]);
    await this.client.query('DELETE FROM ledger.imports WHERE id = $1 AND kept_from IS NOT NULL', [importId]);
    await this.client.query(`UPDATE ledger.imports SET state = 'undone', undone_at = now() WHERE id = $1`, [importId]);
    await this.client.query('COMMIT');
  }

  /** All entries in the ledger. */
  async entries(): Promise<StoredEntry[]> {
    const { rows } = await this.client.query<Omit<StoredEntry, 'id'> & { id: string }>(
      `SELECT id, company, first_name AS "firstName", last_name AS "lastName", account_number AS account,
              amount::text AS amount, transaction_type AS type, entry_kind AS kind, transaction_code AS code,
              check_tracer_number AS trace, addenda, batch, event_date::text AS day, entry_description AS description, class
         FROM ledger.transactions ORDER BY id`,
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }

  private async open(entries: number, state: string): Promise<number> {
    const { rows } = await this.client.query<{ id: string }>(
      `INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name, transaction_count, finished_at)
       VALUES ('test.json', 1, repeat('0', 64), $1, 'tester', $2, now()) RETURNING id`,
      [state, entries],
    );
    const importId = Number(rows[0]?.id);
    await this.client.query('INSERT INTO analytics.projected_imports (import_id, entries) VALUES ($1, $2)', [
      importId,
      entries,
    ]);
    return importId;
  }
}
