import type { ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import {
  ADA,
  BEN,
  PAULA,
  type Staff,
  TransactionReportTestContext,
} from '../testing/transaction-report-test-context.ts';

let context: TransactionReportTestContext;
beforeAll(async () => {
  context = await TransactionReportTestContext.start();
});
afterAll(() => context.stop());
beforeEach(async () => {
  await context.owner.query('TRUNCATE reports.saved_views CASCADE; DELETE FROM reports.audit_outbox');
});

const aView = (part: object = {}) => ({
  screen: 'members',
  name: 'Watch list',
  visibility: 'own',
  query: 'search=a%26b&riskLevel=high',
  hiddenColumns: ['Monthly Bills'],
  ...part,
});
const save = (part: object = {}, user: Staff = PAULA) => context.ask('post', '/api/views', aView(part), user);
const list = (screen: ViewScreen, user: Staff = PAULA) =>
  context.ask('get', `/api/views?screen=${screen}`, undefined, user);
const choose = (screen: string, viewId: number | null, user: Staff = PAULA) =>
  context.ask('put', `/api/default-views/${screen}`, { viewId }, user);
const listed = async (screen: ViewScreen, user?: Staff): Promise<[string, boolean, boolean][]> =>
  (await list(screen, user)).body.map(
    ({ name, mayChange, isDefault }: { name: string; mayChange: boolean; isDefault: boolean }) => [
      name,
      mayChange,
      isDefault,
    ],
  );

describe('a view of a list', () => {
  it('is kept as it was given, each screen by itself', async () => {
    const { status, body } = await save();
    expect([status, body]).toEqual([
      201,
      {
        ...aView(),
        id: expect.any(Number),
        owner: 'paula',
        mayChange: true,
        isDefault: false,
        updatedAt: expect.any(String),
      },
    ]);
    expect((await list('members')).body).toEqual([body]);
    expect(await listed('companies')).toEqual([]);
    // The same name is another view elsewhere, and filter sets of reports are none.
    expect((await save({ screen: 'companies' })).status).toBe(201);
    expect((await save({ name: 'WATCH LIST' })).text).toBe(
      'There is a saved view called “WATCH LIST” already. Choose another name.',
    );
    expect((await context.ask('get', '/api/report-filters')).body).toEqual([]);
  });

  it('is seen by colleagues when it is shared, and changed by its owner and admins alone', async () => {
    const shared = (await save({ name: 'Shared', visibility: 'shared' })).body.id;
    const own = (await save({ name: 'Own' })).body.id;
    expect(await listed('members', BEN)).toEqual([['Shared', false, false]]);
    expect(await listed('members', ADA)).toEqual([['Shared', true, false]]);
    const { screen: _, ...change } = aView({ name: 'Changed', visibility: 'shared', query: '' });
    expect((await context.ask('put', `/api/views/${shared}`, change, BEN)).text).toBe(
      'Only paula and admins may change this view.',
    );
    expect((await context.ask('put', `/api/views/${own}`, change, BEN)).status).toBe(404);
    expect((await context.ask('delete', `/api/views/${shared}`, undefined, BEN)).status).toBe(403);
    expect((await context.ask('put', `/api/views/${shared}`, change)).body).toMatchObject(change);
    expect((await context.ask('delete', `/api/views/${shared}`, undefined, ADA)).status).toBe(204);
    expect(await listed('members')).toEqual([['Own', true, false]]);
  });

  it('of the audit log is for admins, whatever it is shared as', async () => {
    expect((await save({ screen: 'audit' })).status).toBe(403);
    const { id } = (await save({ screen: 'audit', visibility: 'shared' }, ADA)).body;
    expect((await list('audit')).status).toBe(403);
    expect((await choose('audit', id)).status).toBe(403);
    expect((await context.ask('delete', `/api/views/${id}`)).status).toBe(404);
    expect(await listed('audit', ADA)).toEqual([['Watch list', true, false]]);
  });

  it('is what a screen opens with for whoever chose it, as long as it can be seen', async () => {
    const { id } = (await save({ visibility: 'shared' })).body;
    const other = (await save({ name: 'Other' })).body.id;
    expect((await choose('members', id, BEN)).status).toBe(204);
    await choose('members', other);
    await choose('members', id);
    expect(await listed('members', BEN)).toEqual([['Watch list', false, true]]);
    expect(await listed('members')).toEqual([
      ['Other', true, false],
      ['Watch list', true, true],
    ]);
    await choose('members', null);
    expect((await listed('members')).some(([, , isDefault]) => isDefault)).toBe(false);

    expect((await choose('members', other, BEN)).status).toBe(404);
    expect((await choose('companies', id)).status).toBe(404);
    expect((await choose('reports', id)).status).toBe(404);
    expect((await choose('members', 9_999_999_999)).status).toBe(404);
    expect((await context.ask('delete', '/api/views/9999999999')).status).toBe(404);
    expect((await context.ask('delete', `/api/views/${id}`)).status).toBe(204);
    expect(await listed('members', BEN)).toEqual([]);
  });

  it('is not reached by the routes of filter sets, nor they by its own', async () => {
    const view = (await save()).body.id;
    const filters = { name: 'Large', visibility: 'own', filters: { batch: '7' } };
    const filter = (await context.ask('post', '/api/report-filters', filters)).body.id;
    expect((await context.ask('delete', `/api/report-filters/${view}`)).status).toBe(404);
    expect((await context.ask('delete', `/api/views/${filter}`)).status).toBe(404);
  });

  it.each([
    [{ screen: 'report' }],
    [{ name: ' ' }],
    [{ query: 'a b' }],
    [{ query: '?a=1' }],
    [{ query: 'x'.repeat(2_001) }],
    [{ hiddenColumns: 'Monthly Bills' }],
    [{ hiddenColumns: ['\0'] }],
    [{ visibility: 'everybody' }],
    [{ owner: 'ben' }],
  ])('is refused with %j', async (part) => {
    expect((await save(part)).status).toBe(400);
  });

  it('leaves a trace that says of which screen it is, and nothing of what it asks', async () => {
    const { id } = (await save()).body;
    await context.ask('delete', `/api/views/${id}`, undefined, ADA);
    const { rows } = await context.owner.query(
      'SELECT actor_name, action, subject_type, subject_label, detail FROM reports.audit_outbox ORDER BY at',
    );
    const trace = (actor_name: string, action: string) => ({
      actor_name,
      action,
      subject_type: 'view',
      subject_label: 'Watch list',
      detail: { visibility: 'own', owner: 'paula', screen: 'members' },
    });
    expect(rows).toEqual([trace('paula', 'view.saved'), trace('ada', 'view.deleted')]);
  });
});

describe('filter sets of before', () => {
  it('stay where programs of before look for them and put them', async () => {
    await context.owner.query(
      `INSERT INTO reports.saved_filters (owner_id, owner_name, name, visibility, filters)
       VALUES (7, 'paula', 'Kept before', 'own', '{"batch": "7"}')`,
    );
    const { body } = await context.ask('get', '/api/report-filters');
    expect(body).toMatchObject([{ name: 'Kept before', filters: { batch: '7' } }]);
  });
});
