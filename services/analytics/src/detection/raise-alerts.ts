import type { ActivityType, AlertEvidence, EvidenceCompany } from '@clearwatch/contracts/alerts';
import type { Finding } from '@clearwatch/domain/detection/detector';
import { isSuppressed } from '@clearwatch/domain/detection/finding-to-alert';
import { showsExpiringEntries } from '@clearwatch/domain/retention-period';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AnalyticsEnvironment } from '../analytics-environment.ts';
import { ShardSuppressions } from '../policy/suppressions.repository.ts';
import { AccountAlerts, type AddedAlert, type StoredAlert } from './account-alerts.ts';
import { AlertChain } from './alert-chain.service.ts';
import { AlertRevisionRepository, FindingsRepository, type ShardWithPolicy } from './findings.repository.ts';

export interface RaisedAlerts {
  /** The types of the alerts that are new, one for each. */
  types: readonly ActivityType[];
  /** How many more there would be, were their rules not silenced for the account. */
  suppressed: number;
}

/** Turns findings into alerts by the alert contract: one behaviour, one alert; what was reviewed stays as it is. */
@Injectable()
export class AlertRaiser {
  constructor(
    private readonly repository: FindingsRepository,
    private readonly suppressions: ShardSuppressions,
    private readonly chain: AlertChain,
    private readonly today: Today,
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
  ) {}

  async raise(
    manager: EntityManager,
    shard: ShardWithPolicy,
    looks: readonly Finding[][],
  ): Promise<RaisedAlerts> {
    if (looks.every((findings) => findings.length === 0)) return { types: [], suppressed: 0 };
    const silences = await this.suppressions.ofShard(manager, shard);
    const standing = new AccountAlerts(await this.repository.alertsOfShard(manager, shard), (finding) =>
      isSuppressed(finding, silences),
    );
    for (const findings of looks) standing.weigh(findings);
    const grown: string[] = [];
    for (const { id, amountCents } of standing.grown)
      if (await this.repository.raiseAmount(manager, id, amountCents)) grown.push(id);
    await this.chain.append(manager, 'grown', grown);
    const types = await this.add(manager, shard, standing.added);
    return { types, suppressed: standing.suppressed };
  }

  /** @returns the types of those that are new; of what leaves the ledger nothing new is said */
  async add(
    manager: EntityManager,
    shard: ShardWithPolicy,
    alerts: readonly AddedAlert[],
  ): Promise<ActivityType[]> {
    const raised: string[] = [];
    const types: ActivityType[] = [];
    const time = { today: this.today.day(), keptYears: this.environment.TRANSACTIONS_KEPT_YEARS };
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

export interface AlertComparison {
  /** Ids of open alerts that nothing calls for any more. */
  gone: string[];
  /** Open alerts that stand and keep their id, beside what they should say. */
  kept: { id: string; alert: AddedAlert }[];
  missing: AddedAlert[];
}

/** Sets the alerts that should stand against the open ones that do; of a type, an entry anchors one alert of an account. */
function compareAlerts(open: readonly StoredAlert[], should: readonly AddedAlert[]): AlertComparison {
  const ids = new Map(open.map((alert) => [alertKey(alert), alert.id]));
  const wanted = new Set(should.map(alertKey));
  const kept: AlertComparison['kept'] = [];
  const missing: AddedAlert[] = [];
  for (const alert of should) {
    const id = ids.get(alertKey(alert));
    if (id === undefined) missing.push(alert);
    else kept.push({ id, alert });
  }
  return { gone: open.filter((alert) => !wanted.has(alertKey(alert))).map(({ id }) => id), kept, missing };
}

function alertKey({ activityType, accountNumber, triggerEntryId }: StoredAlert): string {
  return JSON.stringify([activityType, accountNumber, triggerEntryId]);
}

/**
 * Evidence says how many other accounts use a company, as that was when the alert was raised. The ledger keeps no history
 * of it: of what was frozen and what is counted now the smaller is taken. Imports since then can only have added accounts,
 * the undone one can only have taken some away.
 */
function withSmallerAccountCounts(
  evidence: AlertEvidence,
  frozen: readonly EvidenceCompany[],
): AlertEvidence {
  const before = new Map(frozen.map(({ company, otherAccounts }) => [company, otherAccounts]));
  const companies = evidence.companies.map((shown) => ({
    ...shown,
    otherAccounts: Math.min(shown.otherAccounts, before.get(shown.company) ?? shown.otherAccounts),
  }));
  return { ...evidence, companies };
}

/**
 * Makes the open alerts of a shard those that the remaining imports call for. Those that somebody has ever decided stay for
 * ever, reopened ones too, and findings are weighed against them as always.
 */
@Injectable()
export class AlertReviser {
  constructor(
    private readonly findings: FindingsRepository,
    private readonly repository: AlertRevisionRepository,
    private readonly suppressions: ShardSuppressions,
    private readonly raising: AlertRaiser,
    private readonly chain: AlertChain,
  ) {}

  async revise(
    manager: EntityManager,
    shard: ShardWithPolicy,
    looks: readonly Finding[][],
  ): Promise<RaisedAlerts> {
    const stored = await this.findings.alertsOfShard(manager, shard);
    const decided = await this.repository.everDecided(manager, stored);
    const open = stored.filter(({ id }) => !decided.has(id));
    const silences = await this.suppressions.ofShard(manager, shard);
    const standing = new AccountAlerts(
      stored.filter(({ id }) => decided.has(id)),
      // A silence raises nothing new; an alert from before it stands for as long as the ledger calls for it.
      (finding) => isSuppressed(finding, silences) && !open.some((alert) => hasSameTrigger(alert, finding)),
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
      const evidence = withSmallerAccountCounts(alert.finding.evidence, frozen.get(id) ?? []);
      const { policyVersion } = shard;
      const isChanged = await this.repository.bringUpToDate(manager, { id, alert, evidence, policyVersion });
      if (isChanged) revised.push(id);
    }
    await this.chain.append(manager, 'revised', revised);
    const types = await this.raising.add(manager, shard, missing);
    return { types, suppressed: standing.suppressed };
  }
}

function hasSameTrigger(alert: StoredAlert, finding: Finding): boolean {
  return (
    alert.activityType === finding.activityType &&
    alert.accountNumber === finding.accountNumber &&
    alert.triggerEntryId === finding.triggerEntryId
  );
}
