import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { dedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { Inject, Injectable } from '@nestjs/common';
import { to as copyTo } from 'pg-copy-streams';
import { copiedLines, ENTRY_COLUMNS, EntryParser } from './copied-entries.ts';
import type { ShardAddress } from './detection-runs.repository.ts';

/** Lets one after the other, in the order in which they ask. */
export class Mutex {
  private last: Promise<void> = Promise.resolve();

  /** Waits until all who asked before have ended. @returns ends this turn; must be called */
  async take(): Promise<() => void> {
    const before = this.last;
    const turn = Promise.withResolvers<void>();
    this.last = turn.promise;
    await before;
    return turn.resolve;
  }
}

/**
 * Of a member with more entries only the newest whole days are read that together have at most so many. With all rules a
 * worker that reads a million is then at 355 MB, with the heap it is given; with all of them it was at 835. No person has so
 * many; for an account that collects for a business what happened before is not missed by windows of days and months.
 */
export const MAX_ENTRIES_PER_MEMBER = 200_000;

/** Collects the entries of a member in whatever order they come, in memory for a quarter more than are kept. */
export class NewestEntries {
  #entries: Entry[] = [];

  constructor(private readonly most = MAX_ENTRIES_PER_MEMBER) {}

  push(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length > 1.25 * this.most) this.#cut();
  }

  /** In the order in which they came. */
  all(): Entry[] {
    if (this.#entries.length > this.most) this.#cut();
    return this.#entries;
  }

  #cut(): void {
    const days = Float64Array.from(this.#entries, sortableDay).toSorted();
    const firstTooMany = days[days.length - this.most - 1] ?? Number.NEGATIVE_INFINITY;
    const newer = this.#entries.filter((entry) => sortableDay(entry) > firstTooMany);
    // A single day with more than all that may be kept: then whole days are not to be had.
    this.#entries =
      newer.length > 0
        ? newer
        : this.#entries.filter((entry) => sortableDay(entry) === firstTooMany).slice(-this.most);
  }
}

/** Entries without a date lie outside all windows; they are kept like those of the newest day. */
function sortableDay({ epochDay }: Entry): number {
  return epochDay ?? Number.POSITIVE_INFINITY;
}

export interface MemberEntries {
  memberKey: string | null;
  /** The newest, when there are very many. */
  entries: Entry[];
}

/**
 * Shards are dealt out faster than PostgreSQL counts them: it takes one for a handful of accounts, and sorts all their entries
 * before it hands out the first. Indexes have both in order but for the entries of a day; in that order reading begins at once
 * and takes half as long. And a ledger that was counted while its first import was on the way is taken for empty: PostgreSQL
 * would rather read all of it, for every account anew.
 */
const USE_INDEX_ORDER_SQL = 'SET enable_sort = off; SET enable_seqscan = off';

/**
 * Streams the entries of a shard, one member after the other: memory is that of the largest member, because whoever reads a
 * second shard in the same process waits until the first is read. PostgreSQL does not: it begins with the second meanwhile. `COPY`
 * is twice as fast as a cursor. It runs on a connection of its own, because leaving it half-way costs the connection.
 */
@Injectable()
export class MemberEntriesReader {
  private readonly turns = new Mutex();

  constructor(@Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment) {}

  read(address: ShardAddress): AsyncGenerator<MemberEntries> {
    return this.copied(() => copySql(address), this.turns);
  }

  /** The entries of one member; empty when the accounts have none. */
  async readMember(member: {
    memberKey: string | null;
    accounts: readonly string[];
  }): Promise<MemberEntries> {
    const sqlOf = (literal: (text: string) => string) => copyMemberSql(member.accounts.map(literal));
    // Somebody waits for it, and the shards of an analysis may take minutes.
    for await (const { entries } of this.copied(sqlOf, new Mutex()))
      return { memberKey: member.memberKey, entries };
    return { memberKey: member.memberKey, entries: [] };
  }

  private async *copied(
    sqlOf: (literal: (text: string) => string) => string,
    turns: Mutex,
  ): AsyncGenerator<MemberEntries> {
    const which = { url: this.environment.DATABASE_URL, name: 'clearwatch-analytics-detect' };
    const client = dedicatedClient(which);
    await client.connect();
    try {
      await client.query(USE_INDEX_ORDER_SQL);
      const rows = client.query(copyTo(sqlOf((text) => client.escapeLiteral(text))));
      // What breaks before its turn is told to the reader when he reads.
      rows.on('error', () => undefined);
      const end = await turns.take();
      try {
        yield* groupByMember(rows);
      } finally {
        end();
      }
    } finally {
      await client.end();
    }
  }
}

async function* groupByMember(chunks: AsyncIterable<Buffer>): AsyncGenerator<MemberEntries> {
  const maker = new EntryParser();
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
        maker.nextMember();
        newest = new NewestEntries();
      }
      newest.push(maker.make(lines));
    }
  }
  if (groupKey !== null) yield { memberKey, entries: newest.all() };
}

/** `OFFSET 0` keeps each account's reading apart, so that it goes by the account. COPY takes no parameters; both numbers are checked to be numbers. */
function copySql({ runId, shard }: ShardAddress): string {
  if (!Number.isSafeInteger(runId) || !Number.isSafeInteger(shard))
    throw new TypeError('a shard is addressed by two whole numbers');
  return `COPY (
    SELECT g.group_key, g.member_key, t.*
      FROM analytics.detection_targets g
     CROSS JOIN LATERAL (SELECT ${ENTRY_COLUMNS} FROM ledger.transactions t
                          WHERE t.account_number = g.account_number OFFSET 0) t
     WHERE g.run_id = ${runId} AND g.shard = ${shard}
     ORDER BY g.group_key, g.account_number, t.event_date, t.id) TO STDOUT`;
}

/** @param accounts literals, escaped */
function copyMemberSql(accounts: readonly string[]): string {
  return `COPY (
    SELECT 'member', NULL::text, ${ENTRY_COLUMNS}
      FROM ledger.transactions t WHERE t.account_number IN (${accounts.join(', ')})
     ORDER BY t.account_number, t.event_date, t.id) TO STDOUT`;
}
