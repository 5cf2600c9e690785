import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import type { Ask } from '../search/ask.ts';
import type { FoundEntry } from '../search/found.ts';
import { toTransaction } from './to-transaction.ts';

/** By primary key alone, in the given order. An entry that was kept out of a duplicate is known by the import it came from. */
const TRANSACTIONS = `
  SELECT t.id, t.line, t.company, t.last_name, t.first_name, t.middle_initial, t.account_number, t.original_account,
    t.transaction_code, t.amount, t.transaction_type, t.entry_kind, t.check_tracer_number, t.addenda, t.batch,
    t.settlement_date::text AS settlement_date, t.effective_date::text AS effective_date,
    t.posting_date::text AS posting_date, t.entry_description, t.class, t.metadata,
    t.transaction_hash::text AS transaction_hash, t.created_at, coalesce(i.kept_from, i.id) AS import_id,
    m.first_name AS member_first_name, m.last_name AS member_last_name,
    (SELECT r.reason_code FROM ledger.entry_returns r JOIN ledger.transactions back ON back.id = r.return_id
      WHERE r.original_id = t.id AND r.kind = 'return'
      ORDER BY back.event_date NULLS LAST, r.return_id LIMIT 1) AS returned_with
  FROM unnest($1::bigint[]) WITH ORDINALITY AS page (id, place)
  JOIN ledger.transactions t ON t.id = page.id
  JOIN ledger.members m ON m.account_number = t.account_number
  JOIN ledger.imports i ON i.id = t.import_id
  ORDER BY page.place`;

export async function transactionsOf(ask: Ask, entries: readonly FoundEntry[]): Promise<Transaction[]> {
  if (entries.length === 0) return [];
  const rows = await ask(TRANSACTIONS, [entries.map(({ id }) => id)]);
  return rows.map(toTransaction);
}
