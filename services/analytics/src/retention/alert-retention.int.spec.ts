import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Client } from 'pg';
import { CHAIN_BREAKS_SQL } from '../detection/alert-chain-breaks.ts';
import { type RunningAnalytics, recordingRun, startAnalytics } from '../testing/analytics-test-context.ts';
import { DailyAlertPurgeFinder, PurgeAlertsHandler } from './alert-retention.service.ts';

/** The last day that is more than seven years before `PURGE_DAY`. */
const LAST_PAST = '2019-11-21';
const FIRST_KEPT = '2019-11-22';
const PURGE_DAY = '2026-11-22';

let database: TestDatabase;
let owner: Client;
let analytics: RunningAnalytics;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  analytics = await startAnalytics(database, { role: 'worker', jobs: 'left' });
});
afterAll(async () => {
  await analytics.stop();
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  await owner.query(
    `TRUNCATE analytics.unusual_activities, analytics.alert_links, analytics.purge_runs, analytics.suppressions,
       analytics.detection_runs, analytics.audit_outbox, ledger.legal_holds CASCADE`,
  );
  itIs(PURGE_DAY);
});

function itIs(day: string): void {
  analytics.app.get(Today, { strict: false }).day = () => day;
}

interface OldAlert {
  day?: string;
  /** Null for an open alert. */
  reviewed?: string | null;
  account?: string;
  shows?: string;
}

async function anAlert({
  day = LAST_PAST,
  reviewed = LAST_PAST,
  account = '1',
  shows = account,
}: OldAlert): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
       description, evidence, rule_version, policy_version, reviewed, reviewed_at, reviewed_by, reviewed_by_name, created_at)
     VALUES ('structuring', $1, (SELECT coalesce(max(transaction_id), 0) + 1 FROM analytics.unusual_activities), $2::date, 1, 'x',
       $3, 1, 1, $4::timestamptz IS NOT NULL, $4::timestamptz, 7, 'anna', $2::date)
     RETURNING id`,
    [account, day, JSON.stringify({ entries: [{ transactionId: '1', accountNumber: shows }] }), reviewed],
  );
  const id = rows[0]?.id ?? '';
  await owner.query(`SELECT analytics.append_alert_links(ARRAY[$1::bigint], 'raised')`, [id]);
  return id;
}

async function purge(): Promise<void> {
  for (const payload of await analytics.app.get(DailyAlertPurgeFinder, { strict: false }).findOpenWork())
    await analytics.app.get(PurgeAlertsHandler, { strict: false }).handle(payload, recordingRun().run);
}

async function left(): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM analytics.unusual_activities ORDER BY id');
  return rows.map(({ id }) => id);
}

async function hold(account: string | null): Promise<void> {
  await owner.query(
    `INSERT INTO ledger.legal_holds (account_number, reason, placed_by, placed_by_name) VALUES ($1, 'x', 1, 'ada')`,
    [account],
  );
}

describe('the daily alert purge', () => {
  it('the alert purge removes decided alerts on the day their retention ends and records this in an intact chain [spec 9.15]', async () => {
    await anAlert({});
    const others = [
      await anAlert({ reviewed: `${FIRST_KEPT}T00:00:00` }),
      await anAlert({ day: FIRST_KEPT, reviewed: '2019-12-01' }),
    ];
    await purge();
    expect(await left()).toEqual(others);
    expect((await owner.query(CHAIN_BREAKS_SQL)).rows).toEqual([]);
    const { rows } = await owner.query(
      `SELECT action, actor_name, detail FROM analytics.audit_outbox WHERE action LIKE 'retention%'`,
    );
    expect(rows).toEqual([
      {
        action: 'retention.alerts_purged',
        actor_name: 'system',
        detail: { alerts: 1, olderThan: FIRST_KEPT },
      },
    ]);
  });

  it('the alert purge never removes an open alert or an alert that was decided again later', async () => {
    const open = await anAlert({ reviewed: null });
    const again = await anAlert({});
    await owner.query(
      `INSERT INTO analytics.alert_steps (alert_id, step, at, by_id, by_name) VALUES ($1, 'reopened', $2, 7, 'anna')`,
      [again, FIRST_KEPT],
    );
    await purge();
    expect(await left()).toEqual([open, again]);
  });

  it('the alert purge keeps alerts for accounts on legal hold, and all alerts during a hold on all accounts', async () => {
    const held = [await anAlert({ account: '1' }), await anAlert({ account: '2', shows: '1' })];
    const free = await anAlert({ account: '2' });
    await hold(null);
    await purge();
    expect(await left()).toEqual([...held, free]);
    await owner.query('TRUNCATE ledger.legal_holds');
    await hold('1');
    itIs('2026-11-23');
    await purge();
    expect(await left()).toEqual(held);
  });

  it('the alert purge removes expired suppressions and runs, but not runs that raised a remaining alert', async () => {
    const run = async (finished: string) => {
      const { rows } = await owner.query<{ id: string }>(
        `INSERT INTO analytics.detection_runs (kind, policy_version, state, finished_at)
         SELECT 'full', min(version), 'finished', $1 FROM analytics.detection_policies RETURNING id`,
        [finished],
      );
      return rows[0]?.id ?? '';
    };
    const [raised, , young] = [await run(LAST_PAST), await run(LAST_PAST), await run(FIRST_KEPT)];
    const open = await anAlert({ reviewed: null });
    await owner.query('UPDATE analytics.unusual_activities SET run_id = $1 WHERE id = $2', [raised, open]);
    await owner.query(
      `INSERT INTO analytics.suppressions (account_number, activity_type, until, reason, created_by, created_by_name)
       VALUES ('1', 'structuring', $1, 'x', 1, 'ada'), ('1', 'structuring', $2, 'x', 1, 'ada')`,
      [LAST_PAST, FIRST_KEPT],
    );
    await purge();
    const { rows: runs } = await owner.query('SELECT id FROM analytics.detection_runs ORDER BY id');
    expect(runs.map(({ id }) => id)).toEqual([raised, young]);
    const { rows: suppressions } = await owner.query('SELECT until::text FROM analytics.suppressions');
    expect(suppressions).toEqual([{ until: FIRST_KEPT }]);
  });

  it('the alert purge resumes after it is killed midway, and counts everything it removed', async () => {
    await anAlert({});
    await owner.query(`
      CREATE FUNCTION analytics.die() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE TRIGGER die AFTER UPDATE ON analytics.purge_runs FOR EACH ROW EXECUTE FUNCTION analytics.die()`);
    try {
      await expect(purge()).rejects.toThrow(/terminat/i);
    } finally {
      await owner.query('DROP FUNCTION analytics.die CASCADE');
    }
    expect(await left()).toHaveLength(1);
    await purge();
    await purge();
    expect(await left()).toEqual([]);
    const { rows } = await owner.query('SELECT removed FROM analytics.purge_runs');
    expect(rows).toEqual([{ removed: { alerts: 1 } }]);
  });
});

// cspell:ignore terminat
