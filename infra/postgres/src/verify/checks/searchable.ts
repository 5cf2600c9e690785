import { compared, type LedgerCheck } from '../ledger-check.ts';

/** Imports that are searched; others are looked up in the ledger itself until they are (services/reports/src/search/settlement.ts). */
const SEARCHED = `
  SELECT s.import_id FROM reports.search_imports s JOIN ledger.imports i ON i.id = s.import_id
   WHERE i.state IN ('stored', 'undoing')
     AND (s.entries, s.credits, s.debits) = (i.transaction_count, i.credit_total, i.debit_total)`;

const sums = (table: string) => `
  SELECT import_id, count(*) AS entries, sum(amount)::numeric(24,2) AS amounts FROM ${table}
   WHERE import_id IN (${SEARCHED}) GROUP BY import_id`;

/** What transaction reports search by is the ledger once more: nothing of it may be missing or doubled. */
export const searchable: LedgerCheck = {
  name: 'searchable entries',
  holds: 'Reports search exactly the entries of the ledger, with their amounts.',
  sql: compared({
    place: `'import ' || import_id`,
    keys: ['import_id'],
    kept: sums('reports.search_entries'),
    counted: sums('ledger.transactions'),
    figures: { entries: 'entries', amounts: 'amounts' },
  }),
};
