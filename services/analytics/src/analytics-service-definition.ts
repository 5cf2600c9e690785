import {
  DETECT_ACCOUNTS,
  DETECT_RUN,
  ENTRIES_PURGED,
  IMPORT_UNDONE,
  PURGE_ALERTS,
  RECORD_AUDIT_EVENT,
  TRANSACTIONS_IMPORTED,
} from '@clearwatch/contracts/jobs.dto';
import { AuditTrailModule } from '@clearwatch/service-kit/audit/audit-trail.service';
import type { ServiceDefinition } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { STATUS_SOURCE } from '@clearwatch/service-kit/health/service-health.controller';
import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module.ts';
import { AnalyticsEnvironment } from './analytics-environment.ts';
import { CompaniesModule } from './companies/companies.module.ts';
import { DashboardApiModule } from './dashboard/dashboard.module.ts';
import { DetectionApiModule, DetectionModule } from './detection/detection.module.ts';
import { InstitutionProfileEntity } from './institution/institution.entity.ts';
import { InstitutionModule } from './institution/institution.module.ts';
import { MembersModule } from './members/members.module.ts';
import { NotificationEntity, NotificationSettingsEntity } from './notifications/notification.entity.ts';
import { NotificationCollectorModule, NotificationsModule } from './notifications/notifications.module.ts';
import { DetectionPolicyEntity, DetectionRunEntity, SuppressionEntity } from './policy/policy.entity.ts';
import { PolicyApiModule, PolicyModule } from './policy/policy.module.ts';
import { ProjectionModule } from './projection/projection.module.ts';
import { AlertRetentionModule } from './retention/alert-retention.module.ts';
import { AnalyticsStatus } from './status/analytics-status.ts';

@Module({ providers: [{ provide: STATUS_SOURCE, useClass: AnalyticsStatus }], exports: [STATUS_SOURCE] })
class AnalyticsStatusModule {}

export function defineAnalytics(
  environment: AnalyticsEnvironment = readEnvironment(AnalyticsEnvironment),
): ServiceDefinition<AnalyticsEnvironment> {
  return {
    name: 'analytics',
    environment,
    entities: [
      DetectionPolicyEntity,
      DetectionRunEntity,
      SuppressionEntity,
      InstitutionProfileEntity,
      NotificationEntity,
      NotificationSettingsEntity,
    ],
    shared: [PolicyModule, AuditTrailModule.forRoot({ source: 'analytics', schema: 'analytics' })],
    api: [
      DashboardApiModule,
      AlertsModule,
      MembersModule,
      CompaniesModule,
      DetectionApiModule,
      PolicyApiModule,
      InstitutionModule,
      NotificationsModule,
      AnalyticsStatusModule,
    ],
    workers: [ProjectionModule, DetectionModule, NotificationCollectorModule, AlertRetentionModule],
    jobs: {
      worksOn: [TRANSACTIONS_IMPORTED, IMPORT_UNDONE, ENTRIES_PURGED, PURGE_ALERTS, DETECT_RUN, DETECT_ACCOUNTS],
      sends: [RECORD_AUDIT_EVENT],
      // Two, so that PostgreSQL reads and sorts the next shard while one is analyzed.
      concurrency: { detect: 2 },
    },
  };
}
