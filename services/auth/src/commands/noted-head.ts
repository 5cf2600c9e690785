import type { AuditVerification } from '@clearwatch/contracts/audit/audit-event';
import { type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { Client } from 'pg';
import { Refusal } from './run-command.ts';

/** How far the log went at an earlier time, as somebody wrote it down outside. */
export interface NotedHead {
  seq: number;
  hash: string;
}

/** @throws Refusal for anything but `<number>:<hash>` */
export function parseNotedHead(text: string): NotedHead {
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase());
  if (match === null) throw new Refusal('--expect takes a head as it was printed: <number>:<64 hex digits>.');
  return { seq: Number(match[1]), hash: match[2] ?? '' };
}

/**
 * A chain that is intact and still holds the noted event holds everything before it as it was. This is what a copy
 * put back by whoever has both database and keys does not survive.
 * @returns the sentence of the difference, null when there is none
 * @throws Refusal when the noted event has expired
 */
export async function differenceFrom(
  noted: NotedHead,
  { firstSeq, lastSeq }: Pick<AuditVerification, 'firstSeq' | 'lastSeq'>,
  client: Pick<Client, 'query'>,
): Promise<string | null> {
  if (lastSeq === null || lastSeq < noted.seq) {
    return `The log ends with event ${lastSeq ?? 0}, but it went as far as event ${noted.seq} when its head was noted.`;
  }
  const { rows } = await client.query<Row>(
    `SELECT hash FROM auth.audit_events WHERE seq = $1
     UNION ALL SELECT last_hash FROM auth.audit_seals WHERE last_seq = $1`,
    [noted.seq],
  );
  const [row] = rows;
  if (row === undefined) {
    throw new Refusal(
      `Event ${noted.seq} has expired; the log begins with event ${firstSeq ?? lastSeq + 1}. Note a newer head.`,
    );
  }
  return textOf(row, 'hash') === noted.hash
    ? null
    : `Event ${noted.seq} is not the one whose head was noted: the log has another history.`;
}
