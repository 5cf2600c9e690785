import { DETECTORS } from '@clearwatch/domain/detection/detectors/detector-registry';
import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics, type TestUser } from '../testing/analytics-test-context.ts';

const POLICY = '/api/detection/policy';
const ADMIN: TestUser = { id: 1, name: 'ada', role: 'Admin' };
const OTHER_ADMIN: TestUser = { id: 2, name: 'bo', role: 'Admin' };

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database);
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});
beforeEach(async () => {
  await ledger.client.query(
    'DELETE FROM analytics.detection_policies WHERE version > 1; TRUNCATE analytics.audit_outbox',
  );
});

const { sensitivity, parameters } = defaultPolicy();
const bodyWith = (changes: object) => ({
  sensitivity,
  parameters,
  switchedOff: {},
  reason: 'Too many alerts',
  basedOn: 1,
  ...changes,
});
const stricter = bodyWith({
  parameters: { ...parameters, large_credit: { largeTransactionAmount: 25_000 } },
});
const save = (body: object, user = ADMIN) => analytics.post(POLICY, body, user);
const parameterIn = (view: unknown, activityType: string, wanted: string) =>
  (
    view as {
      rules: { activityType: string; parameters: { name: string; value: number; effective: number }[] }[];
    }
  ).rules
    .find((rule) => rule.activityType === activityType)
    ?.parameters.find(({ name }) => name === wanted);

describe('the current policy', () => {
  it('the current policy is visible to all staff, with every rule and parameter', async () => {
    const { status, body } = await analytics.get(POLICY);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: 1,
      sensitivity: 'medium',
      createdBy: 'system',
      reason: 'Default values',
    });
    expect(body.rules.map(({ activityType }: { activityType: string }) => activityType)).toEqual(
      Object.keys(DETECTORS),
    );
    expect(parameterIn(body, 'structuring', 'nearLineCount')).toEqual({
      name: 'nearLineCount',
      unit: 'count',
      meaning: 'Number of credits just below the reporting threshold that raises an alert',
      example: 'with 3, credits of $9,500, $9,200 and $8,800',
      default: 3,
      min: 2,
      max: 50,
      value: 3,
      effective: 3,
      scaling: 'count',
    });
  });

  it('the current policy is the newest version, even if a Clearwatch version with other rules saved it', async () => {
    await ledger.client.query(
      `INSERT INTO analytics.detection_policies (version, body, reason, created_by)
       VALUES (2, $1, 'Of old', 'ada')`,
      [
        JSON.stringify({
          version: 2,
          sensitivity: 'high',
          parameters: { structuring: { renamedSince: 4, spreadCount: 10 }, removed_rule: { coolDays: 3 } },
          switchedOff: { removed_rule: 'Too loud' },
        }),
      ],
    );
    const { status, body } = await analytics.get(POLICY);
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, sensitivity: 'high', createdBy: 'ada' });
    expect(parameterIn(body, 'structuring', 'spreadCount')).toMatchObject({ value: 10, effective: 8 });
    expect(parameterIn(body, 'structuring', 'nearLineCount')).toMatchObject({ value: 3 });
    expect((await analytics.get(`${POLICY}/versions`)).body[0].changes).toContainEqual({
      activityType: 'removed_rule',
      name: 'switchedOff',
      from: null,
      to: 'Too loud',
    });
    expect((await save(bodyWith({ sensitivity: 'low', basedOn: 2 }))).status).toBe(200);
  });
});

describe('saving a policy', () => {
  it('saving a policy adds a version with the user, time and reason, and does not change the previous one', async () => {
    const { status, body } = await save(
      bodyWith({
        sensitivity: 'low',
        parameters: { large_credit: { largeTransactionAmount: 25_000 } },
        switchedOff: { velocity_anomaly: '  Covered by the core system ' },
        reason: '  Fewer alerts ',
      }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, sensitivity: 'low', createdBy: 'ada', reason: 'Fewer alerts' });
    expect((await analytics.get(POLICY)).body).toEqual(body);
    expect((await analytics.get(`${POLICY}/versions/2`)).body).toEqual(body);
    expect(parameterIn(body, 'large_credit', 'largeTransactionAmount')).toMatchObject({ value: 25_000 });
    const { body: first } = await analytics.get(`${POLICY}/versions/1`);
    expect(parameterIn(first, 'large_credit', 'largeTransactionAmount')).toMatchObject({ value: 10_000 });

    const { headers, body: versions } = await analytics.get(`${POLICY}/versions`);
    expect(headers['x-total-count']).toBe('2');
    expect(versions).toMatchObject([
      {
        version: 2,
        createdBy: 'ada',
        reason: 'Fewer alerts',
        changes: [
          { activityType: null, name: 'sensitivity', from: 'medium', to: 'low' },
          {
            activityType: 'velocity_anomaly',
            name: 'switchedOff',
            from: null,
            to: 'Covered by the core system',
          },
          { activityType: 'large_credit', name: 'largeTransactionAmount', from: '10000', to: '25000' },
        ],
      },
      { version: 1, changes: [] },
    ]);
    const { body: page } = await analytics.get(`${POLICY}/versions?page=1&pageSize=1`);
    expect(page).toEqual([versions[0]]);
  });

  it('a saved policy stores every parameter, so that a later change to a default has no effect', async () => {
    await save(bodyWith({ parameters: {}, sensitivity: 'high' }));
    const { rows } = await ledger.client.query('SELECT body FROM analytics.detection_policies WHERE version = 2');
    expect(rows[0].body).toEqual({ ...defaultPolicy(), version: 2, sensitivity: 'high' });
  });

  it('saving a policy is audited with the version and the number of changes', async () => {
    await save(stricter);
    const { rows } = await ledger.client.query(
      'SELECT action, actor_name, subject_type, subject_id, subject_label, detail FROM analytics.audit_outbox',
    );
    expect(rows).toEqual([
      {
        action: 'policy.saved',
        actor_name: 'ada',
        subject_type: 'policy',
        subject_id: '2',
        subject_label: null,
        detail: { changes: 1, replaces: 1 },
      },
    ]);
  });

  it('saving an invalid policy is refused with a list of all problems, each with its rule and parameter', async () => {
    const { status, text } = await save(
      bodyWith({
        parameters: {
          structuring: { reportingLine: 12_000, nearLineCount: 2.5, imagined: 1, nearLineDays: null },
          kindness: {},
        },
        switchedOff: { velocity_anomaly: ' ' },
      }),
    );
    expect(status).toBe(400);
    expect(text).toBe(
      [
        'structuring.reportingLine must be between 10000 and 10000 (USD).',
        'structuring.nearLineCount must be a whole number (count).',
        'structuring has no parameter "imagined".',
        'structuring.nearLineDays must be a number.',
        'There is no rule "kindness".',
        'Enter a reason for switching off velocity_anomaly.',
      ].join(' '),
    );
  });

  it.each([
    ['no reason', { reason: ' \n ' }, 'Enter a reason.'],
    ['a reason that is not text', { reason: 'a\0b' }, 'The reason contains an invalid character.'],
    ['an unknown sensitivity', { sensitivity: 'extreme' }, 'Sensitivity must be one of'],
    ['parameters that are a list', { parameters: [] }, 'Rule parameters must be an object'],
    ['an unknown field', { version: 7 }, 'Unknown field "version".'],
    ['no base', { basedOn: undefined }, 'Version is required.'],
  ])('saving a policy is refused with %s', async (_name, changes, message) => {
    const { status, text } = await save(bodyWith(changes));
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect((await analytics.get(POLICY)).body.version).toBe(1);
  });

  it('saving a policy is refused if nothing has changed', async () => {
    const { status, text } = await save(bodyWith({ parameters: {} }));
    expect(status).toBe(409);
    expect(text).toBe('The policy does not differ from version 1. Nothing was saved.');
  });

  it('saving a policy is refused when another admin has saved a newer version, and the message names them', async () => {
    await save(stricter, OTHER_ADMIN);
    const { status, text } = await save(bodyWith({ sensitivity: 'low' }));
    expect(status).toBe(409);
    expect(text).toMatch(
      /^Your changes are based on version 1, but bo saved version 2 on 20\d\d-.*\. Nothing was saved\. Reload and apply your changes again\.$/,
    );
    expect((await save(bodyWith({ sensitivity: 'low', basedOn: 9 }))).status).toBe(409);
  });

  it('when many admins save a policy at the same time, one succeeds and the others see that admin’s name', async () => {
    const admins = Array.from(
      { length: 8 },
      (_, at): TestUser => ({ id: 10 + at, name: `admin-${at}`, role: 'Admin' }),
    );
    const answers = await Promise.all(admins.map((admin) => save(stricter, admin)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const [{ body: won } = { body: {} }] = winners;
    for (const { status, text } of answers.filter((answer) => !winners.includes(answer))) {
      expect(status).toBe(409);
      expect(text).toContain(`${won.createdBy} saved version 2`);
    }
    const { rows } = await ledger.client.query(`SELECT actor_name FROM analytics.audit_outbox`);
    expect(rows).toEqual([{ actor_name: won.createdBy }]);
  });

  it('saving a policy is limited to admins, while reading it is limited to staff', async () => {
    const user: TestUser = { id: 7, name: 'anna' };
    expect((await save(stricter, user)).status).toBe(403);
    expect((await analytics.get(`${POLICY}/versions`, user)).status).toBe(200);
    expect((await analytics.get(`${POLICY}/versions/1`, user)).status).toBe(200);
  });
});

it('a request for a policy version returns 404 if it is unknown and 400 if it is not a number', async () => {
  expect((await analytics.get(`${POLICY}/versions/2`)).status).toBe(404);
  expect((await analytics.get(`${POLICY}/versions/9007199254740991`)).status).toBe(404);
  for (const version of ['0', '-1', 'newest', '1.5'])
    expect((await analytics.get(`${POLICY}/versions/${version}`)).status).toBe(400);
});
