import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { TryoutShards } from '../../policy/tryouts/tryout-shards.ts';
import { ALERTS } from '../findings/alert-metrics.ts';
import { FindingsRepository } from '../findings/findings.repository.ts';
import { RaiseAlerts, type Raised } from '../findings/raise-alerts.ts';
import { ReviseAlerts } from '../revision/revise-alerts.ts';
import type { ShardAddress } from '../runs/detection-runs.repository.ts';
import type { RunKind } from '../runs/run-kind.ts';
import { ShardFindings } from './shard-findings.ts';
import { type RunProgress, ShardsRepository } from './shards.repository.ts';

export type ShardOutcome = (RunProgress & { kind: RunKind }) | 'done_before';

/** Analyses the members of one shard and writes what follows. */
@Injectable()
export class ShardService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly shards: ShardsRepository,
    private readonly findings: ShardFindings,
    private readonly writers: FindingsRepository,
    private readonly raising: RaiseAlerts,
    private readonly revising: ReviseAlerts,
    private readonly tryouts: TryoutShards,
  ) {}

  /** All alerts of the shard and its mark are one transaction: a shard that is done again adds nothing. */
  async detect(address: ShardAddress, signal: AbortSignal): Promise<ShardOutcome> {
    const run = await this.shards.runOfOpenShard(address);
    if (run === null) return 'done_before';
    if (run.kind === 'tryout') {
      const progress = await this.tryouts.work(address, signal);
      return progress === 'done_before' ? progress : { kind: run.kind, ...progress };
    }
    const doneBefore = await this.shards.countDoneElsewhere(this.database.manager, address, run.kind);
    const looks = await this.findings.read(address, run, signal);
    let raised: Raised = { types: [], suppressed: 0 };
    const outcome = await inTransaction(this.database, async (manager): Promise<ShardOutcome> => {
      await this.writers.lockWriters(manager);
      if (!(await this.shards.lockOpen(manager, address))) return 'done_before';
      const done = await this.shards.countDoneElsewhere(manager, address, run.kind);
      // What was read may be older than what another run has made of it; while nobody else writes, it is not.
      const fresh = done === doneBefore ? looks : await this.findings.read(address, run, signal);
      const shard = { ...address, policyVersion: run.policyVersion };
      raised =
        run.kind === 'undo'
          ? await this.revising.revise(manager, shard, fresh)
          : await this.raising.raise(manager, shard, fresh);
      const { types, suppressed } = raised;
      const progress = await this.shards.finish(manager, { ...address, alerts: types.length, suppressed });
      return { kind: run.kind, ...progress };
    });
    // Not before the commit.
    for (const type of raised.types) ALERTS.count(type);
    return outcome;
  }
}
