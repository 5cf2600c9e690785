import { MIN_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { pino } from 'pino';
import type { AuthEnvironment } from '../auth-environment.ts';
import { TestAuditLog } from '../testing/audit-log-fixtures.ts';
import { AUDIT_KEY, authEnvironment, startAuth } from '../testing/auth-test-context.ts';
import { AuditSealer } from './audit-sealer.service.ts';

/** Months before this one, as their first days in UTC. */
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

/** From the one to the other, both included. */
const each = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

/** Two events in each of these months; the last one in its last moment. */
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

describe('sealing', () => {
  it('seals every month that is over, chained, once, and writes it down', async () => {
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

  it('seals month after month, as time goes by', async () => {
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

  it('is done when a worker starts, and not by a process that only answers', async () => {
    await history(2);
    const api = await startAuth({ database: audit.database, environment: { PROCESS_ROLE: 'api' } });
    await api.close();
    expect(await seals()).toEqual([]);
    const worker = await startAuth({ database: audit.database, environment: { PROCESS_ROLE: 'all' } });
    await waitUntil('the month is sealed', async () => (await seals()).length === 1);
    await worker.close();
    expect(await seals()).toEqual([[monthsAgo(2), 1, 2, 2]]);
  });

  it('leaves the month alone that is not over, and an empty log as it is', async () => {
    await seal();
    await audit.append();
    await seal();
    expect(await seals()).toEqual([]);
  });

  it('counts by UTC: the last and the first moment of a month stand on different sides', async () => {
    await audit.append({ at: new Date(new Date(`${monthsAgo(1)}T00:00:00Z`).getTime() - 1).toISOString() });
    await audit.append({ at: `${monthsAgo(1)}T00:00:00.000Z` });
    await seal();
    expect((await seals()).map(([month]) => month)).toEqual([monthsAgo(2), monthsAgo(1)]);
  });

  it('is done once by five workers at the same time', async () => {
    await history(76, 75, ...each(13, 2));
    await Promise.all(Array.from({ length: 5 }, () => seal()));
    expect((await seals()).length).toBe(14);
    expect((await actions()).filter((action) => action.startsWith('audit.expired'))).toHaveLength(2);
    expect(await audit.verify()).toMatchObject({ intact: true, expiredMonths: 2 });
  });

  it('keeps a sealed month closed although the clock is set back into it [fault 6.2]', async () => {
    await history(1);
    await seal();
    await audit.append({ at: `${monthsAgo(1)}T12:00:00.000Z` });
    expect((await audit.verify()).intact).toBe(true);
  });

  it('refuses to vouch for a month that somebody altered, and says so', async () => {
    await history(3, 2);
    await audit.owner.query("UPDATE auth.audit_events SET actor_name = 'nobody' WHERE seq = 3");
    await seal();
    expect(await seals()).toEqual([[monthsAgo(3), 1, 2, 2]]);
    expect(messages.join()).toMatch(/not sealed because it is broken. Event 3 of .* was altered/);
  });
});

describe('expiry', () => {
  it('removes sealed months older than the retention period, and the chain still verifies [spec 9.17]', async () => {
    await history(75, 74, 73, ...each(12, 1));
    await audit.append();
    expect(await seal()).toBe(6);
    expect(await seal()).toBe(0);
    const { rows } = await audit.owner.query<{ first: string }>(
      'SELECT min(seq) AS first FROM auth.audit_events',
    );
    expect(Number(rows[0]?.first)).toBe(7);
    expect((await actions()).filter((action) => action.startsWith('audit.expired'))).toEqual(
      [75, 74, 73].map((ago) => `audit.expired ${monthsAgo(ago).slice(0, 7)}`),
    );
    expect(await audit.verify()).toMatchObject({ intact: true, expiredMonths: 3, firstSeq: 7 });
    expect((await audit.verify({ asOf: new Date('2020-01-01') })).brokenAt).toBeNull();
  });

  it('keeps months younger than the retention period, as the operator has set it', async () => {
    await history(75, 74, 73, ...each(12, 1));
    await audit.append();
    expect(await sealer({ TRANSACTIONS_KEPT_YEARS: 7 }).sealAndExpire(new Date())).toBe(0);
    expect(await audit.verify()).toMatchObject({ intact: true, expiredMonths: 0 });
  });

  it('is one of the purges of a day: a worker does it, says how much has left, and does it again when an operator asks', async () => {
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

  it('keeps every month while a legal hold stands, whoever asks', async () => {
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

  it('keeps everything while something is broken anywhere', async () => {
    await history(75, 74, 73, ...each(12, 2));
    await audit.append();
    await audit.owner.query("UPDATE auth.audit_events SET actor_name = 'nobody' WHERE seq = 29");
    await seal();
    expect(await audit.verify()).toMatchObject({ expiredMonths: 0, firstSeq: 1, intact: false });
    expect(messages.join()).toMatch(/nothing expires because it is broken. Event 29/);
  });

  it('waits for twelve later months to be sealed: a clock that runs ahead does not empty the log [fault 6.2]', async () => {
    await history(75, ...each(12, 2));
    await seal();
    expect(await audit.verify()).toMatchObject({ expiredMonths: 0, firstSeq: 1, intact: true });
    const [oldest] = await seals();
    await expect(audit.source.query('SELECT auth.expire_audit_month($1)', [oldest?.[0]])).rejects.toThrow(
      /not followed by twelve sealed months/,
    );
  });

  it('lets the service’s role delete nothing younger than six years, whatever seals it makes up', async () => {
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

describe('a seal', () => {
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
  ])('that was altered (%s) is named', async (change) => {
    expect(await sentenceAfter(`UPDATE auth.audit_seals SET ${change} ${at(3)}`)).toBe(
      `The seal of ${name(3)} was altered after it was made.`,
    );
  });

  it('that was deleted is missed by the next one', async () => {
    expect(await sentenceAfter(`DELETE FROM auth.audit_seals ${at(3)}`)).toBe(
      `The seal of ${name(2)} does not follow the seal before it.`,
    );
  });

  it('that was the newest and was deleted is missed, and not made anew', async () => {
    expect(await sentenceAfter(`DELETE FROM auth.audit_seals ${at(1)}`)).toBe(
      `The seal of ${name(1)} is gone.`,
    );
    await seal();
    expect(messages.join()).toMatch(/seal of .* is gone/);
    expect((await audit.verify()).brokenAt?.sentence).toBe(`The seal of ${name(1)} is gone.`);
  });

  it('does not cover for a month that somebody noted as expired too early', async () => {
    expect(
      await sentenceAfter(`DELETE FROM auth.audit_events WHERE seq IN (SELECT generate_series(first_seq, last_seq) FROM auth.audit_seals ${at(12)});
        INSERT INTO auth.audit_expiries (month) VALUES ('${monthsAgo(12)}')`),
    ).toBe(`${name(12)} is noted as expired, but its events are not older than 6 years.`);
  });

  it('of a month that has expired keeps events from being put back', async () => {
    await audit.owner.query(`INSERT INTO auth.audit_events
      SELECT (jsonb_populate_record(e, jsonb_build_object('seq', 2, 'id', gen_random_uuid()))).*
      FROM auth.audit_events e WHERE e.seq = 3`);
    expect((await audit.verify()).brokenAt).toMatchObject({ seq: 2, problem: 'altered' });
  });

  it('of an expired month whose note was removed shows the events as missing', async () => {
    await audit.owner.query('DELETE FROM auth.audit_expiries');
    expect((await audit.verify()).brokenAt).toMatchObject({ seq: 1, problem: 'missing' });
  });

  it('must, the newest at least, be by a key that is known', async () => {
    expect((await audit.verify({ keys: NEXT_KEY })).brokenAt).toMatchObject({ problem: 'unknown_key' });
  });
});

describe('a retired key', () => {
  it('is not missed once all it made has expired: newer seals vouch for the old ones', async () => {
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
