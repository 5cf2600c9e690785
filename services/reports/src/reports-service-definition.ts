import { COMPOSE_REPORT, INDEX_IMPORT, RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs.dto';
import { AuditTrailModule } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AiReportEntity } from './ai-reports/ai-report.entity.ts';
import { AiReportsModule, ReportWorkersModule } from './ai-reports/ai-reports.module.ts';
import { ReportsEnvironment } from './reports-environment.ts';
import { DefaultViewEntity, SavedViewEntity } from './saved-views/saved-view.entity.ts';
import { SavedViewsModule } from './saved-views/saved-views.module.ts';
import { SearchIndexModule } from './search/search-index.processor.ts';
import { TransactionReportsModule } from './transaction-reports/transaction-reports.module.ts';

export function defineReports(
  environment: ReportsEnvironment = readEnvironment(ReportsEnvironment),
): ServiceDefinition<ReportsEnvironment> {
  return {
    name: 'reports',
    environment,
    entities: [AiReportEntity, SavedViewEntity, DefaultViewEntity],
    shared: [AuditTrailModule.forRoot({ source: 'reports', schema: 'reports' })],
    // `api/reports/:id` must be last, because it also matches other paths under `api/reports`.
    api: [TransactionReportsModule, SavedViewsModule, AiReportsModule],
    workers: [ReportWorkersModule, SearchIndexModule],
    jobs: {
      worksOn: [COMPOSE_REPORT, INDEX_IMPORT],
      sends: [COMPOSE_REPORT, RECORD_AUDIT_EVENT],
      // A report job spends most of its time waiting for a model.
      concurrency: { compose: 3 },
    },
  };
}
