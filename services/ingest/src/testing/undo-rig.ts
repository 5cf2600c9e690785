import { QUEUES } from '@clearwatch/contracts/job-definition';
import { connectQueues } from '@clearwatch/service-kit/jobs/queue-connection';
import { Queue } from 'bullmq';
import request from 'supertest';
import { UndoImportHandler } from '../undo/undo-import.handler.ts';
import { aRun } from './import-rig.ts';
import { get, type IngestApp, identity } from './ingest-app.ts';

/** Asks for an undo as the browser does. */
export async function undo(
  { app }: Pick<IngestApp, 'app'>,
  importId: number | string,
  role: 'User' | 'Admin' = 'Admin',
): Promise<request.Response> {
  return request(app.getHttpServer())
    .delete(`/api/imports/${importId}`)
    .set(await identity(role));
}

/** From now on the test is the worker. */
export async function pauseImports({ environment }: IngestApp): Promise<void> {
  const queue = new Queue(QUEUES.import, { connection: connectQueues(environment).producer });
  await queue.pause();
  await queue.close();
}

/** As a worker does it. */
export async function work({ app }: IngestApp, importId: number, signal?: AbortSignal): Promise<void> {
  const run = aRun(signal === undefined ? {} : { signal });
  await app.get(UndoImportHandler, { strict: false }).handle({ importId }, run);
}

/** As analytics says that its figures are without it. */
export async function project({ owner }: IngestApp, importId: number): Promise<void> {
  await owner.query('INSERT INTO analytics.projected_undos (import_id) VALUES ($1)', [importId]);
}

export async function stateOf(ingest: IngestApp, importId: number): Promise<string> {
  return (await get(ingest, `/api/imports/${importId}`)).body.state;
}

/** What is written down of undos. */
export async function undoTrail({ owner }: IngestApp): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query<Record<string, unknown>>(
    `SELECT action, actor_name, subject_label, detail FROM ledger.audit_outbox
     WHERE action LIKE 'import.undo%' ORDER BY at`,
  );
  return rows;
}

export async function forgetUndos({ owner }: IngestApp): Promise<void> {
  await owner.query('TRUNCATE ledger.audit_outbox, analytics.projected_undos');
}
