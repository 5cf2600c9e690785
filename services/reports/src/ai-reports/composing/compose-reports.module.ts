import { Module } from '@nestjs/common';
import { TodayModule } from '../../today.module.ts';
import { LedgerSnapshot } from '../facts/ledger-facts.ts';
import { ModelWriter } from '../model/model-writer.service.ts';
import { ComposeReportHandler } from './compose-report.handler.ts';
import { LedgerReports } from './ledger-reports.service.ts';
import { ReportClaims } from './report-claims.repository.ts';
import { ReportWording } from './report-wording.service.ts';
import { ReportWriter } from './report-writer.service.ts';
import { UnfinishedReports } from './unfinished-reports.finder.ts';

@Module({
  imports: [TodayModule],
  providers: [
    LedgerSnapshot,
    LedgerReports,
    ReportClaims,
    ReportWording,
    ModelWriter,
    ReportWriter,
    ComposeReportHandler,
    UnfinishedReports,
  ],
})
export class ComposeReportsModule {}
