import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { AuthEnvironment } from '@clearwatch/auth/auth-environment';
import { GatewayEnvironment } from '@clearwatch/gateway/gateway-environment';
import { writeRestoredSecrets } from '@clearwatch/infra-postgres/backup/run-restore';
import {
  BackupEnvironment,
  keysIn,
  MigrationEnvironment,
  PurgeEnvironment,
  RestoreEnvironment,
  rolePasswordsIn,
} from '@clearwatch/infra-postgres/owner-environments';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { composeFile, generatedSecrets, PROJECT_ROOT } from './testing/compose-file.ts';

const secrets = generatedSecrets();
const { services } = composeFile();
const environmentIn = (name: string) => secrets.mountedIn(services[name]?.environment ?? {});

afterAll(() => secrets.remove());

describe('operator containers', () => {
  it('the backup and restore containers run only on request, with the same image, volume, and keys as the services', () => {
    for (const name of ['backup', 'restore']) {
      const { entrypoint = [], profiles } = services[name] ?? {};
      expect([profiles, entrypoint]).toEqual([['operator'], ['node', 'infra/postgres/dist/owner.cli.js', name]]);
    }
    expect(existsSync(join(PROJECT_ROOT, 'infra/postgres/src/owner.cli.ts'))).toBe(true);
    expect(services['backup']?.volumes).toEqual(['uploads:/data:ro', './backups:/backups']);
    expect(services['restore']?.volumes).toEqual(['uploads:/data', './backups:/backups']);
    const keys = keysIn(readEnvironment(BackupEnvironment, environmentIn('backup')));
    const auth = readEnvironment(AuthEnvironment, environmentIn('auth-api'));
    expect(keys).toEqual({
      session: readEnvironment(GatewayEnvironment, environmentIn('gateway')).SESSION_KEYS,
      identity: auth.IDENTITY_KEYS,
      passwordPepper: auth.PASSWORD_PEPPER,
      twoFactor: auth.TWO_FACTOR_KEYS,
      audit: auth.AUDIT_KEYS,
      alert: readEnvironment(AnalyticsEnvironment, environmentIn('analytics-api')).ALERT_KEYS,
    });
    expect(rolePasswordsIn(readEnvironment(RestoreEnvironment, environmentIn('restore')))).toEqual(
      rolePasswordsIn(readEnvironment(MigrationEnvironment, environmentIn('migrate'))),
    );
  });

  it('a restore in a container writes the keys from a backup as secret files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearwatch-restored-'));
    const keys = keysIn(readEnvironment(BackupEnvironment, environmentIn('backup')));
    const words = writeRestoredSecrets(join(folder, 'a.backup'), keys);
    expect(words).toContain('mv backups/restored-secrets/* .secrets/');
    const left = join(folder, 'restored-secrets');
    const read = Object.fromEntries(readdirSync(left).map((name) => [name, readFileSync(join(left, name), 'utf8')]));
    const had = Object.fromEntries(
      Object.keys(read).map((name) => [name, readFileSync(join(secrets.folder, name), 'utf8')]),
    );
    expect([read, Object.keys(read).length]).toEqual([had, 6]);
    rmSync(folder, { recursive: true });
  });
});

describe('purge', () => {
  it('the purge container has only the database settings and the retention period of the services', () => {
    const { command, entrypoint, networks, profiles, volumes } = services['purge'] ?? {};
    expect({ command, entrypoint, networks, profiles, volumes }).toEqual({
      entrypoint: ['node', 'infra/postgres/dist/owner.cli.js', 'purge'],
      command: [],
      networks: ['data'],
      profiles: ['operator'],
    });
    expect(existsSync(join(PROJECT_ROOT, 'infra/postgres/src/owner.cli.ts'))).toBe(true);
    const nine = composeFile({ TRANSACTIONS_KEPT_YEARS: '9' }).services;
    const yearsIn = (name: string) =>
      readEnvironment(PurgeEnvironment, {
        ...environmentIn('purge'),
        TRANSACTIONS_KEPT_YEARS: nine[name]?.environment?.['TRANSACTIONS_KEPT_YEARS'],
      }).TRANSACTIONS_KEPT_YEARS;
    expect([yearsIn('purge'), yearsIn('ingest-worker')]).toEqual([9, 9]);
  });
});
