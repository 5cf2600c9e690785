import type { Finding } from '@clearwatch/domain/fraud/frame';
import { isSilenced } from '@clearwatch/domain/fraud/is-silenced';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Suppressions } from '../../policy/suppressions/suppressions.ts';
import { FindingsRepository, type ShardOfRun } from './findings.repository.ts';
import { StandingAlerts } from './standing-alerts.ts';

export interface Raised {
  /** How many alerts are new. */
  alerts: number;
  /** How many more there would be, were their rules not silenced for the account. */
  suppressed: number;
}

/** Turns findings into alerts by the alert contract: one behaviour, one alert; what was reviewed stays as it is. */
@Injectable()
export class RaiseAlerts {
  constructor(
    private readonly repository: FindingsRepository,
    private readonly suppressions: Suppressions,
  ) {}

  async raise(manager: EntityManager, shard: ShardOfRun, looks: readonly Finding[][]): Promise<Raised> {
    if (looks.every((findings) => findings.length === 0)) return { alerts: 0, suppressed: 0 };
    const silences = await this.suppressions.ofShard(manager, shard);
    const standing = new StandingAlerts(await this.repository.alertsOfShard(manager, shard), (finding) =>
      isSilenced(finding, silences),
    );
    for (const findings of looks) standing.weigh(findings);
    for (const { id, amountCents } of standing.grown)
      await this.repository.raiseAmount(manager, id, amountCents);
    let alerts = 0;
    for (const alert of standing.added) if (await this.repository.insert(manager, shard, alert)) alerts += 1;
    return { alerts, suppressed: standing.suppressed };
  }
}
