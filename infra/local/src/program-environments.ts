import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { AuthEnvironment } from '@clearwatch/auth/auth-environment';
import { GatewayEnvironment } from '@clearwatch/gateway/gateway-environment';
import { BackupEnvironment, PurgeEnvironment, RestoreEnvironment } from '@clearwatch/infra-postgres/owner-environments';
import { IngestEnvironment } from '@clearwatch/ingest/ingest-environment';
import { ReportsEnvironment } from '@clearwatch/reports/reports-environment';
import { settingNamesOf } from '@clearwatch/service-kit/config/read-environment';

const PROGRAM_ENVIRONMENTS: readonly (new () => object)[] = [
  GatewayEnvironment,
  AuthEnvironment,
  IngestEnvironment,
  AnalyticsEnvironment,
  ReportsEnvironment,
  PurgeEnvironment,
  BackupEnvironment,
  RestoreEnvironment,
];

/** Includes inherited settings. */
export function serviceVariables(): ReadonlySet<string> {
  return new Set(PROGRAM_ENVIRONMENTS.flatMap((shape) => [...settingNamesOf(shape)]));
}
