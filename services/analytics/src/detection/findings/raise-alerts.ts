import type { ActivityType } from '@clearwatch/contracts/alerts';
import type { Finding } from '@clearwatch/domain/detection/detector';
import { isSuppressed } from '@clearwatch/domain/detection/finding-to-alert';
import { showsExpiringEntries } from '@clearwatch/domain/retention-period';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AnalyticsEnvironment } from '../../environment.ts';
import { Suppressions } from '../../policy/suppressions/suppressions.ts';
import { AlertChain } from '../chain/alert-chain.ts';
import { FindingsRepository, type ShardOfRun } from './findings.repository.ts';
import { type AddedAlert, StandingAlerts } from './standing-alerts.ts';

export interface Raised {
  /** The types of the alerts that are new, one for each. */
  types: readonly ActivityType[];
  /** How many more there would be, were their rules not silenced for the account. */
  suppressed: number;
}

/** Turns findings into alerts by the alert contract: one behaviour, one alert; what was reviewed stays as it is. */
@Injectable()
export class RaiseAlerts {
  constructor(
    private readonly repository: FindingsRepository,
    private readonly suppressions: Suppressions,
    private readonly chain: AlertChain,
    private readonly today: Today,
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
  ) {}

  async raise(manager: EntityManager, shard: ShardOfRun, looks: readonly Finding[][]): Promise<Raised> {
    if (looks.every((findings) => findings.length === 0)) return { types: [], suppressed: 0 };
    const silences = await this.suppressions.ofShard(manager, shard);
    const standing = new StandingAlerts(await this.repository.alertsOfShard(manager, shard), (finding) =>
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
    shard: ShardOfRun,
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
