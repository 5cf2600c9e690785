import { memberKey } from '@clearwatch/domain/members/member-names';
import { Client } from 'pg';

export interface LedgerEntry {
  account?: string;
  firstName?: string;
  lastName?: string;
  company?: string;
  amount: string;
  type: 'Credit' | 'Debit';
  kind?: 'money' | 'zero_dollar' | 'prenote' | 'notification_of_change' | 'return';
  /** Null for an entry without any date. */
  day: string | null;
  description?: string;
  /** Class of the batch, PPD unless stated. */
  class?: string;
  /** That of a checking account, by type and kind, unless stated. */
  code?: string;
}

const DEFAULTS = {
  account: '1000000001',
  firstName: 'Ana',
  lastName: 'Sample',
  company: 'ACME STORES',
  kind: 'money',
  description: null,
  class: 'PPD',
  code: null,
};

/** Puts entries straight into the ledger, the way ingest leaves them: rows, members and a stored import. */
export class TestLedger {
  private constructor(readonly client: Client) {}

  static async at(ownerUrl: string): Promise<TestLedger> {
    const client = new Client({ connectionString: ownerUrl });
    await client.connect();
    return new TestLedger(client);
  }

  /** @returns the new import's id */
  async import(entries: readonly LedgerEntry[], state = 'stored'): Promise<number> {
    const { rows } = await this.client.query<{ id: string }>(
      `INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name, transaction_count, finished_at)
       VALUES ('test.json', 1, repeat('0', 64), $1, 'tester', $2, now()) RETURNING id`,
      [state, entries.length],
    );
    const importId = Number(rows[0]?.id);
    const full = entries.map((entry, index) => ({
      ...DEFAULTS,
      ...entry,
      line: index + 1,
      key: memberKey({
        firstName: entry.firstName ?? DEFAULTS.firstName,
        lastName: entry.lastName ?? DEFAULTS.lastName,
      }),
    }));
    await this.client.query(INSERT_ENTRIES, [importId, JSON.stringify(full)]);
    await this.client.query(UPSERT_MEMBERS, [JSON.stringify(full)]);
    return importId;
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

const COLUMNS = `account text, "firstName" text, "lastName" text, company text, amount numeric, type text, kind text,
  day date, description text, class text, code text, line integer, key text`;

const INSERT_ENTRIES = `
  INSERT INTO ledger.transactions (import_id, line, company, last_name, first_name, account_number, original_account,
    transaction_code, amount, transaction_type, entry_kind, posting_date, entry_description, class, transaction_hash)
  SELECT $1, line, company, "lastName", "firstName", account, account,
         coalesce(code, (CASE type WHEN 'Credit' THEN 22 ELSE 27 END - (kind = 'return')::integer)::text), amount, type::ledger.transaction_type,
         kind::ledger.entry_kind, day, description, class, gen_random_uuid()
    FROM jsonb_to_recordset($2::jsonb) AS e (${COLUMNS}) ORDER BY line`;

const UPSERT_MEMBERS = `
  INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers, member_key)
  SELECT DISTINCT ON (account) company, "lastName", "firstName", account, account, ARRAY[account], key
    FROM jsonb_to_recordset($1::jsonb) AS e (${COLUMNS}) ORDER BY account, line
  ON CONFLICT (account_number) DO NOTHING`;
