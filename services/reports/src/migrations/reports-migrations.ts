import type { MigrationInterface } from 'typeorm';
import { AddReportAttempts1764800000001 } from './add-report-attempts.ts';
import { CompleteSearchTexts1764700000007 } from './complete-search-texts.ts';
import { CountStreamDays1764700000006 } from './count-search-stream-days.ts';
import { CreateReportWork1764600000006 } from './create-report-work.ts';
import { CreateReports1763600000005 } from './create-reports.ts';
import { CreateReportsAuditOutbox1764600000005 } from './create-reports-audit-outbox.ts';
import { CreateReportsRetention1765200000005 } from './create-reports-retention.ts';
import { KeepViews1764900000001 } from './create-saved-views.ts';
import { CreateSearch1764700000005 } from './create-search.ts';
import { IndexSearchByDay1765400000005 } from './index-search-by-day.ts';
import { SearchUnknownCompany1765500000005 } from './search-unknown-company.ts';
import { ShowFinishedReports1764900000006 } from './show-finished-reports.ts';

/** In the order they run; each is applied once and never edited afterwards. */
export const reportsMigrations: (new () => MigrationInterface)[] = [
  CreateReports1763600000005,
  CreateReportsAuditOutbox1764600000005,
  CreateReportWork1764600000006,
  CreateSearch1764700000005,
  CountStreamDays1764700000006,
  CompleteSearchTexts1764700000007,
  AddReportAttempts1764800000001,
  KeepViews1764900000001,
  ShowFinishedReports1764900000006,
  CreateReportsRetention1765200000005,
  IndexSearchByDay1765400000005,
  SearchUnknownCompany1765500000005,
];
