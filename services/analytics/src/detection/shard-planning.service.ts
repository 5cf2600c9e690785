import { companyKey } from '@clearwatch/domain/detection/company-key';
import { isKnownCompany } from '@clearwatch/domain/detection/company-table';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import {
  dayOf,
  enumOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AffectedAccountsRepository, CompanyStatusService } from './company-status.service.ts';
import { companyUsageOf } from './company-table.service.ts';
import { RUN_KINDS, type RunKind } from './detection-runs.repository.ts';

interface PlannedRun {
  state: string;
  kind: RunKind;
  /** Null for runs that look at everybody. */
  importId: number | null;
}

@Injectable()
export class ShardPlanningRepository {
  /** Locks the run, so that a second listing of it waits for the first. */
  async lock(manager: EntityManager, runId: number): Promise<PlannedRun | null> {
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

const ACCOUNTS_PER_SHARD = 2_000;
/** Enough for two million accounts; beyond that shards grow. */
const MAX_SHARDS = 1_024;

/**
 * Into how many shards so many accounts are cut: small enough that a lost worker loses little, large enough that
 * reading the companies once per shard does not matter.
 */
export function shardCount(accounts: number): number {
  return Math.min(MAX_SHARDS, Math.max(1, Math.ceil(accounts / ACCOUNTS_PER_SHARD)));
}

export type PlanningOutcome = 'listed' | 'nothing_to_do' | 'listed_before';

/** Cuts a run into shards of members: one job lists, many small ones do. */
@Injectable()
export class ShardPlanningService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly listing: ShardPlanningRepository,
    private readonly standings: CompanyStatusService,
    private readonly concerned: AffectedAccountsRepository,
  ) {}

  async list(runId: number): Promise<PlanningOutcome> {
    return inTransaction(this.database, async (manager): Promise<PlanningOutcome> => {
      const run = await this.listing.lock(manager, runId);
      if (run?.state !== 'queued') return 'listed_before';
      const accounts = await this.collect(manager, run);
      if (accounts === 0) {
        await this.listing.setState(manager, runId, 'finished');
        return 'nothing_to_do';
      }
      await this.listing.deal(manager, { runId, shards: shardCount(accounts) });
      await this.listing.setState(manager, runId, 'running');
      return 'listed';
    });
  }

  private async collect(manager: EntityManager, { kind, importId }: PlannedRun): Promise<number> {
    if (importId !== null) return this.collectAround(manager, importId);
    // Everybody is looked at with the eyes of now; a try-out raises nothing, and nobody counts as looked at.
    if (kind === 'full') await this.standings.bringUpToDate(manager, 'all');
    return this.listing.collectEverybody(manager);
  }

  /** The members that the import touched, and those for whom it has changed what a company is taken for. */
  private async collectAround(manager: EntityManager, importId: number): Promise<number> {
    await this.listing.beginTouched(manager, importId);
    await this.listing.addThoseParted(manager);
    const change = await this.standings.bringUpToDate(manager, 'changed');
    await this.concerned.add(manager, change);
    return this.listing.collectMembers(manager);
  }
}

/** What the whole institution lends to the analysis of every member. */
export interface KnownCompaniesSnapshot {
  /** Day of the oldest entry; the warm-up begins there. */
  firstDay: string | null;
  /** Keys of the companies that entries leave. */
  companies: ReadonlySet<string>;
  /** Which of them are known here. */
  knownCompanies: ReadonlySet<string>;
}

/** Looks at the rollups from within the transaction that takes the rows of `removed_entries` out of them. */
@Injectable()
export class KnownCompaniesRepository {
  async view(manager: EntityManager): Promise<KnownCompaniesSnapshot> {
    const [ledger = {}] = await manager.query<Row[]>(
      `SELECT accounts, analytics.ledger_first_day()::text AS first_day
       FROM analytics.ledger_state`,
    );
    const names = await manager.query<Row[]>('SELECT DISTINCT company FROM removed_entries');
    const keys = new Set(names.map((row) => companyKey(textOf(row, 'company'))));
    const companies = await companyUsageOf(manager, keys);
    const known = companies.filter((company) => isKnownCompany(company, integerOf(ledger, 'accounts')));
    return {
      firstDay: nullable(dayOf, ledger, 'first_day'),
      companies: keys,
      knownCompanies: new Set(known.map((company) => company.companyKey)),
    };
  }
}

/** Gathers in `touched`, a table of the transaction, whose alerts may be others without the rows of `removed_entries`. */
@Injectable()
export class RevisionAccountsRepository {
  async begin(manager: EntityManager): Promise<void> {
    await manager.query(
      'CREATE TEMPORARY TABLE touched ON COMMIT DROP AS SELECT DISTINCT account_number FROM removed_entries',
    );
  }

  /**
   * Open alerts that show an entry which is gone, or which another import holds now, or which lies on a touched account:
   * those two accounts may have been one member's under the name that left. Each entry is looked up by itself: for many
   * alerts PostgreSQL would rather read the whole ledger.
   */
  async addThoseWhoseEvidenceMoved(manager: EntityManager): Promise<void> {
    await manager.query(`
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

  /** Open alerts that say of a company how many accounts use it, when accounts do so no more. */
  async addThoseWhoCountLostAccounts(manager: EntityManager): Promise<void> {
    const lost = await manager.query<Row[]>(`
      SELECT DISTINCT company FROM removed_entries
       WHERE NOT EXISTS (SELECT FROM analytics.company_accounts kept
                          WHERE kept.company = removed_entries.company AND kept.account_number = removed_entries.account_number)`);
    const shown = await manager.query<Row[]>(`
      SELECT DISTINCT shown ->> 'company' AS company
        FROM analytics.unusual_activities a
       CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'companies') AS shown
       WHERE NOT a.reviewed`);
    await manager.query(
      `INSERT INTO touched
       SELECT DISTINCT a.account_number
         FROM analytics.unusual_activities a
        CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'companies') AS shown
        WHERE NOT a.reviewed AND shown ->> 'company' = ANY($1)`,
      [namesWithKeys(shown, new Set(lost.map((row) => companyKey(textOf(row, 'company')))))],
    );
  }

  async addThoseWithAlerts(manager: EntityManager): Promise<void> {
    await manager.query(
      'INSERT INTO touched SELECT DISTINCT account_number FROM analytics.unusual_activities',
    );
  }
}

/** Spellings of companies, of those with one of these keys. */
function namesWithKeys(rows: readonly Row[], keys: ReadonlySet<string>): string[] {
  return rows.map((row) => textOf(row, 'company')).filter((company) => keys.has(companyKey(company)));
}

/**
 * Lists whom a run of kind `undo` looks at again, in the transaction that takes the entries out: afterwards nobody could
 * tell who was touched.
 */
@Injectable()
export class RevisionPlanningService {
  constructor(
    private readonly listing: ShardPlanningRepository,
    private readonly accounts: RevisionAccountsRepository,
    private readonly institution: KnownCompaniesRepository,
    private readonly standings: CompanyStatusService,
    private readonly concerned: AffectedAccountsRepository,
  ) {}

  /** `takeOut` takes the rows of `removed_entries` out of the rollups. A run without anybody to look at is finished. */
  async listAround(manager: EntityManager, runId: number, takeOut: () => Promise<void>): Promise<void> {
    const before = await this.institution.view(manager);
    await takeOut();
    const after = await this.institution.view(manager);
    await this.accounts.begin(manager);
    await this.accounts.addThoseWhoseEvidenceMoved(manager);
    await this.accounts.addThoseWhoCountLostAccounts(manager);
    const changed = symmetricDifference(before.knownCompanies, after.knownCompanies);
    const since = await this.standings.bringUpToDate(manager, 'changed');
    await this.concerned.add(manager, { ...since, others: new Set([...since.others, ...changed]) });
    // Another warm-up can only move or silence what was found: whoever has no alert will not get one.
    if (before.firstDay !== after.firstDay) await this.accounts.addThoseWithAlerts(manager);
    const accounts = await this.listing.collectMembers(manager);
    if (accounts > 0) await this.listing.deal(manager, { runId, shards: shardCount(accounts) });
    await this.listing.setState(manager, runId, accounts > 0 ? 'running' : 'finished');
  }
}

function symmetricDifference(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  return new Set([...left, ...right].filter((key) => left.has(key) !== right.has(key)));
}
