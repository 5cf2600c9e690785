import { DETECT_RUN, type DetectRunPayload } from '@clearwatch/contracts/jobs.dto';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { DetectionRunsRepository } from './detection-runs.repository.ts';

@Injectable()
export class QueuedRunsFinder implements LostWorkFinder<DetectRunPayload> {
  readonly definition = DETECT_RUN;

  constructor(private readonly runs: DetectionRunsRepository) {}

  async findOpenWork(): Promise<DetectRunPayload[]> {
    return (await this.runs.findOverdueRuns()).map((runId) => ({ runId }));
  }
}
