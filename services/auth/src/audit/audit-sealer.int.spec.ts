import { MIN_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { pino } from 'pino';
import type { AuthEnvironment } from '../auth-environment.ts';
import { TestAuditLog } from '../testing/audit-log-fixtures.ts';
import { AUDIT_KEY, authEnvironment, startAuth } from '../testing/auth-test-context.ts';
import { AuditSealer } from './audit-sealer.service.ts';

/** First day (UTC) of the month that is `months` months before the current one. */
function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

let audit: TestAuditLog;
let messages: string[];

const [OLD_KEY, NEXT_KEY] = [AUDIT_KEY, '6'.repeat(64)];

beforeAll(async () => {
  audit = await TestAuditLog.open();
  await audit.keep();
});
beforeEach(() => {
  messages = [];
  audit.time.clock = null;
});
afterEach(() => audit.restore());
afterAll(() => audit.close());

function sealer(more: Partial<AuthEnvironment> = {}): AuditSealer {
  const logger = pino({ level: 'error' }, { write: (line: string) => void messages.push(line) });
  const environment = authEnvironment(audit.database.urlFor('auth'), {
    TRANSACTIONS_KEPT_YEARS: MIN_RETENTION_YEARS,
    ...more,
  });
  return new AuditSealer(audit.source, audit.log(more.AUDIT_KEYS), environment, logger);
}
const seal = (asOf = new Date()) => sealer().sealAndExpire(asOf);

/** All numbers from `from` down to `to`. */
const each = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

/** Appends two events in each month: one in its first millisecond and one in its last. */
async function history(...ago: number[]): Promise<void> {
  for (const months of ago) {
    await audit.append({ at: `${monthsAgo(months)}T00:00:00.000Z` });
    const end = new Date(new Date(`${monthsAgo(months - 1)}T00:00:00Z`).getTime() - 1);
    await audit.append({ at: end.toISOString() });
  }
}

async function seals() {
  const { rows } = await audit.owner.query<Record<string, string>>(
    'SELECT month::text, first_seq, last_seq, events FROM auth.audit_seals s ORDER BY s.month',
  );
  return rows.map(({ month, first_seq, last_seq, events }) => [
    month,
    Number(first_seq),
    Number(last_seq),
    Number(events),
  ]);
}

async function actions() {
  const { rows } = await audit.owner.query<{ action: string; subject_id: string }>(
    "SELECT action, subject_id FROM auth.audit_events WHERE action LIKE 'audit.%' ORDER BY seq",
  );
  return rows.map(({ action, subject_id }) => `${action} ${subject_id}`);
}

describe('sealing months of the audit log', () => {
  it('every complete month of the audit log is sealed once, with chained seals, and the sealing is recorded', async () => {
    await history(4, 2);
    await audit.append();
    await seal();
    await seal();
    expect(await seals()).toEqual([
      [monthsAgo(4), 1, 2, 2],
      [monthsAgo(2), 3, 4, 2],
    ]);
    expect(await actions()).toEqual([
      `audit.sealed ${monthsAgo(4).slice(0, 7)}`,
      `audit.sealed ${monthsAgo(2).slice(0, 7)}`,
    ]);
    expect(await audit.verify()).toMatchObject({ intact: true, events: 7 });
  });

  it('each month of the audit log is sealed as it completes', async () => {
    for (const months of [5, 4, 3]) {
      await audit.append({ at: `${monthsAgo(months)}T10:00:00.000Z` });
      audit.time.clock = `${monthsAgo(months - 1)}T00:10:00.000Z`;
      await seal(new Date(audit.time.clock));
    }
    expect((await seals()).map(([month, first, last]) => [month, first, last])).toEqual([
      [monthsAgo(5), 1, 1],
      [monthsAgo(4), 2, 3],
      [monthsAgo(3), 4, 5],
    ]);
    expect(messages).toEqual([]);
    expect((await audit.verify()).intact).toBe(true);
  });

  it('a worker seals complete audit months when it starts, but an API process does not', async () => {
    await history(2);
    const api = await startAuth({ database: audit.database, environment: { PROCESS_ROLE: 'api' } });
    await api.close();
    expect(await seals()).toEqual([]);
    const worker = await startAuth({ database: audit.database, environment: { PROCESS_ROLE: 'all' } });
    await waitUntil('the month is sealed', async () => (await seals()).length === 1);
    await worker.close();
    expect(await seals()).toEqual([[monthsAgo(2), 1, 2, 2]]);
  });

  it('the current month and an empty audit log are not sealed', async () => {
    await seal();
    await audit.append();
    await seal();
    expect(await seals()).toEqual([]);
  });

  it('months of the audit log are separated by UTC', async () => {
    await audit.append({ at: new Date(new Date(`${monthsAgo(1)}T00:00:00Z`).getTime() - 1).toISOString() });
    await audit.append({ at: `${monthsAgo(1)}T00:00:00.000Z` });
    await seal();
    expect((await seals()).map(([month]) => month)).toEqual([monthsAgo(2), monthsAgo(1)]);
  });

  it('five concurrent workers seal each month of the audit log only once', async () => {
    await history(76, 75, ...each(13, 2));
    await Promise.all(Array.from({ length: 5 }, () => seal()));
    expect((await seals()).length).toBe(14);
    expect((await actions()).filter((action) => action.startsWith('audit.expired'))).toHaveLength(2);
    expect(await audit.verify()).toMatchObject({ intact: true, expiredMonths: 2 });
  });

  it('no event is added to a sealed audit month when the clock is set back [fault 6.2]', async () => {
    await history(1);
    await seal();
    await audit.append({ at: `${monthsAgo(1)}T12:00:00.000Z` });
    expect((await audit.verify()).intact).toBe(true);
  });

  it('an altered month of the audit log is not sealed, and the reason is logged', async () => {
    await history(3, 2);
    await audit.owner.query("UPDATE auth.audit_events SET actor_name = 'someone' WHERE seq = 3");
    await seal();
    expect(await seals()).toEqual([[monthsAgo(3), 1, 2, 2]]);
    expect(messages.join()).toMatch(/not sealed because it does not verify. Event 3 from .* was altered/);
  });
});

describe('expiry of sealed months', () => {
  it('sealed audit months past the retention period are removed, and the chain stays verifiable [spec 9.17]', async () => {
    await history(75, 74, 73, ...each(12, 1));
    await audit.append();
    expect(await seal()).toBe(6);
    expect(await seal()).toBe(0);
    const { rows } = await audit.owner.query<{ first: string }>('SELECT min(seq) AS first FROM auth.audit_events');
    expect(Number(rows[0]?.first)).toBe(7);
    expect((await actions()).filter((action) => action.startsWith('audit.expired'))).toEqual(
      [75, 74, 73].map((ago) => `audit.expired ${monthsAgo(ago).slice(0, 7)}`),
    );
    expect(await audit.verify()).toMatchObject({ intact: true, expiredMonths: 3, firstSeq: 7 });
    expect((await audit.verify({ asOf: new Date('2020-01-01') })).brokenAt).toBeNull();
  });

  it('sealed audit months within the configured retention period are kept', async () => {
    await history(75, 74, 73, ...each(12, 1));
    await audit.append();
    expect(await sealer({ TRANSACTIONS_KEPT_YEARS: 7 }).sealAndExpire(new Date())).toBe(0);
    expect(await audit.verify()).toMatchObject({ intact: true, expiredMonths: 0 });
  });

  it('the daily purge expires months of the audit log, reports the count and repeats on request', async () => {
    const worker = await startAuth({ database: audit.database, environment: { PROCESS_ROLE: 'all' } });
    const runs = new PurgeRuns(audit.source, 'auth');
    const isDone = async () => (await runs.last())?.finishedAt != null;
    await waitUntil('the purge of today is done', isDone);
    expect(await runs.last()).toMatchObject({ removed: [], failure: null });
    await worker.close();
    await history(86, 85, ...each(12, 1));
    await audit.append();
    await runs.repeatLatest(audit.source);
    expect(await isDone()).toBe(false);
    const another = await startAuth({ database: audit.database, environment: { PROCESS_ROLE: 'all' } });
    await waitUntil('it is done again', isDone);
    await another.close();
    expect((await audit.verify()).expiredMonths).toBe(2);
  });

  it('a legal hold keeps every month of the audit log, even for the database owner', async () => {
    await history(75, 74, 73, ...each(12, 1));
    await audit.append();
    await audit.owner.query(
      `INSERT INTO ledger.legal_holds (reason, placed_by, placed_by_name) VALUES ('Litigation', 1, 'ada')`,
    );
    try {
      await seal();
      expect(await audit.verify()).toMatchObject({ expiredMonths: 0, firstSeq: 1, intact: true });
      await expect(audit.owner.query('SELECT auth.expire_audit_month($1)', [monthsAgo(75)])).rejects.toThrow(
        'a legal hold stands',
      );
    } finally {
      await audit.owner.query('TRUNCATE ledger.legal_holds');
    }
    await seal();
    expect(await audit.verify()).toMatchObject({ expiredMonths: 3, intact: true });
  });

  it('every month of the audit log is kept while any part of the log is broken', async () => {
    await history(75, 74, 73, ...each(12, 2));
    await audit.append();
    await audit.owner.query("UPDATE auth.audit_events SET actor_name = 'someone' WHERE seq = 29");
    await seal();
    expect(await audit.verify()).toMatchObject({ expiredMonths: 0, firstSeq: 1, intact: false });
    expect(messages.join()).toMatch(/no events expire because the log does not verify. Event 29/);
  });

  it('an audit month expires only after twelve later sealed months, so that a fast clock cannot empty the log [fault 6.2]', async () => {
    await history(75, ...each(12, 2));
    await seal();
    expect(await audit.verify()).toMatchObject({ expiredMonths: 0, firstSeq: 1, intact: true });
    const [oldest] = await seals();
    await expect(audit.source.query('SELECT auth.expire_audit_month($1)', [oldest?.[0]])).rejects.toThrow(
      /not followed by twelve sealed months/,
    );
  });

  it('the database role of auth cannot delete audit months within six years with forged seals', async () => {
    await history(3);
    await audit.append();
    const forge = (month: string, first: number, last: number) =>
      audit.source.query(
        `INSERT INTO auth.audit_seals (month, first_seq, last_seq, events, previous_hash, last_hash, sealed_at, previous_seal,
           key_id, mac) VALUES ($1, $2::bigint, $3::bigint, $3::bigint - $2::bigint + 1, '', '', now(), '', '', '')`,
        [month, first, last],
      );
    const expire = (month: string) => audit.source.query('SELECT auth.expire_audit_month($1)', [month]);
    await forge(monthsAgo(3), 1, 2);
    await forge('2020-01-01', 1, 3);
    await expect(expire(monthsAgo(3))).rejects.toThrow(/not older than six years/);
    await expect(expire('2020-01-01')).rejects.toThrow(/events of other months/);
    await expect(expire('2019-01-01')).rejects.toThrow(/not sealed/);
    expect(await audit.verify()).toMatchObject({ intact: false, brokenAt: { problem: 'seal' } });
  });
});

describe('audit log seals', () => {
  beforeEach(async () => {
    await history(75, ...each(12, 1));
    await audit.append();
    await seal();
  });

  const sentenceAfter = async (sql: string) => {
    await audit.owner.query(sql);
    const { brokenAt } = await audit.verify();
    expect(brokenAt?.problem).toBe('seal');
    return brokenAt?.sentence;
  };
  const name = (ago: number) =>
    new Date(`${monthsAgo(ago)}T00:00:00Z`).toLocaleDateString('en-US', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
  const at = (ago: number) => `WHERE month = '${monthsAgo(ago)}'`;

  it.each([
    'last_hash = reverse(last_hash)',
    "sealed_at = sealed_at + interval '1 day'",
    "mac = 'none'",
    'last_seq = last_seq + 1, events = events + 1',
  ])('audit verification names an altered seal (%s)', async (change) => {
    expect(await sentenceAfter(`UPDATE auth.audit_seals SET ${change} ${at(3)}`)).toBe(
      `The seal for ${name(3)} was altered after it was made.`,
    );
  });

  it('audit verification detects a deleted seal by the seal after it', async () => {
    expect(await sentenceAfter(`DELETE FROM auth.audit_seals ${at(3)}`)).toBe(
      `The seal for ${name(2)} does not follow the seal before it.`,
    );
  });

  it('audit verification detects the deletion of the newest seal, and sealing does not replace it', async () => {
    expect(await sentenceAfter(`DELETE FROM auth.audit_seals ${at(1)}`)).toBe(`The seal for ${name(1)} is missing.`);
    await seal();
    expect(messages.join()).toMatch(/seal for .* is missing/);
    expect((await audit.verify()).brokenAt?.sentence).toBe(`The seal for ${name(1)} is missing.`);
  });

  it('audit verification detects a month that is marked as expired too early', async () => {
    expect(
      await sentenceAfter(`DELETE FROM auth.audit_events WHERE seq IN (SELECT generate_series(first_seq, last_seq) FROM auth.audit_seals ${at(12)});
        INSERT INTO auth.audit_expiries (month) VALUES ('${monthsAgo(12)}')`),
    ).toBe(`${name(12)} is marked as expired, but its events are less than 6 years old.`);
  });

  it('audit verification detects events that return to an expired month', async () => {
    await audit.owner.query(`INSERT INTO auth.audit_events
      SELECT (jsonb_populate_record(e, jsonb_build_object('seq', 2, 'id', gen_random_uuid()))).*
      FROM auth.audit_events e WHERE e.seq = 3`);
    expect((await audit.verify()).brokenAt).toMatchObject({ seq: 2, problem: 'altered' });
  });

  it('audit verification reports missing events when the expiry mark of a month is removed', async () => {
    await audit.owner.query('DELETE FROM auth.audit_expiries');
    expect((await audit.verify()).brokenAt).toMatchObject({ seq: 1, problem: 'missing' });
  });

  it('audit verification requires a known key for the newest seal', async () => {
    expect((await audit.verify({ keys: NEXT_KEY })).brokenAt).toMatchObject({ problem: 'unknown_key' });
  });
});

describe('retired audit key', () => {
  it('a retired audit key is no longer needed after its events expire because newer seals cover its seals', async () => {
    await history(75);
    audit.time.clock = `${monthsAgo(74)}T00:00:00.000Z`;
    await sealer().sealAndExpire(new Date(`${monthsAgo(74)}T00:00:00Z`));
    const both = `${NEXT_KEY},${OLD_KEY}`;
    for (const ago of [74, ...each(12, 1)]) {
      await audit.append({ at: `${monthsAgo(ago)}T10:00:00.000Z`, keys: both });
    }
    await sealer({ AUDIT_KEYS: both }).sealAndExpire(new Date());
    expect(await audit.verify({ keys: NEXT_KEY })).toMatchObject({ intact: true, expiredMonths: 2 });

    await audit.owner.query('UPDATE auth.audit_seals SET last_hash = reverse(last_hash) WHERE first_seq = 1');
    expect((await audit.verify({ keys: NEXT_KEY })).brokenAt).toMatchObject({ problem: 'seal' });
  });
});
