import { mentionsHeldAccount } from '@clearwatch/contracts/retention';

export const IMPORTS_AT_ONCE = 200;

const isUnfinished = `i.state IN ('received', 'importing', 'undoing')`;

/**
 * Imports as old as what is purged of which nothing is in the ledger any more: their receipt, rejected rows and the file itself
 * go as well. Not while figures still hold something of them, nor while a rejected row or a row of a document names an account
 * that is held.
 */
export const FIND_EMPTIED = `
  SELECT i.id FROM ledger.imports i
   WHERE i.created_at < $1::date AND NOT (${isUnfinished})
     AND (i.state <> 'stored' OR (i.transaction_count = 0 AND i.duplicate_count = 0
          AND EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = i.id)))
     AND (i.state <> 'undone' OR EXISTS (SELECT FROM analytics.projected_undos u WHERE u.import_id = i.id))
     AND NOT EXISTS (SELECT FROM ledger.imports kept WHERE kept.kept_from = i.id)
     AND NOT EXISTS (SELECT FROM ledger.rejected_rows r WHERE r.import_id = i.id
                        AND ${mentionsHeldAccount(`concat_ws(' ', r.source, r.value)`)})
     AND NOT EXISTS (SELECT FROM ledger.parsed_rows r WHERE r.import_id = i.id AND ${mentionsHeldAccount('r.cells::text')})
   ORDER BY i.id DESC LIMIT ${IMPORTS_AT_ONCE}
     FOR UPDATE OF i SKIP LOCKED`;

/** Rows of documents go first: one that was accepted and has no import would be imported again. */
export const DELETE_EMPTIED = [
  'DELETE FROM ledger.parsed_rows WHERE import_id = ANY ($1::bigint[])',
  `INSERT INTO ledger.leaving_files (digest) SELECT DISTINCT digest FROM ledger.imports WHERE id = ANY ($1::bigint[])
   ON CONFLICT DO NOTHING`,
  'DELETE FROM ledger.imports WHERE id = ANY ($1::bigint[])',
];

/** Documents whose rows are in no import any more. Pictures of their pages are the janitor's. */
export const FIND_OLD_DOCUMENTS = `
  SELECT j.id FROM ledger.parse_jobs j
   WHERE j.created_at < $1::date AND j.status IN ('completed', 'failed')
     AND NOT EXISTS (SELECT FROM ledger.parsed_rows r WHERE r.parse_job_id = j.id
                        AND (r.import_id IS NOT NULL OR (r.state = 'accepted') OR ${mentionsHeldAccount('r.cells::text')}))
     AND NOT ${mentionsHeldAccount(`coalesce(j.result_data::text, '')`)}
   ORDER BY j.id LIMIT ${IMPORTS_AT_ONCE}
     FOR UPDATE OF j SKIP LOCKED`;

export const DELETE_DOCUMENTS = [
  `INSERT INTO ledger.leaving_files (digest) SELECT DISTINCT file_name FROM ledger.parse_jobs WHERE id = ANY ($1::bigint[])
   ON CONFLICT DO NOTHING`,
  'DELETE FROM ledger.parse_jobs WHERE id = ANY ($1::bigint[])',
];
