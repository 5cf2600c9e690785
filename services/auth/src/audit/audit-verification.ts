import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import {
  type AuditKeys,
  type AuditSeal,
  SEAL_COLUMNS,
  STORED_EVENT_COLUMNS,
  type StoredEvent,
  toSeal,
  toStoredEvent,
} from './audit-chain.ts';
import {
  CHAIN_START,
  type ChainBreak,
  type ChainPosition,
  ChainWalk,
  checkSeals,
  describeMonth,
  HEAD_LABEL,
  type KeyedHead,
} from './audit-chain-walk.ts';

/** Longer than any step of a walk or an export takes; a step is a page. */
const STEP_LIMIT_MS = 60_000;

/**
 * Runs `work` on one unchanging view of the database, on a connection of its own: a walk or an export may take
 * minutes and must not keep others from the pool. When `signal` is aborted the connection is cut, and PostgreSQL, which
 * looks every second, ends the query.
 */
export async function withSnapshot<T>(
  options: { url: string; purpose: string; signal?: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { purpose, ...where } = options;
  return withDedicatedClient({ ...where, name: `clearwatch-${purpose}` }, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${STEP_LIMIT_MS}`);
    await client.query("SET LOCAL client_connection_check_interval = '1s'");
    return await work(client);
  });
}

/** The log writes nothing it could not read again; whoever alters a row may. */
export class UnreadableRowError extends Error {
  constructor(readonly found: ChainBreak) {
    super(found.sentence);
    this.name = 'UnreadableRow';
  }
}

/** @throws UnreadableRow */
export function readEvent(row: Row): StoredEvent {
  try {
    return toStoredEvent(row);
  } catch {
    const seq = Number(row['seq']);
    throw new UnreadableRowError({
      seq: Number.isSafeInteger(seq) ? seq : null,
      problem: 'altered',
      sentence: `Event ${String(row['seq'])} was altered after it was written.`,
    });
  }
}

/** @throws UnreadableRow */
function readHead(row: Row): KeyedHead {
  try {
    return {
      seq: integerOf(row, 'seq'),
      hash: textOf(row, 'hash'),
      recordedAt: instantOf(row, 'recorded_at'),
      keyId: textOf(row, 'key_id'),
      mac: textOf(row, 'mac'),
    };
  } catch {
    const sentence = `${HEAD_LABEL} was altered after it was written.`;
    throw new UnreadableRowError({ seq: null, problem: 'altered', sentence });
  }
}

/** @throws UnreadableRow */
function readSeal(row: Row): AuditSeal {
  try {
    return toSeal(row);
  } catch {
    const sentence = `The seal of ${describeMonth(textOf(row, 'month'))} was altered after it was made.`;
    throw new UnreadableRowError({ seq: null, problem: 'seal', sentence });
  }
}

/** Rows in memory at a time. */
const PAGE = 1_000;

/** Reads the chain within a snapshot, whatever its length; throws UnreadableRow for what nobody can read. */
export class ChainReader {
  constructor(private readonly client: Pick<Client, 'query'>) {}

  async head(): Promise<KeyedHead | null> {
    const { rows } = await this.client.query<Row>(
      'SELECT seq, hash, recorded_at, key_id, mac FROM auth.audit_head',
    );
    const [row] = rows;
    return row === undefined ? null : readHead(row);
  }

  /** Oldest first. */
  async seals(): Promise<AuditSeal[]> {
    const { rows } = await this.client.query<Row>(
      `SELECT ${SEAL_COLUMNS} FROM auth.audit_seals s ORDER BY s.month`,
    );
    return rows.map(readSeal);
  }

  /** First days of the months whose events are gone for good. */
  async expiredMonths(): Promise<ReadonlySet<string>> {
    const { rows } = await this.client.query<Row>('SELECT month::text FROM auth.audit_expiries');
    return new Set(rows.map((row) => textOf(row, 'month')));
  }

  /** Pages of rows behind `from`, or all of them; by key, so that the millionth costs what the first costs. */
  async *pages(from?: number): AsyncGenerator<Row[]> {
    let after: string | null = from === undefined ? null : String(from);
    for (;;) {
      const { rows }: { rows: Row[] } = await this.client.query<Row>(
        `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events
         WHERE $1::bigint IS NULL OR seq > $1 ORDER BY seq LIMIT ${PAGE}`,
        [after],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = String(last['seq']);
    }
  }
}

/** How far a walk has come. */
interface Progress {
  events: number;
  expiredMonths: number;
  firstSeq: number | null;
  /** Null while there is nothing at all. */
  reached: ChainPosition | null;
}

/**
 * Walks the whole chain: every event's content and place, the seals and what they say of months that have expired,
 * and the mark of its end. Stops at the first break.
 * @param client within a snapshot, or the log would grow under the walk
 */
export async function verifyChain(
  client: Pick<Client, 'query'>,
  keys: AuditKeys,
  asOf = new Date(),
): Promise<AuditVerification> {
  const progress: Progress = { events: 0, expiredMonths: 0, firstSeq: null, reached: null };
  const brokenAt = await firstBreak(new ChainReader(client), { keys, asOf, progress });
  const { events, expiredMonths, firstSeq, reached } = progress;
  return {
    intact: brokenAt === null,
    events,
    expiredMonths,
    firstSeq,
    lastSeq: reached?.seq ?? null,
    lastHash: reached?.hash ?? null,
    brokenAt,
    checkedAt: asOf.toISOString(),
  };
}

async function firstBreak(
  reader: ChainReader,
  options: { keys: AuditKeys; asOf: Date; progress: Progress },
): Promise<ChainBreak | null> {
  try {
    return await walk(reader, options);
  } catch (error) {
    if (error instanceof UnreadableRowError) return error.found;
    throw error;
  }
}

async function walk(
  reader: ChainReader,
  { keys, asOf, progress }: { keys: AuditKeys; asOf: Date; progress: Progress },
): Promise<ChainBreak | null> {
  const [head, seals, expired] = [await reader.head(), await reader.seals(), await reader.expiredMonths()];
  const lastExpired = seals.findLast(({ month }) => expired.has(month));
  const from =
    lastExpired === undefined ? CHAIN_START : { seq: lastExpired.lastSeq, hash: lastExpired.lastHash };
  progress.expiredMonths = expired.size;
  if (seals.length > 0) progress.reached = from;

  // A clock that is set back makes no old month young: the log knows that it was later once.
  const now = head !== null && head.recordedAt > asOf.toISOString() ? new Date(head.recordedAt) : asOf;
  const broken = checkSeals(seals, { expired, keys, asOf: now });
  if (broken !== null) return broken;
  const chain = new ChainWalk(keys, { from, seals });
  for await (const page of reader.pages()) {
    for (const row of page) {
      progress.events += 1;
      const event = readEvent(row);
      progress.firstSeq ??= event.seq;
      const problem = chain.next(event);
      progress.reached = chain.reached;
      if (problem !== null) return problem;
    }
  }
  return chain.end(head);
}
