import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { DailyPurgeFinder, PurgeLedgerProcessor } from '../retention/purge-ledger.processor.ts';
import type { IngestApp } from './ingest-test-context.ts';

/** Sets the current day for the service; rows keep the system time. */
export function setToday({ app }: IngestApp, day: string): void {
  app.get(Today, { strict: false }).day = () => day;
}

/** Runs the purge for this day as a worker does. */
export async function runPurge(ingest: IngestApp, signal: AbortSignal = new AbortController().signal): Promise<void> {
  const { app } = ingest;
  for (const payload of await app.get(DailyPurgeFinder, { strict: false }).findOpenWork())
    await app.get(PurgeLedgerProcessor, { strict: false }).handle(payload, { signal });
}

export async function lastPurgeRun({ owner }: IngestApp): Promise<unknown> {
  const { rows } = await owner.query(
    `SELECT day::text, removed, finished_at IS NOT NULL AS finished, failure FROM ledger.purge_runs
      ORDER BY day DESC LIMIT 1`,
  );
  return rows[0];
}

/** Backdates imports, documents and entries to this day. */
export async function setReceivedDay({ owner }: IngestApp, day: string): Promise<void> {
  await owner.query('UPDATE ledger.imports SET created_at = $1', [day]);
  await owner.query('UPDATE ledger.parse_jobs SET created_at = $1', [day]);
  await owner.query('UPDATE ledger.transactions SET created_at = $1', [day]);
}

export async function placeHold({ owner }: IngestApp, accountNumber: string | null): Promise<void> {
  await owner.query(
    `INSERT INTO ledger.legal_holds (account_number, reason, placed_by, placed_by_name) VALUES ($1, 'Subpoena', 1, 'ada')`,
    [accountNumber],
  );
}

export async function releaseHolds({ owner }: IngestApp): Promise<void> {
  await owner.query(
    `UPDATE ledger.legal_holds SET released_by = 1, released_by_name = 'ada', released_at = now(), release_reason = 'over'`,
  );
}

/** An alert that shows these entries. */
export async function insertAlert({ owner }: IngestApp, ids: readonly string[]): Promise<void> {
  const entries = ids.map((transactionId) => ({ transactionId, accountNumber: '1' }));
  await owner.query(
    `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
       description, evidence, rule_version, policy_version)
     VALUES ('structuring', '1', $1, '2020-01-01', 1, 'x', $2, 1, 1)`,
    [ids[0], JSON.stringify({ entries })],
  );
}

/** Days of the remaining entries, per account. */
export async function daysLeft({ owner }: IngestApp): Promise<Record<string, (string | null)[]>> {
  const { rows } = await owner.query<{ account: string; days: (string | null)[] }>(
    `SELECT account_number AS account, array_agg(event_date::text ORDER BY event_date, id) AS days
       FROM ledger.transactions GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ account, days }) => [account, days]));
}
