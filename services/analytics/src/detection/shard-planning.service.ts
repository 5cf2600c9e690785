import { companyKey } from '@clearwatch/domain/detection/company-key';
import { isKnownCompany } from '@clearwatch/domain/detection/company-table';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { queryInteger, queryTexts, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { DetectionRunEntity } from '../policy/policy.entity.ts';
import { addAffectedAccounts, refreshCompanyStatus } from './company-status.service.ts';
import { companyUsageOf } from './company-table.service.ts';
import { RUN_KINDS, type RunKind } from './detection-runs.repository.ts';

/** A run without an import analyzes all members. */
const RUN = new RowReader({ text: ['state'], words: { kind: RUN_KINDS }, 'integer?': ['importId'] });
const LEDGER = new RowReader({ integer: ['accounts'], 'day?': ['firstDay'] });

@Injectable()
export class ShardPlanningRepository {
  /** Locks the run, so that it is planned only once even if two workers plan it at the same time. */
  lock(manager: EntityManager, runId: number) {
    const sql = 'SELECT state, kind, import_id FROM analytics.detection_runs WHERE id = $1 FOR UPDATE';
    return RUN.first(manager, sql, [runId]);
  }

  async beginTouched(manager: EntityManager, importId: number): Promise<void> {
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query(
      `CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
       SELECT DISTINCT account_number FROM ledger.transactions WHERE import_id = ${BigInt(importId)}`,
    );
  }

  /** Adds the other accounts under a name that has too many accounts because of the import. They may have been one member before. */
  async addSeparated(manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO touched
       WITH brought AS (
         SELECT m.member_key, count(*) AS accounts
           FROM touched JOIN ledger.members m USING (account_number)
          WHERE m.member_key IS NOT NULL GROUP BY 1)
       SELECT m.account_number
         FROM brought
        -- Some names have thousands of accounts: counting one more than matters is enough.
        CROSS JOIN LATERAL (SELECT count(*) AS bearers
                              FROM (SELECT FROM ledger.members k WHERE k.member_key = brought.member_key
                                     LIMIT $1::bigint + brought.accounts + 1) bearer) k
         JOIN ledger.members m USING (member_key)
        WHERE bearers BETWEEN $1::bigint + 1 AND $1::bigint + brought.accounts`,
      [MAX_ACCOUNTS_PER_MEMBER],
    );
  }

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
    return queryInteger(manager, 'SELECT count(*) FROM touched_accounts');
  }

  /**
   * A member consists of all accounts with the same member key. An account without a key, or with a key shared by too
   * many accounts, is its own member. So is an account that is no longer in the ledger, because it may have alerts.
   * @returns the number of accounts
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
    return queryInteger(manager, 'SELECT count(*) FROM touched_accounts');
  }

  /** Assigns the collected accounts to shards by a hash of their member, so that all of a member's accounts are in one shard. */
  async deal(manager: EntityManager, { runId, shards }: { runId: number; shards: number }): Promise<void> {
    const finished = { state: 'finished', finishedAt: () => 'now()' } as const;
    await manager.update(DetectionRunEntity, { id: runId }, shards > 0 ? { state: 'running' } : finished);
    if (shards === 0) return;
    await manager.query(
      `INSERT INTO analytics.detection_shards (run_id, shard, shards)
       SELECT $1, shard, $2 FROM generate_series(0, $2::integer - 1) AS shard`,
      [runId, shards],
    );
    await manager.query(
      `INSERT INTO analytics.detection_targets (run_id, shard, account_number, group_key, member_key)
       SELECT $1, (hashtextextended(group_key, 0) & 9223372036854775807) % $2, account_number, group_key, member_key
         FROM touched_accounts`,
      [runId, shards],
    );
  }

  /** Companies in `removed_entries`, and whether they are known according to the rollups in this transaction. */
  async removedCompanies(manager: EntityManager) {
    const ledger = await LEDGER.one(
      manager,
      'SELECT accounts, analytics.ledger_first_day()::text AS first_day FROM analytics.ledger_state',
    );
    const names = await queryTexts(manager, 'SELECT DISTINCT company FROM removed_entries');
    const usage = await companyUsageOf(manager, new Set(names.map(companyKey)));
    const known = usage.filter((company) => isKnownCompany(company, ledger.accounts));
    return { firstDay: ledger.firstDay, known: new Set(known.map((company) => company.companyKey)) };
  }

  /**
   * Accounts that lose entries, and accounts of open alerts that show removed or moved entries, or entries of such an
   * account. OFFSET 0 prevents a full read of the ledger.
   */
  async beginTouchedByRemoval(manager: EntityManager): Promise<void> {
    await manager.query(`
      CREATE TEMPORARY TABLE touched ON COMMIT DROP AS SELECT DISTINCT account_number FROM removed_entries;
      INSERT INTO touched
      SELECT DISTINCT a.account_number
        FROM analytics.unusual_activities a
       CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'entries') AS shown
        LEFT JOIN LATERAL (SELECT t.id, t.import_id, t.account_number FROM ledger.transactions t
                            WHERE t.id = (shown ->> 'transactionId')::bigint OFFSET 0) t ON true
       WHERE NOT a.reviewed
         AND (t.id IS NULL OR t.import_id <> (shown -> 'source' ->> 'importId')::bigint
              OR t.account_number IN (SELECT account_number FROM touched))`);
  }

  /** Adds accounts of open alerts whose evidence counts the accounts of a company that has lost accounts. */
  async addWithLostAccounts(manager: EntityManager): Promise<void> {
    const lost = await queryTexts(
      manager,
      `SELECT DISTINCT company FROM removed_entries
        WHERE NOT EXISTS (SELECT FROM analytics.company_accounts kept
                           WHERE kept.company = removed_entries.company AND kept.account_number = removed_entries.account_number)`,
    );
    const shown = await queryTexts(
      manager,
      `SELECT DISTINCT shown ->> 'company' AS company
         FROM analytics.unusual_activities a
        CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'companies') AS shown
        WHERE NOT a.reviewed`,
    );
    const keys = new Set(lost.map(companyKey));
    await manager.query(
      `INSERT INTO touched
       SELECT DISTINCT a.account_number
         FROM analytics.unusual_activities a
        CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'companies') AS shown
        WHERE NOT a.reviewed AND shown ->> 'company' = ANY($1)`,
      [shown.filter((company) => keys.has(companyKey(company)))],
    );
  }
}

const ACCOUNTS_PER_SHARD = 2_000;
/** Enough for two million accounts. With more accounts, shards become larger. */
const MAX_SHARDS = 1_024;

/** Small shards lose little work if a worker dies. Large shards make the cost of reading the companies once per shard negligible. */
export function shardCount(accounts: number): number {
  return Math.min(MAX_SHARDS, Math.ceil(accounts / ACCOUNTS_PER_SHARD));
}

export type PlanningOutcome = 'listed' | 'nothing_to_do' | 'listed_before';

@Injectable()
export class ShardPlanningService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly repository: ShardPlanningRepository,
  ) {}

  async list(runId: number): Promise<PlanningOutcome> {
    return inTransaction(this.database, async (manager): Promise<PlanningOutcome> => {
      const run = await this.repository.lock(manager, runId);
      if (run?.state !== 'queued') return 'listed_before';
      const shards = shardCount(await this.collect(manager, run));
      await this.repository.deal(manager, { runId, shards });
      return shards === 0 ? 'nothing_to_do' : 'listed';
    });
  }

  /** Plans an `undo` run in the transaction that removes the entries, because the affected accounts cannot be found later. */
  async listAfterRemoval(manager: EntityManager, runId: number, removeFromRollups: () => Promise<void>) {
    const before = await this.repository.removedCompanies(manager);
    await removeFromRollups();
    const after = await this.repository.removedCompanies(manager);
    await this.repository.beginTouchedByRemoval(manager);
    await this.repository.addWithLostAccounts(manager);
    const change = await refreshCompanyStatus(manager, 'changed');
    const changed = [...before.known, ...after.known].filter((key) => before.known.has(key) !== after.known.has(key));
    await addAffectedAccounts(manager, { ...change, others: new Set([...change.others, ...changed]) });
    // A different warm-up period moves or removes findings but does not add any.
    if (before.firstDay !== after.firstDay)
      await manager.query('INSERT INTO touched SELECT account_number FROM analytics.unusual_activities');
    const shards = shardCount(await this.repository.collectMembers(manager));
    await this.repository.deal(manager, { runId, shards });
  }

  private async collect(
    manager: EntityManager,
    { kind, importId }: { kind: RunKind; importId: number | null },
  ): Promise<number> {
    if (importId === null) {
      // A backtest raises no alerts, so it does not count as an analysis.
      if (kind === 'full') await refreshCompanyStatus(manager, 'all');
      return this.repository.collectEverybody(manager);
    }
    await this.repository.beginTouched(manager, importId);
    await this.repository.addSeparated(manager);
    await addAffectedAccounts(manager, await refreshCompanyStatus(manager, 'changed'));
    return this.repository.collectMembers(manager);
  }
}
