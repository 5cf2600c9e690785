import { accountsOf, coolingDecision } from '@clearwatch/domain/fraud/cooling';
import type { Finding } from '@clearwatch/domain/fraud/frame';
import { riskAmong } from '@clearwatch/domain/fraud/raise-risk';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ShardAddress } from '../runs/detection-runs.repository.ts';
import { FindingsRepository } from './findings.repository.ts';
import type { StoredAlert } from './stored-alert.ts';

/** Turns findings into alerts by the alert contract: one behaviour, one alert; what was reviewed stays as it is. */
@Injectable()
export class RaiseAlerts {
  constructor(private readonly repository: FindingsRepository) {}

  /** @returns how many alerts are new */
  async raise(
    manager: EntityManager,
    shard: ShardAddress & { policyVersion: number; findings: readonly Finding[] },
  ): Promise<number> {
    if (shard.findings.length === 0) return 0;
    const stored = await this.repository.alertsOfShard(manager, shard);
    const byAccount = Map.groupBy(stored, ({ accountNumber }) => accountNumber);
    let inserted = 0;
    // A fixed order, because an alert can raise the risk of the next one on its account.
    for (const finding of shard.findings.toSorted(byTrigger)) {
      const alerts = [...accountsOf(finding)].flatMap((account) => byAccount.get(account) ?? []);
      const added = await this.raiseOne(manager, { shard, finding, alerts });
      if (added === null) continue;
      inserted += 1;
      byAccount.set(added.accountNumber, [...(byAccount.get(added.accountNumber) ?? []), added]);
    }
    return inserted;
  }

  private async raiseOne(
    manager: EntityManager,
    work: {
      shard: ShardAddress & { policyVersion: number };
      finding: Finding;
      alerts: readonly StoredAlert[];
    },
  ): Promise<StoredAlert | null> {
    const { shard, finding, alerts } = work;
    const sameType = alerts.filter(({ activityType }) => activityType === finding.activityType);
    const decision = coolingDecision(finding, sameType);
    if (decision.action === 'skip') return null;
    if (decision.action === 'raise') {
      await this.repository.raiseAmount(manager, decision.alertId, decision.amountCents);
      return null;
    }
    const { runId, policyVersion } = shard;
    const anchored = decision.finding;
    const riskLevel = riskAmong(anchored, alerts);
    const id = await this.repository.insert(manager, { runId, policyVersion, finding: anchored, riskLevel });
    return id === null ? null : { ...storedFrom(anchored), id, riskLevel };
  }
}

function storedFrom(finding: Finding): Omit<StoredAlert, 'id'> {
  return {
    activityType: finding.activityType,
    category: finding.category,
    accountNumber: finding.accountNumber,
    triggerEntryId: finding.triggerEntryId,
    anchorDay: finding.triggerDay,
    amountCents: finding.amountCents,
    reviewed: false,
    riskLevel: finding.riskLevel,
  };
}

function byTrigger(left: Finding, right: Finding): number {
  const leftKey = `${left.triggerDay} ${left.activityType} ${left.accountNumber} ${left.triggerEntryId}`;
  const rightKey = `${right.triggerDay} ${right.activityType} ${right.accountNumber} ${right.triggerEntryId}`;
  return leftKey < rightKey ? -1 : 1;
}
