import { belowTheLinePolicy, PolicyComparison } from '@clearwatch/domain/detection/backtest-policies';
import { BacktestTally } from '@clearwatch/domain/detection/backtest-tally';
import type { DetectionContext, DetectionPolicy, Finding } from '@clearwatch/domain/detection/detector';
import { isSuppressed, type RuleSuppression } from '@clearwatch/domain/detection/finding-to-alert';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
import { formatCents } from '@clearwatch/domain/money/cents';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CompanyTables } from '../../detection/companies/company-tables.ts';
import { MemberEntriesReader } from '../../detection/entries/member-entries.reader.ts';
import { StandingAlerts } from '../../detection/findings/standing-alerts.ts';
import type { ShardAddress } from '../../detection/runs/detection-runs.repository.ts';
import { type RunProgress, ShardsRepository } from '../../detection/shards/shards.repository.ts';
import { PolicyService } from '../policy.service.ts';
import { Suppressions } from '../suppressions/suppressions.ts';
import { TryoutShardsRepository } from './tryout-shards.repository.ts';

/**
 * Works on one shard of a try-out: what the policy in force, the candidate, and the candidate a fifth lower would each
 * raise, were everything analysed at once, and what of that is gained and lost. Memory is that of the largest member.
 */
@Injectable()
export class TryoutShards {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly shards: ShardsRepository,
    private readonly repository: TryoutShardsRepository,
    private readonly policies: PolicyService,
    private readonly suppressions: Suppressions,
    private readonly institution: CompanyTables,
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
        .map((findings) => wouldRaise(findings, silences));
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
function wouldRaise(findings: readonly Finding[], silences: readonly RuleSuppression[]): Finding[] {
  if (findings.length === 0) return [];
  const standing = new StandingAlerts([], (finding) => isSuppressed(finding, silences));
  standing.weigh(findings);
  return standing.added.map(({ finding, amountCents, riskLevel }) => ({
    ...finding,
    amountCents,
    amount: formatCents(amountCents),
    riskLevel,
  }));
}
