import { operator } from '@clearwatch/auth/commands/operator';
import { toAuditRow } from '@clearwatch/service-kit/audit/audit-row';
import { insertIntoOutbox } from '@clearwatch/service-kit/audit/insert-into-outbox';
import { PurgeRuns, type PurgingSchema } from '@clearwatch/service-kit/retention/purge-runs';
import { pollUntil } from '@clearwatch/service-kit/time/poll-until';
import type { DataSource } from 'typeorm';
import type { Owner } from '../owners.ts';
import { outcomeOf } from './tell-retention.ts';
import { LOOK_FOR_MS, servicesAway } from './who-works.ts';

/** Whose daily purges there are. */
const PURGES: readonly { service: Owner['service']; schema: PurgingSchema; title: string }[] = [
  { service: 'ingest', schema: 'ledger', title: 'Entries, imports, files' },
  { service: 'analytics', schema: 'analytics', title: 'Alerts' },
  { service: 'reports', schema: 'reports', title: 'AI reports' },
  { service: 'auth', schema: 'auth', title: 'Audit log' },
];

/** A ledger of millions that loses a year at once takes minutes. */
const PATIENCE_MS = 30 * 60_000;

/**
 * Has the services do their daily purges now, and waits until they have.
 * @returns the exit code: 0 when all were done, 1 when one was given up
 * @throws Error when nobody is seen within `lookForMs` who would do it, or when it takes longer than `patienceMs`
 */
export async function purgeNow(
  database: DataSource,
  {
    say,
    patienceMs = PATIENCE_MS,
    lookForMs = LOOK_FOR_MS,
  }: { say: (line: string) => void; patienceMs?: number; lookForMs?: number },
): Promise<number> {
  const away = await servicesAway(database, { services: PURGES.map(({ service }) => service), lookForMs });
  if (away.length > 0)
    throw new Error(
      `Nothing was asked for, because nobody would do it: ${away.join(', ')} ${away.length === 1 ? 'does' : 'do'} not work on this database. Start Clearwatch first.`,
    );
  await ask(database);
  say('Asked for. It goes on when you leave.');
  const deadline = performance.now() + patienceMs;
  let code = 0;
  for (const { schema, title } of PURGES) {
    const last = await pollUntil({
      ask: () => new PurgeRuns(database, schema).last(),
      isFinal: (run) => run !== null && run.finishedAt !== null,
      limitMs: deadline - performance.now(),
      signal: new AbortController().signal,
    });
    if (last === null || last.finishedAt === null)
      throw new Error(
        `${title}: still under way. It goes on by itself; System status and the service's log say what keeps it.`,
      );
    say(`  ${title}: ${outcomeOf(last)}`);
    if (last.failure !== null) code = 1;
  }
  return code;
}

/** All or none; ingest has it written into the audit log. */
async function ask(database: DataSource): Promise<void> {
  await database.transaction(async (manager) => {
    for (const { schema } of PURGES) await new PurgeRuns(database, schema).again(manager);
    const asked = toAuditRow(operator(), {
      action: 'retention.purge_asked',
      subject: { type: 'retention', id: null },
    });
    await insertIntoOutbox(manager, 'ledger.audit_outbox', [asked]);
  });
}
