import type { ActivityType, AlertEvidence, EvidenceCompany } from '@clearwatch/contracts/alerts';
import type { Finding } from '@clearwatch/domain/detection/detector';
import { isSuppressed } from '@clearwatch/domain/detection/finding-to-alert';
import { showsExpiringEntries } from '@clearwatch/domain/retention-period';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AnalyticsEnvironment } from '../analytics-environment.ts';
import { suppressionsOfShard } from '../policy/suppressions.service.ts';
import { AccountAlerts, type AddedAlert } from './account-alerts.ts';
import { AlertChain } from './alert-chain.service.ts';
import { FindingsRepository, type ShardWithPolicy } from './findings.repository.ts';

export interface RaisedAlerts {
  types: readonly ActivityType[];
  suppressed: number;
}

/** Turns findings into alerts, one per behavior. Reviewed alerts are never changed. */
@Injectable()
export class AlertRaiser {
  constructor(
    private readonly repository: FindingsRepository,
    private readonly chain: AlertChain,
    private readonly today: Today,
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
  ) {}

  /** @param analyses findings, one list per analysis, in order */
  async raise(manager: EntityManager, shard: ShardWithPolicy, analyses: readonly Finding[][]) {
    if (analyses.every((findings) => findings.length === 0)) return { types: [], suppressed: 0 };
    const suppressions = await suppressionsOfShard(manager, shard);
    const stored = await this.repository.alertsOfShard(manager, shard);
    const alerts = new AccountAlerts(stored, (finding) => isSuppressed(finding, suppressions));
    for (const findings of analyses) alerts.add(findings);
    const grown: string[] = [];
    for (const { id, amountCents } of await this.unaltered(manager, alerts.grown))
      if (await this.repository.raiseAmount(manager, id, amountCents)) grown.push(id);
    await this.chain.append(manager, 'grown', grown);
    const types = await this.insert(manager, shard, alerts.added);
    return { types, suppressed: alerts.suppressed };
  }

  /** Limits open alerts to what the remaining imports justify. Alerts once reviewed stay, even if reopened. */
  async revise(manager: EntityManager, shard: ShardWithPolicy, analyses: readonly Finding[][]) {
    const stored = await this.repository.alertsOfShard(manager, shard);
    const decided = await this.repository.everDecided(manager, stored);
    const open = new Map(stored.filter(({ id }) => !decided.has(id)).map((alert) => [alertKey(alert), alert.id]));
    const suppressions = await suppressionsOfShard(manager, shard);
    const alerts = new AccountAlerts(
      stored.filter(({ id }) => decided.has(id)),
      // A suppression prevents new alerts. An existing alert stays as long as the ledger justifies it.
      (finding) => isSuppressed(finding, suppressions) && !open.has(alertKey(finding)),
    );
    for (const findings of analyses) alerts.add(findings);
    const justified = new Set(alerts.added.map(alertKey));
    const unjustified = [...open].filter(([key]) => !justified.has(key)).map(([, id]) => id);
    const removed = await this.chain.unaltered(manager, unjustified);
    await this.chain.append(manager, 'removed', removed);
    await this.repository.remove(manager, removed);
    const retained = alerts.added.filter((alert) => open.has(alertKey(alert)));
    await this.update(
      manager,
      shard,
      retained.map((alert) => ({ id: open.get(alertKey(alert)) ?? '', alert })),
    );
    const missing = alerts.added.filter((alert) => !open.has(alertKey(alert)));
    const types = await this.insert(manager, shard, missing);
    return { types, suppressed: alerts.suppressed };
  }

  private async unaltered<T extends { id: string }>(manager: EntityManager, alerts: readonly T[]): Promise<T[]> {
    const ids = await this.chain.unaltered(
      manager,
      alerts.map(({ id }) => id),
    );
    return alerts.filter(({ id }) => ids.includes(id));
  }

  private async update(
    manager: EntityManager,
    { policyVersion }: ShardWithPolicy,
    alerts: readonly { id: string; alert: AddedAlert }[],
  ): Promise<void> {
    const ids = alerts.map(({ id }) => id);
    const frozen = await this.repository.companiesShown(manager, ids);
    const revised: string[] = [];
    for (const { id, alert } of await this.unaltered(manager, alerts)) {
      const evidence = withSmallerAccountCounts(alert.finding.evidence, frozen.get(id) ?? []);
      if (await this.repository.update(manager, { id, alert, evidence, policyVersion })) revised.push(id);
    }
    await this.chain.append(manager, 'revised', revised);
  }

  /** Skips alerts for entries whose retention period ends by tomorrow. @returns the type of each new alert */
  private async insert(manager: EntityManager, shard: ShardWithPolicy, alerts: readonly AddedAlert[]) {
    const raised: string[] = [];
    const types: ActivityType[] = [];
    const time = { today: this.today.day(), retentionYears: this.environment.TRANSACTIONS_KEPT_YEARS };
    for (const alert of alerts) {
      if (showsExpiringEntries(alert.finding.evidence, time)) continue;
      const id = await this.repository.insert(manager, shard, alert);
      if (id === null) continue;
      raised.push(id);
      types.push(alert.finding.activityType);
    }
    await this.chain.append(manager, 'raised', raised);
    return types;
  }
}

/** An entry triggers at most one alert per type and account. */
function alertKey(alert: { activityType: string; accountNumber: string; triggerEntryId: string }): string {
  return JSON.stringify([alert.activityType, alert.accountNumber, alert.triggerEntryId]);
}

/**
 * Evidence contains the number of other accounts that used a company at the time of the alert, and the ledger has no history of this
 * number. The smaller of the stored and the current number is correct: later imports can only have added accounts, and the undo can only
 * have removed some.
 */
function withSmallerAccountCounts(evidence: AlertEvidence, frozen: readonly EvidenceCompany[]) {
  const before = new Map(frozen.map(({ company, otherAccounts }) => [company, otherAccounts]));
  const companies = evidence.companies.map((shown) => ({
    ...shown,
    otherAccounts: Math.min(shown.otherAccounts, before.get(shown.company) ?? shown.otherAccounts),
  }));
  return { ...evidence, companies };
}
