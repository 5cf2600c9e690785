import { STATUS_SOURCE } from '@clearwatch/service-kit/health/service-health.controller';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { PurgeRuns, providePurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { PurgeScheduler } from '@clearwatch/service-kit/retention/purge-scheduler';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReportsStatus } from '../status/reports-status.ts';
import {
  AiReportsController,
  GenerateReportController,
  ReportActionsController,
  ReportExportController,
} from './ai-reports.controller.ts';
import { AiReportsService } from './ai-reports.service.ts';
import { ComposeReportHandler, UnfinishedReportsFinder } from './compose-report.processor.ts';
import { ReportExportService, ReportPdfPrinter } from './export/report-export.service.ts';
import { ModelWriterService } from './model/model-writer.service.ts';
import { ReportClaimsRepository } from './report-claims.repository.ts';
import { ReportExpiryService } from './report-expiry.service.ts';
import { ReportWriterService } from './report-writer.service.ts';

@Module({
  controllers: [GenerateReportController, AiReportsController, ReportActionsController, ReportExportController],
  providers: [
    AiReportsService,
    ReportExportService,
    ReportPdfPrinter,
    { provide: STATUS_SOURCE, useClass: ReportsStatus },
  ],
  exports: [STATUS_SOURCE],
})
export class AiReportsModule {}

@Module({
  providers: [
    ReportClaimsRepository,
    ModelWriterService,
    ReportWriterService,
    ComposeReportHandler,
    UnfinishedReportsFinder,
    providePurgeRuns('reports'),
    ReportExpiryService,
    {
      provide: PurgeScheduler,
      useFactory: (expiry: ReportExpiryService, runs: PurgeRuns, today: Today, logger: Logger) =>
        new PurgeScheduler({
          runs,
          today,
          logger,
          purge: async (runId) => {
            const reports = await expiry.expire(runId);
            if (reports > 0) logger.info({ reports }, 'old reports deleted');
          },
        }),
      inject: [ReportExpiryService, PurgeRuns, Today, LOGGER],
    },
  ],
})
export class ReportWorkersModule {}
