import { LEAST_KEPT_YEARS } from '@clearwatch/contracts/retention/retention-periods';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { EntityManager } from 'typeorm';
import { retentionMonths } from '../audit/verify/check-seals.ts';
import { Refusal } from './run-command.ts';

/**
 * A key is needed for as long as an event is kept that it made, and until a newer key has made a seal, which vouches
 * for the seals before it.
 * @throws Refusal that says until when
 */
export async function assertUnused(
  { currentId }: { currentId: string },
  manager: EntityManager,
): Promise<void> {
  const [row] = await manager.query<Row[]>(
    `SELECT key_id, count(*) AS events,
       (date_trunc('month', max(recorded_at) AT TIME ZONE 'UTC') + interval '${retentionMonths(LEAST_KEPT_YEARS)} months')::date::text
         AS free_from
     FROM auth.audit_events WHERE key_id <> $1 GROUP BY key_id ORDER BY max(seq) DESC LIMIT 1`,
    [currentId],
  );
  if (row !== undefined) {
    throw new Refusal(
      `The audit key ${textOf(row, 'key_id')} is still needed: ${integerOf(row, 'events')} events it made are kept, the newest at least until ${textOf(row, 'free_from')}.`,
    );
  }
  const [seal] = await manager.query<Row[]>(
    'SELECT key_id FROM auth.audit_seals ORDER BY month DESC LIMIT 1',
  );
  if (seal !== undefined && textOf(seal, 'key_id') !== currentId) {
    throw new Refusal(
      `The audit key ${textOf(seal, 'key_id')} is still needed: it made the newest seal. The next month's seal will be by the new key.`,
    );
  }
}
