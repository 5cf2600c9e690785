import type { Client } from 'pg';

/** What imports are called here, by their id: ids differ between two ledgers that are the same. */
export type ImportNames = ReadonlyMap<number, string>;

/**
 * All that a ledger says, in an order and in words that do not depend on how it came to be. Ids and the times of writing are
 * left out; entries are known by their identity.
 */
export async function snapshotOf(owner: Client, names: ImportNames): Promise<Record<string, unknown[]>> {
  const named = (id: unknown) => names.get(Number(id)) ?? `import ${String(id)}`;
  const ask = async (sql: string) => {
    const { rows } = await owner.query<{ import_id: unknown }>(sql);
    return rows.map((row) => ({ ...row, import_id: named(row.import_id) }));
  };
  return {
    transactions: await ask(`
      SELECT to_jsonb(t) - '{id,import_id,created_at}'::text[] AS says, import_id FROM ledger.transactions t
      ORDER BY transaction_hash`),
    members: await ask(`
      SELECT to_jsonb(m) - '{id,named_by,created_at,updated_at}'::text[] AS says, named_by AS import_id
      FROM ledger.members m ORDER BY account_number`),
    duplicates: await ask(`
      SELECT d.import_id, d.row_number, d.line, d.own_metadata::text AS own, t.transaction_hash AS twin,
        k.transaction_hash AS kept
      FROM ledger.duplicate_rows d LEFT JOIN ledger.transactions t ON t.id = d.twin_id
      LEFT JOIN ledger.transactions k ON k.id = d.kept_as ORDER BY d.import_id, d.row_number`),
    returns: await ask(`
      SELECT t.import_id, t.transaction_hash, r.kind, r.reason_code, r.original_trace, o.transaction_hash AS original
      FROM ledger.entry_returns r LEFT JOIN ledger.transactions t ON t.id = r.return_id
      LEFT JOIN ledger.transactions o ON o.id = r.original_id ORDER BY t.transaction_hash`),
    imports: await ask(`
      SELECT id AS import_id, transaction_count, member_count, duplicate_count, kept_count, rejected_count,
        zero_dollar_count, prenote_count, return_count, notice_count, advice_count, credit_total, debit_total
      FROM ledger.imports WHERE state <> 'undone' ORDER BY id`),
  };
}

/** The sums that analytics keeps, of the ledger as it is. */
export async function figuresOf(owner: Client): Promise<Map<string, number[]>> {
  const { rows } = await owner.query<Figures>(figures('ledger.transactions'));
  return toMap(rows);
}

/** What analytics is told to take out of its sums. */
export async function changesOf(owner: Client, importId: number): Promise<Map<string, number[]>> {
  const { rows } = await owner.query<Figures>(
    `SELECT account_number, company, day::text AS day, credits * 100 AS credits, debits * 100 AS debits, credit_count,
       debit_count, entries FROM ledger.undo_changes WHERE import_id = $1`,
    [importId],
  );
  return toMap(rows);
}

interface Figures extends Record<(typeof FIGURES)[number], string> {
  account_number: string;
  company: string;
  day: string;
}

const FIGURES = ['credits', 'debits', 'credit_count', 'debit_count', 'entries'] as const;

const figures = (table: string) => `
  SELECT account_number, company, coalesce(event_date, '-infinity')::text AS day,
    coalesce(sum(amount * 100) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0) AS credits,
    coalesce(sum(amount * 100) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0) AS debits,
    count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit') AS credit_count,
    count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit') AS debit_count, count(*) AS entries
  FROM ${table} GROUP BY 1, 2, 3`;

function toMap(rows: readonly Figures[]): Map<string, number[]> {
  return new Map(
    rows.map((row) => [
      JSON.stringify([row.account_number, row.company, row.day]),
      FIGURES.map((figure) => Number(row[figure])),
    ]),
  );
}
