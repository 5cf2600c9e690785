import type { LedgerCheck } from '../ledger-check.ts';

const missing = (column: 'twin_id' | 'kept_as', figure: string) => `
  SELECT 'import ' || d.import_id || ', row ' || d.row_number AS place, '${figure}' AS figure,
         'entry ' || d.${column} AS kept, NULL::text AS counted
    FROM ledger.duplicate_rows d
   WHERE d.${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = d.${column})`;

/** `duplicate_rows` has no foreign keys. */
export const duplicates: LedgerCheck = {
  name: 'duplicates',
  holds: 'Every row that was skipped has its twin in the ledger, and every one that was kept its entry.',
  sql: `${missing('twin_id', 'twin')} UNION ALL ${missing('kept_as', 'kept entry')}`,
};
