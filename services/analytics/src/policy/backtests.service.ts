import type { PolicyBacktest, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { belowTheLinePolicy, PolicyComparison } from '@clearwatch/domain/detection/backtest-policies';
import { BacktestTally } from '@clearwatch/domain/detection/backtest-tally';
import type { Finding } from '@clearwatch/domain/detection/detector';
import { isSuppressed, type RuleSuppression } from '@clearwatch/domain/detection/finding-to-alert';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
import { comparePolicies } from '@clearwatch/domain/detection/policy-document';
import { formatCents } from '@clearwatch/domain/money/cents';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AccountAlerts } from '../detection/account-alerts.ts';
import { CompanyTableService } from '../detection/company-table.service.ts';
import {
  DetectionQueue,
  type RunProgress,
  type ShardAddress,
  ShardsRepository,
} from '../detection/detection-runs.repository.ts';
import { MemberEntriesReader } from '../detection/member-entries.reader.ts';
import { BacktestsRepository } from './backtests.repository.ts';
import { candidatePolicy, PolicyService } from './policy.service.ts';
import { suppressionsOfShard } from './suppressions.service.ts';

const EXPIRY_INTERVAL_MS = 3_600_000;

/** Deletes old backtests at startup and every hour, because they describe members and have no retention period. */
@Injectable()
export class BacktestExpiryTimer extends RepeatingTask {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly backtests: BacktestsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    const failure = 'old backtests could not be deleted';
    super({ everyMs: EXPIRY_INTERVAL_MS, startsAtOnce: true, failure, logger });
  }

  protected round(): Promise<void> {
    return this.backtests.deleteOld(this.database.manager);
  }
}

/** Compares the alerts under the current policy, the candidate, and the candidate with limits lowered by a fifth. */
@Injectable()
export class BacktestShardService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly shards: ShardsRepository,
    private readonly repository: BacktestsRepository,
    private readonly policies: PolicyService,
    private readonly institution: CompanyTableService,
    private readonly reader: MemberEntriesReader,
  ) {}

  /** Saves the results in the transaction that finishes the shard, so repeating a shard adds nothing. */
  async work(address: ShardAddress, signal: AbortSignal): Promise<RunProgress | 'done_before'> {
    const tally = await this.tally(address, signal);
    if (tally === null) return 'done_before';
    return inTransaction(this.database, async (manager) => {
      const isOpen =
        (await this.repository.lockRun(manager, address)) && (await this.shards.lockOpen(manager, address));
      if (!isOpen) return 'done_before';
      await this.repository.addTally(manager, address, tally);
      return this.shards.finish(manager, { ...address, alerts: 0, suppressed: 0 });
    });
  }

  private async tally(address: ShardAddress, signal: AbortSignal): Promise<BacktestTally | null> {
    const { manager } = this.database;
    const run = await this.repository.candidateOf(manager, address);
    if (run === null) return null;
    const institution = await this.institution.current();
    const suppressions = await suppressionsOfShard(manager, address);
    const decided = await this.repository.decidedAlertsOf(manager, address);
    const inForce = await this.policies.read(manager, run.policyVersion);
    const policies = [inForce, run.candidate, belowTheLinePolicy(run.candidate)];
    const comparison = new PolicyComparison(policies.map((policy) => ({ ...institution, policy })));
    const tally = new BacktestTally();
    for await (const member of this.reader.read(address)) {
      if (signal.aborted)
        throw new AppError('unavailable', 'This process is stopping. Another process will repeat the shard.');
      const history = prepareMember(member);
      const [now = [], candidate = [], lower = []] = comparison
        .detect(history)
        .map((findings) => alertsOfFirstAnalysis(findings, suppressions));
      const reviewedAlerts = history.accounts.flatMap(({ accountNumber }) => decided.get(accountNumber) ?? []);
      tally.add({ now, candidate, lower, reviewedAlerts });
    }
    return tally;
  }
}

/** Alerts that a first analysis of the member would raise: deduplicated, with final amounts and risks. */
function alertsOfFirstAnalysis(findings: readonly Finding[], suppressions: readonly RuleSuppression[]) {
  if (findings.length === 0) return [];
  const alerts = new AccountAlerts([], (finding) => isSuppressed(finding, suppressions));
  alerts.add(findings);
  return alerts.added.map(({ finding, amountCents, riskLevel }) => ({
    ...finding,
    amountCents,
    amount: formatCents(amountCents),
    riskLevel,
  }));
}

@Injectable()
export class BacktestsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly policies: PolicyService,
    private readonly backtests: BacktestsRepository,
    private readonly trail: AuditTrail,
    private readonly queue: DetectionQueue,
  ) {}

  /**
   * Deletes the user's earlier backtest. @throws AppError `bad_request`, or `unavailable` without a queue (the backtest then starts later)
   */
  async start(actor: Actor, body: PolicyBody): Promise<PolicyBacktest> {
    const started = await inTransaction(this.database, async (manager) => {
      const inForce = await this.policies.current(manager);
      const candidate = candidatePolicy(inForce.version, body);
      await this.backtests.deleteOf(manager, actor);
      await this.backtests.deleteOld(manager);
      const runId = await this.backtests.add(manager, { actor, candidate });
      const detail = { tryOut: runId, changes: comparePolicies(inForce.policy, candidate).length }; // cspell:ignore tryout
      const subject = { type: 'policy', id: inForce.version } as const;
      await this.trail.record(actor, { action: 'policy.tried_out', subject, detail }, manager);
      return { id: runId, comparedWith: inForce.version };
    });
    await this.queue.enqueueOpenWork(started.id);
    return { ...started, state: 'queued', shardsDone: 0, shards: 0, rows: [], alerts: [] };
  }

  async view(id: number): Promise<PolicyBacktest> {
    const { manager } = this.database;
    const found = await this.backtests.find(manager, id);
    if (found === null)
      throw new AppError('not_found', 'This backtest does not exist or has been deleted. Start a new one.');
    if (found.state !== 'finished') return { ...found, rows: [], alerts: [] };
    const [rows, alerts] = await Promise.all([this.backtests.rows(manager, id), this.backtests.examples(manager, id)]);
    return { ...found, rows, alerts };
  }
}
