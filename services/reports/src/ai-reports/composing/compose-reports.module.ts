import { Today } from '@clearwatch/service-kit/time/today';
import { Module } from '@nestjs/common';
import { LedgerSnapshot } from '../facts/ledger-facts.ts';
import { ModelWriter } from '../model/model-writer.service.ts';
import { ReportExpiry } from '../retention/report-expiry.service.ts';
import { ReportExpiryTimer } from '../retention/report-expiry.timer.ts';
import { ComposeReportHandler } from './compose-report.handler.ts';
import { LedgerReports } from './ledger-reports.service.ts';
import { ReportClaims } from './report-claims.repository.ts';
import { ReportWording } from './report-wording.service.ts';
import { ReportWriter } from './report-writer.service.ts';
import { UnfinishedReports } from './unfinished-reports.finder.ts';

@Module({
  providers: [
    Today,
    LedgerSnapshot,
    LedgerReports,
    ReportClaims,
    ReportWording,
    ModelWriter,
    ReportWriter,
    ComposeReportHandler,
    UnfinishedReports,
    ReportExpiry,
    ReportExpiryTimer,
  ],
})
export class ComposeReportsModule {}
