import { memberKey } from '@clearwatch/domain/members/member-names';
import type { Client } from 'pg';

/** Entries, by id, that the file of a later import holds too. */
export interface PassOn {
  entries: readonly string[];
  to: number;
}

/**
 * Takes an import out of the ledger the way ingest does: its entries leave or go over to another import, what leaves is
 * summed up, members without entries go, the others are called as their newest entry says.
 */
export async function undoImport(client: Client, importId: number, passOn?: PassOn): Promise<void> {
  await client.query('BEGIN');
  if (passOn !== undefined)
    await client.query('UPDATE ledger.transactions SET import_id = $2 WHERE id = ANY($1::bigint[])', [
      passOn.entries,
      passOn.to,
    ]);
  await client.query(SUM_UP_CHANGES, [importId]);
  await client.query('DELETE FROM ledger.transactions WHERE import_id = $1', [importId]);
  await client.query(
    'DELETE FROM ledger.members m WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.account_number = m.account_number)',
  );
  await nameMembers(client, importId);
  await client.query(`UPDATE ledger.imports SET state = 'undone', undone_at = now() WHERE id = $1`, [
    importId,
  ]);
  await client.query('COMMIT');
}

async function nameMembers(client: Client, importId: number): Promise<void> {
  const { rows } = await client.query<{ account: string; firstName: string; lastName: string }>(
    `SELECT DISTINCT ON (account_number) account_number AS account, first_name AS "firstName", last_name AS "lastName"
       FROM ledger.transactions
      WHERE account_number IN (SELECT account_number FROM ledger.undo_changes WHERE import_id = $1)
      ORDER BY account_number, event_date DESC NULLS LAST, import_id DESC, line DESC`,
    [importId],
  );
  await client.query(
    `UPDATE ledger.members m SET first_name = n."firstName", last_name = n."lastName", member_key = n.key
       FROM jsonb_to_recordset($1::jsonb) AS n (account text, "firstName" text, "lastName" text, key text)
      WHERE m.account_number = n.account`,
    [JSON.stringify(rows.map((row) => ({ ...row, key: memberKey(row) })))],
  );
}

const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;

const SUM_UP_CHANGES = `
  INSERT INTO ledger.undo_changes
  SELECT import_id, account_number, company, coalesce(event_date, '-infinity'),
         coalesce(sum(amount) ${isMoney('Credit')}, 0), coalesce(sum(amount) ${isMoney('Debit')}, 0),
         count(*) ${isMoney('Credit')}, count(*) ${isMoney('Debit')}, count(*)
    FROM ledger.transactions WHERE import_id = $1 GROUP BY 1, 2, 3, 4`;
