import type { Finding } from '@clearwatch/domain/fraud/frame';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FindingsRepository, type ShardOfRun } from './findings.repository.ts';
import { StandingAlerts } from './standing-alerts.ts';

/** Turns findings into alerts by the alert contract: one behaviour, one alert; what was reviewed stays as it is. */
@Injectable()
export class RaiseAlerts {
  constructor(private readonly repository: FindingsRepository) {}

  /** @returns how many alerts are new */
  async raise(manager: EntityManager, shard: ShardOfRun, looks: readonly Finding[][]): Promise<number> {
    if (looks.every((findings) => findings.length === 0)) return 0;
    const standing = new StandingAlerts(await this.repository.alertsOfShard(manager, shard));
    for (const findings of looks) standing.weigh(findings);
    for (const { id, amountCents } of standing.grown)
      await this.repository.raiseAmount(manager, id, amountCents);
    let inserted = 0;
    for (const alert of standing.added)
      if (await this.repository.insert(manager, shard, alert)) inserted += 1;
    return inserted;
  }
}
