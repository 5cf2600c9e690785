import { RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs/audit-jobs';
import { COMPOSE_REPORT } from '@clearwatch/contracts/jobs/report-jobs';
import { AuditModule } from '@clearwatch/service-kit/audit/audit.module';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/service-module';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AiReportsApiModule } from './ai-reports/ai-reports-api.module.ts';
import { ComposeReportsModule } from './ai-reports/composing/compose-reports.module.ts';
import { UnfinishedReports } from './ai-reports/composing/unfinished-reports.finder.ts';
import { ReportsEnvironment } from './environment.ts';

/** Transaction reports and AI reports. */
export function defineReports(
  environment: ReportsEnvironment = readEnvironment(ReportsEnvironment),
): ServiceDefinition<ReportsEnvironment> {
  return {
    name: 'reports',
    environment,
    entities: [],
    shared: [AuditModule.forRoot({ source: 'reports', schema: 'reports' })],
    // `api/reports/:id` is the last to be asked: paths of one word under `api/reports` come before it.
    api: [AiReportsApiModule],
    workers: [ComposeReportsModule],
    jobs: {
      worksOn: [COMPOSE_REPORT],
      sends: [COMPOSE_REPORT, RECORD_AUDIT_EVENT],
      finders: [UnfinishedReports],
      // A report waits for a model most of its time; meanwhile others are written.
      concurrency: { compose: 3 },
    },
  };
}
