import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { enumOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RUN_KINDS, type RunKind } from '../runs/run-kind.ts';

export interface ListedRun {
  state: string;
  kind: RunKind;
  /** Null for runs that look at everybody. */
  importId: number | null;
}

@Injectable()
export class ListingRepository {
  /** Locks the run, so that a second listing of it waits for the first. */
  async lock(manager: EntityManager, runId: number): Promise<ListedRun | null> {
    const [row] = await manager.query<Row[]>(
      'SELECT state, kind, import_id FROM analytics.detection_runs WHERE id = $1 FOR UPDATE',
      [runId],
    );
    if (row === undefined) return null;
    return {
      state: textOf(row, 'state'),
      kind: enumOf(RUN_KINDS, row, 'kind'),
      importId: nullable(integerOf, row, 'import_id'),
    };
  }

  /** Begins `touched` with the accounts of the import; more may be added before members are collected. */
  async beginTouched(manager: EntityManager, importId: number): Promise<void> {
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query(
      `CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
       SELECT DISTINCT account_number FROM ledger.transactions WHERE import_id = ${BigInt(importId)}`,
    );
  }

  /**
   * Adds the other accounts under a name that has become one of too many while the import came: before it they may have
   * been one member, now each stands alone.
   */
  async addThoseParted(manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO touched
       WITH brought AS (
         SELECT m.member_key, count(*) AS accounts
           FROM touched JOIN ledger.members m USING (account_number)
          WHERE m.member_key IS NOT NULL GROUP BY 1)
       SELECT m.account_number
         FROM brought
        -- Some names are borne by thousands: one more than matters is enough.
        CROSS JOIN LATERAL (SELECT count(*) AS bearers
                              FROM (SELECT FROM ledger.members k WHERE k.member_key = brought.member_key
                                     LIMIT $1::bigint + brought.accounts + 1) bearer) k
         JOIN ledger.members m USING (member_key)
        WHERE bearers BETWEEN $1::bigint + 1 AND $1::bigint + brought.accounts`,
      [MAX_ACCOUNTS_PER_MEMBER],
    );
  }

  /** Collects every account there is, side by side with those of its member. @returns how many accounts there are */
  async collectEverybody(manager: EntityManager): Promise<number> {
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query(
      `CREATE TEMPORARY TABLE touched_accounts ON COMMIT DROP AS
       WITH small AS (
         SELECT member_key FROM ledger.members WHERE member_key IS NOT NULL
          GROUP BY member_key HAVING count(*) <= $1)
       SELECT m.account_number, m.member_key,
              CASE WHEN small.member_key IS NULL THEN 'account:' || m.account_number
                   ELSE 'member:' || m.member_key END AS group_key
         FROM ledger.members m LEFT JOIN small USING (member_key)`,
      [MAX_ACCOUNTS_PER_MEMBER],
    );
    return this.countCollected(manager);
  }

  /**
   * Collects all accounts of the members of the accounts in `touched`, a table of this transaction, into another one. A
   * member is all accounts of one member key; without a key, or with too many accounts under it, the touched account
   * alone. An account that is no member's any more stands alone as well: alerts may still stand on it.
   * @returns how many accounts there are
   */
  async collectMembers(manager: EntityManager): Promise<number> {
    await manager.query(
      `CREATE TEMPORARY TABLE touched_accounts ON COMMIT DROP AS
       WITH holders AS (
         SELECT account_number, m.member_key
           FROM (SELECT DISTINCT account_number FROM touched) t LEFT JOIN ledger.members m USING (account_number)),
       small AS (
         SELECT member_key
           FROM (SELECT DISTINCT member_key FROM holders) named
          CROSS JOIN LATERAL (SELECT count(*) AS bearers
                                FROM (SELECT FROM ledger.members k WHERE k.member_key = named.member_key
                                       LIMIT $1::bigint + 1) bearer) k
          WHERE bearers BETWEEN 1 AND $1::bigint)
       SELECT m.account_number, m.member_key, 'member:' || m.member_key AS group_key
         FROM ledger.members m JOIN small USING (member_key)
        UNION ALL
       SELECT h.account_number, h.member_key, 'account:' || h.account_number
         FROM holders h
        WHERE h.member_key IS NULL OR h.member_key NOT IN (SELECT member_key FROM small)`,
      [MAX_ACCOUNTS_PER_MEMBER],
    );
    return this.countCollected(manager);
  }

  /** Deals the collected accounts out by a hash of their member: all accounts of one member meet in one shard. */
  async deal(manager: EntityManager, wanted: { runId: number; shards: number }): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.detection_shards (run_id, shard, shards)
       SELECT $1, shard, $2 FROM generate_series(0, $2::integer - 1) AS shard`,
      [wanted.runId, wanted.shards],
    );
    await manager.query(
      `INSERT INTO analytics.detection_targets (run_id, shard, account_number, group_key, member_key)
       SELECT $1, (hashtextextended(group_key, 0) & 9223372036854775807) % $2, account_number, group_key, member_key
         FROM touched_accounts`,
      [wanted.runId, wanted.shards],
    );
  }

  async setState(manager: EntityManager, runId: number, state: 'running' | 'finished'): Promise<void> {
    await manager.query(
      `UPDATE analytics.detection_runs
          SET state = $2, finished_at = CASE WHEN $2 = 'finished' THEN now() END
        WHERE id = $1`,
      [runId, state],
    );
  }

  private async countCollected(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<Row[]>('SELECT count(*) AS accounts FROM touched_accounts');
    return row === undefined ? 0 : integerOf(row, 'accounts');
  }
}
