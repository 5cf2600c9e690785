import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { dedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { Inject, Injectable } from '@nestjs/common';
import { to as copyTo } from 'pg-copy-streams';
import { copiedLines, ENTRY_COLUMNS, EntryParser } from './copied-entries.ts';
import type { ShardAddress } from './detection-runs.repository.ts';

/** Lets callers run one at a time, in the order of their calls. */
export class Mutex {
  private last: Promise<void> = Promise.resolve();

  /** @returns a function that releases the mutex and must be called */
  async take(): Promise<() => void> {
    const before = this.last;
    const turn = Promise.withResolvers<void>();
    this.last = turn.promise;
    await before;
    return turn.resolve;
  }
}

/**
 * With this limit, a worker needs 355 MB instead of 835 MB for a member with a million entries. Rules only use windows of days or months.
 */
export const MAX_ENTRIES_PER_MEMBER = 200_000;

/** Collects the newest entries of a member in any order. Stores at most a quarter more entries than it returns. */
export class NewestEntries {
  #entries: Entry[] = [];

  constructor(private readonly max = MAX_ENTRIES_PER_MEMBER) {}

  push(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > 1.25 * this.max) this.#cut();
  }

  all(): Entry[] {
    if (this.#entries.length > this.max) this.#cut();
    return this.#entries;
  }

  #cut(): void {
    const days = Float64Array.from(this.#entries, sortableDay).toSorted();
    const firstTooMany = days[days.length - this.max - 1] ?? Number.NEGATIVE_INFINITY;
    const newer = this.#entries.filter((entry) => sortableDay(entry) > firstTooMany);
    // If a single day has more entries than the maximum, only part of that day is kept.
    this.#entries =
      newer.length > 0 ? newer : this.#entries.filter((entry) => sortableDay(entry) === firstTooMany).slice(-this.max);
  }
}

/** Undated entries are outside all windows. They are sorted as the newest day so that they are kept. */
function sortableDay({ epochDay }: Entry): number {
  return epochDay ?? Number.POSITIVE_INFINITY;
}

export interface MemberEntries {
  memberKey: string | null;
  entries: Entry[];
}

/**
 * New shards have no statistics, so PostgreSQL expects only a few accounts and sorts all entries before it returns the first one. Reading
 * in index order starts immediately and takes half as long. If the statistics are older than the first import, the ledger looks empty, and
 * PostgreSQL would scan all of it for every account.
 */
const USE_INDEX_ORDER_SQL = 'SET enable_sort = off; SET enable_seqscan = off';

/**
 * Streams the entries of a shard by member. Each process reads one shard at a time while PostgreSQL prepares the next one, so it needs
 * memory only for the largest member. COPY is twice as fast as a cursor. It uses its own connection, because aborting a COPY breaks the
 * connection.
 */
@Injectable()
export class MemberEntriesReader {
  private readonly mutex = new Mutex();

  constructor(@Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment) {}

  read(address: ShardAddress): AsyncGenerator<MemberEntries> {
    return this.copied(() => copySql(address), this.mutex);
  }

  /** Returns no entries if the accounts have none. Does not wait for shards, because a user is waiting for the result. */
  async readMember({
    memberKey,
    accounts,
  }: {
    memberKey: string | null;
    accounts: readonly string[];
  }): Promise<MemberEntries> {
    const sqlOf = (literal: (text: string) => string) => copyMemberSql(accounts.map(literal));
    for await (const { entries } of this.copied(sqlOf, new Mutex())) return { memberKey, entries };
    return { memberKey, entries: [] };
  }

  private async *copied(
    sqlOf: (literal: (text: string) => string) => string,
    mutex: Mutex,
  ): AsyncGenerator<MemberEntries> {
    const name = 'clearwatch-analytics-detect';
    const client = dedicatedClient({ url: this.environment.DATABASE_URL, name });
    await client.connect();
    try {
      await client.query(USE_INDEX_ORDER_SQL);
      const rows = client.query(copyTo(sqlOf((text) => client.escapeLiteral(text))));
      // An error that occurs before the reader's turn is reported when it reads.
      rows.on('error', () => undefined);
      const release = await mutex.take();
      try {
        yield* groupByMember(rows);
      } finally {
        release();
      }
    } finally {
      await client.end();
    }
  }
}

async function* groupByMember(chunks: AsyncIterable<Buffer>): AsyncGenerator<MemberEntries> {
  const parser = new EntryParser();
  let groupKey: string | null = null;
  let memberKey: string | null = null;
  let newest = new NewestEntries();
  for await (const lines of copiedLines(chunks)) {
    while (!lines.isOver) {
      const rowGroup = lines.column(groupKey);
      const rowMember = lines.column(memberKey);
      if (rowGroup !== groupKey) {
        if (groupKey !== null) yield { memberKey, entries: newest.all() };
        groupKey = rowGroup;
        memberKey = rowMember;
        parser.nextMember();
        newest = new NewestEntries();
      }
      newest.push(parser.make(lines));
    }
  }
  if (groupKey !== null) yield { memberKey, entries: newest.all() };
}

/** OFFSET 0 makes PostgreSQL use the account index. COPY does not accept parameters, so both numbers are checked. */
function copySql({ runId, shard }: ShardAddress): string {
  if (!Number.isSafeInteger(runId) || !Number.isSafeInteger(shard))
    throw new TypeError('runId and shard must be safe integers');
  return `COPY (
    SELECT g.group_key, g.member_key, t.*
      FROM analytics.detection_targets g
     CROSS JOIN LATERAL (SELECT ${ENTRY_COLUMNS} FROM ledger.transactions t
                          WHERE t.account_number = g.account_number OFFSET 0) t
     WHERE g.run_id = ${runId} AND g.shard = ${shard}
     ORDER BY g.group_key, g.account_number, t.event_date, t.id) TO STDOUT`;
}

/** @param accounts escaped SQL literals */
function copyMemberSql(accounts: readonly string[]): string {
  return `COPY (
    SELECT 'member', NULL::text, ${ENTRY_COLUMNS}
      FROM ledger.transactions t WHERE t.account_number IN (${accounts.join(', ')})
     ORDER BY t.account_number, t.event_date, t.id) TO STDOUT`;
}
