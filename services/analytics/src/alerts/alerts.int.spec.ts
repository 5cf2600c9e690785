import { type FreshDatabase, freshDatabase } from '@clearwatch/infra-postgres/testing/fresh-database';
import { TestLedger } from '../testing/a-ledger.ts';
import { type RunningAnalytics, startAnalytics } from '../testing/start-analytics.ts';

let database: FreshDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;
const ANNA = { id: 7, name: 'anna' };
const BEN = { id: 8, name: 'ben', role: 'Admin' as const };

beforeAll(async () => {
  database = await freshDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database);
  await ledger.import([
    { account: 'A', firstName: 'Ana', lastName: 'Sample', amount: '1.00', type: 'Credit', day: '2026-06-30' },
  ]);
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});
beforeEach(async () => {
  await ledger.client.query('TRUNCATE analytics.unusual_activities RESTART IDENTITY');
});

interface AlertRow {
  type?: string;
  risk?: string;
  day?: string;
  amount?: string;
  account?: string;
  reviewed?: boolean;
}

async function stored(alerts: readonly AlertRow[]): Promise<void> {
  await ledger.client.query(
    `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
       percentage_change, risk_level, description, evidence, rule_version, policy_version, reviewed)
     SELECT type, account, row_number() OVER (), day, amount, 12.5, risk, 'Possible pattern', '{"triggerEntryId": "1"}', 1, 1, reviewed
       FROM jsonb_to_recordset($1::jsonb)
         AS a (type text, account text, day date, amount numeric, risk text, reviewed boolean)`,
    [
      JSON.stringify(
        alerts.map((alert) => ({
          type: 'structuring',
          account: 'A',
          day: '2026-06-01',
          amount: '100.00',
          risk: 'medium',
          reviewed: false,
          ...alert,
        })),
      ),
    ],
  );
}

const idsOf = (body: { id: number }[]) => body.map(({ id }) => id);

describe('the list of alerts', () => {
  it('is empty on an empty table', async () => {
    const { status, body, headers } = await analytics.get('/api/unusual-activities');
    expect([status, body, headers['x-total-count']]).toEqual([200, [], '0']);
  });

  it('shows open ones first, then the riskiest, then the newest', async () => {
    await stored([
      { risk: 'low', day: '2026-06-09' },
      { risk: 'high', day: '2026-06-01', reviewed: true },
      { risk: 'high', day: '2026-06-02' },
      { risk: 'medium', day: '2026-06-30' },
      { risk: 'high', day: '2026-06-03' },
    ]);
    const { body } = await analytics.get('/api/unusual-activities');
    expect(idsOf(body)).toEqual([5, 3, 4, 1, 2]);
  });

  it('carries every field the screens read, with the name of the account’s holder', async () => {
    await stored([{ amount: '37600' }]);
    const { body } = await analytics.get('/api/unusual-activities');
    expect(body).toEqual([
      {
        id: 1,
        accountNumber: 'A',
        transactionId: 1,
        activityType: 'structuring',
        amount: '37600.00',
        percentageChange: '12.50',
        riskLevel: 'medium',
        description: 'Possible pattern',
        reviewed: false,
        reviewOutcome: null,
        reviewNote: null,
        reviewedBy: null,
        reviewedAt: null,
        activityDate: '2026-06-01',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        memberId: 1,
        memberName: 'Ana Sample',
        firstName: 'Ana',
        lastName: 'Sample',
      },
    ]);
  });

  it('shows an alert whose account the ledger no longer names', async () => {
    await stored([{ account: 'GONE' }]);
    const { body } = await analytics.get('/api/unusual-activities');
    expect(body[0]).toMatchObject({ memberId: null, memberName: 'Account GONE', firstName: '' });
  });

  it.each([
    ['reviewed=true', [2]],
    ['reviewed=false', [1, 3, 4]],
    ['riskLevel=high', [3]],
    ['activityType=large_credit', [3]],
    ['category=Structuring', [1, 2]],
    ['category=Other%20Patterns', [3, 4]],
    ['category=Structuring&reviewed=true', [2]],
    ['category=Business%20Email%20Compromise', []],
  ])('is filtered by %s', async (query, ids) => {
    await stored([
      { day: '2026-06-09' },
      { reviewed: true, type: 'round_amount_structuring' },
      { risk: 'high', type: 'large_credit' },
      { type: 'a_type_of_tomorrow' },
    ]);
    const { body, headers } = await analytics.get(`/api/unusual-activities?${query}`);
    expect(idsOf(body).toSorted((a, b) => a - b)).toEqual(ids);
    expect(headers['x-total-count']).toBe(String(ids.length));
  });

  it('gives the first thousand unless pages are asked for, and pages that neither overlap nor leave gaps', async () => {
    await stored(Array.from({ length: 1_203 }, (_, index) => ({ amount: String(index % 7) })));
    const all = await analytics.get('/api/unusual-activities');
    expect([all.body.length, all.headers['x-total-count']]).toEqual([1_000, '1203']);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        analytics.get(`/api/unusual-activities?page=${page}&pageSize=401&sort=-amount`),
      ),
    );
    const ids = pages.flatMap(({ body }) => idsOf(body));
    expect([ids.length, new Set(ids).size]).toEqual([1_203, 1_203]);
    expect((await analytics.get('/api/unusual-activities?page=99')).body).toEqual([]);
  });

  it.each([
    ['riskLevel=extreme', 'riskLevel must be one of low, medium, high'],
    ['reviewed=yes', 'reviewed must be one of true, false'],
    ['pageSize=501', 'pageSize must not be greater than 500'],
    ['page=0', 'page must not be less than 1'],
    ['sort=name', 'sort must be one of'],
    ['riskLevel=high&riskLevel=low', 'riskLevel must be one of'],
    ['colour=red', 'property colour should not exist'],
  ])('refuses %s in words', async (query, words) => {
    const { status, text } = await analytics.get(`/api/unusual-activities?${query}`);
    expect(status).toBe(400);
    expect(text).toContain(words);
  });
});

describe('one alert', () => {
  it('is answered with its evidence', async () => {
    await stored([{}]);
    const { body } = await analytics.get('/api/unusual-activities/1');
    expect(body).toMatchObject({ id: 1, memberName: 'Ana Sample', evidence: { triggerEntryId: '1' } });
  });

  it('that does not exist is not found, and a name that is no number is refused', async () => {
    expect((await analytics.get('/api/unusual-activities/99')).status).toBe(404);
    expect((await analytics.get('/api/unusual-activities/abc')).status).toBe(400);
    expect((await analytics.get('/api/unusual-activities/99999999999999999999')).status).toBe(400);
    expect((await analytics.patch('/api/unusual-activities/99/review')).status).toBe(404);
  });
});

describe('a review', () => {
  const REVIEW = '/api/unusual-activities/1/review';
  beforeEach(() => stored([{}]));

  it('without a body marks the alert reviewed, by whom and when, and leaves the outcome open', async () => {
    const { status, body } = await analytics.patch(REVIEW, undefined, ANNA);
    expect(status).toBe(200);
    expect(body).toMatchObject({ reviewed: true, reviewOutcome: null, reviewNote: null, reviewedBy: 'anna' });
    expect(Date.parse(body.reviewedAt)).toBeGreaterThan(Date.now() - 60_000);
    const { rows } = await ledger.client.query('SELECT reviewed_by FROM analytics.unusual_activities');
    expect(rows).toEqual([{ reviewed_by: 7 }]);
  });

  it('is refused without an identity, and changes nothing', async () => {
    expect((await analytics.http().patch(REVIEW)).status).toBe(401);
    expect((await analytics.get('/api/unusual-activities/1')).body.reviewed).toBe(false);
  });

  it('records an outcome and a note', async () => {
    const { body } = await analytics.patch(REVIEW, { outcome: 'explained', note: ' House sale ' }, BEN);
    expect(body).toMatchObject({ reviewOutcome: 'explained', reviewNote: 'House sale', reviewedBy: 'ben' });
  });

  it('that says nothing new changes nothing and answers the alert', async () => {
    const first = await analytics.patch(REVIEW, { outcome: 'explained' }, ANNA);
    expect((await analytics.patch(REVIEW, undefined, BEN)).body).toEqual(first.body);
    expect((await analytics.patch(REVIEW, { outcome: 'explained' }, BEN)).body).toEqual(first.body);
  });

  it('that says something else is refused with who reviewed it and when', async () => {
    const first = await analytics.patch(REVIEW, { outcome: 'explained' }, ANNA);
    for (const body of [{ outcome: 'suspicious' }, { outcome: 'explained', note: 'A note' }]) {
      const { status, text } = await analytics.patch(REVIEW, body, BEN);
      expect(status).toBe(409);
      expect(text).toContain(`already reviewed by anna at ${first.body.reviewedAt} (outcome: explained)`);
    }
    expect((await analytics.get('/api/unusual-activities/1')).body).toEqual(first.body);
  });

  it('counts once when many come at the same time', async () => {
    const outcomes = ['explained', 'suspicious', 'escalated', 'false_positive'] as const;
    const answers = await Promise.all(
      [...outcomes, ...outcomes].map((outcome, index) =>
        analytics.patch(REVIEW, { outcome }, { id: index + 1, name: `user${index + 1}` }),
      ),
    );
    const kept = (await analytics.get('/api/unusual-activities/1')).body;
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.map(({ body }) => body.reviewOutcome)).toEqual([kept.reviewOutcome, kept.reviewOutcome]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  });

  it.each([
    [{ outcome: 'guilty' }, 'outcome must be one of'],
    [{ note: 'x'.repeat(4_001) }, 'note must be shorter'],
    [{ note: 'a\0b' }, 'not text'],
    [{ reviewed: false }, 'property reviewed should not exist'],
  ])('refuses %j in words', async (body, words) => {
    const { status, text } = await analytics.patch(REVIEW, body);
    expect(status).toBe(400);
    expect(text).toContain(words);
  });
});
