import type { Finding } from '@clearwatch/domain/detection/detector';
import { isSuppressed } from '@clearwatch/domain/detection/finding-to-alert';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Suppressions } from '../../policy/suppressions/suppressions.ts';
import { AlertChain } from '../chain/alert-chain.ts';
import { FindingsRepository, type ShardOfRun } from '../findings/findings.repository.ts';
import { RaiseAlerts, type Raised } from '../findings/raise-alerts.ts';
import { StandingAlerts } from '../findings/standing-alerts.ts';
import type { StoredAlert } from '../findings/stored-alert.ts';
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
    private readonly suppressions: Suppressions,
    private readonly raising: RaiseAlerts,
    private readonly chain: AlertChain,
  ) {}

  async revise(manager: EntityManager, shard: ShardOfRun, looks: readonly Finding[][]): Promise<Raised> {
    const stored = await this.findings.alertsOfShard(manager, shard);
    const decided = await this.repository.everDecided(manager, stored);
    const open = stored.filter(({ id }) => !decided.has(id));
    const silences = await this.suppressions.ofShard(manager, shard);
    const standing = new StandingAlerts(
      stored.filter(({ id }) => decided.has(id)),
      // A silence raises nothing new; an alert from before it stands for as long as the ledger calls for it.
      (finding) => isSuppressed(finding, silences) && !open.some((alert) => isAnchoredAs(alert, finding)),
    );
    for (const findings of looks) standing.weigh(findings);
    const { gone, kept, missing } = compareAlerts(open, standing.added);
    await this.chain.append(manager, 'removed', gone);
    await this.repository.remove(manager, gone);
    const frozen = await this.repository.companiesShown(
      manager,
      kept.map(({ id }) => id),
    );
    const revised: string[] = [];
    for (const { id, alert } of kept) {
      const evidence = withFrozenCounts(alert.finding.evidence, frozen.get(id) ?? []);
      const { policyVersion } = shard;
      const isChanged = await this.repository.bringUpToDate(manager, { id, alert, evidence, policyVersion });
      if (isChanged) revised.push(id);
    }
    await this.chain.append(manager, 'revised', revised);
    const types = await this.raising.add(manager, shard, missing);
    return { types, suppressed: standing.suppressed };
  }
}

function isAnchoredAs(alert: StoredAlert, finding: Finding): boolean {
  return (
    alert.activityType === finding.activityType &&
    alert.accountNumber === finding.accountNumber &&
    alert.triggerEntryId === finding.triggerEntryId
  );
}
