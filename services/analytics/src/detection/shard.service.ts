import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { detectMember, detectOverImports } from '@clearwatch/domain/detection/detection-engine';
import type { DetectionContext, Finding } from '@clearwatch/domain/detection/detector';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { FixedLabelCounter } from '@clearwatch/service-kit/metrics/prometheus-metrics';
import { Injectable } from '@nestjs/common'; // cspell:ignore tryout
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BacktestShardService } from '../policy/backtests.service.ts';
import { PolicyService } from '../policy/policy.service.ts';
import { CompanyTableService } from './company-table.service.ts';
import {
  type RunKind,
  type RunProgress,
  type ShardAddress,
  type ShardRun,
  ShardsRepository,
} from './detection-runs.repository.ts';
import { FindingsRepository } from './findings.repository.ts';
import { MemberEntriesReader } from './member-entries.reader.ts';
import { AlertRaiser, type RaisedAlerts } from './raise-alerts.ts';

const ALERTS_COUNTER = new FixedLabelCounter({
  name: 'clearwatch_alerts_total',
  help: 'New alerts by activity type, excluding those from backtests.',
  label: 'type',
  values: ACTIVITY_TYPES,
});

export type ShardOutcome = (RunProgress & { kind: RunKind }) | 'done_before';

@Injectable()
export class ShardService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly shards: ShardsRepository,
    private readonly policies: PolicyService,
    private readonly institution: CompanyTableService,
    private readonly reader: MemberEntriesReader,
    private readonly findings: FindingsRepository,
    private readonly alerts: AlertRaiser,
    private readonly backtests: BacktestShardService,
  ) {}

  /** One transaction saves the alerts of a shard and finishes it, so repeating a shard adds nothing. */
  async detect(address: ShardAddress, signal: AbortSignal): Promise<ShardOutcome> {
    const run = await this.shards.runOfOpenShard(address);
    if (run === null) return 'done_before';
    if (run.kind === 'tryout') {
      const progress = await this.backtests.work(address, signal);
      return progress === 'done_before' ? progress : { kind: run.kind, ...progress };
    }
    const doneBefore = await this.shards.countDoneElsewhere(this.database.manager, address, run.kind);
    const analyses = await this.read(address, run, signal);
    let raised: RaisedAlerts = { types: [], suppressed: 0 };
    const outcome = await inTransaction(this.database, async (manager): Promise<ShardOutcome> => {
      await this.findings.lockWriters(manager);
      if (!(await this.shards.lockOpen(manager, address))) return 'done_before';
      const done = await this.shards.countDoneElsewhere(manager, address, run.kind);
      // Another run may have made the entries read here outdated. From this point on, no other shard writes.
      const fresh = done === doneBefore ? analyses : await this.read(address, run, signal);
      const shard = { ...address, policyVersion: run.policyVersion };
      raised =
        run.kind === 'undo'
          ? await this.alerts.revise(manager, shard, fresh)
          : await this.alerts.raise(manager, shard, fresh);
      const { types, suppressed } = raised;
      const progress = await this.shards.finish(manager, { ...address, alerts: types.length, suppressed });
      return { kind: run.kind, ...progress };
    });
    // Runs after the commit, so that rolled-back alerts do not count.
    for (const type of raised.types) ALERTS_COUNTER.count(type);
    return outcome;
  }

  /** Findings by analysis, in order. Each member has one analysis or, after an undo, one for each import. */
  async read(address: ShardAddress, run: ShardRun, signal: AbortSignal): Promise<Finding[][]> {
    const policy = await this.policies.read(this.database.manager, run.policyVersion);
    const context: DetectionContext = { ...(await this.institution.current()), policy };
    const withOpenAlerts = run.kind === 'undo' ? await this.shards.accountsWithOpenAlerts(address) : new Set<string>();
    const analyses: Finding[][] = [];
    for await (const member of this.reader.read(address)) {
      if (signal.aborted)
        throw new AppError('unavailable', 'This process is stopping. Another process will repeat the shard.');
      const findings = detectMember(prepareMember(member), context);
      const hasOpenAlerts =
        withOpenAlerts.size > 0 && member.entries.some(({ accountNumber }) => withOpenAlerts.has(accountNumber));
      if (findings.length === 0 && !hasOpenAlerts) continue;
      analyses.push(...(run.kind === 'undo' ? detectOverImports(member, context) : [findings]));
    }
    return analyses;
  }
}
