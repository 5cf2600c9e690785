import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { MIN_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import { retentionMonths } from '../audit/audit-chain-walk.ts';
import { CommandError } from './operator-command.ts';

/**
 * A key is needed while events that it signed are kept, and until a newer key has signed a seal, which vouches for all
 * earlier seals.
 * @throws CommandError that says until when
 */
export async function assertKeysUnused(
  { currentId }: { currentId: string },
  manager: EntityManager,
): Promise<void> {
  const [row] = await manager.query<Row[]>(
    `SELECT key_id, count(*) AS events,
       (date_trunc('month', max(recorded_at) AT TIME ZONE 'UTC') + interval '${retentionMonths(MIN_RETENTION_YEARS)} months')::date::text
         AS free_from
     FROM auth.audit_events WHERE key_id <> $1 GROUP BY key_id ORDER BY max(seq) DESC LIMIT 1`,
    [currentId],
  );
  if (row !== undefined) {
    throw new CommandError(
      `The audit key ${textOf(row, 'key_id')} is still needed: ${integerOf(row, 'events')} events it made are kept, the newest at least until ${textOf(row, 'free_from')}.`,
    );
  }
  const [seal] = await manager.query<Row[]>(
    'SELECT key_id FROM auth.audit_seals ORDER BY month DESC LIMIT 1',
  );
  if (seal !== undefined && textOf(seal, 'key_id') !== currentId) {
    throw new CommandError(
      `The audit key ${textOf(seal, 'key_id')} is still needed: it made the newest seal. The next month's seal will be by the new key.`,
    );
  }
}

/** A head of the log that an operator noted elsewhere. */
export interface AuditCheckpoint {
  seq: number;
  hash: string;
}

/** @throws CommandError for anything but `<number>:<hash>` */
export function parseCheckpoint(text: string): AuditCheckpoint {
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase());
  if (match === null)
    throw new CommandError('--expect takes a head as it was printed: <number>:<64 hex digits>.');
  return { seq: Number(match[1]), hash: match[2] ?? '' };
}

/**
 * An intact chain that contains the noted event is unchanged up to it. This detects an old copy restored by an attacker
 * who has both database and keys.
 * @returns null when there is no difference
 * @throws CommandError when the noted event has expired
 */
export async function differenceFromCheckpoint(
  checkpoint: AuditCheckpoint,
  { firstSeq, lastSeq }: Pick<AuditVerification, 'firstSeq' | 'lastSeq'>,
  client: Pick<Client, 'query'>,
): Promise<string | null> {
  if (lastSeq === null || lastSeq < checkpoint.seq) {
    return `The log ends with event ${lastSeq ?? 0}, but it went as far as event ${checkpoint.seq} when its head was noted.`;
  }
  const { rows } = await client.query<Row>(
    `SELECT hash FROM auth.audit_events WHERE seq = $1
     UNION ALL SELECT last_hash FROM auth.audit_seals WHERE last_seq = $1`,
    [checkpoint.seq],
  );
  const [row] = rows;
  if (row === undefined) {
    throw new CommandError(
      `Event ${checkpoint.seq} has expired; the log begins with event ${firstSeq ?? lastSeq + 1}. Note a newer head.`,
    );
  }
  return textOf(row, 'hash') === checkpoint.hash
    ? null
    : `Event ${checkpoint.seq} is not the one whose head was noted: the log has another history.`;
}
