import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { AuthEnvironment } from '@clearwatch/auth/auth-environment';
import { GatewayEnvironment } from '@clearwatch/gateway/gateway-environment';
import {
  BackupEnvironment,
  MigrationEnvironment,
  OwnerEnvironment,
  PurgeEnvironment,
  RestoreEnvironment,
} from '@clearwatch/infra-postgres/owner-environments';
import { IngestEnvironment, StoredFilesEnvironment } from '@clearwatch/ingest/ingest-environment';
import { ReportsEnvironment } from '@clearwatch/reports/reports-environment';
import { settingNamesOf } from '@clearwatch/service-kit/config/read-environment';
import { DatabaseEnvironment, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';

const PROGRAM_ENVIRONMENTS: readonly (new () => object)[] = [
  DatabaseEnvironment,
  ServiceEnvironment,
  GatewayEnvironment,
  AuthEnvironment,
  StoredFilesEnvironment,
  IngestEnvironment,
  AnalyticsEnvironment,
  ReportsEnvironment,
  OwnerEnvironment,
  MigrationEnvironment,
  PurgeEnvironment,
  BackupEnvironment,
  RestoreEnvironment,
];

export function serviceVariables(): ReadonlySet<string> {
  return new Set(PROGRAM_ENVIRONMENTS.flatMap((shape) => [...settingNamesOf(shape)]));
}
