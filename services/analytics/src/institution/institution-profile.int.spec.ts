import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics, type TestUser } from '../testing/analytics-test-context.ts';

const PROFILE = '/api/settings/institution';
const ADMIN: TestUser = { id: 1, name: 'ada', role: 'Admin' };
const OTHER_ADMIN: TestUser = { id: 2, name: 'bo', role: 'Admin' };

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { settings: { INSTITUTION_NAME: 'Of the server' } });
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});
beforeEach(async () => {
  await ledger.client.query('TRUNCATE analytics.institution_profiles, analytics.audit_outbox');
});

const body = (over: object = {}) => ({
  name: 'Harbor Light Credit Union',
  routingNumber: '021000021',
  charterNumber: '24212',
  addressLines: ['1 Wharf Street', 'Anytown, NY 10001'],
  contactName: 'Compliance office',
  contactPhone: '(555) 010-0100',
  contactEmail: 'compliance@example.org',
  displayTimeZone: 'America/Chicago',
  basedOn: 0,
  ...over,
});
const save = (sent: object, user = ADMIN) => analytics.put(PROFILE, sent, user);

describe('institution profile', () => {
  it('the institution profile uses the name from the server settings until a profile is saved', async () => {
    const { status, body: profile } = await analytics.get(PROFILE);
    expect(status).toBe(200);
    expect(profile).toMatchObject({ version: 0, name: 'Of the server', savedBy: null, routingNumber: null });
    expect(profile.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('the institution profile is saved by an admin, readable by all staff and audited without its contents', async () => {
    const { status, body: saved } = await save(body({ name: '  Harbor Light Credit Union ', charterNumber: '' }));
    expect(status).toBe(200);
    expect(saved).toMatchObject({
      version: 1,
      name: 'Harbor Light Credit Union',
      charterNumber: null,
      contactName: 'Compliance office',
      displayTimeZone: 'America/Chicago',
      savedBy: 'ada',
    });
    expect((await analytics.get(PROFILE)).body).toEqual(saved);
    const { rows } = await ledger.client.query(
      'SELECT action, actor_name, subject_type, subject_id, detail FROM analytics.audit_outbox',
    );
    expect(rows).toEqual([
      {
        action: 'settings.institution_saved',
        actor_name: 'ada',
        subject_type: 'settings',
        subject_id: 'institution',
        detail: {
          version: 1,
          changed: 'name, routingNumber, addressLines, contactName, contactPhone, contactEmail, displayTimeZone',
        },
      },
    ]);
  });

  it('saving the institution profile is refused to a User, with invalid values and without changes', async () => {
    expect((await save(body(), { id: 7, name: 'anna' })).status).toBe(403);
    const wrong = await save(body({ name: ' ', routingNumber: '021000022' }));
    expect([wrong.status, wrong.text]).toEqual([
      400,
      'Enter a name. The check digit of this routing number is wrong. Check the nine digits for a typing error.',
    ]);
    expect((await save(body({ timeZone: 'UTC' }))).text).toContain('Unknown field "timeZone".');
    expect((await save(body({ addressLines: 'one' }))).status).toBe(400);
    await save(body());
    const again = await save(body({ basedOn: 1 }));
    expect([again.status, again.text]).toEqual([409, 'The profile has no changes. Nothing was saved.']);
  });

  it('the institution profile accepts one of the four US time zones, or none [spec 3.19]', async () => {
    const refused = await save(body({ displayTimeZone: 'Europe/Paris' }));
    expect([refused.status, refused.text]).toEqual([
      400,
      'Time zone must be one of America/New_York, America/Chicago, America/Denver, America/Los_Angeles.',
    ]);
    const none = await save(body({ displayTimeZone: null, contactName: '' }));
    expect(none.body).toMatchObject({ displayTimeZone: null, contactName: null });
    const long = await save(body({ basedOn: 1, contactName: 'x'.repeat(101) }));
    expect([long.status, long.text]).toEqual([400, 'Use at most 100 characters.']);
  });

  it('saving the institution profile is refused when another admin has saved a newer version, and names them', async () => {
    await save(body(), OTHER_ADMIN);
    const late = await save(body({ name: 'Another' }));
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringMatching(
        /^Your changes are based on version 0, but bo saved version 1 on 20.*Nothing was saved\. Reload and apply your changes again\.$/,
      ),
    ]);
    expect((await save(body({ basedOn: 9 }))).status).toBe(409);
  });

  it('only one of many simultaneous admins saves the institution profile', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        save(body({ name: `Name ${at}` }), { id: 10 + at, name: `admin-${at}`, role: 'Admin' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    const { rows } = await ledger.client.query('SELECT version FROM analytics.institution_profiles');
    expect(rows).toEqual([{ version: 1 }]);
  });

  it('the institution profile keeps its earlier versions', async () => {
    await save(body());
    await save(body({ name: 'Another', basedOn: 1 }));
    const { rows } = await ledger.client.query(
      'SELECT version, name FROM analytics.institution_profiles ORDER BY version',
    );
    expect(rows).toEqual([
      { version: 1, name: 'Harbor Light Credit Union' },
      { version: 2, name: 'Another' },
    ]);
  });
});
