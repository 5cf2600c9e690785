import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';
import { redisUrlForTests } from '@clearwatch/service-kit/testing/queue-backends';
import { until } from '@clearwatch/service-kit/testing/until';
import { Client } from 'pg';
import { type Day, liveThroughADay } from './marked-journey.ts';
import { monitorRedis } from './redis-monitor.ts';

const BACKENDS = [
  ['PostgreSQL', undefined],
  ['Redis', 22],
] as const;

/** Where member data belong. */
const MEMBER_TABLES = /^(ledger|analytics|reports)\.(?!audit_outbox)/;
const SESSION_TABLE = 'sessions.sessions';

describe.each(BACKENDS)('a day of work, queues on %s', (_backend, redisDatabase) => {
  const started = Date.now();
  let installation: TrialInstallation;
  let day: Day;
  let owner: Client;
  let redis: Awaited<ReturnType<typeof monitorRedis>> | undefined;
  /** Content of every table as text, by its name. */
  let tables: Map<string, string>;

  beforeAll(async () => {
    const redisUrl = redisDatabase === undefined ? undefined : redisUrlForTests(redisDatabase);
    if (redisUrl !== undefined) redis = await monitorRedis(redisUrl);
    installation = await startTrialInstallation({ redisUrl });
    owner = new Client({ connectionString: installation.stack.ownerUrl });
    owner.on('error', () => undefined);
    await owner.connect();
    day = await liveThroughADay(installation);
    await until('the outboxes are empty', outboxesAreEmpty, 30_000);
    tables = await everyTable();
  }, 120_000);

  afterAll(async () => {
    redis?.stop();
    await owner?.end().catch(() => undefined);
    await installation?.remove();
  }, 60_000);

  async function outboxesAreEmpty(): Promise<boolean> {
    const { rows } = await owner.query<{ open: string }>(
      `SELECT (SELECT count(*) FROM sessions.audit_outbox) + (SELECT count(*) FROM ledger.audit_outbox)
            + (SELECT count(*) FROM analytics.audit_outbox) + (SELECT count(*) FROM reports.audit_outbox) AS open`,
    );
    return rows[0]?.open === '0';
  }

  async function everyTable(): Promise<Map<string, string>> {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts = new Map<string, string>();
    for (const { name } of rows) {
      const { rows: lines } = await owner.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
      texts.set(name, lines.map(({ line }) => line).join('\n'));
    }
    return texts;
  }

  function logs(): Map<string, string> {
    const folder = join(installation.dataDirectory, 'logs');
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  }

  it('has happened: its texts are where they belong', () => {
    expect(day.secrets.length).toBeGreaterThan(25);
    expect(day.sessionIds).toHaveLength(4);
    const ledger = `${tables.get('ledger.transactions')}${tables.get('ledger.rejected_rows')}`;
    const alerts = tables.get('analytics.unusual_activities') ?? '';
    const reports = tables.get('reports.ai_reports') ?? '';
    expect(found(day.personal, ledger + alerts + reports)).toEqual(day.personal);
    expect(found(day.sessionIds, tables.get(SESSION_TABLE) ?? '')).toHaveLength(1);
  });

  const everything = () => [...day.secrets, ...day.sessionIds, ...day.personal];

  it('leaves no password, code, seed, cookie, name, account number or content of a file in any log', () => {
    expect([...logs().keys()].toSorted()).toEqual([
      'analytics.log',
      'auth.log',
      'gateway.log',
      'ingest.log',
      'postgres.log',
      'reports.log',
    ]);
    for (const [name, text] of logs()) expect([name, found(everything(), text)]).toEqual([name, []]);
  });

  it('forges no line of a log: each is one event, and none was brought in by a name', () => {
    for (const [name, text] of logs()) {
      if (name === 'postgres.log') continue;
      for (const line of text.trim().split('\n')) {
        expect(JSON.parse(line)).toMatchObject({ service: name.replace('.log', '') });
      }
      expect(found(['FORGED', '\u001b'], text)).toEqual([]);
    }
  });

  it('is logged by templates of routes, not by addresses', () => {
    const gateway = logs().get('gateway.log') ?? '';
    expect(gateway).toContain('"route":"/api/imports/:id"');
    expect(gateway).toContain('"route":"/api/members/detail/:firstName/:lastName"');
    expect(gateway).toContain('"route":"/api/companies/:company/details"');
    expect(gateway).toContain('"route":"unmatched"');
    expect(gateway).not.toMatch(/"(url|path|query|headers|body)":/);
  });

  it('leaves no secret in any table of the database, as a dump would show it', () => {
    expect(tables.size).toBeGreaterThan(20);
    for (const [name, text] of tables) {
      expect([name, found(day.secrets, text)]).toEqual([name, []]);
    }
  });

  it('leaves member data in the tables of ledger, alerts and reports alone, and session ids in theirs', () => {
    for (const [name, text] of tables) {
      const foreign = [
        ...(name === SESSION_TABLE ? [] : day.sessionIds),
        ...(MEMBER_TABLES.test(name) ? [] : day.personal),
      ];
      expect([name, found(foreign, text)]).toEqual([name, []]);
    }
  });

  it('sends nothing but ids through the queue', () => {
    const queued =
      redis === undefined
        ? [...tables].flatMap(([name, text]) => (name.startsWith('queue.') ? [text] : [])).join('\n')
        : redis.heard();
    expect(queued).toMatch(/detect|import|audit|compose/);
    expect(found(everything(), queued)).toEqual([]);
  });

  it('leaves no file behind outside the folder of uploads', () => {
    const incoming = join(installation.dataDirectory, 'uploads', 'incoming');
    expect(readdirSync(incoming)).toEqual([]);
    for (const name of readdirSync(tmpdir())) {
      const path = join(tmpdir(), name);
      const file = statSync(path, { throwIfNoEntry: false });
      if (file === undefined || !file.isFile() || file.mtimeMs < started || file.size > 2 ** 20) continue;
      expect([name, found(everything(), textOf(path))]).toEqual([name, []]);
    }
  });

  it('is in the audit log, each deed by its name', async () => {
    const { rows } = await owner.query<{ action: string }>('SELECT DISTINCT action FROM auth.audit_events');
    const recorded = new Set(rows.map(({ action }) => action));
    expect(DEEDS.filter((deed) => !recorded.has(deed))).toEqual([]);
  });

  it('does not sign anybody out when the database is away, and heals', async () => {
    const { rows } = await owner.query<{ data: string }>("SELECT current_setting('data_directory') AS data");
    const pidFile = join(rows[0]?.data ?? '', 'postmaster.pid');
    const seen = new Map<number, string>();
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await until(
      'the application answers again',
      async () => {
        const { status, text } = await day.admin.get('/api/auth/user');
        seen.set(status, text);
        return status === 200 && seen.size > 1;
      },
      30_000,
    );
    expect(new Set(seen.keys())).toEqual(new Set([200, 503]));
    expect(seen.get(503)).not.toMatch(/sql|postgres|ECONN|terminat|\bat \//i);
  }, 60_000);
});

/** Empty for what is another's to read, or gone by now: other programs use this folder as well. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Which of `words` stand in `text`; numbers must stand alone, or every long one and every time would hold a code. */
function found(words: readonly string[], text: string): string[] {
  return words.filter((word) =>
    /^\d+$/.test(word) ? new RegExp(`(?<![\\w.-])${word}(?!\\w)`).test(text) : text.includes(word),
  );
}

const DEEDS = [
  'admin.created',
  'session.signed_in',
  'session.sign_in_failed',
  'session.signed_out',
  'password.changed',
  'password.change_failed',
  'password.reset',
  'two_factor.enabled',
  'two_factor.reset',
  'user.created',
  'user.locked',
  'user.unlocked',
  'user.role_changed',
  'user.deactivated',
  'user.activated',
  'user.deleted',
  'access.denied',
  'import.received',
  'import.stored',
  'import.failed',
  'alert.viewed',
  'alert.reviewed',
  'member.viewed',
  'audit.exported',
  'audit.verified',
];
