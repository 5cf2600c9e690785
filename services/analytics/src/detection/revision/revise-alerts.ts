import type { Finding } from '@clearwatch/domain/fraud/frame';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FindingsRepository, type ShardOfRun } from '../findings/findings.repository.ts';
import { StandingAlerts } from '../findings/standing-alerts.ts';
import { compareAlerts } from './compare-alerts.ts';
import { withFrozenCounts } from './frozen-counts.ts';
import { RevisionRepository } from './revision.repository.ts';

/**
 * Makes the open alerts of a shard those that the remaining imports call for. Those that somebody has ever decided stay for
 * ever, reopened ones too, and findings are weighed against them as always.
 */
@Injectable()
export class ReviseAlerts {
  constructor(
    private readonly findings: FindingsRepository,
    private readonly repository: RevisionRepository,
  ) {}

  /** @returns how many alerts are new */
  async revise(manager: EntityManager, shard: ShardOfRun, looks: readonly Finding[][]): Promise<number> {
    const stored = await this.findings.alertsOfShard(manager, shard);
    const decided = await this.repository.everDecided(manager, stored);
    const standing = new StandingAlerts(stored.filter(({ id }) => decided.has(id)));
    for (const findings of looks) standing.weigh(findings);
    const open = stored.filter(({ id }) => !decided.has(id));
    const { gone, kept, missing } = compareAlerts(open, standing.added);
    await this.repository.remove(manager, gone);
    const frozen = await this.repository.companiesShown(
      manager,
      kept.map(({ id }) => id),
    );
    for (const { id, alert } of kept) {
      const evidence = withFrozenCounts(alert.finding.evidence, frozen.get(id) ?? []);
      const { policyVersion } = shard;
      await this.repository.bringUpToDate(manager, { id, alert, evidence, policyVersion });
    }
    let inserted = 0;
    for (const alert of missing) if (await this.findings.insert(manager, shard, alert)) inserted += 1;
    return inserted;
  }
}
