import { QUEUES } from '@clearwatch/contracts/job-definition';
import { connectQueues } from '@clearwatch/service-kit/jobs/queue-connection';
import { Queue } from 'bullmq';
import type { Client } from 'pg';
import request from 'supertest';
import { DuplicatesService } from '../imports/duplicates.service.ts';
import { UndoImportProcessor } from '../undo/undo-import.processor.ts';
import { get, type IngestApp, identity, importFile, runJob } from './ingest-test-context.ts';

/** Names of imports by id, because ids differ between equal ledgers. */
export type ImportNames = ReadonlyMap<number, string>;

/**
 * The content of a ledger in a form that does not depend on its history: without ids and timestamps, with entries
 * listed by identity.
 */
async function takeLedgerSnapshot(owner: Client, names: ImportNames): Promise<Record<string, unknown[]>> {
  const named = (id: unknown) => names.get(Number(id)) ?? `import ${String(id)}`;
  const ask = async (sql: string) => {
    const { rows } = await owner.query<{ import_id: unknown }>(sql);
    return rows.map((row) => ({ ...row, import_id: named(row.import_id) }));
  };
  return {
    transactions: await ask(`
      SELECT to_jsonb(t) - '{id,import_id,created_at}'::text[] AS says, import_id FROM ledger.transactions t
      ORDER BY transaction_hash`),
    members: await ask(`
      SELECT to_jsonb(m) - '{id,named_by,created_at,updated_at}'::text[] AS says, named_by AS import_id
      FROM ledger.members m ORDER BY account_number`),
    duplicates: await ask(`
      SELECT d.import_id, d.row_number, d.line, d.own_metadata::text AS own, t.transaction_hash AS twin,
        k.transaction_hash AS kept
      FROM ledger.duplicate_rows d LEFT JOIN ledger.transactions t ON t.id = d.twin_id
      LEFT JOIN ledger.transactions k ON k.id = d.kept_as ORDER BY d.import_id, d.row_number`),
    returns: await ask(`
      SELECT t.import_id, t.transaction_hash, r.kind, r.reason_code, r.original_trace, o.transaction_hash AS original
      FROM ledger.entry_returns r LEFT JOIN ledger.transactions t ON t.id = r.return_id
      LEFT JOIN ledger.transactions o ON o.id = r.original_id ORDER BY t.transaction_hash`),
    imports: await ask(`
      SELECT id AS import_id, transaction_count, member_count, duplicate_count, kept_count, rejected_count,
        zero_dollar_count, prenote_count, return_count, notice_count, advice_count, credit_total, debit_total
      FROM ledger.imports WHERE state <> 'undone' ORDER BY id`),
  };
}

/** The sums that analytics stores, computed from the current ledger. */
export async function figuresOf(owner: Client): Promise<Map<string, number[]>> {
  const { rows } = await owner.query<Figures>(figures('ledger.transactions'));
  return toMap(rows);
}

/** The sums that analytics must subtract. */
export async function changesOf(owner: Client, importId: number): Promise<Map<string, number[]>> {
  const { rows } = await owner.query<Figures>(
    `SELECT account_number, company, day::text AS day, credits * 100 AS credits, debits * 100 AS debits, credit_count,
       debit_count, entries FROM ledger.undo_changes WHERE import_id = $1`,
    [importId],
  );
  return toMap(rows);
}

interface Figures extends Record<(typeof FIGURES)[number], string> {
  account_number: string;
  company: string;
  day: string;
}

const FIGURES = ['credits', 'debits', 'credit_count', 'debit_count', 'entries'] as const;

const figures = (table: string) => `
  SELECT account_number, company, coalesce(event_date, '-infinity')::text AS day,
    coalesce(sum(amount * 100) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0) AS credits,
    coalesce(sum(amount * 100) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0) AS debits,
    count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit') AS credit_count,
    count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit') AS debit_count, count(*) AS entries
  FROM ${table} GROUP BY 1, 2, 3`;

function toMap(rows: readonly Figures[]): Map<string, number[]> {
  return new Map(
    rows.map((row) => [
      JSON.stringify([row.account_number, row.company, row.day]),
      FIGURES.map((figure) => Number(row[figure])),
    ]),
  );
}

const PAULA = { userId: 7, username: 'paula', role: 'User', requestId: 'test', address: null } as const;

/** TRUNCATE creates new files for every table and index, which is slower than deleting a few rows. */
const CLEAR_TABLES = ['transactions', 'members', 'duplicate_rows', 'entry_returns', 'imports']
  .map((table) => `DELETE FROM ledger.${table}`)
  .join(';');

/** An action on a ledger. Files are known by name. */
type Step = { did: 'import'; file: string; content: string } | { did: 'keep'; file: string; row: number };

/** Runs actions on a ledger and computes the ledger without some of them. */
export class ImportHistory {
  private readonly steps: Step[] = [];
  private readonly ids = new Map<string, number>();
  private readonly names = new Map<number, string>();
  private fileCount = 0;

  constructor(private readonly ingest: IngestApp) {}

  /** Files that are in the ledger. */
  get files(): string[] {
    return [...this.ids.keys()];
  }

  async import(content: string): Promise<string> {
    this.fileCount += 1;
    const step = { did: 'import', file: `file ${this.fileCount}`, content } as const;
    this.steps.push(step);
    await this.do(step);
    return step.file;
  }

  /** Rows that were skipped and could be kept. */
  async skipped(): Promise<{ file: string; row: number }[]> {
    const { rows } = await this.ingest.owner.query<{ import_id: string; row_number: number }>(
      'SELECT import_id, row_number FROM ledger.duplicate_rows WHERE kept_as IS NULL ORDER BY 1, 2',
    );
    return rows.map((row) => ({
      file: this.names.get(Number(row.import_id)) ?? 'unknown',
      row: row.row_number,
    }));
  }

  async keep(which: { file: string; row: number }): Promise<void> {
    const step = { did: 'keep', ...which } as const;
    this.steps.push(step);
    await this.do(step);
  }

  /** Requests an undo and runs it as a worker does. @returns the id of the import */
  async undo(file: string): Promise<number> {
    const importId = this.idOf(file);
    await this.ingest.owner.query(`UPDATE ledger.imports SET state = 'undoing' WHERE id = $1`, [importId]);
    await this.ingest.app.get(UndoImportProcessor, { strict: false }).handle({ importId }, runJob());
    this.ids.delete(file);
    this.steps.splice(0, this.steps.length, ...this.steps.filter((step) => step.file !== file));
    return importId;
  }

  snapshot(): Promise<Record<string, unknown[]>> {
    return takeLedgerSnapshot(this.ingest.owner, this.names);
  }

  /** Repeats the remaining actions on an empty ledger. */
  async replayOn(ingest: IngestApp): Promise<ImportHistory> {
    await ingest.owner.query(CLEAR_TABLES);
    const story = new ImportHistory(ingest);
    for (const step of this.steps) await story.do(step);
    return story;
  }

  /** Marks all stored imports as projected, as analytics does. */
  private async project(): Promise<void> {
    await this.ingest.owner.query(
      `INSERT INTO analytics.projected_imports (import_id, entries)
       SELECT id, transaction_count FROM ledger.imports WHERE state = 'stored' ON CONFLICT DO NOTHING`,
    );
  }

  private async do(step: Step): Promise<void> {
    if (step.did === 'import') await this.doImport(step.file, step.content);
    else await this.doKeep(step);
    await this.project();
  }

  private async doImport(file: string, content: string): Promise<void> {
    const { id } = await importFile(this.ingest, content);
    this.ids.set(file, id);
    this.names.set(id, file);
  }

  /** Only skipped rows can be kept. */
  private async doKeep({ file, row }: { file: string; row: number }): Promise<void> {
    const { owner, app } = this.ingest;
    const { rowCount } = await owner.query(
      'SELECT FROM ledger.duplicate_rows WHERE import_id = $1 AND row_number = $2 AND kept_as IS NULL',
      [this.idOf(file), row],
    );
    if (rowCount === 0) return;
    await app.get(DuplicatesService, { strict: false }).keep(PAULA, { importId: this.idOf(file), row });
    const { rows } = await owner.query<{ id: string }>('SELECT max(id) AS id FROM ledger.imports');
    this.names.set(Number(rows[0]?.id), `${file}, row ${row}, kept`);
  }

  private idOf(file: string): number {
    const id = this.ids.get(file);
    if (id === undefined) throw new Error(`${file} is not in the ledger`);
    return id;
  }
}

/** Requests an undo as the browser does. */
export async function requestUndo(
  { app }: Pick<IngestApp, 'app'>,
  importId: number | string,
  role: 'User' | 'Admin' = 'Admin',
): Promise<request.Response> {
  return request(app.getHttpServer())
    .delete(`/api/imports/${importId}`)
    .set(await identity(role));
}

/** Stops the workers; the test runs the jobs. */
export async function pauseImports({ environment }: IngestApp): Promise<void> {
  const queue = new Queue(QUEUES.import, { connection: connectQueues(environment).producer });
  await queue.pause();
  await queue.close();
}

/** Runs the undo as a worker does. */
export async function runUndo({ app }: IngestApp, importId: number, signal?: AbortSignal): Promise<void> {
  const run = runJob(signal === undefined ? {} : { signal });
  await app.get(UndoImportProcessor, { strict: false }).handle({ importId }, run);
}

/** Reports the undo as projected, as analytics does. */
export async function confirmProjection({ owner }: IngestApp, importId: number): Promise<void> {
  await owner.query('INSERT INTO analytics.projected_undos (import_id) VALUES ($1)', [importId]);
}

export async function stateOf(ingest: IngestApp, importId: number): Promise<string> {
  return (await get(ingest, `/api/imports/${importId}`)).body.state;
}

export async function undoTrail({ owner }: IngestApp): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query<Record<string, unknown>>(
    `SELECT action, actor_name, subject_label, detail FROM ledger.audit_outbox
     WHERE action LIKE 'import.undo%' ORDER BY at`,
  );
  return rows;
}

export async function clearUndos({ owner }: IngestApp): Promise<void> {
  await owner.query('TRUNCATE ledger.audit_outbox, analytics.projected_undos');
}
