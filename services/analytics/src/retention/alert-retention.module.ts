import { providePurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Module } from '@nestjs/common';
import { AlertChain } from '../detection/alert-chain.service.ts';
import { FindingsRepository } from '../detection/findings.repository.ts';
import { DailyAlertPurgeFinder, PurgeAlertsHandler } from './alert-retention.service.ts';

@Module({
  providers: [providePurgeRuns('analytics'), AlertChain, DailyAlertPurgeFinder, FindingsRepository, PurgeAlertsHandler],
})
export class AlertRetentionModule {}
