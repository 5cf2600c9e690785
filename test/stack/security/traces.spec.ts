import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryInstallation, type TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { redisUrlForTests } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { metricQueries, parseExpression } from '../../../infra/monitoring/testing/monitored-metrics.ts';
import { type MarkedDay, performMarkedDay } from '../testing/marked-journey.ts';
import { type CollectedSpan, collectTraces, monitorRedis } from '../testing/trace-collector.ts';

const BACKENDS = [
  ['PostgreSQL', undefined],
  ['Redis', 22],
] as const;

/** Where member data belongs. */
const MEMBER_TABLES = /^(ledger|analytics|reports)\.(?!audit_outbox)/;
const SESSION_TABLE = 'sessions.sessions';

describe.each(BACKENDS)('a workday with queues on %s', (_backend, redisDatabase) => {
  const started = Date.now();
  let installation: TemporaryInstallation;
  let day: MarkedDay;
  let owner: Client;
  let redis: Awaited<ReturnType<typeof monitorRedis>> | undefined;
  let collector: Awaited<ReturnType<typeof collectTraces>>;
  /** Content of every table as text, by table name. */
  let tables: Map<string, string>;
  /** Prometheus metrics from each process, by process name. */
  let figures: Map<string, string>;

  beforeAll(async () => {
    const redisUrl = redisDatabase === undefined ? undefined : redisUrlForTests(redisDatabase);
    if (redisUrl !== undefined) redis = await monitorRedis(redisUrl);
    collector = await collectTraces();
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    installation = await startTemporaryInstallation({ redisUrl, watching: { metricsPort: 'any', tracing } });
    owner = new Client({ connectionString: installation.stack.ownerUrl });
    owner.on('error', () => undefined);
    await owner.connect();
    day = await performMarkedDay(installation);
    await waitUntil('the outboxes are empty', outboxesAreEmpty, 30_000);
    tables = await everyTable();
    figures = await everyFigure();
  }, 120_000);

  afterAll(async () => {
    redis?.stop();
    collector?.stop();
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

  async function everyFigure(): Promise<Map<string, string>> {
    const exported = SERVICES.map(async (name) => {
      const answer = await fetch(installation.stack.metricsUrlOf(name));
      return [name, await answer.text()] as const;
    });
    return new Map(await Promise.all(exported));
  }

  /** The value of the series whose labels contain `labels`; null when there is no such series. */
  function valueOf(name: string, series: string, labels: string): number | null {
    const lines = figures.get(name)?.split('\n') ?? [];
    const line = lines.find((text) => text.startsWith(`${series}{`) && text.includes(labels));
    return line === undefined ? null : Number(line.split(' ').at(-1));
  }

  function logs(): Map<string, string> {
    const folder = join(installation.dataDirectory, 'logs');
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  }

  it('the texts of a workday are stored in the tables where they belong', () => {
    expect(day.secrets.length).toBeGreaterThan(25);
    expect(day.sessionIds).toHaveLength(4);
    const ledger = `${tables.get('ledger.transactions')}${tables.get('ledger.rejected_rows')}`;
    const alerts = tables.get('analytics.unusual_activities') ?? '';
    const reports = tables.get('reports.ai_reports') ?? '';
    expect(found(day.personal, ledger + alerts + reports)).toEqual(day.personal);
    expect(found(day.sessionIds, tables.get(SESSION_TABLE) ?? '')).toHaveLength(1);
  });

  const everything = () => [...day.secrets, ...day.sessionIds, ...day.personal];

  it('no log contains a password, code, seed, cookie, name, account number or content of a file [security 5.1]', () => {
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

  it('each log line contains one event, and no username can forge a line [security 5.9]', () => {
    for (const [name, text] of logs()) {
      if (name === 'postgres.log') continue;
      for (const line of text.trim().split('\n')) {
        expect(JSON.parse(line)).toMatchObject({ service: name.replace('.log', '') });
      }
      expect(found(['FORGED', '\u001b'], text)).toEqual([]);
    }
  });

  it('requests are logged with route templates, not URLs [security 5.8]', () => {
    const gateway = logs().get('gateway.log') ?? '';
    expect(gateway).toContain('"route":"/api/imports/:id"');
    expect(gateway).toContain('"route":"/api/members/detail/:firstName/:lastName"');
    expect(gateway).toContain('"route":"/api/companies/:company/details"');
    expect(gateway).toContain('"route":"unmatched"');
    expect(gateway).not.toMatch(/"(url|path|query|headers|body)":/);
  });

  it('the metrics for Prometheus contain no personal data and no URL [security 5.3]', () => {
    for (const [name, text] of figures) {
      expect([name, found(everything(), text)]).toEqual([name, []]);
      expect(text).toContain('clearwatch_http_requests_total{');
    }
    expect(figures.get('gateway')).toContain('route="/api/members/detail/:firstName/:lastName"');
  });

  it('the metrics count entries, alerts, sign-ins, jobs and workers', () => {
    expect(valueOf('ingest', 'clearwatch_import_rows_total', 'outcome="imported"')).toBe(9);
    expect(valueOf('ingest', 'clearwatch_import_rows_total', 'outcome="rejected"')).toBe(1);
    expect(valueOf('ingest', 'clearwatch_imports_total', 'outcome="failed"')).toBe(1);
    expect(valueOf('analytics', 'clearwatch_alerts_total', 'type="large_credit"')).toBe(1);
    expect(valueOf('auth', 'clearwatch_sign_ins_total', 'outcome="unknown_user"')).toBeGreaterThan(0);
    expect(valueOf('auth', 'clearwatch_sign_ins_total', 'outcome="admitted"')).toBeGreaterThan(0);
    expect(valueOf('reports', 'clearwatch_jobs_total', 'job="compose.report",outcome="done"')).toBe(1);
    expect(valueOf('analytics', 'clearwatch_queue_workers', 'queue="detect"')).toBe(1);
    expect(valueOf('gateway', 'clearwatch_dependency_up', 'dependency="queue"')).toBe(1);
  });

  it('the services export every metric that the dashboard and alert rules query', () => {
    const exported = [...figures.values()].flatMap((text) =>
      [...text.matchAll(/^([a-z0-9_]+)[{ ]/gm)].map(([, series]) => series),
    );
    const queried = metricQueries().flatMap(({ expression }) => parseExpression(expression).metrics);
    expect(queried).toContain('clearwatch_queue_jobs');
    // Prometheus itself adds `up` for every target.
    expect([...new Set(queried)].filter((name) => name !== 'up' && !exported.includes(name))).toEqual([]);
  });

  it('metrics are not available at the public port or at the private port of a service [security 5.3]', async () => {
    const addresses = [
      `${installation.url}/metrics`,
      `${installation.url}/api/metrics`,
      `${installation.stack.urlOf('ingest')}/metrics`,
    ];
    for (const address of addresses) expect(await (await fetch(address)).text()).not.toContain('clearwatch_http');
  });

  it('one trace contains everything from an upload at the gateway to the last job that it caused', async () => {
    const UPLOAD = 'POST /api/upload-transactions';
    const CHAIN = [
      ['gateway', UPLOAD],
      ['gateway', 'forward to ingest'],
      ['ingest', UPLOAD],
      ['ingest', 'publish import.file'],
      ['ingest', 'work on import.file'],
      ['ingest', 'publish transactions.imported'],
      ['analytics', 'work on transactions.imported'],
      ['analytics', 'publish detect.run'],
      ['analytics', 'work on detect.run'],
    ] as const;
    const is = (span: CollectedSpan | undefined, [service, name]: readonly [string, string]) =>
      span?.service === service && span.name === name;
    let chain: (CollectedSpan | undefined)[] = [];
    await waitUntil(
      'a trace has every span',
      () => {
        const spans = collector.spans();
        const traces = spans.filter((span) => is(span, CHAIN[0])).map(({ traceId }) => traceId);
        chain =
          traces
            .map((traceId) => CHAIN.map((part) => spans.find((span) => span.traceId === traceId && is(span, part))))
            .find((found) => found.every((span) => span !== undefined)) ?? [];
        return chain.length > 0;
      },
      30_000,
    );
    expect(chain.map((span) => span?.parentSpanId ?? '')).toEqual([
      '',
      ...chain.slice(0, -1).map((span) => span?.spanId),
    ]);
    const [{ traceId } = { traceId: '' }] = chain.flatMap((span) => span ?? []);
    for (const name of ['gateway.log', 'ingest.log', 'analytics.log'])
      expect(logs().get(name)).toContain(`"traceId":"${traceId}"`);
  });

  it('a trace is found by the request id of an error message, not by a trace id from the browser [security 5.5]', async () => {
    const forged = '0af7651916cd43dd8448eb211c80319c';
    const answer = await fetch(`${installation.url}/api/auth/user`, {
      headers: { traceparent: `00-${forged}-b7ad6b7169203331-01`, 'x-request-id': forged },
    });
    const shown = answer.headers.get('x-request-id') ?? '';
    expect([answer.status, shown]).toEqual([401, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const withId = ({ attributes = [] }: CollectedSpan) =>
      attributes.some(({ key, value }) => key === 'clearwatch.request.id' && value.stringValue === shown);
    await waitUntil('the span has arrived', () => collector.spans().some(withId), 30_000);
    expect(collector.spans().filter(withId)).toMatchObject([{ service: 'gateway', name: 'GET /api/auth/user' }]);
    expect(collector.commands()).not.toContain(forged);
  });

  it('traces sent to a collector contain no personal data [security 5.4]', () => {
    expect(collector.commands()).toContain('/api/members/detail/:firstName/:lastName');
    expect(found(everything(), collector.commands())).toEqual([]);
    expect(collector.commands()).not.toMatch(/exception|stacktrace|"url\.|db\./);
  });

  it('log lines contain the ids of request, user, job and trace [security 5.6]', () => {
    const lines = (name: string) =>
      (logs().get(`${name}.log`) ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const answered = lines('ingest').filter(
      ({ msg, route }) => msg === 'request' && route === '/api/upload-transactions',
    );
    expect(answered.length).toBeGreaterThan(0);
    for (const line of answered)
      expect(line).toMatchObject({
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        userId: expect.any(Number),
      });
    const worked = lines('analytics').find(({ msg, job }) => msg === 'job done' && job === 'detect.run');
    expect(worked).toMatchObject({
      jobId: expect.stringMatching(/^detect\.run-\d+$/),
      traceId: expect.any(String),
    });
  });

  it('no table, and so no dump, contains a secret in plain text [security 2.4]', () => {
    expect(tables.size).toBeGreaterThan(20);
    for (const [name, text] of tables) {
      expect([name, found(day.secrets, text)]).toEqual([name, []]);
    }
  });

  it('only ledger, analytics and report tables contain member data, and only the session table session ids [security 5.2]', () => {
    for (const [name, text] of tables) {
      const foreign = [
        ...(name === SESSION_TABLE ? [] : day.sessionIds),
        ...(MEMBER_TABLES.test(name) ? [] : day.personal),
      ];
      expect([name, found(foreign, text)]).toEqual([name, []]);
    }
  });

  it('only ids are sent through the queue [security 5.2]', () => {
    const queued =
      redis === undefined
        ? [...tables].flatMap(([name, text]) => (name.startsWith('queue.') ? [text] : [])).join('\n')
        : redis.commands();
    expect(queued).toMatch(/detect|import|audit|compose/);
    expect(found(everything(), queued)).toEqual([]);
  });

  it('a workday leaves no data in the folder for incoming uploads or in temporary files [security 5.2]', () => {
    const incoming = join(installation.dataDirectory, 'uploads', 'incoming');
    expect(readdirSync(incoming)).toEqual([]);
    for (const name of readdirSync(tmpdir())) {
      const path = join(tmpdir(), name);
      const file = statSync(path, { throwIfNoEntry: false });
      if (file === undefined || !file.isFile() || file.mtimeMs < started || file.size > 2 ** 20) continue;
      expect([name, found(everything(), textOf(path))]).toEqual([name, []]);
    }
  });

  it('the audit log contains every kind of action of a workday by its name [security 5.11]', async () => {
    const { rows } = await owner.query<{ action: string }>('SELECT DISTINCT action FROM auth.audit_events');
    const recorded = new Set(rows.map(({ action }) => action));
    expect(ACTIONS.filter((action) => !recorded.has(action))).toEqual([]);
  });

  it('no user is signed out while the database is down, and the application recovers [security 5.17]', async () => {
    const { rows } = await owner.query<{ data: string }>("SELECT current_setting('data_directory') AS data");
    const pidFile = join(rows[0]?.data ?? '', 'postmaster.pid');
    const seen = new Map<number, string>();
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await waitUntil(
      'the application responds again',
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

const SERVICES = ['gateway', 'auth', 'ingest', 'analytics', 'reports'] as const;

/** Empty for a file that is unreadable or gone: other programs use this folder too. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Which of `words` occur in `text`. Numbers must match as a whole, because longer ones may contain a code. */
function found(words: readonly string[], text: string): string[] {
  return words.filter((word) =>
    /^\d+$/.test(word) ? new RegExp(`(?<![\\w.-])${word}(?!\\w)`).test(text) : text.includes(word),
  );
}

const ACTIONS = [
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

// cspell:ignore terminat
