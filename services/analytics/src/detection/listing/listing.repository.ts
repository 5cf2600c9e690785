import { MOST_ACCOUNTS_OF_A_MEMBER } from '@clearwatch/domain/fraud/preparation/account-history';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

@Injectable()
export class ListingRepository {
  /** Locks the run, so that a second listing of it waits for the first. */
  async lock(manager: EntityManager, runId: number): Promise<{ state: string; importId: number } | null> {
    const [row] = await manager.query<Row[]>(
      'SELECT state, import_id FROM analytics.detection_runs WHERE id = $1 FOR UPDATE',
      [runId],
    );
    return row === undefined ? null : { state: textOf(row, 'state'), importId: integerOf(row, 'import_id') };
  }

  /** Collects the accounts of every member that the import touched. @returns how many accounts there are */
  async collectTouched(manager: EntityManager, importId: number): Promise<number> {
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query(
      `CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
       SELECT DISTINCT account_number FROM ledger.transactions WHERE import_id = ${BigInt(importId)}`,
    );
    return this.collectMembers(manager);
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
         SELECT m.member_key
           FROM ledger.members m
          WHERE m.member_key IN (SELECT member_key FROM holders)
          GROUP BY m.member_key HAVING count(*) <= $1)
       SELECT m.account_number, m.member_key, 'member:' || m.member_key AS group_key
         FROM ledger.members m JOIN small USING (member_key)
        UNION ALL
       SELECT h.account_number, h.member_key, 'account:' || h.account_number
         FROM holders h
        WHERE h.member_key IS NULL OR h.member_key NOT IN (SELECT member_key FROM small)`,
      [MOST_ACCOUNTS_OF_A_MEMBER],
    );
    const [row] = await manager.query<Row[]>('SELECT count(*) AS accounts FROM touched_accounts');
    return row === undefined ? 0 : integerOf(row, 'accounts');
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
}
