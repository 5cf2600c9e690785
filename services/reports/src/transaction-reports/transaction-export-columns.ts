import { csvLine } from '@clearwatch/service-kit/csv/csv-line';

/** Column titles and their SQL expressions for the entry `t` and its account's member `m`. */
const EXPORT_COLUMNS: readonly (readonly [title: string, sql: string])[] = [
  ['Transaction ID', 't.id'],
  // An entry without a name shows the member's name, as in the report table.
  ['First Name', holderNameSql('first_name')],
  ['Last Name', holderNameSql('last_name')],
  ['Company', 't.company'],
  ['Account Number', 't.account_number'],
  ['Amount', 't.amount'],
  ['Type', 't.transaction_type'],
  ['Kind', 't.entry_kind'],
  ['Transaction Code', 't.transaction_code'],
  ['Class', 't.class'],
  ['Entry Description', 't.entry_description'],
  ['Addenda', 't.addenda'],
  ['Trace Number', 't.check_tracer_number'],
  ['Batch', 't.batch'],
  ['Posting Date', 't.posting_date'],
  ['Settlement Date', 't.settlement_date'],
  ['Effective Date', 't.effective_date'],
  ['Imported At', `to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`],
];

function holderNameSql(column: 'first_name' | 'last_name'): string {
  return `CASE WHEN t.first_name = '' AND t.last_name = '' THEN coalesce(m.${column}, '') ELSE t.${column} END`;
}

export const REPORT_CSV_HEADER = csvLine(EXPORT_COLUMNS.map(([title]) => title));

/** @param matches a query that returns `id` and `day` */
export function reportRowsSql(matches: string): string {
  return `
    SELECT ${EXPORT_COLUMNS.map(([, sql]) => `coalesce((${sql})::text, '')`).join(', ')}
      FROM (${matches}) found
      JOIN ledger.transactions t ON t.id = found.id
      LEFT JOIN ledger.members m ON m.account_number = t.account_number
     ORDER BY found.day DESC, found.id DESC`;
}
