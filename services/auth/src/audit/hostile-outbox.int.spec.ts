import { randomUUID } from 'node:crypto';
import { AUDIT_ACTIONS } from '@clearwatch/contracts/audit-events';
import type { AuditSource } from '@clearwatch/contracts/jobs.dto';
import { Client } from 'pg';
import { TestAuditLog } from '../testing/audit-log-fixtures.ts';
import { RecordAuditEventProcessor } from './record-audit-event.processor.ts';

const OUTBOXES = {
  gateway: 'sessions',
  ingest: 'ledger',
  analytics: 'analytics',
  reports: 'reports',
} as const;
const RUNNING = { signal: new AbortController().signal };

let audit: TestAuditLog;
let handler: RecordAuditEventProcessor;

beforeAll(async () => {
  audit = await TestAuditLog.open();
  handler = new RecordAuditEventProcessor(audit.source, audit.log());
});
beforeEach(async () => {
  const outboxes = Object.values(OUTBOXES).map((schema) => `${schema}.audit_outbox`);
  await audit.owner.query(`TRUNCATE ${outboxes.join(', ')}, auth.audit_events, auth.audit_head CASCADE`);
});
afterAll(() => audit.close());

/** Writes any values into a service's outbox, as the service's database role can. @returns the event id */
async function put(source: AuditSource, columns: Record<string, unknown> = {}): Promise<string> {
  const row = {
    id: randomUUID(),
    at: '2026-11-20T09:14:33.123Z',
    actor_id: 7,
    actor_name: 'paula',
    actor_role: 'Admin',
    action: 'import.received',
    subject_type: 'import',
    subject_id: '1',
    detail: {},
    ...columns,
  };
  const client = new Client({ connectionString: audit.database.urlFor(source) });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO ${OUTBOXES[source]}.audit_outbox (${Object.keys(row).join(', ')})
       VALUES (${Object.keys(row)
         .map((_, index) => `$${index + 1}`)
         .join(', ')})`,
      Object.values(row),
    );
  } finally {
    await client.end();
  }
  return row.id;
}

const subjectOf = (action: string) =>
  Object.entries(AUDIT_ACTIONS).find(([name]) => name === action)?.[1].subject ?? 'import';

const take = (source: AuditSource, eventId: string) => handler.handle({ source, eventId }, RUNNING);

async function recorded(): Promise<string[]> {
  const { rows } = await audit.owner.query<{ action: string }>('SELECT action FROM auth.audit_events ORDER BY seq');
  return rows.map(({ action }) => action);
}

describe('events in the outbox of a service', () => {
  it.each([
    ['gateway', 'access.denied'],
    ['gateway', 'session.signed_out'],
    ['gateway', 'session.ended'],
    ['ingest', 'import.stored'],
    ['analytics', 'alert.viewed'],
    ['analytics', 'alert.reviewed'],
    ['reports', 'report.viewed'],
    ['reports', 'transactions.exported'],
  ] as const)('the audit log accepts from %s its own action %s', async (source, action) => {
    await take(source, await put(source, { action, subject_type: AUDIT_ACTIONS[action].subject }));
    expect(await recorded()).toEqual([action]);
  });

  it.each([
    ['ingest', 'session.signed_in'],
    ['ingest', 'session.signed_out'],
    ['ingest', 'access.denied'],
    ['ingest', 'alert.reviewed'],
    ['ingest', 'import.of_another_version'],
    ['ingest', 'toString'],
    ['analytics', 'import.stored'],
    ['gateway', 'session.signed_in'],
    ['gateway', 'session.sign_in_failed'],
    ['gateway', 'user.created'],
    ['gateway', 'audit.sealed'],
  ] as const)('the audit log rejects from %s the action %s of another service', async (source, action) => {
    const forged = await put(source, { action, subject_type: subjectOf(action) });
    await expect(take(source, forged)).rejects.toThrow(`${source} may not record ${action}`);
    expect(await recorded()).toEqual([]);
  });
});

describe('event that cannot be stored', () => {
  // Too long for an index row, even compressed.
  const long = Array.from({ length: 200 }, () => randomUUID()).join('');

  it.each<[string, Record<string, unknown>]>([
    ['has an infinite time', { at: 'infinity' }],
    ['has a time of minus infinity', { at: '-infinity' }],
    ['has a six-digit year', { at: '200000-01-01' }],
    ['has a year BC', { at: '0044-03-15 BC' }],
    ['has a subject too long for the index', { subject_id: long }],
    ['has a type of subject too long for the index', { subject_type: long }],
    ['has an action too long for the index', { action: `import.${long}` }],
    ['has a subject of the wrong type', { subject_type: 'user' }],
    ['has a line break in a name', { actor_name: 'paula\nroot' }],
    ['has a line break in its details', { detail: { note: 'a\nb' } }],
    ['has a direction override character', { subject_label: '\u202Egpj.exe' }],
    ['has a very long detail', { detail: { note: long } }],
    ['has very many details', { detail: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`n${at}`, at])) }],
  ])('the audit log skips an event that %s and records the others', async (_why, columns) => {
    const poison = await put('ingest', columns);
    const sound = await put('ingest');
    await take('ingest', sound);
    expect(await recorded()).toEqual(['import.received']);
    await expect(take('ingest', poison)).rejects.toThrow('ingest may not record');
    expect((await audit.verify()).intact).toBe(true);
  });

  it('hundreds of older invalid audit events do not delay others', async () => {
    await audit.owner.query(`INSERT INTO ledger.audit_outbox
      SELECT gen_random_uuid(), '2020-01-01', NULL, 'x', 'Admin', NULL, NULL, 'user.created', 'user', '1', NULL, '{}'
      FROM generate_series(1, 450)`);
    await put('ingest');
    const { rows } = await audit.owner.query<{ id: string }>(
      "SELECT id FROM ledger.audit_outbox WHERE action = 'user.created' LIMIT 1",
    );
    await expect(take('ingest', rows[0]?.id ?? '')).rejects.toThrow('may not record user.created');
    expect(await recorded()).toEqual(['import.received']);
  });
});

it('one job records a backlog of audit events, oldest first', async () => {
  await audit.owner.query(`INSERT INTO ledger.audit_outbox
    SELECT gen_random_uuid(), timestamptz '2026-11-20' + n * interval '1 s', 7, 'paula', 'Admin', NULL, NULL,
      'import.received', 'import', n::text, NULL, '{"lines": 3}' FROM generate_series(1, 2500) n`);
  await take('ingest', await put('ingest', { at: '2026-11-19' }));
  const { rows } = await audit.owner.query(
    'SELECT count(*)::int, count(*) FILTER (WHERE subject_id::int = seq - 1)::int AS in_order FROM auth.audit_events',
  );
  expect(rows).toEqual([{ count: 2501, in_order: 2500 }]);
  expect((await audit.verify()).intact).toBe(true);
});

it('a worker that stops leaves the remaining audit events in the outbox', async () => {
  const stopped = AbortSignal.abort();
  await handler.handle({ source: 'ingest', eventId: await put('ingest') }, { signal: stopped });
  expect(await recorded()).toEqual([]);
});
