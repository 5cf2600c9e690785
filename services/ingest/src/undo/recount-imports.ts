import type { Ask } from '../members/ask.ts';
import { CREDITS, DEBITS, KIND_COUNTS } from '../members/counted.sql.ts';

/** Every row that was read and not rejected is an entry or a duplicate: what has become an entry is no duplicate. */
const RECOUNT = `
  UPDATE ledger.imports i SET
    transaction_count = c.entries, duplicate_count = i.transaction_count + i.duplicate_count - c.entries,
    kept_count = (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id AND d.kept_as IS NOT NULL),
    member_count = c.members, zero_dollar_count = c.zero_dollar, prenote_count = c.prenotes, return_count = c.returns,
    notice_count = c.notices, advice_count = c.advices, credit_total = c.credits, debit_total = c.debits
  FROM (SELECT import_id, count(*) AS entries, count(DISTINCT account_number) AS members, ${CREDITS} AS credits,
          ${DEBITS} AS debits, ${KIND_COUNTS}
        FROM ledger.transactions WHERE import_id = ANY($1::bigint[]) GROUP BY import_id) c
  WHERE i.id = c.import_id`;

/** Imports that got entries count what they have. */
export async function recountImports(ask: Ask, importIds: readonly number[]): Promise<void> {
  if (importIds.length > 0) await ask(RECOUNT, [importIds]);
}
