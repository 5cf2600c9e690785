import { setTimeout as pause } from 'node:timers/promises';
import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import type { TrialInstallation } from '@clearwatch/infra-local/trial/trial-installation';
import { Client } from 'pg';
import { forgetPeak, peakMegabytes } from './process-memory.ts';

export interface Uploaded {
  importId: number;
  transactionCount: number;
  duplicateCount: number;
  /** From the first byte sent to the answer: stored, and the figures up to date. */
  milliseconds: number;
  /** Of ingest, while it worked on this file. */
  peakMegabytes: number | null;
}

/** @throws Error when the file is not imported whole */
export async function upload(
  { stack }: TrialInstallation,
  admin: StaffClient,
  file: string,
): Promise<Uploaded> {
  forgetPeak(stack.pidOf('ingest'));
  const started = performance.now();
  const answer = await admin.upload(file);
  const milliseconds = performance.now() - started;
  if (answer.status !== 200) throw new Error(`upload answered ${answer.status}: ${answer.text}`);
  const counts = answer.json() as Pick<Uploaded, 'importId' | 'transactionCount' | 'duplicateCount'>;
  return { ...counts, milliseconds, peakMegabytes: peakMegabytes(stack.pidOf('ingest')) };
}

/** Says once what the columns of such tables mean, as a person would: further ones are then imported at once. */
export async function explainTable(admin: StaffClient, file: string): Promise<void> {
  const { importId } = (await admin.upload(file)).json() as { importId: number };
  const path = `/api/imports/${importId}`;
  const { mapping } = (await admin.expect(200, 'GET', `${path}/mapping`)).json() as { mapping: unknown };
  await admin.expect(200, 'PUT', `${path}/mapping`, mapping);
  for (;;) {
    const { state } = (await admin.expect(200, 'GET', path)).json() as { state: string };
    if (state === 'completed') return;
    if (state === 'failed') throw new Error(`${file} could not be imported`);
    await pause(250);
  }
}

/** Detection, the lists and what reports search run on after the upload has answered; the next figure must not pay for them. */
export async function quiet({ stack }: TrialInstallation): Promise<void> {
  const client = new Client({ connectionString: stack.ownerUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ open: string }>(
        `SELECT (SELECT count(*) FROM analytics.detection_runs WHERE state <> 'finished')
           + (SELECT count(*) FROM analytics.ledger_state s
               WHERE NOT EXISTS (SELECT FROM analytics.list_state l WHERE l.ledger_version = s.version))
           + (SELECT count(*) FROM ledger.imports i WHERE i.state = 'stored' AND i.transaction_count > 0
                AND NOT EXISTS (SELECT FROM reports.search_imports r WHERE r.import_id = i.id)) AS open`,
      );
      if (rows[0]?.open === '0') return;
      await pause(250);
    }
  } finally {
    await client.end();
  }
}
