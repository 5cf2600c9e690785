import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { emptyTables } from '@clearwatch/infra-postgres/testing/test-database';
import type { JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { ImportFileHandler } from '../import-file/import-file.handler.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import type { IngestApp } from './ingest-app.ts';

/** One run of a handler as the router would start it; what it publishes is kept. */
export function aRun(
  options: { isLastAttempt?: boolean; signal?: AbortSignal } = {},
): JobRun & { published: ServerEvent[] } {
  const published: ServerEvent[] = [];
  return {
    attempt: 1,
    isLastAttempt: options.isLastAttempt ?? false,
    signal: options.signal ?? new AbortController().signal,
    publish: async (event) => void published.push(event),
    published,
  };
}

/** Puts a file where the api would put it, without a job: the test runs the handler itself. */
export async function receive({ app, owner }: IngestApp, content: string | Buffer): Promise<number> {
  const bytes = Buffer.from(content);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const store = app.get(UploadStore, { strict: false });
  const { path, handle } = await store.openTemporary();
  await handle.close();
  await writeFile(path, bytes);
  await store.keep(path, digest);
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name)
     VALUES ('test.json', $1, $2, 'received', 'paula') RETURNING id`,
    [bytes.length, digest],
  );
  return Number(rows[0]?.id);
}

export function handlerOf({ app }: IngestApp): ImportFileHandler {
  return app.get(ImportFileHandler, { strict: false });
}

/** Receives and imports a file; returns its row of the imports table. */
export async function importFile(ingest: IngestApp, content: string | Buffer): Promise<ImportRow> {
  const importId = await receive(ingest, content);
  await handlerOf(ingest).handle({ importId }, aRun());
  return importRow(ingest, importId);
}

export interface ImportRow {
  id: number;
  state: string;
  stored: number;
  members: number;
  duplicates: number;
  rejected: number;
  failure_code: string | null;
  failure: string | null;
}

export async function importRow({ owner }: IngestApp, importId: number): Promise<ImportRow> {
  const { rows } = await owner.query<ImportRow>(
    `SELECT id::integer AS id, state, transaction_count AS stored, member_count AS members,
       duplicate_count AS duplicates, rejected_count AS rejected, failure_code, failure
     FROM ledger.imports WHERE id = $1`,
    [importId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no import ${importId}`);
  return row;
}

export async function countTransactions({ owner }: IngestApp): Promise<number> {
  const { rows } = await owner.query<{ total: number }>(
    'SELECT count(*)::integer AS total FROM ledger.transactions',
  );
  return rows[0]?.total ?? 0;
}

const OF_IMPORTS = [
  'ledger.transactions',
  'ledger.members',
  'ledger.rejected_rows',
  'ledger.imports',
  'ledger.duplicate_rows',
  'ledger.import_totals',
  'ledger.import_warnings',
  'ledger.csv_mappings',
  'ledger.import_csv_mappings',
  'ledger.entry_returns',
  'analytics.projected_imports',
];

/** Ids go on: jobs of an import that is forgotten would be taken for those of a new one. */
export async function emptyLedger({ owner }: IngestApp): Promise<void> {
  await emptyTables(owner, OF_IMPORTS, { ids: 'go on' });
}

/**
 * Member rows that differ from a recount of the transactions; always none.
 */
export async function wrongMembers({ owner }: IngestApp): Promise<unknown[]> {
  const { rows } = await owner.query(`
    SELECT account_number, m.*, t.* FROM ledger.members m FULL JOIN (
      SELECT account_number, count(*)::integer AS n, max(event_date) AS last_day,
        coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money'), 0) AS credits,
        coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money'), 0) AS debits
      FROM ledger.transactions GROUP BY account_number) t USING (account_number)
    WHERE (m.transaction_count, m.total_credits, m.total_debits) IS DISTINCT FROM (t.n, t.credits, t.debits)
      OR m.last_activity_date IS DISTINCT FROM t.last_day`);
  return rows;
}

/** What became of the rows of an import. */
export const counts = ({ stored, duplicates, rejected, members }: ImportRow) => ({
  stored,
  duplicates,
  rejected,
  members,
});
