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

export interface ProgramEnvironment {
  title: string;
  shape: new () => object;
  /** Where it stands. */
  file: string;
}

const service = (name: string, shape: new () => object): ProgramEnvironment => ({
  title: name,
  shape,
  file: `services/${name}/src/${name}-environment.ts`,
});

/** Every class that a program reads its environment by; each is told with its own settings, not those it inherits. */
export const PROGRAM_ENVIRONMENTS: readonly ProgramEnvironment[] = [
  {
    title: 'Every service: database',
    shape: DatabaseEnvironment,
    file: 'packages/service-kit/src/config/service-environment.ts',
  },
  {
    title: 'Every service',
    shape: ServiceEnvironment,
    file: 'packages/service-kit/src/config/service-environment.ts',
  },
  service('gateway', GatewayEnvironment),
  service('auth', AuthEnvironment),
  {
    title: 'Uploaded files: ingest, and backup and restore in containers',
    shape: StoredFilesEnvironment,
    file: 'services/ingest/src/ingest-environment.ts',
  },
  service('ingest', IngestEnvironment),
  service('analytics', AnalyticsEnvironment),
  service('reports', ReportsEnvironment),
  {
    title: 'Programs of the owner (migration, npm run ledger:verify in containers)',
    shape: OwnerEnvironment,
    file: 'infra/postgres/src/owner-environments.ts',
  },
  {
    title: 'The migration',
    shape: MigrationEnvironment,
    file: 'infra/postgres/src/owner-environments.ts',
  },
  {
    title: 'npm run purge, in containers',
    shape: PurgeEnvironment,
    file: 'infra/postgres/src/owner-environments.ts',
  },
  {
    title: 'Backup, in containers',
    shape: BackupEnvironment,
    file: 'infra/postgres/src/owner-environments.ts',
  },
  {
    title: 'Restore, in containers',
    shape: RestoreEnvironment,
    file: 'infra/postgres/src/owner-environments.ts',
  },
];

/** Every variable that some service knows. */
export function serviceVariables(): ReadonlySet<string> {
  return new Set(PROGRAM_ENVIRONMENTS.flatMap(({ shape }) => [...settingNamesOf(shape)]));
}
