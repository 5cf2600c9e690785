import { compared, type LedgerCheck } from '../ledger-check.ts';
import { ENTRY_SUMS } from './entry-sums.ts';

/** In the ledger, also while somebody takes it back: that happens in one transaction. */
const IN_LEDGER = `state IN ('stored', 'undoing')`;
/** What an import says it has stored is said of an undone one as well, but holds no longer. */
const said = (column: string) => `CASE WHEN ${IN_LEDGER} THEN ${column} ELSE 0 END`;
const ofKind = (kind: string) => `count(*) FILTER (WHERE entry_kind = '${kind}')`;
/** Stored as zero-dollar entries. */
const ADVICES = `count(*) FILTER (WHERE entry_kind = 'zero_dollar' AND metadata ->> 'kind' = 'advice')`;
const orNothing = (column: string) => `coalesce(${column}, 0) AS ${column}`;

const total = (column: string) => `sum(${column}) AS ${column}`;

const SUMMED = ['entries', 'credits', 'debits', 'zero_dollar', 'prenotes', 'returns', 'notices', 'advices'];
const COUNTED = ['members', ...SUMMED];

/** First by account: then its accounts are as many as there are rows, without sorting all entries of an import. */
const PER_ACCOUNT = `
  SELECT import_id, account_number, ${ENTRY_SUMS}, ${ofKind('zero_dollar')} - ${ADVICES} AS zero_dollar, ${ADVICES} AS advices,
         ${ofKind('prenote')} AS prenotes, ${ofKind('return')} AS returns,
         ${ofKind('notification_of_change')} AS notices
    FROM ledger.transactions GROUP BY import_id, account_number`;

/** Every import says of itself what it has stored; what is not stored has no entries. */
export const imports: LedgerCheck = {
  name: 'imports',
  holds: 'Every import has the entries, kinds and sums that it says; nothing is there of any other.',
  sql: compared({
    place: `'import ' || import_id`,
    keys: ['import_id'],
    kept: `
      SELECT id AS import_id, ${said('transaction_count')} AS entries, ${said('member_count')} AS members,
             ${said('credit_total')}::numeric(24,2) AS credits, ${said('debit_total')}::numeric(24,2) AS debits,
             ${said('zero_dollar_count')} AS zero_dollar, ${said('prenote_count')} AS prenotes,
             ${said('return_count')} AS returns, ${said('notice_count')} AS notices,
             ${said('advice_count')} AS advices
        FROM ledger.imports`,
    counted: `
      SELECT import_id, ${COUNTED.map(orNothing).join(', ')}
        FROM (SELECT id AS import_id FROM ledger.imports) AS known
        FULL JOIN (SELECT import_id, count(*) AS members, ${SUMMED.map(total).join(', ')}
                     FROM (${PER_ACCOUNT}) AS account GROUP BY import_id) AS stored USING (import_id)`,
    figures: {
      entries: 'entries',
      credits: 'credits',
      debits: 'debits',
      members: 'members',
      'zero-dollar entries': 'zero_dollar',
      prenotes: 'prenotes',
      returns: 'returns',
      'notifications of change': 'notices',
      'accounting advices': 'advices',
    },
  }),
};

/** Rows of the file that are no entries are listed one by one, as many as the import says. */
export const skippedRows: LedgerCheck = {
  name: 'skipped rows',
  holds: 'Every import lists as many duplicates, kept duplicates and rejected rows as it says.',
  sql: compared({
    place: `'import ' || import_id`,
    keys: ['import_id'],
    kept: `
      SELECT id AS import_id, duplicate_count AS duplicates, kept_count AS kept, rejected_count AS rejected
        FROM ledger.imports WHERE ${IN_LEDGER}`,
    counted: `
      SELECT i.id AS import_id, coalesce(d.duplicates, 0) AS duplicates, coalesce(d.kept, 0) AS kept,
             coalesce(r.rejected, 0) AS rejected
        FROM ledger.imports i
        LEFT JOIN (SELECT import_id, count(*) AS duplicates, count(kept_as) AS kept
                     FROM ledger.duplicate_rows GROUP BY import_id) d ON d.import_id = i.id
        LEFT JOIN (SELECT import_id, count(DISTINCT row_number) AS rejected
                     FROM ledger.rejected_rows GROUP BY import_id) r ON r.import_id = i.id
       WHERE ${IN_LEDGER}`,
    figures: { duplicates: 'duplicates', 'kept duplicates': 'kept', 'rejected rows': 'rejected' },
  }),
};
