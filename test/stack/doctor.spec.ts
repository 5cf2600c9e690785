import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { DoctorFinding } from '@clearwatch/infra-local/doctor/doctor-finding';
import { examine } from '@clearwatch/infra-local/doctor/examine-installation';
import { startTemporaryInstallation, type TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { Client } from 'pg';

const ROOT = join(import.meta.dirname, '..', '..');
/** A busy machine may take a minute for what an idle one does in seconds. */
const [STARTED_WITHIN_MS, EXAMINED_WITHIN_MS] = [180_000, 180_000];

/** One installation, examined while healthy, after its database is damaged, and when stopped. */
describe('installation check', () => {
  let installation: TemporaryInstallation;
  let squatter: Server | null = null;

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
  }, STARTED_WITHIN_MS);

  afterAll(async () => {
    squatter?.close();
    await installation.remove();
  });

  const environment = () => ({
    DATA_DIR: installation.dataDirectory,
    PORT: new URL(installation.url).port,
  });

  async function run(): Promise<{ code: unknown; output: string }> {
    const program = join(ROOT, 'infra/local/src/commands.ts');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, 'doctor'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', ...environment() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const [code] = (await once(child, 'close')) as [unknown];
    return { code, output };
  }

  it(
    'the doctor command finds no problems in a running installation',
    async () => {
      const { code, output } = await run();
      expect(output).not.toContain('WRONG');
      for (const service of ['auth', 'ingest', 'analytics', 'reports', 'gateway']) {
        expect(output).toMatch(new RegExp(`services: ${service} is up on port \\d+`));
      }
      expect(output).toMatch(/audit log: The audit log is intact/);
      expect([code, output]).toEqual([0, expect.stringContaining('\nNo problems found.\n')]);
    },
    EXAMINED_WITHIN_MS,
  );

  it(
    'the doctor command names every problem and how to fix it',
    async () => {
      await breakDatabase(installation.stack.ownerUrl);
      const { code, output } = await run();
      expect(code).toBe(1);
      for (const sign of SIGNS_OF_DAMAGE) expect(output).toMatch(sign);
      expect(output).toMatch(/\d+ problems found\./);
    },
    EXAMINED_WITHIN_MS,
  );

  it(
    'the doctor command finds problems in a stopped installation, names the process on its port, and changes nothing',
    async () => {
      await installation.stack.stop();
      writeFileSync(join(installation.dataDirectory, 'clearwatch.pid'), '999999999');
      squatter = createServer().listen(Number(environment().PORT), '127.0.0.1');
      await once(squatter, 'listening');
      const before = readdirSync(installation.dataDirectory).toSorted();
      const output = (await examine({ ...process.env, ...environment(), LOG_LEVLE: 'warn' })).map(asText);
      for (const sign of SIGNS_OF_DAMAGE) expect(output.join('\n')).toMatch(sign);
      expect(output).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^note application: not running/),
          expect.stringMatching(/^note lock: .*clearwatch\.pid remains/),
          expect.stringMatching(new RegExp(`^wrong port: .* It is used by process ${process.pid}: `)),
          expect.stringMatching(/^wrong settings: LOG_LEVLE is set.* Did you mean LOG_LEVEL\?$/),
        ]),
      );
      expect(readdirSync(installation.dataDirectory).toSorted()).toEqual(before);
    },
    EXAMINED_WITHIN_MS,
  );

  it('the doctor command reports a database that does not respond and names the setting', async () => {
    const away = { DATABASE_URL: 'postgres://unknown:none@127.0.0.1:1/none' };
    const output = (await examine({ ...environment(), ...away })).map(asText);
    expect(output).toContainEqual(expect.stringMatching(/^wrong database: .*ECONNREFUSED.* DATABASE_URL/));
  });
});

const SIGNS_OF_DAMAGE = [
  /migrations: schema ledger lacks 1 migration: /,
  /migrations: schema auth has 1 migration from another version: FromTomorrow9999999999999/,
  /grants: clearwatch_reports can write to other services' tables: ledger\.members/,
  /grants: clearwatch_auth can write through the views auth\.recorded_audit_events/,
  /grants: clearwatch_analytics cannot read ledger\.imports/,
  /roles: clearwatch_reports has administrator rights on the server/,
  /jobs: 1 in the queue detect has failed permanently/,
];

async function breakDatabase(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`
      DELETE FROM ledger.migrations WHERE id = (SELECT max(id) FROM ledger.migrations);
      INSERT INTO auth.migrations (timestamp, name) VALUES (9999999999999, 'FromTomorrow9999999999999');
      GRANT INSERT ON ledger.members TO clearwatch_reports;
      GRANT DELETE ON auth.recorded_audit_events TO clearwatch_auth;
      REVOKE SELECT ON ledger.imports FROM clearwatch_analytics;
      ALTER ROLE clearwatch_reports CREATEROLE;
      INSERT INTO queue.job (queue, id, seq, name, state, added_at_ms)
      VALUES ('detect', 'a-failed-job', 1, 'detect.run', 'failed', 1);
    `);
  } finally {
    await client.end();
  }
}

const asText = ({ state, about, summary, remedy }: DoctorFinding): string =>
  `${state} ${about}: ${summary} ${remedy ?? ''}`.trim();
