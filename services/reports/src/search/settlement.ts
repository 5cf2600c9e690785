import { booleanOf, integerOf } from '@clearwatch/service-kit/database/row-readers';
import type { Ask } from './ask.ts';

/** Where the entries of which imports are searched, by one snapshot of the ledger and of what is searchable. */
export interface Settlement {
  /** In the ledger, not (as they are now) in the search tables. */
  unsearchable: number[];
  /** In the search tables, not (any more, or not as they are there) in the ledger. */
  stale: number[];
}

/**
 * What the ledger says of an import changes whenever entries of it come, leave or go over to another import
 * (services/ingest/src/undo/recount-imports.ts). Entries of imports that are being undone are in the ledger until they are gone.
 */
const UNSETTLED = `
  SELECT import_id, is_stored, is_searched FROM (
    SELECT coalesce(i.id, s.import_id) AS import_id, s.import_id IS NOT NULL AS is_searched,
           coalesce(i.transaction_count > 0 AND i.state IN ('stored', 'undoing'), false) AS is_stored,
           (s.entries, s.credits, s.debits) IS DISTINCT FROM (i.transaction_count, i.credit_total, i.debit_total) AS is_changed
      FROM ledger.imports i FULL JOIN reports.search_imports s ON s.import_id = i.id
  ) imports WHERE is_stored <> is_searched OR (is_stored AND is_changed)
   ORDER BY import_id`;

export async function settlementOf(ask: Ask): Promise<Settlement> {
  const rows = await ask(UNSETTLED);
  const those = (column: string) =>
    rows.filter((row) => booleanOf(row, column)).map((row) => integerOf(row, 'import_id'));
  return { unsearchable: those('is_stored'), stale: those('is_searched') };
}
