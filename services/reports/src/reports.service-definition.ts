import { COMPOSE_REPORT, INDEX_IMPORT, RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs.dto';
import { AuditTrailModule } from '@clearwatch/service-kit/audit/audit-trail.module';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AiReportsApiModule } from './ai-reports/ai-reports-api.module.ts';
import { ComposeReportsModule } from './ai-reports/composing/compose-reports.module.ts';
import { UnfinishedReports } from './ai-reports/composing/unfinished-reports.finder.ts';
import { RetentionModule } from './ai-reports/retention/retention.module.ts';
import { ReportsEnvironment } from './environment.ts';
import { SavedFiltersApiModule } from './saved-filters/saved-filters-api.module.ts';
import { SavedViewsApiModule } from './saved-views/saved-views-api.module.ts';
import { KeepSearchableModule } from './search/keeping/keep-searchable.module.ts';
import { UnsettledImportsFinder } from './search/keeping/unsettled-imports.finder.ts';
import { StatusModule } from './status/status.module.ts';
import { TransactionReportsApiModule } from './transaction-reports/transaction-reports-api.module.ts';

/** Transaction reports and AI reports. */
export function defineReports(
  environment: ReportsEnvironment = readEnvironment(ReportsEnvironment),
): ServiceDefinition<ReportsEnvironment> {
  return {
    name: 'reports',
    environment,
    entities: [],
    shared: [AuditTrailModule.forRoot({ source: 'reports', schema: 'reports' })],
    // `api/reports/:id` is the last to be asked: paths of one word under `api/reports` come before it.
    api: [
      TransactionReportsApiModule,
      SavedFiltersApiModule,
      SavedViewsApiModule,
      AiReportsApiModule,
      StatusModule,
    ],
    workers: [ComposeReportsModule, KeepSearchableModule, RetentionModule],
    jobs: {
      worksOn: [COMPOSE_REPORT, INDEX_IMPORT],
      sends: [COMPOSE_REPORT, RECORD_AUDIT_EVENT],
      finders: [UnfinishedReports, UnsettledImportsFinder],
      // A report waits for a model most of its time; meanwhile others are written.
      concurrency: { compose: 3 },
    },
  };
}
