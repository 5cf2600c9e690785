import type { PolicyBacktest, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { belowTheLinePolicy, PolicyComparison } from '@clearwatch/domain/detection/backtest-policies';
import { BacktestTally } from '@clearwatch/domain/detection/backtest-tally';
import type { DetectionContext, DetectionPolicy, Finding } from '@clearwatch/domain/detection/detector';
import { isSuppressed, type RuleSuppression } from '@clearwatch/domain/detection/finding-to-alert';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
import { comparePolicies } from '@clearwatch/domain/detection/policy-document';
import { formatCents } from '@clearwatch/domain/money/cents';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
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
import {
  BacktestResultsRepository,
  BacktestShardsRepository,
  BacktestsRepository,
} from './backtests.repository.ts';
import { candidatePolicy, PolicyService } from './policy.service.ts';
import { ShardSuppressions } from './suppressions.repository.ts';

const EXPIRY_INTERVAL_MS = 3_600_000;

/** Deletes old try-outs at the start and every hour: they describe what members did, and nobody decided to keep it. */
@Injectable()
export class BacktestExpiryTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tryouts: BacktestsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.round();
    this.timer = setInterval(() => this.round(), EXPIRY_INTERVAL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** One at a time; a round that fails is made up for by the next. */
  private round(): void {
    this.running ??= this.tryouts
      .dropOld(this.database.manager)
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'old try-outs could not be deleted');
      })
      .finally(() => {
        this.running = null;
      });
  }
}

/**
 * Works on one shard of a try-out: what the policy in force, the candidate, and the candidate a fifth lower would each
 * raise, were everything analysed at once, and what of that is gained and lost. Memory is that of the largest member.
 */
@Injectable()
export class BacktestShardService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly shards: ShardsRepository,
    private readonly repository: BacktestShardsRepository,
    private readonly policies: PolicyService,
    private readonly suppressions: ShardSuppressions,
    private readonly institution: CompanyTableService,
    private readonly reader: MemberEntriesReader,
  ) {}

  /** Writes beside the alerts, in one transaction with the mark of the shard: done again it adds nothing. */
  async work(address: ShardAddress, signal: AbortSignal): Promise<RunProgress | 'done_before'> {
    const tally = await this.tally(address, signal);
    if (tally === null) return 'done_before';
    return inTransaction(this.database, async (manager) => {
      const isOpen =
        (await this.repository.lockRun(manager, address)) && (await this.shards.lockOpen(manager, address));
      if (!isOpen) return 'done_before';
      await this.repository.addCounts(manager, address, tally.counts);
      await this.repository.addExamples(manager, address, tally.examples);
      return this.shards.finish(manager, { ...address, alerts: 0, suppressed: 0 });
    });
  }

  /** Null when the try-out was dropped. */
  private async tally(address: ShardAddress, signal: AbortSignal): Promise<BacktestTally | null> {
    const { manager } = this.database;
    const run = await this.repository.candidateOf(manager, address);
    if (run === null) return null;
    const institution = await this.institution.current();
    const silences = await this.suppressions.ofShard(manager, address);
    const judged = await this.repository.judgedAlertsOf(manager, address);
    const inForce = await this.policies.read(manager, run.policyVersion);
    const under = (policy: DetectionPolicy): DetectionContext => ({ ...institution, policy });
    const policies = [inForce, run.candidate, belowTheLinePolicy(run.candidate)];
    const compared = new PolicyComparison(policies.map(under));
    const tally = new BacktestTally();
    for await (const member of this.reader.read(address)) {
      if (signal.aborted)
        throw new AppError('unavailable', 'This process stops; another one does the shard again.');
      const history = prepareMember(member);
      const [now = [], candidate = [], lower = []] = compared
        .detect(history)
        .map((findings) => alertsOfFirstAnalysis(findings, silences));
      tally.add({
        now,
        candidate,
        lower,
        judged: history.accounts.flatMap(({ accountNumber }) => judged.get(accountNumber) ?? []),
      });
    }
    return tally;
  }
}

/** The alerts that a first look at the member would leave, as they would stand: cooled, grown and with raised risks. */
function alertsOfFirstAnalysis(
  findings: readonly Finding[],
  silences: readonly RuleSuppression[],
): Finding[] {
  if (findings.length === 0) return [];
  const standing = new AccountAlerts([], (finding) => isSuppressed(finding, silences));
  standing.weigh(findings);
  return standing.added.map(({ finding, amountCents, riskLevel }) => ({
    ...finding,
    amountCents,
    amount: formatCents(amountCents),
    riskLevel,
  }));
}

/** Tries a policy on the institution's whole history. Nothing is saved, and no alert is raised or changed. */
@Injectable()
export class BacktestsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly policies: PolicyService,
    private readonly tryouts: BacktestsRepository,
    private readonly results: BacktestResultsRepository,
    private readonly trail: AuditTrail,
    private readonly open: DetectionQueue,
  ) {}

  /**
   * Begins a try-out. The same user's earlier one is dropped, finished or not: he looks at the newest.
   * @throws AppError `bad_request` naming every problem of the policy; `unavailable` when the queue does not answer: it
   *   then begins later
   */
  async start(actor: Actor, body: PolicyBody): Promise<PolicyBacktest> {
    const begun = await inTransaction(this.database, async (manager) => {
      const inForce = await this.policies.current(manager);
      const candidate = candidatePolicy(inForce.version, body);
      await this.tryouts.dropThoseOf(manager, actor);
      await this.tryouts.dropOld(manager);
      const runId = await this.tryouts.add(manager, { actor, candidate });
      const detail = { tryOut: runId, changes: comparePolicies(inForce.policy, candidate).length };
      const subject = { type: 'policy', id: inForce.version } as const;
      await this.trail.record(actor, { action: 'policy.tried_out', subject, detail }, manager);
      return { id: runId, comparedWith: inForce.version };
    });
    await this.open.enqueueOpenWork(begun.id);
    return { ...begun, state: 'queued', shardsDone: 0, shards: 0, rows: [], alerts: [] };
  }

  /** @throws AppError `not_found` also when it was dropped or is older than a day */
  async view(id: number): Promise<PolicyBacktest> {
    const { manager } = this.database;
    const found = await this.tryouts.find(manager, id);
    if (found === null)
      throw new AppError('not_found', 'There is no such try-out, or it is not kept any longer.');
    if (found.state !== 'finished') return { ...found, rows: [], alerts: [] };
    const [rows, alerts] = await Promise.all([
      this.results.rows(manager, id),
      this.results.examples(manager, id),
    ]);
    return { ...found, rows, alerts };
  }
}
