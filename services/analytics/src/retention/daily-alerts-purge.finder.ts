import { PURGE_ALERTS, type PurgePayload } from '@clearwatch/contracts/jobs.dto';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';

/** Every day has one purge of alerts; whoever looks first opens it. */
@Injectable()
export class DailyAlertsPurge implements LostWorkFinder<PurgePayload> {
  readonly definition = PURGE_ALERTS;

  constructor(
    private readonly runs: PurgeRuns,
    private readonly today: Today,
  ) {}

  async findOpenWork(): Promise<PurgePayload[]> {
    return (await this.runs.open(this.today.day())).map((runId) => ({ runId }));
  }

  async giveUp({ runId }: PurgePayload): Promise<void> {
    await this.runs.giveUp(runId);
  }
}
