import { DETECT_ACCOUNTS, type DetectAccountsPayload } from '@clearwatch/contracts/jobs.dto';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { DetectionRunsRepository } from './detection-runs.repository.ts';

@Injectable()
export class OpenShardsFinder implements LostWorkFinder<DetectAccountsPayload> {
  readonly definition = DETECT_ACCOUNTS;

  constructor(private readonly runs: DetectionRunsRepository) {}

  async findOpenWork(): Promise<DetectAccountsPayload[]> {
    return this.runs.findOverdueShards();
  }
}
