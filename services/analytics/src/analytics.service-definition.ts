import {
  DETECT_ACCOUNTS,
  DETECT_RUN,
  ENTRIES_PURGED,
  IMPORT_UNDONE,
  PURGE_ALERTS,
  RECORD_AUDIT_EVENT,
  TRANSACTIONS_IMPORTED,
} from '@clearwatch/contracts/jobs.dto';
import { AuditTrailModule } from '@clearwatch/service-kit/audit/audit-trail.module';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AlertsApiModule } from './alerts/alerts-api.module.ts';
import { CompaniesApiModule } from './companies/companies-api.module.ts';
import { DashboardApiModule } from './dashboard/dashboard-api.module.ts';
import { DetectionModule } from './detection/detection.module.ts';
import { DetectionApiModule } from './detection/detection-api.module.ts';
import { OpenShardsFinder } from './detection/runs/open-shards.finder.ts';
import { QueuedRunsFinder } from './detection/runs/queued-runs.finder.ts';
import { AnalyticsEnvironment } from './environment.ts';
import { InstitutionApiModule } from './institution/institution-api.module.ts';
import { MembersApiModule } from './members/members-api.module.ts';
import { CollectNotificationsModule } from './notifications/collect/collect-notifications.module.ts';
import { NotificationsApiModule } from './notifications/read/notifications-api.module.ts';
import { PolicyModule } from './policy/policy.module.ts';
import { PolicyApiModule } from './policy/policy-api.module.ts';
import { ProjectionModule } from './projection/projection.module.ts';
import { UntoldPurgesFinder } from './projection/purge/untold-purges.finder.ts';
import { UntoldUndosFinder } from './projection/undo/untold-undos.finder.ts';
import { UnprojectedImportsFinder } from './projection/unprojected-imports.finder.ts';
import { DailyAlertsPurge } from './retention/daily-alerts-purge.finder.ts';
import { RetentionModule } from './retention/retention.module.ts';
import { StatusModule } from './status/status.module.ts';

/** Rollups, dashboard figures, detection and alerts. */
export function defineAnalytics(
  environment: AnalyticsEnvironment = readEnvironment(AnalyticsEnvironment),
): ServiceDefinition<AnalyticsEnvironment> {
  return {
    name: 'analytics',
    environment,
    entities: [],
    shared: [PolicyModule, AuditTrailModule.forRoot({ source: 'analytics', schema: 'analytics' })],
    api: [
      DashboardApiModule,
      AlertsApiModule,
      MembersApiModule,
      CompaniesApiModule,
      DetectionApiModule,
      PolicyApiModule,
      InstitutionApiModule,
      NotificationsApiModule,
      StatusModule,
    ],
    workers: [ProjectionModule, DetectionModule, CollectNotificationsModule, RetentionModule],
    jobs: {
      worksOn: [
        TRANSACTIONS_IMPORTED,
        IMPORT_UNDONE,
        ENTRIES_PURGED,
        PURGE_ALERTS,
        DETECT_RUN,
        DETECT_ACCOUNTS,
      ],
      sends: [RECORD_AUDIT_EVENT],
      finders: [
        UnprojectedImportsFinder,
        UntoldUndosFinder,
        UntoldPurgesFinder,
        QueuedRunsFinder,
        OpenShardsFinder,
        DailyAlertsPurge,
      ],
      // While one shard is looked at, PostgreSQL reads and sorts the next.
      concurrency: { detect: 2 },
    },
  };
}
