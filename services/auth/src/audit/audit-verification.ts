import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import type { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { queryTexts, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import {
  type AuditSeal,
  SEAL,
  SEAL_COLUMNS,
  STORED_EVENT_COLUMNS,
  type StoredEvent,
  toStoredEvent,
} from './audit-chain.ts';
import {
  type ChainBreak,
  type ChainPosition,
  ChainWalk,
  chainBreak,
  checkSeals,
  describeMonth,
  endOf,
  HEAD_LABEL,
  type KeyedHead,
} from './audit-chain-walk.ts';
import { HEAD } from './audit-log.service.ts';

/** Limit for one page of a walk or an export. */
const STEP_LIMIT_MS = 60_000;

/** A walk or an export may take minutes and must not block the pool. Aborting `signal` closes the connection. */
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

/** Only rows that were altered outside the application are unreadable. */
export class UnreadableRowError extends Error {
  constructor(readonly found: ChainBreak) {
    super(found.sentence);
    this.name = 'UnreadableRow';
  }
}

function readOrThrow<T>(read: () => T, problem: () => ChainBreak): T {
  try {
    return read();
  } catch {
    throw new UnreadableRowError(problem());
  }
}

export function readEvent(row: Row): StoredEvent {
  return readOrThrow(
    () => toStoredEvent(row),
    () => {
      const seq = Number(row['seq']);
      const sentence = `Event ${String(row['seq'])} was altered after it was written.`;
      return chainBreak('altered', Number.isSafeInteger(seq) ? seq : null, sentence);
    },
  );
}

const PAGE_SIZE = 1_000;
const HEAD_KEY = new RowReader({ text: ['keyId', 'mac'] });

/** Reads the chain page by page within a snapshot. Any method may throw UnreadableRowError. */
export class ChainReader {
  constructor(private readonly client: Pick<Client, 'query'>) {}

  async head(): Promise<KeyedHead | null> {
    const { rows } = await this.client.query<Row>('SELECT seq, hash, recorded_at, key_id, mac FROM auth.audit_head');
    const [row] = rows;
    if (row === undefined) return null;
    return readOrThrow(
      () => ({ ...HEAD.read(row), ...HEAD_KEY.read(row) }),
      () => chainBreak('altered', null, `${HEAD_LABEL} was altered after it was written.`),
    );
  }

  /** Oldest first. */
  async seals(): Promise<AuditSeal[]> {
    const { rows } = await this.client.query<Row>(`SELECT ${SEAL_COLUMNS} FROM auth.audit_seals s ORDER BY s.month`);
    return rows.map((row) =>
      readOrThrow(
        () => SEAL.read(row),
        () => {
          const sentence = `The seal for ${describeMonth(textOf(row, 'month'))} was altered after it was made.`;
          return chainBreak('seal', null, sentence);
        },
      ),
    );
  }

  async expiredMonths(): Promise<ReadonlySet<string>> {
    return new Set(await queryTexts(this.client, 'SELECT month::text FROM auth.audit_expiries'));
  }

  /** Pages of events after `from`, or all events. Uses keyset paging, so that every page costs the same. */
  async *pages(from?: number): AsyncGenerator<Row[]> {
    let after: string | null = from === undefined ? null : String(from);
    for (;;) {
      const { rows }: { rows: Row[] } = await this.client.query<Row>(
        `SELECT ${STORED_EVENT_COLUMNS} FROM auth.audit_events
         WHERE $1::bigint IS NULL OR seq > $1 ORDER BY seq LIMIT ${PAGE_SIZE}`,
        [after],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = String(last['seq']);
    }
  }
}

interface Progress {
  events: number;
  expiredMonths: number;
  firstSeq: number | null;
  /** Null for an empty log. */
  reached: ChainPosition | null;
}

/** Stops at the first break. @param client within a snapshot, because the log may grow during the walk */
export async function verifyChain(
  client: Pick<Client, 'query'>,
  keys: ChainKeys,
  asOf = new Date(),
): Promise<AuditVerification> {
  const progress: Progress = { events: 0, expiredMonths: 0, firstSeq: null, reached: null };
  const brokenAt = await walk(new ChainReader(client), { keys, asOf, progress }).catch((error: unknown) => {
    if (error instanceof UnreadableRowError) return error.found;
    throw error;
  });
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

async function walk(
  reader: ChainReader,
  { keys, asOf, progress }: { keys: ChainKeys; asOf: Date; progress: Progress },
): Promise<ChainBreak | null> {
  const [head, seals, expired] = [await reader.head(), await reader.seals(), await reader.expiredMonths()];
  const from = endOf(seals.findLast(({ month }) => expired.has(month)));
  progress.expiredMonths = expired.size;
  if (seals.length > 0) progress.reached = from;

  // If the clock was set back, use the later time of the newest event.
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
