import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics, type TestUser } from '../testing/analytics-test-context.ts';

const SUPPRESSIONS = '/api/detection/suppressions';
const ADMIN: TestUser = { id: 1, name: 'ada', role: 'Admin' };
const ACCOUNT = '1000000001';
const WANTED = {
  accountNumber: ACCOUNT,
  activityType: 'structuring',
  until: '2027-03-31',
  reason: 'Sells a farm in parts',
};

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database);
  await ledger.import([{ amount: '10.00', type: 'Credit', day: '2026-06-01' }]);
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});
beforeEach(async () => {
  await ledger.client.query('TRUNCATE analytics.suppressions RESTART IDENTITY; TRUNCATE analytics.audit_outbox');
});

const add = (changes: object = {}, user = ADMIN) => analytics.post(SUPPRESSIONS, { ...WANTED, ...changes }, user);
const lift = (id: number, user = ADMIN) => analytics.delete(`${SUPPRESSIONS}/${id}`, user);
/** The suppressions that detection reads. */
const suppressions = async () => {
  const { rows } = await ledger.client.query(
    `SELECT account_number, activity_type, until::text FROM analytics.suppressions
      WHERE lifted_at IS NULL ORDER BY until`,
  );
  return rows;
};
const runOut = () =>
  ledger.client.query(`UPDATE analytics.suppressions SET until = '2026-11-19' WHERE lifted_at IS NULL`);

describe('suppressing a rule for an account', () => {
  it('suppressing a rule saves the user, last day and reason', async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(body).toEqual({
      ...WANTED,
      id: 1,
      memberName: 'Ana Sample',
      createdBy: 'ada',
      createdAt: expect.any(String),
      liftedAt: null,
      liftedBy: null,
    });
    expect((await analytics.get(SUPPRESSIONS)).body).toEqual([body]);
    expect(await suppressions()).toEqual([
      { account_number: ACCOUNT, activity_type: WANTED.activityType, until: WANTED.until },
    ]);
  });

  it('a suppression is audited with its number and rule, but without the account or reason', async () => {
    await add();
    await lift(1);
    const { rows } = await ledger.client.query(
      `SELECT action, actor_name, subject_type, subject_id, subject_label, detail
         FROM analytics.audit_outbox ORDER BY at, action`,
    );
    const entry = {
      actor_name: 'ada',
      subject_type: 'suppression',
      subject_id: '1',
      subject_label: null,
      detail: { activityType: 'structuring', until: '2027-03-31' },
    };
    expect(rows).toEqual([
      { action: 'suppression.added', ...entry },
      { action: 'suppression.lifted', ...entry },
    ]);
  });

  it.each([
    ['today', '2026-11-20', 201],
    ['a year from today', '2027-11-20', 201],
    ['yesterday', '2026-11-19', 400],
    ['a day more than a year', '2027-11-21', 400],
    ['a day that does not exist', '2027-02-30', 400],
    ['no day at all', 'next year', 400],
  ])('a suppression until %s (%s) returns %i', async (_name, until, status) => {
    expect((await add({ until })).status).toBe(status);
  });

  it.each([
    ['of a rule that does not exist', { activityType: 'kindness' }, 400],
    ['without a reason', { reason: ' ' }, 400],
    ['of an account that does not exist', { accountNumber: '4711' }, 404],
    ['of an account that cannot be', { accountNumber: 'a\0b' }, 404],
  ])('a suppression %s is refused', async (_name, changes, status) => {
    expect((await add(changes)).status).toBe(status);
    expect((await analytics.get(SUPPRESSIONS)).body).toEqual([]);
  });

  it('a suppression is refused while another one is active, and the message names its user', async () => {
    await add();
    const { status, text } = await add({ until: '2027-06-30' }, { id: 2, name: 'bo', role: 'Admin' });
    expect(status).toBe(409);
    expect(text).toBe('ada already suppressed this rule for the account until 2027-03-31. End that suppression first.');
    expect((await add({ activityType: 'large_credit' })).status).toBe(201);
    await lift(1);
    expect((await add()).status).toBe(201);
    await runOut();
    expect((await add()).status).toBe(201);
  });

  it('one of many simultaneous requests to suppress the same rule succeeds', async () => {
    const admins = Array.from(
      { length: 6 },
      (_, at): TestUser => ({ id: 10 + at, name: `admin-${at}`, role: 'Admin' }),
    );
    const answers = await Promise.all(admins.map((admin) => add({}, admin)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await suppressions()).toHaveLength(1);
  });

  it('suppressing a rule is limited to admins, while the list of suppressions is limited to staff', async () => {
    await add();
    const user: TestUser = { id: 7, name: 'anna' };
    expect((await add({ activityType: 'large_credit' }, user)).status).toBe(403);
    expect((await lift(1, user)).status).toBe(403);
    expect((await analytics.get(SUPPRESSIONS, user)).body).toHaveLength(1);
  });
});

describe('lifting a suppression', () => {
  it('lifting a suppression ends it for detection and keeps it in the list', async () => {
    await add();
    const { status, body } = await lift(1);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 1, liftedBy: 'ada', liftedAt: expect.any(String) });
    expect((await analytics.get(SUPPRESSIONS)).body).toEqual([body]);
    expect(await suppressions()).toEqual([]);
  });

  it('lifting a suppression is refused a second time, after expiration and for an unknown suppression', async () => {
    await add();
    await lift(1);
    expect((await lift(1)).text).toMatch(/^ada already ended this suppression on 20/);
    await add();
    await runOut();
    const { status, text } = await lift(2);
    expect(status).toBe(409);
    expect(text).toBe('This suppression expired on 2026-11-19. Nothing was changed.');
    expect((await lift(99)).status).toBe(404);
    expect((await lift(Number.NaN)).status).toBe(400);
  });
});

it('the list of suppressions shows active ones first, then the newest, and expired ones still cover their period', async () => {
  await add({ activityType: 'large_credit' });
  await lift(1);
  await add({ activityType: 'velocity_anomaly' });
  await runOut();
  await add();
  await add({ activityType: 'large_credit' });
  await lift(4);
  const { body, headers } = await analytics.get(SUPPRESSIONS);
  expect(body.map(({ id }: { id: number }) => id)).toEqual([3, 4, 2, 1]);
  expect(headers['x-total-count']).toBe('4');
  const { body: page } = await analytics.get(`${SUPPRESSIONS}?page=2&pageSize=2`);
  expect(page.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
  expect((await suppressions()).map(({ until }) => until)).toEqual(['2026-11-19', '2027-03-31']);
});
