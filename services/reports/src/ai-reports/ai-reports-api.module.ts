import { Module } from '@nestjs/common';
import { TodayModule } from '../today.module.ts';
import { ReportActsController } from './acts/report-acts.controller.ts';
import { ReportActs } from './acts/report-acts.service.ts';
import { AskedReports } from './asking/asked-reports.repository.ts';
import { GenerateReportController } from './asking/generate-report.controller.ts';
import { GenerateReportService } from './asking/generate-report.service.ts';
import { ExportReportController } from './exporting/export-report.controller.ts';
import { ExportReport } from './exporting/export-report.service.ts';
import { Institution } from './exporting/institution.ts';
import { ReportPrinter } from './exporting/pdf/report-printer.service.ts';
import { AiReportsController } from './reading/ai-reports.controller.ts';
import { AiReportsRepository } from './reading/ai-reports.repository.ts';
import { AiReportsService } from './reading/ai-reports.service.ts';

@Module({
  controllers: [GenerateReportController, AiReportsController, ReportActsController, ExportReportController],
  imports: [TodayModule],
  providers: [
    AskedReports,
    GenerateReportService,
    AiReportsRepository,
    AiReportsService,
    ReportActs,
    ExportReport,
    Institution,
    ReportPrinter,
  ],
})
export class AiReportsApiModule {}
